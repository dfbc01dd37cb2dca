"""Exercises for dealers, graded by the engine."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from pitboss.coach.dealers import practice
from pitboss.coach.dealers.faults import ALL_VOID, NOTHING
from pitboss.coach.dealers.practice import KINDS, LEAVE, PAY, TAKE, exercise, graded
from pitboss.coach.dealers.rounds import Exercise
from pitboss.engine import registry
from pitboss.engine.round.dealer import MISDEAL
from pitboss.server.routes import coach
from served import Server
from waiting import until


def hidden(found: Exercise) -> list[dict[str, object]]:
    return [one for one in found.events if one["type"] == "dealt" and one["face"] == "down" and one["card"]]


@pytest.mark.parametrize("game", registry.games())
def test_an_exercise_shows_all_that_the_answer_needs_and_not_the_answer(game: str) -> None:
    for seed in range(0, 400, 100):
        found = exercise(game, "settle", seed)
        assert not any(event["type"] == "settled" and event["seat"] == found.seat for event in found.events)
        place = f"seat {found.seat}"
        assert not any(event["type"] == "ranked" and event["place"] == place for event in found.events)
        # the dealer's cards or the community cards have been turned over
        assert any(event["type"] == "exposed" or (event["type"] == "dealt" and event["card"]) for event in found.events)
        assert any(line.fate == PAY and line.pays > 0 for line in found.lines)
        assert all(line.fate in (PAY, TAKE, LEAVE) and line.stake for line in found.lines)
        assert all(line.pays == 0 for line in found.lines if line.fate != PAY)
        assert hidden(found) == []


@pytest.mark.parametrize("game", registry.games())
def test_a_colleague_makes_one_mistake_or_none(game: str) -> None:
    mistakes = Counter[int]()
    for seed in range(20):
        found = exercise(game, "check", seed)
        wrong = [at for at, line in enumerate(found.lines) if found.made[at] != line]
        mistakes[len(wrong)] += 1
        as_made = graded(found, [(one.fate, one.pays) for one in found.made], {})
        right = graded(found, [(one.fate, one.pays) for one in found.lines], {})
        assert (as_made.right, as_made.of) == (not wrong, 1)
        assert (right.right, right.of, right.planted) == (1, 1, wrong[0] if wrong else -1)
    assert set(mistakes) == {0, 1}
    assert mistakes[1] > mistakes[0]


@pytest.mark.parametrize("game", registry.games())
def test_faults_are_planted_and_their_remedy_is_what_the_engine_did(game: str) -> None:
    names = Counter[str]()
    for seed in range(25):
        found = exercise(game, "misdeal", seed)
        asks = {one.name: one for one in found.asks}
        what = asks["what"].choices[asks["what"].right]
        names[what.words] += 1
        assert not any(event["type"] in ("irregular", "voided") for event in found.events)
        assert hidden(found) == []
        if what.words == NOTHING:
            assert asks["effect"].right == asks["place"].right == -1
            continue
        assert what.clause
        assert found.clause
        assert found.why
        effect = asks["effect"].choices[asks["effect"].right].words
        if "The hand of" in effect:
            assert asks["place"].choices[asks["place"].right].words.lower() in effect
        if what.words.lower() == MISDEAL and effect.startswith("The hand of"):
            counts = Counter(event["to"] for event in found.events if event["type"] == "dealt")
            place = asks["place"].choices[asks["place"].right].words.lower()
            seats = {f"seat {number}": counts[f"seat {number}"] for number in (1, 2, 3)}
            assert list(seats.values()).count(seats[place]) == 1  # it is the only place with another number of cards
    assert names[NOTHING]
    assert len(names) >= 4


@pytest.mark.parametrize(
    ("game", "clauses"),
    [
        ("boston_5_stud", {"12(d)", "7(f)(2)"}),
        ("caribbean_stud", {"13(d)", "7(g)(2)"}),
        ("double_attack_blackjack", {"15(d)", "15(f)"}),
        ("double_cross_poker", {"12(c)", "7(e)(2)"}),
        ("double_down_stud", {"11(d)"}),
    ],
)
def test_what_follows_depends_on_when_it_is_noticed_as_the_engine_has_it(game: str, clauses: set[str]) -> None:
    followed: dict[str, set[str]] = {}
    for seed in range(0, 1200, 100):
        found = exercise(game, "found", seed)
        assert hidden(found) == []
        assert not any(event["type"] in ("irregular", "voided") for event in found.events)
        now, later = found.asks
        assert now.name != later.name
        assert now.choices == later.choices
        assert len({one.words for one in now.choices}) == 4
        for ask in found.asks:
            assert ask.why == registry.words(game, ask.clause)
            assert ask.clause not in f"{ask.title} {ask.choices}"  # it is told after the answer
            followed.setdefault(ask.clause, set()).add(ask.choices[ask.right].words)
    assert set(followed) == clauses
    by_count = next((effects for clause, effects in followed.items() if clause.endswith(")(2)")), {ALL_VOID})
    assert by_count == {ALL_VOID}
    if game in ("boston_5_stud", "caribbean_stud"):
        assert any(effect.startswith("The hand of seat") for effect in followed[min(clauses)])
        assert any("one more card completes" in effect for effect in followed[min(clauses)])


@pytest.mark.parametrize("game", registry.games())
def test_the_next_step_is_the_next_event_of_the_round(game: str) -> None:
    said = set()
    for seed in range(60):
        found = exercise(game, "next", seed)
        (asked,) = found.asks
        assert len({one.words for one in asked.choices}) == len(asked.choices) == 4
        assert found.clause
        said.add(asked.choices[asked.right].words.split()[0])
        assert hidden(found) == []
    assert said >= {"Deal", "Ask", "Settle", "Collect"}


def test_the_house_makes_one_exercise_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    running, done, together = 0, 0, list[int]()
    waiting = coach.ONE_AT_A_TIME._work_queue

    def slow(game: str, kind: str, seed: int) -> int:
        nonlocal running, done
        running += 1
        until(lambda: running + done + waiting.qsize() == 3)  # all have been asked for
        together.append(running)
        running, done = running - 1, done + 1
        return seed

    async def ask() -> list[object]:
        return await asyncio.gather(*(coach.made("double_down_stud", "settle", seed) for seed in range(3)))

    monkeypatch.setattr(practice, "exercise", slow)
    assert asyncio.run(ask()) == [0, 1, 2]
    assert together == [1, 1, 1]


def test_answers_are_graded_line_by_line(server: Server) -> None:
    ann = server.guest("Ann")
    asked = ann.get("/api/practice/caribbean_stud?seed=100").json()
    right = exercise("caribbean_stud", "settle", 100).lines
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
    assert ann.get("/api/practice/caribbean_stud?seed=1&kind=dance").status_code == 422
    assert server.http.get("/api/practice/caribbean_stud?seed=1").status_code == 401
    for kind in KINDS:
        asked = ann.get(f"/api/practice/double_down_stud?seed=7&kind={kind}").json()
        found = exercise("double_down_stud", kind, 7)
        assert [one["name"] for one in asked["asks"]] == [one.name for one in found.asks]
        assert all("right" not in one for one in asked["asks"])
        assert all((one["made"] is not None) == (kind == "check") for one in asked["wagers"])
        chosen = {one.name: one.right for one in found.asks}
        body = {"seed": 7, "kind": kind, "said": [{"fate": x.fate, "pays": x.pays} for x in found.lines]}
        answer = ann.post("/api/practice/double_down_stud", {**body, "chosen": chosen}).json()
        assert answer["right"] == answer["of"] > 0
        if found.asks:
            assert ann.post("/api/practice/double_down_stud", body).json()["right"] == 0
            assert answer["clause"] == found.clause
    ann.close()
