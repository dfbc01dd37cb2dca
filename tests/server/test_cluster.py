"""Several processes on one PostgreSQL: a client plays at any table through any of them, and a dead one is replaced."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pitboss.protocol import messages as msg
from postgres import postgres_server, postgres_url
from served import Server, served

__all__ = ["postgres_server", "postgres_url"]


@pytest.fixture
def pair(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Server, Server]]:
    """Two processes. The first runs all tables."""
    arguments = ("--pace", "0", "--key", f"{tmp_path}/house.key")
    with (
        served(tmp_path, *arguments, database=postgres_url) as first,
        served(tmp_path, *arguments, database=postgres_url) as second,
    ):
        yield first, second


def test_a_second_process_leaves_the_token_of_the_first_administrator_valid(pair: tuple[Server, Server]) -> None:
    first, second = pair
    assert "There is no administrator. The token was printed when it was made." in second.said
    boss = second.guest("Boss")
    signed_up = {"login": "boss", "password": "a long password", "name": "Boss"}
    assert boss.post("/api/register", signed_up).status_code == 200
    assert boss.post("/api/administrator", {"token": first.token}).status_code == 200
    boss.close()


def test_a_client_plays_through_any_process_and_another_takes_over(pair: tuple[Server, Server]) -> None:
    first, second = pair
    ann = second.guest("Ann")
    lobby = ann.get("/api/tables").json()
    assert len(lobby) == 5
    table = second.table("double_down_stud", ann)
    assert ann.get(f"/api/tables/{table}").json()["id"] == table
    ann.sit_down(table)
    number = ann.play_round(table, Random(8))
    assert [one["table"] for one in ann.get("/api/me").json()["tables"]] == [table]
    own = ann.post("/api/tables", {"game": "boston_5_stud", "pace": 0}).json()["id"]
    assert own in [one["id"] for one in first.client(ann.token).get("/api/tables").json()]

    first.kill()
    ann.until(lambda one: isinstance(one, msg.Stopped) and one.table == table)
    seen = ann.updates(table)[-1].seq
    ends = time.monotonic() + 10
    while not [one for one in ann.get("/api/tables").json() if one["id"] == table]:
        assert time.monotonic() < ends
    ann.turn = None
    ann.send(msg.Watch(table=table, after=seen))
    assert ann.play_round(table, Random(9)) > number
    numbers = [one.seq for one in ann.updates(table)]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    ann.close()


def test_a_process_that_hangs_loses_its_tables_and_can_not_write_any_more(pair: tuple[Server, Server]) -> None:
    first, second = pair
    ann, old = second.guest("Ann"), first.guest("Old")
    table = second.table("double_down_stud", ann)
    old.send(msg.Watch(table=table))
    ann.sit_down(table)
    ann.play_round(table, Random(8))
    first.process.send_signal(signal.SIGSTOP)
    try:
        ann.until(lambda one: isinstance(one, msg.Stopped) and one.table == table)
        seen, ann.turn = ann.updates(table)[-1].seq, None
        ann.send(msg.Watch(table=table, after=seen))
        number = ann.play_round(table, Random(9))
    finally:
        first.process.send_signal(signal.SIGCONT)
    old.until(lambda one: isinstance(one, msg.Stopped) and one.table == table)
    assert first.http.get("/ready").status_code == 503
    assert ann.play_round(table, Random(10)) > number
    numbers = [one.seq for one in ann.updates(table)]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    ann.close()
