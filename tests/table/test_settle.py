"""What wagers win, at the edges where one step more or less would go unnoticed: pure functions, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.games.boston_5_stud import settle as boston
from pitboss.games.caribbean_stud import settle as caribbean
from pitboss.games.double_attack_blackjack import settle as attack
from pitboss.games.double_cross_poker import settle as cross
from pitboss.games.double_down_stud import settle as down
from pitboss.meter import Claim, Meter, MeterTerms, Part
from pitboss.money import UNITS, Odds, pay_table, returns
from pitboss.poker import CATEGORY_OF

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
    """Ten percent of 71 cents is 8 cents; without the wager's 70 it would have been 1: 63 of the 70 are left."""
    terms = MeterTerms(name="meter", wagers=("progressive",), stake=100, seed=1, rate=Fraction(7, 10))
    meter, part = Meter(terms), Part("table 1", 1, 1, "progressive")
    meter.contribute(part)
    assert meter.win(Claim("table 1", 1, 2), 10, 100) == 71
    assert meter.read() == 71 - 8
    assert meter.reverse(part) == 63 * UNITS
    assert meter.read() == 0
