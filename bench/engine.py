"""Rounds a second of the engine: every event made, serialised and hashed, the shuffle included.

Rounds are first played by each game's basic policy, to know what the seats do; then the same rounds are played again
from those inputs and timed, so that neither the policy's thinking nor the driver is counted. How fast both go together
is told beside it. Run it with ``make bench``, or name games and rounds: ``python bench/engine.py boston_5_stud --rounds
2000``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

from pitboss import games
from pitboss.cli.output import console
from pitboss.log.lines import GENESIS, chain
from pitboss.pit import Table
from pitboss.table.drive import drive
from pitboss.table.inputs import Input
from pitboss.terminal.drawing import fit, plain_grid

GOAL = 5_000  # one-seat rounds a second
TIMES = 5
DEVICES = ("shuffler", "meter")


class Measured(NamedTuple):
    """The best of several runs: whatever else the machine does can only slow a run down."""

    rounds: int
    lines: int
    engine: float
    """Seconds for the rounds from prepared inputs."""
    driven: float
    """Seconds for the same rounds with the policy choosing."""

    @property
    def microseconds_a_line(self) -> float:
        return self.engine / self.lines * 1e6


def seated(game: str, seats: int) -> Table:
    table = Table(game, seed=1)
    for seat in range(seats):
        table.sit(f"Player {seat + 1}")
    return table


def measure(game: str, seats: int, rounds: int) -> Measured:
    driven, inputs = min((_drive(game, seats, rounds) for _ in range(TIMES)), key=lambda run: run[0])
    engine, lines = min(_play(game, seats, inputs) for _ in range(TIMES))
    return Measured(rounds, lines, engine, driven)


def _drive(game: str, seats: int, rounds: int) -> tuple[float, list[list[Input]]]:
    """Let the policy play; how long that took, and what people did in each round."""
    table, random, inputs, last = seated(game, seats), Random(1), [], GENESIS
    start = perf_counter()
    for _ in range(rounds):
        round = drive(table.open_round(), table.game.basic, random)
        _, last = chain(round.records, last)
        inputs.append([given for given in round.inputs if given.by not in DEVICES])
    return perf_counter() - start, inputs


def _play(game: str, seats: int, inputs: Sequence[Sequence[Input]]) -> tuple[float, int]:
    """Play the same rounds from their inputs; how long that took, and how many lines they made."""
    table, lines, last = seated(game, seats), 0, GENESIS
    start = perf_counter()
    for given in inputs:
        round = table.open_round()
        for one in given:
            round.do(one)
        made, last = chain(round.records, last)
        lines += len(made)
    return perf_counter() - start, lines


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games to measure; all without one")
    parser.add_argument("--rounds", type=int, default=600, help="rounds in each run (default 600)")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.games) - set(games.games()))
    if unknown or given.rounds < 1:
        parser.error(f"there is no game {unknown[0]}" if unknown else "--rounds must be at least 1")

    out = console()
    numbers = ("seats", "rounds/s", "with policy", "lines/round", "us/line", "against one seat")
    grid = plain_grid("game", *numbers, "", right=numbers)
    for name in given.games or games.games():
        one = measure(name, 1, given.rounds)
        full = games.game(name).rules().positions
        for seats, best in ((1, one), (full, measure(name, full, given.rounds // 3 or 1))):
            rate = best.rounds / best.engine
            grid.add_row(
                name if seats == 1 else "",
                str(seats),
                f"{rate:,.0f}",
                f"{best.rounds / best.driven:,.0f}",
                f"{best.lines / best.rounds:.1f}",
                f"{best.microseconds_a_line:.2f}",
                f"{best.microseconds_a_line / one.microseconds_a_line:.2f}x",
                "" if seats > 1 else "meets the goal" if rate >= GOAL else "below the goal",
            )
    out.print(fit(grid, out.width))
    out.print(f"Goal: {GOAL:,} one-seat rounds a second. Lines are those of the log, inputs included.")
    out.print("Linear: a line costs no more at a full table, so that 'against one seat' is about 1 or below.")


if __name__ == "__main__":
    main()
