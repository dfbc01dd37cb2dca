"""A process beside the house for long work, so that no table waits for it.

The house writes questions to the process, a line of JSON each, and the process answers each with a line. It starts when
it is first needed and does one thing at a time. It ends when its input does, whatever it does then, so it never
outlives the house.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec

LONGEST = 1 << 25
"""The most bytes of an answer."""
ERROR = "the house made an error, which its log explains"


class NotDone(Exception):
    """What was asked could not be done. The message is a sentence for people."""


class Aside:
    """The house's side: one process that runs a module of ours.

    ``first`` is what the process reads before any question. Unlike an argument, nobody else can see it. ``most`` is how
    many questions may wait, and ``long_s`` after how many seconds one is given up.
    """

    def __init__(self, module: str, *, first: str = "", most: int = 30, long_s: float | None = None) -> None:
        self.module, self.first, self.most, self.long_s = module, first, most, long_s
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def ask(self, question: Any) -> Any:
        """The answer to a question. Raises ``NotDone`` if there is none."""
        if self._waiting >= self.most:
            raise NotDone("too much is being computed: try again soon")
        self._waiting += 1
        try:
            async with self._lock:
                line = await self._exchange(msgspec.json.encode(question) + b"\n")
        finally:
            self._waiting -= 1
        said = msgspec.json.decode(line)
        if "error" in said:
            raise NotDone(said["error"])
        return said["answer"]

    async def _exchange(self, question: bytes) -> bytes:
        try:
            process = self._process
            if process is None or process.returncode is not None:
                process = await self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            async with asyncio.timeout(self.long_s):
                process.stdin.write(question)
                await process.stdin.drain()
                line = await process.stdout.readline()
        except BaseException as error:  # an answer may still come, which nobody waits for
            await self.close()
            if isinstance(error, TimeoutError):
                raise NotDone("this takes too long to compute") from None
            if isinstance(error, OSError):
                raise NotDone("the process that computes this has ended: try again") from None
            raise
        if not line:
            await self.close()
            raise NotDone("the process that computes this has ended: try again")
        return line

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self.module, stdin=pipe, stdout=pipe, limit=LONGEST
        )
        assert process.stdin is not None
        if self.first:
            process.stdin.write(f"{self.first}\n".encode())
        return process

    async def close(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):  # it has ended by itself
                process.kill()
            await process.wait()


# --- in the process


def serve(make: Callable[[Callable[[], bytes]], Callable[[Any], Any]], known: tuple[type[Exception], ...]) -> None:
    """Answer the house until it ends.

    ``make`` gets a function that reads the next line, for what comes first, and returns the function that answers.
    Errors that are ``known`` are told in their own words. Others go to the log.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house ends it
    with suppress(OSError):  # not every system lets a process step back
        os.nice(10)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # whatever a library prints is no answer
    lines: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(lines,), daemon=True).start()
    answer = make(lines.get)
    while True:
        answers.write(msgspec.json.encode(_answered(answer, lines.get(), known)) + b"\n")
        answers.flush()


def _read(lines: SimpleQueue[bytes]) -> None:
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)  # the house is gone, so nobody waits for what is being computed


def _answered(answer: Callable[[Any], Any], line: bytes, known: tuple[type[Exception], ...]) -> dict[str, Any]:
    try:
        return {"answer": answer(msgspec.json.decode(line))}
    except known as error:
        return {"error": str(error)}
    except Exception:
        traceback.print_exc()
        return {"error": ERROR}
