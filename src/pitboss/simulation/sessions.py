"""Sessions: the bankrolls of many players over an evening, and the result of the house.

A player plays a number of rounds with the same wagers, and stops early if the bankroll does not cover the next round. A
round must be covered in full: the stakes, and all that may have to be wagered after them. So a player can afford every
decision. Each player has a separate table. A block of players shares a stream, so sessions with the same seed are equal
on any number of threads. If players are added, the first ones stay the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec
import numpy as np

from pitboss.basics.errors import SimulationError
from pitboss.basics.money import dollars
from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.evening import MARKS, QUANTILES, Histogram, Paths, histogram
from pitboss.mathematics.results import GameOdds
from pitboss.simulation.kernel import FastTable, Kernel, Setup
from pitboss.simulation.stream import checked_seed, stream

BLOCK = 1 << 18
"""The rounds played from one stream, or one session if that is longer."""
FAN = 100_000
"""The maximum number of players whose paths are recorded. Results include all players."""
MOST_PLAYERS, MOST_ROUNDS = 10**7, 10**6
SAMPLES = 8
"""The number of players whose individual paths are reported."""
METERS = (
    "Meters start at their seeds every {:,} rounds and otherwise carry over from player to player, as at a table where"
    " one plays after the other. This makes results dependent, which standard errors ignore."
)


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """The distribution of an amount over players or crowds."""

    mean: float
    standard_error: float | None
    standard_deviation: float
    least: int
    most: int
    quantiles: dict[str, int]


class House(msgspec.Struct, frozen=True, kw_only=True):
    """The results of the house. Amounts are cents."""

    won: int
    hold: float
    """The share of all bankrolls that the house won."""
    rounds: int
    theoretical: int | None
    """The expected win in as many rounds by the exact odds, if known."""
    crowd: int
    """The number of players in a crowd, such as those of one night. The house has one result for each crowd."""
    crowds: int
    result: Spread
    """The win of the house from a crowd."""
    loses: float
    """The share of crowds against which the house loses."""


class Sessions(msgspec.Struct, frozen=True, kw_only=True):
    """The results of all players. Amounts are cents. A result is the final bankroll minus the initial one."""

    game: str
    rules_hash: str
    strategy: str
    stakes: dict[str, int]
    seed: str
    bankroll: int
    covers: int
    """The amount that a bankroll must cover for another round."""
    rounds: int
    players: int
    goal: int
    """The bankroll at which a player stops; 0 if there is none."""
    ruin: float
    """The share of players who stopped early because the bankroll did not cover another round."""
    ruin_standard_error: float
    reached: float
    """The share of players who reached the goal."""
    ahead: float
    even: float
    result: Spread
    played: Spread
    """The number of rounds played, known as time on device."""
    house: House
    paths: Paths
    histogram: Histogram
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Sessions of {self.players:,} players of {self.game}, strategy {self.strategy}: ruin {self.ruin:.4%}>"

    def as_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


@compiled
def follow(
    nets: Ints, rounds: int, bankroll: int, covers: int, goal: int, marks: Ints, left: Ints, played: Ints, paths: Ints
) -> int:
    """Follow the bankrolls of players. ``nets`` holds the rounds of one player after another, and a goal of 0 is none.
    Returns the lowest bankroll that occurred."""
    least = bankroll
    for player in range(len(left)):
        money, at, mark = bankroll, 0, 0
        while at < rounds and money >= covers and (goal == 0 or money < goal):
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
    """The amount that a bankroll must cover for a round: the stakes, and all that may be wagered after them."""
    base = next(iter(setup.stakes.values()))
    return sum(setup.stakes.values()) + base * kernel.follows(setup.rules)


def sessions(
    table: FastTable,
    covers: int,
    *,
    bankroll: int,
    rounds: int,
    players: int,
    goal: int = 0,
    seed: int | str = 1,
    crowd: int = 100,
    odds: GameOdds | None = None,
    threads: int = 0,
    tick: Tick | None = None,
) -> Sessions:
    """Play sessions, each with this bankroll in cents and at most ``rounds`` rounds. A player who has reached the goal
    stops; 0 is no goal."""
    _check(bankroll, covers, goal, rounds, players, crowd)
    said = checked_seed(seed)
    marks = np.unique(np.linspace(0, rounds, min(rounds, MARKS) + 1).round().astype(np.int64))[1:]
    left, played = np.empty(players, np.int64), np.empty(players, np.int64)
    paths = np.empty((min(players, FAN), len(marks)), np.int64)
    size = max(1, BLOCK // rounds)

    def block(at: int) -> int:
        mine = slice(at * size, min(players, (at + 1) * size))
        count = mine.stop - mine.start
        nets = table.nets(stream(f"sessions {said}", at), count * rounds)
        return follow(nets, rounds, bankroll, covers, goal, marks, left[mine], played[mine], paths[mine])

    if min(in_parallel(block, [(at,) for at in range(-(-players // size))], tick, threads)) < 0:
        raise SimulationError(f"a round lost more than {dollars(covers)}, the most that it should take")
    setup, results, ruin = table.setup, left - bankroll, float(np.mean((played < rounds) & (left < covers)))
    notes = [
        *filter(None, [setup.rules.study]),
        f"A player stops when the bankroll is below {dollars(covers)}, the most that one round can cost. If rounds"
        " were left to play, this counts as ruin.",
    ]
    if any(one.meters for one in table.wagers(table.play(stream(0, 0), 1), 1)):
        notes.append(METERS.format(size * rounds))
    return Sessions(
        game=setup.game.name,
        rules_hash=setup.rules.digest,
        strategy=setup.strategy_name,
        stakes=dict(setup.stakes),
        seed=said,
        bankroll=bankroll,
        covers=covers,
        rounds=rounds,
        players=players,
        goal=goal,
        ruin=ruin,
        ruin_standard_error=sqrt(ruin * (1 - ruin) / players),
        reached=float(np.mean(left >= goal)) if goal else 0.0,
        ahead=float(np.mean(results > 0)),
        even=float(np.mean(results == 0)),
        result=_spread(results),
        played=_spread(played),
        house=_house(setup, odds, bankroll, crowd, results, played),
        paths=_paths(bankroll, rounds, marks, played[: len(paths)], paths),
        histogram=histogram(*np.unique(results, return_counts=True), next(iter(setup.stakes.values()))),
        notes=tuple(notes),
    )


def _check(bankroll: int, covers: int, goal: int, rounds: int, players: int, crowd: int) -> None:
    if goal and goal <= bankroll:
        raise SimulationError(f"the goal must be above the bankroll of {dollars(bankroll)}, not {dollars(goal)}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise SimulationError(f"the number of rounds must be between 1 and {MOST_ROUNDS:,}, not {rounds:,}")
    if not 1 <= players <= MOST_PLAYERS:
        raise SimulationError(f"the number of players must be between 1 and {MOST_PLAYERS:,}, not {players:,}")
    if not 1 <= crowd <= players:
        raise SimulationError(f"a crowd must have 1 to {players:,} players, not {crowd:,}")
    if bankroll < covers:
        raise SimulationError(
            f"the bankroll must cover a round, which may take {dollars(covers)}, but it is {dollars(bankroll)}"
        )


# --- results


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
