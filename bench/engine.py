"""Rounds a second of the engine: every event made, serialised and hashed, the shuffle included.

The seats play by each game's basic policy. The policy's own thinking is timed apart, since it is not the engine's.
Run it with ``make bench``, or name games and seconds: ``python bench/engine.py double_down_stud --seconds 5``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

from pitboss import games
from pitboss.cli.output import console
from pitboss.log import GENESIS, chain
from pitboss.pit import Table
from pitboss.table.events import Input
from pitboss.table.policy import Policy, Turn, drive
from pitboss.terminal.drawing import fit, plain_grid

GOAL = 5_000  # one-seat rounds a second
WARM_UP = 20
SLICES = 8


class Timed:
    """A policy, and how long it has thought."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.seconds = policy, 0.0

    def __call__(self, turn: Turn) -> Input | None:
        start = perf_counter()
        given = self.policy(turn)
        self.seconds += perf_counter() - start
        return given


class Slice(NamedTuple):
    """A stretch of time: how long it was, how much of it the policy took, and what was dealt in it."""

    seconds: float
    thinking: float
    rounds: int
    events: int

    @property
    def engine_seconds(self) -> float:
        return self.seconds - self.thinking

    @property
    def microseconds_an_event(self) -> float:
        return self.engine_seconds / self.events * 1e6


def measure(game: str, seats: int, seconds: float) -> Slice:
    """Deal for so long and return the best slice: whatever else the machine does can only slow a run down."""
    table = Table(game)
    for seat in range(seats):
        table.sit(f"Player {seat + 1}")
    policy, random = Timed(table.game.basic), Random(1)
    for _ in range(WARM_UP):
        drive(table.open_round(), policy, random)
    slices = [_slice(table, policy, random, seconds / SLICES) for _ in range(SLICES)]
    return min(slices, key=lambda one: one.microseconds_an_event)


def _slice(table: Table, policy: Timed, random: Random, seconds: float) -> Slice:
    rounds = events = 0
    policy.seconds, last, start = 0.0, GENESIS, perf_counter()
    while (passed := perf_counter() - start) < seconds or not rounds:
        round = drive(table.open_round(), policy, random)
        lines, last = chain(round.records, last)
        rounds += 1
        events += len(lines)
    return Slice(passed, policy.seconds, rounds, events)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games to measure; all without one")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement (default 2)")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.games) - set(games.games()))
    if unknown or given.seconds <= 0:
        parser.error(f"there is no game {unknown[0]}" if unknown else "--seconds must be above 0")

    out = console()
    numbers = ("seats", "rounds/s", "with policy", "events/round", "us/event", "against one seat")
    grid = plain_grid("game", *numbers, "", right=numbers)
    for name in given.games or games.games():
        one = measure(name, 1, given.seconds)
        full = games.game(name).rules().positions
        for seats, best in ((1, one), (full, measure(name, full, given.seconds))):
            rate = best.rounds / best.engine_seconds
            grid.add_row(
                name if seats == 1 else "",
                str(seats),
                f"{rate:,.0f}",
                f"{best.rounds / best.seconds:,.0f}",
                f"{best.events / best.rounds:.1f}",
                f"{best.microseconds_an_event:.2f}",
                f"{best.microseconds_an_event / one.microseconds_an_event:.2f}x",
                "" if seats > 1 else "meets the goal" if rate >= GOAL else "below the goal",
            )
    out.print(fit(grid, out.width))
    out.print(f"Goal: {GOAL:,} one-seat rounds a second. Events are the lines of the log, inputs included.")
    out.print("Linear: an event costs no more at a full table, so that 'against one seat' is about 1 or below.")


if __name__ == "__main__":
    main()
