"""Double Down Stud: offers of the cut, the cut and the recut, clause by clause."""

from __future__ import annotations

from random import Random

import pytest

from looks import looked_at
from pitboss import Table
from pitboss.basics.cards import PACK_52, TEXT
from pitboss.engine.auto.drive import drive
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import make

from scene import KEY, Scene

clause = pytest.mark.clause
NAME = "double_down_stud"
SORTED = " ".join(TEXT[card] for card in PACK_52)
CUT = {"cut": True}


def steps(scene: Scene) -> list[str]:
    return [event.step for event in scene.events(ev.Procedure)]


def finish(scene: Scene, who: str = "Ann") -> Scene:
    """Play from the wagers to the end of the round."""
    return scene.wager(who, original=1000).no_more_bets().no_more_bets()


def offered(scene: Scene) -> list[str]:
    return [event.player for event in scene.events(ev.Offered)]


# --- 4(c) to 4(f): the cut


@clause(NAME, "4(d)", "4(d)(1)")
def test_4d1_at_the_beginning_the_first_to_arrive_is_offered_the_cut() -> None:
    scene = Scene(NAME, rules=CUT, players=(("Bob", 2), ("Ann", 1), ("Cyd", 3)))
    assert offered(scene) == ["Bob"]
    assert scene.events(ev.Offered)[0].clause == "4(d)(1)"
    scene.do("Bob", "cut", amount=26)
    assert scene.events(ev.Cut)[0].player == "Bob"


@clause(NAME, "4(d)", "4(d)(2)")
def test_4d2_later_the_far_right_is_and_the_offer_moves_counterclockwise() -> None:
    scene = Scene(NAME, rules=CUT, players=("Ann", "Bob", "Cyd"))
    asked = []
    for _ in range(6):
        asked.extend(offered(scene))
        scene.do(asked[-1], "cut", amount=26)
        finish(scene).next_round()
    assert asked == ["Ann", "Cyd", "Bob", "Ann", "Cyd", "Bob"]
    assert scene.events(ev.Offered)[0].clause == "4(d)(2)"


def rotation(scene: Scene, rounds: int) -> list[str]:
    """Play these rounds; return the player in each who is first offered the cut and takes it."""
    asked = []
    for _ in range(rounds):
        scene.next_round()
        asked.append(offered(scene)[0])
        scene.do(asked[-1], "cut", amount=26)
        finish(scene)
    return asked


def opened_by_ann(*players: tuple[str, int]) -> Scene:
    scene = Scene(NAME, rules=CUT, players=(("Ann", 1), *players))
    scene.do("Ann", "cut", amount=26)
    return finish(scene)


@pytest.mark.parametrize("ends", ["the table closes", "the pack is short"])
@clause(NAME, "4(d)(1)", "4(d)(2)")
def test_4d2_a_table_that_closed_or_gets_another_pack_begins_the_rotation_anew(ends: str) -> None:
    """It went on where it was before."""
    table = Table(NAME, {"cut": True}, seed=3)
    for player in ("Ann", "Bob", "Cho"):
        table.sit(player)

    def offered() -> list[tuple[str, str]]:
        round = table.open_round()
        found = [(e.player, e.clause) for e in looked_at(NAME, round.events) if isinstance(e, ev.Offered)]
        round.do(found[0][0], "cut", amount=26)
        drive(round, table.game.basic, Random(1))
        return found

    assert [offered() for _ in range(3)] == [[("Ann", "4(d)(1)")], [("Cho", "4(d)(2)")], [("Bob", "4(d)(2)")]]
    answer = {
        "the table closes": make(by="shuffler", do="jam", what="for good"),
        "the pack is short": make(by="shuffler", do="shuffle", cards=SORTED[:56], key=KEY, source="planted"),
    }[ends]
    table.attendants["shuffler"] = lambda round, question: answer
    round = table.open_round()
    table.attendants["shuffler"] = table._shuffle
    if not round.over:
        round.do("supervisor", "close")
    assert round.over
    assert round.state.condition == "new"
    assert [offered() for _ in range(2)] == [[("Ann", "4(d)(1)")], [("Cho", "4(d)(2)")]]


@clause(NAME, "4(d)(2)")
def test_4d2_a_newcomer_neither_repeats_nor_skips_anyones_turn() -> None:
    scene = opened_by_ann(("Bob", 2), ("Cyd", 3))
    assert rotation(scene, 2) == ["Cyd", "Bob"]
    scene.table.sit("Dan", 4)
    assert rotation(scene, 5) == ["Ann", "Dan", "Cyd", "Bob", "Ann"]


@clause(NAME, "4(d)(2)")
def test_4d2_nor_does_a_player_who_leaves() -> None:
    scene = opened_by_ann(("Bob", 2), ("Cyd", 3), ("Dan", 4))
    assert rotation(scene, 2) == ["Dan", "Cyd"]
    scene.table.leave("Dan")
    assert rotation(scene, 3) == ["Bob", "Ann", "Cyd"]
    scene.table.leave("Cyd")  # the last player who was offered it
    assert rotation(scene, 3) == ["Bob", "Ann", "Bob"]


@clause(NAME, "4(d)(2)", "4(c)")
def test_4d2_the_offer_goes_on_from_whoever_had_it_last_also_after_a_refusal() -> None:
    scene = opened_by_ann(("Bob", 2), ("Cyd", 3)).next_round()
    scene.do("Cyd", "refuse")
    scene.do("Bob", "cut", amount=26)
    finish(scene)
    assert rotation(scene, 2) == ["Ann", "Cyd"]


@clause(NAME, "4(c)", "4(d)(1)")
def test_4c_who_refuses_passes_the_offer_counterclockwise_and_at_last_to_the_dealer() -> None:
    scene = Scene(NAME, rules=CUT, players=(("Bob", 2), ("Ann", 1), ("Cyd", 3)))
    for who in ("Bob", "Ann", "Cyd"):
        scene.do(who, "refuse")
    assert offered(scene) == ["Bob", "Ann", "Cyd"]
    assert [e.player for e in scene.events(ev.Refused)] == ["Bob", "Ann", "Cyd"]
    scene.do("dealer", "cut", amount=30)
    (made,) = scene.events(ev.Cut)
    assert (made.by, made.depth, made.clause) == ("dealer", 30, "4(e)")
    assert "4(c)" in made.also


@clause(NAME, "4(d)")
def test_4d_nobody_else_may_cut_in_anothers_turn() -> None:
    scene = Scene(NAME, rules=CUT, players=("Ann", "Bob"))
    refusal = scene.refused("Bob", "cut", amount=20)
    assert "the round waits for Ann at seat 1: the cut" in str(refusal)
    assert "the round waits for Ann at seat 1: the cut" in str(scene.refused("dealer", "cut", amount=20))
    # The refusal cites the clause of the offer. The event of the offer cites 4(d), which sets the order.
    assert refusal.clause == "4(d)(1)"
    assert [(e.seat, e.player, e.clause) for e in scene.citing("4(d)")] == [(1, "Ann", "4(d)(1)")]


@pytest.mark.parametrize(("depth", "wrong"), [(0, "below"), (9, "below"), (43, "above"), (52, "above")])
@clause(NAME, "4(e)")
def test_4e_a_cut_less_than_ten_cards_from_an_end_is_refused(depth: int, wrong: str) -> None:
    scene = Scene(NAME, rules=CUT)
    refusal = scene.refused("Ann", "cut", amount=depth)
    assert wrong in str(refusal)
    assert refusal.clause == "4(e)"
    scene.do("Ann", "refuse")
    assert scene.refused("dealer", "cut", amount=depth).clause == "4(e)"


@pytest.mark.parametrize(("depth", "first"), [(10, "4h"), (26, "8h"), (42, "Qh")])
@clause(NAME, "4(e)")
def test_4e_the_cards_above_the_cut_card_go_to_the_bottom(depth: int, first: str) -> None:
    scene = Scene(NAME, SORTED, rules=CUT, exact=True)
    scene.do("Ann", "cut", amount=depth)
    assert steps(scene)[-2:] == ["the cover card goes to the discard rack", "the cards are placed in the manual shoe"]
    finish(scene)
    assert scene.events(ev.Dealt)[0].card == first


@clause(NAME, "4(f)")
def test_4f_without_the_option_no_cut_is_offered_and_none_repeated() -> None:
    scene = Scene(NAME)
    assert not scene.events(ev.Offered)
    refusal = scene.refused("supervisor", "recut")
    assert (refusal.wrong, refusal.clause) == ("the cards were not cut", "4(f)")


@pytest.mark.parametrize(
    ("who_cuts", "recut_by", "expected"),
    [
        ("Cyd", "same", "Cyd"),
        ("Bob", "same", "Bob"),
        ("Ann", "same", "Ann"),
        ("Cyd", "next", "Bob"),
        ("Bob", "next", "Ann"),
        ("Ann", "next", "Cyd"),
    ],
)
@clause(NAME, "4(f)")
def test_4f_a_recut_is_by_the_last_cutter_or_the_next(who_cuts: str, recut_by: str, expected: str) -> None:
    scene = Scene(NAME, SORTED, rules={**CUT, "recut_by": recut_by}, players=("Ann", "Bob", "Cyd"), exact=True)
    for who in ("Ann", "Cyd", "Bob"):
        if who == who_cuts:
            break
        scene.do(who, "refuse")
    scene.do(who_cuts, "cut", amount=10)
    scene.do("supervisor", "recut")
    assert offered(scene)[-1] == expected
    scene.do(expected, "cut", amount=12)
    finish(scene)
    assert scene.events(ev.Dealt)[0].card == TEXT[22]


@pytest.mark.parametrize(("recut_by", "asked"), [("same", []), ("next", ["Bob"])])
@clause(NAME, "4(f)", "4(c)")
def test_4f_after_a_cut_by_the_dealer(recut_by: str, asked: list[str]) -> None:
    scene = Scene(NAME, rules={**CUT, "recut_by": recut_by}, players=("Ann", "Bob"))
    scene.do("Ann", "refuse")
    scene.do("Bob", "refuse")
    scene.do("dealer", "cut", amount=10)
    before = len(offered(scene))
    scene.do("supervisor", "recut")
    assert offered(scene)[before:] == asked
    if not asked:
        scene.do("dealer", "cut", amount=11)
        assert [e.depth for e in scene.events(ev.Cut)] == [10, 11]


@clause(NAME, "4(f)", "4(d)(2)")
def test_4f_where_the_dealer_cut_the_next_is_whoever_follows_the_last_offer() -> None:
    scene = Scene(NAME, rules={**CUT, "recut_by": "next"}, players=("Ann", "Bob", "Cyd"))
    scene.do("Ann", "cut", amount=26)
    finish(scene).next_round()
    scene.do("Cyd", "cut", amount=26)
    finish(scene).next_round()
    for who in ("Bob", "Ann", "Cyd"):
        scene.do(who, "refuse")
    scene.do("dealer", "cut", amount=26)
    scene.do("supervisor", "recut")
    assert offered(scene) == ["Bob", "Ann", "Cyd", "Bob"]


@clause(NAME, "4(f)", "4(d)(2)")
def test_4f_a_recut_by_the_next_counts_in_the_rotation_and_one_by_the_same_does_not() -> None:
    for recut_by, after in (("next", "Ann"), ("same", "Bob")):
        scene = Scene(NAME, rules={**CUT, "recut_by": recut_by}, players=("Ann", "Bob", "Cyd"))
        scene.do("Ann", "cut", amount=26)
        finish(scene).next_round()
        scene.do("Cyd", "cut", amount=26)
        scene.do("supervisor", "recut")
        scene.do("Bob" if recut_by == "next" else "Cyd", "cut", amount=26)
        finish(scene)
        assert rotation(scene, 1) == [after]


@clause(NAME, "4(f)", "4(c)", "4(e)")
def test_4f_the_cover_card_is_used_again_for_a_recut() -> None:
    scene = Scene(NAME, rules=CUT)
    scene.do("Ann", "cut", amount=20)
    scene.do("supervisor", "recut")
    scene.do("Ann", "cut", amount=20)
    told = steps(scene)[-5:]
    assert told == [
        "the cover card goes to the discard rack",
        "the cards are placed in the manual shoe",
        "a supervisor requires a recut",
        "the stack is placed on the cover card",
        "the cover card goes to the discard rack",
    ]


@clause(NAME, "4(f)")
def test_4f_a_second_recut_may_follow_even_where_the_cuts_add_up_to_the_whole_pack() -> None:
    scene = Scene(NAME, rules=CUT)
    scene.do("Ann", "cut", amount=26)
    for _ in range(2):
        scene.do("supervisor", "recut")
        scene.do("Ann", "cut", amount=26)
    assert len(scene.events(ev.Cut)) == 3


@clause(NAME, "4(f)")
def test_4f_only_a_supervisor_orders_a_recut_and_only_before_a_card_is_dealt() -> None:
    scene = Scene(NAME, rules=CUT)
    assert "waits for" in str(scene.refused("supervisor", "recut"))
    scene.do("Ann", "cut", amount=26)
    assert scene.refused("Ann", "recut")
    assert scene.refused("dealer", "recut")
    scene.do("supervisor", "recut")
    scene.do("Ann", "cut", amount=20)
    scene.wager("Ann", original=1000).no_more_bets()
    assert scene.refused("supervisor", "recut").clause == "4(f)"


@clause(NAME, "4(f)")
def test_4f_wagers_on_the_layout_stand_through_a_recut() -> None:
    scene = Scene(NAME, rules=CUT)
    scene.do("Ann", "cut", amount=26)
    scene.wager("Ann", original=1000)
    scene.do("supervisor", "recut")
    scene.do("Ann", "cut", amount=15)
    scene.no_more_bets().no_more_bets()
    assert scene.settled("Ann", "original").stake == 1000


def test_a_wager_while_the_cards_are_cut_must_wait() -> None:
    scene = Scene(NAME, rules=CUT)
    refusal = scene.refused("Ann", "wager", "original", 1000)
    assert "allowed now: cut, refuse" in str(refusal)
    assert "No more bets" not in str(refusal)


@clause(NAME, "4(c)")
def test_4c_a_cut_at_a_table_without_one_is_refused_by_the_clause_on_the_cut() -> None:
    refusal = Scene(NAME).refused("dealer", "cut", amount=20)
    assert (refusal.clause, "if the table has a cut" in refusal.wrong) == ("4(c)", True)
