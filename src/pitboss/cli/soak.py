"""``pitboss soak``: kill a house under load again and again, and check that nothing is lost."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import msgspec
import typer

from pitboss.cli.arguments import Json, Unusable, usable, whole_number
from pitboss.cli.output import complain, console, print_json, progress
from pitboss.terminal.drawing import plain_grid

KILLS, MOST_KILLS = 200, 100_000


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
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", parser=whole_number, help="The seed of the play and the moments.")
    ] = 1,
    as_json: Json = False,
) -> None:
    """Kill a house under load at random moments, and check that nothing is lost.

    The house plays all five games with side wagers, jackpots, voids, coupons, joins and leaves. After each kill, every
    act that it acknowledged must be stored once, and an audit must be clean. The exit status is 1 if anything is lost.

    [bold]Examples[/]

      pitboss soak
      pitboss soak --kills 15 --json
      pitboss soak --database postgresql://user@host/empty
    """
    if not 1 <= kills <= MOST_KILLS:
        raise Unusable(f"--kills must be between 1 and {MOST_KILLS:,}, not {kills}")
    with usable():
        from pitboss.house.database import DatabaseError
        from pitboss.house.soak import SoakError
        from pitboss.house.soak import soak as soaked
    began = time.monotonic()
    try:
        with TemporaryDirectory(prefix="pitboss-soak-") as folder, progress("killing", kills, long=1) as bar:
            url = database or f"sqlite:///{Path(folder) / 'house.db'}"
            told = soaked(url, kills, seed=seed, tick=lambda so_far: bar.tick())
    except DatabaseError as error:
        raise Unusable(str(error)) from None
    except SoakError as error:
        complain(str(error))
        raise typer.Exit(1) from None
    seconds = time.monotonic() - began
    if as_json:
        print_json(msgspec.to_builtins(told) | {"seconds": round(seconds, 1)})
        return
    out = console()
    out.print("[bold green]Nothing was lost, and nothing was done twice.[/]")
    grid = plain_grid("what", "number", right=("number",))
    for what, value in (
        ("kills", told.kills),
        ("acts and entries that somebody was told of, all there", told.promised),
        ("commands that were acknowledged, all done once", told.commands),
        ("commands that were given again after a kill", told.resent),
        ("audits, all clean", told.audits),
        ("acts", told.acts),
        ("rounds", told.rounds),
        ("shares of meters won", told.wins),
        ("seconds of the slowest start", f"{told.slowest_start_s:.1f}"),
        ("seconds in all", f"{seconds:.0f}"),
    ):
        grid.add_row(what, f"{value:,}" if isinstance(value, int) else value)
    out.print(grid)
