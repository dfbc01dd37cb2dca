"""What a process with many connections starts with: its socket, and its event loop.

It imports little: a start listens first, and whoever connects while the rest loads waits.
"""

from __future__ import annotations

import errno
import gc
import os
import socket
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

UNREAD_MS = 30_000
"""How long what was sent may stay unread before the system ends a connection."""


class ServeError(ValueError):
    """The house can't be served, and why. Nothing has changed."""


def listen(host: str, port: int) -> socket.socket:
    """A socket at which clients can connect."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise ServeError(f"the host {host!r} is not known") from None
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            others = "choose another with --port, or with make run PORT=N"
            raise ServeError(f"port {port} of {host} is in use: {others}") from None
        why = os.strerror(error.errno or 0).lower()
        raise ServeError(f"the house can't listen at {host}, port {port}: {why}") from None
    return listening


T = TypeVar("T")

YOUNG = 50_000
"""New objects after which Python looks for circles among them. At its 700, a busy house would look all the time."""


def run_loop(work: Coroutine[Any, Any, T]) -> T:
    """Like ``asyncio.run``, on uvloop where that is installed: it needs about half as many system calls a message."""
    import asyncio  # a start listens before it loads

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
