"""``pitboss watch``: follow a live table."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.arguments import FLAG, Unusable, checked_server
from pitboss.cli.output import console, run_on_screen, wants_screen
from pitboss.engine import registry
from pitboss.terminal.seat.drawing import visible
from pitboss.terminal.seat.lines import Lines

if TYPE_CHECKING:
    from pitboss.client.synchronous import Client
    from pitboss.protocol.tables import TableInfo


def watch(
    table: Annotated[
        str,
        typer.Argument(
            metavar="[TABLE]",
            show_default=False,
            help="The table's id, its name or its game. Default: the only table of the house.",
        ),
    ] = "",
    server: Annotated[
        str, typer.Option("--server", metavar="URL", help="The address of the house.")
    ] = "http://127.0.0.1:8000",
    name: Annotated[
        str,
        typer.Option(
            "--name", metavar="NAME", help="Sign in as this registered player. Default: whoever played here last."
        ),
    ] = "",
    plain: Annotated[
        bool,
        typer.Option(
            "--plain",
            metavar=FLAG,
            help="Follow it line by line, for pipes and screen readers. Default: full screen, on a terminal.",
        ),
    ] = False,
) -> None:
    """Follow a live table: what everybody there may see, as it happens.

    [bold]Examples[/]

      pitboss watch caribbean_stud
      pitboss watch "Caribbean Stud Poker" --server http://127.0.0.1:8000
    """
    address = checked_server(server)
    from pitboss.cli.signing_in import SigningIn
    from pitboss.client.errors import ConnectionLost, OutOfSequence, Refused
    from pitboss.client.synchronous import Client

    lines = Lines(sys.stdin.fileno())
    try:
        with Client(address, patience=math.inf) as client:
            SigningIn(client, lines, does="watch").sign_in(name, guest=False, register=False)
            found = table_named(client.tables(), table)
            follow(client, client.table(found.id), lines, screen=wants_screen(plain))
    except (EOFError, KeyboardInterrupt):
        console().print("\nGood-bye.")
    except (ConnectionLost, OutOfSequence, Refused) as error:
        raise Unusable(str(error)) from None


def table_named(tables: list[TableInfo], said: str) -> TableInfo:
    """The table with this id or name, or the only one of this game."""
    if not tables:
        raise Unusable("there is no table at this house that you may watch")
    if not said and len(tables) == 1:
        return tables[0]
    wanted = said.casefold()
    fits = [one for one in tables if said in (one.id, one.name)]
    fits = fits or [one for one in tables if wanted in (one.name.casefold(), one.title.casefold(), one.game)]
    if len(fits) == 1:
        return fits[0]
    known = ", ".join(f"{visible(one.name)} ({one.id})" for one in (fits or tables))
    if not said:
        raise Unusable(f"name a table; the tables are {known}")
    if fits:
        raise Unusable(f"{len(fits)} tables are called '{visible(said)}': {known}")
    raise Unusable(f"no table is called '{visible(said)}'; the tables are {known}")


def follow(client: Client, table: TableInfo, lines: Lines, *, screen: bool) -> None:
    """Follow a table, line by line or on the full ``screen``."""
    from pitboss.terminal.seat.house_table import HouseTable
    from pitboss.terminal.seat.seat import Watcher

    if not screen:
        from pitboss.terminal.plain.display import Plain

        watcher = Watcher(HouseTable(client, table), Plain(console()), lines)
        with lines.held():
            watcher.play()
        return
    from pitboss.terminal.screen.app import TableApp
    from pitboss.terminal.screen.stage import OnStage, Stage, Typist

    def sit(stage: Stage, typist: Typist) -> Watcher:
        return Watcher(HouseTable(client, table), OnStage(stage), typist)

    game = registry.game(table.game)
    where = f"watching {game.title} · {visible(table.name)}"
    person = client.me().person.id
    run_on_screen(TableApp(game, person, where, sit, coaching=False))
