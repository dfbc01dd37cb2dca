"""``pitboss play --server``: a seat at a live table."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.cli.arguments import Unusable, game_named
from pitboss.cli.output import console
from pitboss.cli.servers import checked_server, needs_the_client
from pitboss.money import dollars
from pitboss.terminal.drawing import fit, plain_grid, visible
from pitboss.terminal.lines import Lines

if TYPE_CHECKING:
    from pitboss.client.requests import TableInfo
    from pitboss.client.synchronous import Client


def play_live(server: str, game: str, table: str, name: str, money: int) -> None:
    """Sit down at a live table as a guest, and play."""
    address, chosen = checked_server(server), game_named(game).name if game else ""
    if not sys.stdin.isatty():
        raise Unusable("there is no terminal here: run 'pitboss play --server' in a terminal")
    with needs_the_client():
        from pitboss.client.errors import ConnectionLost, Refused
        from pitboss.client.synchronous import Client
        from pitboss.terminal.live import LiveSeat
    lines = Lines(sys.stdin.fileno())
    try:
        with Client(address) as client:
            client.guest(name)
            at = client.table(table) if table else find_table(client, chosen, lines)
            if at is None:
                console().print("\nGood-bye.")
                return
            if chosen and at.game != chosen:
                raise Unusable(f"table {at.id} plays {at.game}, not {chosen}")
            if money < at.minimum:
                least = dollars(at.minimum)
                raise Unusable(f"--bankroll must be at least the table minimum of {least}, not {dollars(money)}")
            LiveSeat(client, client.table(at.id), console(), lines.next, min(money, client.me().wallet)).play()
    except (ConnectionLost, Refused) as error:
        raise Unusable(str(error)) from None


def find_table(client: Client, game: str, lines: Lines) -> TableInfo | None:
    """A table with a free seat: of this game, or one that the player picks. A game without one gets a new table."""
    free = [one for one in client.tables() if one.state == "open" and not one.is_full and game in ("", one.game)]
    if game:
        return free[0] if free else client.open_table(game)
    if not free:
        raise Unusable("no table has a free seat: name a game to open a table of your own")
    return pick_table(free, lines)


def pick_table(free: list[TableInfo], lines: Lines) -> TableInfo | None:
    """Let the player pick a table by its number. None if they leave."""
    out, grid = console(), plain_grid("", "table", "game", "minimum", "players")
    for number, one in enumerate(free, 1):
        people = ", ".join(visible(seated.name) for seated in one.seats) or "nobody"
        grid.add_row(str(number), Text(visible(one.name)), one.title, dollars(one.minimum), Text(people))
    out.print("[bold green]Pitboss[/]: pick a table. Play money only.")
    out.print(fit(grid, out.width))
    while True:
        out.print("Which table? ", end="")
        try:
            line = (lines.next(3600) or "quit").strip().lower()
        except (EOFError, KeyboardInterrupt):
            return None
        if line in ("q", "quit", "exit"):
            return None
        if line.isdigit() and 1 <= int(line) <= len(free):
            return free[int(line) - 1]
        out.print(f"[red]Type a number from 1 to {len(free)}, or quit to leave.[/]")
