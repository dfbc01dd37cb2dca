"""What happened at a table before the acts that it keeps in memory, read from the database and played again."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from pitboss.engine.round.round import Round
from pitboss.house.process.settings import TableSettings
from pitboss.house.storage import schema
from pitboss.house.storage.store import ActRow
from pitboss.house.tables import acts
from pitboss.house.tables.acts import RoundBegan
from pitboss.house.tables.floor import rules_at
from pitboss.house.tables.replay import Played, Replay, live_table

MOST_ACTS = 5000
"""The most acts that are played again for one client."""


class TooLongAgo(ValueError):
    """More has happened than is sent at once."""


def table_row(connection: Connection, table: str) -> Any | None:
    """The row of a table, open or closed."""
    return connection.execute(select(schema.game_table).where(schema.game_table.c.id == table)).one_or_none()


def acts_after(connection: Connection, row: Any, after: int) -> list[Played]:
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


def acts_of_round(connection: Connection, row: Any, number: int) -> list[Played]:
    """The acts of a round, from the one that began it. Empty if there was no such round."""
    return played_round(connection, row, number)[0]


def played_round(connection: Connection, row: Any, number: int) -> tuple[list[Played], Round | None]:
    """The acts of a round, and the round as they leave it. Empty and None if there was no such round."""
    found, round = _played(connection, row, number, number)
    return (found, round) if found and isinstance(found[0].act, RoundBegan) else ([], None)


def _played(connection: Connection, row: Any, first: int, last: int | None) -> tuple[list[Played], Round | None]:
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
