"""The ledger in the database: entries and balances.

The committer writes the entries of live tables with statements of its own. This module is for everything else. Every
sum is computed by the database in whole units of 1/10,000 cent.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import BigInteger, ColumnElement, Connection, cast, func, select

from pitboss.basics.money import UNITS, dollars
from pitboss.engine.round.events import is_whole
from pitboss.house.money import books
from pitboss.house.money.books import COUPON, Posting
from pitboss.house.people.house_players import is_house_player
from pitboss.house.storage.database import upsert
from pitboss.house.storage.schema import account, entry, posting

FILL = "fill"
"""The kind of entry by which the house adds to a table inventory. A fill comes before the act that needs it."""
ALL = "all"
"""The memo of an entry that moves whatever its first account holds."""


class LedgerError(ValueError):
    """An entry that the ledger does not accept."""


class ShortOfMoney(LedgerError):
    """An entry that would take more from an account than it holds."""


# --- entries


class Entry(msgspec.Struct, frozen=True):
    """A movement of money or coupons. Its postings sum to zero, and so do those of coupons by themselves."""

    id: str
    """TABLE/SEQ for an act of a table, PERSON/KEY for other movements. An id is posted once."""
    kind: str
    at: int
    """Milliseconds since 1970."""
    postings: Sequence[Posting]
    table_id: str = ""
    seq: int = 0
    """The number of the act at its table."""
    person: str = ""
    memo: str = ""


def check(given: Entry) -> None:
    """Raise ``LedgerError`` if an entry is malformed.

    >>> check(Entry("ann/1", "buy in", 0, [Posting("wallet:ann", -5), Posting("chips:t1:ann", 4)]))
    Traceback (most recent call last):
        ...
    pitboss.house.money.ledger.LedgerError: entry ann/1 does not balance: its money sums to -1 units
    """
    if not given.id or not given.kind:
        raise LedgerError(f"an entry needs an id and a kind, not {given.id!r} and {given.kind!r}")
    if not given.postings:
        raise LedgerError(f"entry {given.id} has no postings")
    sums = {"money": 0, "coupons": 0}
    for name, units in given.postings:
        if not books.is_account(name):
            raise LedgerError(f"entry {given.id} names {name!r}, which is not an account")
        if not is_whole(units):
            raise LedgerError(f"entry {given.id} posts {units!r} to {name}, which is not a whole number of units")
        sums["coupons" if name.startswith(COUPON) else "money"] += units
    for what, units in sums.items():
        if units:
            verb = "sums" if what == "money" else "sum"
            raise LedgerError(f"entry {given.id} does not balance: its {what} {verb} to {units} units")


def post(connection: Connection, given: Entry) -> bool:
    """Write an entry and change the balances. Returns False, and changes nothing, if its id is already in the ledger.

    If an account would go below zero, this raises ``ShortOfMoney``, and the transaction must be rolled back.
    """
    check(given)
    insert = upsert(connection)
    row = {field: getattr(given, field) for field in entry.c.keys()}  # noqa: SIM118
    new = insert(entry).values(row).on_conflict_do_nothing().returning(entry.c.id)
    if connection.execute(new).first() is None:
        return False
    lines = [
        {"entry": given.id, "line": line, "account": name, "units": units}
        for line, (name, units) in enumerate(given.postings, 1)
    ]
    connection.execute(posting.insert(), lines)
    for name, units in sorted(books.net(given.postings)):  # always in this order, so that two entries can't deadlock
        # an upsert of the units would fail: the database checks that the row to insert is not below zero
        connection.execute(insert(account).values(name=name, units=0).on_conflict_do_nothing())
        changed = account.update().where(account.c.name == name).values(units=account.c.units + units)
        if not books.may_be_negative(name):
            changed = changed.where(account.c.units + units >= 0)
        if not connection.execute(changed).rowcount:
            has, needs = in_words(balance(connection, name)), in_words(-units)
            raise ShortOfMoney(f"{name} holds {has}, so entry {given.id} can't take {needs} from it")
    return True


# --- balances


def balance(connection: Connection, name: str) -> int:
    """The units in an account. An account without a row has none."""
    return connection.execute(select(account.c.units).where(account.c.name == name)).scalar_one_or_none() or 0


def chips_of(connection: Connection, person: str) -> int:
    """The units of a person's chips at all tables."""
    return connection.execute(select(whole_sum(account.c.units)).where(holds_chips_of(person))).scalar_one() or 0


def holds_chips_of(person: str) -> ColumnElement[bool]:
    """Whether an account holds a person's chips, at any table."""
    return _begins(account.c.name, "chips:") & _ends(account.c.name, f":{person}")


def tables_of_house_players(connection: Connection) -> set[str]:
    """The tables at which players of the house have chips."""
    held = select(account.c.name).where(_begins(account.c.name, "chips:"), account.c.units != 0)
    found = (name.split(":") for name in connection.execute(held).scalars())
    return {table for _, table, person in found if is_house_player(person)}


def holds_coupons_of(person: str) -> ColumnElement[bool]:
    """Whether an account holds a person's coupons at a table."""
    return _begins(account.c.name, f"{COUPON}at:") & _ends(account.c.name, f":{person}")


def _begins(column: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
    """Whether a text begins so. LIKE would ignore case in SQLite."""
    return func.substr(column, 1, len(prefix)) == prefix


def _ends(column: ColumnElement[str], suffix: str) -> ColumnElement[bool]:
    return func.substr(column, func.length(column) - len(suffix) + 1) == suffix


def whole_sum(column: ColumnElement[int]) -> ColumnElement[int]:
    """The sum of whole numbers as a whole number. PostgreSQL would return a decimal."""
    return cast(func.sum(column), BigInteger)


def in_words(units: int) -> str:
    """An amount as people read it.

    >>> in_words(10_000_000_000), in_words(12_340_000), in_words(-500)
    ('$10,000', '$12.34', '-$0.0005')
    """
    sign, size = "-" if units < 0 else "", abs(units)
    return sign + (f"${in_dollars(size)}" if size % UNITS else dollars(size // UNITS))


def in_dollars(units: int) -> str:
    """An amount for a table of figures, in dollars, exact to the fraction of a cent.

    >>> in_dollars(12_340_000), in_dollars(-500), in_dollars(3_375)
    ('12.34', '-0.0005', '0.003375')
    """
    whole, part = divmod(abs(units), 100 * UNITS)
    decimals = f"{part:06d}"
    return f"{'-' if units < 0 else ''}{whole}.{decimals[:2]}{decimals[2:].rstrip('0')}"
