"""What a run says: means with their standard errors, beside the exact values."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from pitboss.exact.results import GameOdds
from pitboss.simulation.kernel import MeterTally, Setup, WagerTally


class OutcomeShare(msgspec.Struct, frozen=True, kw_only=True):
    """How often a wager ended in one way."""

    name: str
    count: int
    share: float
    exact: float | None = None
    z: float | None = None
    """Standard errors between the share and the exact one; None at several seats, whose hands are not independent."""
    average: float | None = None
    """What it won each time, in units of the wager; None where it did not come about."""


class WagerResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a wager came to, for each hand on which it could be placed, in units of what is staked on it."""

    name: str
    unit: int
    hands: int
    placed: int
    mean: float
    standard_error: float
    standard_deviation: float
    """Of a hand's result where one seat plays; of a round's, by seat, where several do."""
    exact: str | None = None
    z: float | None = None
    outcomes: tuple[OutcomeShare, ...] = ()
    meters: tuple[MeterTally, ...] = ()


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """A run and what it came to. The first result is the round as a whole, in units of the base wager."""

    game: str
    rules_hash: str
    strategy: str
    seats: int
    stakes: dict[str, int]
    seed: str
    rounds: int
    chunk: int
    results: tuple[WagerResult, ...]
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def result(tally: WagerTally, exact: Fraction | None = None) -> WagerResult:
    """A wager's figures; ``exact`` is the value of a hand, where neither the tally nor the wager's odds tell it."""
    if tally.exact is not None:
        exact = tally.exact
    elif exact is None and tally.odds is not None and not tally.meters:
        exact = tally.odds.expected_value * tally.odds.placed
    rounds, seats = tally.rounds, tally.hands // tally.rounds
    scale = tally.unit * seats
    mean = Fraction(tally.won, rounds * scale)
    variance = Fraction(tally.squares, rounds * scale**2) - mean**2
    error = sqrt(variance / rounds)
    return WagerResult(
        name=tally.name,
        unit=tally.unit,
        hands=tally.hands,
        placed=tally.placed,
        mean=float(mean),
        standard_error=error,
        standard_deviation=sqrt(variance),
        exact=None if exact is None else f"{exact.numerator}/{exact.denominator}",
        z=None if exact is None or not error else float(mean - exact) / error,
        outcomes=_outcomes(tally),
        meters=tally.meters,
    )


def _outcomes(tally: WagerTally) -> tuple[OutcomeShare, ...]:
    exact: dict[str, Fraction] = {}
    if tally.odds is not None:
        total = tally.odds.combinations
        for one in tally.odds.outcomes:
            exact[one.name] = exact.get(one.name, Fraction(0)) + Fraction(one.count) / total
    found = []
    for end in tally.ends:
        share, chance = end.count / tally.hands, exact.get(end.name)
        z = None
        if chance is not None and 0 < chance < 1 and tally.hands == tally.rounds:
            z = (share - float(chance)) / sqrt(float(chance * (1 - chance)) / tally.hands)
        found.append(
            OutcomeShare(
                name=end.name,
                count=end.count,
                share=share,
                exact=None if chance is None else float(chance),
                z=z,
                average=end.won / (end.count * tally.unit) if end.count else None,
            )
        )
    return tuple(found)


def simulated(
    setup: Setup, seed: str, rounds: int, chunk: int, wagers: list[WagerTally], odds: GameOdds | None
) -> Simulated:
    """Everything that a run says. The round as a whole has an exact value where no side wager is placed."""
    whole, *rest = wagers
    alone = len(setup.stakes) == 1 and not whole.apart
    results = (
        result(whole, odds.expected_value if odds is not None and alone else None),
        *(result(one) for one in rest),
    )
    return Simulated(
        game=setup.game,
        rules_hash=setup.rules.digest,
        strategy=setup.strategy_name,
        seats=setup.seats,
        stakes=dict(setup.stakes),
        seed=seed,
        rounds=rounds,
        chunk=chunk,
        results=results,
        notes=tuple(dict.fromkeys(one.note for one in wagers if one.note)),
    )
