"""Sessions: what becomes of a bankroll over an evening, for many players, and of the house that they all play against.

A player plays so many rounds with the same wagers, or stops before the first round that the bankroll does not cover:
the stakes, and whatever may have to be wagered after them in the round, so that no decision is ever cut short. Players
do not meet; each has a table of their own. A block of them shares a stream, so that sessions are the same for a given
seed on any number of threads, and the first players stay the same when more are added.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from math import sqrt
from typing import Any

import msgspec
import numpy as np

from pitboss.errors import SimulationError
from pitboss.exact.compiled import Tick, compiled
from pitboss.exact.hands import Ints
from pitboss.exact.results import GameOdds
from pitboss.money import dollars
from pitboss.simulation.kernel import FastTable, Kernel, Setup
from pitboss.simulation.stream import stream

BLOCK = 1 << 18
"""Rounds that are played from one stream, or one session where that is longer."""
FAN = 100_000
"""Players whose paths are kept; results are of all."""
MARKS = 120
"""Places on a path at which the bankroll is kept, beside the beginning."""
MOST_PLAYERS, MOST_ROUNDS = 10**7, 10**6
QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
BARS = 45
"""Ranges of results that are counted apart, at most, from one player in a thousand to all but one."""
SAMPLES = 8
"""Players whose own paths are kept."""
METERS = (
    "Meters begin at their seeds every {:,} rounds and go on from player to player in between, as at a table where one"
    " plays after the other: results hang together by them, and standard errors take no account of that."
)


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """How an amount is spread over players, crowds or whatever it is of."""

    mean: float
    standard_error: float | None
    standard_deviation: float
    least: int
    most: int
    quantiles: dict[str, int]


class House(msgspec.Struct, frozen=True, kw_only=True):
    """The other side of the sessions. Amounts are cents."""

    won: int
    hold: float
    """What it won of the bankrolls that were brought."""
    rounds: int
    theoretical: int | None
    """What it should have won in as many rounds by the exact odds, where they are known."""
    crowd: int
    """Players of a crowd: those of a night, for whom the house's result is told as a whole."""
    crowds: int
    result: Spread
    """What it wins from a crowd."""
    loses: float
    """The share of crowds against which it loses."""


class Paths(msgspec.Struct, frozen=True, kw_only=True):
    """Bankrolls over the rounds, in cents; those that stopped stay as they were."""

    rounds: tuple[int, ...]
    quantiles: dict[str, tuple[int, ...]]
    playing: tuple[float, ...]
    """The share that plays on after so many rounds; at the end, that played them all."""
    samples: tuple[tuple[int, ...], ...]


class Histogram(msgspec.Struct, frozen=True, kw_only=True):
    """Results by ranges of the same width, in cents. A result of nothing is in the middle of its range."""

    first: float
    """Where the first range begins."""
    width: int
    counts: tuple[int, ...]
    below: int
    above: int


class Sessions(msgspec.Struct, frozen=True, kw_only=True):
    """What became of all players. Amounts are cents, results what a player takes home beyond the bankroll."""

    game: str
    rules_hash: str
    strategy: str
    stakes: dict[str, int]
    seed: str
    bankroll: int
    covers: int
    """What a bankroll must cover for another round."""
    rounds: int
    players: int
    ruin: float
    """The share that stopped before all rounds were played, since the bankroll did not cover another."""
    ruin_standard_error: float
    ahead: float
    even: float
    result: Spread
    played: Spread
    """Rounds: the time on device."""
    house: House
    paths: Paths
    histogram: Histogram
    notes: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


@compiled
def follow(
    nets: Ints, rounds: int, bankroll: int, covers: int, marks: Ints, left: Ints, played: Ints, paths: Ints
) -> int:
    """The bankrolls of players, whose rounds come one player after the other; the least that any of them had."""
    least = bankroll
    for player in range(len(left)):
        money, at, mark = bankroll, 0, 0
        while at < rounds and money >= covers:
            money += nets[player * rounds + at]
            at += 1
            if money < least:
                least = money
            if player < len(paths) and marks[mark] == at:
                paths[player, mark] = money
                mark += 1
        left[player], played[player] = money, at
        if player < len(paths):
            paths[player, mark:] = money
    return least


def covered(kernel: Kernel, setup: Setup) -> int:
    """What a bankroll must cover for a round: the stakes, and whatever may have to be wagered after them."""
    base = next(iter(setup.stakes.values()))
    return sum(setup.stakes.values()) + base * kernel.follows(setup.rules)


def sessions(
    table: FastTable,
    covers: int,
    *,
    bankroll: int,
    rounds: int,
    players: int,
    seed: int | str = 1,
    crowd: int = 100,
    odds: GameOdds | None = None,
    threads: int = 0,
    tick: Tick | None = None,
) -> Sessions:
    """Let players play, each with this bankroll (in cents) and for so many rounds at most."""
    _check(bankroll, covers, rounds, players, crowd)
    marks = np.unique(np.linspace(0, rounds, min(rounds, MARKS) + 1).round().astype(np.int64))[1:]
    left, played = np.empty(players, np.int64), np.empty(players, np.int64)
    paths = np.empty((min(players, FAN), len(marks)), np.int64)
    size = max(1, BLOCK // rounds)

    def block(at: int) -> int:
        mine = slice(at * size, min(players, (at + 1) * size))
        count = mine.stop - mine.start
        nets = table.nets(stream(f"sessions {seed}", at), count * rounds)
        return follow(nets, rounds, bankroll, covers, marks, left[mine], played[mine], paths[mine])

    if min(_all(block, -(-players // size), threads, tick)) < 0:
        raise SimulationError(f"a round took more than the {dollars(covers)} that it should need at most")
    found = _told(table.setup, odds, bankroll, covers, rounds, crowd, str(seed), marks, left, played, paths)
    wagers = table.wagers(table.play(stream(0, 0), 1), 1)
    if any(one.meters for one in wagers):
        return msgspec.structs.replace(found, notes=(*found.notes, METERS.format(size * rounds)))
    return found


def _check(bankroll: int, covers: int, rounds: int, players: int, crowd: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise SimulationError(f"{rounds:,} rounds are no session: give 1 to {MOST_ROUNDS:,}")
    if not 1 <= players <= MOST_PLAYERS:
        raise SimulationError(f"{players:,} players can't be simulated: give 1 to {MOST_PLAYERS:,}")
    if not 1 <= crowd <= players:
        raise SimulationError(f"a crowd of {crowd:,} can't be made of {players:,} players")
    if bankroll < covers:
        raise SimulationError(
            f"a bankroll of {dollars(bankroll)} does not cover a round, which may take {dollars(covers)}"
        )


def _all(block: Any, blocks: int, threads: int, tick: Tick | None) -> list[int]:
    """Every block, on so many threads or on every core."""
    pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
    try:
        futures = [pool.submit(block, at) for at in range(blocks)]
        waiting = set(futures)
        while waiting:
            _, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            if tick:
                tick(1 - len(waiting) / blocks)
        return [future.result() for future in futures]
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


# --- what it comes to


def _quantiles(values: Ints, axis: int | None = None) -> Any:
    return np.quantile(values, QUANTILES, axis=axis, method="inverted_cdf")


def _spread(values: Ints) -> Spread:
    count, total = len(values), int(values.sum())
    mean = total / count
    deviation = float(np.sqrt(np.mean((values - mean) ** 2)))
    return Spread(
        mean=mean,
        standard_error=deviation / sqrt(count - 1) if count > 1 else None,
        standard_deviation=deviation,
        least=int(values.min()),
        most=int(values.max()),
        quantiles={f"{share:g}": int(value) for share, value in zip(QUANTILES, _quantiles(values), strict=True)},
    )


def _told(
    setup: Setup, odds: GameOdds | None, bankroll: int, covers: int, rounds: int, crowd: int, seed: str, marks: Ints,
    left: Ints, played: Ints, paths: Ints,
) -> Sessions:  # fmt: skip
    results, players = left - bankroll, len(left)
    ruin = float(np.mean(played < rounds))
    base = next(iter(setup.stakes.values()))
    return Sessions(
        game=setup.game,
        rules_hash=setup.rules.digest,
        strategy=setup.strategy_name,
        stakes=dict(setup.stakes),
        seed=seed,
        bankroll=bankroll,
        covers=covers,
        rounds=rounds,
        players=players,
        ruin=ruin,
        ruin_standard_error=sqrt(ruin * (1 - ruin) / players),
        ahead=float(np.mean(results > 0)),
        even=float(np.mean(results == 0)),
        result=_spread(results),
        played=_spread(played),
        house=_house(setup, odds, bankroll, crowd, results, played),
        paths=_paths(bankroll, rounds, marks, played[: len(paths)], paths),
        histogram=_histogram(results, base),
        notes=(
            f"A player stops before a round that the bankroll does not cover: {dollars(covers)}, which are the stakes"
            " and what may have to be wagered after them. That is ruin, unless all rounds were played.",
        ),
    )


def _house(setup: Setup, odds: GameOdds | None, bankroll: int, crowd: int, results: Ints, played: Ints) -> House:
    won, rounds, crowds = -int(results.sum()), int(played.sum()), len(results) // crowd
    by_crowd = -results[: crowds * crowd].reshape(crowds, crowd).sum(axis=1)
    theoretical = None
    if odds is not None and len(setup.stakes) == 1:
        theoretical = round(-odds.expected_value * next(iter(setup.stakes.values())) * rounds)
    return House(
        won=won,
        hold=won / (bankroll * len(results)),
        rounds=rounds,
        theoretical=theoretical,
        crowd=crowd,
        crowds=crowds,
        result=_spread(by_crowd),
        loses=float(np.mean(by_crowd < 0)),
    )


def _paths(bankroll: int, rounds: int, marks: Ints, played: Ints, paths: Ints) -> Paths:
    found = _quantiles(paths, axis=0)
    playing = [float(np.mean(played > mark)) for mark in marks[:-1]]
    return Paths(
        rounds=(0, *_whole(marks)),
        quantiles={f"{share:g}": (bankroll, *_whole(row)) for share, row in zip(QUANTILES, found, strict=True)},
        playing=(1.0, *playing, float(np.mean(played == rounds))),
        samples=tuple((bankroll, *_whole(row)) for row in paths[:SAMPLES]),
    )


def _whole(row: Sequence[int] | Ints) -> list[int]:
    return [int(value) for value in row]


def _histogram(results: Ints, base: int) -> Histogram:
    low, high = (int(value) for value in np.quantile(results, (0.001, 0.999), method="inverted_cdf"))
    step = 2 * base  # where every round wins or loses an odd number of units, results come in twos
    width = step * max(1, -(-(high - low) // (step * (BARS - 1))))
    at = (2 * results + width) // (2 * width)  # the range around nothing is 0
    first, last = (2 * low + width) // (2 * width), (2 * high + width) // (2 * width)
    inside = at[(at >= first) & (at <= last)] - first
    return Histogram(
        first=(first - 0.5) * width,
        width=width,
        counts=tuple(_whole(np.bincount(inside, minlength=last - first + 1))),
        below=int(np.sum(at < first)),
        above=int(np.sum(at > last)),
    )
