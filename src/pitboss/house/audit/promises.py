"""Checks that everything clients were told is in the database, and once.

A promise is an answer to a command, or an update that somebody was sent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Engine, select

from pitboss.house.storage.database import reading
from pitboss.house.storage.schema import act, entry


class SoakError(RuntimeError):
    """The house broke a promise, or did not start again."""


class Update(NamedTuple):
    """An act that somebody was told of."""

    table: str
    seq: int
    at: int = 0
    """When it happened. 0 if that is not known."""


class Answer(NamedTuple):
    """A command that was answered with Done. The number of its act is 0 if it made none."""

    table: str
    seq: int
    person: str
    key: str
    moves_money: bool = True
    """Whether it must have made an entry, if it made no act."""


def check_promises(engine: Engine, updates: Iterable[Update], answers: Iterable[Answer]) -> None:
    """Raise ``SoakError`` if something that was promised is not in the database, or is there twice."""
    moved = select(entry.c.person, entry.c.id).where(entry.c.person != "")
    with reading(engine) as connection:
        stored = {
            (row.table_id, row.seq): (row.at, row.key or "")
            for row in connection.execute(select(act.c.table_id, act.c.seq, act.c.at, act.c.key))
        }
        entries = {(row.person, row.id.removesuffix("/c").rpartition("/")[2]) for row in connection.execute(moved)}
    for update in updates:
        found = stored.get((update.table, update.seq))
        if found is None or update.at not in (0, found[0]):
            raise SoakError(f"an update told of act {update.seq} of table {update.table}, and it is lost")
    for table, seq, person, key, moves_money in answers:
        if seq:
            _, text = stored.get((table, seq), (0, ""))
            of, *_, last = text.split(":")
            if (of, last) != (person, key):
                raise SoakError(f"{person}'s command {key} was done as act {seq} of table {table}, and it is lost")
        elif moves_money and (person, key) not in entries:
            raise SoakError(f"{person}'s command {key} moved money at table {table}, and the entry is lost")
    done = Counter((table, *text.split(":")[::2]) for (table, _), (_, text) in stored.items() if text)
    for (table, person, key), times in done.items():
        if times > 1:
            raise SoakError(f"the command {key} of {person} was done twice at table {table}")
