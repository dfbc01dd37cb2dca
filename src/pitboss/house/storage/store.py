"""The committer's connection to the database: the few statements that every act needs, in plain SQL.

Everything else goes through SQLAlchemy. Here it would cost more than the act itself. One statement stores all rows of a
kind: while a statement runs, Python's other threads play on, but between two statements they must be interrupted.
SQLite gets the rows as values. PostgreSQL gets them as JSON and unpacks them, since psycopg is slow with many values.

``NoStore`` keeps nothing; the benchmark measures the others against it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
from sqlalchemy import Engine

from pitboss.house.money.ledger import Entry
from pitboss.house.people.staff import IDLE_MS, StaffRow
from pitboss.log.lines import GENESIS

LAST_STAFF_ACT = "SELECT number, head FROM staff_act ORDER BY number DESC LIMIT 1"
_encode = msgspec.json.Encoder().encode


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


class PostingRow(NamedTuple):
    """A row of the table ``posting``."""

    entry: str
    line: int
    account: str
    units: int


class Existing(NamedTuple):
    """An entry that is stored."""

    memo: str
    added: dict[str, int]
    """The units that it added to each account."""


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


class TableChange(NamedTuple):
    """What a batch changes in a row of the table ``game_table``. None: nothing."""

    snapshot: int | None = None
    """The number of the act from which the table is recovered."""
    rules: str | None = None
    closed_at: int | None = None


class Rows(NamedTuple):
    """What a batch stores."""

    acts: list[ActRow]
    entries: list[Entry]
    postings: list[PostingRow]
    changes: dict[str, int]
    """What the postings add to each account."""
    tables: dict[str, TableChange]
    meters: list[tuple[str, int, bytes]]
    """The id, value and memory of each meter that moved."""
    moves: list[MoveRow]
    staff: list[StaffRow]

    @classmethod
    def none(cls) -> Rows:
        return cls([], [], [], {}, {}, [], [], [])

    def by_kind(self) -> dict[str, Sequence[tuple[Any, ...]]]:
        """The rows of each kind, in the order in which they must be stored. Kinds without rows are left out."""
        given: dict[str, Sequence[tuple[Any, ...]]] = {
            "acts": self.acts,
            "entries": [(e.id, e.kind, e.at, e.table_id, e.seq, e.person, e.memo) for e in self.entries],
            "postings": self.postings,
            "changes": list(self.changes.items()),
            "tables": [(id, *change) for id, change in self.tables.items()],
            "meters": self.meters,
            "moves": self.moves,
            "staff": self.staff,
        }
        return {kind: rows for kind, rows in given.items() if rows}

    def as_json(self) -> dict[str, str]:
        """The rows of each kind as a JSON array."""
        given = self.by_kind()
        if acts := given.get("acts"):
            given["acts"] = [(*one[:6], one[6].decode(), one[7]) for one in acts]
        if meters := given.get("meters"):
            given["meters"] = [(id, units, memory.decode()) for id, units, memory in meters]
        return {kind: _encode(rows).decode() for kind, rows in given.items()}


class StoredMeter(NamedTuple):
    """A row of the table ``meter``, and the number of its last move."""

    memory: bytes
    moves: int


class Store(Protocol):
    """A connection that commits batches. Only the committer's thread uses it."""

    shared: bool = False
    """Whether other processes may take over the tables of this one."""
    _known: set[str]
    """Accounts that exist."""

    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...

    def confirm(self) -> None:
        """Raise an error if the session has ended, so that another process may run the tables of this one."""

    def add_table(self, row: TableRow, meters: Sequence[MeterRow]) -> list[MeterRow]:
        """Store a new table. Returns those of its meters that are new; the others belong to a link."""

    def lock_meters(self, ids: Sequence[str]) -> dict[str, StoredMeter]:
        """Lock these meters, in this order, until the transaction ends."""

    def lock_accounts(self, names: Sequence[str]) -> dict[str, int]:
        """Lock these accounts, in this order, until the transaction ends. Returns their balances."""

    def existing_entries(self, ids: Sequence[str]) -> dict[str, Existing]:
        """Those of these entries that exist."""

    def write(self, rows: Rows) -> None:
        """Store the rows of a batch."""

    def last_staff_act(self) -> tuple[int, str]:
        """The number and the head of the last staff act. Nobody else appends one before the transaction ends."""


def _by_entry(lines: Iterable[tuple[str, str, str, int]]) -> dict[str, Existing]:
    found: dict[str, Existing] = {}
    for id, memo, account, units in lines:
        found.setdefault(id, Existing(memo, {})).added[account] = units
    return found


def open_store(engine: Engine) -> Store:
    """The committer's own connection to the database of an engine."""
    if engine.dialect.name == "sqlite":
        return SqliteStore(engine.url.database or "")
    return PostgresStore(engine.url.set(drivername="postgresql").render_as_string(hide_password=False))


SQLITE_WRITES = {
    "acts": "INSERT INTO act VALUES {rows}",
    "tables": """WITH new(id, seq, rules, closed_at) AS (VALUES {rows}) UPDATE game_table
        SET snapshot = coalesce(new.seq, game_table.snapshot), rules = coalesce(new.rules, game_table.rules),
        closed_at = coalesce(new.closed_at, game_table.closed_at) FROM new WHERE game_table.id = new.id""",
    "entries": "INSERT INTO entry VALUES {rows}",
    "postings": "INSERT INTO posting VALUES {rows}",
    "changes": """WITH new(name, units) AS (VALUES {rows}) UPDATE account SET units = account.units + new.units
        FROM new WHERE account.name = new.name""",
    "meters": """WITH new(id, units, memory) AS (VALUES {rows}) UPDATE meter
        SET units = new.units, memory = new.memory FROM new WHERE meter.id = new.id""",
    "moves": "INSERT INTO meter_move VALUES {rows}",
    "staff": "INSERT INTO staff_act VALUES {rows}",
}
AT_ONCE = 250
"""The most rows of one statement of SQLite."""


@cache
def _for_rows(kind: str, rows: int, columns: int) -> str:
    """The statement that stores this many rows of a kind."""
    row = f"({', '.join('?' * columns)})"
    return SQLITE_WRITES[kind].format(rows=", ".join([row] * rows))


SQLITE_SETTINGS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 5000",
    "cache_size = -65536",  # KiB: the pages of the indexes, which every batch touches
    "wal_autocheckpoint = 8000",  # pages of 4 KiB: what is changed again and again is copied to the file more rarely
)


class SqliteStore(Store):
    """SQLite in WAL mode. A commit returns when the write-ahead log is on the disk (synchronous = FULL)."""

    def __init__(self, path: Path | str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=256)
        for pragma in SQLITE_SETTINGS:
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

    def confirm(self) -> None:
        """No other process uses the file."""

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

    def existing_entries(self, ids: Sequence[str]) -> dict[str, Existing]:
        lines = "SELECT entry, memo, account, units FROM posting JOIN entry ON id = entry WHERE entry = ?"
        return _by_entry([line for id in ids for line in self._db.execute(lines, (id,))])

    def write(self, rows: Rows) -> None:
        if new := [name for name in rows.changes if name not in self._known]:
            self._db.executemany("INSERT INTO account VALUES (?, 0) ON CONFLICT DO NOTHING", [(name,) for name in new])
            self._known.update(new)
        for kind, given in rows.by_kind().items():
            for at in range(0, len(given), AT_ONCE):
                some = given[at : at + AT_ONCE]
                self._db.execute(_for_rows(kind, len(some), len(some[0])), list(chain.from_iterable(some)))

    def last_staff_act(self) -> tuple[int, str]:
        found: tuple[int, str] | None = self._db.execute(LAST_STAFF_ACT).fetchone()
        return found or (0, GENESIS)


POSTGRES_WRITES = {
    "acts": """INSERT INTO act SELECT r->>0, (r->>1)::bigint, (r->>2)::bigint, r->>3, r->>4, (r->>5)::bigint,
        convert_to(r->>6, 'UTF8'), r->>7 FROM jsonb_array_elements(%s::jsonb) r""",
    "entries": """INSERT INTO entry SELECT r->>0, r->>1, (r->>2)::bigint, r->>3, (r->>4)::bigint, r->>5, r->>6
        FROM jsonb_array_elements(%s::jsonb) r""",
    "postings": """INSERT INTO posting SELECT r->>0, (r->>1)::int, r->>2, (r->>3)::bigint
        FROM jsonb_array_elements(%s::jsonb) r""",
    "changes": """UPDATE account SET units = units + (r->>1)::bigint FROM jsonb_array_elements(%s::jsonb) r
        WHERE name = r->>0""",
    "tables": """UPDATE game_table SET snapshot = coalesce((r->>1)::bigint, snapshot), rules = coalesce(r->>2, rules),
        closed_at = coalesce((r->>3)::bigint, closed_at) FROM jsonb_array_elements(%s::jsonb) r WHERE id = r->>0""",
    "meters": """UPDATE meter SET units = (r->>1)::bigint, memory = convert_to(r->>2, 'UTF8')
        FROM jsonb_array_elements(%s::jsonb) r WHERE id = r->>0""",
    "moves": """INSERT INTO meter_move SELECT r->>0, (r->>1)::bigint, r->>2, r->>3, (r->>4)::bigint, r->>5,
        (r->>6)::bigint, (r->>7)::bigint, (r->>8)::bigint FROM jsonb_array_elements(%s::jsonb) r""",
    "staff": """INSERT INTO staff_act SELECT (r->>0)::bigint, (r->>1)::bigint, r->>2, r->>3, r->>4, r->>5
        FROM jsonb_array_elements(%s::jsonb) r""",
}


@cache
def _together(kinds: tuple[str, ...]) -> bytes:
    """One statement that stores rows of these kinds, since every statement takes a turn of both processes."""
    parts = [f"_{kind} AS ({POSTGRES_WRITES[kind]})" for kind in kinds]
    return f"WITH {', '.join(parts)} SELECT".encode()


class PostgresStore(Store):
    """PostgreSQL by psycopg. A batch that locks nothing is one statement, which is a transaction of its own."""

    shared = True

    def __init__(self, url: str) -> None:
        import psycopg  # a house on SQLite starts faster without it

        self.connection = psycopg.connect(url, autocommit=True)
        self._cursor = partial(psycopg.ClientCursor, self.connection)
        self.connection.execute("SET synchronous_commit TO on")
        # Whoever hangs in a transaction must not keep others from their locks, and so from taking over its tables.
        self.connection.execute(f"SET idle_in_transaction_session_timeout TO {IDLE_MS}".encode())
        self._known = {name for (name,) in self.connection.execute("SELECT name FROM account")}
        self._open = False
        """Whether a transaction is open."""

    def begin(self) -> None:
        """Nothing is sent before the first statement."""

    def commit(self) -> None:
        if self._open:
            self.connection.execute("COMMIT")
            self._open = False

    def rollback(self) -> None:
        self.connection.rollback()
        self._open = False

    def confirm(self) -> None:
        self.connection.execute("SELECT")

    def close(self) -> None:
        self.connection.close()

    def _in_transaction(self, statement: bytes, *given: Any) -> list[tuple[Any, ...]]:
        """Execute statements in the transaction of the batch. The first ones begin it, in the same message.

        Returns the rows of the last statement.
        """
        with self._cursor() as cursor:
            cursor.execute(statement if self._open else b"BEGIN; " + statement, given)
            self._open = True
            while cursor.nextset():
                pass
            return cursor.fetchall() if cursor.description else []

    def add_table(self, row: TableRow, meters: Sequence[MeterRow]) -> list[MeterRow]:
        insert = (
            b"INSERT INTO meter (id, units, memory, terms) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING id"
        )
        self._in_transaction(
            b"INSERT INTO game_table (id, name, game, rules, settings, link, opened_by, opened_at)"
            b" VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
            *row,
        )
        return [one for one in sorted(meters) if self._in_transaction(insert, *one)]

    def lock_meters(self, ids: Sequence[str]) -> dict[str, StoredMeter]:
        # A statement does not see all that is committed while it waits for a lock, so another one reads.
        locked = self._in_transaction(
            b"SELECT FROM meter WHERE id = ANY(%s) ORDER BY id FOR UPDATE;"
            b" SELECT id, memory, (SELECT coalesce(max(number), 0) FROM meter_move WHERE meter = id)"
            b" FROM meter WHERE id = ANY(%s)",
            list(ids),
            list(ids),
        )
        return {id: StoredMeter(memory, moves) for id, memory, moves in locked}

    def lock_accounts(self, names: Sequence[str]) -> dict[str, int]:
        lock = b"SELECT name, units FROM account WHERE name = ANY(%s) ORDER BY name FOR UPDATE"
        return dict(self._in_transaction(lock, list(names)))

    def existing_entries(self, ids: Sequence[str]) -> dict[str, Existing]:
        lines = b"SELECT entry, memo, account, units FROM posting JOIN entry ON id = entry WHERE entry = ANY(%s)"
        return _by_entry(self._in_transaction(lines, list(ids)))

    def write(self, rows: Rows) -> None:
        if new := sorted(name for name in rows.changes if name not in self._known):  # two processes may add the same
            add = b"INSERT INTO account SELECT name, 0 FROM unnest(%s::text[]) name ON CONFLICT DO NOTHING"
            self._in_transaction(add, new)
            self._known.update(new)
        given = rows.as_json()
        if given:
            self.connection.execute(_together(tuple(given)), tuple(given.values()))

    def last_staff_act(self) -> tuple[int, str]:
        self._in_transaction(b"LOCK TABLE staff_act IN SHARE ROW EXCLUSIVE MODE")
        found = self._in_transaction(LAST_STAFF_ACT.encode())
        return (found[0][0], found[0][1]) if found else (0, GENESIS)


class NoStore(Store):
    """Keeps nothing. It shows what the rest of the house costs."""

    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...
    def confirm(self) -> None: ...

    def __init__(self, balances: Mapping[str, int] | None = None) -> None:
        self.balances = dict(balances or {})
        self.meters: dict[str, bytes] = {}

    def add_table(self, row: TableRow, meters: Sequence[MeterRow]) -> list[MeterRow]:
        return [one for one in meters if one.id not in self.meters]

    def lock_meters(self, ids: Sequence[str]) -> dict[str, StoredMeter]:
        return {id: StoredMeter(self.meters[id], 0) for id in ids if id in self.meters}

    def lock_accounts(self, names: Sequence[str]) -> dict[str, int]:
        return {name: self.balances.get(name, 0) for name in names}

    def existing_entries(self, ids: Sequence[str]) -> dict[str, Existing]:
        return {}

    def write(self, rows: Rows) -> None:
        for name, units in rows.changes.items():
            self.balances[name] = self.balances.get(name, 0) + units
        self.meters |= {id: memory for id, _, memory in rows.meters}

    def last_staff_act(self) -> tuple[int, str]:
        return 0, GENESIS
