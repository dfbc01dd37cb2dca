"""Which process runs which table, if several share one PostgreSQL.

A process owns a table while its session holds an advisory lock for it. The session is the one that commits the acts.
So a process that lost the lock has lost the connection too, and none of its commits can succeed. The row in ``owner``
tells others where the owner is, and by its heartbeat whether it hangs. The clock is the database's, since clocks of
machines differ.

Processes say by notifications of PostgreSQL that they are there, so that one with many tables can hand some over to one
with few. A process that hangs says nothing, and gets none.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select

from pitboss.house.storage import schema
from pitboss.house.storage.committer import PATIENCE_S, Committer
from pitboss.house.storage.database import reading
from pitboss.house.storage.store import PostgresStore, Store

if TYPE_CHECKING:  # a house on SQLite starts faster without it
    import psycopg

ENDING_S = 2.0
"""Seconds to wait until PostgreSQL has ended a session."""
SILENCE_S = 0.7
"""A process that has said nothing for longer is given no table."""
CHANNEL = "pitboss_processes"
"""Where processes say that they are there."""

# The key of a lock is the start of the SHA-256 of the table's id. pg_locks shows a key in two halves.
_KEY = "('x' || left(encode(sha256(convert_to({id}, 'UTF8')), 'hex'), 16))::bit(64)::bigint"
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_LOCKS = """
    SELECT classid::bigint << 32 | objid::bigint AS key, pid FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class TableLost(RuntimeError):
    """A process no longer owns a table that it runs. It must stop the table."""


class LastHeard(NamedTuple):
    """Who ran a table last, and how long ago that process was heard of."""

    process: str = ""
    silent_s: float = 0.0


class Neighbour(NamedTuple):
    """Another process of the house."""

    process: str
    address: str
    backend: int
    """PostgreSQL's process id of its session."""


class Ownership:
    """The tables of this process. Its methods run on the committer's connection, so on its thread, between batches.

    ``beat`` may also be a part of a batch. Any error of the connection means that every table is lost.
    """

    def __init__(self, connection: psycopg.Connection[Any], process: str, address: str) -> None:
        self.connection = connection
        self.process, self.address = process, address
        self.epochs: dict[str, int] = {}
        """The tables of this process with their epochs."""
        self._reserved: set[str] = set()
        """Tables whose lock this session took before they existed."""
        self._heard: dict[Neighbour, float] = {}
        """When each other process last said that it is there, by this machine's clock."""
        self._listens = False

    def claim(self, table_id: str) -> int | None:
        """Own a table, and return its epoch. None if another process owns it, or there is no such table."""
        return self.claim_all([table_id]).get(table_id)

    def claim_all(self, table_ids: Iterable[str]) -> dict[str, int]:
        """Own all of these tables that no other process owns, and return their epochs. It takes one commit."""
        self._between_batches()
        asked = set(table_ids)
        wanted = sorted(asked - self.epochs.keys())
        got: list[str] = []
        try:
            with self.connection.transaction():
                got = self._lock(wanted)
                epochs = self._enter(got)
        except BaseException:  # the transaction is undone, and a lock of a session is not
            self._unlock(got)
            raise
        self.epochs |= epochs
        reserved = sorted(self._reserved & epochs.keys())
        self._unlock(reserved)  # a session may take a lock twice, and has it until it gives it back twice
        self._reserved.difference_update(reserved)
        return {table_id: epoch for table_id, epoch in self.epochs.items() if table_id in asked}

    def reserve(self, table_id: str) -> None:
        """Lock the id of a table that will be made, so that no other process finds it free. Then ``claim`` it."""
        self._between_batches()
        with self.connection.transaction():
            self.connection.execute(f"SELECT pg_advisory_lock({_KEY.format(id='%s::text')})", [table_id])
        self._reserved.add(table_id)

    def beat(self) -> None:
        """Say that this process is alive. Raises ``TableLost`` if a table has another owner."""
        if not self.epochs:
            return
        with self.connection.transaction():
            beaten = self.connection.execute(
                f"UPDATE owner SET beat_at = {_NOW} FROM unnest(%s::text[], %s::bigint[]) AS mine (table_id, epoch)"
                " WHERE owner.table_id = mine.table_id AND owner.epoch = mine.epoch RETURNING owner.table_id",
                [list(self.epochs), list(self.epochs.values())],
            )
            lost = self.epochs.keys() - {table_id for (table_id,) in beaten}
        if lost:
            raise TableLost(f"this process no longer owns {', '.join(sorted(lost))}")

    def release(self, table_id: str) -> None:
        """Give up a table after its last act was committed."""
        self._between_batches()
        epoch = self.epochs.pop(table_id, None)
        if epoch is None:
            return
        with self.connection.transaction():
            self.connection.execute(
                "UPDATE owner SET process = '', address = '', backend = 0 WHERE table_id = %s AND epoch = %s",
                [table_id, epoch],
            )
        self._unlock([table_id])

    def say_hello(self) -> None:
        """Tell the other processes that this one is there, and hear of them from now on."""
        with self.connection.transaction():
            if not self._listens:
                self.connection.add_notify_handler(self._hear)
                self.connection.execute(f"LISTEN {CHANNEL}")
                self._listens = True
            self.connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{self.process} {self.address}"])

    def _hear(self, notify: psycopg.Notify) -> None:
        process, _, address = notify.payload.partition(" ")
        if process != self.process:
            self._heard[Neighbour(process, address, notify.pid)] = time.monotonic()

    def poorest(self, silence: float = SILENCE_S) -> Neighbour | None:
        """The process with the fewest tables, if one of ours would leave it with no more than this one keeps.

        Its session must live, and it must have said that it is there, at most ``silence`` seconds ago. It gets one
        table at a time: if it hangs, no more than that one waits until the lease is over.
        """
        now = time.monotonic()
        self._heard = {one: at for one, at in self._heard.items() if now - at <= silence}
        if not self._heard or len(self.epochs) < 2:
            return None
        with self.connection.transaction():
            found = self.connection.execute(
                "SELECT process, count(*), bool_or(backend = 0) FROM owner JOIN game_table ON id = table_id"
                " WHERE closed_at IS NULL GROUP BY process"
            )
            runs = {process: (tables, waits) for process, tables, waits in found}
            found = self.connection.execute(
                "SELECT pid FROM pg_stat_activity WHERE pid = ANY(%s)", [[one.backend for one in self._heard]]
            )
            alive = {pid for (pid,) in found}
        near = [(*runs.get(one.process, (0, False)), one) for one in self._heard if one.backend in alive]
        if not near:
            return None
        tables, waits, fewest = min(near)
        return fewest if len(self.epochs) - tables >= 2 and not waits else None

    def hand_over(self, table_id: str, to: Neighbour) -> None:
        """Give up a table after its last act was committed, for another process to take."""
        self._between_batches()
        epoch = self.epochs.pop(table_id)
        with self.connection.transaction():
            self.connection.execute(
                f"UPDATE owner SET process = %s, address = %s, backend = 0, beat_at = {_NOW}"
                " WHERE table_id = %s AND epoch = %s",
                [to.process, to.address, table_id, epoch],
            )
        self._unlock([table_id])

    def free(self, lease: float) -> list[str]:
        """The open tables that no process owns, for example since theirs has died.

        One that was handed over to another process is left to it for the lease in seconds.
        """
        return self._ids(
            "SELECT id FROM game_table WHERE closed_at IS NULL"
            f" AND {_KEY.format(id='id')} NOT IN (SELECT key FROM ({_LOCKS}) AS lock)"
            " AND NOT EXISTS (SELECT FROM owner WHERE table_id = id AND backend = 0 AND process NOT IN ('', %s)"
            f" AND beat_at >= {_NOW} - %s) ORDER BY id",
            [self.process, _milliseconds(lease)],
        )

    def overdue(self, lease: float) -> list[str]:
        """The open tables of other processes whose last heartbeat is older than the lease in seconds."""
        return self._ids(
            "SELECT table_id FROM owner JOIN game_table ON id = table_id WHERE closed_at IS NULL"
            f" AND backend NOT IN (0, pg_backend_pid()) AND beat_at < {_NOW} - %s ORDER BY table_id",
            [_milliseconds(lease)],
        )

    def last_heard(self, table_ids: Sequence[str]) -> dict[str, LastHeard]:
        """Who ran each of these tables last."""
        heard = {table_id: LastHeard() for table_id in table_ids}
        if heard:
            with self.connection.transaction():
                found = self.connection.execute(
                    f"SELECT table_id, process, {_NOW} - beat_at FROM owner WHERE table_id = ANY(%s)", [list(heard)]
                )
                heard |= {table_id: LastHeard(process, ms / 1000) for table_id, process, ms in found}
        return heard

    def evict_all(self, table_ids: Iterable[str], lease: float) -> dict[str, int]:
        """End the sessions of owners that hang, then claim their tables. Returns those that were claimed.

        All tables of such a process become free. Another process may be faster.
        """
        wanted = sorted(set(table_ids))
        self._between_batches()
        ended = self._end_sessions(wanted, lease)
        deadline = time.monotonic() + ENDING_S
        while True:
            got = self.claim_all(wanted)
            if not ended or len(got) == len(wanted) or time.monotonic() > deadline:
                return got
            time.sleep(0.01)

    # --- statements

    def _lock(self, table_ids: Sequence[str]) -> list[str]:
        found = self.connection.execute(
            f"SELECT id, pg_try_advisory_lock({_KEY.format(id='id')}) FROM game_table WHERE id = ANY(%s)",
            [list(table_ids)],
        )
        return [table_id for table_id, locked in found if locked]

    def _unlock(self, table_ids: Sequence[str]) -> None:
        """Free locks that this session holds. A broken connection has freed them already."""
        if table_ids and not self.connection.closed:
            with self.connection.transaction():
                self.connection.execute(
                    f"SELECT pg_advisory_unlock({_KEY.format(id='id')}) FROM unnest(%s::text[]) AS id",
                    [list(table_ids)],
                )

    def _enter(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Write the rows of tables whose lock this session holds."""
        found = self.connection.execute(
            "INSERT INTO owner (table_id, epoch, process, address, backend, beat_at)"
            f" SELECT id, 1, %s, %s, pg_backend_pid(), {_NOW} FROM unnest(%s::text[]) AS id"
            " ON CONFLICT (table_id) DO UPDATE SET epoch = owner.epoch + 1, process = excluded.process,"
            " address = excluded.address, backend = excluded.backend, beat_at = excluded.beat_at"
            " RETURNING table_id, epoch",
            [self.process, self.address, list(table_ids)],
        )
        return dict(found.fetchall())

    def _end_sessions(self, table_ids: Sequence[str], lease: float) -> int:
        """End each session that holds the lock of such a table, is in its row, and has no recent heartbeat.

        A process id may have passed to another session, so the lock and the row are compared in the same statement.
        """
        with self.connection.transaction():
            hanging = self.connection.execute(
                f"WITH lock AS MATERIALIZED ({_LOCKS}), hanging AS MATERIALIZED (SELECT DISTINCT pid FROM owner"
                f" JOIN lock ON pid = backend AND key = {_KEY.format(id='table_id')}"
                f" WHERE table_id = ANY(%s) AND pid <> pg_backend_pid() AND beat_at < {_NOW} - %s)"
                " SELECT pid, pg_terminate_backend(pid) FROM hanging",
                [list(table_ids), _milliseconds(lease)],
            )
            return len(hanging.fetchall())

    def _ids(self, query: str, values: Sequence[Any]) -> list[str]:
        with self.connection.transaction():
            return [table_id for (table_id,) in self.connection.execute(query.encode(), values)]

    def _between_batches(self) -> None:
        """An open transaction of a batch must not be committed, or undone, by a claim."""
        from psycopg.pq import TransactionStatus

        status = self.connection.info.transaction_status
        if status not in (TransactionStatus.IDLE, TransactionStatus.UNKNOWN):
            raise RuntimeError(f"ownership can't change inside a transaction ({status.name.lower()})")


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


# --- the tables of this process
#
# The committer's session holds the locks, so everything here that claims a table or beats runs in the committer's
# thread, between two transactions.

LEASE_S = 1.5
"""A process whose last heartbeat is older than this loses its tables."""
LOOK_S = 0.2
"""How often a process looks for tables that nobody runs."""


class TakenOver(NamedTuple):
    """Tables that this process has taken over."""

    process: str
    """The process that ran them before. Empty if none did."""
    tables: list[str]
    silent_s: float
    """Seconds since that process was last heard of."""


class Cluster:
    """The tables that this process owns. On SQLite, whose file only one process uses, that is every table."""

    def __init__(
        self, committer: Committer, process: str, address: str, post: Callable[[Callable[[], None]], None]
    ) -> None:
        self._committer, self._post = committer, post
        self._process, self._address = process, address
        self._taken: list[TakenOver] = []
        """Tables that were taken over, and that nobody was told of yet: who asked may have stopped waiting."""
        self.poorest: Neighbour | None = None
        """Another process that should get a table of this one. None if tables are balanced."""
        store = committer.store
        self.ownership = Ownership(store.connection, process, address) if isinstance(store, PostgresStore) else None
        """None on SQLite."""

    async def reserve(self, table: str) -> None:
        """Lock the id of a table that does not exist yet, so that nobody else takes it when it does."""
        await self._in_turn(lambda ownership: ownership.reserve(table))

    async def claim(self, table: str) -> None:
        """Own a table that was reserved and exists now."""
        await self._in_turn(lambda ownership: ownership.claim(table))

    async def hand_over(self, table: str, to: Neighbour) -> None:
        """Give a table of this process to another one."""
        await self._in_turn(lambda ownership: ownership.hand_over(table, to))

    async def _in_turn(self, work: Callable[[Ownership], object]) -> None:
        """Wait until everything that was submitted before is stored, and this is done."""
        done = asyncio.Event()

        def between(store: Store) -> None:
            if self.ownership is not None:
                work(self.ownership)
            self._post(done.set)

        self._committer.call(between)
        async with asyncio.timeout(PATIENCE_S):
            await done.wait()

    def release(self, table: str) -> None:
        if (ownership := self.ownership) is not None:
            self._committer.call(lambda store: ownership.release(table))

    async def look(self, *, takes: bool = True) -> list[TakenOver]:
        """Say that this process is alive, and take over tables that nobody runs. Returns those.

        A process that closes down takes none.
        """

        def work(ownership: Ownership) -> None:
            owned = set(ownership.epochs)
            ownership.beat()
            if not takes:
                return
            ownership.say_hello()
            free = ownership.free(LEASE_S)
            late = sorted(set(ownership.overdue(LEASE_S)) - set(free))
            before = ownership.last_heard([*free, *late])
            ownership.claim_all(free)
            if late:
                ownership.evict_all(late, LEASE_S)
            new = sorted(ownership.epochs.keys() - owned)
            taken = []
            for process in sorted({before[table].process for table in new}):
                tables = [table for table in new if before[table].process == process]
                taken.append(TakenOver(process, tables, min(before[table].silent_s for table in tables)))
            self.poorest = ownership.poorest()
            self._post(lambda: self._taken.extend(taken))

        await self._in_turn(work)
        taken, self._taken = self._taken, []
        return taken

    def address_of(self, engine: Any, table: str) -> str:
        """Where the owner of a table is. Empty if no process runs it, or if it is this one."""
        owner = schema.owner.c
        with reading(engine) as connection:
            row = connection.execute(select(owner.address, owner.process).where(owner.table_id == table)).first()
        if row is None or row.process == self._process or row.address == self._address:
            return ""  # a process that was restarted where it was has another name
        return str(row.address)
