"""Chances of a fair shuffle, with the standard library alone: chi-square, its power, and exact laws of runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, exp, lgamma, log, sqrt
from statistics import NormalDist

FOUND = 0.9
"""The chance with which a bias that is called found is found."""
_SMALL = 1e-15
_normal = NormalDist()


# --- chi-square


def chi_square(value: float, degrees: int) -> float:
    """The chance that chi-square is at least ``value``: the upper incomplete gamma function.

    >>> round(chi_square(3.841459, 1), 6), round(chi_square(149.4493, 100), 6)
    (0.05, 0.001)
    """
    a, x = degrees / 2, value / 2
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:  # the series of the lower part
        term = total = 1 / a
        at = a
        while term > total * _SMALL:
            at += 1
            term *= x / at
            total += term
        return 1 - front * total
    # the continued fraction, by Lentz's method
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction, at = d, 0
    change = 0.0
    while abs(change - 1) > _SMALL:
        at += 1
        part = -at * (at - a)
        b += 2
        d = 1 / (part * d + b)
        c = b + part / c
        change = c * d
        fraction *= change
    return front * fraction


def shifted(value: float, degrees: int, shift: float) -> float:
    """The chance that a chi-square with this noncentrality is at least ``value``.

    It is a mixture of chi-squares with two more degrees for each event of a Poisson law.
    """
    if not shift:
        return chi_square(value, degrees)
    a, x, half = degrees / 2, value / 2, shift / 2
    above = chi_square(value, degrees)
    step = exp(a * log(x) - x - lgamma(a + 1))
    total = 0.0
    for events in range(int(half + 12 * sqrt(half)) + 50):
        total += above * exp(events * log(half) - half - lgamma(events + 1))
        above += step
        step *= x / (a + events + 1)
    return min(1.0, total)


def threshold(degrees: int, level: float) -> float:
    """The value that chi-square reaches with this chance."""
    return solved(lambda value: chi_square(value, degrees) - level, 0.0, degrees + 100 * sqrt(degrees) + 1000)


def found_shift(degrees: int, level: float) -> float:
    """The noncentrality that a test at this level finds with the chance ``FOUND``."""
    value = threshold(degrees, level)
    return solved(lambda shift: FOUND - shifted(value, degrees, shift), 0.0, 2 * value + 1000)


def found_deviations(level: float) -> float:
    """How far the mean of a normal figure must lie, in standard deviations, for a two-sided test at this level."""
    return _normal.inv_cdf(1 - level / 2) + _normal.inv_cdf(FOUND)


def solved(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is zero between two bounds."""
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return high


# --- exact laws


def descents(kinds: int, copies: int) -> list[float]:
    """The chance of each number of descents in a random order of ``kinds`` cards with ``copies`` of each.

    A descent is a card followed by a lower one. For one copy these are the Eulerian numbers, and for more MacMahon's
    answer to Simon Newcomb's problem.

    >>> descents(3, 1) == [1 / 6, 4 / 6, 1 / 6]
    True
    """
    found = descent_counts(kinds, copies)
    ways = sum(found)
    return [one / ways for one in found]


def descent_counts(kinds: int, copies: int) -> list[int]:
    """The number of orders with each number of descents."""
    size = kinds * copies
    weak = [comb(most + copies, copies) ** kinds for most in range(size)]
    signed = [(-1) ** at * comb(size + 1, at) for at in range(size)]
    return [sum(signed[at] * weak[number - at] for at in range(number + 1)) for number in range(size)]


def after_riffles(kinds: int, riffles: int) -> list[float]:
    """The chance of each number of rising sequences, less one, after a new pack was riffled (Bayer and Diaconis).

    A riffle cuts the pack by a binomial law, and the next card falls from each part in proportion to its size.
    """
    hands = 2**riffles
    counts = enumerate(descent_counts(kinds, 1))
    return [ways * comb(hands + kinds - 1 - number, kinds) / hands**kinds for number, ways in counts]


def pooled(counts: Sequence[float], expected: Sequence[float], least: float = 5.0) -> list[tuple[float, float]]:
    """Counts beside what is expected, with neighbours taken together until at least ``least`` are expected."""
    found: list[tuple[float, float]] = []
    count = due = 0.0
    for one, mean in zip(counts, expected, strict=True):
        count, due = count + one, due + mean
        if due >= least:
            found.append((count, due))
            count = due = 0.0
    if found:  # what is left over
        found[-1] = found[-1][0] + count, found[-1][1] + due
    return found
