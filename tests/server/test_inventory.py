"""Fills, credits and counts by a supervisor, over a real server."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from served import Client, Server, served

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


def staff(boss: Client, role: str) -> Client:
    client = registered(boss.server, f"the-{role}")
    assert boss.post(f"/api/people/{client.person}/roles", {"grant": [role]}).status_code == 200
    return client


def new_table(by: Client) -> str:
    answer = by.post("/api/tables", {"game": "double_down_stud", "pace": 0})
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
        if one["what"] in ORDERS and one["body"]["table"] == table
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
