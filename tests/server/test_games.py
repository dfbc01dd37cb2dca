"""What the house says about a game's document, over a real server."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rulings import ruling
from pitboss.server.game_routes import side_costs
from served import Server


@pytest.mark.parametrize("name", games.games())
def test_clauses_come_in_our_own_words_with_the_rulings_of_the_game(server: Server, name: str) -> None:
    said = server.http.get(f"/api/games/{name}/clauses").json()
    assert said["clauses"] == {id: one.words for id, one in games.clauses(name).items()}
    assert said["rulings"]["time-out"] == ruling(games.game(name).title, "time-out").words

    assert {do: (one["clause"], one["means"]) for do, one in said["decisions"].items()} == {
        one.action: (one.clause, one.means) for one in games.game(name).decisions
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
    progressive, cover_all = side_costs(wagers, {"meter": 40_000_00})
    assert (progressive.wager, progressive.meters) == ("progressive", {"meter": 40_000_00})
    assert progressive.low == progressive.high == pytest.approx(0.46)
    assert (cover_all.wager, cover_all.tables, cover_all.low, cover_all.high) == ("cover all", ["2", "3"], 0.07, 0.08)
    (seeded, _) = side_costs(wagers, {})
    assert (seeded.low, seeded.meters) == (pytest.approx(0.49), {})
