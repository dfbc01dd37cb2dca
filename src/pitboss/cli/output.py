"""Where the command line writes: results to standard output, progress and complaints to standard error."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from io import TextIOWrapper
from threading import Thread
from typing import Any, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from pitboss.narrate import SYMBOLS
from pitboss.terminal.drawing import visible
from pitboss.version import __version__

T = TypeVar("T")

WIDTH_WITHOUT_TERMINAL = 120
INTERRUPTED = 130

PLAIN = {
    **{symbol: letter for letter, symbol in SYMBOLS.items()},
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
    **dict.fromkeys("─━┄", "-"),
    **dict.fromkeys("│┃", "|"),
    "┆": ":",
    "░": "#",
}
"""What is written where an output has no such symbol: a suit as its letter, a line as what resembles it."""


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(symbol, "?") for symbol in error.object[error.start : error.end]), error.end


codecs.register_error("pitboss.plain", _in_plain_letters)


def make_ready() -> None:
    """Let every stream take whatever is written to it: one that is closed takes it to nowhere."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper) and name != "stdin":
            stream.reconfigure(errors="pitboss.plain")


class Output(Console):
    """Standard output, whose reader may go away: that is no failure of a command, and it decides what it does then."""

    def on_broken_pipe(self) -> None:
        del self._buffer[:]
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def console() -> Console:
    """Standard output; as wide as its terminal, and 120 columns where it is none."""
    return Output(highlight=False, width=None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL)


def complain(wrong: str) -> None:
    """A sentence on standard error."""
    tidy = visible(" ".join(wrong.split())).rstrip(".")
    print(f"pitboss: {tidy}.", file=sys.stderr)


def fail(wrong: str) -> int:
    """Say in one sentence what was wrong."""
    complain(wrong)
    return 2


def version(wanted: bool) -> None:
    if wanted:
        print(f"pitboss {__version__}")
        raise typer.Exit


def write_no_more() -> None:
    """The output takes nothing more: what is still to be written goes nowhere, not even when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """Go on where nobody reads what is written: there is more to be done or found than that."""
    try:
        yield
    except BrokenPipeError:
        write_no_more()


_encode = msgspec.json.Encoder(decimal_format="number").encode


def print_json(value: Any) -> None:
    print(msgspec.json.format(_encode(value), indent=2).decode())


def number(exact: Fraction) -> int | Decimal:
    """A fraction as a number of JSON: whole where it is, else to 28 digits, which holds any part of a cent here.

    >>> number(Fraction(1234)), number(Fraction(12345, 100))
    (1234, Decimal('123.45'))
    """
    return exact.numerator if exact.denominator == 1 else Decimal(exact.numerator) / exact.denominator


class ProgressBar:
    """Counts steps and redraws the bar now and then. Without a terminal there is no bar, and nothing is drawn."""

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
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield ProgressBar(bar, bar.add_task(what, total=total), max(1, total // 500))


@contextmanager
def share_done(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on a terminal for work that tells what part of it is done, from 0 to 1."""
    if not sys.stderr.isatty():
        yield lambda part: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda part: bar.update(task, completed=part)


def in_background(work: Callable[[], T]) -> T:
    """Do work on another thread and wait for it, so that an interrupt is heard at once whatever compiled code does.

    The work itself then goes on until the program ends, which ``app.run`` makes it do.
    """
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
