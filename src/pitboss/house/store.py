"""The committer's connection to the database: the few statements that every act needs, in plain SQL.

Everything else goes through SQLAlchemy. Here it would cost more than the act itself. ``NoStore`` keeps nothing; the
benchmark measures the others against it.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from sqlalchemy import Engine

from pitboss.house.staff import StaffRow
from pitboss.log.lines import GENESIS

LAST_STAFF_ACT = "SELECT number, head FROM staff_act ORDER BY number DESC LIMIT 1"


class ActRow(NamedTuple):
    """A row of the table ``act``."""

    table_id: str
    seq: int
    round: int
    key: str | None
    person: str
    at: int
    body: bytes
    head: str


class EntryRow(NamedTuple):
    """A row of the table ``entry``."""

    id: str
    kind: str
    at: int
    table_id: str
    seq: int
    person: str
    memo: str


class PostingRow(NamedTuple):
    """A row of the table ``posting``."""

    entry: str
    line: int
    account: str
    units: int


class MoveRow(NamedTuple):
    """A row of the table ``meter_move``."""

    meter: str
    number: int
    kind: str
    table_id: str
    round: int
    what: str
    units: int
    after: int
    at: int


class TableRow(NamedTuple):
    """A new row of the table ``game_table``."""

    id: str
    name: str
    game: str
    rules: str
    settings: str
    link: str
    opened_by: str
    opened_at: int


class MeterRow(NamedTuple):
    """A new row of the table ``meter``."""

    id: str
    units: int
    memory: bytes
    terms: str


class Rows(NamedTuple):
    """What a batch stores, besides meters."""

    acts: list[ActRow]
    entries: list[EntryRow]
    postings: list[PostingRow]
    changes: dict[str, int]
    """What the postings add to each account."""
    snapshots: dict[str, int]
    """The numbers of the acts from which tables are recovered."""
    rules: dict[str, str]
    """New rules of tables."""

    @classmethod
    def none(cls) -> Rows:
        return cls([], [], [], {}, {}, {})


class StoredMeter(NamedTuple):
    """A row of the table ``meter``, and the number of its last move."""

    memory: bytes
    moves: int


class Store(ABC):
    """A connection that commits batches. Only the committer's thread uses it."""

    _known: set[str]
    """Accounts that exist."""

    @abstractmethod
    def begin(self) -> None: ...

    @abstractmethod
    def commit(self) -> None: ...

    @abstractmethod
    def rollback(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def add_table(self, row: TableRow, meters: Sequence[MeterRow]) -> list[MeterRow]:
        """Store a new table. Returns those of its meters that are new; the others belong to a link."""

    @abstractmethod
    def lock_meters(self, ids: Sequence[str]) -> dict[str, StoredMeter]:
        """Lock these meters, in this order, until the transaction ends."""

    @abstractmethod
    def lock_accounts(self, names: Sequence[str]) -> dict[str, int]:
        """Lock these accounts, in this order, until the transaction ends. Returns their balances."""

    @abstractmethod
    def existing_entries(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        """Those of these entries that exist: for each, what it added to each account."""

    @abstractmethod
    def write(self, rows: Rows) -> None:
        """Store the rows of a batch."""

    @abstractmethod
    def last_staff_act(self) -> tuple[int, str]:
        """The number and the head of the last staff act. Nobody else appends one before the transaction ends."""

    @abstractmethod
    def add_staff_acts(self, rows: Sequence[StaffRow]) -> None:
        """Append to the journal of staff acts."""

    @abstractmethod
    def save_meters(self, meters: Iterable[tuple[str, int, bytes]], moves: Sequence[MoveRow]) -> None:
        """Store the id, value and memory of meters, and their moves."""


def open_store(engine: Engine) -> Store:
    """The committer's own connection to the database of an engine."""
    if engine.dialect.name == "sqlite":
        return SqliteStore(engine.url.database or "")
    return PostgresStore(engine.url.set(drivername="postgresql").render_as_string(hide_password=False))


class SqliteStore(Store):
    """SQLite in WAL mode. A commit returns when the write-ahead log is on the disk (synchronous = FULL)."""

    def __init__(self, path: Path | str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=256)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 5000"):
            self._db.execute(f"PRAGMA {pragma}")
        self._known = {name for (name,) in self._db.execute("SELECT name FROM account")}

    def begin(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._db.execute("COMMIT")

    def rollback(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def close(self) -> None:
        self._db.close()

    def add_table(self, row: TableRow, meters: Sequence[MeterRow]) -> list[MeterRow]:
        self._db.execute(
            "INSERT INTO game_table (id, name, game, rules, settings, link, opened_by, opened_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )
        insert = "INSERT INTO meter (id, units, memory, terms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        return [one for one in meters if self._db.execute(insert, one).rowcount]

    def lock_meters(self, ids: Sequence[str]) -> dict[str, StoredMeter]:
        found = {}
        for id in ids:
            row = self._db.execute(
                "SELECT memory, (SELECT coalesce(max(number), 0) FROM meter_move WHERE meter = id)"
                " FROM meter WHERE id = ?",
                (id,),
            ).fetchone()
            found[id] = StoredMeter(*row)
        return found

    def lock_accounts(self, names: Sequence[str]) -> dict[str, int]:
        found = {}
        for name in names:
            for (units,) in self._db.execute("SELECT units FROM account WHERE name = ?", (name,)):
                found[name] = units
        return found

    def existing_entries(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        found = {id: dict(self._db.execute("SELECT account, units FROM posting WHERE entry = ?", (id,))) for id in ids}
        return {id: lines for id, lines in found.items() if lines}

    def write(self, rows: Rows) -> None:
        many = self._db.executemany
        many("INSERT INTO act VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows.acts)
        many("UPDATE game_table SET snapshot = ? WHERE id = ?", [(seq, id) for id, seq in rows.snapshots.items()])
        many("UPDATE game_table SET rules = ? WHERE id = ?", [(rules, id) for id, rules in rows.rules.items()])
        many("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", rows.entries)
        many("INSERT INTO posting VALUES (?, ?, ?, ?)", rows.postings)
        if new := [name for name in rows.changes if name not in self._known]:
            many("INSERT INTO account VALUES (?, 0) ON CONFLICT DO NOTHING", [(name,) for name in new])
            self._known.update(new)
        many("UPDATE account SET units = units + ? WHERE name = ?", [(u, name) for name, u in rows.changes.items()])

    def save_meters(self, meters: Iterable[tuple[str, int, bytes]], moves: Sequence[MoveRow]) -> None:
        self._db.executemany(
            "UPDATE meter SET units = ?, memory = ? WHERE id = ?", [(units, memory, id) for id, units, memory in meters]
        )
        self._db.executemany("INSERT INTO meter_move VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", moves)

    def last_staff_act(self) -> tuple[int, str]:
        found: tuple[int, str] | None = self._db.execute(LAST_STAFF_ACT).fetchone()
        return found or (0, GENESIS)

    def add_staff_acts(self, rows: Sequence[StaffRow]) -> None:
        self._db.executemany("INSERT INTO staff_act VALUES (?, ?, ?, ?, ?, ?)", rows)


WRITE = """
    WITH acts AS (INSERT INTO act SELECT * FROM unnest(
        %s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::bigint[], %s::bytea[], %s::text[])),
    entries AS (INSERT INTO entry SELECT * FROM unnest(
        %s::text[], %s::text[], %s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::text[])),
    postings AS (INSERT INTO posting SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::bigint[])),
    changes AS (UPDATE account a SET units = a.units + c.units FROM unnest(%s::text[], %s::bigint[]) c(name, units)
        WHERE a.name = c.name)
    UPDATE game_table t SET snapshot = s.seq FROM unnest(%s::text[], %s::bigint[]) s(id, seq) WHERE t.id = s.id
"""
"""Stores a whole batch. Every statement takes a turn of both processes, so one statement does it all."""


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Rows as columns, which PostgreSQL takes as arrays."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]


class PostgresStore(Store):
    """PostgreSQL by psycopg."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url)
        self.connection.execute("SET synchronous_commit TO on")
        with self.connection.cursor() as cursor:
            self._known = {name for (name,) in cursor.execute("SELECT name FROM account")}
        self.connection.commit()

    def begin(self) -> None:
        """psycopg begins a transaction with the first statement."""

    def commit(self) -> None:
        self.connection.commit()

    def rollback(self) -> None:
        self.connection.rollback()

    def close(self) -> None:
        self.connection.close()

    def _rows(self, statement: str, *given: Any) -> list[tuple[Any, ...]]:
        with self.connection.cursor() as cursor:
            cursor.execute(statement.encode(), given)
            return cursor.fetchall() if cursor.description else []

    def add_table(self, row: TableRow, meters: Sequence[MeterRow]) -> list[MeterRow]:
        insert = "INSERT INTO meter (id, units, memory, terms) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
        with self.connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO game_table (id, name, game, rules, settings, link, opened_by, opened_at)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
                row,
            )
            return [one for one in sorted(meters) if cursor.execute(insert, one).rowcount]

    def lock_meters(self, ids: Sequence[str]) -> dict[str, StoredMeter]:
        locked = self._rows("SELECT id, memory FROM meter WHERE id = ANY(%s) ORDER BY id FOR UPDATE", list(ids))
        moves = dict(
            self._rows("SELECT meter, max(number) FROM meter_move WHERE meter = ANY(%s) GROUP BY meter", list(ids))
        )
        return {id: StoredMeter(memory, moves.get(id, 0)) for id, memory in locked}

    def lock_accounts(self, names: Sequence[str]) -> dict[str, int]:
        return dict(
            self._rows("SELECT name, units FROM account WHERE name = ANY(%s) ORDER BY name FOR UPDATE", list(names))
        )

    def existing_entries(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for id, account, units in self._rows(
            "SELECT entry, account, units FROM posting WHERE entry = ANY(%s)", list(ids)
        ):
            found.setdefault(id, {})[account] = units
        return found

    def write(self, rows: Rows) -> None:
        if new := [name for name in rows.changes if name not in self._known]:
            self._rows("INSERT INTO account SELECT name, 0 FROM unnest(%s::text[]) name ON CONFLICT DO NOTHING", new)
            self._known.update(new)
        for id, rules in rows.rules.items():
            self._rows("UPDATE game_table SET rules = %s WHERE id = %s", rules, id)
        self._rows(
            WRITE,
            *_columns(rows.acts, 8),
            *_columns(rows.entries, 7),
            *_columns(rows.postings, 4),
            *_columns(list(rows.changes.items()), 2),
            *_columns(list(rows.snapshots.items()), 2),
        )

    def save_meters(self, meters: Iterable[tuple[str, int, bytes]], moves: Sequence[MoveRow]) -> None:
        with self.connection.cursor() as cursor:
            cursor.executemany(
                "UPDATE meter SET units = %s, memory = %s WHERE id = %s",
                [(units, memory, id) for id, units, memory in meters],
            )
            cursor.executemany("INSERT INTO meter_move VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)", moves)

    def last_staff_act(self) -> tuple[int, str]:
        self._rows("LOCK TABLE staff_act IN SHARE ROW EXCLUSIVE MODE")
        found = self._rows(LAST_STAFF_ACT)
        return (found[0][0], found[0][1]) if found else (0, GENESIS)

    def add_staff_acts(self, rows: Sequence[StaffRow]) -> None:
        with self.connection.cursor() as cursor:
            cursor.executemany("INSERT INTO staff_act VALUES (%s, %s, %s, %s, %s, %s)", rows)


class NoStore(Store):
    """Keeps nothing. It shows what the rest of the house costs."""

    def begin(self) -> None: ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...

    def __init__(self, balances: Mapping[str, int] | None = None) -> None:
        self.balances = dict(balances or {})
        self.meters: dict[str, bytes] = {}

    def add_table(self, row: TableRow, meters: Sequence[MeterRow]) -> list[MeterRow]:
        return [one for one in meters if one.id not in self.meters]

    def lock_meters(self, ids: Sequence[str]) -> dict[str, StoredMeter]:
        return {id: StoredMeter(self.meters[id], 0) for id in ids if id in self.meters}

    def lock_accounts(self, names: Sequence[str]) -> dict[str, int]:
        return {name: self.balances.get(name, 0) for name in names}

    def existing_entries(self, ids: Sequence[str]) -> dict[str, dict[str, int]]:
        return {}

    def write(self, rows: Rows) -> None:
        for name, units in rows.changes.items():
            self.balances[name] = self.balances.get(name, 0) + units

    def save_meters(self, meters: Iterable[tuple[str, int, bytes]], moves: Sequence[MoveRow]) -> None:
        self.meters |= {id: memory for id, _, memory in meters}

    def last_staff_act(self) -> tuple[int, str]:
        return 0, GENESIS

    def add_staff_acts(self, rows: Sequence[StaffRow]) -> None: ...
