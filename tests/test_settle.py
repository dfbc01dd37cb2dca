"""What wagers win, at the edges where one step more or less would go unnoticed: pure functions, by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.games.caribbean_stud import settle as caribbean
from pitboss.games.double_attack_blackjack import settle as attack
from pitboss.meter import Meter, MeterTerms
from pitboss.money import Odds


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
    ("value", "shows"), [(Fraction(-5, 2), 0), (Fraction(0), 0), (Fraction(1, 2), 0), (Fraction(5, 2), 2)]
)
def test_a_meter_shows_whole_cents_and_never_less_than_none(value: Fraction, shows: int) -> None:
    terms = MeterTerms(name="meter", wagers=("progressive",), stake=100, seed=0, rate=Fraction(1, 3))
    assert Meter(terms, value).shows == shows


def test_odds_are_equal_only_if_they_read_alike() -> None:
    three, one = Odds.parse("3 to 2"), Odds.parse("1 to 2")
    assert three != one
    assert one != three
    assert three == Odds.parse("3 TO 2")
