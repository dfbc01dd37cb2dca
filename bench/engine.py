"""Measures the cost of a round in the engine: every event is made, serialised and hashed, and the cards are shuffled.

Each game's basic policy first plays the rounds, to find out what the seats do. Then the same rounds are played again
from those inputs and timed, so the time excludes the policy and the driver. The rate with both is shown beside it.

The limit is a ratio, because an absolute rate differs between machines. After each round, the work that no such round
can avoid is timed: its shuffles, the commitments to the cards and the salts that open them, done once more, and the
hash of every line. Playing a one-seat round, before its lines are hashed, may cost at most ``MOST`` times as much;
otherwise the exit status is 1. Most rounds from a shoe have hardly any such work, so the ratio of a shoe game is
printed but not limited.

Times are processor times, which other programs disturb less. Run it with ``make bench``, or name games and rounds:
``python bench/engine.py boston_5_stud --rounds 2000``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import NamedTuple

from pitboss.cli.output import console
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.procedures.shoe import SeededSource, commit, parse_order, salts_of, shuffled
from pitboss.engine.round.events import Opened, Shuffled
from pitboss.engine.round.inputs import Input
from pitboss.engine.table import Table
from pitboss.log.lines import GENESIS, chain
from pitboss.terminal.seat.drawing import fit, plain_grid

MOST = 2.5
"""The most that a one-seat round may cost, in units of its own hashes, commitments and shuffle."""
TIMES = 5
DEVICES = ("shuffler", "meter")


class Measured(NamedTuple):
    """The best of several runs, since other load can only slow a run down."""

    rounds: int
    driven: float
    """Seconds for the rounds, including the policy."""
    engine: float
    """Seconds for the same rounds from prepared inputs, with their lines hashed."""
    played: float
    """The part of ``engine`` before the lines are hashed."""
    needed: float
    """Seconds for hashes, commitments and shuffles."""
    lines: int
    shuffles: int

    @property
    def ratio(self) -> float:
        return self.played / self.needed

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
    return Measured(rounds, driven, *min(_play(game, seats, inputs) for _ in range(TIMES)))


def _drive(game: str, seats: int, rounds: int) -> tuple[float, list[list[Input]]]:
    """Let the policy play. Returns the seconds taken and the inputs of people in each round."""
    table, random, inputs, last = seated(game, seats), Random(1), [], GENESIS
    start = process_time()
    for _ in range(rounds):
        round = drive(table.open_round(), table.game.basic, random)
        _, last = chain(round.records, last)
        inputs.append([given for given in round.inputs if given.by not in DEVICES])
    return process_time() - start, inputs


def _play(game: str, seats: int, inputs: Sequence[Sequence[Input]]) -> tuple[float, float, float, int, int]:
    """Play the same rounds from their inputs. Returns seconds in all, played and needed, then lines and shuffles."""
    table, source, last = seated(game, seats), SeededSource(1), GENESIS
    engine, alone, needed, lines, shuffles = 0.0, 0.0, 0.0, 0, 0
    for given in inputs:
        begun = process_time()
        round = table.open_round()
        for one in given:
            round.do(one)
        played = process_time()
        made, last = chain(round.records, last)
        hashed = process_time()
        engine += hashed - begun
        alone += played - begun
        needed += hashed - played
        lines += len(made)
        packs = [parse_order(one.order)[0] for one in round.records if isinstance(one, Shuffled)]
        opened = [[at for at, *_ in one.cards] for one in round.records if isinstance(one, Opened)]
        needed += _again(packs, opened, source)
        shuffles += len(packs)
    return engine, alone, needed, lines, shuffles


def _again(packs: Sequence[Sequence[int]], opened: Sequence[Sequence[int]], source: SeededSource) -> float:
    """Seconds to shuffle the same number of cards again, commit to them and open the cards that the round opened."""
    begun = process_time()
    key, size = "", 0
    for pack in packs:
        order, key, size = shuffled(pack, source), source(32).hex(), len(pack)
        commit(order, key)
    for places in opened:
        if key:
            salts_of(places, size, key)
    return process_time() - begun


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games to measure (default: all)")
    parser.add_argument("--rounds", type=int, default=600, help="rounds in each run (default 600)")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.games) - set(registry.games()))
    if unknown or given.rounds < 1:
        parser.error(f"there is no game {unknown[0]}" if unknown else "--rounds must be at least 1")

    out, over = console(), []
    numbers = ("seats", "rounds/s", "with policy", "lines/round", "us/line", "against one seat", "ratio")
    grid = plain_grid("game", *numbers, f"limit {MOST}", right=numbers)
    for name in given.games or registry.games():
        one = measure(name, 1, given.rounds)
        held = one.shuffles >= one.rounds
        said = "a shoe" if not held else "within" if one.ratio <= MOST else "above"
        if said == "above":
            over.append(name)
        full = registry.game(name).rules().positions
        for seats, best in ((1, one), (full, measure(name, full, given.rounds // 3 or 1))):
            grid.add_row(
                name if seats == 1 else "",
                str(seats),
                f"{best.rounds / best.engine:,.0f}",
                f"{best.rounds / best.driven:,.0f}",
                f"{best.lines / best.rounds:.1f}",
                f"{best.microseconds_a_line:.2f}",
                f"{best.microseconds_a_line / one.microseconds_a_line:.2f}x",
                f"{best.ratio:.2f}",
                "" if seats > 1 else said,
            )
    out.print(fit(grid, out.width))
    out.print("Ratio: the cost of a round, in units of its own hashes, commitments and shuffle.")
    out.print(f"Limit: at most {MOST} for one seat, in games that shuffle every round. Lines are lines of the log.")
    out.print("Linear: a line costs no more at a full table, so 'against one seat' is about 1 or less.")
    return 1 if over else 0


if __name__ == "__main__":
    raise SystemExit(main())
