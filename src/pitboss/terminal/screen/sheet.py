"""Canvases on the screen, and the terminal set-up that the full-screen apps share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from rich.text import Text
from textual import events
from textual.app import App
from textual.message import Message
from textual.widget import Widget

from pitboss.terminal.screen.canvas import Canvas

T = TypeVar("T")
WIDE, BROAD = 120, 180
"""The columns from which the coach stands at the right, and from which there is more room for it."""

LOW = 20
"""The rows below which lists and messages are kept short."""


class ScreenApp(App[T]):
    """A full-screen program. It knows what its terminal can show."""

    TITLE = "Pitboss"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #0D1013; color: #F4F0E7; }
    #bar, #keys { height: 1; }
    #middle { height: 1fr; }
    #felt { height: 1fr; }
    #coach { height: 4; }
    .wide #middle { layout: horizontal; }
    .wide #felt { width: 1fr; height: 100%; }
    .wide #coach { width: 40; height: 100%; }
    .broad #coach { width: 56; }
    .letters Vertical { border: ascii #E6BC63; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.letters = not (getattr(sys.__stdout__, "encoding", "") or "utf-8").lower().startswith("utf")
        """Whether the terminal has no Unicode, so that letters stand for suits."""
        self.few_colours = self.console.color_system in ("standard", "windows")
        """Whether the terminal has 16 colours."""

    def on_load(self) -> None:
        self.set_class(self.letters, "letters")

    def on_resize(self, resized: events.Resize) -> None:
        self.set_class(resized.size.width >= WIDE, "wide")
        self.set_class(resized.size.width >= BROAD, "broad")
        self.set_class(resized.size.height < LOW, "low")


class Sheet(Widget):
    """A canvas on the screen. What is clicked goes to its screen as ``Clicked``."""

    class Clicked(Message):
        """A place was clicked that does something."""

        def __init__(self, does: str) -> None:
            super().__init__()
            self.does = does

    def __init__(self, id: str, draw: Callable[[Canvas], None], ground: Callable[[], str]) -> None:
        super().__init__(id=id)
        self._draw, self._ground = draw, ground
        self.canvas = Canvas(1, 1, "")

    def render(self) -> Text:
        app = self.app
        letters, few = (app.letters, app.few_colours) if isinstance(app, ScreenApp) else (False, False)
        width, height = max(self.size.width, 1), max(self.size.height, 1)
        self.canvas = Canvas(width, height, self._ground(), letters=letters, few_colours=few)
        self._draw(self.canvas)
        return self.canvas.text()

    def on_click(self, click: events.Click) -> None:
        if does := self.canvas.at(click.x, click.y):
            self.post_message(self.Clicked(does))
