"""Double Down Stud: reports that take effect, lapse or are refused, and cards that everyone has seen, by clause."""

from __future__ import annotations

import pytest

from pitboss.engine.round import events as ev

from scene import Scene

clause = pytest.mark.clause
NAME = "double_down_stud"
EIGHT = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")


def remedies(scene: Scene) -> list[tuple[str, str, str]]:
    return [(e.what, e.place, e.remedy) for e in scene.events(ev.Irregular)]


@pytest.mark.parametrize("viewer", ["seat 1", "public", "dealer"])
@pytest.mark.parametrize("amount", [0, 1])
@clause(NAME, "11(a)")
def test_11a_a_hole_card_seen_too_early_is_named_and_shown_to_all(viewer: str, amount: int) -> None:
    scene = Scene(NAME, "Kd 7c 2h 3d 4c").wager("Ann", original=1000).no_more_bets()
    scene.report("exposed hole card", amount=amount)
    (fault,) = scene.events(ev.Irregular)
    assert (fault.card, fault.place, fault.clause) == ("7c", "community", "11(a)")
    shown = [e for e in scene.round.view(viewer).events if isinstance(e, ev.Exposed)]
    assert [(e.cards, e.only, e.clause) for e in shown] == [(("7c",), (0,), "11(a)")]
    assert scene.result("Ann", "original") == ("void", 1000)


@clause(NAME, "11(a)")
def test_11a_there_is_one_hole_card() -> None:
    scene = Scene(NAME).wager("Ann", original=1000).no_more_bets()
    refusal = scene.refused("dealer", "report", what="exposed hole card", amount=2)
    assert refusal.clause == "11(a)"


@clause(NAME, "11(b)")
def test_11b_a_card_reported_face_up_below_those_dealt_is_said_to_stay_in_the_stub() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    scene.report("boxed card", amount=6)
    scene.no_more_bets().no_more_bets()
    assert remedies(scene) == [("boxed card", "", "none: it stays in the stub, and no hand holds it")]
    assert not scene.events(ev.Burned)


@clause(NAME, "11(b)")
def test_11b_a_recut_moves_a_card_reported_face_up_with_the_others() -> None:
    scene = Scene(NAME, rules={"cut": True})
    scene.do("Ann", "cut", amount=10)
    scene.wager("Ann", original=1000)
    scene.report("boxed card", amount=21)
    scene.do("supervisor", "recut")
    scene.do("Ann", "cut", amount=20)
    scene.no_more_bets().no_more_bets()
    assert len(scene.events(ev.Burned)) == 1
    assert len(scene.events(ev.Irregular)) == 1


@clause(NAME, "11(b)")
@pytest.mark.parametrize(
    ("reported", "found"), [(1, False), (20, False), (21, True), (25, True), (26, False), (52, False)]
)
def test_11b_a_card_reported_face_up_is_found_where_a_recut_has_put_it(reported: int, found: bool) -> None:
    scene = Scene(NAME, rules={"cut": True})
    scene.do("Ann", "cut", amount=10)
    scene.wager("Ann", original=1000)
    scene.report("boxed card", amount=reported)
    scene.do("supervisor", "recut")
    scene.do("Ann", "cut", amount=20)
    scene.no_more_bets().no_more_bets()  # the five cards dealt were the 21st to the 25th
    stays = [("boxed card", "", "none: it stays in the stub, and no hand holds it")]
    assert len(scene.events(ev.Burned)) == found
    assert [one for one in remedies(scene) if one[2].startswith("none:")] == ([] if found else stays)


@clause(NAME, "11(b)")
def test_11b_a_card_is_reported_face_up_once() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    scene.report("boxed card", amount=2)
    assert "already lies face up" in str(scene.refused("dealer", "report", what="boxed card", amount=2))


@clause(NAME, "11(c)")
def test_11c_a_report_that_is_of_no_place_takes_none() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    refusal = scene.refused("dealer", "report", what="card drawn in error", place="Ks in hole")
    assert "takes no place" in refusal.wrong
    assert refusal.clause == "11(c)"


@clause(NAME, "11(d)")
def test_11d_a_misdeal_reported_for_an_area_that_gets_no_card_lapses() -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Ann", original=1000)
    scene.report("misdeal", place="seat 2", amount=2)
    scene.no_more_bets()
    assert remedies(scene) == [("misdeal", "seat 2", "none: no cards are dealt there")]
    assert not scene.round.over


@clause(NAME, "11(d)")
def test_11d_misdeals_that_use_up_the_pack_void_every_hand_and_the_pack_stays() -> None:
    scene = Scene(NAME, players=EIGHT, rules={"positions": 8})
    for seat, who in enumerate(EIGHT, 1):
        scene.wager(who, original=1000)
        scene.report("misdeal", place=f"seat {seat}", amount=9)
    scene.no_more_bets()
    assert len(scene.events(ev.Dealt)) == 52
    assert [(e.what, e.clause, e.place) for e in scene.events(ev.Irregular)] == [
        ("no cards are left: too many were dealt", "11(d)", ""),
        ("misdeal", "11(d)", "seat 7"),  # it was never dealt
        ("misdeal", "11(d)", "seat 8"),
    ]
    assert scene.events(ev.Voided)[0].reshuffle
    assert scene.round.state.condition == "open"
    assert scene.result("Hal", "original") == ("void", 1000)


def misdealt(place: str, cards: int) -> Scene:
    """Three players. A place is dealt this many cards, nobody notices, and Bob doubles."""
    scene = Scene(NAME, players=("Ann", "Bob", "Cyd"))
    for who in ("Ann", "Bob", "Cyd"):
        scene.wager(who, original=1000)
    scene.report("unnoticed misdeal", place=place, amount=cards)
    scene.no_more_bets().do("Bob", "double", amount=400)
    return scene


def is_void(scene: Scene, place: str, what: str) -> None:
    """Every hand is void by 11(d), every wager is returned, and the cards are shuffled again."""
    assert scene.round.over
    assert [(e.what, e.place, e.remedy, e.clause) for e in scene.events(ev.Irregular)] == [
        (what, place, "all hands void, cards reshuffled", "11(d)")
    ]
    assert [(e.place, e.clause, e.reshuffle) for e in scene.events(ev.Voided)] == [("round", "11(d)", True)]
    ends = [(s.player, s.wager, s.result, s.returned, s.clause) for s in scene.round.settlements]
    assert ends == [
        ("Ann", "original", "void", 1000, "11(d)"),
        ("Bob", "original", "void", 1000, "11(d)"),
        ("Bob", "double", "void", 400, "11(d)"),
        ("Cyd", "original", "void", 1000, "11(d)"),
    ]


WRONG = [
    ("seat 1", 0, "0 cards instead of 1"),
    ("seat 2", 2, "2 cards instead of 1"),
    ("community", 0, "0 cards instead of 4"),
    ("community", 3, "3 cards instead of 4"),
    ("community", 5, "5 cards instead of 4"),
]


@pytest.mark.parametrize("by", ["dealer", "supervisor"])
@pytest.mark.parametrize(("place", "cards", "what"), WRONG)
@clause(NAME, "11(d)")
def test_11d_a_misdeal_noticed_after_the_deal_voids_every_hand(place: str, cards: int, what: str, by: str) -> None:
    scene = misdealt(place, cards)
    assert not scene.events(ev.Irregular)
    scene.report("noticed misdeal", by=by, place=place)
    is_void(scene, place, what)


@pytest.mark.parametrize(("place", "cards", "what"), [("seat 3", 2, "2 cards instead of 1"), *WRONG[2:]])
@clause(NAME, "11(d)")
def test_11d_a_misdeal_that_nobody_notices_shows_when_the_cards_are_acted_on(place: str, cards: int, what: str) -> None:
    scene = misdealt(place, cards).no_more_bets()
    is_void(scene, place, what)


@clause(NAME, "11(d)")
def test_11d_hands_settled_before_the_misdeal_shows_stand() -> None:
    scene = Scene(NAME, "2d 3d 7s Js Ks 4h 5c 9d", players=("Ann", "Bob", "Cyd"))
    for who in ("Ann", "Bob", "Cyd"):
        scene.wager(who, original=1000)
    scene.report("unnoticed misdeal", place="seat 1", amount=2)
    scene.no_more_bets().no_more_bets()
    ends = [(s.player, s.result, s.returned) for s in scene.round.settlements]
    assert ends == [("Cyd", "lose", 0), ("Bob", "lose", 0), ("Ann", "void", 1000)]


@clause(NAME, "11(d)")
def test_11d_a_misdeal_is_noticed_only_where_the_number_is_wrong_and_once_the_cards_lie() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    early = scene.refused("dealer", "report", what="noticed misdeal", place="community")
    assert (early.clause, early.wrong) == ("11(d)", "cards can be counted on the layout only while players decide")
    scene.no_more_bets()
    right = scene.refused("dealer", "report", what="noticed misdeal", place="community")
    assert (right.clause, right.wrong) == ("11(d)", "community has 4 cards, which is the right number")


@clause(NAME, "11(d)")
def test_11_a_report_of_nothing_known_cites_the_section_on_irregularities() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    assert scene.refused("dealer", "report", what="earthquake").clause == "11(b)"
    assert scene.refused("dealer", "report", what="misdeal", place="seat 6", amount=2).clause == "11(d)"


@clause(NAME, "10(b)")
def test_10b_a_payout_that_is_no_whole_cent_rests_on_the_ruling_about_chips() -> None:
    rules = {"chip": 1, "table_minimum": 1, "pays": {"pair of jacks or better": "3 to 2"}}
    scene = Scene(NAME, "Js Jd 2h 3c 4s", rules=rules).wager("Ann", original=5).no_more_bets().no_more_bets()
    end = scene.settled("Ann", "original")
    assert (end.returned, end.rounded, end.ruling) == (13, True, "min-chip")


@clause(NAME, "6(c)")
def test_6c_a_second_area_must_lie_beside_the_one_that_is_wagered_on() -> None:
    scene = Scene(NAME, players=(("Bob", 4),), rules={"two_areas": True})
    scene.do("Bob", "wager", "original", 1000, seat=3)
    refusal = scene.refused("Bob", "wager", "original", 1000, seat=5)
    assert (refusal.wrong, refusal.clause) == ("area 5 is not adjacent to area 3, where Bob wagers", "6(c)")
    scene.wager("Bob", original=1000)
    refusal = scene.refused("Bob", "wager", "original", 1000, seat=5)
    assert refusal.wrong == "Bob already wagers on two areas"


@clause(NAME, "6(a)")
def test_6a_a_coupon_is_a_number_of_chips() -> None:
    refusal = Scene(NAME).refused("Ann", "wager", "original", 1000, coupon=150)
    assert "not a multiple of the smallest chip" in refusal.wrong
    assert refusal.clause == "6(a)"


@clause(NAME, "6(b)")
def test_6b_hands_are_numbered_from_one() -> None:
    scene = Scene(NAME)
    assert scene.refused("Ann", "wager", "original", 1000, hand=0).wrong == (
        "there is no hand 0: hands are numbered from 1"
    )
    assert "can't do 'wager original on hand 2'" in scene.refused("Ann", "wager", "original", 1000, hand=2).wrong
