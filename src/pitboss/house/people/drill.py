"""The drill of each person: the puzzle that is open, answers with ratings, and when missed puzzles come back.

Decisions that a player made at a table are puzzles too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, and_, exists, func, select

from pitboss.coach.answering import NOT_NEEDED, Met
from pitboss.coach.drill import FIRST_RATING, due_after, rated
from pitboss.engine.round.asks import Party
from pitboss.engine.round.events import Chose, Ended
from pitboss.engine.round.inputs import PLAYER, TIME_OUT, is_input
from pitboss.engine.round.round import Round
from pitboss.engine.rules import to_builtins
from pitboss.house.storage.database import upsert
from pitboss.house.storage.schema import drill
from pitboss.house.tables.history import PlayedAct, played_round, table_row

c = drill.c
MOST_ANSWERS = 1000
"""The most answers that a history has."""


class AskedPuzzle(NamedTuple):
    """A puzzle that a person was asked."""

    number: int
    puzzle: str
    rules: str


class Rated(NamedTuple):
    """What an answer changed."""

    number: int
    before: int
    rating: int
    due_at: int | None


def open_puzzle(connection: Connection, person: str, game: str) -> AskedPuzzle | None:
    """The puzzle that waits for this person's answer."""
    chosen = select(c.number, c.puzzle, c.rules).where(_of(person, game), c.answered_at.is_(None))
    row = connection.execute(chosen.order_by(c.number.desc()).limit(1)).first()
    return AskedPuzzle(*row) if row is not None else None


def due_puzzle(connection: Connection, person: str, game: str, rules: str, now: int) -> str:
    """The missed puzzle under these rules that has waited longest. Empty if none is due."""
    chosen = _last_answers(person, game, rules).where(c.due_at <= now)
    return connection.execute(chosen.order_by(c.due_at, c.number).limit(1)).scalar() or ""


def missed_puzzles(
    connection: Connection, person: str, game: str, rules: str, kind: str = "", at: str = ""
) -> list[str]:
    """The puzzles under these rules whose last answer was a mistake, the oldest answer first. Default: of any kind.

    ``at`` asks for mistakes that were made at a table, or in one of its rounds (``ID:ROUND``).
    """
    chosen = _last_answers(person, game, rules).where(c.cost > 0)
    if kind:
        chosen = chosen.where(c.kind == kind)
    if at:
        chosen = chosen.where(c.puzzle.startswith(f"{at}:", autoescape=True))
    return list(connection.execute(chosen.order_by(c.number)).scalars())


def _last_answers(person: str, game: str, rules: str) -> Select[Any]:
    """The puzzles under these rules, each with its last answer."""
    last = select(func.max(c.number)).where(_of(person, game), c.answered_at.is_not(None)).group_by(c.puzzle, c.rules)
    return select(c.puzzle).where(_of(person, game), c.rules == rules, c.number.in_(last))


def ask(
    connection: Connection, person: str, game: str, puzzle: str, rules: str, now: int, *, instead: bool = False
) -> AskedPuzzle:
    """Ask a person a puzzle. One that is open under the same rules stays, and one under other rules is withdrawn.

    ``instead`` withdraws any other puzzle that is open.
    """
    waiting = open_puzzle(connection, person, game)
    if waiting is not None and waiting.rules == rules and not (instead and waiting.puzzle != puzzle):
        return waiting
    number = _put(connection, person, game, waiting, {"puzzle": puzzle, "rules": rules, "asked_at": now})
    return open_puzzle(connection, person, game) or AskedPuzzle(number, puzzle, rules)


def _put(connection: Connection, person: str, game: str, waiting: AskedPuzzle | None, row: dict[str, Any]) -> int:
    """Store a puzzle in place of one that waits, and return its number. Another request may do so at the same time."""
    if waiting is not None:
        connection.execute(drill.delete().where(_of(person, game), c.number == waiting.number))
    number = (connection.execute(select(func.max(c.number)).where(_of(person, game))).scalar() or 0) + 1
    whole = {"person": person, "game": game, "number": number, "rating": rating_of(connection, person, game), **row}
    connection.execute(upsert(connection)(drill).values(whole).on_conflict_do_nothing())
    return number


def was_answered(connection: Connection, person: str, game: str, puzzle: str) -> bool:
    """Whether a person has answered a puzzle before."""
    chosen = select(c.number).where(_of(person, game), c.puzzle == puzzle, c.answered_at.is_not(None))
    return bool(connection.execute(select(exists(chosen))).scalar())


def rules_answered(connection: Connection, person: str, game: str, puzzle: str) -> str | None:
    """The rules of the puzzle that a person answered last under this id. None if they have not answered it."""
    chosen = select(c.rules).where(_of(person, game), c.puzzle == puzzle, c.answered_at.is_not(None))
    return connection.execute(chosen.order_by(c.number.desc()).limit(1)).scalar()


def rating_of(connection: Connection, person: str, game: str) -> int:
    """A person's rating at a game."""
    chosen = select(c.rating).where(_of(person, game), c.answered_at.is_not(None)).order_by(c.number.desc()).limit(1)
    found = connection.execute(chosen).scalar()
    return FIRST_RATING if found is None else found


def answer(
    connection: Connection, person: str, game: str, asked: AskedPuzzle, chosen: str, grade: dict[str, Any], now: int
) -> Rated | None:
    """Store an answer. None if the puzzle was answered before."""
    before = rating_of(connection, person, game)
    due_at = due_after(now, right=grade["right"], hits=_hits(connection, person, game, asked, right=grade["right"]))
    rating = rated(before, grade["puzzle_rating"], grade["score"])
    made = connection.execute(
        drill.update()
        .where(_of(person, game), c.number == asked.number, c.answered_at.is_(None))
        .values(
            answered_at=now,
            chosen=chosen,
            cost=grade["cost_millionths"],
            rating=rating,
            due_at=due_at,
            kind=grade["kind"],
        )
    )
    return Rated(asked.number, before, rating, due_at) if made.rowcount else None


def file(
    connection: Connection, person: str, game: str, asked: AskedPuzzle, chosen: str, grade: dict[str, Any], now: int
) -> None:
    """File a mistake that a person made at a table, as if a puzzle had been missed. It changes no rating.

    A puzzle that is open is withdrawn, since ratings follow the numbers of answers. A mistake is filed once.
    """
    if was_answered(connection, person, game, asked.puzzle):
        return
    row = {
        "puzzle": asked.puzzle,
        "rules": asked.rules,
        "asked_at": now,
        "answered_at": now,
        "chosen": chosen,
        "cost": grade["cost_millionths"],
        "due_at": due_after(now, right=False, hits=None),
        "kind": grade["kind"],
    }
    _put(connection, person, game, open_puzzle(connection, person, game), row)


def _hits(connection: Connection, person: str, game: str, asked: AskedPuzzle, *, right: bool) -> int | None:
    """Good answers to a puzzle since it was last missed, with this one. None if it was never missed."""
    same = and_(_of(person, game), c.puzzle == asked.puzzle, c.rules == asked.rules, c.answered_at.is_not(None))
    costs = connection.execute(select(c.cost).where(same).order_by(c.number.desc())).scalars().all()
    missed = next((at for at, cost in enumerate(costs) if cost), None)
    return None if missed is None else missed + right


def history(connection: Connection, person: str, game: str) -> list[Row[Any]]:
    """The last answers of a person, from the oldest."""
    chosen = select(c.number, c.answered_at, c.puzzle, c.kind, c.chosen, c.cost, c.rating, c.due_at)
    chosen = chosen.where(_of(person, game), c.answered_at.is_not(None)).order_by(c.number.desc()).limit(MOST_ANSWERS)
    return list(reversed(connection.execute(chosen).all()))


def _of(person: str, game: str) -> Any:
    return and_(c.person == person, c.game == game)


# --- decisions at a table
#
# They are puzzles made of what that seat had seen by then.

ID = re.compile(r"([a-z0-9-]{1,40}):(\d{1,15}):(\d{1,4})")
"""The id of such a puzzle: table, round, and the place of the decision among the player's choices."""


Told = Callable[[str, list[PlayedAct]], list[PlayedAct]]


class NoSuchDecision(LookupError):
    """There is no such decision of this person, or its round is not over."""


def is_from_table(puzzle: str) -> bool:
    return ID.fullmatch(puzzle) is not None


def id_of(table: str, round: int, number: int) -> str:
    return f"{table}:{round}:{number}"


def met(connection: Connection, person: str, game: str, puzzle: str, told: Told) -> Met:
    """A decision of this person in a round that is over, as it was asked. Otherwise raises ``NoSuchDecision``.

    ``told`` returns those acts of a table that people were told of.
    """
    parts = ID.fullmatch(puzzle)
    assert parts is not None
    table, number, place = parts[1], int(parts[2]), int(parts[3])
    row = table_row(connection, table)
    acts, round = played_round(connection, row, number) if row is not None and row.game == game else ([], None)
    over = any(isinstance(event, Ended) for one in told(table, acts) for event in one.told)
    if round is None or not over:
        raise NoSuchDecision("there is no such round, or it is not over")
    return asked_again(round, person, place, puzzle)


def asked_again(round: Round, person: str, place: int, puzzle: str) -> Met:
    """The question that a player answered by one of the choices of a round, from 0. Nothing that came later is told."""
    records = round.records
    made = [at for at, one in enumerate(records) if isinstance(one, Chose) and one.player == person]
    if place >= len(made):
        raise NoSuchDecision("you made no such choice in this round")
    chose = records[made[place]]
    assert isinstance(chose, Chose)
    if chose.ruling == TIME_OUT:
        raise NoSuchDecision("the house made this choice, since your time was over")
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
