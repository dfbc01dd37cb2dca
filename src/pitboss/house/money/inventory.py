"""The inventory of a table over its life: opening count, fills, credits, counts in between and closing count.

A count compares what staff counted with what the books say. It moves no money. Counts are in the staff journal only, as
"opening count", "count" and "closing count"; a table has one of the first and one of the last.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, select

from pitboss.basics.money import UNITS
from pitboss.house.money import books, ledger
from pitboss.house.people import staff
from pitboss.house.storage.schema import entry, game_table, posting, staff_act

CountKind = Literal["opening", "closing", ""]
"""When staff counts: before the first wager, after the table has closed, or in between."""
NAMES: dict[str, CountKind] = {"opening count": "opening", "count": "", "closing count": "closing"}
"""The kinds of counts by their names in the staff journal."""
FILLS_AND_CREDITS = ("fill", "credit")


class UnknownTable(LookupError):
    """There is no such table."""


class NotNow(ValueError):
    """A count that does not belong to this moment of a table's life. Nothing has changed."""


class Count(NamedTuple):
    """A count of an inventory, in cents."""

    at: int
    kind: CountKind
    person: str
    counted: int
    booked: int


class Movement(NamedTuple):
    """A fill or a credit, in cents. ``person`` ordered it; it is empty if the table took it by itself."""

    at: int
    kind: str
    cents: int
    person: str


class Sheet(NamedTuple):
    """Everything about the inventory of a table."""

    table: str
    opened_at: int
    closed_at: int | None
    booked: int
    counts: list[Count]
    movements: list[Movement]


def count(connection: Connection, now: int, person: str, table: str, kind: CountKind, cents: int) -> Count:
    """Compare what staff counted with the books, and write both into the staff journal."""
    life = _table(connection, table)
    staff.hold(connection)  # of two opening counts at once, the second finds the first
    _check_moment(connection, life, kind)
    held = _closing_credit(connection, table) if kind == "closing" else _held(connection, table)
    made = Count(now, kind, person, cents, held)
    what = next(name for name, one in NAMES.items() if one == kind)
    staff.record(connection, now, person, what, {"table": table, "counted": cents, "booked": made.booked})
    return made


def sheet(connection: Connection, table: str) -> Sheet:
    """The inventory of a table from its opening until now."""
    return Sheet(
        *_table(connection, table), _held(connection, table), _counts(connection, table), _movements(connection, table)
    )


class _Life(NamedTuple):
    """When a table opened and closed."""

    table: str
    opened_at: int
    closed_at: int | None


def _table(connection: Connection, table: str) -> _Life:
    columns = game_table.c.id, game_table.c.opened_at, game_table.c.closed_at
    row = connection.execute(select(*columns).where(game_table.c.id == table)).one_or_none()
    if row is None:
        raise UnknownTable("there is no such table")
    return _Life(*row)


def _check_moment(connection: Connection, life: _Life, kind: CountKind) -> None:
    """Raise ``NotNow`` if this kind of count does not belong here."""
    if kind == "closing" and life.closed_at is None:
        raise NotNow("a closing count comes after the table has closed")
    if kind != "closing" and life.closed_at is not None:
        raise NotNow("this table has closed: only a closing count can be made")
    if kind == "opening" and _has_wagers(connection, life.table):
        raise NotNow("an opening count comes before the first wager at the table")
    if kind and any(one.kind == kind for one in _counts(connection, life.table)):
        raise NotNow(f"the {kind} count of this table was made before")


def _has_wagers(connection: Connection, table: str) -> bool:
    on_layout = select(posting.c.entry).where(posting.c.account.in_((books.layout(table), books.coupons_on(table))))
    return connection.execute(on_layout.limit(1)).first() is not None


def _held(connection: Connection, table: str) -> int:
    return ledger.balance(connection, books.inventory(table)) // UNITS


def _closing_credit(connection: Connection, table: str) -> int:
    """What went back to the house when the table closed."""
    return sum(one.cents for one in _movements(connection, table) if one.kind == "credit" and not one.person)


def _counts(connection: Connection, table: str) -> list[Count]:
    of_kind = select(staff_act).where(staff_act.c.what.in_(NAMES)).order_by(staff_act.c.number)
    found = []
    for row in connection.execute(of_kind):
        body = msgspec.json.decode(row.body)
        if body["table"] == table:
            found.append(Count(row.at, NAMES[row.what], row.person, body["counted"], body["booked"]))
    return found


def _movements(connection: Connection, table: str) -> list[Movement]:
    mine = and_(posting.c.account == books.inventory(table), entry.c.kind.in_(FILLS_AND_CREDITS))
    columns = entry.c.at, entry.c.kind, posting.c.units, entry.c.person
    found = select(*columns).join(entry, entry.c.id == posting.c.entry).where(mine).order_by(entry.c.at, entry.c.id)
    return [Movement(at, kind, abs(units) // UNITS, person) for at, kind, units, person in connection.execute(found)]
