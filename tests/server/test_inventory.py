"""Fills, credits and counts by a supervisor, over a real server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pitboss.protocol import messages as msg
from served import Client, Server, served
from waiting import until

PASSWORD = "a long password"
ORDERS = {"fill": "fill", "credit": "take a credit from", "count": "count"}
"""The orders that staff gives, and how a refusal calls them."""


@pytest.fixture(scope="module")
def boss(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An administrator of a house of its own."""
    with served(tmp_path_factory.mktemp("inventory"), "--pace", "0") as server:
        client = registered(server, "the-boss")
        assert client.post("/api/administrator", {"token": server.token}).status_code == 200
        yield client
        client.close()


@pytest.fixture(scope="module")
def sue(boss: Client) -> Iterator[Client]:
    """A supervisor."""
    client = staff(boss, "supervisor")
    yield client
    client.close()


def registered(server: Server, login: str) -> Client:
    answer = server.http.post("/api/register", json={"login": login, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return server.client(answer.json()["token"])


def staff(boss: Client, role: str, login: str = "") -> Client:
    client = registered(boss.server, login or f"the-{role}")
    assert boss.post(f"/api/people/{client.person}/roles", {"grant": [role]}).status_code == 200
    return client


def new_table(by: Client) -> str:
    """A public table, since a person may have few private ones."""
    answer = by.post("/api/tables", {"game": "double_down_stud", "pace": 0, "private": False})
    assert answer.status_code == 200, answer.text
    id: str = answer.json()["id"]
    return id


def inventory(boss: Client, table: str) -> list[tuple[str, int]]:
    """The kind and the cents of each line of a table inventory."""
    lines = boss.get(f"/api/tables/{table}/statement").json()["lines"]
    return [(one["kind"], one["units"] // 10_000) for one in lines if one["account"] == f"inventory:{table}"]


def journal(boss: Client, table: str) -> list[tuple[str, str, dict[str, object]]]:
    """The orders about a table in the staff journal."""
    acts = boss.get("/api/staff").json()["acts"]
    return [
        (one["what"], one["person"], one["body"])
        for one in acts
        if one["what"] in (*ORDERS, "opening count", "closing count") and one["body"]["table"] == table
    ]


def test_a_supervisor_fills_credits_and_counts(boss: Client, sue: Client) -> None:
    table = new_table(sue)
    for _ in range(2):  # the same key moves money once
        assert sue.post(f"/api/tables/{table}/fill", {"cents": 500_00, "key": "a"}).json() == {}
    assert sue.post(f"/api/tables/{table}/credit", {"cents": 200_00, "key": "b"}).json() == {}
    assert sue.post(f"/api/tables/{table}/count", {"cents": 299_00}).json() == {"counted": 299_00, "booked": 300_00}
    assert inventory(boss, table) == [("fill", 500_00), ("credit", -200_00)]
    assert journal(boss, table) == [
        ("fill", sue.person, {"table": table, "cents": 500_00, "key": "a"}),
        ("credit", sue.person, {"table": table, "cents": 200_00, "key": "b"}),
        ("count", sue.person, {"table": table, "counted": 299_00, "booked": 300_00}),
    ]
    memos = {one["memo"] for one in boss.get(f"/api/tables/{table}/statement").json()["lines"]}
    assert memos == {f"ordered by {sue.person}"}
    sue.sit_down(table)
    sue.play_round(table, Random(1))
    assert sue.post(f"/api/tables/{table}/fill", {"cents": 1}).status_code == 200


def test_a_credit_of_too_much_is_refused_and_leaves_no_trace(boss: Client, sue: Client) -> None:
    table = new_table(sue)
    assert sue.post(f"/api/tables/{table}/fill", {"cents": 10_00}).status_code == 200
    answer = sue.post(f"/api/tables/{table}/credit", {"cents": 10_01})
    why = "a credit of $10.01 is more than the table inventory, which is $10"
    assert (answer.status_code, answer.json()) == (409, {"code": "conflict", "why": why})
    assert [what for what, _, _ in journal(boss, table)] == ["fill"]
    credited = {"cents": 10_00, "key": "all"}
    for _ in range(2):  # also when nothing is left
        assert sue.post(f"/api/tables/{table}/credit", credited).status_code == 200
    assert inventory(boss, table) == [("fill", 10_00), ("credit", -10_00)]


def test_a_key_is_good_for_one_order(boss: Client, sue: Client) -> None:
    table = new_table(sue)
    assert sue.post(f"/api/tables/{table}/fill", {"cents": 5_00, "key": "a"}).status_code == 200
    answer = sue.post(f"/api/tables/{table}/fill", {"cents": 6_00, "key": "a"})
    assert (answer.status_code, answer.json()["why"]) == (409, "this key was used for another amount")
    assert (inventory(boss, table), len(journal(boss, table))) == ([("fill", 5_00)], 1)


def count(sue: Client, table: str, cents: int, kind: str) -> tuple[int, object]:
    answer = sue.post(f"/api/tables/{table}/count", {"cents": cents, "kind": kind})
    said = answer.json()
    return answer.status_code, said.get("why") or said


def closed(sue: Client, table: str) -> None:
    """Close a table, and wait until it is."""
    assert sue.post(f"/api/tables/{table}/close").status_code == 200
    until(lambda: sue.get(f"/api/tables/{table}/inventory").json()["closed_at"] is not None)


def test_a_table_has_an_opening_count_and_a_closing_count(boss: Client, sue: Client) -> None:
    table = new_table(sue)
    assert sue.post(f"/api/tables/{table}/fill", {"cents": 5_000_00}).status_code == 200
    early = (409, "a closing count comes after the table has closed")
    assert count(sue, table, 5_000_00, "closing") == early
    assert count(sue, table, 4_999_00, "opening") == (200, {"counted": 4_999_00, "booked": 5_000_00})
    assert count(sue, table, 5_000_00, "opening") == (409, "the opening count of this table was made before")
    sue.sit_down(table)
    sue.play_round(table, Random(1))
    sue.must(msg.Leave, table)
    booked = sue.get(f"/api/tables/{table}/inventory").json()["booked"]
    closed(sue, table)
    assert count(sue, table, 1, "") == (409, "this table has closed: only a closing count can be made")
    assert count(sue, table, 1, "closing") == (200, {"counted": 1, "booked": booked})
    assert count(sue, table, 1, "closing") == (409, "the closing count of this table was made before")
    sheet = boss.get(f"/api/tables/{table}/inventory").json()
    assert (sheet["table"], sheet["booked"]) == (table, 0)
    assert sheet["opened_at"] <= sheet["counts"][0]["at"] <= sheet["closed_at"] <= sheet["counts"][1]["at"]
    assert [(one["kind"], one["person"], one["counted"], one["booked"]) for one in sheet["counts"]] == [
        ("opening", sue.person, 4_999_00, 5_000_00),
        ("closing", sue.person, 1, booked),
    ]
    assert [(one["kind"], one["cents"], one["person"]) for one in sheet["moves"]] == [
        ("fill", 5_000_00, sue.person),
        ("credit", booked, ""),
    ]
    assert [what for what, _, _ in journal(boss, table)] == ["fill", "opening count", "closing count"]


def test_an_opening_count_comes_before_the_first_wager(sue: Client) -> None:
    table = new_table(sue)
    sue.sit_down(table)
    sue.play_round(table, Random(1))
    assert count(sue, table, 1, "opening") == (409, "an opening count comes before the first wager at the table")
    assert sue.post(f"/api/tables/{table}/count", {"cents": 1, "kind": "noon"}).status_code == 422
    sue.must(msg.Leave, table)


def test_an_inventory_is_read_by_those_who_manage_and_audit(boss: Client, sue: Client) -> None:
    table = new_table(sue)
    readers = {"dealer": 403, "auditor": 200}
    for role, status in readers.items():
        client = staff(boss, role, f"{role}-reads")
        assert client.get(f"/api/tables/{table}/inventory").status_code == status
        client.close()
    ann = boss.server.guest("Ann")
    assert ann.get(f"/api/tables/{table}/inventory").status_code == 403
    assert boss.server.http.get(f"/api/tables/{table}/inventory").status_code == 401
    assert boss.get("/api/tables/no-table/inventory").status_code == 404
    assert sue.get(f"/api/tables/{table}/inventory").json()["moves"] == []
    ann.close()


@pytest.mark.parametrize("form", ["statement", "statement.csv"])
def test_an_unknown_table_has_no_statement(boss: Client, form: str) -> None:
    answer = boss.get(f"/api/tables/no-such-table/{form}")
    assert (answer.status_code, answer.json()) == (404, {"code": "unknown", "why": "there is no such table"})


def test_a_closed_table_has_a_statement(boss: Client, sue: Client) -> None:
    table = new_table(sue)
    assert sue.post(f"/api/tables/{table}/fill", {"cents": 5_00}).status_code == 200
    closed(sue, table)
    assert inventory(boss, table) == [("fill", 5_00), ("credit", -5_00)]


@pytest.mark.parametrize("role", ["player", "dealer", "auditor", "administrator"])
def test_nobody_else_may_touch_an_inventory(boss: Client, sue: Client, role: str) -> None:
    table = new_table(sue)
    if role == "administrator":
        client = boss
    else:
        client = boss.server.guest("Ann") if role == "player" else staff(boss, role)
    for order in ORDERS:
        answer = client.post(f"/api/tables/{table}/{order}", {"cents": 1})
        why = f"only a supervisor may {ORDERS[order]} a table inventory"
        assert (answer.status_code, answer.json()) == (403, {"code": "forbidden", "why": why})
    assert boss.server.http.post(f"/api/tables/{table}/fill", json={"cents": 1}).status_code == 401
    assert (inventory(boss, table), journal(boss, table)) == ([], [])
    assert sue.post(f"/api/tables/{table}/close").status_code == 200
    if client is not boss:
        client.close()


def test_orders_need_an_open_table_and_an_amount(sue: Client) -> None:
    table = new_table(sue)
    for order in ORDERS:
        assert sue.post(f"/api/tables/no-table/{order}", {"cents": 1}).status_code == 404
        assert sue.post(f"/api/tables/{table}/{order}", {"cents": -1}).status_code == 422
        assert sue.post(f"/api/tables/{table}/{order}", {"cents": 1.5}).status_code == 422
    assert sue.post(f"/api/tables/{table}/fill", {"cents": 0}).status_code == 422
    assert sue.post(f"/api/tables/{table}/count", {"cents": 0}).json() == {"counted": 0, "booked": 0}


def test_a_table_for_practice_joins_no_link(sue: Client) -> None:
    given = {"game": "caribbean_stud", "private": False, "practice": True, "link": "main"}
    answer = sue.post("/api/tables", given)
    assert (answer.status_code, answer.json()["why"]) == (422, "a table for practice can't join a link")


@pytest.mark.parametrize(
    ("game", "rules", "status"),
    [("double_down_stud", {}, 422), ("caribbean_stud", {}, 422), ("caribbean_stud", {"progressive_linked": True}, 200)],
)
def test_only_a_table_with_a_linked_meter_joins_a_link(
    sue: Client, game: str, rules: dict[str, bool], status: int
) -> None:
    answer = sue.post("/api/tables", {"game": game, "rules": rules, "private": False, "link": "a-link"})
    assert answer.status_code == status, answer.text
    if status == 200:
        assert answer.json()["link"] == "a-link"
        assert sue.post(f"/api/tables/{answer.json()['id']}/close").status_code == 200
    else:
        assert answer.json()["why"].startswith("only a table with a linked meter can join a link: ")
        assert answer.json()["why"].endswith("progressive_linked true")


@pytest.mark.long
@pytest.mark.parametrize("order", ["issue", "fill"])
def test_an_order_whose_money_is_not_written_is_not_in_the_journal(tmp_path: Path, order: str) -> None:
    with served(tmp_path, "--pace", "0") as server:
        boss = registered(server, "the-boss")
        assert boss.post("/api/administrator", {"token": server.token}).status_code == 200
        sue = staff(boss, "supervisor")
        table = new_table(sue)
        with sqlite3.connect(tmp_path / "house.db") as database:
            database.execute(
                f"CREATE TRIGGER no_money BEFORE INSERT ON entry WHEN NEW.kind = '{order}'"
                " BEGIN SELECT RAISE(ABORT, 'of a test'); END"
            )
        if order == "issue":
            answer = boss.post(f"/api/people/{sue.person}/issue", {"cents": 1})
        else:
            answer = sue.post(f"/api/tables/{table}/fill", {"cents": 1})
        assert answer.status_code in (409, 503)  # the house stops when its database rejects a write
        for client in (boss, sue):
            client.close()
        server.kill()
    found = sqlite3.connect(tmp_path / "house.db")
    assert found.execute("SELECT body FROM staff_act WHERE what = ?", (order,)).fetchall() == []
    found.close()
