"""What the house says about a game's document, over a real server."""

from __future__ import annotations

import pytest

from pitboss.basics.clauses import ruling
from pitboss.engine import registry
from pitboss.engine.rules import to_builtins
from pitboss.server.routes.game import side_costs
from served import Server

from shell import Captured, run


@pytest.mark.parametrize("name", registry.games())
def test_clauses_come_in_our_own_words_with_the_rulings_of_the_game(server: Server, name: str) -> None:
    said = server.http.get(f"/api/games/{name}/clauses").json()
    assert said["clauses"] == {id: one.words for id, one in registry.clauses(name).items()}
    assert said["rulings"]["time-out"] == ruling(registry.game(name).title, "time-out").words

    assert {do: (one["clause"], one["means"]) for do, one in said["decisions"].items()} == {
        one.action: (one.clause, one.means) for one in registry.game(name).decisions
    }


def test_an_unknown_game_is_not_found(server: Server) -> None:
    assert server.http.get("/api/games/snap/clauses").status_code == 404


def test_a_table_says_what_its_own_rules_pay(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "caribbean_stud", "rules": {"bonus": "B"}}).json()["id"]
    said = ann.get(f"/api/tables/{table}/pays").json()
    pays = said["pays"]
    assert pays["bet, on a higher hand"]["flush"] == "5 to 1"
    assert "bonus, table B" in pays
    assert "bonus, table A" not in pays
    assert said["wagers"] == ["ante", "bet", "bonus", "progressive", "envy", "cover all"]
    ann.close()


# --- a rules file


def test_a_rules_file_is_read_as_the_command_writes_it(server: Server, capsys: Captured) -> None:
    ann = server.guest("Ann")
    text = run(capsys, "rules", "boston_5_stud")
    found = ann.post("/api/rules-file", {"text": text, "game": "caribbean_stud"}).json()
    assert (found["game"], found["defects"]) == ("boston_5_stud", [])
    assert found["rules"] == to_builtins(registry.game("boston_5_stud").rules())
    ann.close()


def test_the_defects_of_a_rules_file_come_with_their_lines(server: Server) -> None:
    ann = server.guest("Ann")
    text = "# mine\nbonus = 'B'\npacks = 3\ntable_minimum = 100000\n"
    found = ann.post("/api/rules-file", {"text": text, "game": "caribbean_stud"}).json()
    assert found["rules"] == {}
    assert [(one["at"], one["option"]) for one in found["defects"]] == [(3, "packs"), (0, "table_maximum")]
    ann.close()


@pytest.mark.parametrize(
    ("text", "status", "why"),
    [
        ("bonus = ", 422, "the rules file is not TOML: Invalid value (at end of document)"),
        ("bonus = 'B'", 422, "the rules file does not name its game: choose one"),
        ("game = 'snap'", 404, "there is no game 'snap'; the games are "),
        ("game = 7", 422, "in the rules file, 'game' must be the name of a game"),
        (f"game = 0x{'f' * 19_000}", 422, "in the rules file, 'game' must be the name of a game"),
        (f"packs = {'[' * 5000}", 422, "the rules file is not TOML: "),
    ],
)
def test_a_rules_file_that_can_not_be_read_says_why(server: Server, text: str, status: int, why: str) -> None:
    ann = server.guest("Ann")
    answer = ann.post("/api/rules-file", {"text": text})
    assert answer.status_code == status
    assert answer.json()["why"].startswith(why)
    ann.close()


def test_a_side_wager_costs_less_when_its_meter_shows_more() -> None:
    side = {"side": True, "earned": False}
    paid = {"stake": 100, "fixed_return": "1/2", "meters": {"meter": {"at": 10_000_00, "share": "1/1000000"}}}
    wagers = {
        "ante": {"side": False, "earned": False, "house_edge": 0.2},
        "progressive D": {**side, "table": "D", "house_edge": 0.49, "progressive": paid},
        "envy D": {**side, "earned": True, "table": "D", "house_edge": -0.1},
        "cover all 2": {**side, "table": "2", "house_edge": 0.08},
        "cover all 3": {**side, "table": "3", "house_edge": 0.07},
    }
    progressive, cover_all = side_costs("ante", wagers, {"meter": 40_000_00})
    assert (progressive.wager, progressive.meters) == ("progressive", {"meter": 40_000_00})
    assert progressive.low == progressive.high == pytest.approx(0.46)
    assert (cover_all.wager, cover_all.tables, cover_all.low, cover_all.high) == ("cover all", ("2", "3"), 0.07, 0.08)
    (seeded, _) = side_costs("ante", wagers, {})
    assert (seeded.low, seeded.meters) == (pytest.approx(0.49), {})


@pytest.mark.parametrize(
    "path",
    [
        "games/{}/clauses",
        "games/{}/options",
        "games/{}/irregularities",
        "games/{}/round",
        "drill/{}",
        "practice/{}?seed=1",
    ],
)
def test_every_route_of_a_game_says_the_same_of_one_that_does_not_exist(server: Server, path: str) -> None:
    ann = server.guest("Ann")
    unknown, long = (ann.get(f"/api/{path.format(name)}") for name in ("snap", "x" * 65))
    assert (unknown.status_code, unknown.json()["why"]) == (
        404,
        f"there is no game 'snap'; the games are {', '.join(registry.games())}",
    )
    assert long.status_code == 422
    assert long.json()["why"].endswith(" must have at most 64 characters")
    ann.close()
