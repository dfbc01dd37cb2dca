"""The first screen without a house: the games, to play or to drill, and logs to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import shorten
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.terminal.screen.drill_screen import DrillScreen
from pitboss.terminal.screen.history_screen import HistoryScreen
from pitboss.terminal.screen.screens import FRAME, Command, ScreenApp, key_words
from pitboss.terminal.seat.drilling import Drill
from pitboss.terminal.seat.past_rounds import Logged


class Home(ScreenApp[str]):
    """Lets a player choose a game. The result is its name; empty if they leave."""

    CSS = f"{ScreenApp.CSS} Screen {{ {FRAME} }} #keys_of_lobby {{ color: #BDB8AC; margin-top: 1; }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+c,ctrl+q,ctrl+d", "leave", "leave", priority=False),
        Binding("d", "drill", "drill"),
        Binding("h", "history", "history"),
    ]

    def __init__(self, known: Sequence[Game], drill: Callable[[Game], Drill] | None) -> None:
        super().__init__()
        self.known, self.drill = known, drill
        self.list = OptionList(*(Option(self._line(game)) for game in known))

    def _line(self, game: Game) -> Text:
        wagers = ", ".join(wager.name for wager in game.wagers if not wager.earned)
        least = f"{dollars(registry.opening(game)):<6}"
        return Text.assemble((f"{game.title:<26}", "bold"), least, shorten(wagers, 38, placeholder=" ..."))

    def compose(self) -> ComposeResult:
        keys = ["Enter deal me in", *(["D drill"] if self.drill is not None else []), "H read a log", "Q leave"]
        with Vertical() as frame:
            frame.border_title = "♠ Pitboss"
            yield Static("Pick a game. Play money only.")
            yield self.list
            yield Static(key_words(keys), id="keys_of_lobby")

    def on_mount(self) -> None:
        self.list.focus()

    @property
    def _chosen(self) -> Game:
        return self.known[self.list.highlighted or 0]

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        if chosen.option_list is self.list:
            self.exit(self.known[chosen.option_index].name)

    def action_drill(self) -> None:
        if self.drill is not None and len(self.screen_stack) == 1:
            self.push_screen(DrillScreen(self.drill(self._chosen)))

    def action_history(self) -> None:
        if len(self.screen_stack) == 1:
            self.push_screen(Command("The file of a log, as --log writes it"), self._read_log)

    def _read_log(self, name: str | None) -> None:
        if name:
            self.push_screen(HistoryScreen(Logged(Path(name).expanduser())))

    def action_leave(self) -> None:
        self.exit("")
