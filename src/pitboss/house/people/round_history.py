"""The rounds that a person played, newest first, page by page. Found from the money that moved."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, case, func, or_, select, tuple_

from pitboss.basics.money import UNITS
from pitboss.house.money import books, ledger
from pitboss.house.storage.schema import account, act, entry, game_table, posting

MOST = 200
"""The most rounds of one page."""


class PlayedRound(msgspec.Struct, frozen=True):
    """A round in which a person had a wager."""

    table: str
    name: str
    """The table's name."""
    game: str
    round: int
    at: int
    """When the first wager was placed, in milliseconds since 1970."""
    net: int
    """What the person won, in cents: negative for a loss. Coupons are no money."""
    over: bool


class Page(msgspec.Struct, frozen=True):
    rounds: tuple[PlayedRound, ...]
    next: str = ""
    """The place of the last round of the page. Empty if none follows."""


class UnknownRound(LookupError):
    """A page is asked for after a round that the person did not play."""


def page(connection: Connection, person: str, *, after: str = "", most: int = MOST, game: str = "") -> Page:
    """The rounds of a person before a place, which is ``next`` of the page before. ``game`` asks for one game's."""
    found = _rounds(person, game).subquery()
    order = (found.c.at, found.c.table_id, found.c.round)
    wanted = select(found).order_by(*(column.desc() for column in order)).limit(most + 1)
    if after:
        wanted = wanted.where(tuple_(*order) < tuple_(*_place(connection, found, after)))
    rows = connection.execute(wanted).all()
    shown = rows[:most]
    going_on = _going_on(connection, {row.table_id for row in shown})
    return Page(
        tuple(
            PlayedRound(
                table=row.table_id,
                name=row.name,
                game=row.game,
                round=row.round,
                at=row.at,
                net=row.units // UNITS,
                over=going_on.get(row.table_id) != row.round,
            )
            for row in shown
        ),
        f"{shown[-1].table_id}:{shown[-1].round}" if len(rows) > most else "",
    )


def _rounds(person: str, game: str) -> Select[Any]:
    """The rounds whose acts moved a person's chips or coupons."""
    money = or_(ledger.holds_chips_of(person), account.c.name == books.game_account(person))
    coupons = ledger.holds_coupons_of(person)
    is_money = posting.c.account.in_(select(account.c.name).where(money))
    named = (game_table.c.name, game_table.c.game)
    return (
        select(
            *(entry.c.table_id, act.c.round, *named, func.min(entry.c.at).label("at")),
            ledger.whole_sum(case((is_money, posting.c.units), else_=0)).label("units"),
        )
        .join(posting, posting.c.entry == entry.c.id)
        .join(act, (act.c.table_id == entry.c.table_id) & (act.c.seq == entry.c.seq))
        .join(game_table, game_table.c.id == entry.c.table_id)
        .where(
            posting.c.account.in_(select(account.c.name).where(or_(money, coupons))),
            entry.c.kind.in_(("round", "coupons")),
            *([game_table.c.game == game] if game else []),
        )
        .group_by(entry.c.table_id, act.c.round, *named)
    )


def _place(connection: Connection, found: Any, after: str) -> tuple[Any, ...]:
    table, _, number = after.rpartition(":")
    if after.isprintable() and number.isdecimal() and len(number) < 16:
        place = select(found.c.at, found.c.table_id, found.c.round)
        place = place.where(found.c.table_id == table, found.c.round == int(number))
        if (row := connection.execute(place).one_or_none()) is not None:
            return tuple(row)
    raise UnknownRound(f"you did not play a round {after!a}")


def _going_on(connection: Connection, tables: set[str]) -> dict[str, int]:
    """The last rounds of these tables, as far as wagers lie on the layout."""
    layouts = {books.layout(table): table for table in tables} | {books.coupons_on(table): table for table in tables}
    holding: ColumnElement[bool] = account.c.name.in_(layouts) & (account.c.units > 0)
    busy = {layouts[name] for name in connection.execute(select(account.c.name).where(holding)).scalars()}
    last = (
        select(act.c.table_id, func.max(act.c.round).label("last"))
        .where(act.c.table_id.in_(busy))
        .group_by(act.c.table_id)
    )
    return {row.table_id: row.last for row in connection.execute(last)}
