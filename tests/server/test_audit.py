"""``pitboss audit`` of a house that was served: staff who got their roles from the house, and somebody who did not."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from pitboss.cli import main
from served import Client, Server, served

from shell import Captured, run

PASSWORD = "a long password"


def registered(server: Server, login: str) -> Client:
    answer = server.http.post("/api/register", json={"login": login, "password": PASSWORD})
    return server.client(answer.json()["token"])


def takes_play_money(broke: Client) -> None:
    """Somebody with less than the least wager takes money, once."""
    assert broke.get("/api/me").json()["take"] == 1_000_00
    assert broke.post("/api/take").json() == {"cents": 1_000_00}
    me = broke.get("/api/me").json()
    assert (me["wallet"], me["take"]) == (1_004_00, 0)
    again = broke.post("/api/take")
    assert (again.status_code, again.json()["why"]) == (409, "you can take play money only with less than $5 left")


def test_roles_must_come_from_the_staff_journal(capsys: Captured, tmp_path: Path) -> None:
    with served(tmp_path, "--pace", "0", "--money", "4") as server:
        boss, sue, dora = [registered(server, login) for login in ("the-boss", "sue", "dora")]
        assert boss.post("/api/administrator", {"token": server.token}).status_code == 200
        for person, change in (
            (sue, {"grant": ["supervisor", "auditor"]}),
            (sue, {"grant": ["administrator"], "withdraw": ["auditor"]}),
            (dora, {"grant": ["dealer"], "withdraw": ["player"]}),
        ):
            assert boss.post(f"/api/people/{person.person}/roles", change).status_code == 200
        assert sue.post(f"/api/people/{dora.person}/issue", {"cents": 500}).status_code == 200
        assert sue.post(f"/api/people/{boss.person}/roles", {"withdraw": ["administrator"]}).status_code == 200
        guest = server.guest("Mallory")
        mallory = guest.person
        takes_play_money(guest)
        for one in (boss, sue, dora):
            one.close()
        assert server.stop() == 0
    audit = ["audit", "--database", server.database]
    assert run(capsys, *audit).startswith("Proved.")
    with sqlite3.connect(tmp_path / "house.db") as database:
        database.execute("UPDATE person SET roles = 'player administrator' WHERE id = ?", [mallory])
    database.close()
    assert main(audit) == 1
    assert capsys.readouterr().err == (
        f"pitboss: staff: the person {mallory} has the roles administrator, player,"
        " but the staff journal gives them the roles player.\n"
    )
