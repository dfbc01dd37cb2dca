"""Alembic runs this file. ``migrate`` gives it a connection with an open transaction and commits it later."""

from __future__ import annotations

from alembic import context

from pitboss.house.storage.migrations import VERSION_TABLE
from pitboss.house.storage.schema import metadata

if hasattr(context, "config"):  # only while alembic runs; an import from elsewhere does nothing
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        version_table=VERSION_TABLE,
        render_as_batch=True,  # SQLite can't alter most of a table, so alembic copies it
    )
    context.run_migrations()
