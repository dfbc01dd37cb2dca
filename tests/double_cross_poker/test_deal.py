"""Double Cross Poker: the three ways of dealing and the stub, clause by clause."""

from __future__ import annotations

import pytest

from double_cross import NAME, SORTED, defects, played, step, steps
from pitboss.engine.round import events as ev
from pitboss.engine.table import Table

from scene import Scene

clause = pytest.mark.clause
SECTIONS = {"manual shoe": "7", "hand": "8", "automated shoe": "9"}


# --- sections 7 to 9: three ways of dealing

ORDER = (
    "seat 1",
    "seat 1",
    "seat 3",
    "seat 3",
    "dealer",
    "dealer",
    "horizontal left",
    "center",
    "horizontal right",
    "vertical top",
    "vertical bottom",
)


def dealt(dealing: str) -> Scene:
    """Ann and Cid ante. Bob, between them, does not."""
    scene = Scene(NAME, " ".join(SORTED), players=("Ann", "Bob", "Cid"), rules={"dealing": dealing}, exact=True)
    return scene.wager("Ann", ante=1000).wager("Cid", ante=1000).no_more_bets()


@pytest.mark.parametrize(
    ("dealing", "clauses"),
    [
        pytest.param(
            "manual shoe",
            ("7(c)(1)", "7(c)(2)", "7(c)(3)"),
            marks=clause(NAME, "7(c)", "7(c)(1)", "7(c)(2)", "7(c)(3)"),
        ),
        pytest.param(
            "hand", ("8(c)(1)", "8(c)(2)", "8(c)(3)"), marks=clause(NAME, "8(c)", "8(c)(1)", "8(c)(2)", "8(c)(3)")
        ),
        pytest.param("automated shoe", ("9(c)", "9(c)", "9(c)"), marks=clause(NAME, "9(c)")),
    ],
)
@clause(NAME, "1:community card")
def test_7c_8c_9c_the_order_and_face_of_every_card(dealing: str, clauses: tuple[str, str, str]) -> None:
    scene = dealt(dealing)
    from_the_shoe = ["the dealer takes the remaining cards from the shoe in hand"] * (dealing == "automated shoe")
    assert [words for words in steps(scene) if "remaining" in words] == from_the_shoe
    cards = scene.events(ev.Dealt)
    assert [(e.to, e.card) for e in cards] == list(zip(ORDER, SORTED, strict=False))
    assert {e.face for e in cards} == {"down"}
    assert [e.clause for e in cards] == [clauses[0]] * 4 + [clauses[1]] * 2 + [clauses[2]] * 5
    assert all("1:community card" in e.also for e in cards[6:])
    assert [e.ruling for e in cards[6:]] == ["", "", "", "cross", "cross"]


@pytest.mark.parametrize(
    ("dealing", "placed", "closing"),
    [
        pytest.param("manual shoe", "7(a)", "7(b)", marks=clause(NAME, "7(a)", "7(b)")),
        pytest.param("hand", "8(b)(2)", "8(b)(3)", marks=clause(NAME, "8(a)", "8(b)", "8(b)(1)", "8(b)(2)", "8(b)(3)")),
        pytest.param("automated shoe", "9(b)(1)", "9(b)(2)", marks=clause(NAME, "9(a)", "9(b)", "9(b)(1)", "9(b)(2)")),
    ],
)
@clause(NAME, "6(c)")
def test_7b_8b3_9b2_no_more_bets_is_called_before_any_card(dealing: str, placed: str, closing: str) -> None:
    scene = dealt(dealing)
    where = "dealer's hand" if dealing == "hand" else dealing
    assert step(scene, f"placed in the {where}").clause == placed
    assert [words for words in steps(scene) if "placed in" in words] == [f"the cards are placed in the {where}"]
    (call,) = scene.events(ev.Announced)
    assert (call.words, call.clause) == ("No more bets", closing)
    events = scene.round.events
    assert events.index(call) < next(i for i, e in enumerate(events) if isinstance(e, ev.Dealt))


@clause(NAME, "9(c)")
def test_9c_the_cross_is_dealt_from_the_hand_after_the_last_stack() -> None:
    events = dealt("automated shoe").round.events
    taken = next(i for i, e in enumerate(events) if isinstance(e, ev.Procedure) and "takes the remaining" in e.step)
    before, after = events[taken - 1], events[taken + 1]
    assert isinstance(before, ev.Dealt)
    assert isinstance(after, ev.Dealt)
    assert (before.to, after.to) == ("dealer", "horizontal left")


@pytest.mark.parametrize("dealing", list(SECTIONS))
def test_7c_nobody_but_its_player_sees_a_card_of_the_deal(dealing: str) -> None:
    scene = dealt(dealing)
    public, ann = scene.round.view("public"), scene.round.view("seat 1")
    assert public.cards("seat 1") == public.cards("seat 3") == public.cards("dealer") == [None, None]
    assert ann.cards("seat 1") == SORTED[:2]
    assert ann.cards("seat 3") == [None, None]


@clause(NAME, "8(b)(1)")
def test_8b1_dealing_from_the_hand_needs_an_automated_shuffler() -> None:
    assert defects(dealing="hand", shuffler="manual") == [("dealing", "8(b)(1)")]


@pytest.mark.parametrize("dealing", ["manual shoe", "automated shoe"])
def test_8b1_a_shoe_does_not(dealing: str) -> None:
    assert Table(NAME, {"dealing": dealing, "shuffler": "manual"}).rules.shuffler == "manual"


@pytest.mark.parametrize("positions", [0, 9])
def test_a_table_has_one_to_eight_seats(positions: int) -> None:
    assert defects(positions=positions) == [("positions", "")]
    assert [Table(NAME, {"positions": allowed}).rules.positions for allowed in (1, 8)] == [1, 8]


# --- the stub


@pytest.mark.parametrize(
    ("dealing", "racked"),
    [
        pytest.param("manual shoe", "7(d)", marks=clause(NAME, "7(d)")),
        pytest.param("hand", "8(d)", marks=clause(NAME, "8(d)")),
        pytest.param("automated shoe", "9(c)", marks=clause(NAME, "9(c)")),
    ],
)
@clause(NAME, "1:stub")
def test_7d_8d_9c_the_stub_goes_to_the_rack_unseen_before_a_card_is_turned(dealing: str, racked: str) -> None:
    scene = dealt(dealing)
    (stub,) = scene.events(ev.Stub)
    assert (stub.cards, stub.counted, stub.clause) == (52 - 11, False, racked)
    kinds = [type(e) for e in scene.round.events]
    assert kinds.index(ev.Stub) < kinds.index(ev.Exposed)


@pytest.mark.parametrize(
    ("dealing", "counting"),
    [
        pytest.param("manual shoe", "7(e)", marks=clause(NAME, "7(e)", "7(e)(1)")),
        pytest.param("hand", "8(e)", marks=clause(NAME, "8(e)", "7(e)(1)")),
        pytest.param("automated shoe", "9(d)", marks=clause(NAME, "9(d)", "7(e)(1)")),
    ],
)
def test_7e_8e_9d_the_stub_is_counted_every_fifth_round(dealing: str, counting: str) -> None:
    scene = Scene(NAME, rules={"dealing": dealing})
    rounds = []
    for number in range(1, 11):
        played(scene)
        (stub,) = scene.events(ev.Stub)
        if stub.counted:
            rounds.append(number)
            assert stub.clause == counting
            (count,) = scene.events(ev.Counted)
            assert (count.by, count.found, count.expected, count.clause) == ("dealer", 52, 52, "7(e)(1)")
        scene.next_round()
    assert rounds == [5, 10]


@pytest.mark.parametrize("every", [0, 6, -1])
@clause(NAME, "7(e)")
def test_7e_less_often_than_every_fifth_round_is_refused(every: int) -> None:
    assert defects(count_every=every) == [("count_every", "7(e)")]


@clause(NAME, "7(e)")
def test_7e_more_often_is_allowed() -> None:
    scene = Scene(NAME, rules={"count_every": 2})
    counted = []
    for _ in range(4):
        counted.append(played(scene).events(ev.Stub)[0].counted)
        scene.next_round()
    assert counted == [False, True, False, True]


@pytest.mark.parametrize("found", [51, 53])
@clause(NAME, "7(e)(2)")
def test_7e2_a_wrong_number_of_cards_voids_all_hands_and_removes_the_pack(found: int) -> None:
    order = " ".join([*SORTED, "As"][:found])
    scene = Scene(NAME, order, rules={"count_every": 1}, planted=True, exact=True)
    scene.wager("Ann", ante=1000).do("Ann", "wager", "three-card", 500)
    scene.no_more_bets()
    assert scene.round.over
    assert scene.result("Ann", "ante") == ("void", 1000)
    assert scene.result("Ann", "three-card") == ("void", 500)
    (count,) = scene.events(ev.Counted)
    assert (count.found, count.clause) == (found, "7(e)(2)")
    assert step(scene, "removed from the table").clause == "7(e)(2)"
    assert not scene.events(ev.Exposed)
    scene.planted = scene.exact = False
    assert "receive the cards" in steps(scene.next_round())


@pytest.mark.parametrize(("place", "cards"), [("seat 1", 3), ("seat 1", 1), ("dealer", 1), ("community", 6)])
@clause(NAME, "7(e)(2)")
def test_7e2_a_misdeal_that_the_count_finds_voids_all_hands_and_keeps_the_pack(place: str, cards: int) -> None:
    scene = Scene(NAME, rules={"count_every": 1}).wager("Ann", ante=1000)
    scene.report("unnoticed misdeal", place=place, amount=cards)
    scene.no_more_bets()
    assert scene.round.over
    assert scene.result("Ann", "ante") == ("void", 1000)
    (fault,) = scene.events(ev.Irregular)
    assert (fault.what, fault.clause) == (f"misdealt: {place}", "7(e)(2)")
    assert not any("removed" in words for words in steps(scene))


@pytest.mark.parametrize("dealing", list(SECTIONS))
@clause(NAME, "7(f)")
def test_7f_a_shuffler_that_counts_spares_the_count_whatever_the_way_of_dealing(dealing: str) -> None:
    scene = Scene(NAME, rules={"dealing": dealing, "shuffler_counts": True})
    for _ in range(6):
        played(scene)
        assert not scene.events(ev.Stub)[0].counted
        (count,) = scene.events(ev.Counted)
        assert (count.by, count.found, count.clause) == ("shuffler", 52, "7(f)")
        scene.next_round()


@clause(NAME, "7(f)")
def test_7f_a_wrong_number_that_the_shuffler_finds_removes_the_pack() -> None:
    rules = {"shuffler_counts": True}
    scene = Scene(NAME, " ".join(SORTED[:51]), rules=rules, planted=True, exact=True)
    assert scene.round.over
    (fault,) = scene.events(ev.Irregular)
    assert (fault.by, fault.clause, fault.ruling) == ("shuffler", "7(f)", "count-exempt")
    assert step(scene, "removed from the table").clause == "7(f)"


@clause(NAME, "7(f)")
def test_7f_only_an_automated_shuffler_counts() -> None:
    assert defects(shuffler="manual", shuffler_counts=True) == [("shuffler_counts", "7(f)")]
