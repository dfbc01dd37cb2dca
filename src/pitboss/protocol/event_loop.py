"""The event loop of a process that carries many connections."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Like ``asyncio.run``, on uvloop where that is installed: it needs about half as many system calls a message."""
    with asyncio.Runner(loop_factory=_fast_loop()) as runner:
        return runner.run(work)


def _fast_loop() -> Any:
    try:
        from uvloop import new_event_loop
    except ModuleNotFoundError:  # it has no package for this system
        return None
    return new_event_loop
