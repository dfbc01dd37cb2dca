"""Measures how many acts a second live tables store, against the same code with a store that keeps nothing.

Tables of all five games play rounds whose inputs were found out before, so the time excludes the policy. Each table
gives its next input when the last one is acknowledged, as a client would. The runs of the stores are interleaved, and
their medians are compared:

- the store that keeps nothing: its rate is the ceiling. A database must reach ``FLOOR`` of it.
- bare commits: one row, one transaction. On a disk that makes fewer than ``SLOW`` of them a second, the tables must
  store at least ``GROUP`` times as many acts.

Then it measures the memory of a table in mid-round, the rate at 1 to 200 tables, and the time of a recovery after few
and after many rounds. The exit status is 1 if a limit is missed. Run it with ``make bench``, or
``python bench/house.py --seconds 3``. PostgreSQL is measured if the tests can start it.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from databases import databases
from sqlalchemy import Engine

from pitboss.basics.money import UNITS
from pitboss.cli.output import Output, console
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.round.inputs import Input
from pitboss.engine.table import Table
from pitboss.house.money import books
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import Entry
from pitboss.house.settings import TableSettings
from pitboss.house.storage.committer import SWITCH_S, Committer, Job
from pitboss.house.storage.database import migrate, open_database
from pitboss.house.storage.store import NoStore, Rows, Store, open_store
from pitboss.house.tables.live import LiveTable
from pitboss.house.tables.live_tables import LiveTables
from pitboss.protocol import messages as msg
from pitboss.terminal.seat.drawing import fit, plain_grid

TABLES, SEATS = 50, 5
ROUNDS = 120
FLOOR, GROUP, SLOW = 0.6, 6.0, 500
KIB_A_TABLE = 100
DEVICES = ("shuffler", "meter")


def inputs_of(game: str, seed: int) -> list[list[Input]]:
    """The inputs of people in some rounds at a seeded table."""
    table, random, found = Table(game, seed=seed, id="x"), Random(seed), []
    for number in range(SEATS):
        table.sit(f"P{number}", id=f"p{number}")
    for _ in range(ROUNDS):
        round = drive(table.open_round(), table.game.basic, random)
        found.append([given for given in round.inputs if given.by not in DEVICES])
    return found


class Bench:
    """Tables on one store."""

    def __init__(self, engine: Engine, store: Store, tables: int, plays: Sequence[list[list[Input]]]) -> None:
        self.engine = engine
        self.calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.committer = Committer(store, self.calls.put)
        self.floor = LiveTables(engine, self.committer, lambda: round(perf_counter() * 1000))
        self.acts = 0
        names = list(registry.games())
        self.tables = [self._table(number, names[number % len(names)]) for number in range(tables)]
        self.settle()
        self.plays = [in_order(plays[number % len(names)]) for number in range(tables)]

    def _table(self, number: int, game: str) -> LiveTable:
        live = self.floor.open_table(game, settings=TableSettings(practice=True, seed=number % len(registry.games())))
        for player in range(SEATS):
            person, units = f"p{player}", 10_000_000_00 * UNITS
            made = msg.Sit(table=live.id, key=f"sit{player}")
            live.command(person, person.title(), made, lambda answer: None)
            lines = Posting(books.ISSUED, -units), Posting(books.chips(live.id, person), units)
            self.committer.submit(Job(entries=(Entry(f"{live.id}/{person}", "issue", 0, lines),)))
            live.till.post(lines)
        return live

    def settle(self) -> None:
        """Wait until everything is committed and told."""
        while any(live.seq != live.committed for live in self.tables):
            self.calls.get()()

    def run(self, seconds: float) -> float:
        """Play for some time. Returns acknowledged acts a second."""
        self.acts, end = 0, perf_counter() + seconds
        begun = perf_counter()
        waiting = {id(live): live.seq for live in self.tables}
        for at in range(len(self.tables)):
            self._next(at)
        more = True
        while more and perf_counter() < end:
            self.calls.get()()
            for at, live in enumerate(self.tables):
                if live.committed > waiting[id(live)] and live.seq == live.committed:
                    self.acts += live.committed - waiting[id(live)]
                    waiting[id(live)] = live.committed
                    more = self._next(at) and more
        took = perf_counter() - begun
        self.settle()
        return self.acts / took

    def _next(self, at: int) -> bool:
        """Give a table its next input. Returns False if it has played all that was prepared."""
        live = self.tables[at]
        for given in self.plays[at]:
            if given is None:
                live.open_round()
            else:
                live.give(given)
            return True
        return False

    def close(self) -> None:
        self.committer.close()
        self.engine.dispose()


def in_order(rounds: Sequence[Sequence[Input]]) -> Iterator[Input | None]:
    """The inputs of rounds, each after a None that opens it."""
    for inputs in rounds:
        yield None
        yield from inputs


def bare_commits(engine: Engine, seconds: float) -> float:
    """One-row transactions a second."""
    store = open_store(engine)
    count, end = 0, perf_counter() + seconds
    begun = perf_counter()
    while perf_counter() < end:
        store.begin()
        store.write(Rows.none()._replace(changes={"house": 1}))
        store.commit()
        count += 1
    took = perf_counter() - begun
    store.close()
    return count / took


def at(url: str, tables: int, plays: Sequence[list[list[Input]]], *, nothing: bool = False) -> Bench:
    engine = open_database(url)
    migrate(engine)
    return Bench(engine, NoStore() if nothing else open_store(engine), tables, plays)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of each run (default 2)")
    parser.add_argument("--runs", type=int, default=5, help="interleaved runs of each store (default 5)")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"tables (default {TABLES})")
    given = parser.parse_args(arguments)
    sys.setswitchinterval(SWITCH_S)  # as a house does
    plays = [inputs_of(game, seed) for seed, game in enumerate(registry.games())]
    out, missed = console(), False
    grid = plain_grid("store", "acts/s", "of nothing", "bare commits/s", "times bare", "limit", right=("acts/s",))
    with databases() as made:
        rates: dict[str, list[float]] = {"nothing": [], **{name: [] for name in made}}
        bare: dict[str, list[float]] = {name: [] for name in made}
        for _ in range(given.runs):
            for name in rates:
                url = made["sqlite" if name == "nothing" else name]()
                bench = at(url, given.tables, plays, nothing=name == "nothing")
                rates[name].append(bench.run(given.seconds))
                if name != "nothing":
                    bare[name].append(bare_commits(bench.engine, given.seconds / 4))
                bench.close()
    ceiling = median(rates["nothing"])
    grid.add_row("nothing", f"{ceiling:,.0f}", "1.00", "", "", "")
    for name in made:
        rate, single = median(rates[name]), median(bare[name])
        good = rate / ceiling >= FLOOR or (single < SLOW and rate / single >= GROUP)
        missed |= not good
        grid.add_row(
            name,
            f"{rate:,.0f}",
            f"{rate / ceiling:.2f}",
            f"{single:,.0f}",
            f"{rate / single:.1f}",
            "within" if good else "below",
        )
    out.print(fit(grid, out.width))
    out.print(f"Limit: at least {FLOOR} of the store that keeps nothing; on a disk with fewer than {SLOW} bare commits")
    out.print(f"a second, at least {GROUP:.0f} times those.")
    missed |= shapes(out, plays, given.seconds)
    return int(missed)


def shapes(out: Output, plays: Sequence[list[list[Input]]], seconds: float) -> bool:
    """How a house grows: the rate by tables, the memory of a table, the time of a recovery by history."""
    with TemporaryDirectory() as folder:
        grid = plain_grid("tables", "acts/s", right=("tables", "acts/s"))
        for tables in (1, 10, 50, 200):
            bench = at(f"sqlite:///{folder}/{tables}.db", tables, plays)
            grid.add_row(str(tables), f"{bench.run(seconds):,.0f}")
            bench.close()
        out.print(fit(grid, out.width))
        kib = _memory(f"sqlite:///{folder}/memory.db", plays)
        out.print(f"A table in mid-round takes {kib:.0f} KiB of memory (limit {KIB_A_TABLE}).")
        for rounds in (1, ROUNDS // 2):
            out.print(
                f"Recovery of 10 tables after {rounds:2} rounds: {_recovery(folder, rounds, plays) * 1000:.0f} ms."
            )
    return kib > KIB_A_TABLE


def _memory(url: str, plays: Sequence[list[list[Input]]]) -> float:
    """KiB that each of 20 tables takes in the middle of its second round."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    bench = at(url, 20, plays)
    for number in range(len(bench.tables)):
        for _ in range(len(plays[number % len(plays)][0]) + 4):
            bench._next(number)
            bench.settle()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    bench.close()
    return taken / len(bench.tables) / 1024


def _recovery(folder: str, rounds: int, plays: Sequence[list[list[Input]]]) -> float:
    """Seconds to bring back ten tables that have played some rounds."""
    url = f"sqlite:///{folder}/recover{rounds}.db"
    bench = at(url, 10, plays)
    for number in range(len(bench.tables)):
        for _ in range(sum(len(one) + 1 for one in plays[number % len(plays)][:rounds]) + 3):
            bench._next(number)
            bench.settle()
    bench.close()
    engine = open_database(url)
    committer = Committer(open_store(engine))
    begun = perf_counter()
    LiveTables(engine, committer, lambda: 0).recover()
    took = perf_counter() - begun
    committer.close()
    engine.dispose()
    return took


if __name__ == "__main__":
    raise SystemExit(main())
