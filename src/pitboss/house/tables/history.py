"""The past of tables, read from the database: acts played again, payouts not yet told, and the rounds of a person."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, case, func, or_, select, tuple_

from pitboss.basics.money import UNITS
from pitboss.engine.round.events import Event
from pitboss.engine.round.round import Round
from pitboss.house.money import books, ledger
from pitboss.house.storage import schema
from pitboss.house.storage.schema import account, act, entry, game_table, posting
from pitboss.house.storage.store import ActRow
from pitboss.house.tables import acts
from pitboss.house.tables.acts import Gave, RoundBegan
from pitboss.house.tables.floor import rules_at
from pitboss.house.tables.replay import PlayedAct, Replay, live_table
from pitboss.house.tables.settings import TableSettings

MOST_ACTS = 5000
"""The most acts that are played again for one client."""


class TooLongAgo(ValueError):
    """More has happened than is sent at once."""


def table_row(connection: Connection, table: str) -> Any | None:
    """The row of a table, open or closed."""
    return connection.execute(select(schema.game_table).where(schema.game_table.c.id == table)).one_or_none()


def acts_after(connection: Connection, row: Any, after: int) -> list[PlayedAct]:
    """The acts of a table after an act, in order."""
    act = schema.act.c
    last = connection.execute(select(func.max(act.seq)).where(act.table_id == row.id)).scalar() or 0
    if last - after > MOST_ACTS:
        raise TooLongAgo(f"{last - after:,} updates were missed, and at most {MOST_ACTS:,} are sent")
    in_round = select(act.round).where(act.table_id == row.id, act.seq == after + 1)
    number = connection.execute(in_round).scalar()
    if number is None:
        return []
    return [one for one in _played(connection, row, number, None)[0] if one.seq > after]


def acts_of_round(connection: Connection, row: Any, number: int) -> list[PlayedAct]:
    """The acts of a round, from the one that began it. Empty if there was no such round."""
    return played_round(connection, row, number)[0]


def played_round(connection: Connection, row: Any, number: int) -> tuple[list[PlayedAct], Round | None]:
    """The acts of a round, and the round as they leave it. Empty and None if there was no such round."""
    found, round = _played(connection, row, number, number)
    return (found, round) if found and isinstance(found[0].act, RoundBegan) else ([], None)


def _played(connection: Connection, row: Any, first: int, last: int | None) -> tuple[list[PlayedAct], Round | None]:
    """The acts of some rounds, and the last of these rounds as they leave it.

    The first act of a round is the one that began it, from which it can be played.
    """
    act = schema.act.c
    chosen = select(schema.act).where(act.table_id == row.id, act.round >= first)
    if last is not None:
        chosen = chosen.where(act.round <= last)
    stored = [ActRow(*one) for one in connection.execute(chosen.order_by(act.seq).limit(2 * MOST_ACTS))]
    if not stored:
        return [], None
    before = select(act.head).where(act.table_id == row.id, act.seq == stored[0].seq - 1)
    head = connection.execute(before).scalar() or acts.FIRST
    settings = msgspec.json.decode(row.settings, type=TableSettings)
    table = live_table(row.id, row.game, rules_at(connection, row.id, stored[0].seq), settings.seed)
    replay = Replay(row.id, table, head)
    return [replay.apply(one) for one in stored], replay.table.round


# --- payouts already booked for cards not yet revealed
#
# No answer to a player may give them away. They are read from the database, so they are known of tables that another
# process runs, too.


class Undealt(NamedTuple):
    """What a table holds back."""

    table: str
    round: int
    since: int
    """The act that made the first of these records."""
    records: tuple[Event, ...]

    def cents_of(self, person: str) -> int:
        """What a person has won or lost by it, in cents."""
        own = books.chips(self.table, person), books.game_account(person)
        return sum(units for name, units in books.postings(self.table, self.records) if name in own) // UNITS


def undealt_of(connection: Connection, person: str) -> dict[str, Undealt]:
    """What is held back at open tables where a person has had chips, by table."""
    chips = connection.execute(select(account.c.name).where(ledger.holds_chips_of(person))).scalars()
    tables = {name.split(":")[1] for name in chips}
    chosen = select(game_table).where(game_table.c.id.in_(tables), game_table.c.closed_at.is_(None))
    found = (_at_table(connection, row) for row in connection.execute(chosen).all())
    return {one.table: one for one in found if one is not None}


def _at_table(connection: Connection, row: Any) -> Undealt | None:
    own = act.c.table_id == row.id
    last = select(func.max(act.c.round)).where(own).scalar_subquery()
    stored = connection.execute(select(act.c.round, act.c.body).where(own, act.c.round == last))
    rounds = [one.round for one in stored if isinstance(given := acts.decode(one.body), Gave) and given.by_hand]
    if not rounds:
        return None
    held: list[Event] = []
    since = 0
    for one in acts_of_round(connection, row, rounds[0]):
        since = since if held else one.seq
        held = (held + list(one.records))[len(one.told) :]
    return Undealt(row.id, rounds[0], since, tuple(held)) if held else None


# --- the rounds that a person played
#
# They are found from the money that moved.

MOST_ROUNDS = 200
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


class RoundsPage(msgspec.Struct, frozen=True):
    rounds: tuple[PlayedRound, ...]
    next: str = ""
    """The place of the last round of the page. Empty if none follows."""


class UnknownRound(LookupError):
    """A page is asked for after a round that the person did not play."""


def rounds_of(
    connection: Connection, person: str, *, after: str = "", most: int = MOST_ROUNDS, game: str = ""
) -> RoundsPage:
    """The rounds of a person before a place, which is ``next`` of the page before. ``game`` asks for one game's."""
    found = _rounds(person, game).subquery()
    order = (found.c.at, found.c.table_id, found.c.round)
    wanted = select(found).order_by(*(column.desc() for column in order)).limit(most + 1)
    if after:
        wanted = wanted.where(tuple_(*order) < tuple_(*_place(connection, found, after)))
    rows = connection.execute(wanted).all()
    shown = rows[:most]
    going_on = _going_on(connection, {row.table_id for row in shown})
    return RoundsPage(
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
