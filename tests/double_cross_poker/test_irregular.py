"""Double Cross Poker: irregularities and the document's remedies, clause by clause."""

from __future__ import annotations

from random import Random

import pytest

from double_cross import NAME, PAIR_OF_ACES, SORTED
from looks import citing
from pitboss.basics.cards import parse_cards
from pitboss.engine.auto.drive import drive
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.games.double_cross_poker.game import basic, promise, worth_raising

from scene import KEY, Scene

clause = pytest.mark.clause
PLAYERS = ("Ann", "Bob")
UNCOUNTED = {"shuffler_counts": True}  # the dealer does not count the stub


def wagered(cards: str = "", **rules: object) -> Scene:
    """Ann and Bob have each placed an ante and a three-card wager."""
    scene = Scene(NAME, cards, players=PLAYERS, rules=rules)
    for player in PLAYERS:
        scene.wager(player, ante=1000).do(player, "wager", "three-card", 500)
    return scene


def all_void(scene: Scene, clause_id: str, *wagers: str) -> None:
    """Every live wager is returned in full, and the round is over."""
    assert scene.round.over
    (void,) = scene.events(ev.Voided)
    assert (void.place, void.clause) == ("round", clause_id)
    stakes = {"ante": 1000, "three-card": 500, "raise 1": 1000, "raise 2": 1000}
    for player in PLAYERS:
        for wager in wagers or ("ante", "three-card"):
            assert scene.result(player, wager) == ("void", stakes[wager])


# --- 12(a): boxed cards


@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
@clause(NAME, "12(a)")
def test_12a_one_card_found_face_up_goes_to_the_rack_and_the_next_is_used(dealing: str) -> None:
    scene = Scene(NAME, f"2c^ {PAIR_OF_ACES}", rules={"dealing": dealing}).wager("Ann", ante=1000).no_more_bets()
    (boxed,) = scene.events(ev.Burned)
    assert (boxed.card, boxed.face, boxed.clause) == ("2c", "up", "12(a)")
    assert [e.card for e in scene.events(ev.Dealt)] == PAIR_OF_ACES.split()
    scene.do("Ann", "vertical")
    assert scene.result("Ann", "raise 1") == ("win", 2000)


@pytest.mark.parametrize("second", [2, 3, 12])
@clause(NAME, "12(a)")
def test_12a_a_second_one_voids_all_hands_and_the_cards_are_reshuffled(second: int) -> None:
    scene = wagered()
    scene.report("boxed card", amount=1)
    scene.report("boxed card", by="supervisor", amount=second)
    scene.no_more_bets()
    all_void(scene, "12(a)")
    assert scene.events(ev.Voided)[0].reshuffle


@clause(NAME, "12(a)")
def test_12a_a_face_up_card_below_those_dealt_is_never_found() -> None:
    scene = wagered()
    scene.report("boxed card", amount=1)
    scene.report("boxed card", amount=13)
    scene.no_more_bets()
    assert not scene.round.over
    assert len(scene.events(ev.Burned)) == 1
    assert scene.refused("dealer", "report", what="boxed card", amount=1).clause == "12(a)"


# --- 12(b): drawn in error


@clause(NAME, "12(b)")
def test_12b_a_card_drawn_in_error_is_the_next_one_used() -> None:
    scene = Scene(NAME, PAIR_OF_ACES).wager("Ann", ante=1000)
    scene.report("card drawn in error")
    scene.no_more_bets()
    (fault,) = scene.events(ev.Irregular)
    assert (fault.remedy, fault.clause) == ("it is used as the next card", "12(b)")
    assert [e.card for e in scene.events(ev.Dealt)] == PAIR_OF_ACES.split()


# --- 12(c): misdeals


@pytest.mark.parametrize(
    ("place", "cards", "ruling"),
    [
        ("seat 1", 0, ""),
        ("seat 1", 1, ""),
        ("seat 2", 3, ""),
        ("community", 0, ""),
        ("community", 4, ""),
        ("community", 6, ""),
        ("dealer", 1, "dealer-misdeal"),
        ("dealer", 3, "dealer-misdeal"),
    ],
)
@clause(NAME, "12(c)")
def test_12c_a_wrong_number_of_cards_anywhere_voids_all_hands(place: str, cards: int, ruling: str) -> None:
    scene = wagered()
    scene.report("misdeal", place=place, amount=cards)
    scene.no_more_bets()
    all_void(scene, "12(c)")
    (fault,) = scene.events(ev.Irregular)
    due = 5 if place == "community" else 2
    assert (fault.what, fault.place) == (f"{cards} cards instead of {due}", place)
    assert fault.ruling == scene.events(ev.Voided)[0].ruling == ruling
    assert scene.events(ev.Voided)[0].reshuffle


@pytest.mark.parametrize(("place", "cards"), [("seat 1", 2), ("dealer", 2), ("community", 5)])
@clause(NAME, "12(c)")
def test_12c_the_right_number_is_no_misdeal(place: str, cards: int) -> None:
    refusal = wagered().refused("dealer", "report", what="misdeal", place=place, amount=cards)
    assert "the right number of cards" in str(refusal)
    assert refusal.clause == "12(c)"


@clause(NAME, "12(c)")
def test_12c_a_misdeal_to_a_seat_without_an_ante_concerns_nobody() -> None:
    scene = Scene(NAME, players=PLAYERS).wager("Ann", ante=1000)
    scene.report("misdeal", place="seat 2", amount=3)
    scene.no_more_bets()
    assert not scene.round.over
    (lapsed,) = scene.events(ev.Irregular)
    assert (lapsed.place, lapsed.remedy) == ("seat 2", "none: no cards are dealt there")


@clause(NAME, "12(c)")
def test_12c_a_misdeal_can_be_reported_before_the_deal_only_and_by_no_player() -> None:
    scene = wagered()
    scene.refused("Ann", "report", what="misdeal", place="seat 1", amount=3)
    scene.no_more_bets()
    assert scene.refused("dealer", "report", what="misdeal", place="seat 1", amount=3).clause == "12(c)"


def unnoticed(place: str, cards: int) -> Scene:
    scene = wagered(**UNCOUNTED)
    scene.report("unnoticed misdeal", place=place, amount=cards)
    return scene.no_more_bets()


@clause(NAME, "12(c)")
def test_12c_a_misdealt_hand_that_nobody_noticed_shows_when_it_is_exposed() -> None:
    scene = unnoticed("seat 1", 3)
    assert not scene.round.over
    scene.do("Ann", "expose")
    all_void(scene, "12(c)")


@clause(NAME, "12(c)")
def test_12c_or_when_it_is_turned_over_after_the_wagers_settled_before_stand() -> None:
    scene = unnoticed("seat 1", 1)
    for player in PLAYERS:
        scene.do(player, "conceal")
    for player in PLAYERS:
        scene.do(player, "vertical")
    assert scene.events(ev.Irregular)[0].place == "seat 1"
    assert scene.result("Ann", "three-card") == ("lose", 0)
    assert scene.result("Ann", "raise 2") == ("void", 1000)


@pytest.mark.parametrize(("place", "cards"), [("dealer", 3), ("community", 4), ("community", 6)])
@clause(NAME, "12(c)")
def test_12c_a_misdeal_to_dealer_or_cross_shows_when_the_rest_is_turned(place: str, cards: int) -> None:
    scene = unnoticed(place, cards)
    for player in PLAYERS:
        scene.do(player, "conceal")
    scene.do("Ann", "vertical")
    scene.do("Bob", "vertical")
    all_void(scene, "12(c)", "ante", "raise 1", "raise 2")
    assert scene.events(ev.Irregular)[0].place == place


@pytest.mark.parametrize("cards", [3, 2, 0])
@clause(NAME, "12(c)")
def test_12c_a_missing_card_of_the_cross_shows_when_it_should_be_turned_first(cards: int) -> None:
    all_void(unnoticed("community", cards), "12(c)")


@clause(NAME, "12(c)")
def test_12c_a_fold_stands_though_the_round_is_void_later() -> None:
    scene = unnoticed("dealer", 1)
    for player in PLAYERS:
        scene.do(player, "conceal")
    scene.do("Ann", "fold")
    scene.do("Bob", "horizontal")
    assert scene.result("Ann", "ante") == ("lose", 0)
    assert scene.result("Bob", "ante") == ("void", 1000)


@pytest.mark.parametrize("place", ["dealer", "horizontal left", "center", "vertical bottom"])
@clause(NAME, "12(c)")
def test_12c_a_card_of_the_dealer_or_the_cross_seen_too_early_voids_all_hands(place: str) -> None:
    scene = wagered().no_more_bets()
    scene.report("exposed card", by="supervisor", place=place)
    all_void(scene, "12(c)")
    (fault,) = scene.events(ev.Irregular)
    assert (fault.what, fault.place, fault.ruling) == ("exposed card", place, "dealer-misdeal")


@clause(NAME, "12(c)")
def test_12c_also_in_the_middle_of_the_raises() -> None:
    scene = Scene(NAME, players=PLAYERS).wager("Ann", ante=1000).wager("Bob", ante=1000).no_more_bets()
    scene.do("Ann", "vertical")
    scene.report("exposed card", place="dealer")
    assert [scene.result("Ann", wager) for wager in ("ante", "raise 1", "raise 2")] == [("void", 1000)] * 3
    assert scene.result("Bob", "ante") == ("void", 1000)


@pytest.mark.parametrize("place", ["vertical top", "horizontal right", "seat 1"])
def test_12c_a_card_that_has_been_turned_or_is_a_players_is_none(place: str) -> None:
    refusal = wagered().no_more_bets().refused("dealer", "report", what="exposed card", place=place)
    assert refusal.clause == "12(c)"
    assert refusal.wrong == f"a report of 'exposed card' needs a place, but {place!r} is not a valid one"
    assert refusal.allowed == "valid places are dealer, horizontal left, center, vertical bottom"


@clause(NAME, "12(c)")
def test_12c_no_card_is_seen_too_early_before_the_deal() -> None:
    refusal = wagered().refused("dealer", "report", what="exposed card", place="dealer")
    assert refusal.clause == "12(c)"
    assert "lies face down on the layout" in str(refusal)


# --- 12(d), 12(e): devices that jam


@pytest.mark.parametrize("times", [1, 3])
@clause(NAME, "12(d)")
def test_12d_a_shuffler_that_jams_shuffles_again(times: int) -> None:
    left = iter(range(times))

    def attend(round: Round, question: Question) -> Input:
        if next(left, None) is not None:
            return make(by="shuffler", do="jam")
        return make(by="shuffler", do="shuffle", cards=" ".join(SORTED), key=KEY)

    table = Table(NAME, attendants={"shuffler": attend})
    table.sit("Ann")
    round = table.open_round()
    events = round.events
    jams = [e for e in citing(round, "12(d)") if isinstance(e, ev.Irregular)]
    assert [(e.what, e.remedy, e.clause) for e in jams] == [
        ("the shuffler jams", "the cards are reshuffled", "12(d)")
    ] * times
    assert len([e for e in events if isinstance(e, ev.Shuffled)]) == 1


@clause(NAME, "12(d)")
def test_12d_a_shuffle_by_hand_does_not_jam() -> None:
    table = Table(NAME, {"shuffler": "manual"})
    del table.attendants["shuffler"]
    table.sit("Ann")
    round = table.open_round()
    refusal = round.check(make(by="shuffler", do="jam"))
    assert refusal is not None
    assert (refusal.clause, refusal.wrong) == ("12(d)", "no shuffling device is in use")


@pytest.mark.parametrize("at", [1, 4, 6])
@clause(NAME, "12(e)")
def test_12e_an_automated_shoe_that_jams_voids_the_round_and_all_cards_are_reshuffled(at: int) -> None:
    scene = wagered(dealing="automated shoe")
    scene.report("shoe jam", amount=at)
    scene.no_more_bets()
    all_void(scene, "12(e)")
    assert len(scene.events(ev.Dealt)) == at - 1
    assert scene.events(ev.Voided)[0].reshuffle
    scene.next_round()
    assert sorted(scene.events(ev.Shuffled)[0].order.split()) == sorted(SORTED)


@clause(NAME, "9(c)")
def test_12e_a_shoe_that_would_stop_after_its_last_stack_jams_nothing() -> None:
    scene = Scene(NAME, players=PLAYERS, rules={"dealing": "automated shoe"}).wager("Ann", ante=1000)
    refusal = scene.refused("dealer", "report", what="shoe jam", amount=7)
    assert (refusal.clause, refusal.wrong) == ("12(e)", "the shoe deals at most 6 cards to those at the table")
    scene.report("shoe jam", amount=5)  # Bob may still wager, but does not
    scene.no_more_bets()
    assert not scene.round.over
    assert len(scene.events(ev.Dealt)) == 9
    (lapsed,) = scene.events(ev.Irregular)
    assert (lapsed.what, lapsed.clause, lapsed.remedy[:5]) == ("shoe jam", "12(e)", "none:")


@pytest.mark.parametrize("dealing", ["manual shoe", "hand"])
@clause(NAME, "12(e)")
def test_12e_no_other_shoe_jams(dealing: str) -> None:
    refusal = wagered(dealing=dealing).refused("dealer", "report", what="shoe jam", amount=1)
    assert (refusal.clause, refusal.wrong) == ("12(e)", "no automated shoe is used")


# --- 12(f): devices that are removed


@clause(NAME, "12(f)", "4(b)(2)")
def test_12f_once_the_shuffler_is_removed_the_cards_are_shuffled_by_hand_and_cut() -> None:
    scene = Scene(NAME, rules={"packs": 2, **UNCOUNTED}).wager("Ann", ante=1000)
    removed = scene.do("supervisor", "remove", what="shuffler")[0]
    assert isinstance(removed, ev.Procedure)
    assert (removed.step, removed.clause) == ("the automated shuffler is removed", "12(f)")
    assert scene.refused("supervisor", "remove", what="shuffler").clause == "12(f)"
    scene.no_more_bets().do("Ann", "fold")
    scene.next_round()
    (shuffled,) = scene.events(ev.Shuffled)
    assert (shuffled.by, shuffled.pack) == ("manual", 1)  # a second pack needs the device
    assert not scene.events(ev.Counted)
    assert [e.step for e in scene.citing("4(b)(2)")] == ["the cover card is placed in front of the pack"]
    scene.do("dealer", "cut", amount=15)
    assert scene.events(ev.Cut)[0].depth == 15


@clause(NAME, "7(e)", "7(f)", "12(f)")
def test_12f_without_the_shuffler_the_stub_is_counted_again() -> None:
    scene = Scene(NAME, rules={"count_every": 1, **UNCOUNTED}).wager("Ann", ante=1000)
    scene.do("supervisor", "remove", what="shuffler")
    scene.no_more_bets().do("Ann", "fold")
    assert not scene.events(ev.Stub)[0].counted
    scene.next_round().do("dealer", "cut", amount=15)
    scene.wager("Ann", ante=1000).no_more_bets()
    assert scene.events(ev.Stub)[0].counted


@clause(NAME, "12(f)", "7(c)(1)")
def test_12f_without_the_shuffler_cards_are_dealt_from_a_shoe_and_not_from_the_hand() -> None:
    scene = Scene(NAME, rules={"dealing": "hand"}).wager("Ann", ante=1000)
    scene.do("supervisor", "remove", what="shuffler")
    scene.no_more_bets().do("Ann", "fold")
    assert scene.events(ev.Dealt)[0].clause == "8(c)(1)"  # the device shuffled these
    scene.next_round().do("dealer", "cut", amount=15)
    scene.wager("Ann", ante=1000).no_more_bets()
    assert scene.events(ev.Dealt)[0].clause == "7(c)(1)"


@clause(NAME, "12(f)", "7(a)", "7(b)", "7(d)")
def test_12f_once_the_automated_shoe_is_removed_a_manual_one_is_used() -> None:
    scene = wagered(dealing="automated shoe")
    scene.report("shoe jam", amount=3)
    removed = scene.do("supervisor", "remove", what="automated shoe")[0]
    assert isinstance(removed, ev.Procedure)
    assert (removed.step, removed.clause) == ("the automated shoe is removed", "12(f)")
    assert "no automated shoe is used" in str(scene.refused("dealer", "report", what="shoe jam", amount=3))
    scene.no_more_bets()
    placed = [e.clause for e in scene.events(ev.Procedure) if "placed in" in e.step]
    assert placed == ["9(b)(1)", "7(a)"]
    assert scene.events(ev.Announced)[0].clause == "7(b)"
    assert {e.clause for e in scene.events(ev.Dealt)} == {"7(c)(1)", "7(c)(2)", "7(c)(3)"}
    assert scene.events(ev.Stub)[0].clause == "7(d)"


@clause(NAME, "12(f)")
def test_12f_what_is_not_on_the_table_is_not_removed() -> None:
    refusal = Scene(NAME).refused("supervisor", "remove", what="automated shoe")
    assert (refusal.clause, refusal.wrong) == ("12(f)", "no automated shoe is on the table")


# --- the basic policy


@pytest.mark.parametrize(
    ("own", "top", "right", "choice"),
    [
        ("9h 9d", "2c", "Kc", "horizontal"),  # a pair in hand, the higher card beside it
        ("9h 3d", "9c", "3c", "vertical"),  # the higher of two pairs
        ("9h 3d", "9c", "Kc", "vertical"),
        ("9h 3d", "Kc", "3c", "horizontal"),
        ("Kh 3h", "Jc", "2h", "horizontal"),  # three of one suit
        ("Ah 3d", "Jc", "2c", "vertical"),
        ("Th Jd", "4c", "2c", "vertical"),
        ("Qh 9d", "4c", "2c", "fold"),
        ("7h 2d", "Ac", "Kc", "fold"),
    ],
)
def test_basic_raises_with_a_pair_or_good_cards_along_the_array_that_helps(
    own: str, top: str, right: str, choice: str
) -> None:
    scene = Scene(NAME, f"{own} 8d 5c Tc 6c {right} {top} 4d").wager("Ann", ante=1000).no_more_bets()
    drive(scene.round, basic, Random(0))
    assert [e.action for e in scene.events(ev.Chose)] == [choice]


def test_basic_exposes_and_plays_on_with_a_misdealt_hand() -> None:
    scene = unnoticed("seat 1", 0)
    drive(scene.round, basic, Random(0))
    assert scene.round.over
    assert promise(parse_cards("2c 2d 2h")) > promise(parse_cards("Ac Ad Kh"))
    assert not worth_raising([], [])


def test_basic_plays_whole_rounds_at_the_table_minimum() -> None:
    table = Table(NAME, seed=3)
    table.sit("Ann")
    for _ in range(20):
        round = drive(table.open_round(), basic, Random(0))
        assert {s.stake for s in round.settlements} == {500}
        assert {s.wager for s in round.settlements} <= {"ante", "raise 1", "raise 2"}


# --- reports that take effect, lapse or are refused


@pytest.mark.parametrize(
    ("place", "amount", "card"), [("dealer", 0, "8d"), ("dealer", 2, "5c"), ("center", 1, "9c"), ("center", 0, "9c")]
)
@clause(NAME, "12(c)")
def test_12c_a_card_seen_before_its_time_is_named_and_shown_to_all(place: str, amount: int, card: str) -> None:
    scene = Scene(NAME, PAIR_OF_ACES).wager("Ann", ante=1000).no_more_bets()
    scene.report("exposed card", place=place, amount=amount)
    (fault,) = scene.events(ev.Irregular)
    assert (fault.card, fault.place, fault.ruling) == (card, place, "dealer-misdeal")
    shown = [e for e in scene.round.view("public").events if isinstance(e, ev.Exposed)][-1]
    assert (shown.place, shown.cards) == (place, (card,))
    assert scene.result("Ann", "ante") == ("void", 1000)


@clause(NAME, "12(c)")
def test_12c_there_is_one_card_at_each_place_of_the_cross() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000).no_more_bets()
    assert scene.refused("dealer", "report", what="exposed card", place="center", amount=2).clause == "12(c)"


@pytest.mark.parametrize(("place", "cards"), [("seat 1", 3), ("seat 2", 1), ("dealer", 3), ("community", 6)])
@clause(NAME, "12(c)")
def test_12c_a_misdeal_noticed_while_players_decide_voids_all_hands_at_once(place: str, cards: int) -> None:
    scene = unnoticed(place, cards)
    other = "seat 2" if place != "seat 2" else "seat 1"
    assert "the right number" in scene.refused("dealer", "report", what="noticed misdeal", place=other).wrong
    scene.report("noticed misdeal", place=place)
    all_void(scene, "12(c)")
    (fault,) = scene.events(ev.Irregular)
    assert fault.place == place


@clause(NAME, "12(c)")
def test_12c_before_the_deal_there_is_nothing_to_notice() -> None:
    refusal = wagered().refused("dealer", "report", what="noticed misdeal", place="dealer")
    assert (refusal.clause, "while players decide" in refusal.wrong) == ("12(c)", True)


@clause(NAME, "7(e)(2)")
def test_7e2_a_misdeal_that_is_folded_unnoticed_is_said_to_lapse() -> None:
    scene = unnoticed("seat 1", 3)
    for player in PLAYERS:
        scene.do(player, "conceal")
    scene.do("Ann", "fold")
    scene.do("Bob", "vertical")
    (lapsed,) = scene.events(ev.Irregular)
    assert lapsed.remedy == "none: the hand was folded, and its cards were not counted"
    assert not scene.events(ev.Voided)


@clause(NAME, "12(c)")
def test_12c_misdeals_that_use_up_the_pack_void_every_hand_and_the_pack_stays() -> None:
    players = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
    scene = Scene(NAME, players=players)
    for seat, who in enumerate(players, 1):
        scene.wager(who, ante=1000)
        scene.report("misdeal", place=f"seat {seat}", amount=9)
    scene.no_more_bets()
    assert [(e.what, e.clause) for e in scene.events(ev.Irregular)] == [
        ("no cards are left: too many were dealt", "12(c)")
    ]
    assert scene.round.state.condition == "open"
