"""The audit of values: every column holds what its type says, and no value can stop the audit.

SQLite stores any value in any column, so a number may be a text. Such a value is named with its table and row. A check
that it stops is named as well, so nobody takes silence for a proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Integer,
    LargeBinary,
    Table,
    and_,
    func,
    not_,
    or_,
    select,
)
from sqlalchemy.exc import DBAPIError

from pitboss.house.audit.findings import VALUE, Audit
from pitboss.house.storage.schema import metadata

NAMED = 5
"""The most rows that are named for one column. The others are counted."""
OF_VALUES = ("integer overflow", "Could not decode")
"""How SQLite complains about a value, and not about the database."""


def check_values(connection: Connection, audit: Audit) -> None:
    """Name every value that is not of the type of its column. PostgreSQL has none."""
    if connection.dialect.name != "sqlite":
        return
    for table in metadata.sorted_tables:
        with stopped_by_values(audit, f"the values of {table.name}"):
            _check_table(connection, audit, table)


@contextmanager
def stopped_by_values(audit: Audit, what: str, table: str = "") -> Iterator[None]:
    """If a value stops this check, name the check and go on with the next one."""
    try:
        yield
    except DBAPIError as error:
        if not any(words in str(error.orig) for words in OF_VALUES):
            raise
        _stopped(audit, what, str(error.orig), table)
    except Exception as error:  # whatever is in a row, the audit goes on
        _stopped(audit, what, f"{type(error).__name__} ({error})", table)


def _stopped(audit: Audit, what: str, why: str, table: str) -> None:
    audit.add(VALUE, f"{what} can't be checked, since a value in the database can't be read: {why}", table)


def _check_table(connection: Connection, audit: Audit, table: Table) -> None:
    wrong = {column: _is_wrong(column) for column in table.c}
    keys = list(table.primary_key)
    # One pass through the table in a sound house.
    if connection.execute(select(*keys).where(or_(*wrong.values())).limit(1)).first() is None:
        return
    for column, where in wrong.items():
        count = connection.execute(select(func.count()).select_from(table).where(where)).scalar_one()
        shown = func.substr(func.quote(column), 1, 40)
        names = [func.quote(key) for key in keys]
        for found in connection.execute(select(shown, *names).where(where).order_by(*keys).limit(NAMED)):
            row = ", ".join(f"{key.name} {said}" for key, said in zip(keys, found[1:], strict=True))
            said = f"{column.name} is {found[0]}, which is not {_kind(column)[1]}"
            audit.add(VALUE, f"{table.name}, row with {row}: {said}")
        if count > NAMED:
            audit.add(VALUE, f"{table.name}: {column.name} is not {_kind(column)[1]} in {count - NAMED} more rows")


def _is_wrong(column: Column[Any]) -> ColumnElement[bool]:
    kinds, _ = _kind(column)
    wrong = not_(func.typeof(column).in_(kinds))
    return and_(column.is_not(None), wrong) if column.nullable else wrong


def _kind(column: Column[Any]) -> tuple[tuple[str, ...], str]:
    """What SQLite may call the values of a column, and what a person calls them."""
    if isinstance(column.type, BigInteger | Integer):
        return ("integer",), "a whole number"
    if isinstance(column.type, LargeBinary):
        return ("blob", "text"), "a text"
    return ("text",), "a text"
