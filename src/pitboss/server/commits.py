"""The committer of a process with many tables."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine

from pitboss.house.committer import Committer, Job
from pitboss.house.store import PostgresStore, SqliteStore, Store
from pitboss.server import logs


class HouseCommitter(Committer):
    """A committer that says that it has failed, even if the connection to the database is gone."""

    def _fail(self, error: BaseException) -> None:
        """Say that nothing more is stored. A connection that is gone can't undo anything."""
        self.failure = error
        try:
            self.store.rollback()
        except Exception as lost:
            logs.error("connection lost", lost)

        def tell() -> None:
            for hear in self.on_failure:
                hear(error)

        self._post(tell)


def table_of(job: Job) -> str:
    """The table that submitted a job. Empty if none did."""
    if job.acts:
        return job.acts[0].table_id
    if job.entries:
        return job.entries[0].table_id
    return job.moves[0].table if job.moves else ""


def store_of(engine: Engine) -> Store:
    """The committer's own connection."""
    if engine.dialect.name == "sqlite":
        return SqliteStore(Path(engine.url.database or ""))
    url = engine.url.set(drivername="postgresql")
    return PostgresStore(url.render_as_string(hide_password=False))
