"""Figures over HTTP: the exact odds of any rules, what changes with them, par sheets, and an example of a hand."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from pitboss.engine.registry import game, games
from pitboss.mathematics import any_game
from pitboss.mathematics.evening import Law, law_of
from pitboss.mathematics.results import Grid
from pitboss.server.routes.game import played
from served import Client, Server
from waiting import HANG_S

from shell import Captured, run

RAISED = {"pays": {"flush": "9 to 1"}, "table_minimum": 1000}


@pytest.fixture(scope="module")
def ann(server: Server) -> Client:
    return server.guest("Ann")


def test_the_odds_of_the_document_are_those_of_the_library(server: Server) -> None:
    answer = server.http.get("/api/games/double_down_stud/odds", timeout=HANG_S).json()
    found = any_game.odds("double_down_stud", {})
    assert answer["odds"]["expected_value"] == found.as_dict()["expected_value"]
    assert list(answer["odds"]["wagers"]) == list(found.wagers)
    assert answer["odds"]["wagers"]["double"]["clause"] == found.wagers["double"].clause
    assert (answer["base"], answer["changed"], answer["study"], answer["defects"]) == ("original", [], False, [])
    assert answer["pays"]["original and double"]["flush"] == "8 to 1"


def test_the_odds_of_other_rules_are_those_of_the_library(ann: Client) -> None:
    answer = ann.post("/api/games/double_down_stud/odds", {"rules": RAISED}).json()
    found = any_game.odds("double_down_stud", RAISED)
    assert answer["odds"]["house_edge"] == found.house_edge
    assert answer["odds"]["rules_hash"] == found.rules_hash
    assert sorted(answer["changed"]) == ["pays", "table_minimum"]
    assert answer["pays"]["original and double"]["flush"] == "9 to 1"


def test_every_defect_of_unreadable_rules_is_told_beside_its_option(ann: Client) -> None:
    wrong = {"positions": "many", "shuffled": True}
    answer = ann.post("/api/games/double_down_stud/odds", {"rules": wrong})
    assert (answer.status_code, answer.json()["code"]) == (422, "rules")
    assert sorted(one["option"] for one in answer.json()["defects"]) == ["positions", "shuffled"]
    for path in ("changes", "strategy", "par-sheet"):
        assert ann.post(f"/api/games/double_down_stud/{path}", {"rules": wrong}).status_code == 422


def test_what_the_document_forbids_is_told_beside_its_line(ann: Client) -> None:
    answer = ann.post("/api/games/double_down_stud/odds", {"rules": {"pays": {"flush": "7 to 1"}}})
    (defect,) = answer.json()["defects"]
    assert (defect["option"], defect["line"], defect["clause"]) == ("pays", "flush", "10(b)")
    assert (answer.status_code, answer.json()["study"]) == (200, True)
    found = any_game.odds("double_down_stud", any_game.study("double_down_stud", "pays.flush=7"))
    assert answer.json()["odds"]["expected_value"] == found.as_dict()["expected_value"]


def test_decisions_that_change_are_listed(ann: Client) -> None:
    same = ann.post("/api/games/double_down_stud/changes", {"rules": {"table_minimum": 1000}}).json()
    assert (same["count"], same["examples"]) == (0, [])
    assert same["of"] > 0
    rules = {"pays": {"pair of jacks or better": "2 to 1"}}
    other = ann.post("/api/games/double_down_stud/changes", {"rules": rules}).json()
    assert 0 < other["count"] < other["of"] == same["of"]
    first = other["examples"][0]
    assert (first["before"], first["after"]) == ("pass", "double")
    assert first["gained_before"] <= 0 < first["gained"]
    cards = {place: " ".join(held) for place, held in first["cards"].items()}
    advice = any_game.advise("double_down_stud", rules, **cards)
    assert float(advice.options["double"] - advice.options["pass"]) == pytest.approx(first["gained"])


def test_the_chart_is_that_of_the_library(ann: Client) -> None:
    answer = ann.post("/api/games/double_down_stud/strategy", {}).json()
    chart = any_game.pictures("double_down_stud", {})[0]
    assert isinstance(chart, Grid)
    assert [[cell["text"] for cell in row] for row in answer["charts"][0]["cells"]] == [
        [cell.text for cell in row] for row in chart.cells
    ]
    assert answer["lines"] == list(any_game.short_strategy("double_down_stud").lines)


def test_a_par_sheet_is_a_file(ann: Client) -> None:
    answer = ann.post("/api/games/double_down_stud/par-sheet", {"rules": RAISED, "form": "csv"})
    assert answer.headers["content-disposition"] == 'attachment; filename="double_down_stud.csv"'
    assert answer.headers["content-type"].startswith("text/csv")
    assert "9 to 1" in answer.text


@pytest.mark.long
def test_a_chart_to_carry_is_a_picture_with_the_short_rules(ann: Client) -> None:
    answer = ann.post("/api/games/double_attack_blackjack/chart", {})
    assert answer.headers["content-disposition"] == 'attachment; filename="double_attack_blackjack.svg"'
    assert answer.headers["content-type"].startswith("image/svg+xml")
    words = " ".join(re.findall(r">([^<>]+)</text>", answer.text))
    assert all(line in words for line in any_game.short_strategy("double_attack_blackjack").lines)


def test_the_options_of_the_lab_are_those_of_the_rules(server: Server) -> None:
    answer = server.http.get("/api/games/caribbean_stud/options").json()
    options = {one["option"]: one for one in answer["options"] if not one["fixed"]}
    assert list(options) == list(game("caribbean_stud").rules.__struct_fields__)
    assert options["bonus"]["values"] == ["none", "A", "B", "C"]
    assert options["bonus"]["clauses"] == ["11(c)"]
    assert (options["bonus"]["default"], answer["base"]) == ("A", "ante")


@pytest.mark.parametrize("path", ["odds", "lab", "example"])
def test_a_game_that_is_not_there_is_told(server: Server, path: str) -> None:
    assert server.http.get(f"/api/games/whist/{path}").status_code == 404


def test_figures_of_own_rules_need_a_session(server: Server) -> None:
    assert server.http.post("/api/games/double_down_stud/odds", json={}).status_code == 401


@pytest.mark.parametrize("name", games())
def test_an_example_is_a_hand_of_the_engine_that_wins(server: Server, name: str) -> None:
    answer = server.http.get(f"/api/games/{name}/example").json()
    again = played(name, answer["seed"])
    assert answer == msgspec.json.decode(msgspec.json.encode(again))
    assert answer["net"] > 0
    assert len(answer["sentences"]) == len(answer["events"])
    assert [event["type"] for event in answer["events"]][-1] == "ended"


def test_an_example_shows_what_the_player_saw(server: Server) -> None:
    events = server.http.get("/api/games/caribbean_stud/example?seed=3").json()["events"]
    dealt = [event for event in events if event["type"] == "dealt" and event["to"] == "dealer"]
    assert [event["card"] is None for event in dealt] == [False, True, True, True, True]
    assert not any(event.get("order") or event.get("key") for event in events)


# --- evenings


def counted_by_fractions(law: Law, covers: int, bankroll: int, rounds: int) -> Counter[int]:
    """The numbers of ways in which an evening ends with each bankroll, by whole numbers and round by round."""
    playing, ends = Counter({bankroll: 1}), Counter[int]()
    for left in range(rounds, 0, -1):
        after = Counter[int]()
        for money, ways in playing.items():
            for net, deals in law.deals.items():
                after[money + net] += ways * deals
        playing = Counter({money: ways for money, ways in after.items() if money >= covers})
        for money in after.keys() - playing.keys():
            ends[money] += after[money] * law.total ** (left - 1)
    return ends + playing


def test_an_evening_is_counted_as_by_fractions(ann: Client) -> None:
    """With $60, a bet of $10 and 9 rounds, at whose end less than $30 is no ruin any more."""
    law = law_of(any_game.odds("caribbean_stud", {}), {"ante": 1000})
    terms = {"bet": 1000, "bankroll": 6000, "rounds": 9}
    end = ann.post("/api/games/caribbean_stud/evening", terms).json()["end"]
    ends, total = counted_by_fractions(law, 3000, 6000, 9), law.total**9
    assert end["covers"] == 3000
    assert end["bound"] < 1e-9
    assert end["ahead"] == pytest.approx(sum(ways for money, ways in ends.items() if money > 6000) / total, abs=1e-9)
    assert end["even"] == pytest.approx(ends[6000] / total, abs=1e-9)
    assert end["mean"] == pytest.approx(sum((money - 6000) * ways for money, ways in ends.items()) / total, abs=1e-3)
    ruined = sum(ways for money, ways in counted_by_fractions(law, 3000, 6000, 8).items() if money < 3000)
    assert end["ruin"] == pytest.approx(ruined / law.total**8, abs=1e-9)
    assert end["fan"]["rounds"] == list(range(10))
    for share, amounts in end["fan"]["bands"].items():
        below, at_most = (sum(ways for money, ways in ends.items() if money < amounts[-1] + one) for one in (0, 1))
        assert below / total < float(share) <= at_most / total
        assert amounts[0] == 6000


def test_an_evening_is_that_of_the_command(ann: Client, capsys: Captured) -> None:
    asked = ("--exact", "--bankroll", "200", "--base", "10", "--rounds", "180", "--json")
    told = json.loads(run(capsys, "sessions", "boston_5_stud", *asked))
    end = ann.post("/api/games/boston_5_stud/evening", {"bet": 1000, "bankroll": 20_000, "rounds": 180}).json()["end"]
    for name in ("covers", "ahead", "even", "ruin", "played", "bound"):
        assert end[name] == told[name]
    assert (end["mean"], end["fan"]["bands"]) == (told["result"]["mean"], told["paths"]["quantiles"])


def test_an_evening_that_can_not_be_counted_says_why(ann: Client) -> None:
    answer = ann.post("/api/games/double_attack_blackjack/evening", {"bet": 500, "bankroll": 20_000, "rounds": 60})
    why = "the results of a round of Double Attack Blackjack are not counted one by one"
    assert (answer.status_code, answer.json()) == (200, {"end": None, "why": why})


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"bankroll": 1000}, r"the bankroll must cover a round, which may take \$15, but it is \$10"),
        ({"bet": 700_00}, r"the ante wager must be \$5 to \$500 in chips of \$1, not \$700"),
        ({"rounds": 1441}, "rounds"),
        ({"rounds": 0}, "rounds"),
        ({"bankroll": 10**9}, "bankroll"),
        ({"rules": {"no": 1}}, "no: not an option"),
    ],
)
def test_wrong_terms_of_an_evening_are_told(ann: Client, wrong: dict[str, Any], why: str) -> None:
    answer = ann.post("/api/games/caribbean_stud/evening", {"bet": 500, "bankroll": 20_000, "rounds": 60, **wrong})
    assert answer.status_code == 422
    assert re.search(why, answer.json()["why"])
