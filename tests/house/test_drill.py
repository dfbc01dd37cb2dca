"""The drill in the database: one open puzzle, ratings, and misses that come back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine

from pitboss.coach.drill import AFTER_A_HIT_MS, AFTER_A_MISS_MS, FIRST_RATING
from pitboss.house.people import drill
from pitboss.house.storage.schema import metadata, person

NAME = "g"


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as made:
        for id in ("ann", "bob"):
            made.execute(person.insert(), {"id": id, "name": id, "roles": "player", "made_at": 0})
        yield made
    engine.dispose()


def graded(right: bool) -> dict[str, Any]:
    cost = 0 if right else 250_000
    return {"right": right, "score": float(right), "cost_millionths": cost, "puzzle_rating": 1300, "kind": "A pair"}


def solve(connection: Connection, puzzle: str, right: bool, now: int) -> drill.Rated:
    asked = drill.ask(connection, "ann", NAME, puzzle, "{}", now)
    assert asked.puzzle == puzzle
    found = drill.answer(connection, "ann", NAME, asked, "fold", graded(right), now)
    assert found is not None
    return found


def test_one_puzzle_is_open_until_it_is_answered(connection: Connection) -> None:
    first = drill.ask(connection, "ann", NAME, "1-0", "{}", 5)
    assert drill.ask(connection, "ann", NAME, "2-0", "{}", 6) == first
    assert drill.open_puzzle(connection, "bob", NAME) is None
    assert drill.answer(connection, "ann", NAME, first, "bet", graded(True), 7) is not None
    assert drill.answer(connection, "ann", NAME, first, "fold", graded(False), 8) is None
    assert [(row.chosen, row.kind) for row in drill.history(connection, "ann", NAME)] == [("bet", "A pair")]
    assert drill.ask(connection, "ann", NAME, "2-0", "{}", 9).number == 2


def test_other_rules_withdraw_the_open_puzzle(connection: Connection) -> None:
    drill.ask(connection, "ann", NAME, "1-0", "{}", 5)
    other = drill.ask(connection, "ann", NAME, "2-0", '{"bonus":"B"}', 6)
    assert drill.open_puzzle(connection, "ann", NAME) == other == drill.AskedPuzzle(1, "2-0", '{"bonus":"B"}')


def test_a_missed_puzzle_comes_back_until_it_was_solved_twice(connection: Connection) -> None:
    missed = solve(connection, "1-0", False, 0)
    assert missed.due_at == AFTER_A_MISS_MS
    assert solve(connection, "2-0", True, 1).due_at is None
    assert drill.due_puzzle(connection, "ann", NAME, "{}", AFTER_A_MISS_MS - 1) == ""
    assert drill.due_puzzle(connection, "ann", NAME, '{"bonus":"B"}', AFTER_A_MISS_MS) == ""
    assert drill.due_puzzle(connection, "ann", NAME, "{}", AFTER_A_MISS_MS) == "1-0"
    assert drill.was_answered(connection, "ann", NAME, "1-0")
    assert not drill.was_answered(connection, "ann", NAME, "3-0")
    assert not drill.was_answered(connection, "bob", NAME, "1-0")
    again = solve(connection, "1-0", True, AFTER_A_MISS_MS)
    assert again.due_at == AFTER_A_MISS_MS + AFTER_A_HIT_MS
    assert drill.due_puzzle(connection, "ann", NAME, "{}", AFTER_A_MISS_MS) == ""
    later = again.due_at
    assert drill.due_puzzle(connection, "ann", NAME, "{}", later) == "1-0"
    assert solve(connection, "1-0", True, later).due_at is None
    assert drill.due_puzzle(connection, "ann", NAME, "{}", 10 * later) == ""


def test_the_missed_puzzles_of_a_kind_are_those_whose_last_answer_was_a_mistake(connection: Connection) -> None:
    for puzzle, right in (("1-0", False), ("2-0", False), ("3-0", True), ("1-0", False), ("4-0", False), ("4-0", True)):
        solve(connection, puzzle, right, 1)
    assert drill.missed_puzzles(connection, "ann", NAME, "{}") == ["2-0", "1-0"]
    assert drill.missed_puzzles(connection, "ann", NAME, "{}", "A pair") == ["2-0", "1-0"]
    assert drill.missed_puzzles(connection, "ann", NAME, "{}", "Two pair") == []
    assert drill.missed_puzzles(connection, "ann", NAME, '{"bonus":"B"}') == []
    assert drill.missed_puzzles(connection, "bob", NAME, "{}") == []


def test_a_puzzle_is_asked_instead_of_the_open_one(connection: Connection) -> None:
    drill.ask(connection, "ann", NAME, "1-0", "{}", 5)
    assert drill.ask(connection, "ann", NAME, "2-0", "{}", 6, instead=True) == drill.AskedPuzzle(1, "2-0", "{}")
    assert drill.ask(connection, "ann", NAME, "2-0", "{}", 7, instead=True) == drill.AskedPuzzle(1, "2-0", "{}")
    assert drill.rules_answered(connection, "ann", NAME, "2-0") is None
    solve(connection, "2-0", True, 8)
    assert drill.rules_answered(connection, "ann", NAME, "2-0") == "{}"
    assert drill.rules_answered(connection, "bob", NAME, "2-0") is None


def test_a_rating_begins_alike_and_follows_the_answers(connection: Connection) -> None:
    assert drill.rating_of(connection, "ann", NAME) == FIRST_RATING
    up = solve(connection, "1-0", True, 1)
    down = solve(connection, "2-0", False, 2)
    assert up.before == FIRST_RATING < up.rating == down.before > down.rating
    assert drill.rating_of(connection, "ann", NAME) == down.rating
    assert drill.rating_of(connection, "ann", "another") == FIRST_RATING
