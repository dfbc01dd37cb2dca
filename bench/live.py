"""Measures a served house end to end: real clients over WebSockets, real databases, real kills.

- With a second of thought before each act, 99 of 100 commands must be answered within ``THINKING_MS``.
- At full speed, within ``FULL_SPEED_MS``. The house must make at least ``FLOOR`` of the acts a second that it makes
  with a store that keeps nothing. A machine is faster in one minute than in the next, so each run is compared with a
  run of that store right beside it, and the median of these shares counts.
- On PostgreSQL, a second process must take over all tables within ``KILLED_S`` after the first is killed, and within
  its lease and ``HUNG_S`` if it hangs.

All clients share one process, and the house another, so on few cores they slow each other down. The delay within the
clients, which the house can't help, is measured too. The exit status is 1 if a limit is missed. Run it with
``make bench``, or ``python bench/live.py --tables 10 --seconds 3``.
"""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from databases import databases

from pitboss.cli.output import console
from pitboss.engine import registry
from pitboss.house.storage.ownership import LEASE_S
from pitboss.server.http.start import run_loop
from pitboss.server.other_processes import PASSED_ON
from pitboss.terminal.seat.drawing import fit, plain_grid
from pitboss.testing.load import Figures, Plan, run

if TYPE_CHECKING:
    from served import Server

TABLES, SEATS = 50, 5
OF_A_GUEST = 5
"""Tables that a guest may open."""
THINKING_MS, FULL_SPEED_MS = 50.0, 150.0
FLOOR = 0.85
KILLED_S, HUNG_S = 1.0, 1.0
NOTHING = """
import sys
from pitboss.cli import run
from pitboss.house.storage.store import NoStore
from pitboss.house.process import house
house.open_store = lambda engine: NoStore()
run()
"""
"""A server whose tables store nothing. People and sessions are stored, since clients must sign in."""


def played(make: Callable[[], str], plan: Plan, *, nothing: bool = False) -> Figures:
    """The figures of a house on a new database."""
    from served import Server

    with TemporaryDirectory() as folder:
        program = ("-c", NOTHING) if nothing else ("-m", "pitboss.cli")
        options = ("--no-tables", "--no-limits", "--key", f"{folder}/house.key")
        server = Server(Path(folder), *options, database=make(), program=program)
        try:
            return run_loop(run(server.url, plan))
        finally:
            server.kill()


def take_over(make: Callable[[], str], tables: int, how: signal.Signals) -> float:
    """Seconds from a signal to the first process until the second one runs all of its tables."""
    from served import served

    with TemporaryDirectory() as folder:
        url = make()
        arguments = ("--no-tables", "--no-limits", "--key", f"{folder}/house.key")
        with (
            served(Path(folder), *arguments, database=url) as first,
            served(Path(folder), *arguments, database=url) as second,
        ):
            guests = [first.guest() for _ in range(0, tables, OF_A_GUEST)]
            for number in range(tables):
                body = {
                    "game": registry.games()[number % len(registry.games())],
                    "name": f"Table {number}",
                    "private": True,
                }
                made = guests[number // OF_A_GUEST].post("/api/tables", body)
                assert made.status_code == 200, made.text
            begun = time.monotonic()
            first.process.send_signal(how)
            while sum(len(own_tables(second, guest.token)) for guest in guests) < tables:
                pass
            return time.monotonic() - begun


def own_tables(server: Server, token: str) -> list[object]:
    """The tables of a guest that this process runs."""
    answer = server.http.get("/api/tables", headers={"authorization": f"Bearer {token}", PASSED_ON: "1"})
    found: list[object] = answer.json()
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=6.0, help="length of each run (default 6)")
    parser.add_argument("--runs", type=int, default=7, help="interleaved runs of each store (default 7)")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"tables (default {TABLES})")
    given = parser.parse_args(arguments)
    out, missed = console(), False

    def row(store: str, speed: str, of: Sequence[Figures], beside: Sequence[Figures], limit: float) -> bool:
        rate, p99 = median(one.acts_a_second for one in of), median(one.latency_ms.p99 for one in of)
        pairs = zip(of, beside, strict=True) if beside else ()
        share = median([one.acts_a_second / other.acts_a_second for one, other in pairs]) if beside else None
        good = p99 <= limit and (share is None or share >= FLOOR)
        grid.add_row(
            store,
            speed,
            f"{rate:,.0f}",
            "" if share is None else f"{share:.2f}",
            f"{median(one.latency_ms.p50 for one in of):.0f}",
            f"{p99:.0f}",
            f"{median(one.own_delay_ms.p99 for one in of):.0f}",
            f"{limit:.0f}",
            "within" if good else "missed",
        )
        return good

    columns = ("acts/s", "of nothing", "p50 ms", "p99 ms", "clients' own p99", "limit ms")
    grid = plain_grid("store", "speed", *columns, "", right=columns)
    with databases() as made:
        thinking = Plan(tables=given.tables, seats=SEATS, seconds=given.seconds, think=1.0)
        for name, make in made.items():
            of = [played(make, thinking) for _ in range(given.runs)]
            missed |= not row(name, "1 s of thought", of, (), THINKING_MS)
        full = Plan(tables=given.tables, seats=SEATS, seconds=given.seconds)
        runs: dict[str, list[Figures]] = {"nothing": [], **{name: [] for name in made}}
        beside_nothing = ("sqlite", "nothing", "postgresql")
        for number in range(given.runs):
            for name in filter(runs.__contains__, beside_nothing[:: -1 if number % 2 else 1]):
                kept = made["sqlite" if name == "nothing" else name]
                runs[name].append(played(kept, full, nothing=name == "nothing"))
        for name, of in runs.items():
            good = row(name, "full", of, runs["nothing"], FULL_SPEED_MS)
            missed |= not good and name != "nothing"
        out.print(fit(grid, out.width))
        if make := made.get("postgresql"):
            for words, how, limit in (
                ("is killed", signal.SIGKILL, KILLED_S),
                ("hangs", signal.SIGSTOP, LEASE_S + HUNG_S),
            ):
                took = median(take_over(make, given.tables, how) for _ in range(given.runs))
                missed |= took > limit
                out.print(f"Take-over of {given.tables} tables if a process {words}: {took:.2f} s (limit {limit:.1f}).")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
