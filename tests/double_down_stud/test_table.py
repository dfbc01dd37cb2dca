"""Double Down Stud: opening, packs, shuffle, cut, the idle table and both ways of dealing, clause by clause."""

from __future__ import annotations

import pytest

from looks import citing
from pitboss import RulesError, Table
from pitboss.basics.cards import PACK_52, TEXT
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Question
from pitboss.engine.round.inputs import Input, make
from pitboss.engine.round.round import Round

from scene import KEY, Scene

clause = pytest.mark.clause
NAME = "double_down_stud"
SORTED = " ".join(TEXT[card] for card in PACK_52)
CUT = {"cut": True}
AUTOMATED = {"dealing": "automated shuffler"}


def steps(scene: Scene) -> list[str]:
    return [event.step for event in scene.events(ev.Procedure)]


def finish(scene: Scene, who: str = "Ann") -> Scene:
    """Play from the wagers to the end of the round."""
    return scene.wager(who, original=1000).no_more_bets().no_more_bets()


# --- sections 2 and 3: packs and the opening


@clause(NAME, "3(a)", "3(b)", "3(c)", "4(a)", "4(b)")
def test_3_a_new_pack_is_inspected_spread_washed_stacked_and_shuffled_in_order() -> None:
    scene = Scene(NAME, players=(("Bob", 3), ("Ann", 1)))
    assert [(e.step, e.clause, e.player) for e in scene.events(ev.Procedure)] == [
        ("receive the cards", "3(a)", ""),
        ("dealer inspects the cards, floorperson verifies them", "3(b)", ""),
        ("spread the cards face up, by suit and in sequence", "3(b)", ""),
        ("the first player inspects the cards", "3(c)", "Bob"),
        ("turn the cards face down and wash them", "3(c)", ""),
        ("stack the cards", "3(c)", ""),
        ("the cards are placed in the manual shoe", "4(b)", ""),
    ]
    kinds = [type(e) for e in scene.round.events]
    assert kinds.index(ev.Shuffled) > max(i for i, e in enumerate(scene.round.events) if e.clause == "3(c)")
    assert scene.events(ev.Shuffled)[0].by == "automated"


@clause(NAME, "4(a)")
def test_4a_the_cards_are_shuffled_after_each_round_and_the_opening_is_not_repeated() -> None:
    scene = finish(Scene(NAME))
    for _ in range(3):
        scene.next_round()
        assert len(scene.events(ev.Shuffled)) == 1
        assert steps(scene) == ["the cards are placed in the manual shoe"]
        finish(scene)


@clause(NAME, "4(a)")
def test_4a_cards_shuffled_by_hand_are_refused() -> None:
    with pytest.raises(RulesError, match="always uses an automated shuffler"):
        Table(NAME, {"shuffler": "manual"})


@clause(NAME, "3(a)")
def test_3a_pre_shuffled_packs_are_refused() -> None:
    with pytest.raises(RulesError, match="no pre-shuffled packs"):
        Table(NAME, {"preshuffled": True})


@clause(NAME, "4(a)")
def test_4a_an_order_that_is_not_of_one_whole_pack_is_refused() -> None:
    table = Table(NAME, attendants={"shuffler": lambda round, ask: shuffled(SORTED.replace("As", "Ks"))})
    table.sit("Ann")
    with pytest.raises(ValueError, match="1 missing, 1 extra"):
        table.open_round()


def shuffled(order: str) -> Input:
    return make(by="shuffler", do="shuffle", cards=order, key=KEY)


@clause(NAME, "2(a)")
def test_2a_a_pack_that_runs_short_voids_the_round_and_leaves_the_table() -> None:
    scene = Scene(NAME, "As Kd Qh", planted=True, exact=True)
    scene.wager("Ann", original=1000).no_more_bets()
    assert scene.result("Ann", "original") == ("void", 1000)
    assert scene.round.over
    assert "the pack is removed from the table" in steps(scene)
    scene.exact = False
    scene.next_round()
    assert steps(scene)[0] == "receive the cards"


@clause(NAME, "2(a)", "4(c)")
def test_2a_the_cut_uses_a_cover_card_and_a_cut_card() -> None:
    scene = Scene(NAME, rules=CUT)
    scene.do("Ann", "cut", amount=20)
    assert "the stack is placed on the cover card" in steps(scene)


@clause(NAME, "2(b)")
def test_2b_two_packs_need_the_automated_shuffler() -> None:
    Table(NAME, {"packs": 2})
    with pytest.raises(RulesError, match="two packs need an automated shuffler"):
        Table(NAME, {"packs": 2, "shuffler": "manual"})


@clause(NAME, "3(d)", "2(b)(1)")
def test_3d_each_of_two_packs_is_opened_separately() -> None:
    scene = Scene(NAME, rules={"packs": 2})
    opening = [(e.pack, e.step) for e in scene.events(ev.Procedure) if "3(d)" in e.also]
    each = [
        "dealer inspects the cards, floorperson verifies them",
        "spread the cards face up, by suit and in sequence",
        "the first player inspects the cards",
        "turn the cards face down and wash them",
        "stack the cards",
    ]
    assert opening == [(pack, step) for pack in (1, 2) for step in each]
    assert all("2(b)(1)" in e.also for e in scene.events(ev.Procedure) if "3(d)" in e.also)


@clause(NAME, "2(a)", "3(d)", "2(b)(4)")
def test_2b4_only_the_bad_one_of_two_packs_is_replaced_and_the_other_is_played_next() -> None:
    scene = finish(Scene(NAME, rules={"packs": 2}, planted=True)).next_round("As Kd Qh")
    scene.exact = True  # while this round is played, the shuffler finds three cards in the first pack
    finish(scene).next_round()
    scene.exact = False
    scene.wager("Ann", original=1000).no_more_bets()
    assert scene.result("Ann", "original") == ("void", 1000)
    scene.next_round()
    assert [e.pack for e in scene.events(ev.Procedure) if "3(d)" in e.also] == [1] * 5
    assert [e.pack for e in scene.citing("2(b)(4)")] == [2]
    finish(scene).next_round()
    assert [e.pack for e in scene.citing("2(b)(4)")] == [1]
    assert "receive the cards" not in steps(scene)


@clause(NAME, "2(b)(4)", "4(g)")
def test_2b4_an_idle_spread_is_no_round_and_the_pack_it_lay_ready_is_played_next() -> None:
    scene = finish(Scene(NAME, rules={"packs": 2})).next_round()
    assert [(e.clause, e.pack) for e in scene.citing("2(b)(4)")] == [("2(b)(4)", 2)]
    scene.do("dealer", "spread")
    assert [e.pack for e in scene.next_round().events(ev.Shuffled)] == [2, 1]
    turns = []
    for _ in range(2):
        finish(scene).next_round()
        turns += [e.pack for e in scene.citing("2(b)(4)")]
    assert turns == [1, 2]


# --- 4(g): the idle table


@clause(NAME, "4(g)", "3(b)", "3(c)")
def test_4g_an_idle_table_is_spread_and_reopens_with_inspection_wash_and_shuffle() -> None:
    scene = finish(Scene(NAME)).next_round()
    scene.do("dealer", "spread")
    assert scene.round.over
    assert scene.round.events[-2].clause == "4(g)"
    assert not scene.events(ev.Dealt)
    assert scene.round.settlements == []
    scene.next_round()
    reopened = [(e.step, e.clause) for e in scene.events(ev.Procedure) if "4(g)" in e.also]
    assert reopened == [
        ("dealer inspects the cards, floorperson verifies them", "3(b)"),
        ("spread the cards face up, by suit and in sequence", "3(b)"),
        ("the first player inspects the cards", "3(c)"),
        ("turn the cards face down and wash them", "3(c)"),
        ("stack the cards", "3(c)"),
    ]
    assert len(scene.events(ev.Shuffled)) == 1
    finish(scene).next_round()
    assert steps(scene) == ["the cards are placed in the manual shoe"]


@clause(NAME, "4(g)", "3(d)")
def test_4g_both_packs_are_inspected_and_washed_when_an_idle_table_reopens() -> None:
    scene = Scene(NAME, rules={"packs": 2})
    scene.do("dealer", "spread")
    scene.next_round()
    assert [e.pack for e in scene.events(ev.Procedure) if "4(g)" in e.also] == [1] * 5 + [2] * 5
    assert scene.events(ev.Shuffled)[0].pack == 1


@clause(NAME, "4(g)")
def test_4g_how_the_cards_are_spread_is_no_choice_here() -> None:
    refusal = Scene(NAME).refused("dealer", "spread", what="face up")
    assert "leaves no choice" in refusal.wrong
    assert refusal.clause == "4(g)"


@clause(NAME, "4(g)")
def test_4g_no_spread_while_there_are_wagers() -> None:
    scene = Scene(NAME).wager("Ann", original=1000)
    refusal = scene.refused("dealer", "spread")
    assert refusal.clause == "4(g)"
    assert "wagers are on the layout" in str(refusal)


@clause(NAME, "4(g)", "4(d)(1)")
def test_4g_the_first_to_arrive_is_offered_the_cut_again_after_an_idle_spread() -> None:
    scene = Scene(NAME, rules=CUT, players=("Ann", "Bob"))
    scene.do("Ann", "cut", amount=20)
    finish(scene).next_round()
    scene.do("Bob", "cut", amount=20)
    scene.do("dealer", "spread")
    scene.next_round()
    assert [(e.player, e.clause) for e in scene.events(ev.Offered)] == [("Ann", "4(d)(1)")]
    scene.do("Ann", "cut", amount=20)
    finish(scene).next_round()
    assert [(e.player, e.clause) for e in scene.events(ev.Offered)] == [("Bob", "4(d)(2)")]


# --- section 8: both ways of dealing


@pytest.mark.parametrize(
    ("rules", "closing", "delivery"),
    [
        pytest.param({}, "8(a)(1)", "8(a)(1)", marks=clause(NAME, "8(a)(1)"), id="manual shoe"),
        pytest.param(
            AUTOMATED,
            "8(a)(2)(iv)",
            "8(a)(2)(ii)",
            marks=clause(NAME, "8(a)(2)", "8(a)(2)(i)", "8(a)(2)(ii)", "8(a)(2)(iv)"),
            id="automated shuffler",
        ),
    ],
)
@clause(NAME, "8(a)", "8(b)", "8(c)", "1:hole card")
def test_8c_a_card_up_to_each_from_the_left_then_one_down_and_three_up(
    rules: dict[str, str], closing: str, delivery: str
) -> None:
    scene = Scene(NAME, SORTED, players=(("Cyd", 5), ("Ann", 1), ("Bob", 3)), rules=rules, exact=True)
    (placed,) = scene.citing("8(a)")
    assert placed.step == f"the cards are placed in the {rules.get('dealing', 'manual shoe')}"
    for who in ("Bob", "Cyd", "Ann"):
        scene.wager(who, original=1000)
    events = scene.do("dealer", "no more bets")
    call = events[0]
    assert isinstance(call, ev.Announced)
    assert (call.words, call.clause) == ("No more bets", closing)
    dealt = [e for e in events if isinstance(e, ev.Dealt)]
    assert [(e.to, e.card, e.face) for e in dealt] == [
        ("seat 1", "2c", "up"),
        ("seat 3", "2d", "up"),
        ("seat 5", "2h", "up"),
        ("community", "2s", "down"),
        ("community", "3c", "up"),
        ("community", "3d", "up"),
        ("community", "3h", "up"),
    ]
    assert all(e.clause == "8(c)" for e in dealt)
    assert all(delivery in e.also for e in dealt if e.face == "up")


@clause(NAME, "8(a)(2)(i)")
def test_8a2i_a_device_that_deals_must_shuffle_too() -> None:
    with pytest.raises(RulesError, match="must also shuffle them"):
        Table(NAME, {**AUTOMATED, "shuffler": "manual"})


@clause(NAME, "8(a)")
def test_8a_no_other_way_of_dealing() -> None:
    with pytest.raises(RulesError, match="must be one of manual shoe, automated shuffler, not 'hand'"):
        Table(NAME, {"dealing": "hand"})
    for dealing in ("manual shoe", "automated shuffler"):
        scene = Scene(NAME, rules={"dealing": dealing})
        assert [e.step for e in scene.citing("8(a)")] == [f"the cards are placed in the {dealing}"]


def test_8c_a_player_without_a_wager_gets_no_card() -> None:
    scene = Scene(NAME, players=("Ann", "Bob")).wager("Bob", original=1000).no_more_bets()
    assert [e.to for e in scene.events(ev.Dealt)] == ["seat 2"] + ["community"] * 4


@pytest.mark.parametrize("viewer", ["seat 1", "seat 2", "public", "dealer"])
@clause(NAME, "8(b)", "1:hole card")
def test_8b_nobody_but_surveillance_knows_the_hole_card_before_it_is_turned(viewer: str) -> None:
    scene = Scene(NAME, "Kd 7s Ts 2h 3d 4c", players=("Ann", "Bob"))
    scene.wager("Ann", original=1000).wager("Bob", original=1000).no_more_bets()
    view = scene.round.view(viewer)
    assert view.cards("community") == [None, "2h", "3d", "4c"]
    assert "Ts" not in str(view.events)
    assert scene.round.view("surveillance").cards("community") == ["Ts", "2h", "3d", "4c"]
    scene.no_more_bets()
    assert "Ts" in str(scene.round.view(viewer).events)


@clause(NAME, "8(e)")
def test_8e_the_hole_card_is_turned_after_the_second_call() -> None:
    scene = Scene(NAME, "Kd 7c 2h 3d 4c").wager("Ann", original=1000).no_more_bets()
    events = scene.do("dealer", "no more bets")
    call, turned = events[:2]
    assert isinstance(call, ev.Announced)
    assert isinstance(turned, ev.Exposed)
    assert (call.words, call.clause) == ("No more bets", "8(e)")
    assert (turned.place, turned.cards, turned.only, turned.clause) == ("community", ("7c",), (0,), "8(e)")


# --- 11(e): the shuffler jams


def jams(times: int) -> Table:
    """A table whose shuffler jams this many times before it works."""
    left = iter(range(times))

    def attend(round: Round, question: Question) -> Input:
        return shuffled(SORTED) if next(left, None) is None else make(by="shuffler", do="jam")

    table = Table(NAME, attendants={"shuffler": attend})
    table.sit("Ann")
    return table


@pytest.mark.parametrize("times", [1, 3])
@clause(NAME, "11(e)")
def test_11e_a_shuffler_that_jams_shuffles_again(times: int) -> None:
    round = jams(times).open_round()
    jammed = [e for e in citing(round, "11(e)") if isinstance(e, ev.Irregular)]
    assert [(e.what, e.remedy, e.clause) for e in jammed] == [
        ("the shuffler jams", "the cards are reshuffled", "11(e)")
    ] * times
    assert len([e for e in round.events if isinstance(e, ev.Shuffled)]) == 1
    assert round.allows(round.input("Ann", "wager", "original", 1000))
