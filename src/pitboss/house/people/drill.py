"""The drill of each person: the puzzle that is open, answers with ratings, and when missed puzzles come back."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, exists, func, select

from pitboss.coach.drill import FIRST_RATING, due_after, rated
from pitboss.house.storage.database import upsert
from pitboss.house.storage.schema import drill

c = drill.c
MOST_ANSWERS = 1000
"""The most answers that a history has."""


class Asked(NamedTuple):
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


def open_puzzle(connection: Connection, person: str, game: str) -> Asked | None:
    """The puzzle that waits for this person's answer."""
    chosen = select(c.number, c.puzzle, c.rules).where(_of(person, game), c.answered_at.is_(None))
    row = connection.execute(chosen.order_by(c.number.desc()).limit(1)).first()
    return Asked(*row) if row is not None else None


def due_puzzle(connection: Connection, person: str, game: str, rules: str, now: int) -> str:
    """The missed puzzle under these rules that has waited longest. Empty if none is due."""
    last = select(func.max(c.number)).where(_of(person, game), c.answered_at.is_not(None)).group_by(c.puzzle, c.rules)
    chosen = select(c.puzzle).where(_of(person, game), c.rules == rules, c.due_at <= now, c.number.in_(last))
    return connection.execute(chosen.order_by(c.due_at, c.number).limit(1)).scalar() or ""


def missed_puzzles(
    connection: Connection, person: str, game: str, rules: str, kind: str = "", at: str = ""
) -> list[str]:
    """The puzzles under these rules whose last answer was a mistake, the oldest answer first. Default: of any kind.

    ``at`` asks for mistakes that were made at a table, or in one of its rounds (``ID:ROUND``).
    """
    last = select(func.max(c.number)).where(_of(person, game), c.answered_at.is_not(None)).group_by(c.puzzle, c.rules)
    chosen = select(c.puzzle).where(_of(person, game), c.rules == rules, c.cost > 0, c.number.in_(last))
    if kind:
        chosen = chosen.where(c.kind == kind)
    if at:
        chosen = chosen.where(c.puzzle.startswith(f"{at}:", autoescape=True))
    return list(connection.execute(chosen.order_by(c.number)).scalars())


def ask(
    connection: Connection, person: str, game: str, puzzle: str, rules: str, now: int, *, instead: bool = False
) -> Asked:
    """Ask a person a puzzle. One that is open under the same rules stays, and one under other rules is withdrawn.

    ``instead`` withdraws any other puzzle that is open.
    """
    waiting = open_puzzle(connection, person, game)
    if waiting is not None and waiting.rules == rules and not (instead and waiting.puzzle != puzzle):
        return waiting
    if waiting is not None:
        connection.execute(drill.delete().where(_of(person, game), c.number == waiting.number))
    last = connection.execute(select(func.max(c.number)).where(_of(person, game))).scalar() or 0
    rating = rating_of(connection, person, game)
    row = {"person": person, "game": game, "number": last + 1, "puzzle": puzzle, "rules": rules, "asked_at": now}
    made = upsert(connection)(drill).values(row | {"rating": rating}).on_conflict_do_nothing()
    connection.execute(made)  # another request may have asked at the same time
    return open_puzzle(connection, person, game) or Asked(last + 1, puzzle, rules)


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
    connection: Connection, person: str, game: str, asked: Asked, chosen: str, grade: dict[str, Any], now: int
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
    connection: Connection, person: str, game: str, asked: Asked, chosen: str, grade: dict[str, Any], now: int
) -> None:
    """File a mistake that a person made at a table, as if a puzzle had been missed. It changes no rating.

    A puzzle that is open is withdrawn, since ratings follow the numbers of answers. A mistake is filed once.
    """
    if was_answered(connection, person, game, asked.puzzle):
        return
    waiting = open_puzzle(connection, person, game)
    if waiting is not None:
        connection.execute(drill.delete().where(_of(person, game), c.number == waiting.number))
    last = connection.execute(select(func.max(c.number)).where(_of(person, game))).scalar() or 0
    row = {
        "person": person,
        "game": game,
        "number": last + 1,
        "puzzle": asked.puzzle,
        "rules": asked.rules,
        "asked_at": now,
        "answered_at": now,
        "chosen": chosen,
        "cost": grade["cost_millionths"],
        "rating": rating_of(connection, person, game),
        "due_at": due_after(now, right=False, hits=None),
        "kind": grade["kind"],
    }
    connection.execute(upsert(connection)(drill).values(row).on_conflict_do_nothing())


def _hits(connection: Connection, person: str, game: str, asked: Asked, *, right: bool) -> int | None:
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
