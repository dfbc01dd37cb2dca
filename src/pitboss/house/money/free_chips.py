"""Play money for those who have none left. They take it themselves: a rule of the house allows it, no order does.

Somebody may take it while everything that they own is less than the least wager of any game. The staff journal notes it
as an act of the house, in the transaction that moves the money, with what the person owned.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from itertools import groupby
from types import MappingProxyType

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.basics.money import UNITS
from pitboss.engine import registry
from pitboss.house.money import books, ledger
from pitboss.house.money.ledger import Entry
from pitboss.house.people import staff
from pitboss.house.settings import TableSettings
from pitboss.house.storage.schema import account, entry, game_table, posting

MEMO = "taken with too little left to play"
NONE: Mapping[str, int] = MappingProxyType({})
UNDER_WAY_MS = 60_000
"""A result may be stored up to this long after it happened. Until then the person does not have the money."""


class FreeChipsTaken(msgspec.Struct, frozen=True, kw_only=True):
    """What the journal says."""

    person: str
    key: str
    """The number of the taking, by this person."""
    cents: int
    owned: int
    """What the person had, in units."""
    least: int
    """The least wager, in cents."""


@cache
def least_wager() -> int:
    """The least wager of any game under its document's rules, in cents. Everybody may open a table with them."""
    return min(registry.game(name).rules().table_minimum for name in registry.games())


def owned(connection: Connection, person: str, at_tables: Mapping[str, int] = NONE) -> int:
    """The units that a person has in the wallet, in the game account and in chips. Chips for practice are no money.

    ``at_tables`` is what the tables themselves say. At each table the larger number counts, since the ledger may lag
    behind, and does not tell whose wagers lie on a layout.
    """
    c = game_table.c
    chips = connection.execute(select(account.c.name, account.c.units).where(ledger.holds_chips_of(person)))
    stored: dict[str, int] = {name.split(":")[1]: units for name, units in chips if units}
    tables = {id: max(stored.get(id, 0), at_tables.get(id, 0)) for id in {*stored, *at_tables}}
    found = connection.execute(select(c.id, c.settings).where(c.id.in_(tables))).all() if tables else []
    practice = {id for id, settings in found if msgspec.json.decode(settings, type=TableSettings).practice}
    outside = (ledger.balance(connection, name) for name in (books.wallet(person), books.game_account(person)))
    return sum(units for table, units in tables.items() if table not in practice) + sum(outside)


def may_take(connection: Connection, person: str, at_tables: Mapping[str, int] = NONE) -> bool:
    least = least_wager() * UNITS
    if ledger.balance(connection, books.wallet(person)) >= least:  # nearly always, and chips take longer to find
        return False
    return owned(connection, person, at_tables) < least


def take(connection: Connection, person: str, cents: int, now: int, at_tables: Mapping[str, int] = NONE) -> bool:
    """Issue play money to somebody who has too little left. Returns whether it was issued.

    Of two requests at once, one takes. ``owned`` explains ``at_tables``.
    """
    wallet = books.wallet(person)
    staff.let_go_if_idle(connection)
    # In the committer's order. Until the end, no other transaction moves money into this wallet or out of it.
    names = account.c.name.in_((books.ISSUED, wallet))
    connection.execute(select(account.c.name).where(names).order_by(account.c.name).with_for_update()).all()
    start = entry_id(person, "")
    before = select(func.count()).where(
        posting.c.account == wallet, func.substr(posting.c.entry, 1, len(start)) == start
    )
    # Counted before the money is: without a row to lock, the other request changes the money, or has the same key.
    key = str(connection.execute(before).scalar_one() + 1)
    has, least = owned(connection, person, at_tables), least_wager()
    if has >= least * UNITS:
        return False
    lines = books.transfer(books.ISSUED, wallet, cents * UNITS)
    made = Entry(entry_id(person, key), "issue", now, lines, person=person, memo=MEMO)
    if not ledger.post(connection, made):
        return False
    said = FreeChipsTaken(person=person, key=key, cents=cents, owned=has, least=least)
    staff.record(connection, now, staff.HOUSE, staff.TAKE, msgspec.to_builtins(said))
    return True


def entry_id(person: str, key: str) -> str:
    return f"take/{person}/{key}"


# --- for the audit


def least_owned(connection: Connection, taken: FreeChipsTaken, at: int, practice: Container[str]) -> int:
    """The least that the ledger says a person had when they took money or a little before, in units."""
    names = books.wallet(taken.person), books.game_account(taken.person)
    own = select(account.c.name).where(account.c.name.in_(names) | ledger.holds_chips_of(taken.person))
    moved = (
        select(entry.c.at, posting.c.account, posting.c.units)
        .join(entry, entry.c.id == posting.c.entry)
        .where(posting.c.account.in_(own), entry.c.at <= at, entry.c.id != entry_id(taken.person, taken.key))
        .order_by(entry.c.at)
    )
    has, before = 0, []
    for when, rows in groupby(connection.execute(moved), key=lambda row: row[0]):
        if when >= at - UNDER_WAY_MS:
            before.append(has)
        for _, name, units in rows:
            kind, _, of = name.partition(":")
            if kind != "chips" or of.partition(":")[0] not in practice:
                has += units
    return min([*before, has])
