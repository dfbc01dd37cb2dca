"""Caribbean Stud Poker, clause by clause: bonus, Five Card Hand Bonus with its extras, Cover All."""

from __future__ import annotations

from random import Random

import pytest

from caribbean import BELOW, FIVE_CARD, HANDS, NAMES, QUALIFIES, at_table, decide, ends, laid, played
from pitboss.basics.cards import parse_cards, texts
from pitboss.basics.poker import THREE, category
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import METER, Question
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round

from scene import Scene

clause = pytest.mark.clause
NAME = "caribbean_stud"

# --- 11(c): the bonus wager

BONUS = {
    "A": {"royal flush": 1001, "straight flush": 201, "steel wheel": 201, "four of a kind": 101, "full house": 51,
          "flush": 41, "straight": 26, "three of a kind": 8, "two pair": 4, "pair of tens": 2, "pair of nines": 0,
          "high card": 0},
    "B": {"royal flush": 1001, "straight flush": 201, "steel wheel": 201, "four of a kind": 101, "full house": 51,
          "flush": 41, "straight": 26, "three of a kind": 7, "two pair": 4, "pair of tens": 2, "pair of nines": 0,
          "high card": 0},
    "C": {"royal flush": 1001, "straight flush": 201, "steel wheel": 201, "four of a kind": 101, "full house": 51,
          "flush": 41, "straight": 21, "three of a kind": 7, "two pair": 4, "pair of tens": 2, "pair of nines": 0,
          "high card": 0},
}  # fmt: skip


@pytest.mark.parametrize("table", [pytest.param(t, marks=clause(NAME, "11(c)", case=t)) for t in "ABC"])
@pytest.mark.parametrize("hand", list(BONUS["A"]))
def test_11c_every_line_of_the_bonus_tables(table: str, hand: str) -> None:
    scene = played([HANDS[hand]], BELOW, side={"bonus": 500}, rules={"bonus": table})
    back = 500 * BONUS[table][hand]
    assert scene.result("Ann", "bonus") == ("win" if back else "lose", back)
    assert scene.settled("Ann", "bonus").table == table


@pytest.mark.parametrize(("hand", "ends"), [("Ts Td 4h 3d 2c", ("win", 1000)), ("9s 9d Ah Kc Qs", ("lose", 0))])
@clause(NAME, "11(c)")
def test_11c_the_lowest_pair_of_tens_wins_and_the_highest_of_nines_does_not(hand: str, ends: tuple[str, int]) -> None:
    assert played([hand], BELOW, side={"bonus": 500}).result("Ann", "bonus") == ends


@clause(NAME, "10(c)1.")
def test_10c1_the_bonus_is_paid_though_the_hand_loses() -> None:
    scene = played([HANDS["pair of tens"]], "Ac As 4d 3c 2d", side={"bonus": 500})
    assert scene.result("Ann", "bet") == ("lose", 0)
    assert scene.result("Ann", "bonus") == ("win", 1000)


@clause(NAME, "11(c)")
def test_11c_a_bonus_wager_has_limits_and_needs_an_ante() -> None:
    scene = Scene(NAME, rules={"bonus_maximum": 2000})
    assert "place an ante wager first" in str(scene.refused("Ann", "wager", "bonus", 500))
    scene.wager("Ann", ante=1000)
    assert "above the maximum bonus wager" in str(scene.refused("Ann", "wager", "bonus", 2100))
    assert "below the smallest chip" in str(scene.refused("Ann", "wager", "bonus", 50))
    assert "above the maximum" in str(Scene(NAME).wager("Ann", ante=1000).refused("Ann", "wager", "bonus", 10_100))
    none = Scene(NAME, rules={"bonus": "none"}).wager("Ann", ante=1000)
    none.refused("Ann", "wager", "bonus", 500)


# --- 11(e): the Five Card Hand Bonus

SHOWS = 1_234_500


@pytest.mark.parametrize(
    ("hand", "back"),
    [
        ("royal flush", 1_234_570),  # with 70 cents of this wager
        ("straight flush", 123_457),
        ("steel wheel", 123_457),
        ("four of a kind", 50_000),
        ("full house", 10_000),
        ("flush", 5_000),
        ("straight", 0),
        ("two pair", 0),
    ],
)
@clause(NAME, "11(e)", "11(e)(1)", "10(c)3.")
def test_11e1_every_line_of_the_five_card_table(hand: str, back: int) -> None:
    side = {"five_card_bonus": 100}
    scene = at_table([HANDS[hand]], QUALIFIES, side=side, rules=FIVE_CARD, meters={"five card": SHOWS})
    decide(scene).house()
    assert scene.result("Ann", "five card bonus") == ("win" if back else "lose", back)


@pytest.mark.parametrize(
    ("dealer", "back"),
    [
        ("royal flush", 1_234_570),
        ("straight flush", 123_457),
        ("four of a kind", 50_000),
        ("full house", 10_000),
        ("flush", 5_000),
    ],
)
@clause(NAME, "11(e)(1)", "11(e)(2)")
def test_11e2_a_wager_on_the_dealers_hand_is_paid_by_the_same_table(dealer: str, back: int) -> None:
    side = {"five_card_bonus_dealer": 100}
    scene = played(["Qd Jd 9c 3c 2d"], HANDS[dealer], side=side, rules=FIVE_CARD, meters={"five card": SHOWS})
    assert scene.result("Ann", "five card bonus dealer") == ("win", back)


@clause(NAME, "11(e)(2)")
def test_11e2_both_hands_are_paid_one_line_each() -> None:
    side = {"five_card_bonus": 100, "five_card_bonus_dealer": 100}
    scene = played([HANDS["flush"]], "8s 8d 8c Kc Kd", side=side, rules=FIVE_CARD)
    assert scene.result("Ann", "five card bonus") == ("win", 5_000)
    assert scene.result("Ann", "five card bonus dealer") == ("win", 10_000)


@clause(NAME, "11(e)(2)", "10(c)3.iii.")
def test_11e2_a_jackpot_of_the_dealers_hand_is_divided_equally_odd_cents_to_the_first_paid() -> None:
    side = [{"five_card_bonus_dealer": 100}] * 3
    hands = ["Qd Jd 9c 3c 2d", "Qc Jc 9d 3d 2c", "Qh Jh 9h 4d 2h"]
    scene = played(hands, HANDS["royal flush"], side=side, rules=FIVE_CARD, meters={"five card": 1_000_001})
    # 1,000,001 and three times 70 cents are 1,000,211: Cy and Bob get the two odd cents
    assert [scene.result(who, "five card bonus dealer")[1] for who in NAMES[:3]] == [333_403, 333_404, 333_404]
    assert [(e.amount, e.reset) for e in scene.events(ev.Paid)] == [(1_000_211, 10_000_00)]
    assert {end.source for end in scene.round.settlements if end.wager == "five card bonus dealer"} == {"five card"}
    assert scene.table.meters["five card"].value == 10_000_00


@clause(NAME, "11(e)(2)")
def test_11e2_the_dealers_jackpot_is_fixed_before_the_first_player_is_paid() -> None:
    side = [{"five_card_bonus_dealer": 100}, {"five_card_bonus": 100}]
    hands = ["Qd Jd 9c 3c 2d", HANDS["straight flush"]]
    scene = played(hands, HANDS["royal flush"], side=side, rules=FIVE_CARD, meters={"five card": 20_000_00})
    assert scene.result("Ann", "five card bonus dealer") == ("win", 2_000_140)
    # Bob's turn comes first, and the meter is at its seed by then
    assert scene.result("Bob", "five card bonus") == ("win", 100_000)


@clause(NAME, "10(c)3.i.", "10(c)3.ii.")
@pytest.mark.parametrize("hand", ["four of a kind", "straight flush"])
def test_10c3ii_500_for_1_and_meter_wins_wait_for_a_floorperson(hand: str) -> None:
    scene = decide(at_table([HANDS[hand]], side={"five_card_bonus": 100}, rules=FIVE_CARD))
    assert scene.round.asking is not None
    assert scene.round.asking.about == "validation: five card bonus"
    assert not ends(scene, "Ann", "five card bonus")
    assert scene.refused("dealer", "validate").clause == "10(c)3.ii."
    scene.do("supervisor", "validate")
    assert [e.clause for e in scene.events(ev.Validated)] == ["10(c)3.ii."]
    assert scene.result("Ann", "five card bonus")[0] == "win"


@clause(NAME, "10(c)3.ii.", "11(e)(2)")
@pytest.mark.parametrize(
    ("dealer", "waits", "back"),
    [
        ("5s 5d 5h 5c Kd", ["Bob", "Ann"], 50_000),  # 500 for 1, for each player paid
        ("Kc Qc Jc Tc 9c", ["dealer"], 50_007),  # a share of the meter, fixed once: half of 100,014
    ],
)
def test_10c3ii_a_floorperson_verifies_the_same_on_the_dealers_hand(dealer: str, waits: list[str], back: int) -> None:
    hands = ["Qd Jd 9d 3c 2d", "Qs Js 9h 4d 2h"]
    scene = decide(at_table(hands, dealer, side={"five_card_bonus_dealer": 100}, rules=FIVE_CARD))
    for number in range(len(waits)):
        assert scene.round.asking is not None
        assert scene.round.asking.about.startswith("validation: five card bonus")
        assert len([end for end in scene.round.settlements if end.wager == "five card bonus dealer"]) == number
        assert scene.refused("dealer", "validate").clause == "10(c)3.ii."
        scene.do("supervisor", "validate")
        assert [e.player for e in scene.events(ev.Validated)] == waits[: number + 1]
    assert scene.round.over
    assert ends(scene, "Ann", "five card bonus dealer") == ends(scene, "Bob", "five card bonus dealer") == [back]


@clause(NAME, "10(c)3.iii.", "11(e)(2)")
def test_10c3iii_100_for_1_on_the_dealers_hand_is_credited_at_once() -> None:
    side = {"five_card_bonus_dealer": 100}
    scene = decide(at_table(["Qd Jd 9d 3c 2d"], "8s 8d 8h Kc Kd", side=side, rules=FIVE_CARD))
    assert scene.round.over
    assert not scene.events(ev.Validated)
    assert scene.result("Ann", "five card bonus dealer") == ("win", 10_000)


@clause(NAME, "10(c)3.i.", "10(c)3.iii.")
def test_10c3iii_smaller_wins_are_credited_at_once() -> None:
    scene = decide(at_table([HANDS["full house"]], side={"five_card_bonus": 100}, rules=FIVE_CARD))
    assert scene.round.over
    assert not scene.events(ev.Validated)
    end = scene.settled("Ann", "five card bonus")
    assert (end.returned, end.source, end.clause) == (10_000, "game account", "10(c)3.iii.")


@clause(NAME, "10(c)3.iii.")
def test_10c3iii_what_the_game_account_gets_and_what_it_does_not() -> None:
    """Wins at fixed odds on either hand, Magic Card and Lucky Bonus. No losses, other wagers or shares of a meter."""
    side = {"bonus": 500, "progressive": 100, "five_card_bonus": 100, "five_card_bonus_dealer": 100, "cover_all": 500}
    rules = {**MAGIC, "lucky_bonus": True, "lucky_bonus_every": 1}
    scene = with_draw([HANDS["four of a kind"]], 0, rules, side, dealer="Qd Jd 9d 3d 2d")
    sources = {end.wager: (end.result, end.source) for end in scene.round.settlements}
    assert sources == {
        "ante": ("win", ""),
        "bet": ("win", ""),
        "bonus": ("win", ""),
        "progressive": ("win", ""),
        "five card bonus": ("win", "game account"),
        "five card bonus dealer": ("win", "game account"),
        "lucky bonus": ("win", "game account"),
        "cover all": ("win", ""),
    }
    magic = with_draw([HANDS["high card"]], ACE_OF_SPADES, MAGIC, {"five_card_bonus": 100})
    assert magic.settled("Ann", "magic card").source == "game account"
    assert magic.settled("Ann", "five card bonus").source == ""  # it lost


@clause(NAME, "10(c)3.iii.")
def test_10c3iii_a_meter_win_is_not_credited_and_its_hand_stays_until_documented() -> None:
    scene = played([HANDS["royal flush"]], side={"five_card_bonus": 100}, rules=FIVE_CARD)
    assert scene.settled("Ann", "five card bonus").source == "five card"
    made = scene.round.events
    documented = next(e for e in made if isinstance(e, ev.Procedure) and "documented" in e.step)
    collected = next(e for e in made if isinstance(e, ev.Collected) and e.place == "seat 1")
    settled = scene.settled("Ann", "five card bonus")
    assert documented.clause == "10(c)3.iii."
    assert made.index(documented) < made.index(settled) < made.index(collected)


@clause(NAME, "10(b)", "10(c)3.")
def test_10b_a_fold_keeps_the_five_card_wagers_and_the_hand_is_shown_for_them_alone() -> None:
    side = {"five_card_bonus": 100, "five_card_bonus_dealer": 100, "bonus": 500}
    scene = at_table([HANDS["flush"], HANDS["high card"]], side=side, rules=FIVE_CARD)
    scene.do("Ann", "fold")
    assert not scene.events(ev.Collected)
    assert scene.round.view("seat 2").cards("seat 1") == [None] * 5
    decide(scene).house()
    assert scene.result("Ann", "bonus") == ("lose", 0)
    assert scene.result("Ann", "five card bonus") == ("win", 5_000)
    assert scene.result("Ann", "five card bonus dealer") == ("lose", 0)
    assert scene.settled("Ann", "five card bonus").ruling == "fold-forfeits"
    assert [e.place for e in scene.events(ev.Collected)] == ["seat 2", "seat 1", "dealer"]


@clause(NAME, "10(b)", "10(c)2.v.", "12(b)")
def test_10b_a_folded_hand_shown_for_its_five_card_wager_gives_no_envy_and_no_cover_all() -> None:
    side = {"five_card_bonus": 100, "progressive": 100, "cover_all": 500}
    hands = [HANDS["straight flush"], "Kd 8c 6d 4c 2s"]
    scene = played(hands, side=side, rules=FIVE_CARD, folds=["Ann"])
    assert scene.result("Ann", "five card bonus") == ("win", 100_014)
    assert [e.place for e in scene.events(ev.Exposed)] == ["dealer", "seat 2", "seat 1"]
    assert not [end for end in scene.round.settlements if end.wager == "envy"]
    assert scene.result("Ann", "cover all") == scene.result("Bob", "cover all") == ("lose", 0)
    # if bet, the same hand wins both
    shown = played(hands, side=side, rules=FIVE_CARD)
    assert ends(shown, "Bob", "envy") == [300_00]
    assert shown.result("Bob", "cover all") == ("win", 63_000)
    assert {e.clause for e in shown.citing("10(c)2.v.")} == {"10(c)2.v."}


@clause(NAME, "10(b)")
def test_10b_a_folded_hand_with_a_wager_on_the_dealers_alone_is_not_shown() -> None:
    scene = played([HANDS["royal flush"]], side={"five_card_bonus_dealer": 100}, rules=FIVE_CARD, folds=["Ann"])
    assert [e.place for e in scene.events(ev.Exposed)] == ["dealer"]
    assert scene.result("Ann", "five card bonus dealer") == ("lose", 0)


@clause(NAME, "11(e)")
def test_11e_the_five_card_wager_is_offered_only_where_the_rules_say_so() -> None:
    Scene(NAME).wager("Ann", ante=1000).refused("Ann", "wager", "five card bonus", 100)
    scene = Scene(NAME, rules=FIVE_CARD).wager("Ann", ante=1000)
    assert scene.refused("Ann", "wager", "five card bonus", 200).clause == "11(e)"


# --- 11(e)(3): Magic Card and Lucky Bonus

MAGIC = {**FIVE_CARD, "magic_card": True, "magic_card_every": 10}
LUCKY = {**FIVE_CARD, "lucky_bonus": True, "lucky_bonus_every": 10}


def with_draw(
    hands: list[str],
    number: int,
    rules: dict[str, object],
    side: dict[str, int],
    folds: tuple[str, ...] = (),
    dealer: str = BELOW,
) -> Scene:
    """A round in which the progressive system draws this number."""
    scene = at_table(hands, dealer, side=side, rules=rules)

    def draws(round: Round, question: Question) -> Input:
        given = scene.table._meter(round, question)
        return make(by="meter", do="draw", what=given.what, amount=number) if given.do == "draw" else given

    scene.table.attendants["meter"] = draws
    return decide(scene, folds).house()


ACE_OF_SPADES, TWO_OF_DIAMONDS = 51, 1


@clause(NAME, "11(e)(3)", "10(c)3.iii.")
def test_11e3_a_magic_card_in_the_hand_pays_20_for_1() -> None:
    scene = with_draw([HANDS["high card"]], ACE_OF_SPADES, MAGIC, {"five_card_bonus": 100})
    assert scene.events(ev.Drawn)[0].result == "As"
    assert scene.result("Ann", "magic card") == ("win", 2_000)
    assert scene.settled("Ann", "magic card").stake == 0


@clause(NAME, "11(e)(3)")
def test_11e3_a_magic_card_in_the_dealers_hand_pays_those_who_wagered_on_it() -> None:
    scene = with_draw([HANDS["high card"]], TWO_OF_DIAMONDS, MAGIC, {"five_card_bonus_dealer": 100})
    assert scene.result("Ann", "magic card") == ("win", 2_000)
    scene = with_draw([HANDS["high card"]], TWO_OF_DIAMONDS, MAGIC, {"five_card_bonus": 100})
    assert not ends(scene, "Ann", "magic card")


@clause(NAME, "11(e)(3)")
def test_11e3_a_magic_card_in_ones_own_hand_pays_nothing_on_the_dealers() -> None:
    scene = with_draw([HANDS["high card"]], ACE_OF_SPADES, MAGIC, {"five_card_bonus_dealer": 100})
    assert scene.events(ev.Drawn)[0].result == "As"
    assert not ends(scene, "Ann", "magic card")


@clause(NAME, "11(e)(3)")
@pytest.mark.parametrize("card", [ACE_OF_SPADES, TWO_OF_DIAMONDS])
def test_11e3_with_wagers_on_both_hands_the_magic_card_pays_on_the_one_that_holds_it(card: int) -> None:
    both = {"five_card_bonus": 100, "five_card_bonus_dealer": 100}
    scene = with_draw([HANDS["high card"]], card, MAGIC, both)
    assert ends(scene, "Ann", "magic card") == [2_000]


@clause(NAME, "11(e)(3)")
def test_11e3_most_rounds_have_no_magic_card() -> None:
    scene = with_draw([HANDS["high card"]], 52, MAGIC, {"five_card_bonus": 100})
    assert scene.events(ev.Drawn)[0].result == "none"
    assert not ends(scene, "Ann", "magic card")


@clause(NAME, "11(e)(3)")
def test_11e3_a_folded_hand_keeps_its_magic_card() -> None:
    scene = with_draw([HANDS["high card"]], ACE_OF_SPADES, MAGIC, {"five_card_bonus": 100}, folds=("Ann",))
    assert scene.result("Ann", "magic card") == ("win", 2_000)


@clause(NAME, "11(e)(3)")
def test_11e3_a_lucky_seat_pays_5_for_1_on_what_its_player_wagered() -> None:
    both = {"five_card_bonus": 100, "five_card_bonus_dealer": 100}
    scene = with_draw([HANDS["high card"], HANDS["straight flush"]], 1, LUCKY, both)
    assert scene.events(ev.Drawn)[0].result == "seat 2"
    assert scene.result("Bob", "lucky bonus") == ("win", 1_000)
    assert not ends(scene, "Ann", "lucky bonus")
    assert with_draw([HANDS["high card"]], 1, LUCKY, both).events(ev.Drawn)[0].result == "none"


@clause(NAME, "11(e)(3)")
@pytest.mark.parametrize(("rules", "numbers"), [(MAGIC, 520), (LUCKY, 20)])
def test_11e3_each_number_that_is_drawn_is_one_of_so_many(rules: dict[str, object], numbers: int) -> None:
    """52 cards in one of ten rounds; two seats in one of ten."""
    asked = []

    def draws(round: Round, question: Question) -> Input:
        (offer,) = round.offers(METER)
        asked.append((offer.least, offer.most))
        assert not round.allows(offer.taken(METER, numbers))
        return offer.taken(METER, numbers - 1)

    scene = at_table([HANDS["high card"], HANDS["straight"]], side={"five_card_bonus": 100}, rules=rules)
    scene.table.attendants["meter"] = draws
    decide(scene).house()
    assert asked == [(0, numbers - 1)]
    assert scene.events(ev.Drawn)[0].result == "none"


def test_11e3_nothing_is_drawn_where_nobody_wagered_for_it() -> None:
    scene = played([HANDS["high card"]], rules={**MAGIC, **LUCKY})
    assert not scene.events(ev.Drawn)


# --- section 12: Cover All

COVER_ALL = {
    "2": {"royal flush": 501, "straight flush": 201, "four of a kind": 61, "full house": 41, "flush": 36,
          "straight": 26, "three of a kind": 10},
    "3": {"royal flush": 301, "straight flush": 126, "four of a kind": 41, "full house": 31, "flush": 21,
          "straight": 18, "three of a kind": 7},
    "4": {"royal flush": 251, "straight flush": 101, "four of a kind": 31, "full house": 21, "flush": 16,
          "straight": 11, "three of a kind": 6},
    "5": {"royal flush": 201, "straight flush": 91, "four of a kind": 21, "full house": 16, "flush": 11,
          "straight": 9, "three of a kind": 5},
    "6": {"royal flush": 151, "straight flush": 81, "four of a kind": 18, "full house": 13, "flush": 10,
          "straight": 8, "three of a kind": 4},
    "7": {"royal flush": 126, "straight flush": 71, "four of a kind": 16, "full house": 10, "flush": 8,
          "straight": 6, "three of a kind": 4},
    "8": {"royal flush": 101, "straight flush": 41, "four of a kind": 8, "full house": 7, "flush": 6,
          "straight": 5, "three of a kind": 4},
}  # fmt: skip


def covered(hand: str, players: int) -> Scene:
    """This many players. The first holds the hand. The others and the dealer hold two pair at best."""
    held = parse_cards(HANDS[hand])
    rest, random = [card for card in range(52) if card not in held], Random(7)
    while True:
        random.shuffle(rest)
        others = [rest[at : at + 5] for at in range(0, 5 * players, 5)]
        if all(category(cards) < THREE for cards in others):
            break
    return played([HANDS[hand], *map(texts, others[1:])], texts(others[0]), side={"cover_all": 500})


@pytest.mark.parametrize("hand", list(COVER_ALL["2"]))
@pytest.mark.parametrize("column", [pytest.param(c, marks=clause(NAME, "12(k)", "12(c)", case=c)) for c in "2345678"])
def test_12k_every_line_of_every_column(column: str, hand: str) -> None:
    scene = covered(hand, int(column) - 1)
    end = scene.settled("Ann", "cover all")
    assert (end.result, end.returned, end.table) == ("win", 500 * COVER_ALL[column][hand], column)


@clause(NAME, "12(k)")
@pytest.mark.parametrize(("seats", "column"), [(1, "2"), (7, "2")])
def test_12k_one_player_is_the_column_for_two_hands_at_a_table_of_any_size(seats: int, column: str) -> None:
    scene = played([HANDS["straight"]], side={"cover_all": 500}, rules={"positions": seats})
    end = scene.settled("Ann", "cover all")
    assert (end.returned, end.table) == (13_000, column)


@clause(NAME, "12(f)")
def test_12f_the_column_for_eight_hands() -> None:
    assert covered("straight flush", 7).result("Gus", "cover all") == ("win", 20_500)


@clause(NAME, "12(a)")
def test_12a_cover_all_is_wagered_before_the_round() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000, cover_all=500)
    assert "above the maximum" in str(Scene(NAME).wager("Ann", ante=1000).refused("Ann", "wager", "cover all", 10_100))
    scene.no_more_bets()
    assert scene.refused("Ann", "wager", "cover all", 500).clause == "12(a)"


@clause(NAME, "12(b)")
def test_12b_two_pair_at_best_loses() -> None:
    scene = played([HANDS["two pair"]], side={"cover_all": 500})
    assert scene.result("Ann", "cover all") == ("lose", 0)


@clause(NAME, "12(b)")
def test_12b_the_dealers_hand_wins_too() -> None:
    scene = played([HANDS["high card"]], HANDS["straight flush"], side={"cover_all": 500})
    assert scene.result("Ann", "cover all") == ("win", 100_500)


@clause(NAME, "12(d)", "12(e)", "12(c)")
def test_12e_the_shuffler_shows_the_payouts_for_the_hands_it_dealt() -> None:
    scene = at_table([HANDS["high card"], HANDS["straight flush"]], side={"cover_all": 500})
    assert [e.step for e in scene.events(ev.Procedure) if e.clause == "12(e)"] == [
        "the shuffler shows the Cover All payouts for 3 hands"
    ]


@clause(NAME, "12(d)", "13(g)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
def test_12d_a_shuffler_that_is_removed_takes_cover_all_with_it(dealing: str) -> None:
    scene = Scene(NAME, players=("Ann", "Bob"), rules={"dealing": dealing}).wager("Ann", ante=1000, cover_all=500)
    scene.do("supervisor", "remove", what="shuffler")
    end = scene.settled("Ann", "cover all")
    assert (end.result, end.returned, end.clause) == ("void", 500, "12(d)")
    assert scene.refused("Ann", "wager", "cover all", 500).clause == "12(d)"
    decide(scene.no_more_bets())
    assert "12(e)" not in scene.clauses()
    assert scene.events(ev.Ended)[0].staked == 3500


@clause(NAME, "12(e)", "13(g)")
def test_12e_an_automated_shoe_that_is_removed_leaves_cover_all() -> None:
    """The shuffler, which shows the payouts, stays."""
    hands = laid([HANDS["three of a kind"]], BELOW)
    scene = Scene(NAME, hands, rules={"dealing": "automated shoe"}).wager("Ann", ante=1000, cover_all=500)
    scene.do("supervisor", "remove", what="automated shoe")
    assert scene.round.layout.stakes[1, "Ann", 1, "cover all"] == 500
    decide(scene.no_more_bets())
    assert scene.settled("Ann", "cover all").result == "win"
    assert [e.step for e in scene.citing("12(e)")] == ["the shuffler shows the Cover All payouts for 2 hands"]
    assert scene.citing("13(g)")


@clause(NAME, "12(d)")
def test_12d_cover_all_needs_the_automated_shuffler() -> None:
    scene = Scene(NAME, rules={"shuffler": "manual"})
    scene.do("dealer", "cut", amount=20)
    scene.wager("Ann", ante=1000)
    assert scene.refused("Ann", "wager", "cover all", 500).clause == "12(d)"


@clause(NAME, "12(g)")
def test_12g_only_the_highest_hand_pays() -> None:
    scene = played([HANDS["straight flush"], HANDS["high card"]], "Ts Td Tc 4d 3d", side={"cover_all": 500})
    # three tens for the dealer, a straight flush for Ann: 125 to 1 in the column for three hands
    assert scene.result("Ann", "cover all") == ("win", 63_000)
    assert scene.result("Bob", "cover all") == ("win", 63_000)


@clause(NAME, "12(h)", "12(h)a.", "12(i)", "12(j)")
def test_12h_the_highest_hand_stays_exposed_until_cover_all_is_settled() -> None:
    hands = ["Qc Jd 9c 3c 2d", HANDS["straight flush"], HANDS["full house"].replace("8h", "8c")]
    scene = played(hands, "Ts Td Tc 4d 3d", side={"cover_all": 500})
    stays = [(e.step, e.clause) for e in scene.events(ev.Procedure) if "stay exposed" in e.step]
    assert stays == [
        ("the cards of dealer stay exposed for Cover All", "12(h)a."),
        ("the cards of seat 3 stay exposed for Cover All", "12(i)"),
        ("the cards of seat 2 stay exposed for Cover All", "12(i)"),
    ]
    # Cy's full house is taken up when Bob's straight flush shows, Ann's hand at once, and Bob's only at the end
    assert [e.place for e in scene.events(ev.Collected)] == ["seat 3", "seat 1", "seat 2", "dealer"]
    order = [(end.player, end.wager) for end in scene.round.settlements][-3:]
    assert order == [("Cy", "cover all"), ("Bob", "cover all"), ("Ann", "cover all")]


@clause(NAME, "12(b)", "12(j)")
def test_12j_cover_all_survives_its_players_fold_and_a_folded_hand_does_not_count() -> None:
    scene = played([HANDS["royal flush"], HANDS["straight flush"]], side={"cover_all": 500}, folds=["Ann"])
    assert scene.result("Ann", "cover all") == ("win", 63_000)
    scene = played(
        [HANDS["royal flush"], HANDS["high card"].replace("As", "Ah")], side={"cover_all": 500}, folds=["Ann"]
    )
    assert scene.result("Ann", "cover all") == ("lose", 0)
    assert scene.settled("Ann", "cover all").table == "3"
    assert scene.settled("Ann", "cover all").ruling == "cover-all-survives"
    assert scene.settled("Bob", "cover all").ruling == "cover-all-hands"


# --- 10(c): each player is settled completely before the next


@clause(NAME, "10(c)", "10(c)1.", "10(c)2.", "10(c)3.")
def test_10c_each_player_is_settled_whole_before_the_next_and_cover_all_comes_last() -> None:
    side = {"cover_all": 500, "five_card_bonus_dealer": 100, "five_card_bonus": 100, "progressive": 100, "bonus": 500}
    scene = played([HANDS["high card"], HANDS["straight flush"]], side=side, rules=FIVE_CARD)
    order = [(end.player, end.wager) for end in scene.round.settlements]
    own = ["ante", "bet", "bonus", "progressive", "five card bonus", "five card bonus dealer"]
    assert order == [
        *(("Bob", wager) for wager in own[:4]),
        ("Ann", "envy"),
        *(("Bob", wager) for wager in own[4:]),
        *(("Ann", wager) for wager in own),
        ("Bob", "cover all"),
        ("Ann", "cover all"),
    ]
