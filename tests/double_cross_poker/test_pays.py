"""Double Cross Poker: hands, pay tables and the payout limit, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from double_cross import NAME, decided, defects, ends, laid
from pitboss.engine.round import events as ev
from pitboss.engine.table import Table
from pitboss.games.double_cross_poker.rules import RAISE_PAYS, THREE_CARD_PAYS

from scene import Scene

clause = pytest.mark.clause


# --- 5(b), 11(b): every line of the raises' pay table. The dealer holds eight high or a little more.


@pytest.mark.parametrize(
    ("own", "vertical", "category", "returned"),
    [
        pytest.param("As Ks", "Qs Js Ts", "royal flush", 301_000, marks=clause(NAME, "5(b)(1)", "1:suit")),
        pytest.param("Ks 9s", "Qs Js Ts", "straight flush", 51_000, marks=clause(NAME, "5(b)(2)", "1:suit")),
        pytest.param("As 2s", "3s 4s 5s", "straight flush", 51_000, marks=clause(NAME, "5(b)(2)", "5(a)")),
        pytest.param("Ah Ad", "As Ac Kc", "four of a kind", 16_000, marks=clause(NAME, "5(b)(3)")),
        pytest.param("Ah Ad", "As Kc Kd", "full house", 8_000, marks=clause(NAME, "5(b)(4)")),
        pytest.param("As 9s", "Ks 4s 2s", "flush", 7_000, marks=clause(NAME, "5(b)(5)", "1:suit")),
        pytest.param("Ks As", "2s 3s 4s", "flush", 7_000, marks=clause(NAME, "5(b)(5)", "5(a)")),
        pytest.param("Ah Kd", "Qs Js Ts", "straight", 6_000, marks=clause(NAME, "5(b)(6)")),
        pytest.param("Ah 2d", "3s 4s 5h", "straight", 6_000, marks=clause(NAME, "5(b)(6)", "5(a)")),
        pytest.param("Ah Ad", "As 9c 4d", "three of a kind", 4_000, marks=clause(NAME, "5(b)(7)")),
        pytest.param("Ah Kd", "As Kc 4d", "two pair", 2_500, marks=clause(NAME, "5(b)(8)")),
        pytest.param("Ah Kd", "As 9c 4d", "pair", 2_000, marks=clause(NAME, "5(b)(9)")),
        pytest.param("Ah Kd", "Qs 9c 4d", "high card", 2_000, marks=clause(NAME, "5(b)(10)")),
        pytest.param("Ah Kd", "2s 3s 4c", "high card", 2_000, marks=clause(NAME, "5(b)(10)", "5(a)")),
    ],
)
@clause(NAME, "5(b)", "10(g)(3)", "11(b)", "1:hand", "1:rank")
def test_11b_every_line_pays_each_raise_and_the_ante_is_paid_1_to_1(
    own: str, vertical: str, category: str, returned: int
) -> None:
    center = vertical.split()[1]
    scene = decided(laid(own, dealer="8d 5c", horizontal=f"Th {center} 6s", vertical=vertical), "vertical")
    assert ends(scene, "Ann") == [("win", 2_000), ("win", returned), ("win", returned)]
    hand = next(e for e in scene.events(ev.Ranked) if e.place == "seat 1")
    assert hand.category == category
    assert set(hand.cards) == set(f"{own} {vertical}".split())
    assert scene.settled("Ann", "raise 1").pays == str(RAISE_PAYS[category])
    assert scene.settled("Ann", "ante").pays == "1 to 1"


@clause(NAME, "11(b)")
def test_11b_3_to_2_on_an_odd_cent_is_settled_to_the_cent_in_the_players_favour() -> None:
    cards = laid("Ah Kd", dealer="8d 5c", horizontal="Th Kc 6s", vertical="As Kc 4d")
    scene = decided(cards, "vertical", ante=1001, chip=1)
    assert ends(scene, "Ann") == [("win", 2002), ("win", 2503), ("win", 2503)]  # 1001 * 3 / 2 is 1501.50
    raised, ante = scene.settled("Ann", "raise 1"), scene.settled("Ann", "ante")
    assert (raised.rounded, raised.ruling, ante.rounded) == (True, "min-chip", False)


@clause(NAME, "11(b)")
def test_11b_a_win_of_whole_cents_is_not_said_to_be_rounded() -> None:
    cards = laid("Ah Kd", dealer="8d 5c", horizontal="Th Kc 6s", vertical="As Kc 4d")
    assert not decided(cards, "vertical", ante=1002, chip=1).settled("Ann", "raise 1").rounded


# --- 5(c), 11(c): the three-card wager


def three_card(own: str, top: str, *, action: str = "expose", stake: int = 500, **rules: Any) -> Scene:
    """Ann wagers on her two cards and the top card of the cross, and exposes or conceals."""
    scene = Scene(NAME, f"{own} 8d 5c 4h 5d 6h {top}", rules=rules).wager("Ann", ante=1000)
    scene.do("Ann", "wager", "three-card", stake)
    scene.no_more_bets().do("Ann", action)
    return scene


@pytest.mark.parametrize(
    ("own", "top", "category", "result"),
    [
        pytest.param("Qs Ks", "As", "three-card straight flush", ("win", 20_500), marks=clause(NAME, "5(c)(1)")),
        pytest.param("As 2s", "3s", "three-card straight flush", ("win", 20_500), marks=clause(NAME, "5(c)(1)")),
        pytest.param("7h 7d", "7c", "three of a kind", ("win", 15_500), marks=clause(NAME, "5(c)(2)")),
        pytest.param("Qs Kd", "As", "three-card straight", ("win", 3_500), marks=clause(NAME, "5(c)(3)")),
        pytest.param("As 2d", "3c", "three-card straight", ("win", 3_500), marks=clause(NAME, "5(c)(3)")),
        pytest.param("9s Ts", "Jd", "three-card straight", ("win", 3_500), marks=clause(NAME, "5(c)(3)")),
        pytest.param("2s 9s", "Ks", "three-card flush", ("win", 2_500), marks=clause(NAME, "5(c)(4)")),
        pytest.param("Ks As", "2s", "three-card flush", ("win", 2_500), marks=clause(NAME, "5(c)(4)")),
        pytest.param("9h 9d", "2c", "one pair", ("win", 1_000), marks=clause(NAME, "5(c)(5)")),
        pytest.param("9h 2d", "9c", "one pair", ("win", 1_000), marks=clause(NAME, "5(c)(5)")),
    ],
)
@clause(NAME, "5(c)", "10(a)", "11(c)", "1:three-card wager")
def test_11c_every_line_pays_the_three_card_wager(own: str, top: str, category: str, result: tuple[str, int]) -> None:
    scene = three_card(own, top)
    assert scene.result("Ann", "three-card") == result
    assert scene.settled("Ann", "three-card").pays == str(THREE_CARD_PAYS[category])
    (hand,) = scene.events(ev.Ranked)
    assert (hand.place, hand.category, hand.cards) == ("seat 1", category, (*own.split(), top))


@pytest.mark.parametrize(("own", "top"), [("Kd As", "2h"), ("Ah 9d", "4c"), ("As Ks", "9d")])
@clause(NAME, "5(c)", "10(a)")
def test_10a_an_exposed_hand_without_a_line_loses(own: str, top: str) -> None:
    scene = three_card(own, top)
    assert scene.result("Ann", "three-card") == ("lose", 0)
    assert scene.settled("Ann", "three-card").line == "high card"


@clause(NAME, "10(a)")
def test_10a_a_hand_that_is_not_exposed_loses_whatever_it_is() -> None:
    scene = three_card("Qs Ks", "As", action="conceal")
    end = scene.settled("Ann", "three-card")
    assert (end.result, end.returned, end.line, end.ruling) == ("lose", 0, "not exposed", "no-show-no-pay")
    assert not [e for e in scene.events(ev.Exposed) if e.place == "seat 1"]
    assert not scene.events(ev.Concealed)


@clause(NAME, "11(c)")
@pytest.mark.parametrize(
    ("stake", "returned", "rounded"), [(500, 1625, False), (501, 1629, True), (502, 1632, True), (504, 1638, False)]
)
def test_11c_raised_odds_that_break_a_cent_go_to_the_players_favour(stake: int, returned: int, rounded: bool) -> None:
    pays = {**plain(THREE_CARD_PAYS), "one pair": "9 to 4"}
    end = three_card("9h 9d", "2c", stake=stake, chip=1, three_card_pays=pays).settled("Ann", "three-card")
    assert (end.returned, end.rounded) == (returned, rounded)


@clause(NAME, "10(a)")
def test_10a_a_loss_is_not_rounded_whatever_the_odds() -> None:
    pays = {**plain(THREE_CARD_PAYS), "one pair": "9 to 4"}
    shown = three_card("9h Kd", "2c", stake=501, chip=1, three_card_pays=pays).settled("Ann", "three-card")
    hidden = three_card("9h 9d", "2c", action="conceal", stake=501, chip=1, three_card_pays=pays)
    assert (shown.result, shown.rounded, shown.also, shown.pays) == ("lose", False, (), "")
    assert not hidden.settled("Ann", "three-card").rounded


# --- 11: pay tables and the payout limit


def plain(table: dict[str, Any]) -> dict[str, str]:
    return {hand: str(odds) for hand, odds in table.items()}


@clause(NAME, "11(a)")
def test_11a_odds_are_stated_with_to_and_never_with_for() -> None:
    pays = {**plain(RAISE_PAYS), "flush": "8 for 1"}
    three = {**plain(THREE_CARD_PAYS), "one pair": "3 for 1"}
    assert defects(raise_pays=pays) == [("raise_pays", "11(a)")]
    assert defects(three_card_pays=three) == [("three_card_pays", "11(a)")]


@pytest.mark.parametrize("hand", list(RAISE_PAYS))
@clause(NAME, "11(b)")
def test_11b_no_line_of_the_raises_may_be_lowered_and_one_left_out_stays(hand: str) -> None:
    assert defects(raise_pays={**plain(RAISE_PAYS), hand: "1 to 2"}) == [("raise_pays", "11(b)")]
    rest = {name: odds for name, odds in plain(RAISE_PAYS).items() if name != hand}
    assert Table(NAME, {"raise_pays": rest}).rules == Table(NAME).rules


@pytest.mark.parametrize("hand", list(THREE_CARD_PAYS))
@clause(NAME, "11(c)")
def test_11c_no_line_of_the_three_card_wager_may_be_lowered_and_one_left_out_stays(hand: str) -> None:
    assert defects(three_card_pays={**plain(THREE_CARD_PAYS), hand: "1 to 2"}) == [("three_card_pays", "11(c)")]
    rest = {name: odds for name, odds in plain(THREE_CARD_PAYS).items() if name != hand}
    assert Table(NAME, {"three_card_pays": rest}).rules == Table(NAME).rules


@clause(NAME, "11(b)")
def test_11b_a_line_may_be_raised() -> None:
    pays = {**plain(RAISE_PAYS), "two pair": "2 to 1"}
    cards = laid("Ah Kd", dealer="8d 5c", horizontal="Th Kc 6s", vertical="As Kc 4d")
    assert ends(decided(cards, "vertical", raise_pays=pays), "Ann")[1] == ("win", 3000)


@clause(NAME, "11(b)", "11(c)")
def test_11b_11c_a_table_has_no_lines_of_its_own() -> None:
    assert defects(raise_pays={**plain(RAISE_PAYS), "five of a kind": "500 to 1"}) == [("raise_pays", "11(b)")]
    assert defects(three_card_pays={**plain(THREE_CARD_PAYS), "high card": "1 to 1"}) == [("three_card_pays", "11(c)")]


ROYAL = laid("As Ks", dealer="8d 5c", horizontal="Th Js 6s", vertical="Qs Js Ts")


@clause(NAME, "11(d)")
def test_11d_what_is_over_the_limit_is_cut_from_the_wager_paid_last() -> None:
    # At $150 the ante wins $150 and each raise $45,000. Of $90,150 the limit leaves $60,000.
    scene = decided(ROYAL, "vertical", ante=150_00, payout_cap=60_000_00)
    assert ends(scene, "Ann") == [("win", 300_00), ("win", 45_150_00), ("win", 150_00 + 60_000_00 - 150_00 - 45_000_00)]
    capped = scene.settled("Ann", "raise 2")
    assert (capped.capped, capped.ruling) == (30_150_00, "payout-cap")
    assert "11(d)" in capped.also
    assert scene.settled("Ann", "raise 1").capped == 0


@clause(NAME, "11(d)")
def test_11d_the_limit_reaches_the_first_raise_where_it_wins_too_much_by_itself() -> None:
    # At $500 the ante wins $500 and each raise $150,000.
    scene = decided(ROYAL, "vertical", ante=500_00, payout_cap=60_000_00)
    assert ends(scene, "Ann") == [("win", 1_000_00), ("win", 500_00 + 59_500_00), ("win", 500_00)]
    assert [scene.settled("Ann", w).capped for w in ("raise 1", "raise 2")] == [90_500_00, 150_000_00]


@clause(NAME, "11(d)", "11(c)")
def test_11d_the_limit_leaves_the_three_card_wager_alone() -> None:
    scene = Scene(NAME, ROYAL, rules={"payout_cap": 60_000_00}).wager("Ann", ante=500_00)
    scene.do("Ann", "wager", "three-card", 100_00)
    scene.no_more_bets().do("Ann", "expose")
    scene.do("Ann", "vertical")
    assert scene.result("Ann", "three-card") == ("win", 4_100_00)
    assert sum(returned for _, returned in ends(scene, "Ann")) == 3 * 500_00 + 60_000_00


@clause(NAME, "11(d)")
def test_11d_a_match_play_win_counts_towards_the_limit() -> None:
    scene = Scene(NAME, ROYAL, rules={"payout_cap": 60_000_00})
    scene.do("Ann", "wager", "ante", 150_00, coupon=100_00)
    scene.no_more_bets().do("Ann", "vertical")
    # The ante wins $150, its coupon $100, and the first raise $45,000. That leaves $14,750 for the second.
    assert ends(scene, "Ann") == [("win", 400_00), ("win", 45_150_00), ("win", 14_900_00)]
    assert scene.settled("Ann", "ante").coupon_taken


@clause(NAME, "10(g)(3)")
def test_11d_the_limit_is_on_what_is_won_and_a_push_wins_nothing() -> None:
    tie = laid("Ah 5d", dealer="Ad 5h", horizontal="3h 9c 4s", vertical="Ts 9c 2d")
    scene = Scene(NAME, tie, rules={"payout_cap": 60_000_00, "table_maximum": 70_000_00})
    scene.do("Ann", "wager", "ante", 70_000_00, coupon=70_000_00)
    scene.no_more_bets().do("Ann", "vertical")
    assert ends(scene, "Ann") == [("push", 70_000_00)] * 3
    assert (scene.settled("Ann", "ante").capped, scene.settled("Ann", "ante").coupon_taken) == (0, False)


@pytest.mark.parametrize(
    ("cap", "minimum"),
    [
        (59_999_99, 500),
        (60_099_99, 100_00),  # $100 and its raises win $100 + 2 * $30,000
    ],
)
@clause(NAME, "11(d)")
def test_11d_a_limit_below_the_least_is_refused(cap: int, minimum: int) -> None:
    assert defects(payout_cap=cap, table_minimum=minimum) == [("payout_cap", "11(d)")]


@pytest.mark.parametrize(
    ("cap", "minimum"), [(60_000_00, 500), (60_000_01, 500), (99_000_00, 500), (60_100_00, 100_00), (0, 500)]
)
def test_11d_the_least_limit_and_none_are_allowed(cap: int, minimum: int) -> None:
    assert Table(NAME, {"payout_cap": cap, "table_minimum": minimum}).rules.table_minimum == minimum
