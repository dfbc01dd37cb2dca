"""A progress bar for long work that is started from Python, at a terminal or in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from pitboss.mathematics.counting.compiled import Tick

AFTER_S = 1.0
"""Seconds before a bar is drawn."""


def share_bar(console: Console) -> Progress:
    """A bar for work that reports the part done as a number from 0 to 1. It disappears at the end."""
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    return Progress(*columns, console=console, transient=True)


@contextmanager
def shown(tick: Tick | None, what: str, *, now: Callable[[], float] = monotonic) -> Iterator[Tick]:
    """The caller's own tick. Without one, a tick that draws a bar if somebody looks and the work lasts.

    >>> done = []
    >>> with shown(done.append, "counting") as tick:
    ...     tick(0.5)
    >>> done
    [0.5]
    """
    console = Console(stderr=True)
    if tick is not None:
        yield tick
    elif not (console.is_terminal or console.is_jupyter):
        yield lambda share: None
    else:
        bar = share_bar(console)
        task, began = bar.add_task(what, total=1.0), now()

        def draw(share: float) -> None:
            if now() - began >= AFTER_S:
                bar.start()
            bar.update(task, completed=share)

        try:
            yield draw
        finally:
            bar.stop()
