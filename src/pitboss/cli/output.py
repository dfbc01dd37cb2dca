"""Output of the command line: results go to standard output, progress and errors to standard error.

A table on the full screen takes over the terminal, and gives it back.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec
from io import TextIOWrapper
from shutil import get_terminal_size
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from pitboss.basics import __version__
from pitboss.basics.cards import SUITS

if TYPE_CHECKING:
    from rich.progress import Progress

    from pitboss.terminal.screen.app import TableApp

T = TypeVar("T")

WIDTH_WITHOUT_TERMINAL = 120
INTERRUPTED = 130

PLAIN = {
    **dict(zip("♣♦♥♠", SUITS, strict=True)),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
    **dict.fromkeys("─━┄", "-"),
    **dict.fromkeys("│┃", "|"),
    "┆": ":",
    "░": "#",
}
"""Replacements for symbols that an output can't encode: letters for suits, plain characters for lines."""
_encode = msgspec.json.Encoder(decimal_format="number").encode


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(symbol, "?") for symbol in error.object[error.start : error.end]), error.end


codecs.register_error("pitboss.plain", _in_plain_letters)


def make_ready() -> None:
    """Prepare the standard streams to accept any text. A closed stream is replaced by the null device."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper) and name != "stdin":
            stream.reconfigure(errors="pitboss.plain")


class Output(Console):
    """Standard output that raises ``BrokenPipeError`` if its reader has gone, so that the command can react."""

    def on_broken_pipe(self) -> None:
        del self._buffer[:]
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def console() -> Console:
    """Standard output, as wide as ``COLUMNS`` says, or else its terminal. Without either it has 120 columns."""
    given = "COLUMNS" in os.environ or not sys.stdout.isatty()
    width = get_terminal_size((WIDTH_WITHOUT_TERMINAL, 0)).columns if given else None
    return Output(highlight=False, emoji=False, width=width)


def complain(wrong: str) -> None:
    """Print a sentence on standard error."""
    from pitboss.terminal.seat.drawing import visible

    tidy = visible(" ".join(wrong.split())).rstrip(".")
    print(f"pitboss: {tidy}.", file=sys.stderr)


def fail(wrong: str) -> int:
    """Report an error in one sentence and return its exit status."""
    complain(wrong)
    return 2


def version(wanted: bool) -> None:
    if wanted:
        print(f"pitboss {__version__}")
        raise typer.Exit


def write_no_more() -> None:
    """Discard all further output, including what Python flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Continue without output if its reader has gone."""
    try:
        yield
    except BrokenPipeError:
        write_no_more()


def print_json(value: Any) -> None:
    print(msgspec.json.format(_encode(value), indent=2).decode())


def number(exact: Fraction) -> int | Decimal:
    """A fraction as a JSON number: an integer if it is whole, else 28 digits, enough for any part of a cent here.

    >>> number(Fraction(1234)), number(Fraction(12345, 100))
    (1234, Decimal('123.45'))
    """
    return exact.numerator if exact.denominator == 1 else Decimal(exact.numerator) / exact.denominator


class ProgressBar:
    """Counts steps and redraws the bar now and then. Without a terminal, nothing is drawn."""

    def __init__(self, bar: Progress | None, task: Any = None, every: int = 1) -> None:
        self._bar, self._task, self._every, self._done = bar, task, every, 0

    def tick(self) -> None:
        self._done += 1
        if self._bar is not None and self._done % self._every == 0:
            self._bar.update(self._task, completed=self._done)


@contextmanager
def progress(what: str, total: int, *, long: int) -> Iterator[ProgressBar]:
    """A progress bar on a terminal, for runs of at least ``long`` steps."""
    if total < long or not sys.stderr.isatty():
        yield ProgressBar(None)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield ProgressBar(bar, bar.add_task(what, total=total), max(1, total // 500))


@contextmanager
def share_done(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on a terminal, for work that reports the part done as a number from 0 to 1."""
    with share_counted(what) as tick:
        tick(0.0)
        yield tick


@contextmanager
def share_counted(what: str) -> Iterator[Callable[[float], None]]:
    """The same for counts, which may be cached: the bar appears with the first part that is reported."""
    with parts_done() as tick:
        yield lambda part: tick(what, part)


@contextmanager
def parts_done() -> Iterator[Callable[[str, float], None]]:
    """A progress bar on a terminal, for work with several parts, one after another."""
    if not sys.stderr.isatty():
        yield lambda what, part: None
        return
    from pitboss.mathematics.progress import share_bar

    with share_bar(Console(stderr=True)) as bar:
        tasks: dict[str, Any] = {}

        def tick(what: str, part: float) -> None:
            if what not in tasks:
                for before in tasks.values():
                    bar.update(before, visible=False)
                tasks[what] = bar.add_task(what, total=1.0)
            bar.update(tasks[what], completed=part)

        yield tick


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """A moving sign on a terminal, for work that can't tell how far it is. The first time on a machine may be long."""
    with Console(stderr=True).status(what) if sys.stderr.isatty() else nullcontext():
        yield


def in_background(work: Callable[[], T]) -> T:
    """Do work on another thread and wait for it, so that an interrupt takes effect even during compiled code.

    After an interrupt the thread continues until ``app.run`` ends the program.
    """
    from concurrent.futures import Future

    done: Future[T] = Future()

    def do() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    Thread(target=do, daemon=True).start()
    try:
        return done.result()
    except KeyboardInterrupt:
        complain("interrupted")
        raise typer.Exit(INTERRUPTED) from None


def wants_screen(plain: bool) -> bool:
    """Whether to use the full screen. Without Textual, a sentence says how to get it."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "") == "dumb":
        return False
    if find_spec("textual") is None:
        get_it = "The full-screen table needs Textual: pip install 'pitboss[terminal]'. This is the plain one."
        console().print(Text(get_it))
        return False
    return True


def run_on_screen(app: TableApp) -> object:
    """Run a table on the full screen, then print what was said at the end. Returns what the seat returned."""
    for line in app.run() or []:
        console().print(Text(line))
    if app.error is not None:
        raise app.error
    return app.answer
