"""Double Attack Blackjack: an irregularity that was reported and never came leaves an event (section 15)."""

from __future__ import annotations

from typing import Any

import pytest

from attack_scene import NAME, AttackScene, dealt, two
from attack_shoe import round_at_the_end
from pitboss.engine.round import events as ev

clause = pytest.mark.clause
NOT_COME = "none: it did not come in this round"


def lapsed(scene: AttackScene) -> list[tuple[str, str, str, str]]:
    """The events of faults that needed no remedy."""
    found = [e for e in scene.events(ev.Irregular) if e.remedy.startswith("none: ")]
    return [(e.what, e.clause, e.place, e.remedy) for e in found]


def reported(*reports: dict[str, Any], cards: str = "7s Kh 8d Kc 2h 2d 3c") -> AttackScene:
    """Ann has wagered when these are reported."""
    scene = AttackScene(cards, players=("Ann", "Bob")).wager("Ann", initial=1000)
    for given in reports:
        scene.report(**given)
    return scene


@clause(NAME, "15(c)")
def test_15c_a_ten_that_is_not_reached_in_its_round() -> None:
    scene = reported({"what": "ten in the shoe", "amount": 5}, {"what": "ten in the shoe", "amount": 90})
    scene.no_more_bets().no_more_bets()
    scene.move("stand")
    assert lapsed(scene) == [("ten in the shoe", "15(c)", "", NOT_COME)]
    assert scene.troubles().count(("ten in the shoe", "15(c)")) == 2  # the first of them was found


@pytest.mark.parametrize(
    ("cards", "moves"), [("6s Kh 8d Kc Jd", ("stand",)), ("6s Kh 8d Kc", ("hit",)), ("6s Ah Kd", ("stand",))]
)
@clause(NAME, "15(g)")
def test_15g_a_draw_on_a_pat_hand_that_the_dealer_never_has(cards: str, moves: tuple[str, ...]) -> None:
    scene = dealt(cards)
    scene.report("draw on a pat hand")
    scene.move(*moves)
    assert lapsed(scene) == [("draw on a pat hand", "15(g)", "", NOT_COME)]


@clause(NAME, "15(g)", "15(b)")
def test_15g_a_draw_on_a_pat_hand_that_finds_the_second_boxed_card() -> None:
    """The draw came, though its card voids the round by another clause."""
    scene = dealt("7s 9h^ Kh 8d Kc 4h^ 5h")
    scene.report("draw on a pat hand")
    scene.move("stand")
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert scene.troubles()[-1] == ("the dealer drew on a pat hand", "15(g)")
    assert lapsed(scene) == []


@clause(NAME, "15(g)")
def test_15g_one_that_came_is_not_said_to_have_lapsed() -> None:
    scene = dealt("7s Kh 8d Kc 4h")
    scene.report("draw on a pat hand")
    scene.move("stand")
    assert lapsed(scene) == []


@clause(NAME, "15(i)")
def test_15i_a_short_hand_at_a_box_without_wagers() -> None:
    scene = reported({"what": "short hand", "place": "seat 2", "amount": 0})
    scene.no_more_bets().no_more_bets()
    scene.move("stand")
    assert lapsed(scene) == [("short hand", "15(i)", "seat 2", NOT_COME)]
    assert scene.result("Ann", "initial") == ("win", 2000)


@clause(NAME, "15(j)")
def test_15j_a_forgotten_card_that_nobody_asks_for() -> None:
    scene = two("7s 9h 8h 5d 4d 3c Kc")
    scene.report("forgotten card", place="seat 1")
    scene.report("forgotten card", place="seat 2")
    scene.move("stand", "hit", "take card", "stand")
    assert lapsed(scene) == [("forgotten card", "15(j)", "seat 1", NOT_COME)]


@clause(NAME, "15(e)", "15(g)", "15(o)", "4(j)")
def test_4j_what_waits_when_the_table_goes_idle() -> None:
    scene = AttackScene()
    scene.report("no first card to the dealer")
    scene.report("missed burn")
    scene.report("draw on a pat hand")
    scene.do("dealer", "spread")
    assert lapsed(scene) == [
        ("no first card to the dealer", "15(e)", "", NOT_COME),
        ("draw on a pat hand", "15(g)", "", NOT_COME),
        ("missed burn", "15(o)", "", NOT_COME),
    ]


@clause(NAME, "15(b)", "15(e)", "15(g)")
def test_15b_what_waits_when_the_round_is_void() -> None:
    scene = AttackScene("7s^ Kh^ 8d").wager("Ann", initial=1000)
    scene.report("no first card to the dealer")
    scene.report("draw on a pat hand")
    scene.no_more_bets()
    assert scene.result("Ann", "initial") == ("void", 1000)
    assert [what for what, *_ in lapsed(scene)] == ["no first card to the dealer", "draw on a pat hand"]


@clause(NAME, "15(e)", "15(o)")
def test_15_what_came_in_the_deal_is_not_said_to_have_lapsed() -> None:
    scene = AttackScene("7s Kh 8d", burn="").wager("Ann", initial=1000)
    scene.report("no first card to the dealer")
    scene.report("missed burn")
    scene.no_more_bets()
    assert scene.round.over
    assert scene.troubles() == [("no card was burned", "15(o)"), ("no first card to the dealer", "15(e)")]


@pytest.mark.parametrize("when", ["between wagers", "after the round"])
@clause(NAME, "15(b)")
def test_15b_a_boxed_card_that_no_round_reaches_before_the_shuffle(when: str) -> None:
    scene = dealt("7s Kh 8d Kc", "stand")
    if when == "after the round":
        scene.next_round().wager("Ann", initial=1000)
        scene.report("boxed card", amount=90)
        scene.no_more_bets()
        while not scene.round.over:
            scene.do("dealer", "no more bets") if scene.round.waiting[-1].by == "dealer" else scene.move("stand")
        assert lapsed(scene) == []  # it is still there
    scene.next_round()
    if when == "between wagers":
        scene.report("boxed card", amount=90)
    scene.do("dealer", "reshuffle")
    assert lapsed(scene) == [("boxed card", "15(b)", "", "none: the shoe is done before it comes")]


@clause(NAME, "15(b)", "15(h)")
def test_15h_a_boxed_card_in_the_second_order_of_a_round() -> None:
    scene = round_at_the_end("7s Kh", 2, then="4h 8d Kc")
    scene.wager("Ann", initial=1000).no_more_bets().no_more_bets()
    scene.do("dealer", "cut", amount=48)
    scene.report("boxed card", amount=90)
    scene.move("stand")
    assert lapsed(scene) == [("boxed card", "15(b)", "", "none: the shoe is done before it comes")]


@pytest.mark.parametrize(
    ("report", "by"),
    [
        ({"what": "no first card to the dealer"}, "15(e)"),
        ({"what": "draw on a pat hand"}, "15(g)"),
        ({"what": "missed burn"}, "15(o)"),
        ({"what": "short hand", "place": "seat 1", "amount": 1}, "15(i)"),
        ({"what": "forgotten card", "place": "seat 1"}, "15(j)"),
    ],
)
def test_15_what_is_to_come_is_reported_once(report: dict[str, Any], by: str) -> None:
    refusal = reported(report).refused("dealer", "report", **report)
    assert (refusal.clause, refusal.wrong) == (by, "it has already been reported and is yet to come")
