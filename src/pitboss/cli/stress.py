"""``pitboss load`` and ``pitboss soak``: a house under many clients, and one that is killed meanwhile."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from pitboss.cli.arguments import Json, Unusable, checked_server, option, seed_number, usable
from pitboss.cli.output import complain, console, parts_done, print_json, progress
from pitboss.engine import registry
from pitboss.terminal.seat.drawing import plain_grid

if TYPE_CHECKING:
    from pitboss.testing.load import Figures
    from pitboss.testing.soak import Soaked

MOST_TABLES, LONGEST = 500, 86_400
ONCE = ("connections made anew", "commands sent again", "players out of money")
"""Measures that have no rate."""
OPEN_AT = "The house is open at "
"""What ``pitboss serve`` says when it is ready, before its address."""
TO_END = 15.0
"""Seconds within which a house must close."""


def load(
    server: str = option("", "URL", "The address of a house. Default: start one and stop it at the end."),
    tables: int = option(50, "N", "Number of tables."),
    seats: int = option(5, "N", "Number of players at each table."),
    seconds: float = option(30.0, "SECONDS", "How long the players play, once all sit."),
    think: float = option(
        0.0,
        "SECONDS",
        "How long a player thinks before each act, on average. People take 1 or more; at 0 the load is as"
        " heavy as this machine can make it.",
    ),
    coaches: int = option(
        0, "N", "Number of tables at which every player asks the coach at each question. Compare with 0."
    ),
    seed: int | None = option(
        None, "N", "Makes the choices of the players repeatable, not the cards.", parser=seed_number
    ),
    as_json: Json = False,
) -> None:
    """Let many clients play at a house at once, and measure it.

    The tables play all games in turn. Half of the players play each game's basic policy, the others take any legal
    offer. Every player is a client with a connection of its own. A house that has rate limits slows many players of
    one address down: start it with --no-limits.

    The delay runs from a command to its answer, as the client sees it. All clients run in one process, on one core, and
    share this machine with a house that runs on it too. So the figures say how much of the delay the load itself
    causes. The exit status is 1 if an update is missed, a command gets no answer or a player loses the house.

    [bold]Examples[/]

      pitboss load
      pitboss load --server http://127.0.0.1:8000 --tables 50 --seats 5 --seconds 30
      pitboss load --tables 50 --seats 5 --think 1 --json
      pitboss load --tables 50 --seats 1 --think 1 --coaches 50
    """
    fewest = min(registry.game(name).rules().positions for name in registry.games())
    for name, given, least, most in (
        ("--tables", tables, 1, MOST_TABLES),
        ("--seats", seats, 1, fewest),
        ("--seconds", seconds, 0.1, LONGEST),
        ("--think", think, 0, LONGEST),
        ("--coaches", coaches, 0, tables),
    ):
        if not least <= given <= most:
            raise Unusable(f"{name} must be between {least} and {most:,}, not {given:g}")
    from pitboss.client.errors import ConnectionLost, Refused
    from pitboss.server.http.start import run_loop
    from pitboss.testing.load import Plan, run

    plan = Plan(tables=tables, seats=seats, seconds=seconds, think=think, coaches=coaches, seed=seed)
    house = nullcontext(checked_server(server)) if server else own_house(coach=bool(coaches))
    with usable(), parts_done() as tick:
        tick("connecting" if server else "opening a house", 0.0)
        with house as address:
            try:
                figures = run_loop(run(address, plan, tick))
            except (ConnectionLost, Refused) as error:
                raise Unusable(f"{address}: {error}" if isinstance(error, Refused) else str(error)) from None
    if as_json:
        print_json(msgspec.to_builtins(figures) | {"own_share": round(figures.own_share, 3)})
    else:
        show_load(figures)
    if not figures.kept:
        raise typer.Exit(1)


def show_load(figures: Figures) -> None:
    """Print the figures: what was done, how long it took, and what must be 0."""
    out = console()
    thinks = f"thinks {figures.think:g} s before each act" if figures.think else "acts at once"
    words = f"  {figures.players} players at {figures.tables} tables for {figures.seconds:.1f} s; each {thinks}"
    out.print(Text.assemble(("load", "bold green"), words))
    for grid in (_measures(figures), _delays(figures), _limits(figures)):
        out.print()
        out.print(grid)
    if figures.first_advice_ms:
        first = ", ".join(f"{game} {took:,.0f}" for game, took in figures.first_advice_ms.items())
        out.print(f"\nThe first advice took, in ms: {first}.")
    out.print(
        f"\nThe load itself caused about {figures.own_share:.0%} of the delay."
        f" It kept {figures.own_cores:.2f} of {figures.cores} cores busy, and can use 1."
    )


def _measures(figures: Figures) -> Table:
    codes = ", ".join(f"{count:,} {code}" for code, count in figures.refused.items())
    measures: dict[str, int] = {
        "acts in rounds, acknowledged": figures.acts,
        "other commands, acknowledged": figures.other_commands,
        f"commands refused: {codes}" if codes else "commands refused": sum(figures.refused.values()),
        "rounds begun": figures.rounds,
        "updates received": figures.updates,
        "connections made anew": figures.reconnects,
        "commands sent again": figures.resent,
        "players out of money": figures.out_of_money,
    }
    if figures.coached:
        codes = ", ".join(f"{count:,} {code}" for code, count in figures.no_advice.items())
        measures["pieces of advice"] = figures.advice
        measures[f"advice refused: {codes}" if codes else "advice refused"] = sum(figures.no_advice.values())
    grid = plain_grid("measure", "number", "a second", right=("number", "a second"))
    for name, number in measures.items():
        rate = f"{number / figures.seconds:,.1f}" if name not in ONCE else ""
        grid.add_row(name, f"{number:,}", rate)
    return grid


def _delays(figures: Figures) -> Table:
    percentiles = ("mean", "p50", "p90", "p99", "most")
    grid = plain_grid("delay, in ms", *percentiles, right=percentiles)
    delays = {"from a command to its answer": figures.latency_ms, "of which in the load itself": figures.own_delay_ms}
    delays |= {f"advice at {about}": of for about, of in figures.advice_ms.items()}
    for name, of in delays.items():
        grid.add_row(name, *(f"{getattr(of, percentile):,.1f}" for percentile in percentiles))
    return grid


def _limits(figures: Figures) -> Table:
    grid = plain_grid("limit", "number", "at most", right=("number", "at most"))
    for name, number in {
        "updates missed or sent twice": figures.gaps,
        "commands without an answer": figures.unanswered,
        "players who lost the house for good": figures.lost,
    }.items():
        grid.add_row(name, Text(f"{number:,}", style="bold red" if number else ""), "0")
    return grid


@contextmanager
def own_house(*, coach: bool = False) -> Iterator[str]:
    """Start a house on a free port, and stop it afterwards. Gives its address. With ``coach``, its coach gets ready."""
    with TemporaryDirectory(prefix="pitboss-") as folder:
        database, log = f"sqlite:///{folder}/house.db", Path(folder) / "log"
        command = [sys.executable, "-m", "pitboss.cli", "serve", "--port", "0", "--database", database]
        command += ["--no-tables", "--no-limits"] if coach else ["--no-tables", "--no-limits", "--lazy-coach"]
        with log.open("w+") as written:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written, text=True)
            try:
                yield _address(process, log)
            finally:
                _end(process)


def _address(process: subprocess.Popen[str], log: Path) -> str:
    """The address of the house, once it is open."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(OPEN_AT):
            return line.removeprefix(OPEN_AT).strip()
    said = log.read_text(encoding="utf-8").strip().splitlines()
    why = said[-1].removeprefix("pitboss: ") if said else f"exit status {process.wait()}"
    raise Unusable(f"the house did not open: {why}")


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


KILLS, MOST_KILLS, MOST_PROCESSES = 200, 100_000, 8
WORDS = {
    "kills": "kills",
    "processes": "processes",
    "early_kills": "further kills while a process started",
    "killed_while": "killed under way",
    "acknowledged": "acknowledged",
    "refused": "refused",
    "told": "updates that clients received, all stored",
    "reconnects": "connections that were renewed",
    "resent": "commands that were sent again, done once",
    "rounds": "rounds",
    "voids": "rounds with a void hand",
    "jackpots": "shares of meters won",
    "coupons": "purchases with coupons",
    "take_overs": "tables of a killed process taken over",
    "slowest_take_over_s": "seconds of the slowest take-over, until play went on",
    "slowest_start_s": "seconds of the slowest start",
    "audits": "audits, all clean",
    "acts": "acts, all proved",
}
"""What each figure of a soak counts."""


def soak(
    kills: int = option(KILLS, "N", "How often to kill the house."),
    database: str = option(
        "", "URL", "An empty database, or one of an earlier soak. Default: a temporary SQLite file."
    ),
    processes: int = option(
        1, "N", "How many processes serve the house, on PostgreSQL. One is killed, another takes over."
    ),
    core: Annotated[bool, typer.Option("--core", hidden=True, help="Gone. Kept for one version, to say so.")] = False,
    seed: int = option(1, "S", "The seed of the play and the moments.", parser=seed_number),
    as_json: Json = False,
) -> None:
    """Kill a house under load at random moments, and check that nothing is lost.

    Real clients play all five games over WebSockets, with side wagers, jackpots, voids and coupons. They come and
    leave, and lose their connections. Tables open, change their rules and close. After each kill, every act that was
    acknowledged must be stored once, and play must go on. The exit status is 1 if anything is lost.

    [bold]Examples[/]

      pitboss soak
      pitboss soak --kills 15 --json
      pitboss soak --database postgresql://user@host/empty --processes 2
    """
    for name, value, most in (("--kills", kills, MOST_KILLS), ("--processes", processes, MOST_PROCESSES)):
        if not 1 <= value <= most:
            raise Unusable(f"{name} must be between 1 and {most:,}, not {value}")
    if core:
        raise Unusable("--core is gone: 'pitboss soak' kills a served house and checks all that it checked")
    with usable():
        from pitboss.house.storage.database import DatabaseError
        from pitboss.testing.house_process import SoakError
        from pitboss.testing.soak import soak as kill_again
    began = time.monotonic()
    try:
        with TemporaryDirectory(prefix="pitboss-soak-") as folder, progress("killing", kills, long=1) as bar:
            url = database or f"sqlite:///{Path(folder) / 'house.db'}"
            told = kill_again(url, kills, processes=processes, seed=seed, tick=lambda so_far: bar.tick())
    except DatabaseError as error:
        raise Unusable(str(error)) from None
    except SoakError as error:
        complain(str(error))
        raise typer.Exit(1) from None
    seconds = time.monotonic() - began
    if as_json:
        print_json({"lost": 0, "twice": 0, **msgspec.to_builtins(told), "seconds": round(seconds, 1)})
    else:
        show_soak(told, seconds)


def show_soak(told: Soaked, seconds: float) -> None:
    """Print what a soak has seen. Every figure says what it counts."""
    out = console()
    out.print("[bold green]Nothing was lost, and nothing was done twice.[/]")
    grid = plain_grid("what", "number", right=("number",))
    for field in msgspec.structs.fields(told):
        value, words = getattr(told, field.name), WORDS[field.name]
        if isinstance(value, dict):
            for kind, number in value.items():
                grid.add_row(f"{words}: {kind}", f"{number:,}")
        else:
            grid.add_row(words, f"{value:,}" if isinstance(value, int) else f"{value:.1f}")
    grid.add_row("seconds in all", f"{seconds:.0f}")
    out.print(grid)
