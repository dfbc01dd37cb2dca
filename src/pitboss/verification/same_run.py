"""The same run on a GPU and on processors: every number of their tallies is compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pitboss import games
from pitboss.simulation import any_game
from pitboss.simulation.gpu import on_gpus
from pitboss.simulation.run import begin, go_on
from pitboss.table.rules import load
from pitboss.verification.declared import Case


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


def same_runs(cases: Sequence[Case], rounds: int, seed: int) -> Iterator[SameRun]:
    """Play runs at these tables, with every wager that their rules offer, on GPUs and on processors."""
    player = on_gpus()
    for case in cases:
        rules = load(case.game, games.game(case.game).rules, {**case.always, **case.rules})
        placed = any_game.least_of_each(case.game, rules)
        made = any_game.setup(case.game, rules, wagers=placed, seats=case.seats, strategy=case.strategy, **case.more)
        at = any_game.table(made)
        here = go_on(at, begin(at, seed), rounds).total()
        there = go_on(at, begin(at, seed), rounds, player=player).total()
        yield SameRun(
            game=case.game,
            case=str(case),
            rounds=rounds,
            numbers=sum(part.size for part in here.values()),
            differs=tuple(name for name, part in here.items() if name not in there or (part != there[name]).any()),
        )
