"""Comparison of simulated rounds with the exact odds: every game, every wager, every outcome.

A share is tested by the exact two-sided binomial probability of its count, and a mean by the normal distribution. The
level is the probability that any comparison fails although everything is right. It is divided evenly among the
comparisons (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import erfc, exp, lgamma, log, log1p, sqrt
from typing import TYPE_CHECKING

import msgspec

from pitboss.engine import registry
from pitboss.simulation.any_game import least_of_each, simulate
from pitboss.verification import Case

if TYPE_CHECKING:
    from pitboss.simulation.run import Simulated

LEVEL = 0.001
"""The probability that a correct program fails, over all comparisons together."""
MANY = 10_000
"""The expected count above which the normal distribution replaces the binomial."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A simulated figure and its exact value, with the two-sided probability of so large a difference."""

    game: str
    case: str
    """The table in words: strategy, options, seats."""
    wager: str
    outcome: str
    found: float
    exact: float
    chance: float


def played(case: Case, rounds: int, seed: int | str = 1) -> Simulated:
    """Simulate rounds at a table, with every wager that its rules offer."""
    game, rules = registry.game(case.game), case.table_rules
    placed = least_of_each(game, rules)
    return simulate(
        game, rules, rounds=rounds, seed=seed, wagers=placed, seats=case.seats, strategy=case.strategy, **case.more
    )


def comparisons(case: Case, found: Simulated) -> Iterator[Comparison]:
    """All comparisons of a run with the exact odds. Shares are compared only if each round counts once."""
    for result in found.results:
        about = {"game": found.game, "case": str(case), "wager": result.name}
        if result.exact is not None and result.z is not None:
            chance = erfc(abs(result.z) / sqrt(2))
            exact = float(Fraction(result.exact))
            yield Comparison(**about, outcome="", found=result.mean, exact=exact, chance=chance)
        for one in result.outcomes if result.hands == found.rounds else ():
            if one.exact is not None:
                chance = binomial(one.count, result.hands, one.exact)
                yield Comparison(**about, outcome=one.name, found=one.share, exact=one.exact, chance=chance)


def failures(made: list[Comparison], level: float = LEVEL) -> list[Comparison]:
    """The comparisons that fail at this level over all of them."""
    return [one for one in made if one.chance < level / len(made)]


def binomial(count: int, trials: int, chance: float) -> float:
    """The two-sided probability of a count: twice the probability of its tail, at most one.

    >>> round(binomial(0, 10, 0.5), 6), binomial(5, 10, 0.5)
    (0.001953, 1.0)
    >>> binomial(3, 10, 0.0), binomial(0, 10, 0.0)
    (0.0, 1.0)
    """
    if chance <= 0 or chance >= 1:
        return float(count == round(trials * chance))
    expected = trials * chance
    if expected > MANY and trials - expected > MANY:
        return erfc(max(0.0, abs(count - expected) - 0.5) / sqrt(2 * expected * (1 - chance)))
    step = 1 if count >= expected else -1
    total, at = 0.0, count
    while 0 <= at <= trials:
        one = exp(
            lgamma(trials + 1)
            - lgamma(at + 1)
            - lgamma(trials - at + 1)
            + at * log(chance)
            + (trials - at) * log1p(-chance)
        )
        total += one
        if one < total * 1e-12:
            break
        at += step
    return min(1.0, 2 * total)
