"""A house on the full screen, before there is a table: who you are, and the tables."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, ClassVar

import msgspec
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from pitboss.basics.money import dollars
from pitboss.client.synchronous import Client
from pitboss.engine import registry
from pitboss.protocol.account import Me
from pitboss.protocol.tables import TableInfo
from pitboss.terminal.lobby import Lobby, Place
from pitboss.terminal.screen.drill_screen import DrillScreen
from pitboss.terminal.screen.history_screen import HistoryScreen
from pitboss.terminal.screen.screens import FRAME, Choose, Command, ScreenApp, key_words
from pitboss.terminal.screen.stage import Typist, page_console
from pitboss.terminal.seat.drawing import visible
from pitboss.terminal.seat.drilling import HouseDrill
from pitboss.terminal.seat.past_rounds import HouseRounds

BEAT_S = 4.0
"""Seconds after which the tables are read again."""
LINES = 3
"""The last lines that stay on the screen."""


class Tables(msgspec.Struct, frozen=True):
    """The lobby as it is now."""

    me: Me
    tables: list[TableInfo]


class Wanted(msgspec.Struct, frozen=True):
    """A secret is asked for."""

    prompt: str


class Line(msgspec.Struct, frozen=True):
    words: str
    style: str = ""


class Over(msgspec.Struct, frozen=True):
    """The player has chosen, or leaves, or something went wrong."""

    place: Place | None
    error: BaseException | None


Told = Callable[[Tables | Wanted | Line | Over], object]


class Prompter(Typist):
    """A keyboard whose secrets are typed on the screen."""

    def __init__(self, tell: Told) -> None:
        super().__init__()
        self._tell = tell
        self.secrets: SimpleQueue[str] = SimpleQueue()

    def secret(self, prompt: str) -> str:
        self._tell(Wanted(prompt.rstrip(": ")))
        found = self.secrets.get()
        if not found:
            raise KeyboardInterrupt
        return found

    def close(self) -> None:
        super().close()
        self.secrets.put("")


class ScreenLobby(Lobby):
    """The lobby whose tables go to the screen. What it does is the same as at the prompt."""

    beat = BEAT_S

    def __init__(
        self,
        client: Client,
        prompter: Prompter,
        tell: Told,
        register: Callable[[str], None] | None,
        sign_in: Callable[[str], None] | None,
    ) -> None:
        super().__init__(client, page_console(), prompter, register, sign_in)
        self._tell = tell

    def ask(self) -> str | None:
        return self.keyboard.next(self.beat)

    def say(self, words: str, style: str = "") -> None:
        self._tell(Line(words, style))

    def show(self, me: Me, tables: list[TableInfo]) -> None:
        self._tell(Tables(me, tables))


Work = Callable[["Prompter", Told], Place | None]
"""Signs in and chooses a place, with a keyboard and a way to tell the screen."""


class LobbyApp(ScreenApp[Any]):
    """Shows what ``work`` tells, and types what keys mean. The place that was chosen is in ``place``."""

    CSS = f"""{ScreenApp.CSS} Screen {{ {FRAME} }}
    #said, #keys_of_lobby {{ color: #BDB8AC; margin-top: 1; }}
    Screen OptionList {{ max-height: 50vh; }}
    .low OptionList {{ max-height: 40vh; }}
    .low #said, .low #keys_of_lobby {{ margin-top: 0; }}
    .low #said {{ max-height: 1; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q,ctrl+d", "leave", "leave", priority=True),
        Binding("escape,q", "leave", "leave"),
        Binding("s", "stand", "stand"),
        Binding("n", "new", "new table"),
        Binding("d", "drill", "drill"),
        Binding("h", "history", "history"),
        Binding("r", "register", "register"),
        Binding("i", "sign_in", "sign in"),
    ]

    def __init__(self, client: Client, work: Work, *, may_sign_in: bool = True) -> None:
        super().__init__()
        self.client, self._work, self._may_sign_in = client, work, may_sign_in
        self.place: Place | None = None
        self.error: BaseException | None = None
        self.lines: list[Line] = []
        """Everything that was said."""
        self.tables: list[TableInfo] = []
        self.me: Me | None = None
        self.prompter = Prompter(self.tell)
        self._who, self._said = Static("The house is being asked."), Static(id="said")
        self._keys = Static(id="keys_of_lobby")

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title = f"♠ Pitboss · {self.client.server}"
            yield self._who
            yield self._said
            yield self._keys

    def on_mount(self) -> None:
        Thread(target=self._run, daemon=True).start()

    def on_unmount(self) -> None:
        self.prompter.close()

    def tell(self, told: Tables | Wanted | Line | Over) -> None:
        if self.is_running:
            self.call_later(self._hear, told)

    def _run(self) -> None:
        """Do the work on its own thread."""
        place, error = None, None
        try:
            place = self._work(self.prompter, self.tell)
        except BaseException as wrong:
            error = wrong
        self.tell(Over(place, error))

    def _hear(self, told: Tables | Wanted | Line | Over) -> None:
        match told:
            case Over(place=place, error=error):
                self.place, self.error = place, error
                self.exit()
            case Line() as line:
                self.lines.append(line)
                shown = self.lines[-1 if self.has_class("low") else -LINES :]
                self._said.update(Text("\n").join(Text(one.words, one.style) for one in shown))
            case Wanted(prompt=prompt):
                self.push_screen(Command(prompt, secret=True), lambda typed: self.prompter.secrets.put(typed or ""))
            case Tables(me=me, tables=tables):
                self._show(me, tables)

    # --- the tables

    def _show(self, me: Me, tables: list[TableInfo]) -> None:
        self.me, self.tables = me, tables
        guest = "" if me.person.login else ", a guest"
        self._who.update(
            Text.assemble(
                "You are ",
                (visible(me.person.name), "bold"),
                f"{guest}, with {dollars(me.wallet)} in your wallet. Play money only.",
                "" if tables else "\nNo one is playing yet. N deals you in at a table of your own.",
            )
        )
        frame = self.screen_stack[0].query_one(Vertical)
        self._keys.update(self._key_words(me, tables))
        options = [Option(self._line(one)) for one in tables]
        before = self.screen_stack[0].query(OptionList)
        if before:
            shown = before.first(OptionList)
            at = shown.highlighted
            shown.set_options(options)
            shown.highlighted = min(at or 0, len(options) - 1) if options else None
        elif options:
            made = OptionList(*options)
            frame.mount(made, after=self._who)
            made.focus()

    def _key_words(self, me: Me, tables: list[TableInfo]) -> Text:
        """What can be done here. What is not offered is not listed."""
        keys = ["Enter sit down", "S stand behind", "D drill"] if tables else []
        keys += ["N deal me in", "H history"]
        keys += ["R register"] if not me.person.login else []
        keys += ["I sign in"] if self._may_sign_in and not me.person.login else []
        return key_words([*keys, "Q leave"])

    def _line(self, one: TableInfo) -> Text:
        assert self.me is not None
        here = any(at.table == one.id for at in self.me.tables)
        name = visible(one.name) if one.name == one.title else f"{visible(one.name)}, {one.title}"
        free = one.positions - sum(seated.seat > 0 for seated in one.seats)
        people = [visible(seated.name) for seated in one.seats if seated.person != self.me.person.id]
        state = "you are here" if here else one.state if one.state != "open" else f"{free} free" if free else "full"
        limits = f"{dollars(one.minimum)} to {dollars(one.maximum)}"
        words = f"{name[:30]:<31}{limits:<13}{state:<13}{', '.join(people)}"
        return Text(words, "bold" if here else "", no_wrap=True, overflow="ellipsis")

    # --- what a player does

    @property
    def _at(self) -> int | None:
        found = self.screen_stack[0].query(OptionList)
        return found.first(OptionList).highlighted if found and len(self.screen_stack) == 1 else None

    @property
    def _is_free(self) -> bool:
        """Whether the lobby is shown, and nothing above it."""
        return len(self.screen_stack) == 1 and self.me is not None

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        if len(self.screen_stack) == 1:
            self.prompter.type(str(chosen.option_index + 1))

    def action_stand(self) -> None:
        if self._is_free and self._at is not None:
            self.prompter.type(f"stand {self._at + 1}")

    def action_new(self) -> None:
        if self._is_free:
            names = registry.games()
            games = map(registry.game, names)
            lines = [f"{game.title:<26}deal me in, {dollars(registry.opening(game))}" for game in games]
            self.push_screen(
                Choose("A private table", lines),
                lambda at: self.prompter.type(f"deal {names[at]}") if at is not None and at >= 0 else None,
            )

    def action_drill(self) -> None:
        if self._is_free and self._at is not None:
            self.push_screen(DrillScreen(HouseDrill(self.client, registry.game(self.tables[self._at].game))))

    def action_history(self) -> None:
        if self._is_free and self.me is not None:
            self.push_screen(HistoryScreen(HouseRounds(self.client, self.me.person.id)))

    def action_register(self) -> None:
        if self._is_free and self.me is not None and not self.me.person.login:
            self._ask_name("The name to register", "register")

    def action_sign_in(self) -> None:
        if self._is_free and self._may_sign_in and self.me is not None and not self.me.person.login:
            self._ask_name("Your name at this house", "sign in")

    def _ask_name(self, title: str, command: str) -> None:
        self.push_screen(Command(title), lambda name: self.prompter.type(f"{command} {name}") if name else None)

    def action_leave(self) -> None:
        if len(self.screen_stack) > 1:
            self.screen.dismiss(None)
        elif self.me is None:
            self.error = KeyboardInterrupt()
            self.exit()
        else:
            self.prompter.type("quit")
