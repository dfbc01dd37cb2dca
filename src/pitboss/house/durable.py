"""Whether a database keeps what it has committed: settings of PostgreSQL that would let a crash lose acts.

The committer turns ``synchronous_commit`` on for its own session (``store.py``). On SQLite the house sets
``synchronous`` itself (``database.py``).
"""

from __future__ import annotations

from sqlalchemy import Connection, text

LOST = {
    "fsync": "if the machine of PostgreSQL crashes, acts that were acknowledged may be lost, or the whole database",
    "full_page_writes": "if the machine of PostgreSQL crashes while it writes a page, the database may be damaged",
    "synchronous_commit": "if PostgreSQL crashes, people, sessions and staff acts of the last second may be lost",
}
"""Settings that must not be off, and what may happen otherwise."""


def unsafe_settings(connection: Connection) -> list[str]:
    """A sentence for each setting of the database that breaks the promise to lose nothing. Empty if all are sound."""
    if connection.dialect.name != "postgresql":
        return []
    values = {
        name: connection.execute(text("SELECT current_setting(:name)"), {"name": name}).scalar_one() for name in LOST
    }
    return [f"PostgreSQL runs with {name} = off: {LOST[name]}" for name, value in values.items() if value == "off"]
