"""``pitboss play --server``: a seat at a live table."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.basics.files import opened, write_all
from pitboss.basics.money import dollars
from pitboss.cli.arguments import Unusable, checked_server, game_named
from pitboss.cli.output import console, run_on_screen
from pitboss.engine import registry
from pitboss.engine.round.events import Event
from pitboss.engine.round.records import encode
from pitboss.terminal.seat.drawing import visible
from pitboss.terminal.seat.lines import Lines

if TYPE_CHECKING:
    from textual.screen import Screen

    from pitboss.cli.signing_in import SigningIn
    from pitboss.client.synchronous import Client
    from pitboss.protocol.tables import TableInfo
    from pitboss.terminal.plain.lobby import Lobby, Place


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
    plain: bool = False,
    screen: bool = False,
    log: Path | None = None,
    force: bool = False,
) -> None:
    """Sign in, sit down at a live table, and play, line by line or on the full ``screen``."""
    address, chosen = checked_server(server), game_named(game).name if game else ""
    if register and (guest or not name):
        raise Unusable("--register needs --name NAME, and no --guest")
    if not sys.stdin.isatty() and not plain:
        raise Unusable("there is no terminal here: run 'pitboss play --server' in a terminal")
    from pitboss.cli.signing_in import SigningIn
    from pitboss.client.errors import ConnectionLost, OutOfSequence, Refused
    from pitboss.client.synchronous import Client
    from pitboss.terminal.plain.display import Plain, show_history
    from pitboss.terminal.plain.lobby import Lobby, Place
    from pitboss.terminal.seat.house_table import HouseTable
    from pitboss.terminal.seat.past_rounds import HouseRounds
    from pitboss.terminal.seat.seat import Seat

    lines = Lines(sys.stdin.fileno())

    def first(signing: SigningIn, lobby: Lobby) -> Place | None:
        """Sign in, and find a place as the command says."""
        signing.sign_in(name, guest=guest, register=register)
        if table:
            return Place(client.table(table))
        return lobby.place_at(chosen) if chosen else lobby.choose()

    try:
        with ExitStack() as stack:
            heard = stack.enter_context(events_to(log, replace=force))
            client = stack.enter_context(Client(address, patience=math.inf))
            signing = SigningIn(client, lines, password_file)
            lobby = Lobby(client, console(), lines, signing.register, signing.sign_in_as)
            place = choose_on_screen(client, password_file, first) if screen else first(signing, lobby)
            while place is not None:
                at = client.table(place.table.id)
                check_choice(at, chosen if table else "", money)
                if screen:
                    to_lobby = on_screen(client, at, money, place.behind, heard)
                    place = choose_on_screen(client, password_file) if to_lobby else None
                    continue
                sits = HouseTable(client, at, money, behind=place.behind, register=signing.register, heard=heard)
                seat = Seat(sits, Plain(console()), lines, piped=not sys.stdin.isatty())
                rounds = HouseRounds(client, client.me().person.id)
                seat.beside["history"] = partial(show_history, console(), rounds)
                with lines.held():
                    to_lobby = seat.play()
                place = lobby.choose() if to_lobby else None
        console().print("Good-bye.")
    except (EOFError, KeyboardInterrupt):
        console().print("\nGood-bye.")
    except (ConnectionLost, OutOfSequence, Refused) as error:
        raise Unusable(str(error)) from None


def choose_on_screen(
    client: Client, password_file: Path | None, first: Callable[[SigningIn, Lobby], Place | None] | None = None
) -> Place | None:
    """Sign in and choose a table on the full screen. ``first`` does so as the command says. None if they leave."""
    from pitboss.cli.signing_in import SigningIn
    from pitboss.terminal.screen.lobby_app import Line, LobbyApp, Prompter, ScreenLobby, Told

    fresh = client.talk.last_welcome is None

    def work(prompter: Prompter, tell: Told) -> Place | None:
        signing = SigningIn(client, prompter, password_file, lambda words, style="": tell(Line(words, style)))
        sign_in = signing.sign_in_as if fresh else None  # who is connected stays who they are
        lobby = ScreenLobby(client, prompter, tell, signing.register, sign_in)
        return lobby.choose() if first is None else first(signing, lobby)

    app = LobbyApp(client, work, may_sign_in=fresh)
    app.run()
    for line in app.lines:
        console().print(Text(line.words, line.style))
    if app.error is not None:
        raise app.error
    return app.place


def on_screen(client: Client, table: TableInfo, money: int, behind: bool, heard: Callable[[Event], None]) -> bool:
    """Play at a live table on the full screen. Returns whether the player goes to the lobby."""
    from pitboss.terminal.screen.app import TableApp
    from pitboss.terminal.screen.drill_screen import DrillScreen
    from pitboss.terminal.screen.history_screen import HistoryScreen
    from pitboss.terminal.screen.stage import OnStage, Stage, Typist
    from pitboss.terminal.seat.drilling import HouseDrill
    from pitboss.terminal.seat.house_table import HouseTable
    from pitboss.terminal.seat.past_rounds import HouseRounds
    from pitboss.terminal.seat.seat import Seat

    def sit(stage: Stage, typist: Typist) -> Seat:
        return Seat(HouseTable(client, table, money, behind=behind, heard=heard), OnStage(stage), typist)

    title = registry.game(table.game).title
    where = title if table.name == title else f"{title} · {visible(table.name)}"
    person, game = client.me().person.id, registry.game(table.game)
    above: dict[str, Callable[[], Screen[None]]] = {
        "drill": lambda: DrillScreen(HouseDrill(client, game)),
        "history": lambda: HistoryScreen(HouseRounds(client, person)),
    }
    return bool(run_on_screen(TableApp(game, person, where, sit, above=above)))


@contextmanager
def events_to(path: Path | None, *, replace: bool) -> Iterator[Callable[[Event], None]]:
    """Write the events that a seat sees to a file, one line of JSON each. Without a path, nothing is written."""
    if path is None:
        yield lambda event: None
        return
    with opened(path, replace=replace) as file:
        yield lambda event: write_all(file, encode(event) + b"\n")


def check_choice(table: TableInfo, game: str, money: int) -> None:
    """Raise ``Unusable`` if a table is not of the game, or takes more than the player's money."""
    if game and table.game != game:
        raise Unusable(f"table {table.id} plays {table.game}, not {game}")
    if money < table.minimum:
        least = dollars(table.minimum)
        raise Unusable(f"--bankroll must be at least the table minimum of {least}, not {dollars(money)}")
