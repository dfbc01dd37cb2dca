"""``pitboss soak``: kill a house under load again and again, and check that nothing is lost."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from pitboss.cli.arguments import FLAG, Json, Unusable, seed_number, usable, whole_number
from pitboss.cli.output import complain, console, print_json, progress
from pitboss.terminal.seat.drawing import plain_grid

if TYPE_CHECKING:
    from pitboss.stress.soak import Soaked

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
    kills: Annotated[
        int, typer.Option("--kills", metavar="N", parser=whole_number, help="How often to kill the house.")
    ] = KILLS,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="URL",
            show_default=False,
            help="An empty database, or one of an earlier soak. Default: a temporary SQLite file.",
        ),
    ] = "",
    processes: Annotated[
        int,
        typer.Option(
            "--processes",
            metavar="N",
            parser=whole_number,
            help="How many processes serve the house, on PostgreSQL. One is killed, another takes over.",
        ),
    ] = 1,
    core: Annotated[
        bool, typer.Option("--core", metavar=FLAG, hidden=True, help="Gone. Kept for one version, to say so.")
    ] = False,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", parser=seed_number, help="The seed of the play and the moments.")
    ] = 1,
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
    for option, value, most in (("--kills", kills, MOST_KILLS), ("--processes", processes, MOST_PROCESSES)):
        if not 1 <= value <= most:
            raise Unusable(f"{option} must be between 1 and {most:,}, not {value}")
    if core:
        raise Unusable("--core is gone: 'pitboss soak' kills a served house and checks all that it checked")
    with usable():
        from pitboss.house.storage.database import DatabaseError
        from pitboss.stress.house_process import SoakError
        from pitboss.stress.soak import soak as kill_again
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
        show(told, seconds)


def show(told: Soaked, seconds: float) -> None:
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
