"""Cents, odds and pay tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.basics.money import Odds, ceil_div, dollars, pay_table, returns, whole_cents


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "$0"),
        (1, "$0.01"),
        (100, "$1"),
        (250, "$2.50"),
        (205, "$2.05"),
        (123_456_789, "$1,234,567.89"),
        (-1, "-$0.01"),
        (-100, "-$1"),
        (-12_345, "-$123.45"),
    ],
)
def test_cents_as_a_person_reads_them(cents: int, words: str) -> None:
    assert dollars(cents) == words


@pytest.mark.parametrize(
    ("exact", "whole"),
    [
        (Fraction(975, 2), 488),
        (Fraction(-975, 2), -488),
        (Fraction(1, 2), 1),
        (Fraction(-1, 2), -1),
        (Fraction(5, 2), 3),
        (Fraction(-5, 2), -3),
        (Fraction(1, 3), 0),
        (Fraction(-1, 3), 0),
        (Fraction(10**20 + 1, 2 * 10**20), 1),
        (Fraction(10**20 - 1, 2 * 10**20), 0),
        (-2.5, -3),
        (7, 7),
    ],
)
def test_half_a_cent_rounds_away_from_zero(exact: Fraction | float, whole: int) -> None:
    assert whole_cents(exact) == whole


@pytest.mark.parametrize(
    ("words", "back", "shown"),
    [
        ("1 to 1", (2, 1), "1 to 1"),
        ("3 to 2", (5, 2), "3 to 2"),
        ("3 TO 2", (5, 2), "3 to 2"),
        (" 1000 to 1 ", (1001, 1), "1,000 to 1"),
        ("1,000 to 1", (1001, 1), "1,000 to 1"),
        ("50 for 1", (50, 1), "50 for 1"),
        ("1 for 1", (1, 1), "1 for 1"),
        ("0 to 1", (1, 1), "0 to 1"),
    ],
)
def test_to_returns_the_stake_and_for_keeps_it(words: str, back: tuple[int, int], shown: str) -> None:
    odds = Odds.parse(words)
    assert odds.back == back
    assert str(odds) == shown
    assert Odds.parse(shown) == odds
    assert hash(Odds.parse(shown)) == hash(odds)


@pytest.mark.parametrize(
    ("words", "share", "meter"),
    [
        ("100% of meter", 100, "meter"),
        ("10% of the meter", 10, "meter"),
        ("5 % Mega", 5, "mega"),
        ("1% of the Pool", 1, "pool"),
    ],
)
def test_a_share_of_a_meter(words: str, share: int, meter: str) -> None:
    odds = Odds.parse(words)
    assert (odds.pays, odds.per, odds.kind, odds.meter) == (share, 100, "share", meter)
    with pytest.raises(ValueError, match="not a multiple of the stake"):
        assert odds.back


@pytest.mark.parametrize(
    "words",
    [
        "",
        "1",
        "1 to",
        "to 1",
        "1:1",
        "-1 to 1",
        "1.5 to 1",
        "1 to -1",
        "one to one",
        "10%",
        "10% of the",
        "\N{FULLWIDTH DIGIT SIX} to 1",
    ],
)
def test_what_are_no_odds_gets_a_sentence(words: str) -> None:
    with pytest.raises(ValueError, match="odds must be like '3 to 2'"):
        Odds.parse(words)


def test_odds_over_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="divides by zero"):
        Odds.parse("1 to 0")


@pytest.mark.parametrize("words", ["0% of meter", "101% of meter", "999% of meter"])
def test_a_share_beyond_the_whole_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match="must be from 1% to 100%"):
        Odds.parse(words)


def test_odds_are_equal_only_when_stated_alike() -> None:
    assert Odds.parse("1 to 1") != Odds.parse("2 for 1")
    assert Odds.parse("1 to 1") != Odds.parse("2 to 2")
    assert Odds.parse("1 to 1") != "1 to 1"
    assert repr(Odds.parse("1 to 1")) == "Odds('1 to 1')"


@given(product=st.integers(0, 10**12), per=st.integers(1, 10**6))
def test_a_broken_cent_goes_up_and_never_by_a_whole_one(product: int, per: int) -> None:
    exact = Fraction(product, per)
    assert exact <= ceil_div(product, per) < exact + 1


@given(
    st.dictionaries(
        st.sampled_from(["a", "b", "c", "d"]),
        st.tuples(st.integers(0, 2000), st.sampled_from(["to", "for"]), st.integers(1, 12)),
    )
)
def test_returns_are_the_same_fractions_over_one_denominator(lines: dict[str, tuple[int, str, int]]) -> None:
    table = pay_table({hand: f"{pays} {kind} {per}" for hand, (pays, kind, per) in lines.items()})
    back, denominator = returns(table, ["a", "b", "c", "d", "nothing"])
    for hand, got in zip("abcd", back, strict=False):
        if hand in lines:
            pays, kind, per = lines[hand]
            assert Fraction(got, denominator) == Fraction(pays, per) + (kind == "to")
        else:
            assert got == 0
    assert back[4] == 0


def test_a_share_has_no_multiple_and_counts_as_nothing() -> None:
    assert returns(pay_table({"royal flush": "100% of meter", "flush": "3 to 2"}), ["royal flush", "flush"]) == (
        (0, 5),
        2,
    )
