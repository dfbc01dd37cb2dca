"""The ledger in the database: entries, balances, and whether everything adds up.

The committer writes the entries of live tables with statements of its own. This module is for everything else. Every
sum is computed by the database in whole units of 1/10,000 cent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from sqlalchemy import BigInteger, ColumnElement, Connection, case, cast, func, literal_column, select

from pitboss.basics.money import UNITS, dollars
from pitboss.engine.round.events import is_whole
from pitboss.house.money import books
from pitboss.house.money.books import BELOW_ZERO, COUPON, Posting
from pitboss.house.storage.database import upsert
from pitboss.house.storage.schema import account, entry, posting

FILL = "fill"
"""The kind of entry by which the house adds to a table inventory. A fill comes before the act that needs it."""
ALL = "all"
"""The memo of an entry that moves whatever its first account holds."""
KINDS = ("wallet", "chips", "layout", "inventory", "jackpot", "meter", "game", "coupon")
"""How the names of accounts begin, except those of the house."""


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


def holds_coupons_of(person: str) -> ColumnElement[bool]:
    """Whether an account holds a person's coupons at a table."""
    return _begins(account.c.name, f"{COUPON}at:") & _ends(account.c.name, f":{person}")


def balances(connection: Connection, prefix: str = "") -> dict[str, int]:
    """The units in each account whose name begins so, by name."""
    rows = connection.execute(select(account.c.name, account.c.units).where(_begins(account.c.name, prefix)))
    return dict(sorted((name, units) for name, units in rows))


class TrialBalance(msgspec.Struct, frozen=True):
    """The sums of all accounts by kind. Those of money sum to zero, and coupons do too."""

    kinds: dict[str, int]
    """Units by the kind of account: wallet, chips and so on, house and issued."""

    @property
    def money(self) -> int:
        return sum(units for kind, units in self.kinds.items() if kind != "coupon")

    @property
    def coupons(self) -> int:
        return self.kinds.get("coupon", 0)


def trial_balance(connection: Connection) -> TrialBalance:
    """The sums of all accounts, money and coupons apart."""
    kind = case(*((_begins(account.c.name, f"{kind}:"), kind) for kind in KINDS), else_=account.c.name)
    rows = select(kind.label("kind"), account.c.units).subquery()
    sums = select(rows.c.kind, whole_sum(rows.c.units)).group_by(rows.c.kind)
    return TrialBalance(dict(sorted((kind, units) for kind, units in connection.execute(sums))))


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


# --- does everything add up?

UNBALANCED, DIFFERS, NEGATIVE = "unbalanced entry", "balance differs", "below zero"
LOST, UNKNOWN = "lost posting", "unknown account"
_SENTENCES = {
    UNBALANCED: "the postings of entry {where} sum to {units} units, not to 0",
    DIFFERS: "{where} holds {units} units, but its postings sum to {expected}",
    NEGATIVE: "{where} holds {units} units, and may not be below zero",
    LOST: "a posting of {units} units names entry {where}, which is not in the ledger",
    UNKNOWN: "{where!r} holds {units} units, but is not the name of an account",
}


class Inconsistency(msgspec.Struct, frozen=True):
    """Something in the ledger that does not add up.

    >>> print(Inconsistency(DIFFERS, "wallet:ann", 500, 700))
    wallet:ann holds 500 units, but its postings sum to 700
    """

    what: str
    """unbalanced entry, balance differs, below zero, lost posting or unknown account"""
    where: str
    """The id of the entry, or the name of the account."""
    units: int
    expected: int = 0

    def __str__(self) -> str:
        return _SENTENCES[self.what].format(where=self.where, units=self.units, expected=self.expected)


def inconsistencies(connection: Connection) -> list[Inconsistency]:
    """Everything in the ledger that does not add up."""
    finders = (_unbalanced, _differing, _negative, _lost, _unknown)
    return [found for find in finders for found in find(connection)]


def _unbalanced(connection: Connection) -> Iterator[Inconsistency]:
    """Entries whose money or whose coupons do not sum to zero."""
    coupon = case((_begins(posting.c.account, COUPON), 1), else_=0).label("coupon")
    lines = select(posting.c.entry, posting.c.units, coupon).subquery()
    sums = (
        select(lines.c.entry, whole_sum(lines.c.units))
        .group_by(lines.c.entry, lines.c.coupon)
        .having(func.sum(lines.c.units) != 0)
        .order_by(lines.c.entry)
    )
    for id, units in connection.execute(sums):
        yield Inconsistency(UNBALANCED, id, units)


def _differing(connection: Connection) -> Iterator[Inconsistency]:
    """Accounts whose balance is not the sum of their postings, including accounts that have only one of the two."""
    none: ColumnElement[int] = literal_column("0", BigInteger)
    held = select(account.c.name, account.c.units.label("held"), none.label("posted"))
    posted = select(posting.c.account, none, posting.c.units)
    both = held.union_all(posted).subquery()
    sums = (
        select(both.c.name, whole_sum(both.c.held), whole_sum(both.c.posted))
        .group_by(both.c.name)
        .having(func.sum(both.c.held) != func.sum(both.c.posted))
        .order_by(both.c.name)
    )
    for name, has, expected in connection.execute(sums):
        yield Inconsistency(DIFFERS, name, has, expected)


def _negative(connection: Connection) -> Iterator[Inconsistency]:
    never = account.c.name.not_in(BELOW_ZERO), account.c.name.not_like(f"{books.HOUSE}:%")
    below = select(account.c.name, account.c.units).where(account.c.units < 0, *never)
    for name, units in connection.execute(below.order_by(account.c.name)):
        yield Inconsistency(NEGATIVE, name, units)


def _lost(connection: Connection) -> Iterator[Inconsistency]:
    """Postings without an entry. SQLite allows them unless it is told to check foreign keys."""
    joined = posting.outerjoin(entry, entry.c.id == posting.c.entry)
    alone = select(posting.c.entry, posting.c.units).select_from(joined).where(entry.c.id.is_(None))
    for id, units in connection.execute(alone.order_by(posting.c.entry, posting.c.line)):
        yield Inconsistency(LOST, id, units)


def _unknown(connection: Connection) -> Iterator[Inconsistency]:
    for name, units in balances(connection).items():
        if not books.is_account(name):
            yield Inconsistency(UNKNOWN, name, units)
