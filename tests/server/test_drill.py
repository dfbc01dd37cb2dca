"""The drill over a real server."""

from __future__ import annotations

import json
from typing import Any

import httpx

from pitboss import advise
from pitboss.coach.drill import AFTER_A_MISS_MS, FIRST_RATING
from pitboss.protocol import messages as msg
from served import Client, Server
from waiting import HANG_S

PATH = "/api/drill/caribbean_stud"


def ask(client: Client, method: str, path: str, **said: Any) -> httpx.Response:
    """Ask the coach. Its process may take a while to start on a busy machine."""
    headers = {"authorization": f"Bearer {client.token}"}
    while True:
        answer = client.server.http.request(method, path, headers=headers, timeout=HANG_S, **said)
        if answer.status_code != 503 or not answer.json()["why"].endswith("ask again"):
            return answer


def test_puzzles_are_asked_graded_and_rated(server: Server) -> None:
    ann = server.guest("Ann")
    first = ask(ann, "GET", PATH).json()
    assert first["rating"] == FIRST_RATING
    assert (first["number"], first["again"]) == (1, False)
    assert ask(ann, "GET", PATH).json() == first  # it waits for the answer
    advice = advise("caribbean_stud", **first["known"])
    wrong = min(advice.options, key=lambda do: advice.options[do])
    unoffered = ask(ann, "POST", PATH, json={"puzzle": first["puzzle"], "do": "dance"})
    assert (unoffered.status_code, unoffered.json()["why"]) == (
        422,
        "'dance' is not a choice here; the choices are bet, fold",
    )
    early = ask(ann, "POST", f"{PATH}/play-out", json={"puzzle": first["puzzle"]})
    assert (early.status_code, early.json()["why"]) == (409, "answer this puzzle first")
    assert ask(ann, "GET", PATH, params={"missed": "true"}).status_code == 404
    grade = ask(ann, "POST", PATH, json={"puzzle": first["puzzle"], "do": wrong}).json()
    endings = ask(ann, "POST", f"{PATH}/play-out", json={"puzzle": first["puzzle"]}).json()["endings"]
    assert [one["do"] for one in endings] == [one["do"] for one in first["choices"]]
    assert all(one["events"][-1]["type"] == "ended" for one in endings)
    assert (grade["right"], grade["best"], grade["before"]) == (False, advice.best, FIRST_RATING)
    cost = advice.options[advice.best] - advice.options[wrong]
    assert grade["cost"] == round(float(cost * first["base"]), 4)
    assert grade["rating"] <= FIRST_RATING
    assert grade["due_at"] > AFTER_A_MISS_MS
    twice = ask(ann, "POST", PATH, json={"puzzle": first["puzzle"], "do": wrong})
    assert (twice.status_code, twice.json()["code"]) == (409, "conflict")

    second = ask(ann, "GET", PATH).json()
    assert (second["number"], second["rating"]) == (2, grade["rating"])
    assert second["puzzle"] != first["puzzle"]
    other = ask(ann, "GET", PATH, params={"missed": "true", "kind": "no such kind"})
    assert other.status_code == 404
    missed = ask(ann, "GET", PATH, params={"missed": "true", "kind": grade["kind"]}).json()
    assert (missed["puzzle"], missed["number"], missed["again"]) == (first["puzzle"], 2, True)
    again = ask(ann, "POST", f"{PATH}/play-out", json={"puzzle": first["puzzle"]})
    assert again.status_code == 409  # it waits for an answer again
    solved = ask(ann, "POST", PATH, json={"puzzle": first["puzzle"], "do": advice.best}).json()
    assert solved["right"]
    assert ask(ann, "GET", PATH, params={"missed": "true"}).status_code == 404
    second = ask(ann, "GET", PATH).json()
    best = advise("caribbean_stud", **second["known"]).best
    good = ask(ann, "POST", PATH, json={"puzzle": second["puzzle"], "do": best}).json()
    assert (good["right"], good["cost"], good["due_at"]) == (True, 0.0, None)
    history = ask(ann, "GET", f"{PATH}/history").json()
    assert history["rating"] == good["rating"] >= grade["rating"]
    assert [(one["chosen"], one["rating"]) for one in history["answers"]] == [
        (wrong, grade["rating"]),
        (advice.best, solved["rating"]),
        (best, good["rating"]),
    ]
    ann.close()


def test_the_rules_of_a_drill_are_checked(server: Server) -> None:
    ann = server.guest("Ann")
    given = ask(ann, "GET", PATH, params={"rules": json.dumps({"bonus": "B", "positions": 7})}).json()
    assert given["rules"] == {"bonus": "B"}
    for rules, status in (("[1]", 422), ("{", 422), ('{"bonus":"Z"}', 422)):
        answer = ask(ann, "GET", PATH, params={"rules": rules})
        assert answer.status_code == status, answer.text
    assert ask(ann, "GET", "/api/drill/whist").status_code == 404
    assert server.http.get(PATH).status_code == 401
    ann.close()


def test_a_mistake_at_a_table_is_drilled_as_it_was_asked_and_by_nobody_else(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    asked_for = {"game": "caribbean_stud", "pace": 0, "practice": True, "seed": 2, "rules": {"bonus": "B"}}
    table = ann.post("/api/tables", asked_for).json()["id"]
    ann.sit_down(table)
    for _ in range(20):  # whoever always folds soon makes a mistake
        ann.play(table, "wager", wager="ante", amount=700)
        assert ann.turn is not None
        number = ann.turn.round
        ann.must(msg.Ready, table, round=number)
        ann.play(table, "fold")
        ann.until(lambda one: isinstance(one, msg.Update) and any(event["type"] == "ended" for event in one.events))
        review = ask(ann, "GET", f"/api/tables/{table}/rounds/{number}/review").json()
        (made,) = review["decisions"]
        if made["cost"] >= 1:
            break
    one = {"table": table, "round": number, "number": made["number"]}
    assert ask(bob, "POST", f"{PATH}/mistakes", json={"mistakes": [one]}).status_code == 404
    assert ask(ann, "POST", f"{PATH}/mistakes", json={"mistakes": [one | {"number": 1}]}).status_code == 404
    assert ask(ann, "POST", "/api/drill/boston_5_stud/mistakes", json={"mistakes": [one]}).status_code == 404
    rating = ask(ann, "GET", PATH).json()["rating"]  # an open puzzle gives way
    filed = ask(ann, "POST", f"{PATH}/mistakes", json={"mistakes": [one, one]}).json()
    assert filed == {"game": "caribbean_stud", "left": 1}
    for elsewhere in (f"{table}:{number + 1}", table[:-1], "%"):
        assert ask(ann, "GET", PATH, params={"missed": "true", "at": elsewhere}).status_code == 404
    puzzle = ask(ann, "GET", PATH, params={"missed": "true", "at": table}).json()
    assert ask(ann, "GET", PATH, params={"missed": "true", "at": f"{table}:{number}"}).json() == puzzle
    assert (puzzle["puzzle"], puzzle["again"], puzzle["rating"]) == (f"{table}:{number}:0", True, rating)
    assert (puzzle["known"], puzzle["base"], puzzle["rules"]) == (made["known"], 700, {"bonus": "B"})
    kinds = {event["type"] for event in puzzle["events"]}
    assert "dealt" in kinds
    assert not kinds & {"chose", "exposed", "opened", "settled", "ended", "committed"}
    assert ask(bob, "POST", PATH, json={"puzzle": puzzle["puzzle"], "do": "bet"}).status_code == 409
    grade = ask(ann, "POST", PATH, json={"puzzle": puzzle["puzzle"], "do": "bet"}).json()
    assert (grade["right"], grade["rating"] > rating) == (True, True)
    ended = ask(ann, "POST", f"{PATH}/play-out", json={"puzzle": puzzle["puzzle"]})
    assert (ended.status_code, "History shows how it ended" in ended.json()["why"]) == (409, True)
    assert ask(ann, "GET", PATH, params={"missed": "true"}).status_code == 404, "it is solved"
    past = ask(ann, "GET", f"{PATH}/history").json()["answers"]
    assert [(one["chosen"], one["cost"] > 0) for one in past] == [("fold", True), ("bet", False)]
    for client in (ann, bob):
        client.close()
