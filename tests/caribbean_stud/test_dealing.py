"""Caribbean Stud Poker, clause by clause: opening, shuffle and cut, the three ways of dealing, the stub."""

from __future__ import annotations

import pytest

from caribbean import BELOW, HANDS, NAMES, QUALIFIES, at_table, decide, laid, played
from looks import citing
from pitboss import RulesError, Table
from pitboss.basics.cards import TEXT
from pitboss.engine.round import events as ev

from scene import Scene

clause = pytest.mark.clause
NAME = "caribbean_stud"
MANUAL = {"shuffler": "manual"}
AUTOMATED_SHOE = {"dealing": "automated shoe"}


def steps(scene: Scene) -> list[tuple[str, str]]:
    return [(e.step, e.clause) for e in scene.events(ev.Procedure)]


def after_a_round(rules: dict[str, object] | None = None, rounds: int = 1) -> Scene:
    """A table after this many rounds, with the next one open."""
    scene = Scene(NAME, rules=rules)
    for _ in range(rounds):
        if scene.round.asking and scene.round.asking.about == "the cut":
            scene.do("dealer", "cut", amount=20)
        scene.wager("Ann", ante=1000).no_more_bets()
        scene.do("Ann", "fold")
        scene.next_round()
    return scene


# --- sections 2 and 3: decks, opening


@clause(NAME, "2(a)")
def test_2a_one_deck_of_52_is_in_play() -> None:
    scene = Scene(NAME)
    assert len(scene.events(ev.Committed)[0].commitments) == 52
    assert sorted(scene.events(ev.Shuffled)[0].order.split()) == sorted(TEXT)
    assert any("2(a)" in e.also for e in scene.events(ev.Procedure))


@clause(NAME, "2(b)")
def test_2b_two_decks_need_an_automated_shuffler() -> None:
    with pytest.raises(RulesError, match="two packs need an automated shuffler"):
        Table(NAME, {"packs": 2, "shuffler": "manual"})
    assert any("2(b)" in e.also for e in Scene(NAME, rules={"packs": 2}).events(ev.Procedure))


@clause(NAME, "3(d)", "2(b)(1)")
def test_3d_each_of_two_decks_is_opened_by_itself() -> None:
    opened = [(e.pack, e.clause) for e in Scene(NAME, rules={"packs": 2}).events(ev.Procedure) if "3(d)" in e.also]
    assert opened == [(pack, by) for pack in (1, 2) for by in ("3(b)", "3(b)", "3(c)", "3(c)", "3(c)")]


@clause(NAME, "3(a)", "3(b)", "3(c)")
def test_3_new_cards_are_inspected_spread_washed_and_stacked() -> None:
    assert steps(Scene(NAME))[:6] == [
        ("receive the cards", "3(a)"),
        ("dealer inspects the cards, floorperson verifies them", "3(b)"),
        ("spread the cards face up, by suit and in sequence", "3(b)"),
        ("the first player inspects the cards", "3(c)"),
        ("turn the cards face down and wash them", "3(c)"),
        ("stack the cards", "3(c)"),
    ]


@clause(NAME, "3(a)", "4(b)(2)")
def test_3a_pre_shuffled_cards_are_not_spread_and_are_cut() -> None:
    scene = Scene(NAME, rules={"preshuffled": True})
    assert scene.events(ev.Shuffled)[0].by == "pre-shuffled"
    assert not any(by in ("3(b)", "3(c)") for _, by in steps(scene))
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the cut"


@clause(NAME, "3(a)", "4(b)(2)")
def test_3a_pre_shuffled_cards_that_replace_others_are_cut_too() -> None:
    scene = Scene(NAME, " ".join(TEXT[:51]), rules={"preshuffled": True, "count_every": 1}, planted=True, exact=True)
    scene.do("dealer", "cut", amount=20)
    scene.wager("Ann", ante=1000).no_more_bets()  # the count finds 51 cards, so the deck leaves the table
    scene.planted = scene.exact = False
    scene.next_round()
    assert ("the cards come pre-shuffled", "3(a)") in steps(scene)
    assert scene.events(ev.Shuffled)[0].by == "pre-shuffled"
    assert scene.round.asking is not None
    assert scene.round.asking.about == "the cut"


# --- section 4: shuffle and cut


@clause(NAME, "4(a)")
def test_4a_the_cards_are_shuffled_before_every_round() -> None:
    table = Table(NAME, seed=1)
    table.sit("Ann")
    orders = []
    for _ in range(3):
        round = table.open_round()
        round.do("Ann", "wager", "ante", 1000)
        round.do("dealer", "no more bets")
        (shuffled,) = [e for e in citing(round, "4(a)") if isinstance(e, ev.Shuffled)]
        first = next(e for e in round.events if isinstance(e, ev.Dealt))
        assert round.events.index(shuffled) < round.events.index(first)
        orders.append(shuffled.order.split())
        assert first.card == orders[-1][0]
        round.do("Ann", "fold")
    assert all(sorted(order) == sorted(TEXT) for order in orders)
    assert len({tuple(order) for order in orders}) == 3


@clause(NAME, "4(b)", "4(b)(1)")
def test_4b1_cards_from_a_device_are_not_cut() -> None:
    scene = Scene(NAME)
    assert scene.round.asking is not None
    assert scene.round.asking.about == "wagers"
    assert [e.step for e in scene.citing("4(b)(1)")] == ["the deck is placed in the manual shoe"]
    assert not scene.events(ev.Cut)


@clause(NAME, "4(b)(2)", "4(c)", "4(c)(1)", "4(c)(1)(i)", "4(c)(1)(ii)", "4(c)(1)(iii)", "4(c)(1)(iv)", "4(c)(2)")
def test_4c_the_dealer_cuts_cards_shuffled_by_hand() -> None:
    scene = Scene(NAME, laid([HANDS["straight"]], QUALIFIES), rules=MANUAL)
    scene.do("dealer", "cut", amount=10)
    cut = scene.events(ev.Cut)[0]
    assert (cut.by, cut.depth, cut.clause) == ("dealer", 10, "4(c)(1)(ii)")
    assert [by for _, by in steps(scene)[-4:]] == ["4(c)(1)(i)", "4(c)(1)(iii)", "4(c)(1)(iv)", "7(a)"]
    scene.wager("Ann", ante=1000).no_more_bets()
    # the ten cards that were cut are now the last of the deck
    order = scene.events(ev.Shuffled)[0].order.split()
    assert scene.events(ev.Dealt)[0].card == order[10]


@clause(NAME, "4(c)")
def test_4c_a_cut_once_wagers_are_taken_is_refused_by_the_clause_on_the_cut() -> None:
    refusal = Scene(NAME).refused("dealer", "cut", amount=20)
    assert (refusal.clause, "right after the shuffle" in refusal.wrong) == ("4(c)", True)


@clause(NAME, "4(c)(1)(ii)")
@pytest.mark.parametrize(
    ("depth", "wrong"), [(9, "below the minimum depth"), (0, "below"), (52, "above the maximum depth")]
)
def test_4c1ii_a_cut_takes_at_least_ten_cards(depth: int, wrong: str) -> None:
    scene = Scene(NAME, rules=MANUAL)
    refusal = scene.refused("dealer", "cut", amount=depth)
    assert refusal.clause == "4(c)(1)(ii)"
    assert wrong in str(refusal)


@clause(NAME, "4(c)(1)(ii)")
def test_4c1ii_nothing_says_how_many_must_be_left() -> None:
    scene = Scene(NAME, rules=MANUAL)
    scene.do("dealer", "cut", amount=51)
    assert scene.events(ev.Cut)[0].depth == 51


@clause(NAME, "4(d)")
def test_4d_a_supervisor_may_have_the_cards_recut_before_the_deal() -> None:
    scene = Scene(NAME, rules=MANUAL)
    scene.do("dealer", "cut", amount=10)
    scene.do("supervisor", "recut")
    scene.do("dealer", "cut", amount=20)
    assert [e.depth for e in scene.events(ev.Cut)] == [10, 20]
    scene.wager("Ann", ante=1000).no_more_bets()
    scene.refused("supervisor", "recut")


@clause(NAME, "4(e)")
@pytest.mark.parametrize(("lie", "turned_up"), [("", True), ("face down", True), ("face up", False)])
def test_4e_idle_cards_are_spread_and_turned_up_when_a_player_comes(lie: str, turned_up: bool) -> None:
    scene = Scene(NAME)
    scene.do("dealer", "spread", what=lie)
    assert steps(scene)[-1] == (f"no gaming activity: the cards are spread out {lie}".rstrip(), "4(e)")
    assert scene.round.over
    scene.next_round()
    looked = [
        ("the first player inspects the cards", "3(c)"),
        ("turn the cards face down and wash them", "3(c)"),
        ("stack the cards", "3(c)"),
    ]
    turned = [("a player arrives: the spread cards are turned face up", "4(e)")]
    assert steps(scene)[: 4 if turned_up else 3] == (turned if turned_up else []) + looked
    # cards that lay face up are not turned: 4(e) is cited as the reason to inspect them
    assert next(e.step for e in scene.citing("4(e)")) == (turned if turned_up else looked)[0][0]
    assert scene.events(ev.Shuffled)


@clause(NAME, "4(e)")
def test_4e_cards_are_not_spread_under_wagers() -> None:
    scene = Scene(NAME).wager("Ann", ante=1000)
    assert scene.refused("dealer", "spread").clause == "4(e)"


# --- section 7: from a manual shoe


def dealt(scene: Scene) -> list[tuple[str, str, str]]:
    return [(e.to, e.face, e.clause) for e in scene.events(ev.Dealt)]


@clause(NAME, "7(a)", "7(e)", "7(e)(1)", "7(e)(2)", "7(e)(3)", "7(e)(4)", "7(e)(5)", "1:hand")
def test_7e_order_and_face_of_every_card_from_the_manual_shoe() -> None:
    scene = at_table([HANDS["straight"], HANDS["royal flush"]], QUALIFIES)
    assert ("the deck is placed in the manual shoe", "7(a)") in steps(scene)
    turns = [
        *((place, "down", "7(e)(1)") for place in ("seat 1", "seat 2")),
        ("dealer", "up", "7(e)(2)"),
        *((place, "down", "7(e)(3)") for place in ("seat 1", "seat 2")),
        ("dealer", "down", "7(e)(4)"),
        *((place, "down", "7(e)(5)") for _ in range(3) for place in ("seat 1", "seat 2", "dealer")),
    ]
    assert dealt(scene) == turns
    assert scene.round.view("surveillance").cards("seat 1") == HANDS["straight"].split()
    assert scene.round.view("surveillance").cards("dealer") == QUALIFIES.split()


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param({}, marks=clause(NAME, "7(b)")),
        pytest.param({"dealing": "hand"}, marks=clause(NAME, "8(b)")),
        pytest.param(AUTOMATED_SHOE, marks=clause(NAME, "9(b)")),
    ],
)
def test_7b_8b_9b_nobody_reads_a_card_that_lies_face_down(rules: dict[str, object]) -> None:
    scene = at_table([HANDS["straight"], HANDS["royal flush"]], QUALIFIES, rules=rules)
    unseen = [None] * 5
    assert scene.round.view("seat 1").cards("seat 1") == HANDS["straight"].split()
    assert scene.round.view("seat 1").cards("seat 2") == unseen
    for viewer in ("seat 1", "seat 2", "public", "dealer"):
        assert scene.round.view(viewer).cards("dealer") == ["Ac", None, None, None, None]
    assert scene.round.view("public").cards("seat 1") == unseen


@pytest.mark.parametrize(
    ("rules", "closing"),
    [
        pytest.param({}, "7(c)", marks=clause(NAME, "7(c)")),
        pytest.param({"dealing": "hand"}, "8(c)(3)", marks=clause(NAME, "8(c)(3)", "7(c)")),
        pytest.param(AUTOMATED_SHOE, "9(c)(2)", marks=clause(NAME, "9(c)(2)", "7(c)")),
    ],
)
def test_7c_8c3_9c2_bets_close_and_the_progressive_is_locked(rules: dict[str, object], closing: str) -> None:
    scene = Scene(NAME, players=NAMES[:2], rules=rules)
    scene.wager("Ann", ante=1000, progressive=100).wager("Bob", ante=1000).no_more_bets()
    made = scene.round.events
    called = next(e for e in made if isinstance(e, ev.Announced))
    assert (called.words, called.clause) == ("No more bets", closing)
    after = made[made.index(called) + 1 :]
    assert [type(e) for e in after[:5]] == [ev.Procedure, ev.Procedure, ev.Procedure, ev.Contributed, ev.Dealt]
    assert [e.step for e in after[:3] if isinstance(e, ev.Procedure)] == [
        "the progressive system is locked",
        "progressive chips collected: 1; the system accepted 1",
        "the chips are put in the table inventory",
    ]
    assert scene.refused("Bob", "wager", "progressive", 100).clause == "7(c)"


@clause(NAME, "7(c)", "6(c)")
def test_7c_the_chips_are_counted_against_what_the_system_accepted() -> None:
    """Three chips, one of which its device does not accept; one coupon; one withdrawn chip; one player without."""
    hands = [
        HANDS["royal flush"],
        HANDS["two pair"],
        "Qc 9d 7c 3s 2h",
        "Jc Th 4s 3h 2s",
        "Jh 9h 4h 3d 2c",
        "Td 7s 6s 4d 3c",
    ]
    scene = Scene(NAME, laid(hands, "Qd Jd 9c 5h 4c"), players=NAMES[:6])
    for who in NAMES[:6]:
        scene.wager(who, ante=1000)
    for who in ("Ann", "Bob", "Cy", "Dee"):
        scene.wager(who, progressive=100)
    scene.do("Dee", "withdraw", "progressive")
    scene.do("Eve", "redeem", "progressive")
    scene.report("chip not accepted", place="seat 1")
    scene.no_more_bets()
    assert [e.step for e in scene.citing("7(c)") if isinstance(e, ev.Procedure)] == [
        "the progressive system is locked",
        "progressive chips collected: 3; the system accepted 2",
        "the chips are put in the table inventory",
    ]
    back = scene.settled("Ann", "progressive")
    assert (back.result, back.returned, back.clause) == ("void", 100, "6(c)")
    assert [e.player for e in scene.events(ev.Contributed)] == ["Bob", "Cy", "Eve"]
    assert scene.table.meters["meter"].value == 1_000_210


@clause(NAME, "7(c)", "6(c)")
def test_7c_the_only_chip_is_no_wager_either_if_its_device_does_not_accept_it() -> None:
    scene = Scene(NAME, laid([HANDS["royal flush"]], BELOW)).wager("Ann", ante=1000, progressive=100)
    scene.report("chip not accepted", place="seat 1")
    scene.no_more_bets()
    assert [e.step for e in scene.citing("7(c)") if isinstance(e, ev.Procedure)] == [
        "the progressive system is locked",
        "progressive chips collected: 1; the system accepted 0",
    ]
    back = scene.settled("Ann", "progressive")
    assert (back.result, back.returned, back.clause) == ("void", 100, "6(c)")
    assert scene.table.meters["meter"].value == 1_000_000


@clause(NAME, "7(c)")
def test_7c_a_chip_that_may_not_be_accepted_lies_in_a_device() -> None:
    scene = Scene(NAME, players=NAMES[:2]).wager("Ann", ante=1000, progressive=100).wager("Bob", ante=1000)
    assert scene.refused("dealer", "report", what="chip not accepted", place="seat 2").clause == "7(c)"
    scene.report("chip not accepted", place="seat 1")
    assert "known to be off" in str(scene.refused("dealer", "report", what="chip not accepted", place="seat 1"))
    scene.do("Ann", "withdraw", "progressive")
    scene.no_more_bets()
    (lapsed,) = scene.events(ev.Irregular)
    assert (lapsed.what, lapsed.remedy) == ("chip not accepted", "none: no chip lies there any more")
    assert not [e for e in scene.events(ev.Procedure) if "chips" in e.step]
    assert scene.refused("dealer", "report", what="chip not accepted", place="seat 1").clause == "7(c)"


@clause(NAME, "7(f)", "1:stub")
def test_7f_the_stub_goes_to_the_rack_unseen() -> None:
    scene = at_table([HANDS["straight"]])
    stub = scene.events(ev.Stub)[0]
    assert (stub.cards, stub.counted, stub.clause) == (42, False, "7(f)")


@pytest.mark.parametrize(
    ("rules", "counting"),
    [
        pytest.param({}, "7(g)", marks=clause(NAME, "7(g)", "7(g)(1)")),
        pytest.param({"dealing": "hand"}, "8(f)", marks=clause(NAME, "8(f)", "7(g)(1)")),
        pytest.param(AUTOMATED_SHOE, "9(f)", marks=clause(NAME, "9(f)", "7(g)(1)")),
    ],
)
def test_7g_8f_9f_every_fifth_stub_is_counted(rules: dict[str, object], counting: str) -> None:
    scene = Scene(NAME, rules=rules)
    counted = []
    for _ in range(10):
        scene.wager("Ann", ante=1000).no_more_bets()
        scene.do("Ann", "fold")
        stub = scene.events(ev.Stub)[0]
        counted.append(stub.counted)
        if stub.counted:
            assert stub.clause == counting
            assert [(e.found, e.clause) for e in scene.events(ev.Counted)] == [(52, "7(g)(1)")]
        scene.next_round()
    assert counted == [False, False, False, False, True] * 2


@clause(NAME, "7(g)(2)")
def test_7g2_a_pack_that_lacks_a_card_voids_all_hands_and_leaves_the_table() -> None:
    scene = after_a_round(rounds=3)
    scene.do("dealer", "spread")
    scene.planted = scene.exact = True
    order = laid([HANDS["straight"]], QUALIFIES)
    scene.next_round(order + " 2c 2h 2s")  # thirteen cards
    scene.wager("Ann", ante=1000).no_more_bets()
    scene.do("Ann", "fold")  # the fourth stub is not counted, so nobody knows
    scene.next_round(order + " 2c 2h 2s")
    scene.wager("Ann", ante=1000, progressive=100).no_more_bets()
    assert scene.result("Ann", "ante") == ("void", 1000)
    assert scene.result("Ann", "progressive") == ("void", 100)
    assert [(e.found, e.expected, e.clause) for e in scene.events(ev.Counted)] == [(13, 52, "7(g)(2)")]
    assert scene.round.state.condition == "new"


@clause(NAME, "7(g)(2)")
@pytest.mark.parametrize("place", ["seat 1", "dealer"])
@pytest.mark.parametrize("cards", [0, 4, 6])
def test_7g2_a_misdeal_that_only_the_count_finds_voids_all_hands_and_keeps_the_pack(cards: int, place: str) -> None:
    scene = after_a_round(rounds=4)
    scene.wager("Ann", ante=1000)
    scene.report("unnoticed misdeal", place=place, amount=cards)
    scene.no_more_bets()
    assert [(e.found, e.expected) for e in scene.events(ev.Counted)] == [(52, 52)]
    assert scene.result("Ann", "ante") == ("void", 1000)
    assert scene.events(ev.Voided)[0].ruling == "stub-finds-misdeal"
    assert scene.round.state.condition == "open"


# --- section 8: from the hand


@clause(NAME, "8(a)", "8(c)", "8(c)(2)", "8(d)", "8(d)(1)", "8(d)(2)", "8(d)(3)", "8(d)(4)", "8(d)(5)", "8(e)")
def test_8d_order_and_face_of_every_card_from_the_hand() -> None:
    scene = at_table([HANDS["straight"], HANDS["royal flush"]], QUALIFIES, rules={"dealing": "hand"})
    assert ("the dealer takes the deck in one hand", "8(c)(2)") in steps(scene)
    turns = [
        *((place, "down", "8(d)(1)") for place in ("seat 1", "seat 2")),
        ("dealer", "up", "8(d)(2)"),
        *((place, "down", "8(d)(3)") for place in ("seat 1", "seat 2")),
        ("dealer", "down", "8(d)(4)"),
        *((place, "down", "8(d)(5)") for _ in range(3) for place in ("seat 1", "seat 2", "dealer")),
    ]
    assert dealt(scene) == turns
    assert [(e.cards, e.clause) for e in scene.events(ev.Stub)] == [(37, "8(e)")]


@clause(NAME, "8(c)(1)")
def test_8c1_dealing_from_the_hand_needs_an_automated_shuffler() -> None:
    with pytest.raises(RulesError, match=r"from the hand needs an automated shuffler \(8\(c\)\(1\)\)"):
        Table(NAME, {"dealing": "hand", "shuffler": "manual"})


# --- section 9: from an automated shoe


@clause(NAME, "9(a)", "9(c)", "9(c)(1)", "9(d)", "9(e)", "9(h)")
def test_9d_stacks_of_five_clockwise_and_last_to_the_dealer() -> None:
    scene = at_table([HANDS["straight"], HANDS["royal flush"]], QUALIFIES, rules=AUTOMATED_SHOE)
    assert ("the deck is placed in the automated shoe", "9(c)(1)") in steps(scene)
    places = ["seat 1"] * 5 + ["seat 2"] * 5 + ["dealer"] * 5
    assert dealt(scene) == [(place, "down", "9(d)") for place in places]
    shown = scene.events(ev.Exposed)
    assert [(e.place, e.cards, e.clause) for e in shown] == [("dealer", ("Ac",), "9(h)")]
    made = scene.round.events
    stub = next(e for e in made if isinstance(e, ev.Stub))
    assert (stub.cards, stub.clause) == (37, "9(e)")
    assert made.index(stub) < made.index(shown[0])


@clause(NAME, "9(d)")
def test_9d_only_those_who_wagered_get_a_stack() -> None:
    scene = Scene(NAME, players=NAMES[:3], rules=AUTOMATED_SHOE)
    scene.wager("Ann", ante=1000).wager("Cy", ante=1000).no_more_bets()
    assert [place for place, _, _ in dealt(scene)][::5] == ["seat 1", "seat 3", "dealer"]


@clause(NAME, "7(g)")
def test_7g_the_stub_may_be_counted_more_often_and_not_less() -> None:
    scene = after_a_round({"count_every": 2})
    scene.wager("Ann", ante=1000).no_more_bets()
    assert scene.events(ev.Stub)[0].counted
    with pytest.raises(RulesError, match=r"must be 1 to 5 rounds, not 6 \(7\(g\)\)"):
        Table(NAME, {"count_every": 6})


@clause(NAME, "9(g)")
def test_9g_a_shuffler_that_counts_spares_the_stub() -> None:
    scene = after_a_round({**AUTOMATED_SHOE, "shuffler_counts": True}, rounds=4)
    scene.wager("Ann", ante=1000).no_more_bets()
    assert not scene.events(ev.Stub)[0].counted
    assert [(e.by, e.found, e.clause) for e in scene.events(ev.Counted)] == [("shuffler", 52, "9(g)")]


@clause(NAME, "9(g)")
def test_9g_a_wrong_count_by_the_shuffler_sends_the_deck_away() -> None:
    rules = {**AUTOMATED_SHOE, "shuffler_counts": True}
    scene = Scene(NAME, laid([HANDS["straight"]], BELOW, stacks=True), rules=rules, planted=True, exact=True)
    assert scene.round.over
    assert scene.events(ev.Counted)[0].found == 10
    assert scene.round.state.condition == "new"


@clause(NAME, "9(g)")
@pytest.mark.parametrize("rules", [{"dealing": "manual shoe"}, {"dealing": "automated shoe", "shuffler": "manual"}])
def test_9g_the_exemption_is_the_automated_shoes_with_its_shuffler(rules: dict[str, object]) -> None:
    with pytest.raises(RulesError, match=r"9\(g\)"):
        Table(NAME, {**rules, "shuffler_counts": True})


# --- 13(e), 13(g): devices


@clause(NAME, "13(e)")
def test_13e_a_jammed_shuffler_has_the_cards_reshuffled() -> None:
    from pitboss.engine.round.round import Round
    from pitboss.engine.state import TableState

    scene = Scene(NAME)
    again = Round(scene.game, scene.table.rules, TableState(), scene.round.seats)
    again.do("shuffler", "jam")
    assert [e.clause for e in again.events if isinstance(e, ev.Irregular)] == ["13(e)"]
    assert again.asking is not None
    assert again.asking.about == "the shuffle"


@clause(NAME, "13(g)")
def test_13g_a_removed_shuffler_leaves_shuffling_by_hand_with_a_cut() -> None:
    scene = Scene(NAME, rules={"dealing": "hand"})
    scene.do("supervisor", "remove", what="shuffler")
    scene.wager("Ann", ante=1000).no_more_bets()
    scene.do("Ann", "fold")
    scene.next_round()
    assert scene.events(ev.Shuffled)[0].by == "manual"
    scene.do("dealer", "cut", amount=30)
    scene.wager("Ann", ante=1000).no_more_bets()
    # without the device, the cards may not be dealt from the hand either
    assert dealt(scene)[0] == ("seat 1", "down", "7(e)(1)")


@clause(NAME, "13(g)")
def test_13g_a_removed_automated_shoe_leaves_dealing_from_the_manual_one() -> None:
    scene = Scene(NAME, rules={**AUTOMATED_SHOE, "shuffler_counts": True})
    scene.do("supervisor", "remove", what="automated shoe")
    scene.wager("Ann", ante=1000).no_more_bets()
    assert ("the deck is placed in the manual shoe", "7(a)") in steps(scene)
    assert dealt(scene)[0] == ("seat 1", "down", "7(e)(1)")
    assert scene.refused("supervisor", "remove", what="automated shoe") is not None


@clause(NAME, "13(g)")
def test_13g_nothing_is_removed_that_is_not_there() -> None:
    scene = Scene(NAME)
    refusal = scene.refused("supervisor", "remove", what="automated shoe")
    assert refusal.clause == "13(g)"
    assert "no automated shoe is on the table" in str(refusal)


def test_every_way_of_dealing_gives_the_same_hands() -> None:
    for rules in ({}, {"dealing": "hand"}, AUTOMATED_SHOE):
        scene = played([HANDS["straight"], HANDS["flush"]], QUALIFIES, rules=rules)
        assert scene.result("Ann", "bet") == ("win", 10_000)
        assert scene.result("Bob", "bet") == ("win", 12_000)
        assert decide(scene).round.over


@clause(NAME, "9(g)")
def test_9g_pre_shuffled_cards_were_counted_by_no_shuffler() -> None:
    scene = Scene(NAME, rules={**AUTOMATED_SHOE, "shuffler_counts": True, "preshuffled": True})
    assert not scene.events(ev.Counted)
    scene.do("dealer", "cut", amount=20)
    scene.wager("Ann", ante=1000).no_more_bets()
    assert scene.round.state.since_count == 1
    scene.do("Ann", "fold")
    assert [e.clause for e in scene.next_round().events(ev.Counted)] == ["9(g)"]


@clause(NAME, "8(c)(1)", "7(a)")
def test_8c1_pre_shuffled_cards_are_not_dealt_from_the_hand() -> None:
    scene = Scene(NAME, rules={"dealing": "hand", "preshuffled": True})
    scene.do("dealer", "cut", amount=20)
    scene.wager("Ann", ante=1000)
    assert "8(c)(1)" in scene.events(ev.Procedure)[-1].also
    scene.no_more_bets()
    assert dealt(scene)[0] == ("seat 1", "down", "7(e)(1)")
    scene.do("Ann", "fold")
    scene.next_round().wager("Ann", ante=1000).no_more_bets()
    assert dealt(scene)[0] == ("seat 1", "down", "8(d)(1)")


@clause(NAME, "7(g)")
def test_7g_a_void_round_counts_and_a_fifth_that_is_void_has_the_pack_counted_before_its_shuffle() -> None:
    scene, counted = Scene(NAME), []
    for number in range(1, 12):
        scene.wager("Ann", ante=1000)
        if number in (2, 5, 6):
            scene.report("misdeal", place="dealer", amount=6)
        scene.no_more_bets()
        counted.append(bool(scene.events(ev.Counted)))
        decide(scene).next_round()
    assert counted == [False] * 5 + [True] + [False] * 3 + [True] + [
        False
    ]  # the sixth round opens with the count due after the fifth
