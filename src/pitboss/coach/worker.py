"""The coach in a process of its own, so that the house keeps its latency.

The process starts with the first request. If it dies, the next request starts another. It ends with its parent.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec

from pitboss import games
from pitboss.coach.answering import Answer, AnyRequest, answer_in_bytes, encode, warm
from pitboss.errors import GameError
from pitboss.simulation.interrupts import hear_none, held_back

PATIENCE_S = 20.0
"""Seconds that a request may take. The first on a machine compiles the mathematics, which takes a while."""
MOST_WAITING = 32
"""Requests that may wait at once."""
NICE = 5
"""The house goes first on a busy machine."""

BUSY = "the coach is busy: ask again"
TOO_LONG = "the coach took too long: ask again"
ENDED = "the coach has stopped: ask again"
CLOSED = "the house closes down, and the coach with it"


class CoachError(RuntimeError):
    """The coach has no answer. The message is a sentence for people."""


class Worker:
    """A process that answers requests, one after another."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self.patience_s = patience_s
        self.started = 0
        """How often a process was started."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="coach")
        self._waiting = 0
        self._closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def ask(self, request: AnyRequest) -> Any:
        """The answer as plain data. Raises ``CoachError`` if there is none, and ``GameError`` for a wrong request."""
        if self._closed:
            raise CoachError(CLOSED)
        if self._waiting >= MOST_WAITING:
            raise CoachError(BUSY)
        self._waiting += 1
        asking = asyncio.get_running_loop().run_in_executor(self._thread, self._ask, encode(request))
        try:
            found = msgspec.json.decode(await asyncio.wait_for(asking, self.patience_s), type=Answer)
        except TimeoutError:
            raise CoachError(TOO_LONG) from None
        finally:
            self._waiting -= 1
        if found.asked_wrongly:
            raise GameError(found.why)
        if found.why:
            raise CoachError(found.why)
        return found.body

    def close(self) -> None:
        """End the process. No request is answered any more."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._end()

    # --- in the thread

    def _ask(self, data: bytes) -> bytes:
        for _ in range(2):  # the process may have died since the last request
            if self._closed:
                raise CoachError(CLOSED)
            try:
                pipe = self._pipe or self._start()
                pipe.send_bytes(data)
                if pipe.poll(self.patience_s):
                    return pipe.recv_bytes()
            except (EOFError, OSError):
                self._end()
            else:
                self._end()
                raise CoachError(TOO_LONG)
        raise CoachError(ENDED)

    def _start(self) -> Connection:
        context = get_context("spawn")  # compiled code has threads, so nothing is forked
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other,), name="pitboss coach", daemon=True)
        with held_back():
            self._process.start()
        other.close()
        self.started += 1
        return self._pipe

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


# --- in the process


def _serve(pipe: Connection) -> None:
    """Answer until the other end is closed, and load the mathematics of all games while nothing is asked."""
    hear_none()
    with suppress(OSError):  # not every system lets a process step back
        os.nice(NICE)
    has_mathematics = find_spec("numba") is not None
    cold = deque(name for name in games.games() if has_mathematics and games.has(name, "spots"))
    with suppress(EOFError, ConnectionError):
        while True:
            if cold and not pipe.poll():
                warm(cold.popleft())
            else:
                pipe.send_bytes(answer_in_bytes(pipe.recv_bytes()))
