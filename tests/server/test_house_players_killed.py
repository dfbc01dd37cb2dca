"""Players of the house when processes are killed, on both databases, and with two processes on one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from pitboss.engine import registry
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.people.house_players import is_house_player
from pitboss.house.storage import schema
from pitboss.house.storage.database import open_database, reading
from served import Server, served
from waiting import until

pytestmark = pytest.mark.long
FAST = ("--pace", "0.001", "--house-players")
"""All tables at a thousand times the usual pace."""


def lobby(server: Server) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = server.http.get("/api/tables").json()
    return tables


def seats(table: dict[str, Any]) -> list[str]:
    return [one["person"] for one in table["seats"] if one["house"]]


def play_at_all(server: Server, rounds: int = 1) -> None:
    """Look at the lobby until so many more rounds have begun at every table."""
    every = len(registry.games())  # a process hears of the tables of another a little later
    until(lambda: len(lobby(server)) == every)
    before = {one["id"]: one["round"] for one in lobby(server)}
    until(lambda: all(one["round"] >= before[one["id"]] + rounds for one in lobby(server)))


def audited(url: str) -> set[str]:
    """Whose chips a sound house knows. Nobody but its own players has any."""
    engine = open_database(url)
    findings = audit_house(engine).findings
    with reading(engine) as connection:
        chips = select(schema.account.c.name).where(schema.account.c.name.like("chips:%"))
        owners = {name.rpartition(":")[2] for name in connection.execute(chips).scalars()}
        assert connection.execute(select(func.count()).select_from(schema.person)).scalar() == 0
    engine.dispose()
    assert all(map(is_house_player, owners))
    assert findings == []
    return owners


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_they_play_on_after_a_kill(tmp_path: Path, kind: str, request: pytest.FixtureRequest) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    options = {"database": ""}
    if kind == "postgresql":
        url = options["database"] = request.getfixturevalue("postgres_url")
    with served(tmp_path, *FAST, "2", "--house-players-if-new", **options) as server:
        play_at_all(server)
        until(lambda: any(one["playing"] for one in lobby(server)))
        sat = {one["id"]: seats(one) for one in lobby(server)}
        server.kill()
        server.start()
        play_at_all(server)
        assert {one["id"] for one in lobby(server)} == sat.keys()
        assert all(one.startswith(f"house-{table['id']}-") for table in lobby(server) for one in seats(table))
        assert server.stop() == 0
    assert audited(url)


def test_they_leave_after_a_kill_if_the_house_starts_without_them(tmp_path: Path) -> None:
    with served(tmp_path, *FAST, "1") as server:
        play_at_all(server)  # so they and their chips are on disk
        until(lambda: any(map(seats, lobby(server))))
        server.kill()
        server.arguments = (*FAST, "0")
        server.start()
        until(lambda: not any(map(seats, lobby(server))))
        assert server.stop() == 0
    audited(f"sqlite:///{tmp_path}/house.db")


@pytest.fixture
def pair(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Server, Server]]:
    """Two processes on one database."""
    arguments = (*FAST, "2", "--key", f"{tmp_path}/house.key")
    (tmp_path / "second").mkdir()
    with (
        served(tmp_path, *arguments, database=postgres_url) as first,
        served(tmp_path / "second", *arguments, database=postgres_url) as second,
    ):
        yield first, second


def test_the_tables_of_two_processes_have_them_once(pair: tuple[Server, Server], postgres_url: str) -> None:
    """A look at the lobby of one process is one at the lobby of both, and one takes over the tables of the other."""
    first, second = pair
    play_at_all(first)
    for _ in range(20):
        for table in lobby(second):
            assert len(seats(table)) <= 2
    first.kill()
    until(lambda: len(lobby(second)) == len(registry.games()))
    play_at_all(second)
    assert second.stop() == 0
    assert audited(postgres_url)
