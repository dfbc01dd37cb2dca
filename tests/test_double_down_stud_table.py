"""Double Down Stud: opening, packs, shuffle, cut, the idle table and both ways of dealing, clause by clause."""

from __future__ import annotations

import pytest

from pitboss import RulesError, Table
from pitboss.cards import PACK_52, TEXT
from pitboss.table import events as ev
from pitboss.table.asks import Ask
from pitboss.table.events import Input
from pitboss.table.round import Round

from scene import KEY, Scene

clause = pytest.mark.clause
GAME = "double_down_stud"
SORTED = " ".join(TEXT[card] for card in PACK_52)
CUT = {"cut": True}
AUTOMATED = {"dealing": "automated shuffler"}


def steps(scene: Scene) -> list[str]:
    return [event.step for event in scene.events(ev.Procedure)]


def finish(scene: Scene, who: str = "Ann") -> Scene:
    """From the wagers to the end of the round."""
    return scene.wager(who, original=1000).no_more_bets().no_more_bets()


def offered(scene: Scene) -> list[str]:
    return [event.player for event in scene.events(ev.Offered)]


# --- sections 2 and 3: packs and the opening


@clause(GAME, "3(a)", "3(b)", "3(c)", "4(a)", "4(b)")
def test_3_a_new_pack_is_inspected_spread_washed_stacked_and_shuffled_in_order() -> None:
    scene = Scene(GAME, players=(("Bob", 3), ("Ann", 1)))
    opening = [
        (e.step, e.clause, e.player)
        for e in scene.round.events
        if isinstance(e, ev.Procedure) and e.step != "the cards are placed in the manual shoe"
    ]
    assert opening == [
        ("receive the cards", "3(a)", ""),
        ("dealer inspects the cards, floorperson verifies them", "3(b)", ""),
        ("spread the cards face up, by suit and in sequence", "3(b)", ""),
        ("the first player inspects the cards", "3(c)", "Bob"),
        ("turn the cards face down and wash them", "3(c)", ""),
        ("stack the cards", "3(c)", ""),
    ]
    kinds = [type(e) for e in scene.round.events]
    assert kinds.index(ev.Shuffled) > max(i for i, e in enumerate(scene.round.events) if e.clause == "3(c)")
    assert scene.events(ev.Shuffled)[0].by == "automated"


@clause(GAME, "4(a)")
def test_4a_the_cards_are_shuffled_after_each_round_and_the_opening_is_not_repeated() -> None:
    scene = finish(Scene(GAME))
    for _ in range(3):
        scene.next_round()
        assert len(scene.events(ev.Shuffled)) == 1
        assert steps(scene) == ["the cards are placed in the manual shoe"]
        finish(scene)


@clause(GAME, "4(a)")
def test_4a_cards_shuffled_by_hand_are_refused() -> None:
    with pytest.raises(RulesError, match="automated shuffler always"):
        Table(GAME, {"shuffler": "manual"})


@clause(GAME, "3(a)")
def test_3a_pre_shuffled_packs_are_refused() -> None:
    with pytest.raises(RulesError, match="no pre-shuffled packs"):
        Table(GAME, {"preshuffled": True})


@clause(GAME, "4(a)")
def test_4a_an_order_that_is_not_of_one_whole_pack_is_refused() -> None:
    table = Table(GAME, attendants={"shuffler": lambda round, ask: shuffled(SORTED.replace("As", "Ks"))})
    table.sit("Ann")
    with pytest.raises(ValueError, match="1 cards missing and 1 too many"):
        table.open_round()


def shuffled(order: str) -> Input:
    return Input(by="shuffler", do="shuffle", cards=order, key=KEY)


@clause(GAME, "2(a)")
def test_2a_a_pack_that_runs_short_voids_the_round_and_leaves_the_table() -> None:
    scene = Scene(GAME, "As Kd Qh", planted=True, exact=True)
    scene.wager("Ann", original=1000).no_more_bets()
    assert scene.result("Ann", "original") == ("void", 1000)
    assert scene.round.over
    assert "the pack is removed from the table" in steps(scene)
    scene.exact = False
    scene.next_round()
    assert steps(scene)[0] == "receive the cards"


@clause(GAME, "2(a)", "4(c)")
def test_2a_the_cut_uses_a_cover_card_and_a_cut_card() -> None:
    scene = Scene(GAME, rules=CUT)
    scene.do("Ann", "cut", amount=20)
    assert "the stack is placed on the cover card" in steps(scene)


@clause(GAME, "2(b)")
def test_2b_two_packs_need_the_automated_shuffler() -> None:
    Table(GAME, {"packs": 2})
    with pytest.raises(RulesError, match="two packs alternate only with an automated shuffler"):
        Table(GAME, {"packs": 2, "shuffler": "manual"})


@clause(GAME, "2(b)(3)", "2(b)(4)", "2(b)(5)")
def test_2b4_two_packs_take_turns_round_by_round() -> None:
    scene = Scene(GAME, rules={"packs": 2})
    packs = []
    for _ in range(5):
        packs.append(scene.events(ev.Shuffled)[0].pack)
        finish(scene).next_round()
    assert packs == [1, 2, 1, 2, 1]
    (turn,) = [e for e in scene.events(ev.Procedure) if e.clause == "2(b)(4)"]
    assert turn.also == ("2(b)(5)", "2(b)(3)")
    assert turn.pack == 2


@clause(GAME, "2(b)(5)")
def test_2b5_the_rack_never_holds_cards_of_both_packs() -> None:
    """A round's events all concern one pack, and the next round's rack starts empty."""
    scene = finish(Scene(GAME, rules={"packs": 2}))
    before = scene.events(ev.Shuffled)[0].pack
    scene.next_round()
    assert scene.round.dealer.layout.rack == []
    assert scene.events(ev.Shuffled)[0].pack != before


@clause(GAME, "3(d)", "2(b)(1)")
def test_3d_each_of_two_packs_is_opened_separately() -> None:
    scene = Scene(GAME, rules={"packs": 2})
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


@clause(GAME, "2(a)", "3(d)", "2(b)(4)")
def test_2b4_only_the_bad_one_of_two_packs_is_replaced_and_the_other_is_played_next() -> None:
    scene = Scene(GAME, "As Kd Qh", rules={"packs": 2}, planted=True, exact=True)
    scene.wager("Ann", original=1000).no_more_bets()
    scene.exact = False
    scene.next_round()
    assert scene.events(ev.Shuffled)[0].pack == 2
    assert [e.pack for e in scene.events(ev.Procedure) if "3(d)" in e.also] == [1] * 5
    finish(scene).next_round()
    assert scene.events(ev.Shuffled)[0].pack == 1
    assert "receive the cards" not in steps(scene)


@clause(GAME, "2(b)(4)", "4(g)")
def test_2b4_an_idle_spread_is_no_round_and_the_pack_it_lay_ready_is_played_next() -> None:
    scene = finish(Scene(GAME, rules={"packs": 2})).next_round()
    assert scene.events(ev.Shuffled)[0].pack == 2
    scene.do("dealer", "spread")
    packs = []
    for _ in range(3):
        scene.next_round()
        packs.append(scene.events(ev.Shuffled)[0].pack)
        finish(scene)
    assert packs == [2, 1, 2]


# --- 4(c) to 4(f): the cut


@clause(GAME, "4(d)", "4(d)(1)")
def test_4d1_at_the_beginning_the_first_to_arrive_is_offered_the_cut() -> None:
    scene = Scene(GAME, rules=CUT, players=(("Bob", 2), ("Ann", 1), ("Cyd", 3)))
    assert offered(scene) == ["Bob"]
    assert scene.events(ev.Offered)[0].clause == "4(d)(1)"
    scene.do("Bob", "cut", amount=26)
    assert scene.events(ev.Cut)[0].player == "Bob"


@clause(GAME, "4(d)", "4(d)(2)")
def test_4d2_later_the_far_right_is_and_the_offer_moves_counterclockwise() -> None:
    scene = Scene(GAME, rules=CUT, players=("Ann", "Bob", "Cyd"))
    asked = []
    for _ in range(6):
        asked.extend(offered(scene))
        scene.do(asked[-1], "cut", amount=26)
        finish(scene).next_round()
    assert asked == ["Ann", "Cyd", "Bob", "Ann", "Cyd", "Bob"]
    assert scene.events(ev.Offered)[0].clause == "4(d)(2)"


def rotation(scene: Scene, rounds: int) -> list[str]:
    """Who is offered the cut first, round by round; each takes it."""
    asked = []
    for _ in range(rounds):
        scene.next_round()
        asked.append(offered(scene)[0])
        scene.do(asked[-1], "cut", amount=26)
        finish(scene)
    return asked


def opened_by_ann(*players: tuple[str, int]) -> Scene:
    scene = Scene(GAME, rules=CUT, players=(("Ann", 1), *players))
    scene.do("Ann", "cut", amount=26)
    return finish(scene)


@clause(GAME, "4(d)(2)")
def test_4d2_a_newcomer_neither_repeats_nor_skips_anyones_turn() -> None:
    scene = opened_by_ann(("Bob", 2), ("Cyd", 3))
    assert rotation(scene, 2) == ["Cyd", "Bob"]
    scene.table.sit("Dan", 4)
    assert rotation(scene, 5) == ["Ann", "Dan", "Cyd", "Bob", "Ann"]


@clause(GAME, "4(d)(2)")
def test_4d2_nor_does_a_player_who_leaves() -> None:
    scene = opened_by_ann(("Bob", 2), ("Cyd", 3), ("Dan", 4))
    assert rotation(scene, 2) == ["Dan", "Cyd"]
    scene.table.leave("Dan")
    assert rotation(scene, 3) == ["Bob", "Ann", "Cyd"]
    scene.table.leave("Cyd")  # who was offered it last
    assert rotation(scene, 3) == ["Bob", "Ann", "Bob"]


@clause(GAME, "4(d)(2)", "4(c)")
def test_4d2_the_offer_goes_on_from_whoever_had_it_last_also_after_a_refusal() -> None:
    scene = opened_by_ann(("Bob", 2), ("Cyd", 3)).next_round()
    scene.do("Cyd", "refuse")
    scene.do("Bob", "cut", amount=26)
    finish(scene)
    assert rotation(scene, 2) == ["Ann", "Cyd"]


@clause(GAME, "4(c)", "4(d)(1)")
def test_4c_who_refuses_passes_the_offer_counterclockwise_and_at_last_to_the_dealer() -> None:
    scene = Scene(GAME, rules=CUT, players=(("Bob", 2), ("Ann", 1), ("Cyd", 3)))
    for who in ("Bob", "Ann", "Cyd"):
        scene.do(who, "refuse")
    assert offered(scene) == ["Bob", "Ann", "Cyd"]
    assert [e.player for e in scene.events(ev.Refused)] == ["Bob", "Ann", "Cyd"]
    scene.do("dealer", "cut", amount=30)
    (made,) = scene.events(ev.Cut)
    assert (made.by, made.depth, made.clause) == ("dealer", 30, "4(e)")
    assert "4(c)" in made.also


@clause(GAME, "4(d)")
def test_4d_nobody_else_may_cut_in_anothers_turn() -> None:
    scene = Scene(GAME, rules=CUT, players=("Ann", "Bob"))
    refusal = scene.refused("Bob", "cut", amount=20)
    assert "the round waits for Ann at seat 1: the cut" in str(refusal)
    assert scene.refused("dealer", "cut", amount=20)
    # The refusal rests on the clause of the offer; the order itself is 4(d), cited by the offer's event.
    assert refusal.clause == "4(d)(1)"


@pytest.mark.parametrize(("depth", "wrong"), [(0, "below"), (9, "below"), (43, "above"), (52, "above")])
@clause(GAME, "4(e)")
def test_4e_a_cut_less_than_ten_cards_from_an_end_is_refused(depth: int, wrong: str) -> None:
    scene = Scene(GAME, rules=CUT)
    refusal = scene.refused("Ann", "cut", amount=depth)
    assert wrong in str(refusal)
    assert refusal.clause == "4(e)"
    scene.do("Ann", "refuse")
    assert scene.refused("dealer", "cut", amount=depth).clause == "4(e)"


@pytest.mark.parametrize(("depth", "first"), [(10, "4h"), (26, "8h"), (42, "Qh")])
@clause(GAME, "4(e)")
def test_4e_the_cards_above_the_cut_card_go_to_the_bottom(depth: int, first: str) -> None:
    scene = Scene(GAME, SORTED, rules=CUT, exact=True)
    scene.do("Ann", "cut", amount=depth)
    assert steps(scene)[-2:] == ["the cover card goes to the discard rack", "the cards are placed in the manual shoe"]
    finish(scene)
    assert scene.events(ev.Dealt)[0].card == first


@clause(GAME, "4(f)")
def test_4f_without_the_option_no_cut_is_offered_and_none_repeated() -> None:
    scene = Scene(GAME)
    assert not scene.events(ev.Offered)
    refusal = scene.refused("supervisor", "recut")
    assert (refusal.wrong, refusal.clause) == ("the cards were not cut", "4(f)")


@pytest.mark.parametrize(
    ("who_cuts", "recut_by", "expected"),
    [("Cyd", "same", "Cyd"), ("Cyd", "next", "Bob"), ("Bob", "next", "Ann"), ("Ann", "next", "Cyd")],
)
@clause(GAME, "4(f)")
def test_4f_a_recut_is_by_the_last_cutter_or_the_next(who_cuts: str, recut_by: str, expected: str) -> None:
    scene = Scene(GAME, SORTED, rules={**CUT, "recut_by": recut_by}, players=("Ann", "Bob", "Cyd"), exact=True)
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
@clause(GAME, "4(f)", "4(c)")
def test_4f_after_a_cut_by_the_dealer(recut_by: str, asked: list[str]) -> None:
    scene = Scene(GAME, rules={**CUT, "recut_by": recut_by}, players=("Ann", "Bob"))
    scene.do("Ann", "refuse")
    scene.do("Bob", "refuse")
    scene.do("dealer", "cut", amount=10)
    before = len(offered(scene))
    scene.do("supervisor", "recut")
    assert offered(scene)[before:] == asked
    if not asked:
        scene.do("dealer", "cut", amount=11)
        assert [e.depth for e in scene.events(ev.Cut)] == [10, 11]


@clause(GAME, "4(f)", "4(d)(2)")
def test_4f_a_recut_by_the_next_counts_in_the_rotation_and_one_by_the_same_does_not() -> None:
    for recut_by, after in (("next", "Ann"), ("same", "Bob")):
        scene = Scene(GAME, rules={**CUT, "recut_by": recut_by}, players=("Ann", "Bob", "Cyd"))
        scene.do("Ann", "cut", amount=26)
        finish(scene).next_round()
        scene.do("Cyd", "cut", amount=26)
        scene.do("supervisor", "recut")
        scene.do("Bob" if recut_by == "next" else "Cyd", "cut", amount=26)
        finish(scene)
        assert rotation(scene, 1) == [after]


@clause(GAME, "4(f)", "4(c)", "4(e)")
def test_4f_the_cover_card_is_used_again_for_a_recut() -> None:
    scene = Scene(GAME, rules=CUT)
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


@clause(GAME, "4(f)")
def test_4f_a_second_recut_may_follow_even_where_the_cuts_add_up_to_the_whole_pack() -> None:
    scene = Scene(GAME, rules=CUT)
    scene.do("Ann", "cut", amount=26)
    for _ in range(2):
        scene.do("supervisor", "recut")
        scene.do("Ann", "cut", amount=26)
    assert len(scene.events(ev.Cut)) == 3


@clause(GAME, "4(f)")
def test_4f_only_a_supervisor_orders_a_recut_and_only_before_a_card_is_dealt() -> None:
    scene = Scene(GAME, rules=CUT)
    assert "waits for" in str(scene.refused("supervisor", "recut"))
    scene.do("Ann", "cut", amount=26)
    assert scene.refused("Ann", "recut")
    assert scene.refused("dealer", "recut")
    scene.do("supervisor", "recut")
    scene.do("Ann", "cut", amount=20)
    scene.wager("Ann", original=1000).no_more_bets()
    assert scene.refused("supervisor", "recut").clause == "4(f)"


@clause(GAME, "4(f)")
def test_4f_wagers_on_the_layout_stand_through_a_recut() -> None:
    scene = Scene(GAME, rules=CUT)
    scene.do("Ann", "cut", amount=26)
    scene.wager("Ann", original=1000)
    scene.do("supervisor", "recut")
    scene.do("Ann", "cut", amount=15)
    scene.no_more_bets().no_more_bets()
    assert scene.settled("Ann", "original").stake == 1000


def test_a_wager_while_the_cards_are_cut_must_wait() -> None:
    scene = Scene(GAME, rules=CUT)
    refusal = scene.refused("Ann", "wager", "original", 1000)
    assert "allowed now: cut, refuse" in str(refusal)
    assert "No more bets" not in str(refusal)


# --- 4(g): the idle table


@clause(GAME, "4(g)", "3(b)", "3(c)")
def test_4g_an_idle_table_is_spread_and_reopens_with_inspection_wash_and_shuffle() -> None:
    scene = finish(Scene(GAME)).next_round()
    scene.do("dealer", "spread")
    assert scene.round.over
    assert scene.round.events[-2].clause == "4(g)"
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


@clause(GAME, "4(g)", "3(d)")
def test_4g_both_packs_are_inspected_and_washed_when_an_idle_table_reopens() -> None:
    scene = Scene(GAME, rules={"packs": 2})
    scene.do("dealer", "spread")
    scene.next_round()
    assert [e.pack for e in scene.events(ev.Procedure) if "4(g)" in e.also] == [1] * 5 + [2] * 5
    assert scene.events(ev.Shuffled)[0].pack == 1


@clause(GAME, "4(g)")
def test_4g_how_the_cards_are_spread_is_no_choice_here() -> None:
    refusal = Scene(GAME).refused("dealer", "spread", what="on the floor")
    assert "leaves no choice" in refusal.wrong
    assert refusal.clause == "4(g)"


@clause(GAME, "4(g)")
def test_4g_no_spread_while_there_are_wagers() -> None:
    scene = Scene(GAME).wager("Ann", original=1000)
    refusal = scene.refused("dealer", "spread")
    assert refusal.clause == "4(g)"
    assert "wagers are on the layout" in str(refusal)


@clause(GAME, "4(g)", "4(d)(1)")
def test_4g_the_first_to_arrive_is_offered_the_cut_again_after_an_idle_spread() -> None:
    scene = Scene(GAME, rules=CUT, players=("Ann", "Bob"))
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
        pytest.param({}, "8(a)(1)", "8(a)(1)", marks=clause(GAME, "8(a)(1)"), id="manual shoe"),
        pytest.param(
            AUTOMATED,
            "8(a)(2)(iv)",
            "8(a)(2)(ii)",
            marks=clause(GAME, "8(a)(2)", "8(a)(2)(i)", "8(a)(2)(ii)", "8(a)(2)(iv)"),
            id="automated shuffler",
        ),
    ],
)
@clause(GAME, "8(a)", "8(b)", "8(c)", "1:hole card")
def test_8c_a_card_up_to_each_from_the_left_then_one_down_and_three_up(
    rules: dict[str, str], closing: str, delivery: str
) -> None:
    scene = Scene(GAME, SORTED, players=(("Cyd", 5), ("Ann", 1), ("Bob", 3)), rules=rules, exact=True)
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


@clause(GAME, "8(a)(2)(i)")
def test_8a2i_a_device_that_deals_must_shuffle_too() -> None:
    with pytest.raises(RulesError, match="shuffles them too"):
        Table(GAME, {**AUTOMATED, "shuffler": "manual"})


@clause(GAME, "8(a)")
def test_8a_no_other_way_of_dealing() -> None:
    with pytest.raises(RulesError, match="dealing"):
        Table(GAME, {"dealing": "hand"})
    finish(Scene(GAME))


def test_8c_a_player_without_a_wager_gets_no_card() -> None:
    scene = Scene(GAME, players=("Ann", "Bob")).wager("Bob", original=1000).no_more_bets()
    assert [e.to for e in scene.events(ev.Dealt)] == ["seat 2"] + ["community"] * 4


@pytest.mark.parametrize("viewer", ["seat 1", "seat 2", "public", "dealer"])
@clause(GAME, "8(b)", "1:hole card")
def test_8b_nobody_but_surveillance_knows_the_hole_card_before_it_is_turned(viewer: str) -> None:
    scene = Scene(GAME, "Kd 7s Ts 2h 3d 4c", players=("Ann", "Bob"))
    scene.wager("Ann", original=1000).wager("Bob", original=1000).no_more_bets()
    view = scene.round.view(viewer)
    assert view.cards("community") == [None, "2h", "3d", "4c"]
    assert "Ts" not in str(view.events)
    assert scene.round.view("surveillance").cards("community") == ["Ts", "2h", "3d", "4c"]
    scene.no_more_bets()
    assert "Ts" in str(scene.round.view(viewer).events)


@clause(GAME, "8(e)")
def test_8e_the_hole_card_is_turned_after_the_second_call() -> None:
    scene = Scene(GAME, "Kd 7c 2h 3d 4c").wager("Ann", original=1000).no_more_bets()
    events = scene.do("dealer", "no more bets")
    call, turned = events[:2]
    assert isinstance(call, ev.Announced)
    assert isinstance(turned, ev.Exposed)
    assert (call.words, call.clause) == ("No more bets", "8(e)")
    assert (turned.place, turned.cards, turned.only, turned.clause) == ("community", ("7c",), (0,), "8(e)")


# --- 11(e): the shuffler jams


def jams(times: int) -> Table:
    """A table whose shuffler jams so often before it works."""
    left = iter(range(times))

    def attend(round: Round, ask: Ask) -> Input:
        return shuffled(SORTED) if next(left, None) is None else Input(by="shuffler", do="jam")

    table = Table(GAME, attendants={"shuffler": attend})
    table.sit("Ann")
    return table


@pytest.mark.parametrize("times", [1, 3])
@clause(GAME, "11(e)")
def test_11e_a_shuffler_that_jams_shuffles_again(times: int) -> None:
    round = jams(times).open_round()
    jammed = [e for e in round.events if isinstance(e, ev.Irregular)]
    assert [(e.what, e.remedy, e.clause) for e in jammed] == [
        ("the shuffler jams", "the cards are reshuffled", "11(e)")
    ] * times
    assert len([e for e in round.events if isinstance(e, ev.Shuffled)]) == 1
    assert round.allows(round.input("Ann", "wager", "original", 1000))
