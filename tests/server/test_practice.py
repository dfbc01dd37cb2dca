"""Tables for practice over a real server."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pitboss.protocol import messages as msg
from served import Client, Server


def practised(server: Server, seed: int | None = None) -> tuple[Client, str]:
    """Somebody at a new table for practice."""
    ann = server.guest("Ann")
    body: dict[str, Any] = {"game": "double_down_stud", "practice": True, "pace": 0}
    answer = ann.post("/api/tables", body if seed is None else body | {"seed": seed})
    assert answer.status_code == 200, answer.text
    table = answer.json()
    assert (table["private"], table["practice"], table["link"]) == (True, True, "")
    assert "seed" not in table
    return ann, table["id"]


def test_a_wallet_is_unchanged_after_practice(server: Server) -> None:
    ann, table = practised(server)
    ann.sit_down(table, 50_000_00)  # more than the wallet holds
    assert ann.get("/api/me").json()["wallet"] == 10_000_00
    random = Random(1)
    for _ in range(3):
        ann.play_round(table, random)
    me = ann.get("/api/me").json()
    assert [one["table"] for one in me["tables"]] == [table]
    ann.must(msg.CashOut, table, cents=100_00)
    ann.must(msg.Leave, table)
    me = ann.get("/api/me").json()
    assert (me["wallet"], me["coupons"], me["game_account"], me["tables"]) == (10_000_00, 0, 0, [])
    accounts = {one["account"].partition(":")[0] for one in ann.get("/api/statement").json()["lines"]}
    assert accounts == {"wallet", "chips"}
    moved = [one for one in ann.get("/api/statement").json()["lines"] if one["account"].startswith("wallet:")]
    assert [one["kind"] for one in moved] == ["issue"]
    ann.close()


def test_a_seed_makes_the_cards_repeatable(server: Server) -> None:
    def cards(seed: int) -> list[str]:
        ann, table = practised(server, seed)
        ann.sit_down(table)
        ann.play_round(table, Random(2))
        ann.close()
        return [
            event["card"]
            for one in ann.updates(table)
            for event in one.events
            if event["type"] == "dealt" and event["card"]
        ]

    first = cards(7)
    assert first
    assert cards(7) == first
    assert cards(8) != first


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"seed": 7}, "only a table for practice may have a seed"),
        ({"seed": 0, "practice": False}, "only a table for practice may have a seed"),
        ({"practice": True, "seed": -1}, "'seed' must be at least 0"),
        ({"practice": True, "seed": 2**63}, f"'seed' must be at most {2**63 - 1:,}"),
        ({"practice": "yes"}, "'practice' must be true or false"),
    ],
)
def test_a_wrong_seed_is_refused_in_one_sentence(server: Server, given: dict[str, Any], why: str) -> None:
    ann = server.guest("Ann")
    before = len(ann.get("/api/tables").json())
    answer = ann.post("/api/tables", {"game": "double_down_stud", **given})
    assert (answer.status_code, answer.json()) == (422, {"code": "malformed", "why": why})
    assert len(ann.get("/api/tables").json()) == before
    ann.close()
