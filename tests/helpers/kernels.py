"""Fast rounds in tests, compared with rounds at a table and with exact values."""

from __future__ import annotations

from math import exp, lgamma, log
from statistics import NormalDist

from pitboss.simulation.run import Simulated
from pitboss.verification.paired_rounds import Compared, compared

PARTS = (1_000, 3_000, 3_000)
"""How many rounds of each game table and kernel play alike in each test. ``make test`` runs the first."""


def settled_alike(game: str, rounds: int, seed: str, each: int) -> Compared:
    """Play rounds both ways and compare every wager to the cent. The rules change after ``each`` rounds."""
    (found,) = compared([game], rounds, seed, each=each, processes=1)
    assert found.difference == ""
    assert (found.rounds, found.rules) == (rounds, -(-rounds // each))
    return found


# --- against exact values


def chance_by_poisson(count: int, expected: float) -> float:
    """The probability of a count at least this far from the expected one, on the same side."""
    below = sum(exp(-expected + at * log(expected) - lgamma(at + 1)) for at in range(count)) if count else 0.0
    at_it = exp(-expected + count * log(expected) - lgamma(count + 1))
    return min(below + at_it, 1 - below)


def agrees(found: Simulated, level: float, *, outcomes: bool = True) -> None:
    """Compare every wager and every outcome with its exact value.

    ``level`` is the probability that any comparison fails although all is right, divided evenly among them. Outcomes
    are treated as independent, although those of several seats in a round are not.
    """
    chances: dict[tuple[str, str], float] = {}
    for result in found.results:
        if result.z is not None:
            chances[result.name, ""] = NormalDist().cdf(-abs(result.z))
        for one in result.outcomes if outcomes else ():
            assert one.exact is not None, (result.name, one.name)
            expected = one.exact * result.hands
            if not 0 < one.exact < 1:
                assert one.count == expected, (result.name, one.name)
            elif expected < 100:
                chances[result.name, one.name] = chance_by_poisson(one.count, expected)
            else:
                assert one.z is not None
                chances[result.name, one.name] = NormalDist().cdf(-abs(one.z))
    assert chances
    least = level / (2 * len(chances))
    assert not {at: chance for at, chance in chances.items() if chance < least}
