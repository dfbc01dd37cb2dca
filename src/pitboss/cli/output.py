"""Where the command line writes: results to standard output, progress and complaints to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pitboss import __version__

WIDTH_WITHOUT_TERMINAL = 120


def console() -> Console:
    """Standard output; as wide as its terminal, and 120 columns where it is none."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL)


def fail(wrong: str) -> int:
    """Say in one sentence what was wrong."""
    tidy = " ".join(wrong.split()).rstrip(".")
    print(f"pitboss: {tidy}.", file=sys.stderr)
    return 2


def version(wanted: bool) -> None:
    if wanted:
        print(f"pitboss {__version__}")
        raise typer.Exit


def print_json(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


class Meter:
    """A progress bar that is moved on now and then; it does nothing where there is no bar."""

    def __init__(self, bar: Progress | None, task: Any = None, every: int = 1) -> None:
        self._bar, self._task, self._every, self._done = bar, task, every, 0

    def tick(self) -> None:
        self._done += 1
        if self._bar is not None and self._done % self._every == 0:
            self._bar.update(self._task, completed=self._done)


@contextmanager
def progress(what: str, total: int, *, long: int) -> Iterator[Meter]:
    """A progress bar on a terminal, for runs of at least ``long`` steps."""
    if total < long or not sys.stderr.isatty():
        yield Meter(None)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield Meter(bar, bar.add_task(what, total=total), max(1, total // 500))
