"""Wins of wagers at the edges, computed by hand. Elsewhere, an error of one step would go unnoticed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.basics.cards import parse_cards
from pitboss.basics.money import UNITS, Odds, Paid, limited, pay_table, returns
from pitboss.basics.poker import CATEGORY_OF, EQUAL, HIGHER, LOWER
from pitboss.engine.meters.meter import Claim, Meter, MeterTerms, Part
from pitboss.games.boston_5_stud import settle as boston
from pitboss.games.caribbean_stud import settle as caribbean
from pitboss.games.double_attack_blackjack import settle as attack
from pitboss.games.double_cross_poker import settle as cross
from pitboss.games.double_down_stud import settle as down

TERMS = MeterTerms(name="meter", wagers=("progressive",), stake=100, seed=0, rate=Fraction(3333, 10_000))


@pytest.mark.parametrize(
    ("low", "counts"), [(1, 11), (2, 12), (10, 20), (11, 21), (12, 12), (13, 13), (21, 21), (22, 22)]
)
def test_an_ace_counts_eleven_up_to_21_and_one_above(low: int, counts: int) -> None:
    assert attack.total(low, 1) == counts
    assert attack.soft(low, 1) == (counts != low)
    assert attack.total(low, 0) == low
    assert not attack.soft(low, 0)


def test_odd_cents_of_a_jackpot_go_to_those_first_paid_and_to_no_other() -> None:
    assert [caribbean.part(10, 4, place) for place in range(4)] == [3, 3, 2, 2]
    assert [caribbean.part(8, 4, place) for place in range(4)] == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("units", "shows"), [(0, 0), (5_000, 0), (9_999, 0), (10_000, 1), (25_000, 2), (1_234_567_000, 123_456)]
)
def test_a_meter_shows_whole_cents(units: int, shows: int) -> None:
    meter = Meter(TERMS, units)
    assert meter.read() == shows
    assert meter.value == Fraction(units, 10_000)


def test_the_terms_of_a_meter_are_named_can_not_be_changed_and_say_nothing_by_themselves() -> None:
    assert (TERMS.clause, TERMS.ruling, TERMS.table, TERMS.linked, TERMS.alone, TERMS.alike) == (
        "",
        "",
        "",
        False,
        "",
        "",
    )
    with pytest.raises(AttributeError):
        TERMS.seed = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        MeterTerms("meter", ("progressive",), 100, 0, Fraction(3333, 10_000))  # type: ignore[misc]
    assert Meter(TERMS).name == "meter"


def test_odds_are_equal_only_if_they_read_alike() -> None:
    three, one = Odds.parse("3 to 2"), Odds.parse("1 to 2")
    assert three != one
    assert one != three
    assert three == Odds.parse("3 TO 2")


def test_odds_are_to_1_unless_they_say_otherwise_and_of_a_meter_only_if_they_name_it() -> None:
    even = Odds(1, "to")
    assert (str(even), even.back, even.meter) == ("1 to 1", (2, 1), "")
    assert str(Odds.parse("10% of meter")) == "10% of meter"


def test_what_hands_return_is_over_the_least_denominator() -> None:
    assert returns(pay_table({"pair": "1 to 1", "flush": "6 to 1"}), ["high card", "pair", "flush"]) == ((0, 2, 7), 1)


def test_the_lines_that_decide_have_these_names_in_this_order() -> None:
    assert boston.LINES == ("dealer higher", "tie", "player higher")
    assert caribbean.LINES == (
        "dealer below ace-king",
        "lower than the dealer",
        "equal to the dealer",
        "higher than the dealer",
    )
    assert cross.LINES == (
        "lower than the dealer's hand",
        "equal to the dealer's hand",
        "higher than the dealer's hand",
    )
    assert " / ".join(attack.LINES) == (
        "bust / dealer blackjack / both blackjack / blackjack / dealer over 21 / above the dealer / below the dealer"
        " / equal to the dealer"
    )
    assert " / ".join(down.LINES) == (
        "pair of fives or less / pair of sixes to tens / pair of jacks or better / two pair / three of a kind"
        " / straight / flush / full house / four of a kind / straight flush / royal flush"
    )


def test_the_lines_of_the_caribbean_bonus_begin_at_tens() -> None:
    assert " / ".join(caribbean.BONUS_LINES) == (
        "below a pair of tens / pair of tens or better / two pair / three of a kind / straight / flush / full house"
        " / four of a kind / straight flush / royal flush"
    )


def test_points_by_rank_from_the_two_to_the_ace() -> None:
    assert attack.LOW_POINTS == (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)


def test_strengths_begin_at_1_and_0_is_of_no_category() -> None:
    assert (CATEGORY_OF[0], CATEGORY_OF[1], CATEGORY_OF[-1], len(CATEGORY_OF)) == (-1, 0, 9, 7463)


def test_what_is_left_of_a_part_is_right_where_the_part_is_most_of_the_meter() -> None:
    """Ten percent of 71 cents is 8 cents. Without the wager's 70 it would have been 1, so 63 of the 70 are left."""
    terms = MeterTerms(name="meter", wagers=("progressive",), stake=100, seed=1, rate=Fraction(7, 10))
    meter, part = Meter(terms), Part("table 1", 1, 1, "progressive")
    meter.contribute(part)
    assert meter.win(Claim("table 1", 1, 2), 10, 100) == 71
    assert meter.read() == 71 - 8
    assert meter.reverse(part) == 63 * UNITS
    assert meter.read() == 0


# --- payout limits: the return of every wager on a hand, and what is cut off


@pytest.mark.parametrize(
    ("cap", "cut"),
    [
        (0, (0, 0, 0)),
        (1, (299, 500, 100)),
        (299, (1, 500, 100)),
        (300, (0, 500, 100)),
        (301, (0, 499, 100)),
        (799, (0, 1, 100)),
        (800, (0, 0, 100)),
        (801, (0, 0, 99)),
        (899, (0, 0, 1)),
        (900, (0, 0, 0)),
        (901, (0, 0, 0)),
    ],
)
def test_what_is_over_a_limit_is_cut_from_the_wagers_paid_last(cap: int, cut: tuple[int, ...]) -> None:
    wagers = [(400, 300), (1_000, 500), (100, 100)]
    assert limited(wagers, cap) == [Paid(back - off, off) for (back, _), off in zip(wagers, cut, strict=True)]


def test_a_limit_cuts_nothing_of_wagers_that_win_nothing() -> None:
    assert limited([(500, 0), (0, 0), (7, 7), (300, 0)], 5) == [(500, 0), (0, 0), (5, 2), (300, 0)]


def test_without_a_limit_nothing_is_cut_off() -> None:
    assert Paid(7) == (7, 0)


DOWN = (0, 2, 4, 5), 2  # nothing, a push, 1 to 1, 3 to 2


@pytest.mark.parametrize(
    ("line", "cap", "paid"),
    [
        (0, 0, [(0, 0), (0, 0)]),
        (1, 0, [(101, 0), (50, 0)]),
        (1, 1, [(101, 0), (50, 0)]),
        (2, 0, [(202, 0), (100, 0)]),
        (3, 0, [(253, 0), (125, 0)]),
        (3, 227, [(253, 0), (125, 0)]),
        (3, 226, [(253, 0), (124, 1)]),
        (3, 152, [(253, 0), (50, 75)]),
        (3, 151, [(252, 1), (50, 75)]),
    ],
)
def test_original_and_double_are_paid_by_one_line_and_limited_together(
    line: int, cap: int, paid: list[tuple[int, int]]
) -> None:
    assert down.paid_on_hand((101, 50), line, *DOWN, cap) == paid


@pytest.mark.parametrize(
    ("line", "coupon", "paid"),
    [(0, 300, [(0, 0), (0, 0)]), (1, 300, [(100, 0), (60, 0)]), (2, 200, [(50, 150), (50, 70)])],
)
def test_a_coupon_counts_towards_the_limit_of_double_down_stud_if_it_wins(
    line: int, coupon: int, paid: list[tuple[int, int]]
) -> None:
    """1 to 1 on 100 and 60, with coupons of 200 and 10, wins 300 and 70. The limit is 150."""
    assert down.paid_on_hand((100, 60), line, *DOWN, 150, (coupon, 10)) == paid


BOSTON = (0, 0, 3), 2  # nothing, nothing, 3 to 2
BOSTON_STAKES = 101, 200, 202


@pytest.mark.parametrize(
    ("line", "category", "cap", "paid"),
    [
        (LOWER, 0, 0, [(0, 0), (0, 0), (0, 0), (0, 0)]),
        (LOWER, 2, 0, [(0, 0), (0, 0), (0, 0), (152, 0)]),
        (LOWER, 2, 100, [(0, 0), (0, 0), (0, 0), (100, 52)]),
        (EQUAL, 2, 100, [(101, 0), (200, 0), (202, 0), (100, 52)]),
        (HIGHER, 1, 0, [(101, 0), (400, 0), (404, 0), (0, 0)]),
        (HIGHER, 2, 554, [(101, 0), (400, 0), (404, 0), (152, 0)]),
        (HIGHER, 2, 553, [(101, 0), (400, 0), (404, 0), (151, 1)]),
        (HIGHER, 2, 401, [(101, 0), (400, 0), (403, 1), (0, 152)]),
        (HIGHER, 2, 199, [(101, 0), (399, 1), (202, 202), (0, 152)]),
    ],
)
def test_first_second_and_ante_bonus_are_limited_together_and_the_ante_never(
    line: int, category: int, cap: int, paid: list[tuple[int, int]]
) -> None:
    assert boston.paid_on_hand(BOSTON_STAKES, line, category, *BOSTON, cap) == paid


@pytest.mark.parametrize(
    ("line", "paid"),
    [
        (LOWER, [(0, 0), (0, 0), (0, 0), (0, 0)]),
        (EQUAL, [(101, 0), (200, 0), (202, 0), (0, 0)]),
        (HIGHER, [(101, 0), (300, 100), (187, 217), (0, 0)]),
    ],
)
def test_a_coupon_counts_towards_the_limit_of_boston_5_stud_if_it_wins(line: int, paid: list[tuple[int, int]]) -> None:
    """1 to 1 on 200 and 202, with coupons of 300 and 15, wins 500 and 217. The limit is 400."""
    assert boston.paid_on_hand(BOSTON_STAKES, line, 0, *BOSTON, 400, (300, 15)) == paid


def test_first_second_and_ante_bonus_have_no_limit_by_themselves() -> None:
    assert boston.paid_on_hand(BOSTON_STAKES, HIGHER, 2, *BOSTON) == [(101, 0), (400, 0), (404, 0), (152, 0)]
    assert boston.paid_by_ante(50, HIGHER, 2, *BOSTON) == [(50, 0), (200, 0), (200, 0), (75, 0)]


def test_first_and_second_are_twice_the_ante() -> None:
    for line in (LOWER, EQUAL, HIGHER):
        for cap in (0, 150):
            assert boston.paid_by_ante(51, line, 2, *BOSTON, cap) == boston.paid_on_hand(
                (51, 102, 102), line, 2, *BOSTON, cap
            )


def test_a_study_may_pay_more_or_less_on_a_higher_hand() -> None:
    """An ante of 1 to 2, first and second of 3 to 2: cents are rounded in the player's favour."""
    higher = boston.OnHigher((3, 2), (5, 2))
    assert boston.paid_by_ante(51, HIGHER, 0, *BOSTON, higher=higher)[:3] == [(77, 0), (255, 0), (255, 0)]
    assert boston.paid_by_ante(51, EQUAL, 0, *BOSTON, higher=higher)[:3] == [(51, 0), (102, 0), (102, 0)]
    assert boston.paid_by_ante(51, LOWER, 0, *BOSTON, higher=higher)[:3] == [(0, 0), (0, 0), (0, 0)]
    assert cross.paid_by_ante(51, HIGHER, 0, *CROSS, higher=(3, 2))[0] == (77, 0)
    assert cross.paid_by_ante(51, EQUAL, 0, *CROSS, higher=(3, 2))[0] == (51, 0)
    assert cross.paid_by_ante(51, LOWER, 0, *CROSS, higher=(3, 2))[0] == (0, 0)


CROSS = (2, 5), 2  # nothing is won, and 3 to 2
CROSS_STAKES = 100, 51, 40


@pytest.mark.parametrize(
    ("line", "cap", "paid"),
    [
        (LOWER, 0, [(0, 0), (0, 0), (0, 0)]),
        (LOWER, 1, [(0, 0), (0, 0), (0, 0)]),
        (EQUAL, 0, [(100, 0), (51, 0), (40, 0)]),
        (EQUAL, 1, [(100, 0), (51, 0), (40, 0)]),
        (HIGHER, 0, [(200, 0), (128, 0), (100, 0)]),
        (HIGHER, 237, [(200, 0), (128, 0), (100, 0)]),
        (HIGHER, 236, [(200, 0), (128, 0), (99, 1)]),
        (HIGHER, 176, [(200, 0), (127, 1), (40, 60)]),
        (HIGHER, 99, [(199, 1), (51, 77), (40, 60)]),
    ],
)
def test_ante_and_raises_are_limited_together(line: int, cap: int, paid: list[tuple[int, int]]) -> None:
    assert cross.paid_on_hand(CROSS_STAKES, line, 1, *CROSS, cap) == paid


def test_a_raise_is_paid_by_the_category_of_the_hand() -> None:
    assert cross.paid_on_hand(CROSS_STAKES, HIGHER, 0, *CROSS) == [(200, 0), (51, 0), (40, 0)]


@pytest.mark.parametrize(
    ("line", "paid"),
    [
        (LOWER, [(0, 0), (0, 0), (0, 0)]),
        (EQUAL, [(100, 0), (51, 0), (40, 0)]),
        (HIGHER, [(50, 150), (42, 86), (29, 71)]),
    ],
)
def test_a_coupon_counts_towards_the_limit_of_double_cross_poker_if_it_wins(
    line: int, paid: list[tuple[int, int]]
) -> None:
    """The wagers win 100, 77 and 60, and the coupons win 300, 9 and 11. The limit is 250."""
    assert cross.paid_on_hand(CROSS_STAKES, line, 1, *CROSS, 250, (300, 9, 11)) == paid


def test_ante_and_raises_have_no_limit_by_themselves() -> None:
    assert cross.paid_by_ante(50, HIGHER, 1, *CROSS) == [(100, 0), (125, 0), (125, 0)]
    assert down.paid_on_hand((100, 60), 2, *DOWN) == [(200, 0), (120, 0)]


def test_both_raises_equal_the_ante() -> None:
    for line in (LOWER, EQUAL, HIGHER):
        for cap in (0, 100):
            assert cross.paid_by_ante(51, line, 1, *CROSS, cap) == cross.paid_on_hand((51,) * 3, line, 1, *CROSS, cap)


@pytest.mark.parametrize("stakes", [(100,), (100, 50, 7)])
def test_every_wager_of_a_hand_has_its_stake(stakes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="zip"):
        down.paid_on_hand(stakes, 2, *DOWN)
    with pytest.raises(ValueError, match="zip"):
        boston.paid_on_hand((100, *stakes), HIGHER, 0, *BOSTON)
    with pytest.raises(ValueError, match="zip"):
        cross.paid_on_hand((100, *stakes), HIGHER, 0, *CROSS)


# --- Double Attack Blackjack: wagers on a hand, and surrender


@pytest.mark.parametrize(
    ("stakes", "shares"),
    [
        ((), []),
        ((100,), [50]),
        ((101,), [51]),
        ((1, 1), [1, 0]),
        ((101, 101), [51, 50]),
        ((101, 101, 202), [51, 50, 101]),
        ((100, 33, 33), [50, 17, 16]),
        ((3, 0, 3), [2, 0, 1]),
        ((7, 7, 7), [4, 3, 4]),
    ],
)
def test_surrendered_wagers_are_halved_together_and_rounded_once(stakes: tuple[int, ...], shares: list[int]) -> None:
    assert attack.shares(stakes) == shares
    assert attack.paid_on_hand((*stakes, 0, 0), attack.SURRENDERED, 1) == [*shares, 0, 0]


@pytest.mark.parametrize(
    ("line", "original", "paid"),
    [
        (attack.BUST, 1, [0, 0, 0]),
        (attack.DEALER_BLACKJACK, 1, [0, 20, 30]),
        (attack.DEALER_BLACKJACK, 0, [10, 20, 30]),
        (attack.BOTH_BLACKJACK, 1, [10, 20, 30]),
        (attack.BLACKJACK, 1, [20, 40, 60]),
        (attack.DEALER_BUST, 0, [20, 40, 60]),
        (attack.ABOVE, 1, [20, 40, 60]),
        (attack.BELOW, 0, [0, 0, 0]),
        (attack.EQUAL, 1, [10, 20, 30]),
    ],
)
def test_the_wagers_on_a_hand_by_its_line(line: int, original: int, paid: list[int]) -> None:
    assert attack.paid_on_hand((10, 20, 30), line, original) == paid


def test_a_surrender_is_a_line_beside_those_that_the_cards_decide() -> None:
    assert attack.SURRENDERED not in range(len(attack.LINES))
    assert attack.WORDS[attack.SURRENDERED] == "surrendered"
    assert attack.WORDS[: attack.SURRENDERED] == attack.LINES


def test_points_by_card() -> None:
    assert [attack.LOW[card] for card in parse_cards("2c 9h Tc Jd Qs Kc As", packs=6)] == [2, 9, 10, 10, 10, 10, 1]
    assert len(attack.LOW) == 52


def test_a_magic_card_and_a_lucky_seat_pay_without_a_stake_to_return() -> None:
    assert caribbean.drawn(500, 10) == 5_000
