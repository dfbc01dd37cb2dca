"""Screens above the table: pages to read, a line to type, and a list to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread
from typing import Any, ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from pitboss.terminal.plain.pages import Page
from pitboss.terminal.screen.colours import BRASS, ON_BRASS
from pitboss.terminal.seat.hints import NoHint

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


T = TypeVar("T")


class Working(Screen[None]):
    """Begins work and hears of it when it is done."""

    class Done(Message):
        """Work is done, or failed with a sentence that says why."""

        def __init__(self, then: Callable[[], Any], why: str) -> None:
            super().__init__()
            self.then, self.why = then, why

    def begin(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        """Begin work. ``then`` is called with its result; ``failed`` if there is none."""

        def run() -> None:
            try:
                found = work()
            except NoHint as no:
                self.post_message(self.Done(lambda: None, str(no)))
            except Exception as error:  # whatever it is, the player reads a sentence
                self.post_message(self.Done(lambda: None, f"this did not work: {error or type(error).__name__}"))
            else:
                self.post_message(self.Done(lambda: then(found), ""))

        Thread(target=run, daemon=True).start()

    def on_working_done(self, done: Done) -> None:
        if done.why:
            self.failed(f"{done.why[:1].upper()}{done.why[1:]}.")
        else:
            done.then()

    def failed(self, why: str) -> None:
        """Show why something did not work."""
