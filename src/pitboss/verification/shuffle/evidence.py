"""Tests of a table's shuffle at 99% over all of them together, and how small a bias they find.

Each test compares counts with the exact mean and covariance of a fair shuffle, or with an exact law. Holm's correction
holds them together: a fair shuffle fails any of them with a chance of at most 1%, although the tests depend on each
other. Chi-square is the limit for many orders; ``LEAST`` are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import ceil, erfc, sqrt
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import Given, rules_from
from pitboss.verification.agreement import binomial
from pitboss.verification.shuffle.chances import (
    FOUND,
    after_riffles,
    chi_square,
    descents,
    found_deviations,
    found_shift,
    pooled,
    shifted,
    solved,
    threshold,
)
from pitboss.verification.shuffle.orders import Order, kinds_of
from pitboss.verification.shuffle.orders import orders as orders_of
from pitboss.verification.shuffle.tally import BYTES, Ints, Tally

LEVEL = 0.01
"""The chance that a fair shuffle fails any of the tests."""
CORRECTION = "Holm"
ORDERS, LEAST, MOST = 10_000, 1_000, 100_000_000
"""The orders of a report: by default, at least and at most."""
CARDS_AT_ONCE = 100_000
"""Orders with so many cards are counted together."""
SOURCES = ("the operating system, as at every table without a seed", "SHAKE-256 of the seed {} and a counter")


class ShuffleTest(msgspec.Struct, frozen=True, kw_only=True):
    """A test of a shuffle: what was measured, and how likely a fair shuffle gives so much."""

    name: str
    of: str
    """What is counted, in words."""
    law: str
    """The law of a fair shuffle."""
    value: float
    chance: float
    """The chance that a fair shuffle gives this value or a worse one: the p-value."""
    adjusted: float
    """The same for all tests together, by Holm's correction. Below the level, the test fails."""
    passed: bool
    least: float | None
    """The smallest bias that the test finds nine times in ten, as ``finds`` counts it. None: not even the largest."""
    finds: str
    """This bias in words. Empty if the test can't find it."""


class ShuffleEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence for the shuffle of a table."""

    game: str
    title: str
    rules_hash: str
    cards: int
    decks: int
    source: str
    seed: str
    orders: int
    words: int
    """The words of 64 bits that were drawn: one for each card, and four for the key of the commitments."""
    made_again: int
    """The orders that are the cards sorted by their words, as documented."""
    level: float
    correction: str
    found: float
    """The chance with which the smallest bias is found."""
    tests: tuple[ShuffleTest, ...]
    riffles: int | None
    """Rising sequences tell a new pack after so many riffles from a fair shuffle, but not after more. None: a shoe."""

    @property
    def passed(self) -> bool:
        """Whether every test passed, and every order follows from its words."""
        return self.made_again == self.orders and all(test.passed for test in self.tests)

    @property
    def in_words(self) -> str:
        """What was collected, as a sentence."""
        decks = f", {self.decks} decks," if self.decks > 1 else ""
        return f"{self.orders:,} orders of {self.cards} cards{decks} drawn from {self.source}."

    @property
    def verdict(self) -> str:
        """The result in one or two sentences."""
        failed = [test.name for test in self.tests if not test.passed]
        if failed:
            said = f"A fair shuffle fails so in at most {self.level:.0%} of reports: {', '.join(failed)}."
        else:
            said = f"All {len(self.tests)} tests pass, at {1 - self.level:.0%} over all of them together."
        if self.made_again == self.orders:
            return f"{said} Every order is its cards, sorted by their words."
        return f"{said} {self.orders - self.made_again:,} orders are not their cards, sorted by their words."

    def as_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = msgspec.to_builtins(self)
        return told | {"passed": self.passed}


def shuffle_evidence(
    game: str | Game,
    rules: Given = None,
    *,
    seed: int | str | None = None,
    orders: int = ORDERS,
    each: Callable[[Order], None] = lambda order: None,
) -> ShuffleEvidence:
    """Collect so many orders from a table and test them. ``each`` receives every order as it is made.

    >>> found = shuffle_evidence("double_down_stud", seed=1, orders=1000)
    >>> found.passed, found.made_again, len(found.tests)
    (True, 1000, 12)
    """
    known = registry.game(game)
    settled = rules_from(known.name, known.rules, rules)
    found = islice(orders_of(known, settled, seed), orders)
    first = next(found)
    kinds = kinds_of(known, first)
    tally = Tally(kinds, len(first.cards))
    waiting = [first]
    each(first)
    for order in found:
        if len(waiting) * tally.size >= CARDS_AT_ONCE:
            tally.add(waiting)
            waiting.clear()
        waiting.append(order)
        each(order)
    tally.add(waiting)
    tests = judged(list(figures(tally)))
    return ShuffleEvidence(
        game=known.name,
        title=known.title,
        rules_hash=settled.digest,
        cards=tally.size,
        decks=tally.copies,
        source=SOURCES[seed is not None].format(seed),
        seed="" if seed is None else str(seed),
        orders=tally.orders,
        words=tally.words,
        made_again=tally.made_again,
        level=LEVEL,
        correction=CORRECTION,
        found=FOUND,
        tests=tests,
        riffles=riffles_found(tally, LEVEL / len(tests)) if tally.copies == 1 else None,
    )


# --- figures


class Bias(NamedTuple):
    """A kind of bias: in words, with a place for how large it is, and how far one of size 1 moves a figure."""

    words: str
    moves: float
    """For chi-square, which moves by the square of the bias, the noncentrality. Otherwise the mean."""
    most: float = 1.0
    whole: bool = False
    """Whether it is a number of orders."""

    def least(self, move: float) -> float | None:
        """The smallest bias that moves the figure so far, if there is one."""
        size = move / self.moves
        return None if size > self.most else ceil(size) if self.whole else size


class Figure(NamedTuple):
    """A figure before it is judged with the others. ``least`` gives the smallest bias found at a level."""

    name: str
    of: str
    law: str
    value: float
    chance: float
    bias: str
    least: Callable[[float], float | None]


def judged(found: Sequence[Figure]) -> tuple[ShuffleTest, ...]:
    """The tests, each with the chance that Holm's correction gives it.

    The smallest bias is that which is found although no other test finds it: at an equal part of the level.
    """
    many = len(found)
    adjusted = [0.0] * many
    worst = 0.0
    for before, at in enumerate(sorted(range(many), key=lambda at: found[at].chance)):
        worst = max(worst, min(1.0, (many - before) * found[at].chance))
        adjusted[at] = worst
    least = [one.least(LEVEL / many) for one in found]
    return tuple(
        ShuffleTest(
            name=one.name,
            of=one.of,
            law=one.law,
            value=float(one.value),
            chance=float(one.chance),
            adjusted=float(all_together),
            passed=bool(all_together >= LEVEL),
            least=bias,
            finds="" if bias is None else one.bias.format(bias),
        )
        for one, all_together, bias in zip(found, adjusted, least, strict=True)
    )


def figures(tally: Tally) -> Iterator[Figure]:
    """All figures of a tally."""
    yield from _places(tally)
    yield from _neighbours(tally)
    yield _gaps(tally)
    yield from _serial(tally)
    yield _runs(tally)
    yield _rising(tally)
    yield from _words(tally)


def _by_chi_square(name: str, of: str, value: float, degrees: int, bias: Bias) -> Figure:
    by_square = bias._replace(moves=sqrt(bias.moves))
    least = lambda level: by_square.least(sqrt(found_shift(degrees, level)))
    return Figure(name, of, f"chi-square, {degrees:,} degrees", value, chi_square(value, degrees), bias.words, least)


def _by_deviation(name: str, of: str, distance: float, deviation: float, bias: Bias) -> Figure:
    """A sum that is normal for many orders, as its distance from the mean in standard deviations."""
    z = distance / deviation
    least = lambda level: bias.least(found_deviations(level) * deviation)
    return Figure(name, of, "normal, two-sided", z, erfc(abs(z) / sqrt(2)), bias.words, least)


def _by_worst_cell(name: str, of: str, counts: Ints, trials: int, chance: float, bias: str) -> Figure:
    """The count that is least likely by its exact binomial law, for as many counts as there are (Bonferroni)."""
    ends = [int(counts.min()), int(counts.max())]
    chances = [binomial(count, trials, chance) for count in ends]
    p = min(1.0, len(counts) * min(chances))

    def least(level: float) -> float | None:
        low, high = ceil(trials * chance), trials + 1
        while low < high:  # the first count that fails
            middle = (low + high) // 2
            low, high = (low, middle) if len(counts) * binomial(middle, trials, chance) <= level else (middle + 1, high)
        if low > trials:
            return None
        missed = lambda share: binomial(low - 1, trials, share) - 2 * (1 - FOUND)
        return (solved(missed, (low - 1) / trials, 1.0) - chance) / (1 - chance)

    law = f"binomial, the worst of {len(counts):,}"
    return Figure(name, of, law, ends[chances.index(min(chances))], p, bias, least)


def _places(tally: Tally) -> Iterator[Figure]:
    size, kinds, orders = tally.size, tally.kinds, tally.orders
    mean = orders / kinds
    value = float(((tally.places - mean) ** 2).sum()) / mean * (size - 1) / size
    held = "one card is held at its place in {:.2%} of orders"
    degrees, bias = (size - 1) * (kinds - 1), Bias(held, orders * (kinds - 1))
    yield _by_chi_square("card by position", "each card at each place", value, degrees, bias)
    counts = tally.places.ravel()
    yield _by_worst_cell("card by position, worst", "one card at one place", counts, orders, 1 / kinds, held)


def _neighbours(tally: Tally) -> Iterator[Figure]:
    """The covariance of neighbours round a table is known: cards go round as in a random cycle.

    So is that of kinds of card. By symmetry it is one number on each of four parts of the counts: what differs by
    direction, what does not, the pairs of equal cards by card, and all of these together. One copy has no equal cards.
    """
    size, kinds, copies, orders = tally.size, tally.kinds, tally.copies, tally.orders
    chance = 1 / (size - 1)
    equal = np.eye(kinds)
    found = tally.neighbours - orders * chance * (copies**2 - copies * equal)
    by_direction, both = (found - found.T) / 2, (found + found.T) / 2
    pairs = np.diag(both)
    together = pairs.sum() ** 2 / (kinds - 1)
    by_card = ((pairs - pairs.mean()) ** 2).sum() * kinds / (kinds - 2)
    rest = (both**2).sum() - together - by_card
    square, others = copies**2, size - 2
    value = (by_direction**2).sum() * others / (square * size * chance) + rest / (square * chance)
    degrees = (kinds - 1) * (kinds - 2) // 2 + kinds * (kinds - 3) // 2
    if copies > 1:
        value += by_card * others / (square * chance * (size - kinds))
        lost = copies * (kinds - 1) / kinds
        one = square - lost - chance * square * (kinds - 1) + (square * (kinds - 1) - 2 * lost) / others
        value += together / (chance * one)
        degrees += kinds
    part = copies * chance
    variance = copies * part * (1 - part) * (size - 1 - copies) / others
    held = "one card is held to its neighbour in {:.2%} of orders"
    bias = Bias(held, orders * variance / (chance * square) ** 2)
    yield _by_chi_square("pairs", "each card after each", value / orders, degrees, bias)
    if copies == 1:
        counts = tally.neighbours[~equal.astype(bool)]
        yield _by_worst_cell("pairs, worst", "one card after one other", counts, orders, chance, held)


def _by_descents(name: str, of: str, counts: Ints, law: Sequence[float], unshuffled: int) -> Figure:
    """Counts of descents beside their exact law. New cards have ``unshuffled`` descents."""
    orders = int(counts.sum())
    due = [orders * share for share in law]
    new = [float(orders * (number == unshuffled)) for number in range(len(law))]
    parts = pooled(counts.tolist(), due)
    bias = Bias("new cards come unshuffled {:,} times", _distance(pooled(new, due)) / orders**2, orders, whole=True)
    return _by_chi_square(name, of, _distance(parts), len(parts) - 1, bias)


def _distance(parts: Sequence[tuple[float, float]]) -> float:
    return sum((count - expected) ** 2 / expected for count, expected in parts)


def _runs(tally: Tally) -> Figure:
    law = descents(tally.kinds, tally.copies)
    return _by_descents("runs", "ascending runs of an order", tally.descents, law, tally.copies - 1)


def _rising(tally: Tally) -> Figure:
    copy = "" if tally.copies == 1 else ", of one copy of each card"
    law = descents(tally.kinds, 1)
    return _by_descents("rising sequences", f"rising sequences of an order{copy}", tally.rising, law, 0)


def riffles_found(tally: Tally, level: float) -> int:
    """The most riffles of a new pack that rising sequences tell from a fair shuffle."""
    due = [tally.orders * share for share in descents(tally.kinds, 1)]
    degrees = len(pooled(due, due)) - 1
    value, riffles = threshold(degrees, level), 0
    while True:
        counts = [tally.orders * share for share in after_riffles(tally.kinds, riffles + 1)]
        shift = _distance(pooled(counts, due))
        if shift < 10 * value and shifted(value, degrees, shift) < FOUND:
            return riffles
        riffles += 1


def _gaps(tally: Tally) -> Figure:
    """Gaps round the table from a card to the next of a new pack. Gaps of two pairs of cards depend on each other:
    they differ if they share a card, and a gap one way is the same pair's gap the other way."""
    size, kinds, copies, orders = tally.size, tally.kinds, tally.copies, tally.orders
    pairs = kinds * copies**2
    sharing, in_line = 2 * pairs * (copies - 1), 2 * pairs * copies
    apart = pairs**2 - pairs - sharing - in_line
    two = (size - 1) * (size - 2)
    alike = pairs / (size - 1) - sharing / two + apart / two / (size - 3)
    opposite = -in_line / two + apart / two / (size - 3)
    found = tally.gaps[1:] - orders * pairs / (size - 1)
    even, odd = (found + found[::-1]) / 2, (found - found[::-1]) / 2
    both, against = alike + opposite, alike - opposite
    value = float((even**2).sum() / both + (odd**2).sum() / against) / orders
    variance = both * (0.5 - 1 / (size - 1)) + against / 2
    held = "one card is held to the next of a new pack in {:.2%} of orders"
    bias = Bias(held, orders * variance * ((size - 1) / pairs) ** 2)
    return _by_chi_square("gaps", "places from a card to the next of a new pack", value, size - 2, bias)


def _serial(tally: Tally) -> Iterator[Figure]:
    """Mean and variance are those over all orders (Wald and Wolfowitz; Hoeffding)."""
    size, kinds, orders = tally.size, tally.kinds, tally.orders
    numbers = range(1 - kinds, kinds, 2)
    squares, fourth = (tally.copies * sum(number**power for number in numbers) for power in (2, 4))
    mean = -squares / (size - 1)
    pairs = (squares**2 - 2 * fourth) / ((size - 1) * (size - 2))
    variance = (squares**2 - fourth) / (size - 1) + pairs - mean**2
    bias = Bias("neighbours have a correlation of {:.4f}", orders * squares)
    distance, deviation = tally.beside - orders * mean, sqrt(orders * variance)
    yield _by_deviation("serial correlation", "neighbours in an order", distance, deviation, bias)
    bias = Bias("{:,} orders repeat the one before", squares, orders - 1, whole=True)
    deviation = squares * sqrt((orders - 1) / (size - 1))
    of = "cards at one place, order by order"
    yield _by_deviation("serial correlation of orders", of, tally.between, deviation, bias)


def _words(tally: Tally) -> Iterator[Figure]:
    words, drawn = tally.words, int(tally.bytes.sum())
    if words < 2:
        return
    value = float(((tally.bits - words / 2) ** 2).sum()) / (words / 4)
    bias = Bias("the chance of one bit is {:.5f} too high", 4 * words, 0.5)
    yield _by_chi_square("bits", "each bit of the words", value, len(tally.bits), bias)
    mean = drawn / BYTES
    value = float(((tally.bytes - mean) ** 2).sum()) / mean
    bias = Bias("the chance of one byte is {:.5f} too high", drawn * BYTES * BYTES / (BYTES - 1))
    yield _by_chi_square("bytes", "each byte of the words", value, BYTES - 1, bias)
    bias = Bias("successive words have a correlation of {:.4f}", (words - 1) / 12)
    deviation = sqrt(words - 1) / 12
    yield _by_deviation("serial correlation of words", "successive words", tally.next_words, deviation, bias)
