"""Simulation of any game, by its name: a table is set up, and runs are played at it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from pitboss import games, mathematics
from pitboss.errors import SimulationError
from pitboss.files import FileKept
from pitboss.money import dollars
from pitboss.table.rules import Given, TableRules

if TYPE_CHECKING:
    from pitboss.exact.choices import Strategy
    from pitboss.exact.compiled import Tick
    from pitboss.exact.results import GameOdds
    from pitboss.simulation.kernel import FastTable, Kernel, Limits, Setup
    from pitboss.simulation.results import Simulated
    from pitboss.simulation.run import Each, Player, Run

EVERY = 5.0
"""Seconds between two savings of a run."""


def kernel(game: str) -> Kernel:
    """The fast rounds of a game."""
    with mathematics.needs_the_compiler():
        found: Kernel = games.part(game, "kernel").KERNEL
    return found


def setup(
    game: str,
    rules: Given = None,
    *,
    wagers: Mapping[str, int] | None = None,
    seats: int = 1,
    strategy: Strategy = "optimal",
    **more: Any,
) -> Setup:
    """What to simulate: ``wagers`` are cents by name, by default the least base wager alone. ``more`` are options that
    the game declares."""
    from pitboss.simulation.kernel import Setup

    found, fast = games.game(game), kernel(game)
    settled = mathematics.rules_for(found, rules)
    if not 1 <= seats <= settled.positions:
        raise SimulationError(f"{seats} seats can't be taken: this table has {settled.positions}")
    options = {option.name: option for option in found.simulation_takes}
    for name, value in more.items():
        if name not in options:
            raise SimulationError(f"{found.title} takes no {name}")
        options[name].check(value)
    return Setup(
        game=found.name,
        rules=settled,
        stakes=_stakes(fast, settled, wagers or {}),
        strategy=strategy,
        seats=seats,
        more={**dict.fromkeys(options), **more},
    )


def least_of_each(game: str, rules: TableRules) -> dict[str, int]:
    """Cents on every wager that these rules offer: the least of each, the base wager first."""
    fast, base = kernel(game), rules.table_minimum
    side = fast.limits(rules, base).items()
    return {fast.base: base, **{name: least for name, (least, most) in side if least <= most}}


def _stakes(fast: Kernel, rules: TableRules, wanted: Mapping[str, int]) -> dict[str, int]:
    """Cents on each wager, the base wager first."""
    base = check_base(rules, fast.base, wanted.get(fast.base, rules.table_minimum))
    limits = fast.limits(rules, base)
    for name, cents in wanted.items():
        if name != fast.base:
            _check_side(rules, fast.base, name, cents, limits)
    return {fast.base: base, **{name: wanted[name] for name in limits if name in wanted}}


def _check_side(rules: TableRules, base: str, name: str, cents: int, limits: Limits) -> None:
    if name not in limits:
        raise SimulationError(f"there is no wager '{name}' to place; there are {', '.join((base, *limits))}")
    least, most = limits[name]
    if least > most:
        can = f"none of {dollars(least)} or more fits beside this base wager, in chips of {dollars(rules.chip)}"
    elif least == most:
        can = f"it is {dollars(least)}"
    else:
        can = f"it is {dollars(least)} to {dollars(most)} in chips of {dollars(rules.chip)}"
    if not least <= cents <= most or (least < most and cents % rules.chip):
        raise SimulationError(f"{_a(name)} {name} wager of {dollars(cents)} can't be placed: {can}")


def _a(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"


def check_base(rules: TableRules, base: str, cents: int) -> int:
    """The base wager, if the table takes it."""
    if not rules.table_minimum <= cents <= rules.table_maximum or cents % rules.chip:
        raise SimulationError(
            f"the {base} wager of {dollars(cents)} is not from {dollars(rules.table_minimum)} to"
            f" {dollars(rules.table_maximum)} in chips of {dollars(rules.chip)}"
        )
    return cents


def exact(made: Setup, tick: Tick | None = None) -> GameOdds:
    """The exact odds of what is simulated."""
    return mathematics.mathematics(made.game).odds(made.rules, made.strategy, every=False, tick=tick)


def table(made: Setup, odds: GameOdds | None = None) -> FastTable:
    """A table set up for it; with odds, its results stand beside the exact ones."""
    return kernel(made.game).table(made, odds)


def play_on(
    at: FastTable,
    run: Run,
    rounds: int,
    *,
    threads: int = 0,
    player: Player | None = None,
    tick: Tick | None = None,
    each: Each | None = None,
    file: Path | None = None,
    replace: bool = False,
) -> Run:
    """Play on until the run has so many rounds, and keep it in a file now and then, and at the end.

    A file that appears meanwhile is kept, and the run goes to another: with ``replace`` it is the run's own already.
    ``player`` plays elsewhere than on threads of this process, and ``each`` is told every chunk.
    """
    from pitboss.simulation.run import go_on, save

    kept, ours = monotonic(), replace

    def keep(run: Run) -> None:
        nonlocal kept, ours
        if file is not None and run.rounds:
            save(run, file, replace=ours)
            kept, ours = monotonic(), True

    def now_and_then(run: Run) -> None:
        if monotonic() - kept > EVERY:
            keep(run)

    try:
        go_on(at, run, rounds, threads=threads, player=player, tick=tick, each=each, save=now_and_then)
    except FileKept:  # the run is kept elsewhere
        raise
    except BaseException:
        keep(run)
        raise
    keep(run)
    return run


def summary(at: FastTable, run: Run) -> Simulated:
    """What a run at a table says so far."""
    from pitboss.simulation.results import simulated

    return simulated(at.setup, run.seed, run.rounds, run.chunk, at.wagers(run.total(), run.rounds))


def simulate(
    game: str,
    rules: Given = None,
    *,
    rounds: int | float,
    seed: int | str = 1,
    wagers: Mapping[str, int] | None = None,
    seats: int = 1,
    strategy: Strategy = "optimal",
    threads: int = 0,
    **more: Any,
) -> Simulated:
    """Play rounds, and set what they come to beside the exact odds. ``wagers`` are cents by name, as for ``setup``.

    >>> found = simulate("double_down_stud", rounds=200_000, seed=1)
    >>> abs(found.results[0].z) < 4
    True
    """
    from pitboss.simulation.run import begin

    if not isinstance(rounds, int | float) or rounds != int(rounds):
        raise SimulationError(f"{rounds!r} is not a number of rounds")
    made = setup(game, rules, wagers=wagers, seats=seats, strategy=strategy, **more)
    at = table(made, exact(made))
    return summary(at, play_on(at, begin(at, seed), int(rounds), threads=threads))
