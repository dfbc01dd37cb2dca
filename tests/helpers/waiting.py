"""How tests wait: for a state, never for a time. Only this file may sleep, and ``test_waiting.py`` checks that."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")

HANG_S = 300.0
"""Seconds after which a test hangs, even on a busy machine."""
HANG_MS = 1000 * HANG_S


def look_away() -> None:
    """The pause between two looks, for somebody whose loop is elsewhere."""
    time.sleep(0.01)


def until(state: Callable[[], T], seen: Callable[[], object] | None = None) -> T:
    """Wait until this returns something true, and return that. If it never does, ``seen`` says what there was.

    A browser's page is heard only while it is asked something, such as its title.
    """
    for pause in _pauses(state, seen):
        if found := state():
            break
        time.sleep(pause)
    return found


async def until_async(state: Callable[[], T | Awaitable[T]], seen: Callable[[], object] | None = None) -> T:
    """The same in an event loop, where the state may be a coroutine."""
    for pause in _pauses(state, seen):
        found: Any = state()
        if inspect.isawaitable(found):
            found = await found
        if found:
            break
        await asyncio.sleep(pause)
    return found


def _pauses(state: Callable[[], object], seen: Callable[[], object] | None) -> Iterator[float]:
    """The seconds between two looks at a state. They grow, since most states come soon."""
    ends, pause = time.monotonic() + HANG_S, 0.0005
    while time.monotonic() < ends:
        yield pause
        pause = min(2 * pause, 0.02)
    there_was = f"; there was {seen()}" if seen else ""
    raise AssertionError(f"waited {HANG_S:g} s in vain for\n{_words(state)}{there_was}")


def _words(state: Callable[[], object]) -> str:
    try:
        return inspect.getsource(state).strip()
    except (OSError, TypeError):  # not a function of a file
        return repr(state)
