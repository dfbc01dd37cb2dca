"""How a process of the house reads and writes beside its committer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from sqlalchemy import Connection, Engine

from pitboss.house.process import logs
from pitboss.house.storage import schema
from pitboss.house.storage.committer import STOPPED, Committer, CommitterStopped, Job, Outcome
from pitboss.house.storage.database import DatabaseError, explained, newest, reading, upsert, version_of, writing
from pitboss.house.storage.store import Store, open_store

T = TypeVar("T")

PATIENCE_S = 15.0
"""How long to wait until the committer or the database has come to something, in seconds."""
SOON_S = 0.8
"""How long to wait for a write that only shows whether the database accepts writes."""


class Transactions:
    """Transactions of requests and of work in the background. The methods run in the event loop's thread."""

    committer: Committer

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.loop = asyncio.get_running_loop()
        self.failed = ""
        """Why the house has stopped. Empty while it is open."""
        self.unwritten = ""
        """Why the last write of a request was not done. Empty if it was."""
        self._trial: asyncio.Task[None] | None = None
        """A write that shows whether the database accepts writes."""
        self._submitted: set[asyncio.Future[Outcome]] = set()
        """Jobs that requests wait for."""

    def _post(self, call: Callable[[], None]) -> None:
        self.loop.call_soon_threadsafe(call)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read from the database in another thread."""

        def in_thread() -> T:
            with reading(self.engine) as connection:
                return work(connection)

        return await asyncio.to_thread(in_thread)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in a transaction of its own. If the database does not accept it, the tables go on."""

        def in_transaction() -> T:
            with writing(self.engine) as connection:
                return work(connection)

        try:
            done = await self.in_turn(in_transaction)
        except DatabaseError:
            self.unwritten = "the database did not accept the write of a request"
            raise
        self.unwritten = ""
        return done

    async def try_to_write(self, now: int) -> None:
        """Find out whether the database accepts writes, soon. Whoever asks meanwhile waits for the same answer."""
        if self.failed:
            return
        if self._trial is None or self._trial.done():
            self._trial = asyncio.create_task(self._write_something(now))
            self._trial.add_done_callback(lambda trial: trial.cancelled() or trial.exception())  # it may come too late
        try:
            await asyncio.wait_for(asyncio.shield(self._trial), SOON_S)
        except (DatabaseError, CommitterStopped, TimeoutError) as error:
            logs.warning("the database does not accept writes", why=str(error))  # it quotes no password
            self.unwritten = self.unwritten or "the database does not accept writes"
        else:
            self.unwritten = ""

    async def _write_something(self, now: int) -> None:
        await self.in_turn(lambda: check_writable(self.engine, now))
        await self._between(lambda: None)  # the committer's own transaction may wait for another lock

    async def in_turn(self, work: Callable[[], T]) -> T:
        """Do something that writes. With SQLite this happens between two transactions of the committer.

        SQLite has one writer at a time, and a busy committer would hardly ever let another one in.
        """
        if self.failed:
            raise CommitterStopped(STOPPED)
        if self.engine.dialect.name != "sqlite":
            return await asyncio.to_thread(work)
        return await self._between(work)

    async def _between(self, work: Callable[[], T]) -> T:
        """Do something in the committer's thread, between two of its transactions."""
        done: Future[T] = Future()

        def between(store: Store) -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(work())
            except BaseException as error:
                done.set_exception(error)

        self.committer.call(between)
        return await asyncio.wait_for(asyncio.wrap_future(done), PATIENCE_S)

    async def submit(self, job: Job) -> Outcome:
        """Let the committer write a job, and wait until it is on the disk."""
        done: asyncio.Future[Outcome] = self.loop.create_future()
        job.done = lambda outcome: None if done.done() else done.set_result(outcome)
        self.committer.submit(job)
        self._submitted.add(done)
        try:
            return await asyncio.wait_for(done, PATIENCE_S)
        finally:
            self._submitted.discard(done)

    def _fail_submitted(self) -> None:
        """Tell the requests whose jobs the committer did not write."""
        for waits in self._submitted:
            if not waits.done():
                waits.set_exception(CommitterStopped(STOPPED))

    async def settled(self) -> None:
        """Wait until everything that was submitted is on the disk. The committer does its jobs in order."""
        await self.submit(Job())


def opened_store(engine: Engine) -> Store:
    """The committer's own connection. An error of the database is a ``DatabaseError``."""
    with explained(engine.url):
        return open_store(engine)


def check_writable(engine: Engine, now: int) -> None:
    """Raise a ``DatabaseError`` if a database takes no writes, or has another version by now."""
    with writing(engine) as connection:
        if version_of(connection) != newest():
            raise DatabaseError("the version of the database has changed")
        put = upsert(connection)(schema.setting).values(name="reopened", value=str(now))
        connection.execute(put.on_conflict_do_update(index_elements=["name"], set_={"value": put.excluded.value}))
