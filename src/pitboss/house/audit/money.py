"""The audit of the ledger: every entry is one that the house makes, and every balance is the sum of its postings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Connection, Select, cast, func, select

from pitboss.basics.money import UNITS
from pitboss.house.audit.findings import BALANCE, MONEY, Audit
from pitboss.house.money import books, free_chips
from pitboss.house.money.books import Posting
from pitboss.house.money.free_chips import Taken
from pitboss.house.money.ledger import ALL
from pitboss.house.people import staff
from pitboss.house.storage.schema import account, act, entry, game_table, posting, staff_act

AT_ONCE = 1000
"""Rows that are read together."""
MAY_BE_NEGATIVE = ("house", "issued", "coupon:issued")
"""The kinds of accounts that may be below zero."""
ISSUING = (books.ISSUED, books.COUPONS_ISSUED)
"""The accounts from which money and coupons are issued."""
TRANSFERS = {
    *(("issued", "wallet"), ("wallet", "issued"), ("issued", "house"), ("house", "issued"), ("house", "house")),
    *(("wallet", "chips"), ("chips", "wallet"), ("wallet", "game"), ("game", "wallet")),
    *(("house", "inventory"), ("inventory", "house")),
    *(("coupon:issued", "coupon"), ("coupon", "coupon:issued")),
    *(("coupon", "coupon:at"), ("coupon:at", "coupon")),
}
"""Between which kinds of accounts money moves otherwise than by a round or a meter."""
OF_PRACTICE = {
    *(("issued", "chips"), ("chips", "issued"), ("house", "inventory"), ("inventory", "house")),
    *(("coupon:issued", "coupon:at"), ("coupon:at", "coupon:issued")),
}
"""The same at a table for practice, which touches no wallet."""

KINDS = {
    **dict.fromkeys((("issued", "wallet"), ("coupon:issued", "coupon")), "issue"),
    **dict.fromkeys((("wallet", "chips"), ("issued", "chips")), "buy in"),
    **dict.fromkeys((("chips", "wallet"), ("chips", "issued")), "cash out"),
    ("house", "inventory"): "fill",
    ("inventory", "house"): "credit",
}
"""What the house calls a transfer between these kinds of accounts."""


def kind_of(name: str) -> str:
    """The kind of an account.

    >>> kind_of("chips:t1:ann"), kind_of("house:t1"), kind_of("coupon:at:t1:ann"), kind_of("coupon:ann")
    ('chips', 'house', 'coupon:at', 'coupon')
    """
    first, _, rest = name.partition(":")
    second, more, _ = rest.partition(":")
    if first == "coupon" and (more or rest in ("taken", "issued")):
        return f"{first}:{second}"
    return first


def is_transfer(lines: Sequence[Posting], *, practice: bool = False) -> bool:
    """Whether these postings move money or coupons between two accounts that it may move between.

    >>> is_transfer([Posting("wallet:ann", -5), Posting("chips:t1:ann", 5)])
    True
    >>> is_transfer([Posting("wallet:ann", -5), Posting("chips:t1:bob", 5)])
    False
    >>> is_transfer([Posting("wallet:ann", -5), Posting("chips:t1:ann", 5)], practice=True)
    False
    """
    if len(lines) != 2 or lines[0].units + lines[1].units:
        return False
    giver, taker = sorted(lines, key=lambda line: line.units)
    kinds = kind_of(giver.account), kind_of(taker.account)
    people = {name.rpartition(":")[2] for name in (giver.account, taker.account) if not _is_of_house(name)}
    return kinds in (OF_PRACTICE if practice else TRANSFERS) and len(people) <= 1


def _mislabelled(row: Any, lines: Sequence[Posting]) -> str:
    """What is wrong with the kind or the memo of a transfer. Empty if nothing is."""
    giver, taker = sorted(lines, key=lambda line: line.units)
    due = KINDS.get((kind_of(giver.account), kind_of(taker.account)), row.kind)
    if row.kind != due:
        return f"is called {row.kind}, but its postings make it a {due}"
    memo = row.memo
    if row.kind in ("buy in", "coupons") or (row.kind == "cash out" and row.memo != ALL):
        memo = ""
    elif row.kind in ("fill", "credit"):
        memo = f"ordered by {row.person}" if row.person else ""
    return f"has the memo {row.memo!r}, but the house writes {memo!r}" if row.memo != memo else ""


def _is_of_house(name: str) -> bool:
    return kind_of(name) in (*MAY_BE_NEGATIVE, "inventory")


def entries(connection: Connection, which: Any, *, by_act: bool = False) -> Iterator[tuple[Any, list[Posting]]]:
    """Entries with their postings, in the order of their acts or of their ids."""
    first = (entry.c.seq,) if by_act else ()
    found: Select[Any] = (
        select(
            *(entry.c.id, entry.c.kind, entry.c.at, entry.c.table_id, entry.c.seq, entry.c.person, entry.c.memo),
            *(posting.c.account, posting.c.units),
        )
        .join(posting, posting.c.entry == entry.c.id)
        .where(which)
        .order_by(*first, entry.c.id, posting.c.line)
    )
    rows = connection.execute(found, execution_options={"yield_per": AT_ONCE})
    for _, lines in groupby(rows, key=lambda row: row.id):
        of_entry = list(lines)
        yield of_entry[0], [Posting(line.account, line.units) for line in of_entry]


def money_of_acts(connection: Connection, table: str) -> Iterator[tuple[int, dict[str, int]]]:
    """What the stored entries of each act of a table moved, without fills and other transfers."""
    stored = entries(connection, (entry.c.table_id == table) & (entry.c.seq > 0), by_act=True)
    for seq, of_act in groupby(stored, key=lambda one: one[0].seq):
        net: Counter[str] = Counter()
        for _, lines in of_act:
            if not is_transfer(lines):
                for name, units in lines:
                    net[name] += units
        yield seq, {name: units for name, units in net.items() if units}


def check_entries(connection: Connection, audit: Audit, practice: Container[str] = ()) -> None:
    """Every entry that is neither of an act nor of a meter is a transfer. ``practice`` are the tables for practice."""
    known = select(game_table.c.id)
    for row, lines in entries(connection, (entry.c.seq == 0) | entry.c.table_id.not_in(known)):
        of_meter = any(kind_of(name) == "meter" for name, _ in lines)
        if not of_meter and not is_transfer(lines, practice=row.table_id in practice):
            wrong = f"no act makes the entry {row.id} ({row.kind}), which changes {', '.join(n for n, _ in lines)}"
            audit.add(MONEY, wrong, row.table_id)
        elif not of_meter and (wrong := _mislabelled(row, lines)):
            audit.add(MONEY, f"the entry {row.id} {wrong}", row.table_id)
    of_act = (entry.c.table_id == act.c.table_id) & (entry.c.seq == act.c.seq)
    moved = select(entry.c.id, entry.c.table_id, entry.c.seq).join(act, of_act)
    for row in connection.execute(moved.where(entry.c.seq > 0, entry.c.at != act.c.at).order_by(entry.c.id)):
        audit.add(MONEY, f"the entry {row.id} has another time than its act", row.table_id, act=row.seq)


def check_issues(connection: Connection, audit: Audit, practice: Container[str] = ()) -> None:
    """Money and coupons are issued once to a person who comes, or as the staff journal says.

    That is by an order of an administrator, or by the house to somebody who had too little left to play.
    """
    ordered = {f"issue/{one.person}/{one.key}": one for one in _orders(connection)}
    taken = {free_chips.entry_id(one.person, one.key): one for one in _taken(connection)}
    by_rule: list[tuple[Any, Taken]] = []
    issuing = select(posting.c.entry).where(posting.c.account.in_(ISSUING), posting.c.units < 0)
    for row, lines in entries(connection, entry.c.id.in_(issuing)):
        if row.table_id in practice:
            continue
        id, of_coupons = row.id.removesuffix("/c"), row.id.endswith("/c")
        order = ordered.get(id)
        cents = (order.coupons if of_coupons else order.cents) if order else 0
        issued = sum(units for name, units in lines if units > 0)
        if (of_rule := taken.get(row.id)) is not None and issued == of_rule.cents * UNITS:
            by_rule.append((row, of_rule))
        elif id != f"{row.person}/start" and issued != cents * UNITS:
            audit.add(MONEY, f"the entry {row.id} issues {issued} units, but no order of staff says so")
    for row, of_rule in by_rule:
        has = free_chips.least_owned(connection, of_rule, row.at, practice)
        if has >= of_rule.least * UNITS:
            audit.add(MONEY, f"the entry {row.id} issues money to {row.person}, who had {has} units left to play")


class _Order(msgspec.Struct):
    """An order to issue money and coupons."""

    person: str
    key: str
    cents: int
    coupons: int


def _orders(connection: Connection) -> Iterator[_Order]:
    """The orders in the staff journal. One that can't be read orders nothing; the audit of people names it."""
    bodies = select(staff_act.c.body).where(staff_act.c.what == staff.ISSUE)
    for (body,) in connection.execute(bodies, execution_options={"yield_per": AT_ONCE}):
        try:
            order = msgspec.json.decode(body, type=_Order)
        except msgspec.MsgspecError:
            continue
        yield order


def _taken(connection: Connection) -> Iterator[Taken]:
    """What people took by the rule of the house. Only the house itself notes that."""
    by_house = (staff_act.c.what == staff.TAKE) & (staff_act.c.person == staff.HOUSE)
    for (body,) in connection.execute(select(staff_act.c.body).where(by_house)):
        try:
            taken = msgspec.json.decode(body, type=Taken)
        except msgspec.MsgspecError:
            continue
        yield taken


def meter_entries(connection: Connection) -> dict[str, dict[str, int]]:
    """What every entry that touches a meter's account moved, by its id."""
    touching = select(posting.c.entry).where(func.substr(posting.c.account, 1, 6) == "meter:")
    rows = select(posting.c.entry, posting.c.account, posting.c.units).where(posting.c.entry.in_(touching))
    found: dict[str, dict[str, int]] = {}
    for id, name, units in connection.execute(rows, execution_options={"yield_per": AT_ONCE}):
        net = found.setdefault(id, {})
        net[name] = net.get(name, 0) + units
    return found


# --- balances


def check_balances(connection: Connection, audit: Audit) -> dict[str, int]:
    """Every entry balances, and every balance is the sum of its postings. Returns the balances by account."""
    counts = audit.counts
    counts.entries = connection.execute(select(func.count()).select_from(entry)).scalar_one()
    counts.postings = connection.execute(select(func.count()).select_from(posting)).scalar_one()
    for id, units in connection.execute(_unbalanced()):
        audit.add(MONEY, f"the postings of the entry {id} sum to {units} units, not to 0")
    alone = select(posting.c.entry).outerjoin(entry, entry.c.id == posting.c.entry).where(entry.c.id.is_(None))
    for id in sorted(set(connection.execute(alone).scalars())):
        audit.add(MONEY, f"the postings of {id} have no entry")
    empty = select(entry.c.id).outerjoin(posting, entry.c.id == posting.c.entry).where(posting.c.entry.is_(None))
    for id in sorted(connection.execute(empty).scalars()):
        audit.add(MONEY, f"the entry {id} has no postings")
    sums = select(posting.c.account, cast(func.sum(posting.c.units), BigInteger)).group_by(posting.c.account)
    posted: dict[str, int] = dict(connection.execute(sums).all())
    held: dict[str, int] = dict(connection.execute(select(account.c.name, account.c.units)).all())
    counts.accounts = len(held)
    for name in sorted(posted | held):
        if held.get(name, 0) != posted.get(name, 0):
            wrong = f"{name} holds {held.get(name, 0)} units, but its postings sum to {posted.get(name, 0)}"
            audit.add(BALANCE, wrong)
        if held.get(name, 0) < 0 and kind_of(name) not in MAY_BE_NEGATIVE:
            audit.add(BALANCE, f"{name} is below zero: it holds {held[name]} units")
    for what, total in _trial(held.items()).items():
        if total:
            audit.add(BALANCE, f"the trial balance of {what} is {total} units, not 0")
    return held


def _trial(balances: Iterable[tuple[str, int]]) -> Counter[str]:
    """The sums of all balances: of money, and of coupons."""
    totals: Counter[str] = Counter()
    for name, units in balances:
        totals["coupons" if name.startswith(books.COUPON) else "money"] += units
    return totals


def _unbalanced() -> Select[Any]:
    """Entries whose money or whose coupons do not sum to zero."""
    coupon = func.substr(posting.c.account, 1, len(books.COUPON)) == books.COUPON
    lines = select(posting.c.entry, posting.c.units, coupon.label("coupon")).subquery()
    total = cast(func.sum(lines.c.units), BigInteger)
    return (
        select(lines.c.entry, total)
        .group_by(lines.c.entry, lines.c.coupon)
        .having(func.sum(lines.c.units) != 0)
        .order_by(lines.c.entry)
    )
