"""What full-screen programs share: the set-up of the terminal, canvases, and screens that open above a table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from threading import Thread
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from pitboss.terminal.screen.canvas import BRASS, ON_BRASS, Canvas
from pitboss.terminal.seat.drawing import Page
from pitboss.terminal.seat.hints import NoHint

T = TypeVar("T")
WIDE, BROAD = 120, 180
"""The columns from which the coach stands at the right, and from which there is more room for it."""

LOW = 20
"""The rows below which lists and messages are kept short."""
WIDEST, MARGIN = 100, 6
"""The most columns of a page, and those that its frame and its scroll bar take."""
FRAME = """
    align: center middle;
    & > Vertical {
        width: 106; max-width: 100%; height: auto; max-height: 100%;
        background: #14181D; color: #F4F0E7; border: round #E6BC63; border-title-color: #E6BC63;
        border-subtitle-color: #BDB8AC; padding: 0 1;
    }
    & VerticalScroll { height: auto; max-height: 87vh; }
    & OptionList { height: auto; max-height: 75vh; border: none; background: #14181D; background-tint: #14181D 0%; }
    & OptionList > .option-list--option-highlighted { background: #E6BC63; color: #1B1407; text-style: bold; }
    & Input { border: none; background: #262E38; height: 1; }
"""


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

    def __init__(self, id: str, draw: Callable[[Canvas], None], ground: str) -> None:
        super().__init__(id=id)
        self._draw, self._ground = draw, ground
        self.canvas = Canvas(1, 1, "")

    def render(self) -> Text:
        app = self.app
        letters, few = (app.letters, app.few_colours) if isinstance(app, ScreenApp) else (False, False)
        width, height = max(self.size.width, 1), max(self.size.height, 1)
        self.canvas = Canvas(width, height, self._ground, letters=letters, few_colours=few)
        self._draw(self.canvas)
        return self.canvas.text()

    def on_click(self, click: events.Click) -> None:
        if does := self.canvas.at(click.x, click.y):
            self.post_message(self.Clicked(does))


def page_size(width: int, height: int) -> tuple[int, int]:
    """The size of a page on a screen of this size. ``Player`` leaves a few lines of it free.

    >>> page_size(80, 24), page_size(200, 50)
    ((74, 22), (100, 45))
    """
    return min(width - MARGIN, WIDEST), height - max(2, height // 10)


def key_words(keys: Sequence[str]) -> Text:
    """Keys with their words, such as ``Q leave``, the keys in brass."""
    words = Text()
    for one in keys:
        key, _, word = one.partition(" ")
        words.append(f" {key} ", f"bold {ON_BRASS} on {BRASS}").append(f" {word}  ")
    return words


class Pages(ModalScreen[None]):
    """Pages, one at a time."""

    CSS = f"Pages {{ {FRAME} }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "close", "close"),
        Binding("right,pagedown,space,n", "turn(1)", "next page"),
        Binding("left,pageup,b", "turn(-1)", "page before"),
    ]

    def __init__(self, pages: Sequence[Page], first: int = 1) -> None:
        super().__init__()
        self.pages, self.at = pages, min(first, len(pages))
        self._body = Static()
        self._frame = Vertical(VerticalScroll(self._body))
        self._show()

    def compose(self) -> ComposeResult:
        yield self._frame

    def _show(self) -> None:
        page, frame = self.pages[self.at - 1], self._frame
        self._body.update(page.body)
        frame.border_title = page.title
        many = len(self.pages) > 1
        turns = f"page {self.at} of {len(self.pages)}, left and right turn" if many else ""
        frame.border_subtitle = ", ".join(filter(None, (turns, "Esc closes")))

    def action_turn(self, by: int) -> None:
        self.at = min(max(self.at + by, 1), len(self.pages))
        self._show()

    def action_close(self) -> None:
        self.dismiss()


class Command(ModalScreen[str]):
    """A line to type, as at the prompt of the plain table."""

    CSS = f"Command {{ {FRAME} }}"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "close")]

    def __init__(self, title: str, line: str = "", *, secret: bool = False) -> None:
        super().__init__()
        self.title, self.line, self.secret = title, line, secret

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title, frame.border_subtitle = self.title, "Enter sends, Esc closes"
            yield Input(self.line, select_on_focus=False, password=self.secret)

    def on_input_submitted(self, submitted: Input.Submitted) -> None:
        self.dismiss(submitted.value if self.secret else submitted.value.strip())

    def action_close(self) -> None:
        self.dismiss("")


class Choose(ModalScreen[int]):
    """A list to choose from. The answer is the number of the line, or -1."""

    CSS = f"Choose {{ {FRAME} }}"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "close", "close")]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.title, self.lines = title, lines

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title, frame.border_subtitle = self.title, "Enter chooses, Esc closes"
            yield OptionList(*(Option(Text(line)) for line in self.lines))

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        self.dismiss(chosen.option_index)

    def action_close(self) -> None:
        self.dismiss(-1)


class Working(Screen[None]):
    """Begins work and hears of it when it is done."""

    def begin(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        """Begin work. ``then`` is called with its result; ``failed`` if there is none."""

        def run() -> None:
            try:
                self.call_later(self._finish, then, work())
            except Exception as error:  # whatever it is, the player reads a sentence
                why = str(error) if isinstance(error, NoHint) else f"this did not work: {error or type(error).__name__}"
                self.call_later(self.failed, f"{why[:1].upper()}{why[1:]}.")

        Thread(target=run, daemon=True).start()

    def _finish(self, then: Callable[[T], object], found: T) -> None:
        then(found)

    def failed(self, why: str) -> None:
        """Show why something did not work."""
