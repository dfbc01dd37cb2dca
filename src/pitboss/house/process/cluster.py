"""Several processes on one PostgreSQL: which tables this one runs, and where the others are.

The locks of PostgreSQL decide (``house/storage/ownership.py``). The committer's session holds them, so everything here
that claims a table or beats runs in the committer's thread, between two transactions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import select

from pitboss.house.process.transactions import PATIENCE_S
from pitboss.house.storage import schema
from pitboss.house.storage.committer import Committer
from pitboss.house.storage.database import reading
from pitboss.house.storage.ownership import AnyOwnership, Neighbour, Ownership, SoleOwner
from pitboss.house.storage.store import PostgresStore, Store

LEASE_S = 1.5
"""A process whose last heartbeat is older than this loses its tables."""
LOOK_S = 0.2
"""How often a process looks for tables that nobody runs."""


class Taken(NamedTuple):
    """Tables that this process has taken over."""

    process: str
    """The process that ran them before. Empty if none did."""
    tables: list[str]
    silent_s: float
    """Seconds since that process was last heard of."""


class Cluster:
    """The tables that this process owns."""

    def __init__(
        self,
        committer: Committer,
        process: str,
        address: str,
        post: Callable[[Callable[[], None]], None],
        lease: float = LEASE_S,
    ) -> None:
        self._committer, self._post, self._lease = committer, post, lease
        self._taken: list[Taken] = []
        """Tables that were taken over, and that nobody was told of yet: who asked may have stopped waiting."""
        self.poorest: Neighbour | None = None
        """Another process that should get a table of this one. None if tables are balanced."""
        store = committer.store
        self.ownership: AnyOwnership = (
            Ownership(store.connection, process, address)
            if isinstance(store, PostgresStore)
            else SoleOwner(process, address)
        )

    async def reserve(self, table: str) -> None:
        """Lock the id of a table that does not exist yet, so that nobody else takes it when it does."""
        await self._in_turn(lambda: self.ownership.reserve(table))

    async def claim(self, table: str) -> None:
        """Own a table that was reserved and exists now."""
        await self._in_turn(lambda: self.ownership.claim(table))

    async def _in_turn(self, work: Callable[[], object]) -> None:
        done = asyncio.Event()

        def between(store: Store) -> None:
            work()
            self._post(done.set)

        self._committer.call(between)
        await asyncio.wait_for(done.wait(), PATIENCE_S)

    def release(self, table: str) -> None:
        self._committer.call(lambda store: self.ownership.release(table))

    async def hand_over(self, table: str, to: Neighbour) -> None:
        """Give a table of this process to another one."""
        await self._in_turn(lambda: self.ownership.hand_over(table, to))

    async def look(self, *, takes: bool = True) -> list[Taken]:
        """Say that this process is alive, and take over tables that nobody runs. Returns those.

        A process that closes down takes none.
        """

        def work() -> None:
            owned = set(self.ownership.epochs)
            self.ownership.beat()
            if not takes:
                return
            self.ownership.say_hello()
            free = self.ownership.free(self._lease)
            late = sorted(set(self.ownership.overdue(self._lease)) - set(free))
            before = self.ownership.last_heard([*free, *late])
            self.ownership.claim_all(free)
            if late:
                self.ownership.evict_all(late, self._lease)
            new = sorted(self.ownership.epochs.keys() - owned)
            taken = []
            for process in sorted({before[table].process for table in new}):
                tables = [table for table in new if before[table].process == process]
                taken.append(Taken(process, tables, min(before[table].silent_s for table in tables)))
            self.poorest = self.ownership.poorest()
            self._post(lambda: self._taken.extend(taken))

        await self._in_turn(work)
        taken, self._taken = self._taken, []
        return taken

    def address_of(self, engine: Any, table: str) -> str:
        """Where the owner of a table is. Empty if no process runs it, or if it is this one."""
        owner = schema.owner.c
        with reading(engine) as connection:
            row = connection.execute(select(owner.address, owner.process).where(owner.table_id == table)).first()
        if row is None or row.process == self.ownership.process or row.address == self.ownership.address:
            return ""  # a process that was restarted where it was has another name
        return str(row.address)
