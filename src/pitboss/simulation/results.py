"""The results of a run: means with their standard errors, and the exact values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from pitboss.basics.money import dollars
from pitboss.simulation.kernel import MeterTally, Setup, WagerTally

FEWEST = 10
"""The minimum number of complete chunks for a standard error by chunk."""
WITH_METERS = (
    "A meter makes rounds dependent. So the standard errors of the wagers that win it, and of the round, are computed"
    " from complete chunks, which are independent."
)
TOO_FEW = (
    "A meter makes rounds dependent. With so few chunks, the standard errors of the wagers that win it, and of the"
    f" round, ignore that and are too large. Play at least {FEWEST} chunks for correct ones."
)
SEVERAL = (
    "The hands of one round share cards, so they are dependent. The z of a share counts all seats of a round as one"
    " hand. It is conservative: never too large."
)


class OutcomeShare(msgspec.Struct, frozen=True, kw_only=True):
    """How often a wager had one outcome."""

    name: str
    count: int
    share: float
    exact: float | None = None
    z: float | None = None
    """The difference from the exact share in standard errors. It is conservative with several seats: the error is that
    of one hand a round."""
    average: float | None = None
    """The average net win of this outcome, in units of the wager. None if it did not occur."""


class WagerResult(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a wager, for each hand on which it could be placed, in units of its stake.

    >>> from pitboss import simulate
    >>> first = simulate("double_down_stud", rounds=1000, seed=1).results[0]
    >>> first.hands, first.exact is not None
    (1000, True)
    """

    name: str
    unit: int
    hands: int
    placed: int
    mean: float
    standard_error: float
    standard_deviation: float | None
    """The standard deviation for one hand. None with several seats, because only sums over a round are counted."""
    exact: str | None = None
    z: float | None = None
    outcomes: tuple[OutcomeShare, ...] = ()
    meters: tuple[MeterTally, ...] = ()


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """A run and its results. The first result is the round as a whole, in units of the base wager.

    >>> from pitboss import simulate
    >>> found = simulate("double_down_stud", rounds=1000, seed=1)
    >>> found.rounds, found.results[0].name
    (1000, 'round')
    """

    game: str
    rules_hash: str
    strategy: str
    seats: int
    stakes: dict[str, int]
    seed: str
    rounds: int
    chunk: int
    options: dict[str, Any]
    """Options that the game declares, such as the penetration of a shoe."""
    results: tuple[WagerResult, ...]
    notes: tuple[str, ...] = ()
    study: str = ""
    """The mark of a study, if the document forbids the rules. Empty if they are lawful."""

    def as_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain if self.study else {name: value for name, value in plain.items() if name != "study"}

    def __repr__(self) -> str:
        mark, whole = f", {self.study}" if self.study else "", self.results[0]
        worth = f"{whole.mean:+.6f}, standard error {whole.standard_error:.6f}"
        return f"<Simulated {self.rounds:,} rounds of {self.game}{mark}, strategy {self.strategy}: mean {worth}>"

    def _repr_html_(self) -> str:
        """The results for display in a notebook."""
        rows = "".join(
            f"<tr><td>{one.name}</td><td>{dollars(one.unit)}</td><td>{one.mean:+.8f}</td><td>{one.standard_error:.8f}</td>"
            f"<td>{'' if one.exact is None else f'{float(Fraction(one.exact)):+.8f}'}</td>"
            f"<td>{'' if one.z is None else f'{one.z:+.2f}'}</td></tr>"
            for one in self.results
        )
        mark = f"<p><b>{self.study}</b></p>" if self.study else ""
        heads = "".join(f"<th>{head}</th>" for head in ("wager", "unit", "mean", "standard error", "exact", "z"))
        return (
            f"<h4>{self.game}, {self.strategy}</h4>{mark}<p>{self.rounds:,} rounds, seats: {self.seats}, seed"
            f" {self.seed}</p><table><tr>{heads}</tr>{rows}</table>{''.join(f'<p>{note}</p>' for note in self.notes)}"
        )


def exact_value(tally: WagerTally) -> Fraction | None:
    """The exact value of a hand, in units of the wager, if known."""
    if tally.exact is None and tally.odds is not None and not tally.meters and not tally.apart:
        return tally.odds.expected_value * tally.odds.placed
    return tally.exact


def value_of_round(whole: WagerTally, rest: Sequence[WagerTally]) -> Fraction | None:
    """The exact value of a round for one seat, in base wagers. None if the value of a wager is unknown."""
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
    """The results of a wager, with the exact value of a hand. ``chunk`` is the number of rounds in a chunk."""
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
    """Notes for readers of the results."""
    for one in wagers:
        if one.note:
            yield one.note
    counted = [one.by_chunk.chunks for one in wagers if one.by_chunk is not None]
    if counted:
        yield WITH_METERS if counted[0] >= FEWEST else TOO_FEW
    if setup.seats > 1 and any(one.hands != one.rounds for one in wagers if one.odds is not None):
        yield SEVERAL


def simulated(setup: Setup, seed: str, rounds: int, chunk: int, wagers: list[WagerTally]) -> Simulated:
    """All results of a run."""
    whole, *rest = wagers
    exact = (value_of_round(whole, rest), *map(exact_value, rest))
    results = tuple(result(one, value, chunk) for one, value in zip(wagers, exact, strict=True))
    return Simulated(
        game=setup.game.name,
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
        study=setup.rules.study,
    )
