"""What a seat needs of the terminal: a display that says things, draws the table and puts questions, and a keyboard."""

from __future__ import annotations

import os
import select
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from getpass import getpass
from types import FrameType
from typing import Protocol

import msgspec
from rich.console import Console

from pitboss.basics.errors import IllegalAction
from pitboss.engine.results import Result
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.layout import Layout
from pitboss.protocol.coaching import ReviewInfo
from pitboss.terminal.seat.answers import Choice
from pitboss.terminal.seat.drawing import Page
from pitboss.terminal.seat.hints import Hint
from pitboss.terminal.seat.seat_table import SeatTable

# ruff: noqa: B027  (methods that are empty here are for the few that have something to do)


class Asking(msgspec.Struct, frozen=True):
    """You are asked."""

    question: str
    about: str
    seat: int
    known: Sequence[Choice]
    prices: Mapping[str, str]
    may_go_on: bool
    stakes: int = 0
    """What lies on the layout when Enter has placed what it places, in cents, while wagers are placed."""
    reports: bool = False
    """Whether you may report an irregularity."""
    ends: float | None = None
    """When your time is over, on the clock of ``time.monotonic``."""


class Display(ABC):
    """A terminal, line by line or full screen."""

    table: SeatTable
    """The table that is shown. The seat sets it."""
    prices_wagers = False
    """Whether a coach tells by itself what wagers cost, before the first is placed."""

    def __init__(self, console: Console) -> None:
        self.console = console
        """Tells how large a page is."""

    # --- words

    @abstractmethod
    def say(self, words: str, style: str = "") -> None: ...

    @abstractmethod
    def complain(self, words: str) -> None:
        """Say that something can't be done."""

    @abstractmethod
    def refuse(self, refusal: IllegalAction) -> None:
        """Say that the rules do not allow it."""

    @abstractmethod
    def warn(self, why: str) -> None:
        """Warn before a wager, which is placed if it is made again."""

    @abstractmethod
    def tell(self, event: Event) -> None:
        """Tell one event, with its clause."""

    @abstractmethod
    def show_clause(self, id: str, words: str) -> None:
        """Show a clause. ``words`` are empty if there is none of this number."""

    # --- the round

    @abstractmethod
    def heading(self, round: int) -> None:
        """A round begins."""

    @abstractmethod
    def show_table(self, layout: Layout, title: str = "", status: str = "") -> None: ...

    @abstractmethod
    def results(self, came: Sequence[Result]) -> None:
        """Say what came of your hands. If you have none, of those of all."""

    @abstractmethod
    def settlement(self, ends: list[ev.Settled], seats: Mapping[str, int]) -> None:
        """Show how wagers were settled."""

    def round_over(self, events: Sequence[Event], total: str, *, same: bool) -> None:
        """The round is over. ``same`` is whether there are wagers to repeat."""

    def heard(self, layout: Layout) -> None:
        """Something was told, and the round goes on."""

    # --- questions

    @abstractmethod
    def ask(self, asking: Asking, layout: Layout, more: Iterable[tuple[str, str, str]]) -> None:
        """Put a question: its choices, and what else may be typed."""

    @abstractmethod
    def prompt(self, words: str, left: float | None) -> None:
        """Ask for a line. ``left`` are the seconds until your time is over, if a clock runs."""

    @abstractmethod
    def between(self, words: str, *, broke: bool, again: int) -> None:
        """Ask for a line between rounds. ``broke`` is whether you have too little for a wager.

        ``again`` is what Enter wagers anew, in cents.
        """

    def typed(self) -> None:
        """A line was typed."""

    def gets_up(self) -> None:
        """The player leaves, perhaps in the middle of a line."""

    @property
    def prompting(self) -> bool:
        """Whether the last thing that was shown is the prompt."""
        return True

    def tick(self, left: float | None) -> None:
        """Let the clock run."""

    def time_runs_out(self, words: str) -> None:
        """Say that little time is left."""

    def not_asked(self) -> None:
        """You are not asked, or not any longer."""

    def connection(self, *, lost: bool) -> None:
        """The house is lost, or back."""

    # --- pages, hints, reviews and reports

    @abstractmethod
    def show_pages(self, pages: list[Page], first: int = 1) -> None: ...

    def turn_page(self) -> bool:
        """Show the next page. Returns whether pages are turned here."""
        return False

    def follow_hint(self, work: Future[Hint | None]) -> bool:
        """Show a hint by itself when it is ready. Returns False if the seat has to look when it is."""
        return False

    @abstractmethod
    def show_hint(self, hint: Hint | None, why: str) -> None:
        """Show a hint, or why there is none."""

    def follow_review(self, work: Future[ReviewInfo], tell: Callable[[], object]) -> None:
        """Call ``tell`` when a review is ready, if the seat does not look by itself."""

    @abstractmethod
    def show_review(self, round: int, review: ReviewInfo, skill: str) -> None: ...

    @abstractmethod
    def show_reports(self, known: list[Choice]) -> None:
        """Show what can be reported now."""


class Keyboard(Protocol):
    """What a seat reads from."""

    def next(self, seconds: float) -> str | None:
        """The next line, or None if none comes in time. ``EOFError`` and ``KeyboardInterrupt`` end the input."""

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if Ctrl-C was pressed."""

    def secret(self, prompt: str) -> str:
        """A line that is typed without echo."""


class Lines:
    """The lines of an input, one at a time. ``next`` waits for a line only as long as it is told.

    >>> reads, writes = os.pipe()
    >>> lines = Lines(reads)
    >>> lines.next(0) is None
    True
    >>> os.write(writes, b"ante 25\\nfo")
    10
    >>> lines.next(1), lines.next(0)
    ('ante 25', None)
    """

    def __init__(self, file: int) -> None:
        self._file, self._read = file, b""
        self._interrupted = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep Ctrl-C until ``next`` or ``check``. Elsewhere it could come between two parts of one step."""

        def note(number: int, frame: FrameType | None) -> None:
            self._interrupted = True

        before = signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if Ctrl-C was pressed."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def next(self, seconds: float) -> str | None:
        """The next line, or None if none comes in time. At the end of the input, ``EOFError`` is raised."""
        end = time.monotonic() + seconds
        self.check()
        while b"\n" not in self._read:
            if not select.select([self._file], [], [], max(0.0, end - time.monotonic()))[0]:
                self.check()
                return None
            try:
                more = os.read(self._file, 4096)
            except OSError:  # the terminal is gone
                more = b""
            if not more:
                raise EOFError
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    def secret(self, prompt: str) -> str:
        """A line that is typed without echo. Ctrl-C raises ``KeyboardInterrupt`` at once."""
        held = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return getpass(prompt)
        finally:
            signal.signal(signal.SIGINT, held)


class Prompted:
    """A keyboard that shows its own prompt, as ``input`` does, and waits for a line as long as that takes.

    >>> keyboard = Prompted(lambda words: f"typed at {words}")
    >>> keyboard.words = "> "
    >>> keyboard.next(1)
    'typed at > '
    """

    def __init__(self, ask: Callable[[str], str]) -> None:
        self._ask = ask
        self.words = ""
        """The prompt."""

    def next(self, seconds: float) -> str | None:
        return self._ask(self.words)

    def check(self) -> None:
        """Ctrl-C is raised where it is pressed."""

    def secret(self, prompt: str) -> str:
        """There is nothing secret at a table of one's own."""
        raise EOFError
