"""Saves a whole database to one file and restores it, also from SQLite to PostgreSQL and back.

The file is gzip of JSON lines. The first line names the format and the version of the database. Then comes each table:
a line with its name and columns, and a line a row, in the order of the primary key; bytes are base64. The last line has
the number of rows of each table and the SHA-256 of all lines before it. The same rows make the same file.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Integer, LargeBinary, MetaData, String, Table, collate, func, select
from sqlalchemy.sql.elements import ColumnElement

from pitboss.basics.files import written_whole
from pitboss.house.storage.database import (
    DatabaseError,
    migrate_within,
    newest,
    reading,
    shown,
    version_of,
    versions,
    writing,
)
from pitboss.house.storage.migrations import VERSION_TABLE

ROWS = 1000
"""Rows that are read or written together."""
Whole = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
T = TypeVar("T")


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line. ``schema`` is the version of the database."""

    format: Literal["pitboss-backup"]
    version: Literal[1]
    schema: str


class Start(msgspec.Struct, forbid_unknown_fields=True):
    """The line before the rows of a table."""

    table: str
    columns: list[str]


class Footer(msgspec.Struct, forbid_unknown_fields=True):
    """The last line."""

    counts: dict[str, int]
    sha256: str


# --- backup


def backup(engine: Engine, path: Path, *, replace: bool = False) -> dict[str, int]:
    """Save one state of the database to a file, and return the number of rows of each table.

    The house may go on meanwhile. The file appears when it is whole and on disk, and only its owner can read it.
    """
    with reading(engine) as connection:
        version = version_of(connection)
        if version is None:
            raise DatabaseError(f"{shown(engine.url)} is empty")
        with written_whole(path, replace=replace, private=True) as partial, partial.open("wb") as file:
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                counts = _save(connection, version, packed)
            file.flush()
            os.fsync(file.fileno())
    return counts


def _save(connection: Connection, version: str, file: gzip.GzipFile) -> dict[str, int]:
    digest = sha256()
    counts: dict[str, int] = {}
    encode = msgspec.json.Encoder().encode

    def put(lines: list[bytes]) -> None:
        content = b"".join(line + b"\n" for line in lines)
        digest.update(content)
        file.write(content)

    put([encode(Header("pitboss-backup", 1, version))])
    for table in _tables(connection):
        put([encode(_start(table))])
        name = str(table.name)
        counts[name] = 0
        found = connection.execution_options(yield_per=ROWS).execute(select(table).order_by(*_order(connection, table)))
        for rows in found.partitions():
            put([encode(tuple(row)) for row in rows])
            counts[name] += len(rows)
    file.write(encode(Footer(counts, digest.hexdigest())) + b"\n")
    return counts


def _tables(connection: Connection) -> list[Table]:
    """The tables as this version of the database has them. Those that others refer to come first."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSION_TABLE]


def _start(table: Table) -> Start:
    return Start(str(table.name), [str(column.name) for column in table.columns])  # a name may be a subclass of str


def _order(connection: Connection, table: Table) -> Iterator[ColumnElement[Any]]:
    """The primary key. Text is in the order of its bytes, which does not depend on the language of the database."""
    for column in table.primary_key:
        text = isinstance(column.type, String) and connection.dialect.name == "postgresql"
        yield collate(column, "C") if text else column


# --- restore


def restore(path: Path, engine: Engine) -> dict[str, int]:
    """Fill an empty database from a file, and return the number of rows of each table.

    The checksum is verified first. Then everything happens in one transaction. A file of an older version is brought to
    the newest.
    """
    try:
        with path.open("rb") as file:
            with gzip.open(file) as packed:
                _verify(packed)
            file.seek(0)
            with gzip.open(file) as packed, writing(engine) as connection:
                return _load(connection, packed)
    except _Damaged as error:
        raise DatabaseError(f"{path} is damaged or not a backup: {error}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise DatabaseError(f"{path} is damaged or not a backup: it can't be decompressed") from None
    except OSError as error:
        raise DatabaseError(f"{path} can't be read: {(error.strerror or str(error)).lower()}") from None


class _Damaged(Exception):
    """What is wrong with a file."""


def _verify(file: gzip.GzipFile) -> None:
    digest, last = sha256(), b""
    for line in file:
        digest.update(last)
        last = line
    if _read(last, Footer).sha256 != digest.hexdigest():
        raise _Damaged("its checksum is wrong")


def _read(line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError:
        raise _Damaged(_WRONG[kind]) from None


_WRONG: dict[type, str] = {
    Header: "it does not begin as a backup does",
    Start: "a line that begins a table is wrong",
    Footer: "it does not end as a backup does",
}


def _load(connection: Connection, file: gzip.GzipFile) -> dict[str, int]:
    schema = _read(file.readline(), Header).schema
    if schema not in versions():
        raise DatabaseError(
            f"the backup has version {schema}, but this release of Pitboss ends with version {newest()}"
        )
    migrate_within(connection, schema)
    tables = _tables(connection)
    _check_empty(connection, schema, tables)
    counts: dict[str, int] = {}
    line = file.readline()
    for table in tables:
        name = str(table.name)
        if _read(line, Start) != _start(table):
            raise _Damaged(f"it does not have the table {name} of version {schema}")
        decode = _decoder(table).decode
        rows: list[dict[str, Any]] = []
        counts[name] = 0
        while (line := file.readline()).startswith(b"["):
            try:
                rows.append(dict(zip(table.columns.keys(), decode(line), strict=True)))
            except msgspec.DecodeError:
                raise _Damaged(f"row {counts[name] + len(rows) + 1} of {name} is wrong") from None
            if len(rows) == ROWS:
                counts[name] += _insert(connection, table, rows)
        counts[name] += _insert(connection, table, rows)
        _go_on_counting(connection, table)
    if _read(line, Footer).counts != counts:
        raise _Damaged("its counts of rows are wrong")
    migrate_within(connection)
    return counts


def _check_empty(connection: Connection, schema: str, tables: list[Table]) -> None:
    name = shown(connection.engine.url)
    for table in tables:
        if connection.execute(select(table).limit(1)).first() is not None:
            raise DatabaseError(f"{name} is not empty: its table {table.name} has rows")
    if (found := version_of(connection)) != schema:
        raise DatabaseError(
            f"the backup has version {schema}, and {name} already has version {found}; use a new database"
        )


def _decoder(table: Table) -> msgspec.json.Decoder[tuple[Any, ...]]:
    """Reads rows of a table, and checks the type of each value."""
    kinds = []
    for column in table.columns:
        match column.type:
            case LargeBinary():
                kind: Any = bytes
            case Integer():
                kind = Whole
            case String():
                kind = str
            case _:
                raise TypeError(f"backup knows no columns of type {column.type!r}")
        kinds.append(kind | None if column.nullable else kind)
    return msgspec.json.Decoder(tuple[tuple(kinds)])  # type: ignore[misc]


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> int:
    """Insert the rows that were collected, and forget them."""
    if not rows:
        return 0
    connection.execute(table.insert(), rows)
    count = len(rows)
    rows.clear()
    return count


def _go_on_counting(connection: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows after the restored ones. SQLite does so by itself."""
    if connection.dialect.name == "postgresql":
        for column in table.primary_key:
            if isinstance(column.type, Integer):
                sequence = func.pg_get_serial_sequence(table.name, column.name)
                connection.execute(select(func.setval(sequence, func.max(column))))
