"""The audit of starting money: a person gets it once, when they come, and every wallet has a person.

Nothing that is signed says who came, or how much a person gets. So the audit tells the sum and the number of people.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import Connection, func, or_, select

from pitboss.house.audit.findings import MONEY, STAFF, Audit
from pitboss.house.money import books
from pitboss.house.money.ledger import in_words
from pitboss.house.storage.schema import account, entry, person, posting

AT_ONCE = 1000
"""Rows that are read together."""
SOON_MS = 600_000
"""For so long after a guest comes, the starting money may follow. Clocks differ by less."""
START, COUPONS = "/start", "/start/c"
"""How the ids of entries of starting money and of starting coupons end, after the person."""
OF_PEOPLE = ("wallet:", "game:", "coupon:")
"""How the names of accounts begin that a person has outside the tables."""
NAMED = 10
"""The most people who are named in one sentence."""


def check_starts(connection: Connection, audit: Audit) -> None:
    """Starting money went to people who exist, when they came. Tell how much it was."""
    everybody = {row.id: row for row in connection.execute(select(person.c.id, person.c.made_at, person.c.login))}
    amounts: dict[str, int] = {}
    ends = entry.c.id.in_([entry.c.person + START, entry.c.person + COUPONS])
    rows = select(entry.c.id, entry.c.at, entry.c.person, posting.c.account, posting.c.units)
    found = rows.join(posting, posting.c.entry == entry.c.id).where(ends, posting.c.units > 0).order_by(entry.c.id)
    for row in connection.execute(found, execution_options={"yield_per": AT_ONCE}):
        _check_start(audit, row, everybody.get(row.person))
        if row.id.endswith(START):
            amounts[row.person] = row.units
    _check_wallets(connection, audit, everybody)
    if amounts:
        audit.on_trust.append(_on_trust(amounts))


def _check_start(audit: Audit, row: Any, who: Any) -> None:
    purse = books.wallet(row.person) if row.id.endswith(START) else f"{books.COUPON}{row.person}"
    if row.account != purse:
        audit.add(MONEY, f"the entry {row.id} gives starting money to {row.account}, and not to {purse}")
    if who is None:
        audit.add(MONEY, f"the entry {row.id} gives starting money to a person who does not exist")
    elif row.at < who.made_at - SOON_MS or (row.at > who.made_at + SOON_MS and who.login is None):
        # Whoever registers may get it long after they came as a guest.
        audit.add(MONEY, f"the entry {row.id} gives starting money at another time than the person came")


def _check_wallets(connection: Connection, audit: Audit, everybody: dict[str, Any]) -> None:
    names = select(account.c.name).where(or_(*(func.substr(account.c.name, 1, len(of)) == of for of in OF_PEOPLE)))
    gone: dict[str, str] = {}
    for name in connection.execute(names.order_by(account.c.name)).scalars():
        _, _, id = name.partition(":")
        if ":" not in id and name not in (books.COUPONS_TAKEN, books.COUPONS_ISSUED) and id not in everybody:
            gone[id] = name
    for id, name in sorted(gone.items()):
        audit.add(STAFF, f"the account {name} belongs to the person {id}, who does not exist")


def _on_trust(amounts: dict[str, int]) -> str:
    """What nothing proves about the starting money of people, in one sentence."""
    usual = Counter(amounts.values()).most_common(1)[0][0]
    others = sorted((id, units) for id, units in amounts.items() if units != usual)
    people = f"{len(amounts):,} people" if len(amounts) > 1 else "1 person"
    said = (
        f"the starting money of {people}, {in_words(sum(amounts.values()))} in all: nothing signed says who came, or"
        f" how much they got; the usual amount is {in_words(usual)}"
    )
    if not others:
        return said
    named = ", ".join(f"the person {id} got {in_words(units)}" for id, units in others[:NAMED])
    return f"{said}, but {named}{f' and {len(others) - NAMED} more got another amount' if len(others) > NAMED else ''}"
