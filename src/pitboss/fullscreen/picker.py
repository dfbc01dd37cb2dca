"""A list on the full screen, before there is a table: games, or the tables of a house."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App

from pitboss.fullscreen.screens import Choose


class Picker(App[int]):
    """Lets a player choose a line. The result is its number, or -1."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: #0D1013; }"

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._title, self._lines = title, lines

    def on_mount(self) -> None:
        self.push_screen(Choose(self._title, self._lines), lambda at: self.exit(-1 if at is None else at))
