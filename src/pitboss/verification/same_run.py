"""The same run on a GPU and on processors: every number of their tallies is compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from pitboss import games
from pitboss.simulation import any_game
from pitboss.simulation.gpu import on_gpus
from pitboss.simulation.kernel import CHUNK, FastTable
from pitboss.simulation.run import begin, go_on
from pitboss.table.rules import TableRules, load
from pitboss.verification.declared import Case

SEVERAL = 3
"""Seats of a table with several."""


class Run(NamedTuple):
    """A run to play both ways."""

    case: Case
    stakes: dict[str, int]
    """The cents on each wager."""

    def __str__(self) -> str:
        more = [f"{name} {value}" for name, value in self.case.more.items()]
        alone = [f"{next(iter(self.stakes))} wager alone"] if len(self.stakes) == 1 else []
        return ", ".join((str(self.case), *more, *alone))


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

    First each case, with every wager that its rules offer. Then each strategy under the usual rules with the base wager
    alone, which a GPU plays in another way, at one seat and at several.
    """
    found = [Run(case, _least_of_each(case)) for case in cases]
    for case in cases:
        for more in ({}, case.more):
            for seats in (1, SEVERAL):
                usual = Case(game=case.game, strategy=case.strategy, seats=seats, more=more)
                base, least = next(iter(_least_of_each(usual).items()))
                if (run := Run(usual, {base: least})) not in found:
                    found.append(run)
    return found


def same_runs(runs: Sequence[Run], rounds: int, in_long_chunks: int, seed: int) -> Iterator[SameRun]:
    """Play runs on GPUs and on processors.

    One thread of a GPU plays a chunk, and takes long if a meter or a shoe makes chunks long. Then fewer rounds are
    played.
    """
    player = on_gpus()
    for run in runs:
        case = run.case
        options = {"wagers": run.stakes, "seats": case.seats, "strategy": case.strategy, **case.more}
        at = any_game.table(any_game.setup(case.game, _rules(case), **options))
        many = in_long_chunks if _has_long_chunks(at) else rounds
        here = go_on(at, begin(at, seed), many).total()
        there = go_on(at, begin(at, seed), many, player=player).total()
        yield SameRun(
            game=case.game,
            case=str(run),
            rounds=many,
            numbers=sum(part.size for part in here.values()),
            differs=tuple(name for name, part in here.items() if name not in there or (part != there[name]).any()),
        )


def _rules(case: Case) -> TableRules:
    return load(case.game, games.game(case.game).rules, {**case.always, **case.rules})


def _least_of_each(case: Case) -> dict[str, int]:
    return any_game.least_of_each(case.game, _rules(case))


def _has_long_chunks(at: FastTable) -> bool:
    return at.chunk > CHUNK and at.loop.from_shoe is None  # from a shoe in fast memory, a thread is fast enough
