"""Caribbean Stud Poker, clause by clause: wagers, bet or fold, settlement of ante and bet."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from caribbean import BELOW, FIVE_CARD, HANDS, NAMES, QUALIFIES, at_table, decide, laid, played
from pitboss.basics.cards import parse_cards
from pitboss.basics.money import UNITS
from pitboss.engine.round import events as ev

from scene import Scene

clause = pytest.mark.clause
NAME = "caribbean_stud"

# --- section 5: hands


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        pytest.param("As Ks Qs Js Ts", "royal flush", marks=clause(NAME, "5(b)(1)")),
        pytest.param("Ks Qs Js Ts 9s", "straight flush", marks=clause(NAME, "5(b)(2)")),
        pytest.param("5h 4h 3h 2h Ah", "straight flush", marks=clause(NAME, "5(b)(2)")),
        pytest.param("As Ad Ah Ac 5d", "four of a kind", marks=clause(NAME, "5(b)(3)")),
        pytest.param("As Ad Ah Kc Kd", "full house", marks=clause(NAME, "5(b)(4)")),
        pytest.param("Kh Ah 4h 6h 7h", "flush", marks=clause(NAME, "5(b)(5)")),
        pytest.param("As Kd Qh Jc Td", "straight", marks=clause(NAME, "5(b)(6)")),
        pytest.param("As 2h 3h 4c 5d", "straight", marks=clause(NAME, "5(b)(6)", "5(a)")),
        pytest.param("As 2h 3h Kc Qs", "high card", marks=clause(NAME, "5(a)")),
        pytest.param("As Ad Ah Kc 5d", "three of a kind", marks=clause(NAME, "5(b)(7)")),
        pytest.param("As Ad Ks Kc 5d", "two pair", marks=clause(NAME, "5(b)(8)")),
        pytest.param("As Ad 8h 6c 5d", "pair", marks=clause(NAME, "5(b)(9)")),
    ],
)
@clause(NAME, "5(a)", "5(b)", "1:rank")
def test_5b_every_kind_of_hand(cards: str, category: str) -> None:
    # 5(a) is cited by the dealer's high card
    scene = played([cards], BELOW)
    assert [e.category for e in scene.events(ev.Ranked)] == ["high card", category]


LADDER = [
    ("high card", "7s 5d 4h 3c 2s", "As Kd Qh Jc 9s"),
    ("pair", "2s 2d 5h 4c 3s", "As Ad Kh Qc Js"),
    ("two pair", "3s 3d 2h 2c 4s", "As Ad Kh Kc Qs"),
    ("three of a kind", "2s 2d 2h 4c 3s", "As Ad Ah Kc Qs"),
    ("straight", "As 2d 3h 4c 5s", "As Kd Qh Jc Ts"),
    ("flush", "7s 5s 4s 3s 2s", "As Ks Qs Js 9s"),
    ("full house", "2s 2d 2h 3c 3s", "As Ad Ah Kc Ks"),
    ("four of a kind", "2s 2d 2h 2c 3s", "As Ad Ah Ac Ks"),
    ("straight flush", "6c 5c 4c 3c 2c", "Ks Qs Js Ts 9s"),  # the lowest that leaves four aces for the other hand
    ("royal flush", "Ah Kh Qh Jh Th", "Ah Kh Qh Jh Th"),
]
"""The lowest and the highest hand of each kind, lowest kind first."""


def other_suits(cards: str, taken: str) -> str:
    """The same hand in other suits, so that it shares no card with the other hand. Suits never count."""
    for suits in permutations("shdc"):
        found = cards.translate(str.maketrans("shdc", "".join(suits)))
        if not set(found.split()) & set(taken.split()):
            return found
    raise AssertionError(f"{cards} always meets {taken}")


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(LADDER)), ids=lambda kind: kind[0])
@clause(NAME, "5(b)", "10(c)(3)(ii)a.", "10(c)(3)(ii)b.")
def test_5b_the_lowest_hand_of_a_kind_beats_the_highest_of_the_kind_below(
    lower: tuple[str, str, str], higher: tuple[str, str, str]
) -> None:
    strong, weak = higher[1], other_suits(lower[2], higher[1])
    lost = played([weak], strong)
    assert (lost.result("Ann", "ante"), lost.result("Ann", "bet")) == (("lose", 0), ("lose", 0))
    won = played([strong], weak)
    assert won.result("Ann", "ante") == ("win", 2000)


@clause(NAME, "5(b)", "10(c)(3)(ii)b.")
def test_5b_a_royal_flush_beats_two_pair() -> None:
    """Kinds that are far apart compare too, and the win is paid as a royal flush."""
    scene = played(["As Ks Qs Js Ts"], "Ad Ac Kd Kc Qd")
    assert scene.result("Ann", "bet") == ("win", 202_000)
    assert played(["Ad Ac Kd Kc Qd"], "As Ks Qs Js Ts").result("Ann", "bet") == ("lose", 0)


@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [
        ("Ks Kd 4h 3h 2s", "2c 2d Ah Kc Qs", "win"),  # the pair decides before the side cards
        ("9s 9d Ah 4c 3s", "9h 9c Kh Qc Js", "win"),
        ("9s 9d Kh 4c 3s", "9h 9c Kd 4d 2s", "win"),
        ("As Kd Qh Jc 8s", "Ad Kh Qs Jd 9c", "lose"),
        ("5s 4d 3h 2c As", "6s 5d 4h 3c 2d", "lose"),
        ("As Ad 3h 3c 2s", "Ah Ac 3s 3d 2h", "push"),
        ("Kd Ah 9d 6d 4d", "Ad Kh 9s 6s 4s", "push"),
    ],
)
@clause(NAME, "5(c)")
def test_5c_hands_of_one_kind_are_compared_card_by_card(player: str, dealer: str, result: str) -> None:
    scene = played([player], dealer)
    assert scene.result("Ann", "ante")[0] == result


# --- section 6: wagers


@clause(NAME, "6(a)", "1:ante wager")
def test_6a_an_ante_is_chips_within_the_limits_of_the_table() -> None:
    scene = Scene(NAME)
    assert "below the table minimum" in str(scene.refused("Ann", "wager", "ante", 400))
    assert "above the table maximum" in str(scene.refused("Ann", "wager", "ante", 60_000))
    assert "multiple of the smallest chip" in str(scene.refused("Ann", "wager", "ante", 550))
    scene.wager("Ann", ante=500)
    assert [(e.wager, e.amount, e.clause) for e in scene.events(ev.Wagered)] == [("ante", 500, "6(a)")]


@clause(NAME, "6(a)")
def test_6a_a_wager_by_word_with_cash_is_refused_before_and_after_the_bets_close() -> None:
    scene = Scene(NAME, players=NAMES[:2], rules=FIVE_CARD)
    wagers = ("ante", "bonus", "progressive", "five card bonus", "five card bonus dealer", "cover all", "bet")
    refusals = [scene.refused("Bob", "cash", wager, 1000) for wager in wagers]
    scene.wager("Ann", ante=1000).no_more_bets()
    refusals += [scene.refused(who, "cash", wager, 1000) for who in NAMES[:2] for wager in wagers]
    for refusal in refusals:
        assert refusal.clause == "6(a)"
        assert "verbal wagers with cash are not accepted" in refusal.wrong


@clause(NAME, "6(a)")
@pytest.mark.parametrize(
    ("dealer", "result", "back", "taken"),
    [
        (QUALIFIES, "win", 2500, True),
        (BELOW, "win", 2500, True),
        ("As Ad 4d 3c 2d", "lose", 0, True),
        ("9h 9c 8d 6d 5c", "push", 1000, False),
    ],
)
def test_6a_a_match_play_coupon_is_paid_on_a_win_taken_on_a_loss_and_left_on_a_push(
    dealer: str, result: str, back: int, taken: bool
) -> None:
    scene = Scene(NAME, laid(["9s 9d 8h 6c 5d"], dealer))
    scene.do("Ann", "wager", "ante", 1000, coupon=500)
    decide(scene.no_more_bets())
    end = scene.settled("Ann", "ante")
    assert (end.result, end.returned, end.coupon, end.coupon_taken) == (result, back, 500, taken)
    # the bet is twice the chips, and no coupon lies beside it
    assert scene.settled("Ann", "bet").stake == 2000
    assert scene.settled("Ann", "bet").coupon == 0


@clause(NAME, "6(a)")
def test_6a_a_fold_takes_a_match_play_coupon_and_a_void_leaves_it() -> None:
    folded = Scene(NAME)
    folded.do("Ann", "wager", "ante", 1000, coupon=1000)
    folded.no_more_bets().do("Ann", "fold")
    end = folded.settled("Ann", "ante")
    assert (end.result, end.returned, end.coupon_taken) == ("lose", 0, True)
    void = Scene(NAME)
    void.do("Ann", "wager", "ante", 1000, coupon=1000)
    void.no_more_bets().report("exposed hole card")
    end = void.settled("Ann", "ante")
    assert (end.result, end.returned, end.coupon_taken) == ("void", 1000, False)


@clause(NAME, "6(a)")
def test_6a_a_match_play_coupon_lies_beside_an_ante_of_at_least_its_face() -> None:
    scene = Scene(NAME)
    assert "must not exceed the chips beside it" in str(scene.refused("Ann", "wager", "ante", 1000, coupon=1100))
    scene.wager("Ann", ante=1000)
    for wager, amount in (("bonus", 500), ("progressive", 100), ("cover all", 500)):
        assert "does not take a match play coupon" in str(scene.refused("Ann", "wager", wager, amount, coupon=100))


@clause(NAME, "6(b)")
def test_6b_nothing_is_wagered_or_withdrawn_after_no_more_bets() -> None:
    scene = Scene(NAME, players=NAMES[:2]).wager("Ann", ante=1000).no_more_bets()
    assert scene.refused("Bob", "wager", "ante", 1000).clause == "6(b)"
    assert scene.refused("Ann", "withdraw", "ante").clause == "6(b)"


@clause(NAME, "6(b)")
def test_6b_before_it_a_wager_may_be_withdrawn() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000)
    scene.do("Ann", "withdraw", "ante")
    assert [(e.wager, e.amount, e.clause) for e in scene.events(ev.Withdrawn)] == [("ante", 1000, "6(b)")]
    assert scene.round.layout.stakes == {}
    assert scene.refused("dealer", "no more bets").wrong == "nobody has wagered"
    scene.wager("Ann", ante=500).no_more_bets().do("Ann", "fold")
    assert scene.events(ev.Ended)[0].staked == 500


@clause(NAME, "6(c)")
def test_6c_a_progressive_wager_needs_an_ante_and_is_one_dollar() -> None:
    scene = Scene(NAME)
    assert scene.refused("Ann", "wager", "progressive", 100).clause == "6(c)"
    scene.wager("Ann", ante=1000)
    assert "which is $1" in str(scene.refused("Ann", "wager", "progressive", 500))
    scene.wager("Ann", progressive=100)
    assert "placed already" in str(scene.refused("Ann", "wager", "progressive", 100))


def by_coupon(hand: str, *, rules: dict[str, object] | None = None) -> Scene:
    """Ann antes $10, redeems a progressive wager coupon, and has her cards."""
    scene = Scene(NAME, laid([hand], BELOW), rules=rules).wager("Ann", ante=1000)
    scene.do("Ann", "redeem", "progressive")
    return scene.no_more_bets()


@clause(NAME, "6(c)", "7(c)")
def test_6c_a_coupon_may_be_redeemed_in_place_of_the_chip() -> None:
    scene = by_coupon(HANDS["flush"])
    placed = scene.events(ev.Wagered)[-1]
    assert (placed.clause, placed.wager, placed.amount, placed.redeemed) == ("6(c)", "progressive", 100, True)
    assert [(event.meter, event.units) for event in scene.events(ev.Contributed)] == [("meter", 700_000)]
    # a coupon is not a chip, so there is none to count
    steps = [e.step for e in scene.citing("7(c)") if isinstance(e, ev.Procedure)]
    assert steps == ["the progressive system is locked"]
    decide(scene).house()
    end = scene.settled("Ann", "progressive")
    assert (end.result, end.stake, end.money, end.returned, end.redeemed, end.coupon_taken) == (
        "win",
        100,
        0,
        4000,
        True,
        True,
    )
    # $10 and $20 in chips; ante and bet come back with $10 (the dealer does not qualify), and $40
    (ended,) = scene.events(ev.Ended)
    assert (ended.staked, ended.returned) == (3000, 8000)
    assert (ended.house_units, ended.meter_units) == (-5070 * UNITS, {"meter": 70 * UNITS})


@clause(NAME, "6(c)")
def test_6c_a_coupon_that_loses_is_taken_and_the_house_has_fed_the_meter() -> None:
    scene = decide(by_coupon(HANDS["high card"])).house()
    end = scene.settled("Ann", "progressive")
    assert (end.result, end.stake, end.money, end.returned, end.coupon_taken) == ("lose", 100, 0, 0, True)
    (ended,) = scene.events(ev.Ended)
    assert (ended.staked, ended.returned, ended.house_units) == (3000, 4000, -1070 * UNITS)


@clause(NAME, "6(c)", "13(a)")
def test_6c_a_void_gives_the_coupon_back_and_no_money() -> None:
    scene = by_coupon(HANDS["flush"])
    scene.report("exposed hole card")
    end = scene.settled("Ann", "progressive")
    assert (end.result, end.stake, end.returned, end.redeemed, end.coupon_taken) == ("void", 100, 0, True, False)
    (ended,) = scene.events(ev.Ended)
    assert (ended.staked, ended.returned, ended.house_units, ended.meter_units) == (1000, 1000, 0, {"meter": 0})


@clause(NAME, "6(c)")
def test_6c_a_coupon_may_be_withdrawn_and_a_chip_placed_instead() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000)
    scene.do("Ann", "redeem", "progressive")
    assert "placed already" in str(scene.refused("Ann", "wager", "progressive", 100))
    scene.do("Ann", "withdraw", "progressive")
    assert scene.events(ev.Withdrawn)[-1].redeemed
    scene.wager("Ann", progressive=100)
    assert not scene.events(ev.Wagered)[-1].redeemed
    assert "already placed" in str(scene.refused("Ann", "redeem", "progressive"))
    assert scene.round.layout.staked == 1100


@clause(NAME, "6(c)", "7(c)")
def test_6c_a_coupon_needs_an_ante_a_table_that_takes_it_and_its_time() -> None:
    scene = Scene(NAME)
    assert scene.refused("Ann", "redeem", "progressive").wrong == "place an ante wager first"
    scene.wager("Ann", ante=1000)
    assert "which is $1" in str(scene.refused("Ann", "redeem", "progressive", 500))
    assert scene.refused("Ann", "redeem", "bonus", 100).wrong == "Ann at seat 1 can't do 'redeem bonus'"
    assert scene.no_more_bets().refused("Ann", "redeem", "progressive", 100).clause == "7(c)"
    without = Scene(NAME, rules={"progressive_coupons": False}).wager("Ann", ante=1000)
    assert "does not take progressive wager coupons" in str(without.refused("Ann", "redeem", "progressive"))


@clause(NAME, "6(e)")
def test_6e_one_hand_a_player() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000)
    assert scene.refused("Ann", "wager", "ante", 1000, hand=2).clause == "6(e)"


@clause(NAME, "6(f)")
def test_6f_only_those_seated_wager_and_at_their_own_seat() -> None:
    scene = Scene(NAME, players=NAMES[:2])
    assert scene.refused("Zoe", "wager", "ante", 1000).clause == "6(f)"
    assert scene.refused("Ann", "wager", "ante", 1000, seat=2).clause == "6(f)"
    assert scene.refused("Ann", "wager", "ante", 1000, seat=9).clause == "6(f)"


# --- section 10(a), 10(b): bet or fold


@clause(NAME, "6(d)", "1:bet wager", "10(b)")
@pytest.mark.parametrize("amount", [1, 1000, 1900, 2100])
def test_10b_a_bet_is_twice_the_ante_and_nothing_else(amount: int) -> None:
    scene = at_table([HANDS["straight"]])
    refusal = scene.refused("Ann", "bet", amount=amount)
    assert "is not twice the ante wager, which is $20" in str(refusal)
    decide(scene)
    assert [(e.wager, e.amount) for e in scene.events(ev.Wagered)] == [("ante", 1000), ("bet", 2000)]


@clause(NAME, "10(b)")
def test_10b_players_are_asked_clockwise_from_the_dealers_left() -> None:
    scene = at_table([HANDS["royal flush"], HANDS["straight flush"], HANDS["four of a kind"]])
    assert scene.refused("Bob", "bet", amount=2000).clause == "10(b)"
    decide(scene)
    assert [e.player for e in scene.events(ev.Chose)] == ["Ann", "Bob", "Cy"]


@clause(NAME, "10(a)(3)")
def test_10a3_a_decision_is_final() -> None:
    scene = at_table([HANDS["straight"], HANDS["royal flush"]])
    scene.do("Ann", "bet", amount=2000)
    scene.refused("Ann", "fold")
    assert scene.round.view("seat 2").cards("seat 1") == [None] * 5


@clause(NAME, "10(a)", "1:fold")
def test_10a_a_fold_loses_the_ante_and_the_cards_at_once() -> None:
    scene = at_table([HANDS["straight"], HANDS["royal flush"]])
    scene.do("Ann", "fold")
    assert scene.result("Ann", "ante") == ("lose", 0)
    assert scene.round.asking is not None
    collected = scene.events(ev.Collected)
    assert [(e.place, e.clause) for e in collected] == [("seat 1", "10(a)")]
    seen = collected[0].seen_by("seat 2")
    assert seen.cards == (None,) * 5


@clause(NAME, "10(b)")
def test_10b_a_fold_forfeits_bonus_and_progressive_too() -> None:
    scene = played([HANDS["royal flush"]], side={"bonus": 500, "progressive": 100}, folds=["Ann"])
    assert [(end.wager, end.result, end.returned) for end in scene.round.settlements] == [
        ("ante", "lose", 0),
        ("bonus", "lose", 0),
        ("progressive", "lose", 0),
    ]


# --- section 10(c): ante and bet


@clause(NAME, "10(c)", "1:hole card")
def test_10c_the_four_hole_cards_are_shown_after_every_decision() -> None:
    scene = at_table([HANDS["straight"], HANDS["royal flush"]], QUALIFIES)
    scene.do("Ann", "bet", amount=2000)
    assert scene.round.view("public").cards("dealer") == ["Ac", None, None, None, None]
    scene.do("Bob", "bet", amount=2000)
    shown = next(e for e in scene.events(ev.Exposed) if e.place == "dealer")
    assert shown.cards == ("Kh", "4d", "3c", "2d")


@clause(NAME, "10(c)", "10(c)(1)", "10(c)(2)", "10(d)")
def test_10c_players_are_shown_settled_and_collected_from_the_dealers_right() -> None:
    scene = played([HANDS["royal flush"], HANDS["straight flush"], HANDS["four of a kind"]], QUALIFIES)
    assert [e.place for e in scene.events(ev.Exposed)] == ["dealer", "seat 3", "seat 2", "seat 1"]
    made_by = [(e.place, {"10(c)", "10(c)(2)"} & set(e.also)) for e in scene.events(ev.Ranked)]
    assert made_by == [("dealer", {"10(c)"}), *((f"seat {seat}", {"10(c)(2)"}) for seat in (3, 2, 1))]
    order = [(end.player, end.wager) for end in scene.round.settlements]
    assert order == [(who, wager) for who in ("Cy", "Bob", "Ann") for wager in ("ante", "bet")]
    assert [e.place for e in scene.events(ev.Collected)] == ["seat 3", "seat 2", "seat 1", "dealer"]
    rack = scene.round.layout.rack
    assert rack == f"{HANDS['four of a kind']} {HANDS['straight flush']} {HANDS['royal flush']} {QUALIFIES}".split()


@pytest.mark.parametrize("dealer", ["Ac Qh Jd 9c 8d", "Kc Qh Jd 9c 8d", "7c 5h 4d 3c 2d"])
@pytest.mark.parametrize("player", [HANDS["royal flush"], "7h 5s 4s 3s 2s"])
@clause(NAME, "10(c)(3)(i)", "11(a)")
def test_10c3i_dealer_below_ace_king_pays_the_ante_and_returns_the_bet(player: str, dealer: str) -> None:
    scene = played([player], dealer)
    assert scene.result("Ann", "ante") == ("win", 2000)
    assert scene.result("Ann", "bet") == ("push", 2000)
    # the hands are not compared
    for wager in ("ante", "bet"):
        end = scene.settled("Ann", wager)
        assert (end.clause, end.ruling) == ("10(c)(3)(i)", "no-qualify-pays-ante")
        assert not {"10(c)(3)(ii)", "5(c)"} & set(end.also)


@clause(NAME, "10(c)(3)", "1:qualifying hand")
@pytest.mark.parametrize("dealer", ["Ac Kh 4d 3c 2d", "2c 2h 5d 4c 3d", "Ac 5h 4d 3c 2d"])
def test_10c3_the_dealer_qualifies_from_ace_king_four_three_two(dealer: str) -> None:
    assert played(["7h 5s 4s 3s 2s"], dealer).result("Ann", "ante") == ("lose", 0)


@clause(NAME, "10(c)(3)(ii)", "10(c)(3)(ii)a.")
def test_10c3iia_a_lower_hand_loses_ante_and_bet() -> None:
    scene = played([HANDS["pair of nines"]], "Tc Th 4d 3c 2d")
    assert scene.result("Ann", "ante") == ("lose", 0)
    assert scene.result("Ann", "bet") == ("lose", 0)
    assert scene.settled("Ann", "ante").clause == "10(c)(3)(ii)a."
    assert "10(c)(3)(ii)" in scene.settled("Ann", "ante").also


@pytest.mark.parametrize(
    ("hand", "back"),
    [
        ("royal flush", 202_000),
        ("straight flush", 102_000),
        ("steel wheel", 102_000),
        ("four of a kind", 42_000),
        ("full house", 16_000),
        ("flush", 12_000),
        ("straight", 10_000),
        ("three of a kind", 8_000),
        ("two pair", 6_000),
        ("pair of tens", 4_000),
        ("high card", 4_000),
    ],
)
@clause(NAME, "10(c)(3)(ii)b.", "11(a)", "11(b)")
def test_11b_every_line_of_the_bet_table(hand: str, back: int) -> None:
    scene = played([HANDS[hand]], QUALIFIES)
    assert scene.result("Ann", "ante") == ("win", 2000)
    assert scene.result("Ann", "bet") == ("win", back)


@clause(NAME, "10(c)(3)(ii)c.", "1:push", "1:suit")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("As Ks 4s 3s 2c", "Ac Kh 4d 3c 2d"),
        ("Ts 9s 8s 7s 6s", "Td 9d 8d 7d 6d"),
        ("As Ks Qs Js Ts", "Ad Kd Qd Jd Td"),
        ("5s 4s 3s 2s Ac", "5d 4d 3d 2d Ah"),
    ],
)
def test_10c3iic_an_equal_hand_pushes_whatever_its_suits(player: str, dealer: str) -> None:
    scene = played([player], dealer)
    assert scene.result("Ann", "ante") == ("push", 1000)
    assert scene.result("Ann", "bet") == ("push", 2000)


@clause(NAME, "1:round of play")
def test_1_a_round_is_one_cycle_and_the_next_begins_where_it_ended() -> None:
    scene = played([HANDS["straight"]], QUALIFIES)
    ended = scene.events(ev.Ended)[0]
    assert (ended.staked, ended.returned, ended.house_units) == (3000, 12_000, -9000 * UNITS)
    assert scene.next_round().events(ev.Began)[0].round == 2


def test_basic_policy_bets_from_ace_king_jack_eight_three() -> None:
    from random import Random

    from pitboss.engine.auto.policy import Turn

    for cards, choice in (("As Kd Jh 8c 3s", "bet"), ("As Kd Jh 8c 2s", "fold"), ("2s 2d 3h 4c 5s", "bet")):
        assert len(parse_cards(cards)) == 5
        scene = at_table([cards], BELOW.replace("2d", "2h"))
        party = scene.round.waiting[0]
        given = scene.game.basic(Turn(scene.round, party, scene.round.offers(party), Random(0)))
        assert given is not None
        assert given.do == choice
