"""Several processes on one PostgreSQL: a client plays at any table through any of them, and a dead one is replaced."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.house.audit.whole_house import audit_house
from pitboss.house.storage.database import open_database
from pitboss.protocol import messages as msg
from pitboss.server.other_processes import PASSED_ON
from postgres import PostgresServer
from served import Client, Server, served
from waiting import until

pytestmark = pytest.mark.long


@pytest.fixture
def pair(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Server, Server]]:
    """Two processes, of which each runs some tables."""
    arguments = ("--pace", "0", "--key", f"{tmp_path}/house.key")
    (tmp_path / "second").mkdir()
    with (
        served(tmp_path, *arguments, database=postgres_url) as first,
        served(tmp_path / "second", *arguments, database=postgres_url) as second,
    ):
        until(lambda: sorted((len(run_by(first)), len(run_by(second)))) == [2, 3])
        yield first, second


def run_by(server: Server) -> list[str]:
    """The public tables that a process runs itself."""
    return [one["id"] for one in server.http.get("/api/tables", headers={PASSED_ON: "1"}).json()]


def readiness(server: Server) -> tuple[int, Any]:
    """What a server says of whether it takes commands."""
    answer = server.http.get("/ready")
    return answer.status_code, answer.json()


def ready(server: Server) -> None:
    """Wait until a server takes commands."""
    until(lambda: readiness(server)[0] == 200)


def logged(server: Server, event: str) -> list[dict[str, Any]]:
    """The lines of a server's log about an event. A warning to the operator is no line of it."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == event]


def hears_that_it_stopped(client: Client, table: str) -> None:
    """Wait until a client has heard that a table has stopped. On a busy machine it may have moved before."""
    while not any(isinstance(one, msg.Stopped) and one.table == table for one in client.messages):
        client.next()


def plays_on(client: Client, table: str) -> int:
    """Play a round after a time away, in which the round may have ended and the table may have fallen asleep."""

    def played() -> int:
        while client.turn is None or client.turn.about == "the next round":
            if client.turn is not None:
                client.command(msg.Ready, table, round=client.turn.round)
            client.next()
        try:
            return client.play_round(table, Random(9))
        except AssertionError as no:  # the window has closed meanwhile
            if "code='late'" not in str(no):
                raise
            return 0

    return until(played)


def test_a_second_process_leaves_the_token_of_the_first_administrator_valid(pair: tuple[Server, Server]) -> None:
    first, second = pair
    assert "There is no administrator. The token was printed when it was made." in second.said
    boss = second.guest("Boss")
    boss.register("boss", name="Boss")
    assert boss.post("/api/administrator", {"token": first.token}).status_code == 200
    boss.close()


def test_two_processes_that_start_at_once_print_one_token_and_open_each_table_once(
    tmp_path: Path, postgres_url: str
) -> None:
    def start(folder: Path) -> Server:
        folder.mkdir()
        return Server(folder, "--pace", "0", "--key", f"{tmp_path}/house.key", database=postgres_url)

    with ThreadPoolExecutor(2) as pool:
        servers = list(pool.map(start, [tmp_path / "one", tmp_path / "two"]))
    try:
        (token,) = (server.token for server in servers if "/api/administrator)" in server.said[3])
        boss = servers[0].guest("Boss")
        boss.register("boss", name="Boss")
        assert boss.post("/api/administrator", {"token": token}).status_code == 200
        until(lambda: sorted(len(run_by(server)) for server in servers) == [2, 3])
        assert len({one["game"] for one in boss.get("/api/tables").json()}) == 5
        assert len(boss.get("/api/tables").json()) == 5
        boss.close()
    finally:
        for server in servers:
            server.kill()


def test_a_client_plays_through_any_process_and_another_takes_over(pair: tuple[Server, Server]) -> None:
    first, second = pair
    ann = second.guest("Ann")
    lobby = ann.get("/api/tables").json()
    assert len(lobby) == 5
    table = run_by(first)[0]
    assert ann.get(f"/api/tables/{table}").json()["id"] == table
    ann.sit_down(table)
    number = ann.play_round(table, Random(8))
    assert [one["table"] for one in ann.get("/api/me").json()["tables"]] == [table]
    own = ann.post("/api/tables", {"game": "boston_5_stud", "pace": 0}).json()["id"]
    assert own in [one["id"] for one in first.client(ann.token).get("/api/tables").json()]

    left = run_by(first)
    first.kill()
    hears_that_it_stopped(ann, table)
    seen = ann.updates(table)[-1].seq
    until(lambda: len(run_by(second)) == 5)
    lines = logged(second, "tables taken over")
    assert {one for line in lines for one in line["tables"]} >= set(left)
    assert all(line["from_process"] and line["seconds"] >= 0 and line["level"] == "info" for line in lines)
    taken = sum(len(line["tables"]) for line in lines)
    assert f"pitboss_tables_taken_over_total {taken}.0" in second.http.get("/metrics").text
    ann.turn = None
    ann.send(msg.Watch(table=table, after=seen))
    assert ann.play_round(table, Random(9)) > number
    numbers = [one.seq for one in ann.updates(table)]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    ann.close()


def test_a_process_that_hangs_loses_its_tables_and_can_not_write_any_more(pair: tuple[Server, Server]) -> None:
    first, second = pair
    ann, old = second.guest("Ann"), first.guest("Old")
    table = run_by(first)[0]
    old.send(msg.Watch(table=table))
    ann.sit_down(table)
    ann.play_round(table, Random(8))
    first.process.send_signal(signal.SIGSTOP)
    try:
        hears_that_it_stopped(ann, table)
        seen, ann.turn = ann.updates(table)[-1].seq, None
        ann.send(msg.Watch(table=table, after=seen))
        number = ann.play_round(table, Random(9))
    finally:
        first.process.send_signal(signal.SIGCONT)
    old.until(lambda one: isinstance(one, msg.Stopped) and one.table == table)
    number = ann.play_round(table, Random(10))
    ready(first)  # it has opened again, and passes on what its clients say
    old.turn = None
    old.send(msg.Watch(table=table))
    old.until(lambda one: isinstance(one, msg.Turn) and one.round > number)
    numbers = [one.seq for one in ann.updates(table)]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    ann.close()


def test_staff_acts_through_any_process(pair: tuple[Server, Server]) -> None:
    first, second = pair
    answer = second.http.post("/api/register", json={"login": "the-boss", "password": "a long password"})
    boss = second.client(answer.json()["token"])
    token = next(one.token for one in pair if boss.post("/api/administrator", {"token": one.token}).status_code == 200)
    assert token
    boss.post(f"/api/people/{boss.person}/roles", {"grant": ["supervisor"]})
    ann = first.guest("Ann")
    table = second.table("double_down_stud", ann)
    for _ in range(2):  # another process runs the table
        assert boss.post(f"/api/tables/{table}/fill", {"cents": 500_00, "key": "a"}).status_code == 200
    assert boss.post(f"/api/tables/{table}/count", {"cents": 1, "kind": "opening"}).json()["booked"] == 500_00
    assert boss.post(f"/api/people/{ann.person}/issue", {"cents": 5}).status_code == 200
    acts = [one["what"] for one in boss.get("/api/staff").json()["acts"]]
    assert acts == ["signing key", "first administrator", "roles", "fill", "opening count", "issue"]

    assert boss.post(f"/api/people/{ann.person}/disable").status_code == 200
    assert ann.expect_close() == 4401  # also at a process that was not asked
    boss.close()


def test_a_house_opens_again_when_postgresql_was_restarted(
    pair: tuple[Server, Server], postgres_server: PostgresServer, postgres_url: str
) -> None:
    ann = pair[1].guest("Ann")
    table = pair[1].table("caribbean_stud", ann)
    ann.sit_down(table)
    number = ann.play_round(table, Random(8))
    postgres_server.halt()
    stopped = {"state": "the database did not accept a write"}
    try:
        until(lambda: all(readiness(server)[1] == stopped for server in pair))  # that of a request may fail first
        for server in pair:
            assert readiness(server) == (503, stopped)
            assert server.http.get("/health").status_code == 200
            assert server.http.post("/api/guest", json={}).status_code == 503
        ann.until(lambda one: isinstance(one, msg.Stopped) and one.table == table)
        seen = ann.updates(table)[-1].seq
        ann.close()
    finally:
        postgres_server.start()
    for server in pair:
        ready(server)
        assert logged(server, "the house is open again")
    again = pair[0].client(ann.token)
    until(lambda: len(again.get("/api/tables").json()) == 5)  # each process has brought back a part
    again.send(msg.Watch(table=table, after=seen))
    assert plays_on(again, table) > number
    numbers = [one.seq for one in again.updates(table)]
    assert numbers == list(range(seen + 1, numbers[-1] + 1))
    again.must(msg.Leave, table)
    again.close()
    assert [server.stop() for server in pair] == [0, 0]
    engine = open_database(postgres_url)
    assert audit_house(engine).findings == []
    engine.dispose()
