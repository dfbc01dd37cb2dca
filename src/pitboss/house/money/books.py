"""The books: accounts, and the postings that the events of a round make. There is no database and no clock here.

Amounts are whole units of 1/10,000 cent. A posting adds its units to an account, and takes them if they are negative.
The postings of an act sum to zero. Postings of coupons, which are no money, sum to zero by themselves.

>>> wagered = ev.Wagered(round=1, clause="6(a)", seat=1, player="ann", wager="ante", amount=500, hand=1)
>>> postings("t1", [wagered])
[Posting(account='chips:t1:ann', units=-5000000), Posting(account='layout:t1', units=5000000)]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from pitboss.basics.money import UNITS
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event

# --- accounts

HOUSE = "house"
"""The house's own money. It may be negative."""
PLAYERS = "house:players"
"""The money of the players of the house, which they buy chips with. It may be negative, since the house lends it."""
ISSUED = "issued"
"""Play money that the house has issued: its balance is the negative of all the money there is."""
COUPONS_TAKEN = "coupon:taken"
"""Coupons that the house has taken, at face value."""
COUPONS_ISSUED = "coupon:issued"
"""Coupons that the house has issued: its balance is the negative of the face value of all coupons."""
BELOW_ZERO = (HOUSE, ISSUED, COUPONS_ISSUED)
"""The accounts that may be negative, besides the house's accounts for each table."""
OWN = ("chips:", "layout:", "inventory:", "jackpot:", "house:", "coupon:at:", "coupon:layout:")
"""The beginnings of the accounts of a table, which only the table's owner changes. ``PLAYERS`` is of no table."""
COUPON = "coupon:"
"""The beginning of the names of memorandum accounts."""
LONGEST = 200
"""The most characters in the name of an account."""

_PART = r"[^:\x00-\x1f\x7f]+"
_ACCOUNT = re.compile(
    rf"{HOUSE}|{ISSUED}|(?:wallet|game|layout|inventory|jackpot|meter|coupon|{HOUSE}):{_PART}|chips:{_PART}:{_PART}"
    rf"|coupon:layout:{_PART}|coupon:at:{_PART}:{_PART}"
)


def wallet(person: str) -> str:
    """A person's money outside the tables."""
    return f"wallet:{person}"


def chips(table: str, person: str) -> str:
    """A person's chips at a table."""
    return f"chips:{table}:{person}"


def layout(table: str) -> str:
    """The wagers that lie on the layout."""
    return f"layout:{table}"


def inventory(table: str) -> str:
    """The table inventory."""
    return f"inventory:{table}"


def house(table: str) -> str:
    """The house's money that has gone to a table, or come from it. An account for each table needs no lock."""
    return f"{HOUSE}:{table}"


def jackpot(table: str) -> str:
    """Shares of meters that were won at the table and are not yet paid."""
    return f"jackpot:{table}"


def meter(id: str) -> str:
    """A progressive meter."""
    return f"meter:{id}"


def game_account(person: str) -> str:
    """A player's game account (ruling game-account)."""
    return f"game:{person}"


def coupons(person: str) -> str:
    """The coupons that a person holds, at face value.

    >>> coupons("taken")
    Traceback (most recent call last):
        ...
    ValueError: nobody may have the id 'taken': that account belongs to the house
    """
    name = f"{COUPON}{person}"
    if name in (COUPONS_TAKEN, COUPONS_ISSUED):
        raise ValueError(f"nobody may have the id {person!r}: that account belongs to the house")
    return name


def coupons_at(table: str, person: str) -> str:
    """The coupons that a person has brought to a table, at face value."""
    return f"{COUPON}at:{table}:{person}"


def coupons_on(table: str) -> str:
    """The coupons that lie on the layout."""
    return f"{COUPON}layout:{table}"


def may_be_negative(account: str) -> bool:
    return account in BELOW_ZERO or account.startswith(f"{HOUSE}:")


def is_shared(account: str) -> bool:
    """Whether several tables change an account, so that it must be locked.

    >>> is_shared("wallet:ann"), is_shared("house:t1"), is_shared(PLAYERS)
    (True, False, True)
    """
    return account == PLAYERS or not account.startswith(OWN)


def is_account(name: str) -> bool:
    """Whether this is the name of an account. Ids in it must not contain a colon or a control character.

    >>> is_account("chips:t1:ann"), is_account("chips:t1"), is_account("purse:ann")
    (True, False, False)
    """
    return len(name) <= LONGEST and _ACCOUNT.fullmatch(name) is not None


# --- postings


class Posting(NamedTuple):
    """A line of an entry: an account gains units, or loses them if they are negative."""

    account: str
    units: int


def postings(table: str, records: Iterable[Event]) -> list[Posting]:
    """The money that moves by these records of a round, in order. Everything but wagers and their ends moves none.

    Meters are not posted here. Whoever keeps them posts their contributions, and moves a win to the jackpot account of
    the table, from which the player is then paid.
    """
    found: list[Posting] = []
    for record in records:
        moved = _MONEY.get(type(record))
        if moved is not None:
            found += moved(table, record)
    return found


def coupon_postings(table: str, records: Iterable[Event]) -> list[Posting]:
    """The coupons that move by these records, at face value: match play coupons, and coupons redeemed for a wager."""
    found: list[Posting] = []
    for record in records:
        moved = _COUPONS.get(type(record))
        if moved is not None and (record.coupon or record.redeemed):  # type: ignore[attr-defined]
            found += moved(table, record)
    return found


def transfer(giver: str, taker: str, units: int) -> tuple[Posting, Posting]:
    """The postings that move units from one account to another."""
    return Posting(giver, -units), Posting(taker, units)


def _moved(giver: str, taker: str, cents: int) -> tuple[Posting, ...]:
    return transfer(giver, taker, cents * UNITS)


def _wagered(table: str, put: ev.Wagered) -> tuple[Posting, ...]:
    return () if put.redeemed else _moved(chips(table, put.player), layout(table), put.amount)


def _withdrawn(table: str, back: ev.Withdrawn) -> tuple[Posting, ...]:
    return () if back.redeemed else _moved(layout(table), chips(table, back.player), back.amount)


def _settled(table: str, end: ev.Settled) -> tuple[Posting, ...]:
    """The money of a wager's end. If the inventory does not pay, the inventory gets the whole stake."""
    stake, returned = end.money * UNITS, end.returned * UNITS
    to, payer, paid = chips(table, end.player), "", 0
    if end.source == ev.GAME_ACCOUNT:  # ruling game-account
        to, payer, paid = game_account(end.player), house(table), returned
    elif end.source:
        payer, paid = jackpot(table), returned
    lines = (layout(table), -stake), (inventory(table), stake - returned + paid), (payer, -paid), (to, returned)
    return tuple([Posting(account, units) for account, units in lines if units])


def _coupon_laid(table: str, put: ev.Wagered) -> tuple[Posting, ...]:
    return _moved(coupons_at(table, put.player), coupons_on(table), put.coupon + put.redeemed * put.amount)


def _coupon_withdrawn(table: str, back: ev.Withdrawn) -> tuple[Posting, ...]:
    return _moved(coupons_on(table), coupons_at(table, back.player), back.coupon + back.redeemed * back.amount)


def _coupon_settled(table: str, end: ev.Settled) -> tuple[Posting, ...]:
    taker = COUPONS_TAKEN if end.coupon_taken else coupons_at(table, end.player)
    return _moved(coupons_on(table), taker, end.coupon + end.redeemed * end.stake)


_Moves = dict[type[Event], Callable[[str, Any], tuple[Posting, ...]]]
_MONEY: _Moves = {ev.Wagered: _wagered, ev.Withdrawn: _withdrawn, ev.Settled: _settled}
_COUPONS: _Moves = {ev.Wagered: _coupon_laid, ev.Withdrawn: _coupon_withdrawn, ev.Settled: _coupon_settled}


def of_practice(table: str, lines: Iterable[Posting]) -> list[Posting]:
    """These postings at a table for practice. No money leaves such a table, so a game account's wins are paid in chips.

    >>> of_practice("t1", [Posting("house:t1", -3), Posting("game:ann", 3)])
    [Posting(account='house:t1', units=-3), Posting(account='chips:t1:ann', units=3)]
    """
    start = game_account("")

    def paid_to(account: str) -> str:
        return chips(table, account.removeprefix(start)) if account.startswith(start) else account

    return [Posting(paid_to(account), units) for account, units in lines]


def net(lines: Iterable[Posting]) -> list[Posting]:
    """One posting for each account that these change, in the order in which the accounts first occur.

    >>> net([Posting("house", -3), Posting("inventory:t1", 3), Posting("house", 3), Posting("issued", -3)])
    [Posting(account='inventory:t1', units=3), Posting(account='issued', units=-3)]
    """
    sums: dict[str, int] = {}
    for account, units in lines:
        sums[account] = sums.get(account, 0) + units
    return [Posting(account, units) for account, units in sums.items() if units]


def fill_needed(table: str, holds: int, lines: Iterable[Posting]) -> int:
    """The units that a fill must add to the table inventory, which holds so much, before these postings.

    The inventory is then never negative, not even between two postings.

    >>> fill_needed("t1", 5, [Posting("inventory:t1", -7), Posting("inventory:t1", 4)])
    2
    """
    account = inventory(table)
    lowest = left = holds
    for line in lines:
        if line.account == account:
            left += line.units
            lowest = min(lowest, left)
    return max(0, -lowest)
