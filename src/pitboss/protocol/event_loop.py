"""Runs asyncio with uvloop and rare garbage collection, for processes with many connections."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")

YOUNG = 50_000
"""New objects after which Python looks for circles among them. At its 700, a busy house would look all the time."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Like ``asyncio.run``, on uvloop where that is installed: it needs about half as many system calls a message."""
    with _seldom_collected(), asyncio.Runner(loop_factory=_fast_loop()) as runner:
        return runner.run(work)


def _fast_loop() -> Any:
    try:
        from uvloop import new_event_loop
    except ModuleNotFoundError:  # it has no package for this system
        return None
    return new_event_loop


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Look for circles of objects seldom, and never among what was loaded before.

    Each look at everything stops all connections for up to a tenth of a second.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
