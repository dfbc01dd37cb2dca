"""Boston 5 Stud Poker: rankings, settlement, pay tables and the payout limit, clause by clause."""

from __future__ import annotations

from random import Random

import pytest

from pitboss import RulesError, Table
from pitboss.engine.auto.drive import drive
from pitboss.engine.round import events as ev
from pitboss.games.boston_5_stud.rules import ANTE_BONUS, OPTIONAL_BONUS

from scene import Scene

clause = pytest.mark.clause
NAME = "boston_5_stud"
JACK_HIGH = "2c 4d 7h 9s Jc"


def in_order(*hands: str) -> str:
    """The cards of five-card hands in the order of the deal: three each, then two each, the dealer last."""
    words = [hand.split() for hand in hands]
    return " ".join(card for part in (slice(0, 3), slice(3, 5)) for hand in words for card in hand[part])


def played(player: str, dealer: str, ante: int = 1000, coupon: int = 0, **rules: object) -> Scene:
    """One player places the second wager against this dealer's hand."""
    scene = Scene(NAME, in_order(player, dealer), rules=rules).wager("Ann", ante=ante)
    scene.do("Ann", "wager", "first", 2 * ante, coupon=coupon)
    scene.no_more_bets()
    scene.do("Ann", "second")
    scene.do("dealer", "deal")
    return scene


def results(scene: Scene, who: str = "Ann") -> list[tuple[str, str, int]]:
    """A player's settled wagers, in order."""
    return [(s.wager, s.result, s.returned) for s in scene.round.settlements if s.player == who]


def category(scene: Scene, place: str = "seat 1") -> str:
    return next(str(e.category) for e in scene.events(ev.Ranked) if e.place == place)


# --- section 5: rankings


LOWEST = [
    "2s 3h 4d 5c 7s",
    "2s 2h 3d 4c 5h",
    "3s 3h 2d 2c 4s",
    "2s 2h 2d 3c 4h",
    "5s 4h 3d 2c As",
    "7s 5s 4s 3s 2s",
    "2s 2h 2d 3s 3h",
    "2s 2h 2d 2c 3c",
    "5s 4s 3s 2s As",
    "As Ks Qs Js Ts",
]
HIGHEST = [
    "Ah Kd Qc Jd 9h",
    "Ah Ad Kc Qd Jh",
    "Ah Ad Kc Kd Qh",
    "Ah Ad Ac Kd Qh",
    "Ah Kd Qc Jd Th",
    "Ah Kh Qh Jh 9h",
    "Ah Ad Ac Kd Kh",
    "Kh Kd Kc Ks Ah",
    "Kh Qh Jh Th 9h",
]


@clause(NAME, "5(b)", "1:hand", "1:rank")
@pytest.mark.parametrize(("lowest", "highest"), list(zip(LOWEST[1:], HIGHEST, strict=True)))
def test_5b_the_lowest_hand_of_a_kind_is_above_the_highest_of_the_kind_below(lowest: str, highest: str) -> None:
    scene = played(lowest, highest)
    assert scene.result("Ann", "first")[0] == "win"
    assert [len(e.cards) for e in scene.events(ev.Ranked)] == [5, 5]
    assert played(highest, lowest).result("Ann", "first")[0] == "lose"


@clause(NAME, "5(a)")
@pytest.mark.parametrize(("low", "high"), list(zip("23456789TJQK", "3456789TJQKA", strict=True)))
def test_5a_ranks_run_from_the_two_to_the_ace(low: str, high: str) -> None:
    rest = [rank for rank in "23456789TJQKA" if rank not in (low, high)]
    ours = f"{high}s {high}h {rest[0]}s {rest[2]}s {rest[4]}s"
    theirs = f"{low}d {low}c {rest[0]}d {rest[2]}d {rest[4]}d"
    assert played(ours, theirs).result("Ann", "first")[0] == "win"


@clause(NAME, "5(a)")
def test_5a_an_ace_is_low_in_a_five_high_straight_and_high_elsewhere() -> None:
    scene = played("6s 5h 4d 3c 2s", "5s 4h 3d 2c As")
    assert (category(scene, "dealer"), scene.result("Ann", "first")[0]) == ("straight", "win")
    assert played("As 3h 4d 5c 7s", "Ks Qh Jd Tc 8s").result("Ann", "first")[0] == "win"


@clause(NAME, "5(b)(1)", "1:suit")
def test_5b1_a_royal_flush_is_above_every_straight_flush() -> None:
    scene = played("As Ks Qs Js Ts", "Kh Qh Jh Th 9h")
    assert (category(scene), scene.result("Ann", "first")[0]) == ("royal flush", "win")


@clause(NAME, "5(b)(2)", "1:suit")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("5s 4s 3s 2s As", "Kc Kd Kh Ks Ac"),
        ("6s 5s 4s 3s 2s", "As Ah Ad Ac Kc"),
        ("6s 5s 4s 3s 2s", "5h 4h 3h 2h Ah"),
        ("Ks Qs Js Ts 9s", "Qh Jh Th 9h 8h"),
    ],
)
def test_5b2_straight_flushes_go_from_the_steel_wheel_to_king_high(player: str, dealer: str) -> None:
    scene = played(player, dealer)
    assert (category(scene), scene.result("Ann", "first")[0]) == ("straight flush", "win")


@clause(NAME, "5(b)(3)")
@pytest.mark.parametrize(
    ("player", "dealer"), [("2s 2h 2d 2c 3c", "As Ah Ad Ks Kh"), ("As Ah Ad Ac 2c", "Ks Kh Kd Kc Qc")]
)
def test_5b3_four_of_a_kind_from_twos_to_aces(player: str, dealer: str) -> None:
    scene = played(player, dealer)
    assert (category(scene), scene.result("Ann", "first")[0]) == ("four of a kind", "win")


@clause(NAME, "5(b)(4)")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [("2s 2h 2d 3s 3h", "Ac Kc Qc Jc 9c"), ("As Ah Ad Ks Kh", "Kc Qs Kd Qd Qh"), ("3s 3h 3d 2s 2h", "2c 2d Ac Ad Ah")],
)
def test_5b4_full_houses_rank_by_their_three(player: str, dealer: str) -> None:
    scene = played(player, dealer)
    higher = player != "3s 3h 3d 2s 2h"
    assert category(scene) == "full house"
    assert scene.result("Ann", "first")[0] == ("win" if higher else "lose")


@clause(NAME, "5(b)(5)", "1:suit")
@pytest.mark.parametrize(
    ("player", "dealer"), [("7s 5s 4s 3s 2s", "Ah Kc Qd Jh Tc"), ("As Ks Qs Js 9s", "Ah Kh Qh Jh 8h")]
)
def test_5b5_flushes_from_seven_high_to_ace_king_queen_jack_nine(player: str, dealer: str) -> None:
    scene = played(player, dealer)
    assert (category(scene), scene.result("Ann", "first")[0]) == ("flush", "win")


@clause(NAME, "5(b)(6)")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [("5s 4h 3d 2c As", "Ah Ad Ac Kc Qd"), ("6s 5h 4d 3c 2s", "5s 4h 3d 2c As"), ("As Kh Qd Jc Ts", "Ks Qh Jd Tc 9s")],
)
def test_5b6_straights_from_the_wheel_to_ace_high(player: str, dealer: str) -> None:
    scene = played(player, dealer)
    assert (category(scene), scene.result("Ann", "first")[0]) == ("straight", "win")


@clause(NAME, "5(b)(9)", "5(c)")
def test_5b6_an_ace_does_not_turn_the_corner() -> None:
    scene = played("Qs Kh As 2d 3c", "2s 2h 4d 5c 6h")
    assert category(scene) == "high card"
    assert scene.result("Ann", "first") == ("lose", 0)


@clause(NAME, "5(b)(7)")
@pytest.mark.parametrize(
    ("player", "dealer"), [("2s 2h 2d 3c 4h", "As Ah Ks Kh Qd"), ("As Ah Ad 2c 3h", "Ks Kh Kd Qc Jh")]
)
def test_5b7_three_of_a_kind_from_twos_to_aces(player: str, dealer: str) -> None:
    scene = played(player, dealer)
    assert (category(scene), scene.result("Ann", "first")[0]) == ("three of a kind", "win")


@clause(NAME, "5(b)(8)")
@pytest.mark.parametrize(
    ("player", "dealer"), [("3s 3h 2d 2c 4s", "As Ah Kd Qc Jh"), ("As Ah Kd Kc 2s", "Ad Ac Qd Qc Kh")]
)
def test_5b8_two_pair_from_threes_over_twos_to_aces_over_kings(player: str, dealer: str) -> None:
    scene = played(player, dealer)
    assert (category(scene), scene.result("Ann", "first")[0]) == ("two pair", "win")


@clause(NAME, "5(b)(9)")
@pytest.mark.parametrize(
    ("player", "dealer"), [("2s 2h 3d 4c 5h", "As Kh Qd Jc 9h"), ("As Ah 2d 3c 4h", "Ks Kh Qd Jc Th")]
)
def test_5b9_pairs_from_twos_to_aces(player: str, dealer: str) -> None:
    scene = played(player, dealer)
    assert (category(scene), scene.result("Ann", "first")[0]) == ("pair", "win")


@clause(NAME, "5(c)")
@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [
        ("2s 2h As 5c 4h", "Ks Kh Qd Jc Th", "lose"),  # the pairs decide before the ace (ruling standard-order)
        ("9s 9h As 5c 4h", "9d 9c Kd Qc Jh", "win"),
        ("9s 9h As 5c 4h", "9d 9c Ad 5d 3h", "win"),
        ("9s 9h As 5c 4h", "9d 9c Ad 5d 4d", "push"),
        ("As Kh 9d 5c 3h", "Ad Kd 9c 5d 2h", "win"),
        ("As Kh 9d 5c 2h", "Ad Kd 9c 5d 3h", "lose"),
        ("As Kh 9d 5c 2h", "Ad Kd 9c 5d 2c", "push"),
        ("As Ks 9s 5s 2s", "Ah Kh 9h 5h 2h", "push"),
        ("As Ah Kd Kc 2s", "Ad Ac Kh Ks 3s", "lose"),
    ],
)
def test_5c_hands_of_one_kind_are_compared_from_the_top(player: str, dealer: str, result: str) -> None:
    scene = played(player, dealer)
    assert scene.result("Ann", "first")[0] == result
    assert scene.settled("Ann", "first").ruling == "standard-order"


# --- 10(f), 11(b): win, lose, tie


@clause(NAME, "10(f)", "10(f)(3)", "11(b)")
def test_10f3_a_higher_hand_wins_first_and_second_1_to_1_and_the_ante_comes_back() -> None:
    scene = played("As Ah 2d 3c 4h", JACK_HIGH)
    assert results(scene) == [("first", "win", 4000), ("second", "win", 4000), ("ante", "push", 1000)]
    assert scene.settled("Ann", "ante").ruling == "ante-on-a-win"


@clause(NAME, "10(f)(1)")
def test_10f1_a_lower_hand_loses_ante_first_and_second() -> None:
    scene = played("2d 3c 5h 8s Td", JACK_HIGH)
    assert results(scene) == [("ante", "lose", 0), ("first", "lose", 0), ("second", "lose", 0)]


@clause(NAME, "10(f)(2)", "1:push")
def test_10f2_a_tie_pushes_all_three() -> None:
    scene = played("2d 4h 7s 9d Jd", JACK_HIGH)
    assert results(scene) == [("ante", "push", 1000), ("first", "push", 2000), ("second", "push", 2000)]


@pytest.mark.parametrize(
    ("player", "dealer", "first", "ante"),
    [
        (
            "As Ah 2d 3c 4h",
            JACK_HIGH,
            ("10(f)(3)", ("11(b)",), "", "player higher", "1 to 1"),
            ("10(f)(3)", (), "ante-on-a-win", "player higher", ""),
        ),
        (
            "As Kh 2d 3c 4h",
            JACK_HIGH,
            ("10(f)(3)", ("5(c)", "11(b)"), "standard-order", "player higher", "1 to 1"),
            ("10(f)(3)", ("5(c)",), "ante-on-a-win", "player higher", ""),
        ),
        (
            "2d 4h 7s 9d Jd",
            JACK_HIGH,
            ("10(f)(2)", ("5(c)", "1:push"), "standard-order", "tie", ""),
            ("10(f)(2)", ("5(c)", "1:push"), "standard-order", "tie", ""),
        ),
        (
            "2d 3c 5h 8s Td",
            "2c 2h 7h 9s Jc",
            ("10(f)(1)", (), "", "dealer higher", ""),
            ("10(f)(1)", (), "", "dealer higher", ""),
        ),
    ],
)
@clause(NAME, "10(f)")
def test_10f_every_wager_says_what_decided_it(
    player: str, dealer: str, first: tuple[object, ...], ante: tuple[object, ...]
) -> None:
    scene = played(player, dealer)
    told = {s.wager: (s.clause, s.also, s.ruling, s.line, s.pays) for s in scene.round.settlements}
    assert told == {"ante": ante, "first": first, "second": first}
    assert [event.place for event in scene.citing("10(f)")] == ["seat 1"]


# --- 11(c): the ante bonus


BONUSES = [
    ("As Ks Qs Js Ts", 1_000_000),
    ("Ks Qs Js Ts 9s", 200_000),
    ("5s 4s 3s 2s As", 200_000),
    ("8s 8h 8d 8c 3c", 100_000),
    ("8s 8h 8d 3s 3h", 25_000),
    ("As Ks Qs Js 9s", 15_000),
    ("As Kh Qd Js Ts", 8_000),
    ("5s 4h 3d 2s As", 8_000),
    ("8s 8h 8d 3s Kh", 4_000),
    ("3s 3h 2s 2h Kh", 2_000),
]


@clause(NAME, "11(c)", "1:ante bonus wager hand", "10(f)(3)")
@pytest.mark.parametrize(("hand", "bonus"), BONUSES)
def test_11c_every_line_of_the_ante_bonus_on_a_win(hand: str, bonus: int) -> None:
    dealer = "Tc 4d 7h 9c Jc" if "9s" in hand else JACK_HIGH
    assert results(played(hand, dealer)) == [
        ("first", "win", 4000),
        ("second", "win", 4000),
        ("ante bonus", "win", bonus),
        ("ante", "push", 1000),
    ]


@clause(NAME, "11(c)", "10(f)(1)", "10(f)(3)")
@pytest.mark.parametrize(("hand", "bonus"), BONUSES[1:])
def test_11c_every_line_of_the_ante_bonus_on_a_loss(hand: str, bonus: int) -> None:
    scene = played(hand, "Ac Kc Qc Jc Tc")
    assert results(scene) == [
        ("ante", "lose", 0),
        ("first", "lose", 0),
        ("second", "lose", 0),
        ("ante bonus", "win", bonus),
    ]
    assert scene.settled("Ann", "ante bonus").ruling == "bonus-on-a-loss"


@clause(NAME, "11(c)", "10(f)(2)", "10(f)(3)")
@pytest.mark.parametrize(
    ("hand", "dealer", "bonus"),
    [
        ("As Ks Qs Js Ts", "Ac Kc Qc Jc Tc", 1_000_000),
        ("Ks Qs Js Ts 9s", "Kc Qc Jc Tc 9c", 200_000),
        ("As Ks Qs Js 9s", "Ac Kc Qc Jc 9c", 15_000),
        ("As Kh Qd Js Ts", "Ac Ks Qh Jc Tc", 8_000),
        ("Ks Kh 4s 4h 9s", "Kc Kd 4c 4d 9c", 2_000),
    ],
)
def test_11c_the_ante_bonus_is_paid_on_a_tie(hand: str, dealer: str, bonus: int) -> None:
    scene = played(hand, dealer)
    assert results(scene) == [
        ("ante", "push", 1000),
        ("first", "push", 2000),
        ("second", "push", 2000),
        ("ante bonus", "win", bonus),
    ]
    assert scene.settled("Ann", "ante bonus").ruling == "bonus-on-a-tie"


@clause(NAME, "11(c)")
def test_11c_the_ante_bonus_has_no_stake_of_its_own() -> None:
    scene = played("Ks Kh 4s 4h 9c", JACK_HIGH)
    bonus = scene.settled("Ann", "ante bonus")
    assert (bonus.stake, bonus.line, bonus.pays, bonus.ruling) == (0, "two pair", "2 to 1", "ante-bonus-table")
    assert scene.events(ev.Ended)[0].staked == 5000


@clause(NAME, "10(f)(3)")
def test_10f3_a_pair_earns_no_ante_bonus() -> None:
    assert "ante bonus" not in [wager for wager, _, _ in results(played("As Ah 2d 3c 4h", JACK_HIGH))]


@pytest.mark.parametrize(
    ("ante", "wins", "rounded"), [(500, 1125, False), (501, 1128, True), (502, 1130, True), (504, 1134, False)]
)
def test_min_chip_a_broken_cent_of_the_ante_bonus_goes_to_the_player(ante: int, wins: int, rounded: bool) -> None:
    raised = {**_plain(ANTE_BONUS), "two pair": "9 to 4"}
    scene = played("Ks Kh 4s 4h 9c", JACK_HIGH, ante=ante, chip=1, ante_bonus=raised)
    assert scene.result("Ann", "ante bonus") == ("win", wins)
    assert scene.settled("Ann", "ante bonus").rounded == rounded


# --- 11(a) to (d): changes to the pay tables


def _plain(table: dict[str, object]) -> dict[str, str]:
    return {hand: str(odds) for hand, odds in table.items()}


@clause(NAME, "11(c)")
@pytest.mark.parametrize("hand", list(ANTE_BONUS))
def test_11c_the_ante_bonus_is_raised_and_never_lowered(hand: str) -> None:
    plain, odds = _plain(ANTE_BONUS), ANTE_BONUS[hand]
    Table(NAME, {"ante_bonus": {**plain, hand: f"{odds.pays + 1} to 1"}})
    with pytest.raises(RulesError, match=f"'{hand}' pays .* below the document's {odds}"):
        Table(NAME, {"ante_bonus": {**plain, hand: f"{odds.pays - 1} to 1"}})


@clause(NAME, "11(d)")
@pytest.mark.parametrize("hand", list(OPTIONAL_BONUS))
def test_11d_the_optional_bonus_is_raised_and_never_lowered(hand: str) -> None:
    plain, odds = _plain(OPTIONAL_BONUS), OPTIONAL_BONUS[hand]
    Table(NAME, {"optional_bonus": {**plain, hand: f"{odds.pays + 1} to 1"}})
    with pytest.raises(RulesError, match=f"'{hand}' pays .* below the document's {odds}"):
        Table(NAME, {"optional_bonus": {**plain, hand: f"{2 * odds.pays - 1} to 2"}})


@clause(NAME, "11(a)")
@pytest.mark.parametrize(
    ("option", "table", "hand"), [("ante_bonus", ANTE_BONUS, "flush"), ("optional_bonus", OPTIONAL_BONUS, "one pair")]
)
def test_11a_odds_are_not_stated_with_for(option: str, table: dict[str, object], hand: str) -> None:
    with pytest.raises(RulesError, match="stated with 'to'"):
        Table(NAME, {option: {**_plain(table), hand: "60 for 1"}})


# --- 11(e): the payout limit


@clause(NAME, "11(e)")
def test_11e_what_is_over_the_limit_is_cut_from_the_ante_bonus_which_is_paid_last() -> None:
    scene = played("As Ks Qs Js Ts", JACK_HIGH, ante=50_000, payout_cap=5_000_000)
    assert results(scene) == [
        ("first", "win", 200_000),
        ("second", "win", 200_000),
        ("ante bonus", "win", 4_800_000),
        ("ante", "push", 50_000),
    ]
    bonus = scene.settled("Ann", "ante bonus")
    assert (bonus.capped, bonus.ruling) == (45_200_000, "payout-cap")


@clause(NAME, "11(e)")
def test_11e_a_limit_below_first_and_second_cuts_the_second_and_leaves_no_bonus() -> None:
    rules = {"payout_cap": 5_000_000, "table_maximum": 2_000_000}
    scene = played("Ks Kh 4s 4h 9c", JACK_HIGH, ante=2_000_000, **rules)
    assert results(scene) == [
        ("first", "win", 8_000_000),
        ("second", "win", 5_000_000),
        ("ante bonus", "win", 0),
        ("ante", "push", 2_000_000),
    ]
    assert [scene.settled("Ann", wager).capped for wager in ("first", "second", "ante bonus")] == [
        0,
        3_000_000,
        4_000_000,
    ]


@clause(NAME, "11(e)")
def test_11e_a_bonus_on_a_loss_is_limited_by_itself() -> None:
    scene = played("Ks Qs Js Ts 9s", "Ac Kc Qc Jc Tc", ante=50_000, payout_cap=5_000_000)
    assert scene.result("Ann", "ante bonus") == ("win", 5_000_000)


@clause(NAME, "11(d)")
def test_11e_the_limit_leaves_the_optional_bonus_alone() -> None:
    rules = {"payout_cap": 5_000_000, "optional_maximum": 1_000_000}
    scene = Scene(NAME, in_order("As Ks Qs 2h 3h", JACK_HIGH), rules=rules)
    scene.wager("Ann", ante=1000, first=2000, optional_bonus=1_000_000).no_more_bets()
    scene.do("Ann", "expose")
    assert scene.result("Ann", "optional bonus") == ("win", 41_000_000)


@clause(NAME, "11(e)")
@pytest.mark.parametrize(("minimum", "too_low", "least"), [(500, 4_999_900, 5_000_000), (6_000, 6_023_900, 6_024_000)])
def test_11e_the_least_limit_is_50000_dollars_or_the_most_that_the_least_wager_wins(
    minimum: int, too_low: int, least: int
) -> None:
    for allowed in (0, least, least + 100, 2 * least):
        assert Table(NAME, {"table_minimum": minimum, "payout_cap": allowed}).rules.payout_cap == allowed
    with pytest.raises(RulesError, match="must be 0 or at least"):
        Table(NAME, {"table_minimum": minimum, "payout_cap": too_low})


# --- 6(a): match play


@clause(NAME, "6(a)")
@pytest.mark.parametrize(
    ("player", "returned", "taken"),
    [("As Ah 2d 3c 4h", 6000, True), ("2d 4h 7s 9d Jd", 2000, False), ("2d 3c 5h 8s Td", 0, True)],
)
def test_6a_a_match_play_coupon_beside_the_first_wager(player: str, returned: int, taken: bool) -> None:
    scene = played(player, JACK_HIGH, coupon=2000)
    first = scene.settled("Ann", "first")
    assert (first.returned, first.coupon, first.coupon_taken) == (returned, 2000, taken)


@clause(NAME, "11(e)")
def test_11e_the_face_of_a_coupon_counts_against_the_limit() -> None:
    rules = {"payout_cap": 5_000_000, "table_maximum": 2_000_000}
    scene = played("As Ah 2d 3c 4h", JACK_HIGH, ante=1_000_000, coupon=2_000_000, **rules)
    assert [scene.result("Ann", wager) for wager in ("first", "second")] == [("win", 6_000_000), ("win", 3_000_000)]


@clause(NAME, "11(e)")
def test_11e_what_a_coupon_wins_leaves_less_of_the_limit_to_the_ante_bonus() -> None:
    # A royal flush on $50: first wins $100 and its coupon $100, second wins $100, the bonus $50,000.
    scene = played("As Ks Qs Js Ts", JACK_HIGH, ante=50_00, coupon=100_00, payout_cap=50_000_00)
    assert results(scene) == [
        ("first", "win", 300_00),
        ("second", "win", 200_00),
        ("ante bonus", "win", 49_700_00),
        ("ante", "push", 50_00),
    ]


@clause(NAME, "10(f)(2)")
def test_11e_the_limit_is_on_what_is_won_and_a_push_wins_nothing() -> None:
    rules = {"payout_cap": 5_000_000, "table_maximum": 5_000_000}
    scene = played("2d 4h 7s 9d Jd", JACK_HIGH, ante=5_000_000, coupon=10_000_000, **rules)
    end = scene.settled("Ann", "first")
    assert (end.result, end.returned, end.capped, end.coupon_taken) == ("push", 10_000_000, 0, False)


def coupon_scene() -> Scene:
    """Ann has a coupon beside her first wager and three cards."""
    scene = Scene(NAME, in_order("As Ah 2d 3c 4h", JACK_HIGH)).wager("Ann", ante=1000)
    scene.do("Ann", "wager", "first", 2000, coupon=1500)
    return scene.no_more_bets()


@clause(NAME, "6(a)", "10(b)")
def test_6a_a_fold_takes_the_coupon() -> None:
    scene = coupon_scene()
    scene.do("Ann", "fold")
    first = scene.settled("Ann", "first")
    assert (first.result, first.returned, first.coupon, first.coupon_taken) == ("lose", 0, 1500, True)


@clause(NAME, "6(a)", "10(c)")
def test_6a_a_withdrawn_second_wager_takes_the_coupon() -> None:
    scene = coupon_scene()
    scene.do("Ann", "second")
    scene.do("Ann", "withdraw", "second")
    first = scene.settled("Ann", "first")
    assert (first.result, first.returned, first.coupon, first.coupon_taken) == ("lose", 0, 1500, True)


@clause(NAME, "6(a)", "12(a)")
def test_6a_a_void_leaves_the_coupon() -> None:
    scene = coupon_scene()
    scene.report("exposed dealer card")
    first = scene.settled("Ann", "first")
    assert (first.result, first.returned, first.coupon, first.coupon_taken) == ("void", 2000, 1500, False)


# --- the basic policy


def test_the_basic_policy_wagers_the_minimum_and_never_folds() -> None:
    table = Table(NAME, seed=5)
    table.sit("Ann")
    for _ in range(40):
        drive(table.open_round(), table.game.basic, Random(1))
        assert table.round is not None
        placed = [(e.wager, e.amount) for e in table.round.events if isinstance(e, ev.Wagered)]
        assert placed == [("ante", 500), ("first", 1000), ("second", 1000)]


@pytest.mark.parametrize(("cards", "choice"), [("2c 2d 7h", "expose"), ("2c 4d 7h", "conceal")])
def test_the_basic_policy_shows_three_cards_only_where_they_win(cards: str, choice: str) -> None:
    scene = Scene(NAME, cards).wager("Ann", ante=500, first=1000, optional_bonus=100).no_more_bets()
    drive(scene.round, scene.game.basic, Random(1))
    assert [e.action for e in scene.events(ev.Chose)] == [choice, "second"]
