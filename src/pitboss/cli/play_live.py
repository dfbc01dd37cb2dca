"""``pitboss play --server``: a seat at a live table."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.arguments import Unusable, game_named
from pitboss.cli.output import console
from pitboss.cli.servers import checked_server, needs_the_client
from pitboss.money import dollars
from pitboss.terminal.lines import Lines

if TYPE_CHECKING:
    from pitboss.client.requests import TableInfo


def play_live(
    server: str,
    game: str,
    table: str,
    money: int,
    *,
    name: str = "",
    guest: bool = False,
    register: bool = False,
    password_file: Path | None = None,
) -> None:
    """Sign in, sit down at a live table, and play."""
    address, chosen = checked_server(server), game_named(game).name if game else ""
    if register and (guest or not name):
        raise Unusable("--register needs --name NAME, and no --guest")
    if not sys.stdin.isatty():
        raise Unusable("there is no terminal here: run 'pitboss play --server' in a terminal")
    with needs_the_client():
        from pitboss.cli.signing_in import SigningIn
        from pitboss.client.errors import ConnectionLost, OutOfSequence, Refused
        from pitboss.client.synchronous import Client
        from pitboss.terminal.live import LiveSeat
        from pitboss.terminal.lobby import Lobby, Place
    lines = Lines(sys.stdin.fileno())
    try:
        with Client(address, patience=math.inf) as client:
            signing = SigningIn(client, lines, password_file)
            signing.sign_in(name, guest=guest, register=register)
            lobby = Lobby(client, console(), lines, signing.register)
            place: Place | None
            if table:
                place = Place(client.table(table))
            else:
                place = lobby.place_at(chosen) if chosen else lobby.choose()
            while place is not None:
                at = client.table(place.table.id)
                check_choice(at, chosen if table else "", money)
                seat = LiveSeat(client, at, console(), lines, money, behind=place.behind, register=signing.register)
                with lines.held():
                    to_lobby = seat.play()
                place = lobby.choose() if to_lobby else None
        console().print("Good-bye.")
    except (EOFError, KeyboardInterrupt):
        console().print("\nGood-bye.")
    except (ConnectionLost, OutOfSequence, Refused) as error:
        raise Unusable(str(error)) from None


def check_choice(table: TableInfo, game: str, money: int) -> None:
    """Raise ``Unusable`` if a table is not of the game, or takes more than the player's money."""
    if game and table.game != game:
        raise Unusable(f"table {table.id} plays {table.game}, not {game}")
    if money < table.minimum:
        least = dollars(table.minimum)
        raise Unusable(f"--bankroll must be at least the table minimum of {least}, not {dollars(money)}")
