"""Boston 5 Stud Poker: opening, packs, the idle table, three ways of dealing and the stub, clause by clause."""

from __future__ import annotations

import pytest

from pitboss import RulesError, Table
from pitboss.basics.cards import PACK_52, TEXT
from pitboss.engine.round import events as ev

from scene import Scene

clause = pytest.mark.clause
NAME = "boston_5_stud"
AUTOMATED = {"dealing": "automated shoe"}
HAND = {"dealing": "hand"}
COUNTING = {"dealing": "automated shoe", "shuffler_counts": True}
SORTED = [TEXT[card] for card in PACK_52]
SHORT = " ".join(SORTED[:51])


def steps(scene: Scene) -> list[str]:
    return [event.step for event in scene.events(ev.Procedure)]


def bets(scene: Scene, *players: str) -> Scene:
    for player in players or ("Ann",):
        scene.wager(player, ante=1000, first=2000)
    return scene.no_more_bets()


def finish(scene: Scene) -> Scene:
    """Play one player's round from the wagers to the end."""
    bets(scene)
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert scene.round.over
    return scene


# --- sections 2 and 3: packs and the opening


@clause(NAME, "3(a)", "3(b)", "3(c)", "4(a)")
def test_3_a_new_pack_is_inspected_spread_washed_stacked_and_shuffled_in_order() -> None:
    scene = Scene(NAME, players=(("Bob", 3), ("Ann", 1)))
    assert [(e.step, e.clause, e.player) for e in scene.events(ev.Procedure)] == [
        ("receive the cards", "3(a)", ""),
        ("dealer inspects the cards, floorperson verifies them", "3(b)", ""),
        ("spread the cards face up", "3(b)", ""),
        ("the first player inspects the cards", "3(c)", "Bob"),
        ("turn the cards face down and wash them", "3(c)", ""),
        ("stack the cards", "3(c)", ""),
    ]
    assert [type(e) for e in scene.citing("4(a)")] == [ev.Shuffled, ev.Committed]
    kinds = [type(e) for e in scene.round.events]
    assert kinds.index(ev.Shuffled) > max(i for i, e in enumerate(scene.round.events) if e.clause == "3(c)")


@clause(NAME, "3(a)", "4(a)")
def test_3a_a_pre_shuffled_pack_is_not_spread_and_not_shuffled_before_the_first_round() -> None:
    scene = Scene(NAME, rules={"preshuffled": True})
    assert steps(scene) == ["receive the cards", "the cards come pre-shuffled"]
    assert scene.events(ev.Shuffled)[0].by == "pre-shuffled"
    finish(scene).next_round()
    assert scene.events(ev.Shuffled)[0].by == "automated"


@clause(NAME, "3(a)", "4(a)")
def test_3a_a_pre_shuffled_pack_that_replaces_another_is_not_shuffled_either() -> None:
    scene = Scene(NAME, SHORT, planted=True, exact=True, rules={"preshuffled": True, "count_every": 1})
    finish(scene)  # the count finds 51 cards, and the pack leaves the table
    scene.exact = scene.planted = False
    scene.next_round()
    assert "the cards come pre-shuffled" in steps(scene)
    assert scene.events(ev.Shuffled)[0].by == "pre-shuffled"


@clause(NAME, "4(a)", "1:round of play")
def test_4a_the_cards_are_shuffled_by_the_device_after_each_round() -> None:
    scene = finish(Scene(NAME))
    for _ in range(3):
        scene.next_round()
        assert [e.by for e in scene.events(ev.Shuffled)] == ["automated"]
        assert not steps(scene)
        finish(scene)


@clause(NAME, "4(a)")
def test_4a_a_table_without_an_automated_shuffler_is_refused() -> None:
    with pytest.raises(RulesError, match="always uses an automated shuffler"):
        Table(NAME, {"shuffler": "manual"})


@clause(NAME, "2(b)", "4(a)")
def test_2b_two_packs_need_an_automated_shuffler() -> None:
    with pytest.raises(RulesError, match="two packs need an automated shuffler"):
        Table(NAME, {"packs": 2, "shuffler": "manual"})


@clause(NAME, "2(b)", "2(b)(1)", "3(d)")
def test_3d_each_of_two_packs_is_opened_separately() -> None:
    scene = bets(Scene(NAME, rules={"packs": 2}))
    opened = [(e.pack, e.step) for e in scene.events(ev.Procedure) if "2(b)(1)" in e.also]
    inspected = [pack for pack, step in opened if step == "the first player inspects the cards"]
    washed = [pack for pack, step in opened if step == "turn the cards face down and wash them"]
    assert (inspected, washed) == ([1, 2], [1, 2])


@clause(NAME, "2(a)")
def test_2a_a_pack_that_runs_out_voids_the_round_and_leaves_the_table() -> None:
    scene = Scene(NAME, "As Ks Qs Js Ts 9s 8s", planted=True, exact=True)
    bets(scene)
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    assert scene.result("Ann", "second") == ("void", 2000)
    assert "the pack is removed from the table" in steps(scene)


@clause(NAME, "2(a)")
def test_2a_one_pack_serves_nine_seats() -> None:
    assert [Table(NAME, {"positions": allowed}).rules.positions for allowed in (1, 9)] == [1, 9]
    for refused in (0, 10):
        with pytest.raises(RulesError, match=f"must be between 1 and 9, not {refused}"):
            Table(NAME, {"positions": refused})


# --- 4(c): the idle table


@clause(NAME, "4(c)", "3(c)")
@pytest.mark.parametrize(("lie", "turned"), [("face up", []), ("face down", ["turned"]), ("", ["turned"])])
def test_4c_idle_cards_lie_face_up_or_face_down_and_the_table_reopens(lie: str, turned: list[str]) -> None:
    scene = finish(Scene(NAME)).next_round()
    scene.do("dealer", "spread", what=lie)
    assert scene.round.over
    assert steps(scene) == [f"no gaming activity: the cards are spread out {lie}".rstrip()]
    assert not scene.events(ev.Dealt)
    scene.next_round()
    up = ["a player arrives: the spread cards are turned face up"] if turned else []
    assert steps(scene) == [
        *up,
        "the first player inspects the cards",
        "turn the cards face down and wash them",
        "stack the cards",
    ]


@clause(NAME, "4(c)")
def test_4c_cards_are_not_spread_while_wagers_lie_on_the_layout() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000)
    assert "wagers are on the layout" in str(scene.refused("dealer", "spread", what="face up"))


# --- sections 7 to 9: three ways of dealing


FIRST = "2c 2d 2h 3c 3d 3h 4c 4d 4h"
LAST = "5c 5d 6c 6d 7c 7d"
ORDER = [("seat 2", "2c 2d 2h"), ("seat 5", "3c 3d 3h"), ("dealer", "4c 4d 4h")]
REST = [("seat 2", "5c 5d"), ("seat 5", "6c 6d"), ("dealer", "7c 7d")]


def two_players(**rules: object) -> Scene:
    scene = Scene(NAME, f"{FIRST} {LAST}", players=(("Bob", 5), ("Ann", 2)), rules=rules)
    bets(scene, "Bob", "Ann")
    return scene


def expected(part: list[tuple[str, str]]) -> list[tuple[str, str, str]]:
    return [(place, card, "down") for place, cards in part for card in cards.split()]


def dealt(scene: Scene) -> list[tuple[str, str, str]]:
    return [(e.to, e.card, e.face) for e in scene.events(ev.Dealt)]


def the_rest(scene: Scene) -> Scene:
    scene.do("Ann", "second")
    scene.do("Bob", "second")
    scene.do("dealer", "deal")
    return scene


@clause(NAME, "7(d)", "7(d)(1)", "7(d)(2)", "10(d)", "10(d)(1)", "10(d)(2)")
def test_7d_manual_shoe_three_cards_each_from_the_left_then_the_dealer_then_two_each() -> None:
    scene = two_players()
    assert dealt(scene) == expected(ORDER)
    the_rest(scene)
    assert dealt(scene) == expected(ORDER + REST)
    assert not any("automated shoe" in words for words in steps(scene))
    clauses = [e.clause for e in scene.events(ev.Dealt)]
    assert clauses == ["7(d)(1)"] * 6 + ["7(d)(2)"] * 3 + ["10(d)(1)"] * 4 + ["10(d)(2)"] * 2


@clause(NAME, "8(a)", "8(b)", "8(b)(5)", "8(c)", "8(c)(1)", "8(c)(2)", "10(d)(1)", "10(d)(2)")
def test_8c_hand_three_cards_each_from_the_left_then_the_dealer_then_two_each() -> None:
    scene = two_players(**HAND)
    assert dealt(scene) == expected(ORDER)
    the_rest(scene)
    assert dealt(scene) == expected(ORDER + REST)
    assert not any("automated shoe" in words for words in steps(scene))
    clauses = [e.clause for e in scene.events(ev.Dealt)]
    assert clauses == ["8(c)(1)"] * 6 + ["8(c)(2)"] * 3 + ["10(d)(1)"] * 4 + ["10(d)(2)"] * 2
    assert all("8(b)(5)" in e.also for e in scene.events(ev.Dealt))


@clause(NAME, "9(a)", "9(b)", "9(c)", "9(d)", "10(d)(1)", "10(d)(2)")
def test_9c_automated_shoe_stacks_of_three_then_the_last_two_from_the_hand() -> None:
    scene = two_players(**AUTOMATED)
    assert dealt(scene) == expected(ORDER)
    assert {e.clause for e in scene.events(ev.Dealt)} == {"9(c)"}
    before = len(steps(scene))
    the_rest(scene)
    assert dealt(scene) == expected(ORDER + REST)
    assert steps(scene)[before] == "the remaining cards go from the automated shoe to the dealer's hand"
    assert all("8(b)(5)" in e.also for e in scene.events(ev.Dealt)[9:])


@clause(NAME, "10(d)")
def test_10d_the_last_two_cards_begin_with_the_leftmost_second_wager_that_stands() -> None:
    scene = two_players()
    scene.do("Ann", "second")
    scene.do("Bob", "second")
    scene.do("Ann", "withdraw", "second")
    scene.do("dealer", "deal")
    assert [(e.to, e.card) for e in scene.events(ev.Dealt)[9:]] == [
        ("seat 5", "5c"),
        ("seat 5", "5d"),
        ("dealer", "6c"),
        ("dealer", "6d"),
    ]


@pytest.mark.parametrize(
    ("dealing", "placed", "closing", "into"),
    [
        pytest.param("manual shoe", "7(a)", "7(b)", "the manual shoe", marks=clause(NAME, "7(a)", "7(b)")),
        pytest.param("hand", "8(b)(1)", "8(b)(4)", "the dealer's hand", marks=clause(NAME, "8(b)(1)", "8(b)(4)")),
        pytest.param(
            "automated shoe", "9(b)(1)", "9(b)(2)", "the automated shoe", marks=clause(NAME, "9(b)(1)", "9(b)(2)")
        ),
    ],
)
@clause(NAME, "4(b)", "2(a)", "6(b)")
def test_4b_the_stack_is_made_ready_uncut_and_then_bets_close(
    dealing: str, placed: str, closing: str, into: str
) -> None:
    scene = bets(Scene(NAME, rules={"dealing": dealing}))
    ready = next(e for e in scene.events(ev.Procedure) if e.clause == placed)
    assert (ready.step, ready.ruling) == (f"the stacked cards, uncut, are placed in {into}", "no-cut")
    said = scene.events(ev.Announced)[0]
    assert (said.words, said.clause) == ("No more bets", closing)
    assert scene.round.events.index(said) == scene.round.events.index(ready) + 1
    assert not scene.events(ev.Cut)


@pytest.mark.parametrize(
    ("dealing", "row"),
    [
        pytest.param("manual shoe", "7(g)", marks=clause(NAME, "7(g)")),
        pytest.param("hand", "8(f)", marks=clause(NAME, "8(f)")),
        pytest.param("automated shoe", "9(g)", marks=clause(NAME, "9(g)")),
    ],
)
def test_7g_the_dealers_five_cards_are_spread_in_a_row_before_they_are_turned_over(dealing: str, row: str) -> None:
    scene = finish(Scene(NAME, rules={"dealing": dealing}))
    events = scene.round.events
    spread = next(i for i, e in enumerate(events) if e.clause == row)
    turned = next(i for i, e in enumerate(events) if isinstance(e, ev.Exposed))
    assert isinstance(events[spread], ev.Procedure)
    assert spread < turned
    assert sum(isinstance(e, ev.Dealt) and e.to == "dealer" for e in events[:spread]) == 5


# --- the stub


@pytest.mark.parametrize(
    ("dealing", "stub"),
    [
        pytest.param("manual shoe", "7(e)", marks=clause(NAME, "7(e)")),
        pytest.param("hand", "8(d)", marks=clause(NAME, "8(d)")),
        pytest.param("automated shoe", "9(d)", marks=clause(NAME, "9(d)")),
    ],
)
@clause(NAME, "1:stub")
def test_7e_the_stub_goes_to_the_rack_after_the_last_two_cards(dealing: str, stub: str) -> None:
    scene = finish(Scene(NAME, rules={"dealing": dealing}))
    put = scene.events(ev.Stub)[0]
    assert (put.clause, put.cards, put.counted) == (stub, 42, False)
    last = max(i for i, e in enumerate(scene.round.events) if isinstance(e, ev.Dealt))
    assert scene.round.events.index(put) > last


@pytest.mark.parametrize(
    ("dealing", "count"),
    [
        pytest.param("manual shoe", "7(f)", marks=clause(NAME, "7(f)")),
        pytest.param("hand", "8(e)", marks=clause(NAME, "8(e)")),
        pytest.param("automated shoe", "9(e)", marks=clause(NAME, "9(e)")),
    ],
)
@clause(NAME, "7(f)(1)")
def test_7f_the_stub_is_counted_every_fifth_round(dealing: str, count: str) -> None:
    scene = Scene(NAME, rules={"dealing": dealing})
    counted = []
    for _ in range(10):
        finish(scene)
        put = scene.events(ev.Stub)[0]
        counted.append(put.counted)
        if put.counted:
            assert put.clause == count
            assert [(e.by, e.found, e.expected) for e in scene.events(ev.Counted)] == [("dealer", 52, 52)]
        scene.next_round()
    assert counted == [False, False, False, False, True] * 2


@clause(NAME, "7(f)")
def test_7f_a_count_less_often_than_every_fifth_round_is_refused() -> None:
    scene = finish(Scene(NAME, rules={"count_every": 1}))
    assert scene.events(ev.Stub)[0].counted
    with pytest.raises(RulesError, match="must be 1 to 5 rounds"):
        Table(NAME, {"count_every": 6})


@clause(NAME, "7(f)(2)")
def test_7f2_a_pack_of_51_found_by_the_count_voids_every_hand_and_leaves_the_table() -> None:
    scene = Scene(NAME, SHORT, planted=True, exact=True, rules={"count_every": 1})
    finish(scene)
    ends = [(s.wager, s.result, s.returned) for s in scene.round.settlements]
    assert ends == [("ante", "void", 1000), ("first", "void", 2000), ("second", "void", 2000)]
    assert (scene.events(ev.Counted)[0].found, scene.events(ev.Counted)[0].expected) == (51, 52)
    assert "the pack is removed from the table" in steps(scene)
    scene.exact = scene.planted = False
    scene.next_round()
    assert steps(scene)[0] == "receive the cards"


@clause(NAME, "7(f)(2)")
@pytest.mark.parametrize(("place", "cards"), [("seat 1", 2), ("seat 1", 4), ("dealer", 2), ("dealer", 4)])
def test_7f2_a_misdeal_found_by_the_count_voids_every_hand_and_the_pack_stays(place: str, cards: int) -> None:
    scene = Scene(NAME, players=("Ann", "Bob"), rules={"count_every": 1})
    scene.report("unnoticed misdeal", place=place, amount=cards)
    bets(scene, "Ann", "Bob")
    scene.do("Ann", "second")
    scene.do("Bob", "second")
    scene.do("dealer", "deal")
    assert {(s.player, s.result) for s in scene.round.settlements} == {("Ann", "void"), ("Bob", "void")}
    assert scene.events(ev.Irregular)[-1].ruling == "stub-finds-misdeal"
    assert "the pack is removed from the table" not in steps(scene)


@clause(NAME, "7(f)(2)")
def test_7f2_the_count_finds_a_folded_hand_that_was_misdealt_and_the_fold_stands() -> None:
    scene = Scene(NAME, players=("Ann", "Bob"), rules={"count_every": 1})
    scene.report("unnoticed misdeal", place="seat 1", amount=4)
    bets(scene, "Ann", "Bob")
    scene.do("Ann", "fold")
    scene.do("Bob", "second")
    scene.do("dealer", "deal")
    assert scene.result("Ann", "ante") == ("lose", 0)
    assert scene.result("Bob", "second") == ("void", 2000)
    assert scene.events(ev.Irregular)[0].what == "misdealt: seat 1"


def test_7f_a_misdeal_that_a_fold_forestalls_is_none() -> None:
    scene = Scene(NAME, players=("Ann", "Bob"), rules={"count_every": 1})
    bets(scene, "Ann", "Bob")
    scene.report("unnoticed misdeal", place="seat 1", amount=1)
    scene.do("Ann", "fold")
    scene.do("Bob", "second")
    scene.do("dealer", "deal")
    (lapsed,) = scene.events(ev.Irregular)
    assert (lapsed.place, lapsed.remedy) == ("seat 1", "none: no cards are dealt there")
    assert not scene.events(ev.Voided)


@pytest.mark.parametrize("cards", [2, 4, 5])
@clause(NAME, "7(f)(2)")
def test_7f2_the_count_finds_a_misdealt_dealer_when_all_have_folded(cards: int) -> None:
    scene = Scene(NAME, rules={"count_every": 1})
    scene.report("unnoticed misdeal", place="dealer", amount=cards)
    bets(scene)
    scene.do("Ann", "fold")
    assert scene.events(ev.Irregular)[0].what == "misdealt: dealer"
    assert scene.result("Ann", "ante") == ("lose", 0)


@clause(NAME, "9(f)")
def test_9f_a_shuffler_that_counts_spares_the_automated_shoes_stub_the_count() -> None:
    scene = Scene(NAME, rules=COUNTING)
    for _ in range(7):
        finish(scene)
        assert not scene.events(ev.Stub)[0].counted
        assert [(e.by, e.found, e.clause) for e in scene.events(ev.Counted)] == [("shuffler", 52, "9(f)")]
        scene.next_round()


@clause(NAME, "9(f)")
def test_9f_a_wrong_number_found_by_the_shuffler_sends_the_pack_away_before_any_wager() -> None:
    scene = Scene(NAME, SHORT, planted=True, exact=True, rules=COUNTING)
    assert scene.round.over
    assert steps(scene)[-1] == "the pack is removed from the table"
    scene.exact = scene.planted = False
    scene.next_round()
    assert steps(scene)[0] == "receive the cards"


@pytest.mark.parametrize(
    ("dealing", "count"),
    [
        pytest.param("manual shoe", "7(f)", marks=clause(NAME, "7(f)")),
        pytest.param("hand", "8(e)", marks=clause(NAME, "8(e)")),
    ],
)
def test_9f_the_exemption_is_the_automated_shoes_alone(dealing: str, count: str) -> None:
    scene = Scene(NAME, rules={"dealing": dealing, "shuffler_counts": True})
    for _ in range(4):
        finish(scene).next_round()
    finish(scene)
    assert (scene.events(ev.Stub)[0].clause, scene.events(ev.Stub)[0].counted) == (count, True)


def test_9f_a_pre_shuffled_pack_was_not_counted_by_the_shuffler() -> None:
    scene = Scene(NAME, rules={**COUNTING, "preshuffled": True, "count_every": 1})
    finish(scene)
    assert scene.events(ev.Stub)[0].counted
    finish(scene.next_round())
    assert not scene.events(ev.Stub)[0].counted


@clause(NAME, "7(f)")
def test_7f_a_void_round_counts_and_a_fifth_that_is_void_has_the_pack_counted_before_its_shuffle() -> None:
    scene, counted = Scene(NAME), []
    for number in range(1, 12):
        bets(scene)
        if number in (2, 5, 6):
            scene.report("exposed dealer card")
        else:
            scene.do("Ann", "second")
            scene.do("dealer", "deal")
        counted.append(bool(scene.events(ev.Counted)))
        scene.next_round()
    assert counted == [False] * 5 + [True] + [False] * 3 + [True] + [
        False
    ]  # the sixth round opens with the count that the fifth owed


@clause(NAME, "2(b)(4)", "3(d)")
def test_2b4_only_the_bad_one_of_two_packs_is_replaced_and_the_other_is_played_next() -> None:
    scene = finish(finish(Scene(NAME, rules={"packs": 2, "count_every": 1})).next_round())
    scene.planted = scene.exact = True
    finish(scene.next_round(SHORT))  # the third round, in which the second pack is shuffled for the fourth
    scene.planted = scene.exact = False
    assert finish(scene.next_round()).events(ev.Voided)
    washed, shuffled = [], []
    for _ in range(3):
        finish(scene.next_round())
        shuffled += [e.pack for e in scene.events(ev.Shuffled)]
        steps = scene.events(ev.Procedure)
        washed.append([e.pack for e in steps if e.step == "turn the cards face down and wash them"])
    assert (washed, shuffled) == ([[2], [], []], [2, 1, 2])


@clause(NAME, "2(b)(4)", "4(c)")
def test_2b4_an_idle_spread_is_no_round_of_the_pack_that_lay_ready() -> None:
    scene = finish(Scene(NAME, rules={"packs": 2})).next_round()
    assert [(e.step, e.pack) for e in scene.citing("2(b)(4)")] == [
        ("the other pack comes into play, this one goes to the shuffler", 2)
    ]
    scene.do("dealer", "spread", what="face up")
    assert [e.pack for e in scene.next_round().events(ev.Shuffled)] == [2, 1]
    assert [e.pack for e in finish(scene).next_round().citing("2(b)(4)")] == [1]


@clause(NAME, "4(b)")
def test_4b_where_there_is_no_cut_there_is_no_recut() -> None:
    assert Scene(NAME).refused("supervisor", "recut").clause == "4(b)"


# --- section 8: cards not stacked by a shuffler


@clause(NAME, "8(b)(1)", "8(b)(4)")
@pytest.mark.parametrize("without_shoe", ["hand", "manual shoe"])
def test_8b_pre_shuffled_cards_are_dealt_from_the_hand_where_the_table_deals_so(without_shoe: str) -> None:
    scene = Scene(NAME, rules={"preshuffled": True, "dealing": "hand", "without_shoe": without_shoe})
    bets(scene)
    assert [e.clause for e in scene.events(ev.Announced) if e.words == "No more bets"] == ["8(b)(4)"]
