"""Payouts already booked for cards not yet revealed. No answer to a player may give them away.

It is read from the database, so it is known of tables that another process runs, too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from pitboss.basics.money import UNITS
from pitboss.engine.round.events import Event
from pitboss.house.money import books, ledger
from pitboss.house.storage.schema import account, act, game_table
from pitboss.house.tables import acts
from pitboss.house.tables.acts import Gave
from pitboss.house.tables.history import acts_of_round


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


def at_tables_of(connection: Connection, person: str) -> dict[str, Undealt]:
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
