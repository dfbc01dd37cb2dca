"""What a run says: means with their standard errors, beside the exact values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from pitboss.simulation.kernel import MeterTally, Setup, WagerTally

FEWEST = 10
"""Whole chunks from which a standard error can be taken."""
WITH_METERS = (
    "Rounds hang together where a meter pays what it gained in those before: standard errors of the wagers that it"
    " pays, and of the round, are those of whole chunks, which begin anew."
)
TOO_FEW = (
    "Rounds hang together where a meter pays what it gained in those before: with so few chunks the standard errors of"
    " the wagers that it pays, and of the round, take no account of that, and are too large."
    f" {FEWEST} chunks are enough."
)
SEVERAL = (
    "Hands of one round share cards: the z of a share takes those of several seats as one, which is the most that they"
    " can hang together, so that it is never too large."
)


class OutcomeShare(msgspec.Struct, frozen=True, kw_only=True):
    """How often a wager ended in one way."""

    name: str
    count: int
    share: float
    exact: float | None = None
    z: float | None = None
    """Standard errors between the share and the exact one; at several seats by the most that the error can be, which is
    that of one hand a round."""
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
    standard_deviation: float | None
    """Of a hand's result; None at several seats, whose hands are added up by round."""
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
    options: dict[str, Any]
    """What only this game takes: how deep a shoe is dealt."""
    results: tuple[WagerResult, ...]
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def exact_value(tally: WagerTally) -> Fraction | None:
    """The exact value of a hand, in units of the wager, where it is known."""
    if tally.exact is None and tally.odds is not None and not tally.meters and not tally.apart:
        return tally.odds.expected_value * tally.odds.placed
    return tally.exact


def value_of_round(whole: WagerTally, rest: Sequence[WagerTally]) -> Fraction | None:
    """The exact value of a round for a seat, in base wagers: that of all its wagers, where each is known."""
    if whole.exact is not None or whole.apart:
        return whole.exact
    total = Fraction(0)
    for one in rest:
        value = exact_value(one)
        if value is None:
            return None
        total += value * one.unit * one.hands
    return total / (whole.unit * whole.hands)


def result(tally: WagerTally, exact: Fraction | None, chunk: int) -> WagerResult:
    """A wager's figures, beside the exact value of a hand, from a run of chunks of so many rounds."""
    rounds, seats = tally.rounds, tally.hands // tally.rounds
    scale = tally.unit * seats
    mean = Fraction(tally.won, rounds * scale)
    variance = Fraction(tally.squares, rounds * scale**2) - mean**2
    error = sqrt(variance / rounds)
    if tally.by_chunk is not None and tally.by_chunk.chunks >= FEWEST:
        chunks, won, squares = tally.by_chunk
        of_chunks = Fraction(squares - Fraction(won * won, chunks), (chunks - 1) * scale**2)
        error = sqrt(of_chunks / (chunk * rounds))
    return WagerResult(
        name=tally.name,
        unit=tally.unit,
        hands=tally.hands,
        placed=tally.placed,
        mean=float(mean),
        standard_error=error,
        standard_deviation=sqrt(variance) if seats == 1 else None,
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
        if chance is not None and 0 < chance < 1:
            z = (share - float(chance)) / sqrt(float(chance * (1 - chance)) / tally.rounds)
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


def _notes(setup: Setup, wagers: list[WagerTally]) -> Iterator[str]:
    """What a reader of the results must know."""
    for one in wagers:
        if one.note:
            yield one.note
    counted = [one.by_chunk.chunks for one in wagers if one.by_chunk is not None]
    if counted:
        yield WITH_METERS if counted[0] >= FEWEST else TOO_FEW
    if setup.seats > 1 and any(one.hands != one.rounds for one in wagers if one.odds is not None):
        yield SEVERAL


def simulated(setup: Setup, seed: str, rounds: int, chunk: int, wagers: list[WagerTally]) -> Simulated:
    """Everything that a run says."""
    whole, *rest = wagers
    exact = (value_of_round(whole, rest), *map(exact_value, rest))
    results = tuple(result(one, value, chunk) for one, value in zip(wagers, exact, strict=True))
    return Simulated(
        game=setup.game,
        rules_hash=setup.rules.digest,
        strategy=setup.strategy_name,
        seats=setup.seats,
        stakes=dict(setup.stakes),
        seed=seed,
        rounds=rounds,
        chunk=chunk,
        options=dict(setup.more),
        results=results,
        notes=tuple(dict.fromkeys(_notes(setup, wagers))),
    )
