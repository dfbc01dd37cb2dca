"""What the house says about a game's document, over a real server."""

from __future__ import annotations

import pytest

from pitboss import games
from pitboss.rulings import ruling
from served import Server


@pytest.mark.parametrize("name", games.games())
def test_clauses_come_in_our_own_words_with_the_rulings_of_the_game(server: Server, name: str) -> None:
    said = server.http.get(f"/api/games/{name}/clauses").json()
    assert said["clauses"] == {id: one.words for id, one in games.clauses(name).items()}
    assert said["rulings"]["time-out"] == ruling(games.game(name).title, "time-out").words

    assert {do: one["forfeits"] for do, one in said["decisions"].items()} == {
        one.action: list(one.forfeits) for one in games.game(name).decisions
    }


def test_an_unknown_game_is_not_found(server: Server) -> None:
    assert server.http.get("/api/games/snap/clauses").status_code == 404


def test_a_table_says_what_its_own_rules_pay(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "caribbean_stud", "rules": {"bonus": "B"}}).json()["id"]
    pays = ann.get(f"/api/tables/{table}/pays").json()["pays"]
    assert pays["bet, on a higher hand"]["flush"] == "5 to 1"
    assert "bonus, table B" in pays
    assert "bonus, table A" not in pays
    ann.close()
