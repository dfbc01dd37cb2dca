"""Caribbean Stud Poker, clause by clause: irregularities and their effects."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from caribbean import BELOW, FIVE_CARD, HANDS, NAMES, QUALIFIES, at_table, decide, laid, played
from pitboss import Table
from pitboss.basics.money import UNITS
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.round import events as ev
from pitboss.engine.round.round import Round

from scene import Scene

clause = pytest.mark.clause
NAME = "caribbean_stud"
AUTOMATED_SHOE = {"dealing": "automated shoe"}


def two(**rules: object) -> Scene:
    """Ann and Bob have wagered, with side wagers, and bets are still open."""
    scene = Scene(NAME, players=NAMES[:2], rules=rules)
    return scene.wager("Ann", ante=1000, bonus=500, progressive=100, cover_all=500).wager("Bob", ante=1000)


def results(scene: Scene, who: str) -> set[tuple[str, int]]:
    return {(end.result, end.returned - end.stake) for end in scene.round.settlements if end.player == who}


def on_the_hand(scene: Scene, who: str) -> set[tuple[str, str]]:
    """The results of the wagers on a player's own hand."""
    elsewhere = ("cover all", "five card bonus dealer")
    return {(s.wager, s.result) for s in scene.round.settlements if s.player == who and s.wager not in elsewhere}


VOID = {("void", 0)}

# --- 13(a): an exposed hole card


@clause(NAME, "13(a)")
def test_13a_a_hole_card_seen_before_every_decision_voids_all_hands() -> None:
    scene = two().no_more_bets()
    scene.do("Ann", "bet", amount=2000)
    scene.report("exposed hole card")
    assert results(scene, "Ann") == results(scene, "Bob") == VOID
    assert scene.events(ev.Voided)[0].ruling == "hole-exposed"
    assert scene.round.over


@clause(NAME, "13(a)")
def test_13a_a_fold_made_before_stands() -> None:
    scene = two().no_more_bets()
    scene.do("Ann", "fold")
    scene.report("exposed hole card", by="supervisor")
    assert scene.result("Ann", "ante") == ("lose", 0)
    assert scene.result("Ann", "progressive") == ("lose", 0)
    assert scene.result("Ann", "cover all") == ("void", 500)
    assert results(scene, "Bob") == VOID
    # the meter keeps what a lost wager added
    assert scene.table.meters["meter"].value == 1_000_070


@clause(NAME, "13(a)")
def test_13a_it_can_be_reported_only_while_players_decide() -> None:
    scene = two()
    assert scene.refused("dealer", "report", what="exposed hole card").clause == "13(a)"


@clause(NAME, "13(a)", "11(d)(5)")
def test_13a_a_void_takes_contributions_back() -> None:
    scene = at_table([HANDS["straight"]], side={"progressive": 100, "five_card_bonus": 100}, rules=FIVE_CARD)
    assert scene.table.meters["meter"].value == 1_000_070
    scene.report("exposed hole card")
    assert [(e.meter, e.units, e.reversed) for e in scene.events(ev.Contributed)] == [
        ("meter", 700_000, False),
        ("five card", 700_000, False),
        ("meter", 700_000, True),
        ("five card", 700_000, True),
    ]
    assert scene.table.meters["meter"].value == scene.table.meters["five card"].value == 1_000_000
    assert scene.events(ev.Ended)[0].meter_units == {"meter": 0, "five card": 0}


# --- 13(b), 13(c): boxed cards, cards drawn in error


@clause(NAME, "13(b)")
def test_13b_one_card_face_up_goes_to_the_rack_and_the_next_is_used() -> None:
    cards = laid([HANDS["straight"]], QUALIFIES).split()
    scene = Scene(NAME, " ".join(["2c^", *cards])).wager("Ann", ante=1000).no_more_bets()
    assert [(e.card, e.face, e.clause) for e in scene.events(ev.Burned)] == [("2c", "up", "13(b)")]
    assert decide(scene).result("Ann", "bet") == ("win", 10_000)


@clause(NAME, "13(b)")
@pytest.mark.parametrize("rules", [{}, AUTOMATED_SHOE])
def test_13b_a_second_one_voids_all_hands(rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("boxed card", amount=3)
    scene.report("boxed card", amount=9)
    scene.no_more_bets()
    assert results(scene, "Ann") == results(scene, "Bob") == VOID
    assert scene.events(ev.Voided)[0].reshuffle
    assert len(scene.events(ev.Burned)) == 2


@clause(NAME, "13(c)")
def test_13c_a_card_drawn_in_error_unseen_is_the_next_card() -> None:
    scene = Scene(NAME, laid([HANDS["straight"]], QUALIFIES)).wager("Ann", ante=1000)
    scene.report("card drawn in error")
    scene.no_more_bets()
    assert scene.events(ev.Irregular)[0].remedy == "it is used as the next card"
    assert decide(scene).result("Ann", "bet") == ("win", 10_000)


# --- 13(d): misdeals


@clause(NAME, "13(d)")
@pytest.mark.parametrize("rules", [{}, {"dealing": "hand"}, AUTOMATED_SHOE])
@pytest.mark.parametrize("cards", [0, 1, 4, 6, 9])
def test_13d_a_players_wrong_number_of_cards_voids_that_hand_alone(cards: int, rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("misdeal", place="seat 1", amount=cards)
    scene.no_more_bets()
    assert results(scene, "Ann") == VOID
    assert scene.round.asking is not None
    assert scene.round.asking.waiting[0].player == "Bob"
    decide(scene).house()
    assert results(scene, "Bob") != VOID
    assert scene.events(ev.Dealt)[-1].to == "dealer"
    assert scene.table.meters["meter"].value == 1_000_000


@clause(NAME, "13(d)")
@pytest.mark.parametrize("rules", [{}, {"dealing": "hand"}, AUTOMATED_SHOE])
def test_13d_a_dealers_four_cards_get_a_fifth(rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("misdeal", place="dealer", amount=4)
    scene.no_more_bets()
    assert scene.round.view("surveillance").cards("dealer").count(None) == 0
    added = scene.events(ev.Dealt)[-1]
    assert (added.to, added.face, added.clause) == ("dealer", "down", "13(d)")
    assert scene.round.view("public").cards("dealer")[1:] == [None] * 4
    decide(scene).house()
    assert VOID not in (results(scene, "Ann"), results(scene, "Bob"))


@clause(NAME, "13(d)")
@pytest.mark.parametrize("rules", [{}, {"dealing": "hand"}, AUTOMATED_SHOE])
@pytest.mark.parametrize("cards", [0, 3, 6])
def test_13d_any_other_misdeal_to_the_dealer_voids_all_hands(cards: int, rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("misdeal", place="dealer", amount=cards)
    scene.no_more_bets()
    assert results(scene, "Ann") == results(scene, "Bob") == VOID
    assert scene.events(ev.Voided)[0].reshuffle


@clause(NAME, "13(d)")
def test_13d_a_misdeal_that_nobody_noticed_shows_when_the_cards_are_turned() -> None:
    scene = two()
    scene.report("unnoticed misdeal", place="seat 1", amount=6)
    scene.no_more_bets()
    assert scene.round.asking is not None
    assert scene.round.asking.waiting[0].player == "Ann"
    decide(scene).house()
    assert on_the_hand(scene, "Ann") == {(w, "void") for w in ("ante", "bet", "bonus", "progressive")}
    assert results(scene, "Bob") != VOID


@clause(NAME, "13(d)")
@pytest.mark.parametrize("rules", [{}, AUTOMATED_SHOE])
@pytest.mark.parametrize(("cards", "void"), [(0, True), (3, True), (4, False), (6, True)])
def test_13d_nor_did_anybody_notice_the_dealers(cards: int, void: bool, rules: dict[str, object]) -> None:
    scene = two(**rules)
    scene.report("unnoticed misdeal", place="dealer", amount=cards)
    decide(scene.no_more_bets()).house()
    assert (results(scene, "Bob") == VOID) is void


@clause(NAME, "13(d)")
def test_13d_a_folded_hand_with_a_live_wager_is_void_too() -> None:
    scene = Scene(NAME, rules=FIVE_CARD).wager("Ann", ante=1000, five_card_bonus=100)
    scene.report("unnoticed misdeal", place="seat 1", amount=4)
    decide(scene.no_more_bets(), folds=["Ann"]).house()
    assert scene.result("Ann", "ante") == ("lose", 0)
    assert scene.result("Ann", "five card bonus") == ("void", 100)


@clause(NAME, "13(d)")
@pytest.mark.parametrize("notice", [False, True])
@pytest.mark.parametrize("rules", [{}, {"dealing": "hand"}, AUTOMATED_SHOE])
def test_13d_a_hand_without_cards_that_folds_with_a_live_wager_is_void(notice: bool, rules: dict[str, object]) -> None:
    scene = Scene(NAME, players=NAMES[:2], rules={**FIVE_CARD, **rules})
    scene.wager("Ann", ante=1000, five_card_bonus=100).wager("Bob", ante=1000)
    scene.report("unnoticed misdeal", place="seat 1", amount=0)
    scene.no_more_bets()
    scene.do("Ann", "fold")
    if notice:
        scene.report("noticed misdeal", place="seat 1")
    decide(scene).house()
    assert scene.result("Ann", "ante") == ("lose", 0)
    assert scene.result("Ann", "five card bonus") == ("void", 100)
    assert [(e.place, e.clause) for e in scene.events(ev.Voided)] == [("seat 1", "13(d)")]
    assert results(scene, "Bob") != VOID
    assert scene.round.over


@clause(NAME, "13(d)", "10(c)2.v.")
def test_13d_a_void_hand_neither_gives_nor_gets_envy() -> None:
    hands = [HANDS["high card"], HANDS["straight flush"], "Ks Qs Js Ts 9s"]
    scene = Scene(NAME, laid(hands, BELOW), players=NAMES[:3])
    for who in NAMES[:3]:
        scene.wager(who, ante=1000, progressive=100)
    # Cy's fifth card goes to the dealer instead, who comes after all players
    scene.report("misdeal", place="seat 3", amount=4)
    decide(scene.no_more_bets()).house()
    assert results(scene, "Cy") == VOID
    assert [end.player for end in scene.round.settlements if end.wager == "envy"] == ["Ann"]


# --- 13(f): a jammed automated shoe


@clause(NAME, "13(f)")
@pytest.mark.parametrize("card", [1, 7, 15])
def test_13f_a_jam_voids_the_round(card: int) -> None:
    scene = two(**AUTOMATED_SHOE)
    scene.report("shoe jam", amount=card)
    scene.no_more_bets()
    assert len(scene.events(ev.Dealt)) == card - 1
    assert results(scene, "Ann") == results(scene, "Bob") == VOID
    assert scene.events(ev.Voided)[0].reshuffle


@clause(NAME, "13(f)")
def test_13f_only_an_automated_shoe_jams() -> None:
    assert two().refused("dealer", "report", what="shoe jam", amount=3).clause == "13(f)"


# --- whatever happens, the money adds up


@pytest.mark.parametrize("seed", range(8))
def test_random_rounds_with_random_misfortunes_end_and_conserve_money(seed: int) -> None:
    random = Random(seed)
    rules = {
        **FIVE_CARD,
        "dealing": random.choice(["manual shoe", "hand", "automated shoe"]),
        "progressive": "PTMGLML02",
        "progressive_linked": True,
        "progressive_shares": {"mega": 34, "major": 33, "minor": 33},
        "magic_card": True,
        "magic_card_every": 1,
        "lucky_bonus": True,
        "lucky_bonus_every": 2,
    }
    table = Table(NAME, rules, seed=seed)
    for who in NAMES[: random.randint(1, 7)]:
        table.sit(who)
    players, house, meters = 0, Fraction(0), dict.fromkeys(table.meters, Fraction(0))
    for _ in range(12):
        round = drive(table.open_round(), random_legal, random, stop=lambda party: party.by == "dealer")
        report(round, random)
        ended = drive(round, random_legal, random).events[-1]
        assert isinstance(ended, ev.Ended)
        players += ended.returned - ended.staked
        house += Fraction(ended.house_units, UNITS)
        for name, gain in ended.meter_units.items():
            meters[name] += Fraction(gain, UNITS)
    assert players + house + sum(meters.values()) == 0
    for name, meter in table.meters.items():
        assert meter.value == meter.terms.seed + meters[name]


def report(round: Round, random: Random) -> None:
    """Report an irregularity, or none."""
    offers = [offer for offer in round.reports() if not offer.why_not]
    if not offers:
        return
    offer = random.choice(offers)
    place = random.choice(offer.places) if offer.places else ""
    amount = random.randint(offer.least, min(offer.most, 9))
    given = round.input("dealer", "report", what=(offer.what or ("",))[0], place=place, amount=amount)
    if round.allows(given):
        round.do(given)


def test_a_round_without_side_wagers_leaves_the_meters_alone() -> None:
    scene = played([HANDS["royal flush"]])
    assert scene.events(ev.Ended)[0].meter_units == {}


# --- 13(a): which hole card


@clause(NAME, "13(a)")
@pytest.mark.parametrize("rules", [{}, AUTOMATED_SHOE])
@pytest.mark.parametrize(("amount", "card"), [(0, "Jd"), (1, "Jd"), (4, "2d")])
def test_13a_the_hole_card_that_was_seen_is_named_and_shown_to_all(
    rules: dict[str, object], amount: int, card: str
) -> None:
    scene = at_table([HANDS["straight"]], BELOW, rules=rules)
    scene.report("exposed hole card", amount=amount)
    fault = scene.events(ev.Irregular)[-1]
    assert (fault.card, fault.place) == (card, "dealer")
    shown = [e for e in scene.round.view("public").events if isinstance(e, ev.Exposed)][-1]
    assert (shown.place, shown.cards, shown.only) == ("dealer", (card,), (max(1, amount),))
    assert scene.result("Ann", "ante") == ("void", 1000)


@clause(NAME, "13(a)")
def test_13a_there_are_four_hole_cards() -> None:
    scene = at_table([HANDS["straight"]])
    assert "above" in scene.refused("dealer", "report", what="exposed hole card", amount=5).wrong
    short = two()
    short.report("unnoticed misdeal", place="dealer", amount=3)
    short.no_more_bets()
    assert "2 cards lie face down" in short.refused("dealer", "report", what="exposed hole card", amount=3).wrong


# --- 13(d): noticed, turned over, folded


@clause(NAME, "13(d)")
def test_13d_a_misdeal_noticed_while_players_decide_voids_that_hand_at_once() -> None:
    scene = two()
    scene.report("unnoticed misdeal", place="seat 1", amount=6)
    scene.no_more_bets()
    right = scene.refused("dealer", "report", what="noticed misdeal", place="seat 2")
    assert (right.wrong, right.clause) == ("seat 2 has 5 cards, which is the right number", "13(d)")
    scene.report("noticed misdeal", place="seat 1")
    assert results(scene, "Ann") == VOID
    assert [party.player for party in scene.round.waiting] == ["Bob"]
    assert scene.table.meters["meter"].value == 1_000_000
    decide(scene).house()
    assert results(scene, "Bob") != VOID


@clause(NAME, "13(d)")
def test_13d_so_does_one_of_a_player_whose_turn_has_not_come() -> None:
    scene = two()
    scene.report("unnoticed misdeal", place="seat 2", amount=4)
    scene.no_more_bets()
    scene.report("noticed misdeal", place="seat 2")
    assert results(scene, "Bob") == VOID
    scene.do("Ann", "bet")
    assert scene.house().round.over


@clause(NAME, "13(d)")
def test_13d_the_stub_is_taken_back_for_the_dealers_fifth_card() -> None:
    for notice in (True, False):
        scene = two()
        scene.report("unnoticed misdeal", place="dealer", amount=4)
        scene.no_more_bets()
        if notice:
            scene.report("noticed misdeal", place="dealer")
        decide(scene).house()
        told = [getattr(e, "step", type(e).__name__) for e in scene.round.events]
        at = told.index("the stub is taken back from the discard rack")
        assert told[at + 1 : at + 4] == ["Irregular", "Dealt", "Stub"]
        assert [e.cards for e in scene.events(ev.Stub)] == [38, 37]
        assert VOID not in (results(scene, "Ann"), results(scene, "Bob"))


@clause(NAME, "13(b)", "13(d)")
def test_13b_a_boxed_card_of_the_stub_is_found_if_the_stub_is_taken_back() -> None:
    """It was first said to stay there. The second lies below the card that completes the hand."""
    scene = two()
    scene.report("unnoticed misdeal", place="dealer", amount=4)
    for amount in (15, 17):
        scene.report("boxed card", amount=amount)
    decide(scene.no_more_bets()).house()
    assert [(e.remedy, e.card is None) for e in scene.events(ev.Irregular) if e.what == "boxed card"] == [
        ("to the discard rack; the next card is used", False),
        ("none: it stays in the stub, and no hand holds it", True),
    ]
    assert scene.round.over


@clause(NAME, "13(d)")
def test_13d_a_dealers_hand_beyond_repair_voids_all_when_it_is_noticed() -> None:
    scene = two()
    scene.report("unnoticed misdeal", place="dealer", amount=6)
    scene.no_more_bets()
    scene.report("noticed misdeal", place="dealer")
    assert results(scene, "Ann") == results(scene, "Bob") == VOID


# --- 13(d), 12(b), 11(e)(2): the wagers on a void hand, and the others


def one_void(how: str, dealer: str, *, cards: int = 6, rules: dict[str, object] | None = None) -> Scene:
    """Ann has three nines and a wrong number of cards. Bob has a high card. Both have every wager."""
    hands = ["9s 9d 9h 6c 5d", "Kd 8c 7d 4c 3s"]
    scene = Scene(NAME, dealt(hands, dealer, cards), players=NAMES[:2], rules={**FIVE_CARD, **(rules or {})})
    for who in NAMES[:2]:
        scene.wager(who, ante=1000, bonus=500, progressive=100, five_card_bonus=100, five_card_bonus_dealer=100)
        scene.wager(who, cover_all=500)
    what = "misdeal" if how == "in the deal" else "unnoticed misdeal"
    scene.report(what, place="seat 1", amount=cards)
    scene.no_more_bets()
    if how == "while deciding":
        scene.report("noticed misdeal", place="seat 1")
    return decide(scene, folds=["Ann"] if how == "after a fold" else []).house()


def dealt(hands: list[str], dealer: str, cards: int) -> str:
    """The order for a deal card by card in which seat 1 gets this many cards. Extra cards come in the last turn."""
    first, second, last = hands[0].split(), hands[1].split(), dealer.split()
    order = []
    for turn in range(5):
        mine = first[turn : turn + 1] if turn < cards else []
        order += [*mine, *(["2h"] if cards > 5 and turn == 4 else []), second[turn], last[turn]]
    return " ".join(order)


WAYS = ["in the deal", "while deciding", "when turned over", "after a fold"]


@clause(NAME, "13(d)", "12(b)", "11(e)(2)")
@pytest.mark.parametrize("how", WAYS)
def test_13d_a_void_hand_returns_what_is_on_it_and_the_rest_is_settled_as_anybodys(how: str) -> None:
    scene = one_void(how, "Kc Qc Jc Tc 9c")
    lost = how == "after a fold"
    own = {("five card bonus", "void"), *((w, "lose" if lost else "void") for w in ("ante", "bonus", "progressive"))}
    assert on_the_hand(scene, "Ann") == own | ({("bet", "void")} if how == "when turned over" else set())
    # a dealer's straight flush: a tenth of the meter for two players; 125 to 1 in the column for three hands
    # The void took the gain of Ann's own Five Card wager out of the meter: 10,000 and three times 70 cents are left.
    tenth = 100_021
    assert scene.result("Bob", "five card bonus dealer") == ("win", 50_011)
    assert scene.result("Ann", "five card bonus dealer") == ("win", tenth - 50_011)
    assert scene.result("Ann", "cover all") == scene.result("Bob", "cover all") == ("win", 63_000)
    assert scene.settled("Ann", "cover all").table == "3"
    assert scene.settled("Ann", "cover all").ruling == "void-hand"


@clause(NAME, "13(d)", "12(b)")
@pytest.mark.parametrize("how", WAYS)
def test_13d_a_void_hand_never_ranks_for_cover_all(how: str) -> None:
    scene = one_void(how, BELOW, cards=6)
    assert scene.result("Ann", "cover all") == scene.result("Bob", "cover all") == ("lose", 0)
    assert scene.result("Ann", "five card bonus dealer") == ("lose", 0)
    assert [e.place for e in scene.events(ev.Ranked)] == ["dealer", "seat 2"]


@clause(NAME, "13(a)")
def test_13a_a_void_round_returns_what_is_on_no_hand_too() -> None:
    scene = Scene(NAME, rules=FIVE_CARD).wager("Ann", ante=1000, cover_all=500, five_card_bonus_dealer=100)
    scene.no_more_bets().report("exposed hole card")
    assert scene.result("Ann", "cover all") == ("void", 500)
    assert scene.result("Ann", "five card bonus dealer") == ("void", 100)


@clause(NAME, "12(c)", "12(k)", "13(d)")
@pytest.mark.parametrize("how", WAYS)
def test_12k_a_seat_that_was_dealt_no_cards_is_in_no_column(how: str) -> None:
    scene = one_void(how, "Ks Kh Kc Qc Jc", cards=0)
    # Bob's hand and the dealer's: three of a kind pays 9 to 1
    assert scene.result("Ann", "cover all") == scene.result("Bob", "cover all") == ("win", 5_000)
    assert {end.table for end in scene.round.settlements if end.wager == "cover all"} == {"2"}
    assert [e.step for e in scene.events(ev.Procedure) if e.clause == "12(e)"] == [
        "the shuffler shows the Cover All payouts for 2 hands"
    ]


@clause(NAME, "12(k)", "13(d)")
def test_12k_the_dealers_hand_alone_has_no_column_and_cover_all_goes_back() -> None:
    scene = Scene(NAME, "Ks Kh Kc Qc Jc").wager("Ann", ante=1000, cover_all=500)
    scene.report("misdeal", place="seat 1", amount=0)
    scene.no_more_bets().house()
    end = scene.settled("Ann", "cover all")
    assert (end.result, end.returned, end.clause) == ("void", 500, "12(k)")
    assert not [e for e in scene.events(ev.Procedure) if e.clause == "12(e)"]
    assert scene.round.over


@clause(NAME, "13(d)")
def test_13d_a_misdeal_reported_for_a_seat_without_a_wager_lapses() -> None:
    scene = Scene(NAME, players=NAMES[:2]).wager("Ann", ante=1000)
    scene.report("misdeal", place="seat 2", amount=4)
    scene.no_more_bets()
    (lapsed,) = scene.events(ev.Irregular)
    assert (lapsed.what, lapsed.place, lapsed.clause) == ("misdeal", "seat 2", "13(d)")
    assert lapsed.remedy == "none: no cards are dealt there"


@clause(NAME, "13(d)")
def test_13d_misdeals_that_use_up_the_pack_void_every_hand_and_the_pack_stays() -> None:
    scene = Scene(NAME, players=NAMES[:7])
    for seat, who in enumerate(NAMES[:7], 1):
        scene.wager(who, ante=1000)
        scene.report("misdeal", place=f"seat {seat}", amount=9)
    scene.no_more_bets()
    assert scene.events(ev.Irregular)[-1].clause == "13(d)"
    assert scene.events(ev.Voided)[0].clause == "13(d)"
    assert scene.round.state.condition == "open"


# --- 13(f): a jam that can't happen


@clause(NAME, "13(f)")
def test_13f_a_jam_past_the_cards_that_the_shoe_deals_is_refused_or_lapses() -> None:
    scene = Scene(NAME, players=NAMES[:2], rules=AUTOMATED_SHOE).wager("Ann", ante=1000)
    refusal = scene.refused("dealer", "report", what="shoe jam", amount=16)
    assert (refusal.wrong, refusal.clause) == ("the shoe deals at most 15 cards to those at the table", "13(f)")
    scene.report("shoe jam", amount=11)
    scene.no_more_bets()
    (lapsed,) = scene.events(ev.Irregular)
    assert (lapsed.what, lapsed.clause) == ("shoe jam", "13(f)")
    assert not scene.round.over


# --- refusals that name the right clause


@pytest.mark.parametrize(
    ("who", "do", "more", "cited"),
    [
        pytest.param("supervisor", "recut", {}, "4(d)", marks=clause(NAME, "4(d)")),
        pytest.param("dealer", "report", {"what": "earthquake"}, "13(a)", marks=clause(NAME, "13(a)")),
        pytest.param("dealer", "report", {"what": "misdeal", "place": "roof"}, "13(d)", marks=clause(NAME, "13(d)")),
        pytest.param("Ann", "wager", {"wager": "envy"}, "10(c)2.v.", marks=clause(NAME, "10(c)2.v.")),
        pytest.param("Ann", "wager", {"wager": "magic card"}, "11(e)(3)", marks=clause(NAME, "11(e)(3)")),
        pytest.param("Ann", "wager", {"wager": "five card bonus"}, "11(e)", marks=clause(NAME, "11(e)")),
        pytest.param("Ann", "wager", {"wager": "bet"}, "6(d)", marks=clause(NAME, "6(d)")),
    ],
)
def test_a_refusal_names_the_clause_that_it_rests_on(who: str, do: str, more: dict[str, str], cited: str) -> None:
    scene = Scene(NAME).wager("Ann", ante=1000)
    assert scene.refused(who, do, amount=100 if do == "wager" else 0, **more).clause == cited


@clause(NAME, "11(e)")
def test_11e_what_is_not_offered_is_refused_for_that() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000)
    assert "it is not offered" in scene.refused("Ann", "wager", "five card bonus", 100).wrong
    assert "it is won, not wagered" in scene.refused("Ann", "wager", "envy", 100).wrong


@clause(NAME, "4(d)")
def test_4d_a_recut_comes_between_the_cut_and_the_first_card() -> None:
    scene = Scene(NAME, rules={"shuffler": "manual"})
    assert scene.refused("supervisor", "recut").clause == "4(d)"
    scene.do("dealer", "cut", amount=20)
    scene.wager("Ann", ante=1000).no_more_bets()
    assert scene.refused("supervisor", "recut").clause == "4(d)"
