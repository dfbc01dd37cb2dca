"""Simulation of any game: set up a table and play runs at it. A game may be given by its name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from pitboss.basics.cards import RANKS
from pitboss.basics.errors import SimulationError
from pitboss.basics.files import FileKept
from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import Given, TableRules, as_written
from pitboss.mathematics import any_game

if TYPE_CHECKING:
    from pitboss.mathematics.choices import Strategy
    from pitboss.mathematics.counting.compiled import Tick
    from pitboss.mathematics.results import GameOdds
    from pitboss.simulation.kernel import FastTable, Kernel, Limits, Setup
    from pitboss.simulation.run import Each, Executor, Run, Simulated

MOST_TAG = 9
"""The largest tag of a card in a count."""
EVERY = 5.0
"""Seconds between two saves of a run."""


def kernel(game: str | Game) -> Kernel:
    """The fast rounds of a game."""
    with any_game.needs_the_compiler():
        found: Kernel = registry.part(game, "kernel").KERNEL
    return found


def setup(
    game: str | Game,
    rules: Given = None,
    *,
    wagers: Mapping[str, int] | None = None,
    seats: int = 1,
    strategy: Strategy = "optimal",
    tags: Mapping[str, int] | None = None,
    **more: Any,
) -> Setup:
    """The setup of a simulation. ``wagers`` are cents by name. Default: the table minimum on the base wager. With
    ``tags`` by rank, rounds are also tallied by the true count. ``more`` holds options that the game declares."""
    from pitboss.simulation.kernel import Setup

    found = registry.game(game)
    fast = kernel(found)
    settled = any_game.rules_for(found, rules)
    if not 1 <= seats <= settled.positions:
        raise SimulationError(f"the number of seats must be between 1 and {settled.positions}, not {seats}")
    options = {option.name: option for option in found.simulation_takes}
    for name, value in more.items():
        if name not in options:
            raise SimulationError(f"{found.title} has no option {name}")
        options[name].check(value)
        for rule in options[name].instead_of:
            if (said := getattr(settled, rule)) != getattr(any_game.rules_for(found, None), rule):
                given = f"{rule}={as_written(said)}"
                raise SimulationError(f"{name} would take the place of {given} in the rules: give one of them")
    return Setup(
        game=found,
        rules=settled,
        stakes=_stakes(fast, settled, wagers or {}),
        strategy=strategy,
        seats=seats,
        more={**dict.fromkeys(options), **more},
        tags=tags_of_cards(found, tags) if tags else (),
    )


def check_lasts(game: Game) -> None:
    """Reject a game whose cards do not last from round to round."""
    if kernel(game).shoe is None:
        raise SimulationError(f"the cards of {game.title} are shuffled after every round: there is nothing to count")


def tags_of_cards(game: Game, by_rank: Mapping[str, int]) -> tuple[int, ...]:
    """The tag of each card by its number. Ranks that are not named have none."""
    check_lasts(game)
    ranks = {RANKS[card >> 2] for card in game.pack}
    for rank, tag in by_rank.items():
        if rank not in ranks:
            raise SimulationError(
                f"there is no rank '{rank}' to count; the ranks are {' '.join(sorted(ranks, key=RANKS.index))}"
            )
        if abs(tag) > MOST_TAG:
            raise SimulationError(f"the tag of {rank} must be between -{MOST_TAG} and {MOST_TAG}, not {tag}")
    if over := sum(by_rank.get(RANKS[card >> 2], 0) for card in game.pack):
        raise SimulationError(f"the tags of a pack must come to zero, and these come to {over:+}: balance them")
    return tuple(by_rank.get(rank, 0) for rank in RANKS for _ in range(4))


def least_of_each(game: Game, rules: TableRules) -> dict[str, int]:
    """The minimum of every wager that these rules offer, in cents, the base wager first."""
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
        raise SimulationError(f"there is no wager '{name}'; choose one of {', '.join((base, *limits))}")
    least, most = limits[name]
    if least > most:
        allowed = f"no amount from {dollars(least)} in chips of {dollars(rules.chip)} is allowed with this base wager"
    elif least == most:
        allowed = f"it must be {dollars(least)}"
    else:
        allowed = f"it must be {dollars(least)} to {dollars(most)} in chips of {dollars(rules.chip)}"
    if not least <= cents <= most or (least < most and cents % rules.chip):
        raise SimulationError(f"{_a(name)} {name} wager of {dollars(cents)} is invalid: {allowed}")


def _a(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"


def check_base(rules: TableRules, base: str, cents: int) -> int:
    """The base wager, if it is valid at this table."""
    if not rules.table_minimum <= cents <= rules.table_maximum or cents % rules.chip:
        raise SimulationError(
            f"the {base} wager must be {dollars(rules.table_minimum)} to {dollars(rules.table_maximum)} in chips of"
            f" {dollars(rules.chip)}, not {dollars(cents)}"
        )
    return cents


def exact(made: Setup, tick: Tick | None = None) -> GameOdds:
    """The exact odds for a setup."""
    return any_game.mathematics(made.game).odds(made.rules, made.strategy, every=False, tick=tick)


def table(made: Setup, odds: GameOdds | None = None) -> FastTable:
    """A table for a setup. With odds, its results include the exact values."""
    return kernel(made.game).table(made, odds)


def play_on(
    at: FastTable,
    run: Run,
    rounds: int,
    *,
    threads: int = 0,
    executor: Executor | None = None,
    tick: Tick | None = None,
    each: Each | None = None,
    file: Path | None = None,
    replace: bool = False,
) -> Run:
    """Continue a run to ``rounds`` rounds. Save it to ``file`` every few seconds and at the end.

    A file that someone else creates meanwhile is not replaced, and the run is saved beside it. ``replace`` means that
    the file already belongs to the run. ``executor`` plays elsewhere than on threads of this process. ``each`` receives
    every chunk.
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
        go_on(at, run, rounds, threads=threads, executor=executor, tick=tick, each=each, save=now_and_then)
    except FileKept:  # the run is saved under another name
        raise
    except BaseException:
        keep(run)
        raise
    keep(run)
    return run


def summary(at: FastTable, run: Run) -> Simulated:
    """The results of a run so far."""
    from pitboss.simulation.run import simulated

    return simulated(at.setup, run.seed, run.rounds, run.chunk, at.wagers(run.total(), run.rounds))


def simulate(
    game: str | Game,
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
    """Play rounds and compare the results with the exact odds. ``wagers`` are cents by name, as for ``setup``.

    >>> found = simulate("double_down_stud", rounds=200_000, seed=1)
    >>> abs(found.results[0].z) < 4
    True
    """
    from pitboss.simulation.run import begin

    if not isinstance(rounds, int | float) or rounds != int(rounds):
        raise SimulationError(f"the number of rounds must be a whole number, not {rounds!r}")
    made = setup(game, rules, wagers=wagers, seats=seats, strategy=strategy, **more)
    at = table(made, exact(made))
    return summary(at, play_on(at, begin(at, seed), int(rounds), threads=threads))


def start_gpus() -> None:
    """Start the GPUs of this machine in a thread, while the rest of the program loads. It takes a second or more.

    It needs the driver alone, so it begins before numba loads. Whoever uses a GPU waits for the driver, which starts it
    once. Nothing fails here: ``gpu.cards`` says what is missing. Unless it is interrupted, the program ends after the
    thread, because the driver can't be left in the middle of its start.
    """
    Thread(target=_start_gpus).start()


def _start_gpus() -> None:
    if os.environ.get("NUMBA_ENABLE_CUDASIM", "0") != "0":
        return
    with suppress(ImportError, RuntimeError):  # no package, or no driver
        from cuda.bindings import driver

        driver.cuInit(0)
        _, count = driver.cuDeviceGetCount()
        for number in range(count or 0):
            _, device = driver.cuDeviceGet(number)
            driver.cuDevicePrimaryCtxRetain(device)
