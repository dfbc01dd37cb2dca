"""When to try again after a fault: to bring back a table that has stopped, and to open a house that lost its database.

Waits grow, so that a fault that comes back at once costs little. They begin anew after a calm time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from pitboss.house.process import logs
from pitboss.house.settings import Backoff
from pitboss.house.storage.database import DatabaseError


class Attempts:
    """The waits before the attempts after each fault.

    >>> attempts = Attempts(Backoff(first_s=1, longest_s=3, most=4), clock=lambda: 0)
    >>> [attempts.next() for _ in range(5)]
    [1, 2, 3, 3, None]
    """

    def __init__(self, backoff: Backoff, clock: Callable[[], float] = time.monotonic) -> None:
        self._backoff, self._clock = backoff, clock
        self._made, self._last = 0, 0.0

    def next(self) -> float | None:
        """Seconds to wait before the next attempt. None if there were enough."""
        now, backoff = self._clock(), self._backoff
        if now - self._last > backoff.calm_s:
            self._made = 0
        if backoff.most is not None and self._made >= backoff.most:
            return None
        wait = min(backoff.first_s * (1 << min(self._made, 32)), backoff.longest_s)
        self._made += 1
        self._last = now + wait
        return wait


class TableRestarts:
    """Brings back tables that had a fault, a few times each. ``restart`` gets the id of a table."""

    def __init__(self, backoff: Backoff, restart: Callable[[str], Awaitable[object]]) -> None:
        self._backoff, self._restart = backoff, restart
        self._attempts: dict[str, Attempts] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def after_fault(self, table: str) -> None:
        """Bring a table back after a while, unless it had too many faults."""
        wait = self._attempts.setdefault(table, Attempts(self._backoff)).next()
        if wait is None:
            logs.warning("table stays stopped", table=table, attempts=self._backoff.most)
            return
        logs.info("table will be recovered", table=table, seconds=wait)
        self._tasks[table] = asyncio.create_task(self._later(table, wait))

    async def _later(self, table: str, wait: float) -> None:
        await asyncio.sleep(wait)
        try:
            await self._restart(table)
        except Exception as error:
            logs.error("table not recovered", error, table=table)
            self.after_fault(table)

    def forget(self, table: str) -> None:
        """Forget the faults of a table that has closed, or that a person has restarted."""
        self._attempts.pop(table, None)

    def stop(self) -> None:
        """Bring nothing back any more."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()


class Reopening:
    """Opens a house again that has lost its database. ``reopen`` raises an error if that can't be done yet."""

    def __init__(self, backoff: Backoff, reopen: Callable[[], Awaitable[object]]) -> None:
        self._attempts, self._reopen = Attempts(backoff), reopen
        self._lost = asyncio.Event()

    def lost(self) -> None:
        """The database is lost."""
        self._lost.set()

    async def run(self) -> None:
        """Wait until the database is lost, and try to open the house again until it is open."""
        while True:
            await self._lost.wait()
            wait = self._attempts.next()
            if wait is None:
                logs.warning("the house stays closed")
                return
            logs.info("the house will be opened again", seconds=wait)
            await asyncio.sleep(wait)
            self._lost.clear()
            try:
                await self._reopen()
            except Exception as error:
                why = {"why": str(error)} if isinstance(error, DatabaseError) else {}  # it quotes no password
                logs.error("the house can't be opened yet", error, **why)
                self._lost.set()
