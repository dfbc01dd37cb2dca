"""Several processes on one PostgreSQL: which tables this one runs, and where the others are.

The locks of PostgreSQL decide (``house/ownership.py``). The committer's session holds them, so everything here that
claims a table or beats runs in the committer's thread, between two transactions.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.committer import Committer
from pitboss.house.database import reading
from pitboss.house.ownership import AnyOwnership, Ownership, SoleOwner
from pitboss.house.store import PostgresStore, Store

LEASE_S = 1.5
"""A process whose last heartbeat is older than this loses its tables."""
LOOK_S = 0.2
"""How often a process looks for tables that nobody runs."""


class Cluster:
    """The tables that this process owns. ``took`` is called with tables to recover, in the event loop's thread."""

    def __init__(
        self,
        committer: Committer,
        address: str,
        post: Callable[[Callable[[], None]], None],
        took: Callable[[Sequence[str]], None],
        lease: float = LEASE_S,
    ) -> None:
        self._committer, self._post, self._took, self._lease = committer, post, took, lease
        process = secrets.token_hex(6)
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
        await done.wait()

    def release(self, table: str) -> None:
        self._committer.call(lambda store: self.ownership.release(table))

    async def look(self) -> None:
        """Say that this process is alive, and take over tables that nobody runs."""
        new: list[str] = []

        def work() -> None:
            owned = set(self.ownership.epochs)
            self.ownership.beat()
            self.ownership.claim_all(self.ownership.free())
            if late := self.ownership.overdue(self._lease):
                self.ownership.evict_all(late, self._lease)
            new.extend(sorted(self.ownership.epochs.keys() - owned))

        await self._in_turn(work)
        if new:
            self._took(new)

    def address_of(self, engine: Any, table: str) -> str:
        """Where the owner of a table is. Empty if no process runs it, or if it is this one."""
        owner = schema.owner.c
        with reading(engine) as connection:
            row = connection.execute(select(owner.address, owner.process).where(owner.table_id == table)).first()
        return "" if row is None or row.process == self.ownership.process else row.address
