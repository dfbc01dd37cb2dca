"""The same run on a GPU and on processors: every number of their tallies is compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from pitboss.basics.cards import RANKS
from pitboss.engine import registry
from pitboss.mathematics.any_game import mathematics
from pitboss.simulation import any_game
from pitboss.simulation.gpu import Gpus, cards, on_gpus
from pitboss.simulation.kernel import CHUNK, FastTable, Tally
from pitboss.simulation.run import Executor, begin, go_on
from pitboss.verification import Case

SEVERAL = 3
"""Seats of a table with several."""
SHORT = 16
"""The rounds of a short chunk."""


class Run(NamedTuple):
    """A run to play both ways."""

    case: Case
    stakes: dict[str, int]
    """The cents on each wager."""
    fills: bool = False
    """Whether its chunks are short and so many that they fill the GPUs, with one more launch for the rest."""
    apart: bool = False
    """Whether each chunk is compared, not their sum."""
    tags: tuple[tuple[str, int], ...] = ()
    """The tags of ranks, if rounds are tallied by the true count."""

    def __str__(self) -> str:
        more = [f"{name} {value}" for name, value in self.case.more.items()]
        alone = [f"{next(iter(self.stakes))} wager alone"] if len(self.stakes) == 1 else []
        filling = ["full GPUs"] if self.fills else []
        apart = ["chunk by chunk"] if self.apart else []
        counting = ["by true count"] if self.tags else []
        return ", ".join((str(self.case), *more, *alone, *counting, *filling, *apart))


class SameRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run that was played both ways."""

    game: str
    case: str
    """The table in words."""
    rounds: int
    numbers: int
    """How many numbers the tally has."""
    differs: tuple[str, ...]
    """The parts of the tally that differ."""


def runs_of(cases: Sequence[Case]) -> list[Run]:
    """Runs that together use every kernel of the games of these cases.

    First each case, with every wager that its rules offer, and the one with most wagers at several seats without its
    options, so from a shoe that lasts. Then each strategy under the usual rules with the base wager alone, which a GPU
    plays in another way, at one seat and at several. Then with all threads of the GPUs at work: one strategy of each
    game again, and the case with most wagers at several seats. Last, those at one seat and that case with the tally of
    each chunk, which is counted in a third way. Games whose shoe lasts are also tallied by the true count.
    """
    found = [Run(case, _least_of_each(case)) for case in cases]
    usual = [run for case in (*cases, *_other_strategies(cases)) for run in _usual(case)]
    first = {case.game: case.strategy for case in reversed(cases)}
    full = [run._replace(fills=True) for run in usual if run.case.strategy == first[run.case.game]]
    crowded = [_crowded([run for run in found if run.case.game == game]) for game in first]
    apart = [run._replace(apart=True) for run in (*full, *crowded) if run.case.seats == 1 or run in crowded]
    every: list[Run] = []
    lasting = [Run(msgspec.structs.replace(run.case, more={}), run.stakes) for run in crowded if run.case.more]
    for run in (*found, *lasting, *usual, *full, *crowded, *apart, *_by_count(usual)):
        if run not in every:
            every.append(run)
    return every


def _crowded(runs: Sequence[Run]) -> Run:
    """The run with most wagers, at several seats, with all threads of the GPUs at work."""
    most = max(runs, key=lambda run: len(run.stakes)).case
    case = msgspec.structs.replace(most, seats=SEVERAL)
    return Run(case, _least_of_each(case), fills=True)


def _by_count(runs: Sequence[Run]) -> Iterator[Run]:
    """Of each game whose shoe lasts, one of these runs at one seat and one at several, by the true count."""
    for game in dict.fromkeys(run.case.game for run in runs):
        if any_game.kernel(game).shoe is not None:
            ranks = sorted({RANKS[card >> 2] for card in registry.game(game).pack})
            tags = {rank: (-1) ** at for at, rank in enumerate(ranks[: len(ranks) // 2 * 2])}
            for seats in (1, SEVERAL):
                run = next(
                    run for run in runs if (run.case.game, run.case.seats) == (game, seats) and not run.case.more
                )
                yield run._replace(tags=tuple(tags.items()))


def _other_strategies(cases: Sequence[Case]) -> Iterator[Case]:
    """The strategies that no case has."""
    for game in dict.fromkeys(case.game for case in cases):
        for strategy in mathematics(game).strategies:
            if not any(case.strategy == strategy for case in cases if case.game == game):
                yield Case(game=game, strategy=strategy)


def _usual(case: Case) -> Iterator[Run]:
    """Runs by the strategy of a case, with the base wager alone."""
    for more in ({}, case.more):
        for seats in (1, SEVERAL):
            alone = Case(game=case.game, strategy=case.strategy, seats=seats, more=more)
            base, least = next(iter(_least_of_each(alone).items()))
            yield Run(alone, {base: least})


def same_runs(runs: Sequence[Run], rounds: int, in_long_chunks: int, seed: int) -> Iterator[SameRun]:
    """Play runs on GPUs and on processors.

    One thread of a GPU plays a chunk, and takes long if a meter makes chunks long, or a shoe outside fast memory. Then
    fewer rounds are played.
    """
    executor, found = on_gpus(), cards()
    for run in runs:
        case = run.case
        options = {"wagers": run.stakes, "seats": case.seats, "strategy": case.strategy, **case.more}
        at = any_game.table(any_game.setup(case.game, case.table_rules, tags=dict(run.tags), **options))
        fast = at.chunk <= CHUNK or at.loop.from_shoe is not None  # from a shoe in fast memory, a thread is fast enough
        many = rounds if fast else in_long_chunks
        if run.fills:
            at.chunk = SHORT
            together = Gpus(found, at, apart=run.apart).together
            many = (together + 1) * SHORT + SHORT // 2
        here, there = (_tally(at, seed, many, one, apart=run.apart) for one in (None, executor))
        yield SameRun(
            game=case.game,
            case=str(run),
            rounds=many,
            numbers=sum(part.size for part in here.values()),
            differs=_different(here, there),
        )


def _tally(at: FastTable, seed: int, rounds: int, executor: Executor | None, *, apart: bool) -> Tally:
    """The tally of a run, or those of its chunks, a row for each."""
    if not apart:
        return go_on(at, begin(at, seed), rounds, executor=executor).total()
    chunks: list[Tally] = []
    go_on(at, begin(at, seed), rounds, executor=executor, each=lambda chunk, size, tally: chunks.append(tally))
    return {name: np.stack([one[name] for one in chunks]) for name in chunks[0]}


def _different(here: Tally, there: Tally) -> tuple[str, ...]:
    both = {name for name in here.keys() & there.keys() if np.array_equal(here[name], there[name])}
    return tuple(name for name in here | there if name not in both)


def _least_of_each(case: Case) -> dict[str, int]:
    return any_game.least_of_each(registry.game(case.game), case.table_rules)
