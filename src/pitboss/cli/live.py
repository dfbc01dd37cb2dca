"""Live tables at the terminal: signing in, a seat at a table of a house, and watching one. Needs the client."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.basics.files import opened, write_all
from pitboss.basics.money import dollars
from pitboss.cli.arguments import Unusable
from pitboss.cli.output import console, run_on_screen, wants_screen
from pitboss.client.errors import ConnectionLost, OutOfSequence, Refused
from pitboss.client.saved_sessions import SavedError, SavedSession, SavedSessions
from pitboss.client.synchronous import Client
from pitboss.engine import registry
from pitboss.engine.round.events import Event
from pitboss.engine.round.records import encode
from pitboss.protocol.account import Person
from pitboss.protocol.tables import TableInfo
from pitboss.terminal.lobby import Lobby, Place
from pitboss.terminal.plain import Plain, show_history
from pitboss.terminal.seat.display import Keyboard, Lines
from pitboss.terminal.seat.drawing import visible
from pitboss.terminal.seat.drilling import HouseDrill
from pitboss.terminal.seat.house_table import HouseTable
from pitboss.terminal.seat.past_rounds import HouseRounds
from pitboss.terminal.seat.seat import Seat, Watcher

if TYPE_CHECKING:
    from textual.screen import Screen


@contextmanager
def farewell() -> Iterator[None]:
    """Part with a player who leaves, or say why the house can't be played at."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        console().print("\nGood-bye.")
    except (ConnectionLost, OutOfSequence, Refused) as error:
        raise Unusable(str(error)) from None


def play_live(
    server: str,
    game: str,
    table: str,
    money: int,
    *,
    name: str,
    guest: bool,
    register: bool,
    password_file: Path | None,
    screen: bool,
    log: Path | None,
    force: bool,
) -> None:
    """Sign in, sit down at a live table, and play, line by line or on the full ``screen``."""
    lines = Lines(sys.stdin.fileno())

    def first(signing: SigningIn, lobby: Lobby) -> Place | None:
        """Sign in, and find a place as the command says."""
        signing.sign_in(name, guest=guest, register=register)
        if table:
            return Place(client.table(table))
        return lobby.place_at(game) if game else lobby.choose()

    with farewell():
        with ExitStack() as stack:
            heard = stack.enter_context(events_to(log, replace=force))
            client = stack.enter_context(Client(server, patience=math.inf))
            signing = SigningIn(client, lines, password_file)
            lobby = Lobby(client, console(), lines, signing.register, signing.sign_in_as)
            place = choose_on_screen(client, password_file, first) if screen else first(signing, lobby)
            while place is not None:
                at = client.table(place.table.id)
                check_choice(at, game if table else "", money)
                if screen:
                    to_lobby = on_screen(client, at, money, place, heard)
                    place = choose_on_screen(client, password_file) if to_lobby else None
                    continue
                sits = HouseTable(client, at, money, behind=place.behind, register=signing.register, heard=heard)
                seat = Seat(sits, Plain(console()), lines, piped=not sys.stdin.isatty(), deals=place.deals)
                rounds = HouseRounds(client, client.me().person.id)
                seat.beside["history"] = partial(show_history, console(), rounds)
                with lines.held():
                    to_lobby = seat.play()
                place = lobby.choose() if to_lobby else None
        console().print("Good-bye.")


def choose_on_screen(
    client: Client, password_file: Path | None, first: Callable[[SigningIn, Lobby], Place | None] | None = None
) -> Place | None:
    """Sign in and choose a table on the full screen. ``first`` does so as the command says. None if they leave."""
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


def on_screen(client: Client, table: TableInfo, money: int, place: Place, heard: Callable[[Event], None]) -> bool:
    """Play at a live table on the full screen. Returns whether the player goes to the lobby."""
    from pitboss.terminal.screen.app import TableApp
    from pitboss.terminal.screen.drill_screen import DrillScreen
    from pitboss.terminal.screen.history_screen import HistoryScreen
    from pitboss.terminal.screen.stage import OnStage, Stage, Typist

    def sit(stage: Stage, typist: Typist) -> Seat:
        sits = HouseTable(client, table, money, behind=place.behind, heard=heard)
        return Seat(sits, OnStage(stage), typist, deals=place.deals)

    game, person = registry.game(table.game), client.me().person.id
    title = game.title
    where = title if table.name == title else f"{title} · {visible(table.name)}"
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


def watch_live(server: str, table: str, name: str, *, plain: bool) -> None:
    """Sign in and follow a live table."""
    lines = Lines(sys.stdin.fileno())
    with farewell(), Client(server, patience=math.inf) as client:
        SigningIn(client, lines, does="watch").sign_in(name, guest=False, register=False)
        found = table_named(client.tables(), table)
        follow(client, client.table(found.id), lines, screen=wants_screen(plain))


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
    if not screen:
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


PASSWORD = "PITBOSS_PASSWORD"
"""The environment variable that holds a password."""
Say = Callable[..., object]
"""Says a line: its words, and perhaps a style."""
TRIES = 3
"""How often a password may be typed."""
_MADE_UP = re.compile(r"Guest \w{4}")
WRONG, SIGNED_OUT = "wrong-password", "signed-out"


class SigningIn:
    """Signs a player in, and keeps the session on this machine.

    A password is typed without echo, or comes from a file or the environment. It is never an argument of the command,
    since other users of the machine can see those.
    """

    def __init__(
        self,
        client: Client,
        keyboard: Keyboard,
        password_file: Path | None = None,
        say: Say | None = None,
        *,
        does: str = "play",
    ) -> None:
        self.client, self.keyboard, self.file, self.does = client, keyboard, password_file, does
        self.say = say or (lambda words, style="": console().print(Text(words, style)))
        self.saved = SavedSessions(client.server)

    def sign_in(self, name: str, *, guest: bool, register: bool) -> Person:
        """Sign in as the command says. Default: whoever played here last, or else a new guest."""
        try:
            if guest:
                return self._new_guest(name)
            if register:
                self._come_back(self.saved.of(""))
                return self._register_and_say(name)
            if name:
                return self._come_back(self.saved.of(name)) or self._log_in(name)
            return self._come_back(self.saved.last) or self._new_guest("")
        except SavedError as error:
            raise Unusable(str(error)) from None

    def come_back(self, name: str) -> Person:
        """Sign in a player who has been here, by name or as whoever played here last. It makes no guest."""
        try:
            found = self._come_back(self.saved.of(name) if name else self.saved.last)
            if found is None and not name:
                raise Unusable(f"nobody has played at {self.client.server} from this machine: give --name NAME")
            return found or self._log_in(name)
        except SavedError as error:
            raise Unusable(str(error)) from None

    def register(self, login: str) -> None:
        """Make the guest who plays now a registered player, who keeps chips and history."""
        try:
            self._register_and_say(login)
        except (SavedError, Unusable) as error:
            raise Refused("password", str(error)) from None

    def sign_in_as(self, login: str) -> None:
        """Go on as somebody who is registered."""
        before = self.client.token
        try:
            self._come_back(self.saved.of(login)) or self._log_in(login)
        except BaseException as error:
            self.client.talk.token = before
            if isinstance(error, SavedError | Unusable):
                raise Refused("password", str(error)) from None
            raise

    # --- the ways to sign in

    def _come_back(self, saved: SavedSession | None) -> Person | None:
        """Go on with a session that was kept. None if there is none, or if it has ended."""
        if saved is None:
            return None
        self.client.talk.token = saved.token
        try:
            person = self.client.me().person
        except Refused as no:
            if no.code != SIGNED_OUT:
                raise
            self.client.talk.token = ""
            self.saved.forget(saved.token)
            self.say(f"The session of {visible(saved.name)} at this house has ended.")
            return None
        self.saved.keep(SavedSession.of(saved.token, person))
        kind = "" if person.login else "the guest "
        self.say(f"Welcome back. You {self.does} as {kind}{visible(_without_guest(person.name))}.")
        return person

    def _new_guest(self, name: str) -> Person:
        before = self.saved.of("")
        person = self._kept(self.client.guest(name))
        self.say(f"You {self.does} as the new guest {visible(_without_guest(person.name))}.")
        if before:
            self.say(f"This machine no longer remembers the guest {visible(before.name)}.")
        register = f"pitboss play --server {self.client.server} --register --name NAME"
        self.say(f"This machine remembers you. Register to play from other machines, too: {register}", "dim")
        return person

    def _log_in(self, name: str) -> Person:
        given = self._given_password()
        for tried in range(1, TRIES + 1):
            password = given or self.keyboard.secret(f"Password of {visible(name)}: ")
            try:
                person = self._kept(self.client.login(name, password))
            except Refused as no:
                if given or no.code != WRONG or tried == TRIES:
                    raise
                self.say("The name or the password is wrong. Try again.", "red")
                continue
            self.say(f"You {self.does} as {visible(person.name)}.")
            return person
        raise AssertionError("the last try returns or raises")

    def _register_and_say(self, login: str) -> Person:
        was_guest = bool(self.client.token)
        # a name that the house has made up for a guest says nothing
        name = login if was_guest and _MADE_UP.fullmatch(self.client.me().person.name) else ""
        password = self._given_password()
        if not password:
            password = self.keyboard.secret(f"Choose a password for {visible(login)}, 10 characters or more: ")
            if self.keyboard.secret("Type it again: ") != password:
                raise Unusable("the two passwords differ; you are not registered")
        person = self._kept(self.client.register(login, password, name))
        keeps = " You keep your chips and your history." if was_guest else ""
        self.say(f"You are registered as {visible(login)}.{keeps}")
        self.say(f"Sign in anywhere with: pitboss play --server {self.client.server} --name {login}", "dim")
        return person

    def _kept(self, person: Person) -> Person:
        self.saved.keep(SavedSession.of(self.client.token, person))
        return person

    def _given_password(self) -> str:
        """The password from the file or the environment. Empty if it must be typed."""
        if self.file is None:
            return os.environ.get(PASSWORD, "")
        try:
            password = self.file.read_text(encoding="utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
            raise Unusable(f"--password-file: {self.file} can't be read: {why}") from None
        if not password:
            raise Unusable(f"--password-file: {self.file} is empty")
        return password


def _without_guest(name: str) -> str:
    """The name of a guest without the word that the house puts before a name that it makes up.

    >>> _without_guest("Guest K2TM"), _without_guest("Ann")
    ('K2TM', 'Ann')
    """
    return name.removeprefix("Guest ") if _MADE_UP.fullmatch(name) else name
