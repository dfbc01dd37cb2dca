"""Statements: what moved the money of a person or of a table, page by page, or whole as CSV; the table inventory.

>>> from sqlalchemy import create_engine
>>> from pitboss.house.money.books import Posting
>>> from pitboss.house.storage.schema import metadata
>>> engine = create_engine("sqlite://")
>>> metadata.create_all(engine)
>>> with engine.begin() as connection:
...     for number in (1, 2, 3):
...         paid = (Posting("issued", -500), Posting("wallet:ann", 500))
...         _ = ledger.post(connection, ledger.Entry(f"ann/{number}", "issue", number, paid))
...     first = page(connection, of_person("ann"), most=2)
...     second = page(connection, of_person("ann"), most=2, after=first.next)
>>> [line.balance for line in first.lines], first.next, [line.balance for line in second.lines], second.next
([500, 1000], 'ann/2:2', [1500], '')
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from io import BytesIO, TextIOWrapper
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, case, false, not_, or_, select, tuple_

from pitboss.basics.money import UNITS
from pitboss.house.money import books, ledger
from pitboss.house.people import staff
from pitboss.house.storage.schema import account, entry, game_table, posting, staff_act
from pitboss.protocol import tables as wire
from pitboss.protocol.account import Line, Statement
from pitboss.protocol.tables import CountKind

MOST = 1000
"""The most lines of one page."""
AT_ONCE = 1000
"""How many rows of a whole statement are in memory at once."""
Untold = Mapping[str, int]
"""The first act of each table that a statement does not tell yet, by table."""
NOTHING: Untold = {}


class UnknownLine(LookupError):
    """A page is asked for after a line that the statement does not have."""


# --- whose


def of_person(person: str) -> ColumnElement[bool]:
    """The accounts of a person's money and coupons: wallet, chips at every table, game account."""
    own = (books.wallet(person), books.game_account(person), books.coupons(person))
    return or_(account.c.name.in_(own), ledger.holds_chips_of(person))


def of_table(table: str) -> ColumnElement[bool]:
    """The accounts of a table's own money and coupons: inventory, layout, jackpots that wait to be paid."""
    own = (books.inventory(table), books.layout(table), books.jackpot(table), books.coupons_on(table))
    return account.c.name.in_(own)


# --- lines

_ORDER = (
    *(entry.c.at, entry.c.table_id, entry.c.seq, case((entry.c.kind == ledger.FILL, 0), else_=1)),
    *(entry.c.id, posting.c.line),
)
"""Acts of one moment are in the order of their table, after its fills."""


def lines(connection: Connection, whose: ColumnElement[bool], untold: Untold = NOTHING) -> Iterator[Line]:
    """All lines of a statement. They are read a few at a time."""
    rows = connection.execute(_postings(whose, untold).order_by(*_ORDER), execution_options={"yield_per": AT_ONCE})
    return _balanced(rows, {})


def page(
    connection: Connection, whose: ColumnElement[bool], *, after: str = "", most: int = MOST, untold: Untold = NOTHING
) -> Statement:
    """The lines of a statement after a place, which is ``next`` of the page before.

    A line that the statement does not have raises ``UnknownLine``.
    """
    found, held = _postings(whose, untold), dict[str, int]()
    if after:
        place = tuple_(*_place(connection, whose, after))
        before = _postings(whose).where(tuple_(*_ORDER) <= place).subquery()
        sums = select(before.c.account, ledger.whole_sum(before.c.units).label("units")).group_by(before.c.account)
        held = {row.account: row.units for row in connection.execute(sums)}
        found = found.where(tuple_(*_ORDER) > place)
    rows = connection.execute(found.order_by(*_ORDER).limit(most + 1)).all()
    shown = rows[:most]
    follows = f"{shown[-1].id}:{shown[-1].line}" if len(rows) > most else ""
    return Statement(lines=tuple(_balanced(shown, held)), next=follows)


def _postings(whose: ColumnElement[bool], untold: Untold = NOTHING) -> Select[Any]:
    """The postings of these accounts, each with its entry."""
    hidden = (and_(entry.c.table_id == table, entry.c.seq >= since) for table, since in untold.items())
    columns = (entry.c.at, entry.c.id, entry.c.kind, entry.c.table_id, entry.c.seq, entry.c.memo)
    return (
        select(*columns, posting.c.account, posting.c.units, posting.c.line)
        .join(entry, entry.c.id == posting.c.entry)
        .where(posting.c.account.in_(select(account.c.name).where(whose)), not_(or_(false(), *hidden)))
    )


def _place(connection: Connection, whose: ColumnElement[bool], after: str) -> tuple[Any, ...]:
    """The place of a line in the order of its statement."""
    id, _, line = after.rpartition(":")
    if after.isprintable() and line.isdecimal() and len(line) < 10:
        of_line = _postings(whose).where(entry.c.id == id, posting.c.line == int(line)).with_only_columns(*_ORDER)
        if (row := connection.execute(of_line).one_or_none()) is not None:
            return tuple(row)
    raise UnknownLine(f"this statement has no line {after!a}")


def _balanced(rows: Iterable[Any], held: dict[str, int]) -> Iterator[Line]:
    """The lines of these rows, after which the accounts hold so much. ``held`` is what they held before."""
    for at, id, kind, table, seq, memo, name, units, _ in rows:
        held[name] = balance = held.get(name, 0) + units
        about = {"at": at, "entry": id, "kind": kind, "table": table, "act": seq, "memo": memo}
        yield Line(**about, account=name, units=units, balance=balance)


# --- CSV

COLUMNS = ("time", "entry", "kind", "table", "act", "account", "amount", "balance", "memo")
"""The columns of a statement as CSV. Amounts are in dollars, and times are UTC."""


def as_csv(lines: Iterable[Line]) -> bytes:
    """A statement as CSV in UTF-8, with a line of headings. The lines are not kept, so they may be many."""
    content = BytesIO()
    text = TextIOWrapper(content, encoding="utf-8", newline="")
    written = csv.writer(text, lineterminator="\n")
    written.writerow(COLUMNS)
    for line in lines:
        about = (in_utc(line.at), *map(_plain, (line.entry, line.kind, line.table)), line.act or "")
        amounts = ledger.in_dollars(line.units), ledger.in_dollars(line.balance)
        written.writerow((*about, _plain(line.account), *amounts, _plain(line.memo)))
    text.flush()
    return content.getvalue()


def _plain(text: str) -> str:
    """Text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def in_utc(at: int) -> str:
    """A time in milliseconds since 1970, as text.

    >>> in_utc(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    time = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at)
    return time.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


# --- the inventory of a table over its life
#
# Opening count, fills, credits, counts in between and closing count. A count compares what staff counted with what the
# books say. It moves no money. Counts are in the staff journal only; a table has one opening and one closing count.

NAMES: dict[str, CountKind] = {"opening count": "opening", "count": "", "closing count": "closing"}
"""The kinds of counts by their names in the staff journal."""
FILLS_AND_CREDITS = ("fill", "credit")


class UnknownTable(LookupError):
    """There is no such table."""


class NotNow(ValueError):
    """A count that does not belong to this moment of a table's life. Nothing has changed."""


def count_inventory(
    connection: Connection, now: int, person: str, table: str, kind: CountKind, cents: int
) -> wire.Counted:
    """Compare what staff counted with the books, and write both into the staff journal."""
    life = _table(connection, table)
    staff.hold(connection)  # of two opening counts at once, the second finds the first
    _check_moment(connection, life, kind)
    held = _held(connection, table)
    if kind == "closing":  # what went back to the house when the table closed
        held = sum(one.cents for one in _movements(connection, table) if one.kind == "credit" and not one.person)
    what = next(name for name, one in NAMES.items() if one == kind)
    staff.record(connection, now, person, what, {"table": table, "counted": cents, "booked": held})
    return wire.Counted(counted=cents, booked=held)


def inventory_of(connection: Connection, table: str) -> wire.Inventory:
    """The inventory of a table from its opening until now."""
    life = _table(connection, table)
    return wire.Inventory(
        table=table,
        booked=_held(connection, table),
        opened_at=life.opened_at,
        closed_at=life.closed_at,
        counts=tuple(_counts(connection, table)),
        moves=tuple(_movements(connection, table)),
    )


def _table(connection: Connection, table: str) -> Any:
    row = connection.execute(select(game_table).where(game_table.c.id == table)).one_or_none()
    if row is None:
        raise UnknownTable("there is no such table")
    return row


def _check_moment(connection: Connection, life: Any, kind: CountKind) -> None:
    """Raise ``NotNow`` if this kind of count does not belong here. ``life`` is the table's row."""
    if kind == "closing" and life.closed_at is None:
        raise NotNow("a closing count comes after the table has closed")
    if kind != "closing" and life.closed_at is not None:
        raise NotNow("this table has closed: only a closing count can be made")
    if kind == "opening" and _has_wagers(connection, life.id):
        raise NotNow("an opening count comes before the first wager at the table")
    if kind and any(one.kind == kind for one in _counts(connection, life.id)):
        raise NotNow(f"the {kind} count of this table was made before")


def _has_wagers(connection: Connection, table: str) -> bool:
    on_layout = select(posting.c.entry).where(posting.c.account.in_((books.layout(table), books.coupons_on(table))))
    return connection.execute(on_layout.limit(1)).first() is not None


def _held(connection: Connection, table: str) -> int:
    return ledger.balance(connection, books.inventory(table)) // UNITS


def _counts(connection: Connection, table: str) -> Iterator[wire.Count]:
    of_kind = select(staff_act).where(staff_act.c.what.in_(NAMES)).order_by(staff_act.c.number)
    for row in connection.execute(of_kind):
        body = msgspec.json.decode(row.body)
        if body["table"] == table:
            said = {"counted": body["counted"], "booked": body["booked"]}
            yield wire.Count(at=row.at, kind=NAMES[row.what], person=row.person, **said)


def _movements(connection: Connection, table: str) -> Iterator[wire.Movement]:
    mine = and_(posting.c.account == books.inventory(table), entry.c.kind.in_(FILLS_AND_CREDITS))
    columns = entry.c.at, entry.c.kind, posting.c.units, entry.c.person
    found = select(*columns).join(entry, entry.c.id == posting.c.entry).where(mine).order_by(entry.c.at, entry.c.id)
    for at, kind, units, person in connection.execute(found):
        yield wire.Movement(at=at, kind=kind, cents=abs(units) // UNITS, person=person)
