"""Exercises for dealers, graded by the engine."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.server.practice import LEAVE, PAY, TAKE, exercise
from served import Server


@pytest.mark.parametrize("game", games.games())
def test_an_exercise_shows_all_that_the_answer_needs_and_not_the_answer(game: str) -> None:
    for seed in range(0, 400, 100):
        found = exercise(game, seed)
        assert not any(event["type"] == "settled" and event["seat"] == found.seat for event in found.events)
        place = f"seat {found.seat}"
        assert not any(event["type"] == "ranked" and event["place"] == place for event in found.events)
        # the dealer's cards or the community cards have been turned over
        assert any(event["type"] == "exposed" or (event["type"] == "dealt" and event["card"]) for event in found.events)
        assert any(line.fate == PAY and line.pays > 0 for line in found.lines)
        assert all(line.fate in (PAY, TAKE, LEAVE) and line.stake for line in found.lines)
        assert all(line.pays == 0 for line in found.lines if line.fate != PAY)
        hidden = [
            event for event in found.events if event["type"] == "dealt" and event["face"] == "down" and event["card"]
        ]
        assert hidden == []


def test_answers_are_graded_line_by_line(server: Server) -> None:
    ann = server.guest("Ann")
    asked = ann.get("/api/practice/caribbean_stud?seed=100").json()
    right = exercise("caribbean_stud", 100).lines
    assert [one["wager"] for one in asked["wagers"]] == [one.wager for one in right]
    said = [{"fate": one.fate, "pays": one.pays} for one in right]
    answer = ann.post("/api/practice/caribbean_stud", {"seed": 100, "said": said}).json()
    assert (answer["right"], answer["of"]) == (len(right), len(right))
    paid = next(at for at, one in enumerate(right) if one.fate == PAY)
    said[paid]["pays"] = right[paid].pays + 100
    answer = ann.post("/api/practice/caribbean_stud", {"seed": 100, "said": said}).json()
    assert answer["right"] == len(right) - 1
    wrong = answer["lines"][paid]
    assert (wrong["right"], wrong["pays"], wrong["clause"]) == (False, right[paid].pays, right[paid].clause)
    assert ann.post("/api/practice/caribbean_stud", {"seed": 100, "said": []}).status_code == 422
    assert ann.get("/api/practice/whist?seed=1").status_code == 404
    assert server.http.get("/api/practice/caribbean_stud?seed=1").status_code == 401
    ann.close()
