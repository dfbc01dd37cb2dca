"""Decisions that a player made at a table, as puzzles of the drill, made of what that seat had seen by then."""

from __future__ import annotations

import re

from sqlalchemy import Connection
from starlette.exceptions import HTTPException

from pitboss.coach.answering import NOT_NEEDED, Met
from pitboss.engine.round.asks import Party
from pitboss.engine.round.events import Chose, Ended
from pitboss.engine.round.inputs import PLAYER, TIME_OUT, is_input
from pitboss.engine.round.round import Round
from pitboss.engine.rules import to_builtins
from pitboss.house.process.house import House
from pitboss.house.tables.history import played_round, table_row

ID = re.compile(r"([a-z0-9-]{1,40}):(\d{1,15}):(\d{1,4})")
"""The id of such a puzzle: table, round, and the place of the decision among the player's choices."""


def is_from_table(puzzle: str) -> bool:
    return ID.fullmatch(puzzle) is not None


def id_of(table: str, round: int, number: int) -> str:
    return f"{table}:{round}:{number}"


def met(house: House, connection: Connection, person: str, game: str, puzzle: str) -> Met:
    """A decision of this person in a round that is over, as it was asked."""
    parts = ID.fullmatch(puzzle)
    assert parts is not None
    table, number, place = parts[1], int(parts[2]), int(parts[3])
    row = table_row(connection, table)
    acts, round = played_round(connection, row, number) if row is not None and row.game == game else ([], None)
    live = house.tables.get(table)
    told = [one for one in acts if live is None or one.seq <= live.live.committed]
    over = any(isinstance(event, Ended) for one in told for event in one.told)
    if round is None or not over:
        raise HTTPException(404, "there is no such round, or it is not over")
    return asked_again(round, person, place, puzzle)


def asked_again(round: Round, person: str, place: int, puzzle: str) -> Met:
    """The question that a player answered by one of the choices of a round, from 0. Nothing that came later is told."""
    records = round.records
    made = [at for at, one in enumerate(records) if isinstance(one, Chose) and one.player == person]
    if place >= len(made):
        raise HTTPException(404, "you made no such choice in this round")
    chose = records[made[place]]
    assert isinstance(chose, Chose)
    if chose.ruling == TIME_OUT:
        raise HTTPException(404, "the house made this choice, since your time was over")
    answered = max(at for at, one in enumerate(records[: made[place]]) if is_input(one))
    before = [one for one in records[:answered] if is_input(one)]
    then = round.copy(before)
    viewer = round.viewer(person)
    asking = then.asking
    assert asking is not None
    return Met(
        game=round.game.name,
        rules=to_builtins(round.rules),
        viewer=viewer,
        player=person,
        events=[one for one in then.view(viewer).events if not isinstance(one, NOT_NEEDED)],  # type: ignore[misc]
        puzzle=puzzle,
        about=asking.about,
        seat=chose.seat,
        hand=chose.hand,
        offers=tuple(then.offers(Party(PLAYER, chose.seat, person))),
        chosen=chose.action,
    )
