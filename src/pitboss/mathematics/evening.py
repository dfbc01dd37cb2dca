"""An evening, exactly: how the bankroll of one player ends who plays rounds of a known law.

The law of the result of n rounds is a convolution, and a bankroll that must cover the next round, or a goal, is a
barrier in it. All amounts lie on a lattice, whose step is the greatest common divisor of the results. The chances of
its points are added up from products of numbers that are not negative, so rounding changes each by a known share at
most. What lies far out and is less likely than ``CUT`` altogether is left out. Both together are the bound that is
told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, gcd, lcm, log, sqrt
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.basics.errors import GameError, SimulationError
from pitboss.basics.money import dollars
from pitboss.engine.game import listed
from pitboss.mathematics.choices import OPTIMAL, JointLaw, Strategy
from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel
from pitboss.mathematics.results import Distribution, GameOdds

Floats = NDArray[np.float64]

QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
MARKS = 120
"""The maximum number of points on a path at which the bankroll is recorded, after the start."""
BARS = 45
"""The maximum number of bars of the histogram, which spans the middle 99.8% of results."""
CUT = 1e-10
"""The chance that is left out at the most, far from the middle of the results."""
MOST_ROUNDS = 10_000
MOST_STEPS = 5_000_000
"""The most steps of a lattice between the bankroll that stops a player and the goal, if rounds are not limited."""
MOST_WORK = 2_000_000_000
"""The most steps for which the longest losing run is counted."""
ROUNDING = 2.0**-53


class Law(NamedTuple):
    """The net results of a round in cents, each with its number of deals, and what they are the results of."""

    deals: Mapping[int, int]
    stakes: Mapping[str, int] = {}
    """The cents on each wager."""
    game: str = ""
    rules_hash: str = ""
    strategy: str = ""

    @property
    def total(self) -> int:
        return sum(self.deals.values())

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(net * count for net, count in self.deals.items()), self.total)

    @property
    def step(self) -> int:
        """The step of the lattice, in cents."""
        return gcd(*self.deals) or 1

    def chances(self) -> tuple[NDArray[np.int64], Floats]:
        """The results in steps of the lattice, the lowest first, and their chances."""
        nets = sorted(self.deals)
        steps = np.array([net // self.step for net in nets], np.int64)
        return steps, np.array([self.deals[net] / self.total for net in nets])


def law_of(
    odds: GameOdds, stakes: Mapping[str, int], joint: JointLaw | None = None, strategy: Strategy = OPTIMAL
) -> Law:
    """The law of a round with these cents on each wager, the base wager first. ``odds`` are those of the strategy. Side
    wagers need the joint law of their game."""
    base, *side = stakes.values()
    if side and joint is None:
        raise GameError(f"the joint law of {listed([*stakes])} is not counted")
    if not isinstance(odds.results, Distribution):
        raise GameError(f"the results of a round of {odds.title} are not counted one by one")
    if odds.set_cap and odds.cap(odds.set_cap, base).cost:
        raise GameError(f"the payout limit of {dollars(odds.set_cap)} changes what a round can win")
    if side and joint is not None:
        weights = joint(odds.rules, strategy, stakes)
    else:
        weights = {net * base: int(count) for net, count in odds.results.weights.items()}
    deals: Counter[int] = Counter()
    for cents, count in weights.items():
        if cents.denominator > 1:
            raise GameError(f"a round of {odds.title} with {dollars(base)} does not end in whole cents")
        if count:
            deals[int(cents)] += count
    return Law(deals, stakes, odds.game, odds.rules_hash, odds.strategy)


def law_in_units(results: Distribution) -> tuple[Law, int]:
    """The law of a result in units of the wager, on a lattice: a unit is so many steps.

    >>> law_in_units(Distribution({Fraction(-1): 3, Fraction(3, 2): Fraction(5, 2)}))
    (Law(deals={-2: 6, 3: 5}, stakes={}, game='', rules_hash='', strategy=''), 2)
    """
    unit = lcm(*(net.denominator for net in results.weights))
    times = lcm(*(Fraction(weight).denominator for weight in results.weights.values()))
    return Law({int(net * unit): int(weight * times) for net, weight in results.weights.items()}), unit


# --- the result of some rounds together, which nothing ends


class Total(NamedTuple):
    """The result of some rounds together: in the cents or units of the law, in ascending order, with their chances."""

    results: NDArray[np.int64]
    chances: Floats
    bound: float
    """No chance is further than this from the true one, nor any sum of them."""

    def at_most(self, result: Fraction | int) -> float:
        return float(self.chances[self.results <= floor(result)].sum())

    def at_least(self, result: Fraction | int) -> float:
        return float(self.chances[self.results >= ceil(result)].sum())

    def quantile(self, share: float) -> int:
        """The least result with at least this chance of it or of a lower one."""
        so_far = np.cumsum(self.chances)
        return int(self.results[np.searchsorted(so_far, share * so_far[-1])])


def total_of(law: Law, rounds: int) -> Total:
    """Count the result of so many rounds.

    >>> two = total_of(Law({-1: 1, 1: 1}), 2)
    >>> two.results.tolist(), two.chances.tolist(), two.at_least(1), two.quantile(0.25)
    ([-2, 0, 2], [0.25, 0.5, 0.25], 0.25, -2)
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise SimulationError(f"the number of rounds must be between 1 and {MOST_ROUNDS:,}, not {rounds:,}")
    steps, chances = law.chances()
    start = rounds * max(0, -int(steps[0]))
    walk = _Walk(_Lattice(steps, chances, start, 0), CUT / rounds)
    walk.play(rounds)
    at, masses = walk.ends()
    there = masses > 0
    bound = walk.cut + (rounds * (2 * len(law.deals) + 2) + len(at)) * ROUNDING
    return Total(law.step * (at[there] - start), masses[there], bound)


# --- what is told


class Paths(msgspec.Struct, frozen=True, kw_only=True):
    """Bankrolls over the rounds, in cents. The bankroll of a player who stopped stays constant."""

    rounds: tuple[int, ...]
    quantiles: dict[str, tuple[int, ...]]
    playing: tuple[float, ...]
    """The share of players who continue after so many rounds. The last value is the share who played them all."""
    samples: tuple[tuple[int, ...], ...] = ()


class Histogram(msgspec.Struct, frozen=True, kw_only=True):
    """Results in ranges of equal width, in cents. A result of 0 is in the middle of its range."""

    first: float
    """The lower end of the first range."""
    width: int
    counts: tuple[float, ...]
    """Players, or chances."""
    below: float
    above: float


def histogram(results: NDArray[np.int64], weights: NDArray[Any], base: int) -> Histogram:
    """Ranges that span the middle 99.8% of results, in ascending order. ``base`` is the base wager."""
    so_far = np.cumsum(weights)
    low, high = (int(one) for one in results[np.searchsorted(so_far, np.array((0.001, 0.999)) * so_far[-1])])
    step = 2 * base  # if every round wins or loses an odd number of units, results differ by even numbers
    width = step * max(1, -(-(high - low) // (step * (BARS - 1))))
    at = (2 * results + width) // (2 * width)  # the range around zero has number 0
    first, last = (2 * low + width) // (2 * width), (2 * high + width) // (2 * width)
    counts = np.zeros(last - first + 1, weights.dtype)
    inside = (at >= first) & (at <= last)
    np.add.at(counts, at[inside] - first, weights[inside])
    return Histogram(
        first=(first - 0.5) * width,
        width=width,
        counts=tuple(counts.tolist()),
        below=weights[at < first].sum().item(),
        above=weights[at > last].sum().item(),
    )


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The final bankroll minus the initial one, in cents."""

    mean: float
    standard_deviation: float
    quantiles: dict[str, int]
    chances: dict[int, float]
    """The chance of each result."""


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """How the play of one player ends. Chances are exact up to ``bound``."""

    game: str
    rules_hash: str
    strategy: str
    stakes: dict[str, int]
    bankroll: int
    covers: int
    """The amount that a bankroll must cover for another round."""
    goal: int
    """The bankroll at which the player stops; 0 if there is none."""
    ruin: float
    """The chance to stop early because the bankroll does not cover another round."""
    reached: float
    """The chance to reach the goal before that."""
    ahead: float
    even: float
    played: float | None = None
    """The expected number of rounds, if it was counted."""
    bound: float
    """No chance that is told is further than this from the true one. It is what was left out, and rounding. The number
    of rounds may be wrong by this for each of them."""

    def as_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        return plain


class Evening(Prospect, frozen=True, kw_only=True):
    """How an evening of a limited number of rounds ends."""

    rounds: int
    result: Result
    paths: Paths
    histogram: Histogram
    losing_runs: tuple[float, ...] | None
    """The chance of each length of the longest run of rounds with a net loss, from 0. None if that is too much to
    count."""


def evening(
    law: Law, *, covers: int, bankroll: int, rounds: int, goal: int = 0, runs: bool = True, tick: Tick | None = None
) -> Evening:
    """Count an evening that ends after these rounds, at the goal, or when the bankroll does not cover a round.

    >>> coin = Law({-100: 1, 100: 1})
    >>> two = evening(coin, covers=100, bankroll=200, rounds=2)
    >>> two.ahead, two.even, two.ruin, two.losing_runs
    (0.25, 0.5, 0.0, (0.25, 0.5, 0.25))
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise SimulationError(f"the number of rounds must be between 1 and {MOST_ROUNDS:,}, not {rounds:,}")
    lattice = _lattice(law, covers, bankroll, goal)
    walk = _Walk(lattice, CUT / rounds)
    marks = np.unique(np.linspace(0, rounds, min(rounds, MARKS) + 1).round().astype(np.int64)).tolist()
    on_the_way, playing, ruin = [[bankroll] * len(QUANTILES)], [1.0], 0.0
    for before, mark in pairwise(marks):
        walk.play(mark - before - 1)
        ruin = walk.stopped_below  # nobody is ruined by the last round
        walk.play(1)
        on_the_way.append([bankroll + law.step * (at - lattice.start) for at in walk.quantiles()])
        playing.append(walk.playing)
        if tick:
            tick(mark / rounds)
    steps, masses = walk.ends()
    results = law.step * (steps - lattice.start)
    chances = {net: chance for net, chance in zip(results.tolist(), masses.tolist(), strict=True) if chance}
    mean = sum(net * chance for net, chance in chances.items())
    return Evening(
        **_about(law),
        bankroll=bankroll,
        covers=covers,
        goal=goal,
        rounds=rounds,
        ruin=ruin,
        reached=walk.stopped_above,
        ahead=sum(chance for net, chance in chances.items() if net > 0),
        even=chances.get(0, 0.0),
        played=walk.played,
        bound=walk.cut + (rounds * (2 * len(law.deals) + 2) + len(chances)) * ROUNDING,
        result=Result(
            mean=mean,
            standard_deviation=sqrt(sum((net - mean) ** 2 * chance for net, chance in chances.items())),
            quantiles={f"{share:g}": row - bankroll for share, row in zip(QUANTILES, on_the_way[-1], strict=True)},
            chances=chances,
        ),
        paths=Paths(
            rounds=tuple(marks),
            quantiles={f"{share:g}": tuple(row[at] for row in on_the_way) for at, share in enumerate(QUANTILES)},
            playing=tuple(playing),
        ),
        histogram=histogram(results, masses, next(iter(law.stakes.values()), law.step)),
        losing_runs=_losing_runs(lattice, rounds) if runs else None,
    )


def without_end(law: Law, *, covers: int, bankroll: int, goal: int = 0) -> Prospect:
    """Count play that ends only at the goal, or when the bankroll does not cover a round.

    Without a goal, a player who loses on average is ruined for certain. With one, a linear system has its chance and
    the expected number of rounds. It is solved from the goal down: a step of the lattice is taken out by sending those
    who come to it on to where they go next. Nobody falls by more than the largest loss, so each step sends people only
    to a few below it. Only sums, products and quotients of numbers that are not negative occur.

    >>> round(without_end(Law({-100: 1, 100: 1}), covers=100, bankroll=200, goal=1000).reached, 12)
    0.2
    """
    lattice = _lattice(law, covers, bankroll, goal)
    if not goal and law.mean >= 0:
        raise SimulationError("a round loses nothing on average: give a number of rounds or a goal")
    if not goal:
        return Prospect(
            **_about(law),
            bankroll=bankroll,
            covers=covers,
            goal=0,
            ruin=1.0,
            reached=0.0,
            ahead=0.0,
            even=0.0,
            bound=0.0,
        )
    falls, rises = max(0, -int(lattice.steps[0])), max(0, int(lattice.steps[-1]))
    if lattice.end * (falls + 1) > MOST_STEPS:
        raise SimulationError("the goal is too far away to count without a limit of rounds: give a number of rounds")
    towards = np.zeros(falls + rises + 1)
    """The chance of each change, from the deepest fall on."""
    towards[lattice.steps + falls] = lattice.chances
    # Once all steps above a step are taken out: the chances of its falls, of the goal, and the rounds until then.
    on = np.zeros((lattice.end, falls + 1))  # first what is sent to the step that is taken out next
    over = np.append(np.cumsum(towards[::-1])[:rises][::-1], 0.0)  # by the steps that are needed for the goal, from 1
    goals = over[np.minimum(lattice.end - np.arange(lattice.end), len(over)) - 1]
    lasts = np.ones(lattice.end)
    for at in range(lattice.end - 1, -1, -1):
        away = on[at, 1:] + towards[:falls][::-1]
        leaves = away.sum() + goals[at]
        on[at, 1:] = away = away / leaves
        goals[at] /= leaves
        lasts[at] /= leaves
        below = slice(max(0, at - rises), at)
        come = on[below, 0] + towards[falls + 1 : falls + 1 + at - below.start][::-1]
        on[below, :falls] = on[below, 1:] + come[:, None] * away
        on[below, falls] = 0.0
        goals[below] += come * goals[at]
        lasts[below] += come * lasts[at]
    reached, played = np.zeros(falls + lattice.end), np.zeros(falls + lattice.end)
    for at in range(lattice.end):
        before = slice(at, at + falls)  # the steps below it, the lowest first; the first of all stop a player
        away = on[at, :0:-1]
        reached[at + falls] = goals[at] + away @ reached[before]
        played[at + falls] = lasts[at] + away @ played[before]
    at = lattice.start + falls
    again = np.convolve(np.append(reached, np.ones(rises)), towards[::-1], "valid")
    error = float(np.abs(again - reached[falls:]).max() * played.max())
    return Prospect(
        **_about(law),
        bankroll=bankroll,
        covers=covers,
        goal=goal,
        ruin=float(1.0 - reached[at]),
        reached=float(reached[at]),
        ahead=float(reached[at]),
        even=0.0,
        played=float(played[at]),
        bound=error + len(law.deals) * ROUNDING,
    )


def _about(law: Law) -> dict[str, Any]:
    return {"game": law.game, "rules_hash": law.rules_hash, "strategy": law.strategy, "stakes": dict(law.stakes)}


# --- the bankroll, step by step


class _Lattice(NamedTuple):
    """The steps between the bankrolls that end an evening. Step 0 is the lowest bankroll that covers a round."""

    steps: NDArray[np.int64]
    chances: Floats
    start: int
    """The step of the bankroll."""
    end: int
    """The step at which the goal is reached; 0 if there is none."""


def _lattice(law: Law, covers: int, bankroll: int, goal: int) -> _Lattice:
    if bankroll < covers:
        raise SimulationError(
            f"the bankroll must cover a round, which may take {dollars(covers)}, but it is {dollars(bankroll)}"
        )
    if goal and goal <= bankroll:
        raise SimulationError(f"the goal must be above the bankroll of {dollars(bankroll)}, not {dollars(goal)}")
    if -min(law.deals) > covers:
        raise SimulationError(f"a round can lose {dollars(-min(law.deals))}, more than {dollars(covers)}")
    if not any(law.deals):
        raise SimulationError("a round never wins or loses anything")
    start = (bankroll - covers) // law.step
    return _Lattice(*law.chances(), start, start - (bankroll - goal) // law.step if goal else 0)


class _Walk:
    """The chances of all bankrolls, round after round. ``alive[0]`` is at the step ``low``."""

    def __init__(self, lattice: _Lattice, cut: float) -> None:
        self.lattice, self.at_most = lattice, cut
        self.low, self.alive = lattice.start, np.ones(1)
        self.below = np.zeros(max(0, -int(lattice.steps[0])))
        """The chances to have stopped below step 0; the last is that of step -1."""
        self.above = np.zeros(max(0, int(lattice.steps[-1])) if lattice.end else 0)
        """The chances to have stopped at the goal or above it."""
        self.cut = self.played = 0.0

    @property
    def playing(self) -> float:
        return float(self.alive.sum())

    @property
    def stopped_below(self) -> float:
        return float(self.below.sum())

    @property
    def stopped_above(self) -> float:
        return float(self.above.sum())

    def play(self, rounds: int) -> None:
        end, steps, chances = self.lattice.end, self.lattice.steps, self.lattice.chances
        self.alive, self.low, cut, played = _play(
            steps, chances, self.alive, self.low, self.below, self.above, end, self.at_most, rounds
        )
        self.cut += cut
        self.played += played

    def ends(self) -> tuple[NDArray[np.int64], Floats]:
        """The steps at which the evening ends or goes on, the lowest first, and their chances."""
        parts = (-len(self.below), self.below), (self.low, self.alive), (self.lattice.end, self.above)
        return (
            np.concatenate([first + np.arange(len(part)) for first, part in parts]),
            np.concatenate([part for _, part in parts]),
        )

    def quantiles(self) -> list[int]:
        steps, chances = self.ends()
        so_far = np.cumsum(chances)
        found: list[int] = steps[np.searchsorted(so_far, np.array(QUANTILES) * so_far[-1])].tolist()
        return found


@compiled
def _play(
    steps: NDArray[np.int64],
    chances: Floats,
    alive: Floats,
    low: int,
    below: Floats,
    above: Floats,
    end: int,
    at_most: float,
    rounds: int,
) -> tuple[Floats, int, float, float]:
    """Play rounds, and leave out what is less likely than ``at_most`` far out in each. Returns the chances, their
    lowest step, what was left out, and the rounds that were played."""
    cut = played = 0.0
    for _ in range(rounds):
        size = len(alive)
        after = np.zeros(size + max(0, steps[-1] - steps[0]))
        for one in range(len(steps)):
            first, chance = steps[one] - steps[0], chances[one]
            for at in range(size):
                after[first + at] += chance * alive[at]
        for at in range(size):
            played += alive[at]
        low += steps[0]
        begin, stop = 0, len(after)
        while begin < stop and low + begin < 0:
            below[len(below) + low + begin] += after[begin]
            begin += 1
        while end and stop > begin and low + stop > end:
            stop -= 1
            above[low + stop - end] += after[stop]
        left = 0.0
        while begin < stop and left + after[stop - 1] <= at_most / 2:
            stop -= 1
            left += after[stop]
        while begin < stop and left + after[begin] <= at_most:
            left += after[begin]
            begin += 1
        cut += left
        low, alive = low + begin, after[begin:stop].copy()
    return alive, low, cut, played


# --- the longest run of lost rounds


def _losing_runs(lattice: _Lattice, rounds: int) -> tuple[float, ...] | None:
    """The chance of each length of the longest losing run. The highest of them stands for all that are longer."""
    steps, chances = lattice.steps, lattice.chances
    lost = float(chances[steps < 0].sum())
    longest = min(rounds, 1 + int(log(CUT / rounds) / log(lost))) if 0 < lost < 1 else int(lost) * rounds
    most = MOST_WORK // (rounds * max(1, longest) * (len(steps) + int((steps < 0).sum()) * longest // 2))
    size = lattice.end or _safe(steps, chances, rounds, most)
    if size > most:
        return None

    def reach(run: int) -> float:
        return float(_reach(steps, chances, min(lattice.start, size), size, not lattice.end, rounds, run))

    at_least = [1.0, *in_parallel(reach, [(run,) for run in range(1, longest + 1)]), 0.0]
    return tuple(one - more for one, more in pairwise(at_least))


def _safe(steps: NDArray[np.int64], chances: Floats, rounds: int, most: int) -> int:
    """The least step from which so many rounds hardly ever ruin a player; more than ``most`` if it is higher."""
    size = min(most, -int(steps[0]) * rounds) + 1
    ruin = np.zeros(size)
    reaches = np.arange(size)[:, None] + steps
    beyond = np.minimum(reaches, size - 1)
    for _ in range(rounds):
        ruin = np.where(reaches < 0, 1.0, ruin[beyond]) @ chances
    found = np.flatnonzero(ruin < CUT)
    return int(found[0]) if len(found) else most + 1


@compiled
def _reach(
    steps: NDArray[np.int64], chances: Floats, start: int, size: int, safe: bool, rounds: int, run: int
) -> float:
    """The chance that so many rounds in a row are lost before the evening ends. If ``safe``, nobody is ruined any more
    who comes to the step ``size``; else the evening ends there."""
    alive, after, together = np.zeros((run, size + 1)), np.zeros((run, size + 1)), np.zeros(size + 1)
    alive[0, start] = 1.0
    falls = 0
    while falls < len(steps) and steps[falls] < 0:
        falls += 1
    losing = chances[:falls].sum()
    reached = 0.0
    for _ in range(rounds):
        after[:] = 0.0
        together[:] = 0.0
        for lost in range(run):
            for at in range(size):
                chance = alive[lost, at]
                together[at] += chance
                for one in range(falls):
                    if lost + 1 == run:
                        reached += chance * chances[one]
                    elif at + steps[one] >= 0:
                        after[lost + 1, at + steps[one]] += chance * chances[one]
            if safe and lost + 1 == run:
                reached += alive[lost, size] * losing
            elif safe:
                after[lost + 1, size] += alive[lost, size] * losing
            if safe:
                after[0, size] += alive[lost, size] * (1.0 - losing)
        for one in range(falls, len(steps)):
            for at in range(size):
                after[0, min(at + steps[one], size)] += together[at] * chances[one]
        alive, after = after, alive
    return reached
