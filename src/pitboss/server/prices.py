"""The house's side of ``pricing``: starts its process when it is first needed, asks it, and remembers the answers."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import OrderedDict
from typing import Any

import msgspec

from pitboss.table.rules import TableRules, to_builtins

LONGEST = 1 << 25
"""The most bytes of an answer."""
REMEMBERED = 100
"""How many answers stay in memory."""
MOST_WAITING = 30
"""How many questions may wait."""
LONG_S = 180.0
"""Seconds after which a question is given up, so that others get their turn."""


class NoPrice(Exception):
    """A figure could not be computed, and why."""


class Prices:
    """One process that computes figures, one after another."""

    def __init__(self, long_s: float = LONG_S) -> None:
        self.long_s = long_s
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._answers: OrderedDict[tuple[str, str, str, str], Any] = OrderedDict()
        self._waiting = 0

    async def ask(self, what: str, game: str, rules: TableRules, form: str = "") -> Any:
        """Ask for ``odds``, ``strategy``, ``changes`` or a ``sheet``. The first answer may take a minute."""
        key = what, game, rules.digest, form
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        if self._waiting >= MOST_WAITING:
            raise NoPrice("too many figures are being computed; try again soon")
        self._waiting += 1
        try:
            async with self._lock:
                if key not in self._answers:  # somebody asked the same meanwhile
                    asked = {"what": what, "game": game, "rules": to_builtins(rules), "form": form}
                    answer = await self._exchange(asked)
                    self._answers[key] = answer
                    if len(self._answers) > REMEMBERED:
                        self._answers.popitem(last=False)
                return self._answers[key]
        finally:
            self._waiting -= 1

    async def _exchange(self, asked: dict[str, Any]) -> Any:
        try:
            process = self._process or await self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            async with asyncio.timeout(self.long_s):
                process.stdin.write(msgspec.json.encode(asked) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
        except BaseException as error:  # an answer may still come, which nobody waits for
            await self.close()
            if isinstance(error, TimeoutError):
                raise NoPrice("this takes too long to compute") from None
            if isinstance(error, OSError):
                raise NoPrice("the process that computes figures has ended; try again") from None
            raise
        if not line:
            await self.close()
            raise NoPrice("the process that computes figures has ended; try again")
        said = msgspec.json.decode(line)
        if "error" in said:
            raise NoPrice(said["error"])
        return said["answer"]

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "pitboss.server.pricing", stdin=pipe, stdout=pipe, limit=LONGEST
        )
        return self._process

    async def close(self) -> None:
        """End the process, whatever it does."""
        if (process := self._process) is None:
            return
        self._process = None
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
