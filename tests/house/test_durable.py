"""A PostgreSQL that may lose commits is named by ``serve`` and by ``audit``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from pitboss.cli import main
from pitboss.house.storage.database import LOST, migrate, open_database, reading, unsafe_settings
from postgres import PostgresServer, missing
from served import served
from waiting import until

UNSAFE = [f"PostgreSQL runs with {name} = off: {why}" for name, why in LOST.items()]


def found(url: str) -> list[str]:
    engine = open_database(url)
    migrate(engine)
    with reading(engine) as connection:
        sentences = unsafe_settings(connection)
    engine.dispose()
    return sentences


@pytest.fixture(scope="module")
def careless() -> Iterator[PostgresServer]:
    """A server that syncs nothing."""
    if why := missing():
        pytest.skip(why)
    server = PostgresServer(fsync=False)
    yield server
    server.stop()


def set_full_page_writes(server: PostgresServer, value: str) -> None:
    """Change the setting, and wait until new sessions have it."""
    server.execute(f"ALTER SYSTEM SET full_page_writes = {value}")
    server.execute("SELECT pg_reload_conf()")

    def is_set() -> bool:
        with psycopg.connect(server.url()) as connection:
            return connection.execute("SHOW full_page_writes").fetchone() == (value,)

    until(is_set)


@pytest.fixture
def unsafe_url(careless: PostgresServer) -> str:
    """The address of a database whose commits a crash may lose in every way."""
    url = careless.fresh()
    name = url.partition("?")[0].rpartition("/")[2]
    careless.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    set_full_page_writes(careless, "off")
    return url


def test_every_unsafe_setting_has_a_sentence(unsafe_url: str, careless: PostgresServer) -> None:
    assert found(unsafe_url) == UNSAFE
    set_full_page_writes(careless, "on")
    assert found(careless.fresh()) == UNSAFE[:1]


@pytest.mark.long
def test_serve_and_audit_warn(unsafe_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path, "--no-tables", "--key", f"{tmp_path}/key", database=unsafe_url) as server:
        log = server.log.read_text()
    for words in UNSAFE:
        assert f"pitboss: warning: {words}.\n" in log
        assert f'"event":"the database may lose acts","why":"{words}"' in log
    assert main(["audit", "--database", unsafe_url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["on_trust"][-len(UNSAFE) :] == UNSAFE


def test_nothing_is_said_of_a_sound_database(tmp_path: Path) -> None:
    assert found(f"sqlite:///{tmp_path}/house.db") == []
    if why := missing():
        pytest.skip(why)
    server = PostgresServer()
    try:
        assert found(server.fresh()) == []
    finally:
        server.stop()
