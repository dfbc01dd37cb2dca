"""``pitboss serve`` says in one sentence what is wrong, and changes nothing."""

from __future__ import annotations

import re
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from sqlalchemy import inspect, text

from pitboss.basics import __version__
from pitboss.house.people import people
from pitboss.house.storage import database
from pitboss.house.storage.database import hold, migrate, note_program, open_database, writing
from served import served
from terminal import Terminal

from shell import Captured, refused


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_directory_that_is_not_there(capsys: Captured, tmp_path: Path) -> None:
    said = refused(capsys, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/no/house.db")
    assert said == f"the database {tmp_path}/no/house.db can't be opened: there is no directory {tmp_path}/no."


def test_a_postgresql_that_is_not_there(capsys: Captured) -> None:
    url = "postgresql://ann:secret@127.0.0.1:1/house"
    assert refused(capsys, "serve", "--port", "0", "--database", url) == "no PostgreSQL server answers at 127.0.0.1:1."


def test_a_database_of_a_newer_version(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    engine = open_database(f"sqlite:///{path}")
    migrate(engine)
    engine.dispose()
    with sqlite3.connect(path) as file:
        (name,) = file.execute("SELECT name FROM sqlite_master WHERE name LIKE '%version%'").fetchone()
        file.execute(f"UPDATE {name} SET version_num = '9999'")
    file.close()
    before = path.read_bytes()
    said = refused(capsys, "serve", "--port", "0", "--database", f"sqlite:///{path}")
    assert "has version 9999, but this release of Pitboss ends with version" in said
    assert (files(tmp_path), path.read_bytes()) == (["house.db"], before)


@pytest.mark.parametrize(
    "command",
    [("serve", "--port", "0"), ("audit",), ("backup", "saved.gz"), ("serve", "--port", "0", "--new-admin-token")],
)
def test_a_database_that_a_newer_release_has_used(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "house.db"
    engine = open_database(f"sqlite:///{path}")
    migrate(engine)
    with writing(engine) as connection:
        note_program(connection)
        connection.execute(text("UPDATE setting SET value = '99.1.0' WHERE name = 'program'"))
    engine.dispose()
    before = path.read_bytes()
    said = refused(capsys, *command, "--database", f"sqlite:///{path}")
    used = f"the database {path} was used with Pitboss 99.1.0, and this is {__version__}: install a newer release."
    assert said == used
    assert (files(tmp_path), path.read_bytes()) == (["house.db"], before)


def test_a_port_in_use_changes_nothing(capsys: Captured, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused(capsys, "serve", "--port", port, "--database", f"sqlite:///{tmp_path}/house.db")
    assert said == f"port {port} of 127.0.0.1 is in use: choose another with --port, or with make run PORT=N."
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_another_process_holds(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with hold(path):
        said = refused(capsys, "serve", "--port", "0", "--database", f"sqlite:///{path}")
    assert f"the database {path} is already in use by process" in said
    assert files(tmp_path) == []


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_file_that_another_program_has_locked(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lock: str
) -> None:
    monkeypatch.setattr(database, "OPEN_S", 0.05)
    monkeypatch.setattr(database, "BUSY_S", 3600)  # longer than any test may take
    path = tmp_path / "house.db"
    locking = sqlite3.connect(path, isolation_level=None)
    locking.execute("CREATE TABLE something (x)")
    locking.execute(f"BEGIN {lock}")
    said = refused(capsys, "serve", "--port", "0", "--database", f"sqlite:///{path}")
    assert said == f"the database {path} is locked by another process."
    locking.execute("ROLLBACK")
    locking.close()
    assert files(tmp_path) == ["house.db"]


def test_a_key_that_others_can_read(capsys: Captured, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("x")
    key.chmod(0o644)
    said = refused(capsys, "serve", "--port", "0", "--key", key, "--database", f"sqlite:///{tmp_path}/house.db")
    assert f"others than its owner can use the key file {key}" in said
    assert files(tmp_path) == ["key"]


def test_a_key_that_can_not_be_made_leaves_no_database(capsys: Captured, tmp_path: Path) -> None:
    key = tmp_path / "no" / "key"
    said = refused(capsys, "serve", "--port", "0", "--key", key, "--database", f"sqlite:///{tmp_path}/house.db")
    assert said == f"the key file {key} can't be used: no such file or directory."
    assert files(tmp_path) == []


def test_a_key_that_can_not_be_made_leaves_postgresql_empty(
    capsys: Captured, tmp_path: Path, postgres_url: str
) -> None:
    refused(capsys, "serve", "--port", "0", "--key", tmp_path / "no" / "key", "--database", postgres_url)
    engine = open_database(postgres_url)
    assert inspect(engine).get_table_names() == []
    engine.dispose()


def test_a_new_token_for_a_house_with_an_administrator(capsys: Captured, tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/house.db")
    migrate(engine)
    with writing(engine) as connection:
        ann = people.register(connection, None, "ann", "correct horse", "Ann", 0)
        people.grant(connection, ann.id, people.Role.ADMINISTRATOR)
    engine.dispose()
    said = refused(capsys, "serve", "--port", "0", "--new-admin-token", "--database", f"sqlite:///{tmp_path}/house.db")
    assert said == "--new-admin-token: the house has an administrator, who can grant the role."
    assert files(tmp_path) == ["house.db"]


def test_a_house_that_closes_leaves_no_lock_behind(tmp_path: Path) -> None:
    with served(tmp_path, "--pace", "0") as server:
        assert "house.db.lock" in files(tmp_path)
        assert server.stop() == 0
        assert files(tmp_path) == ["house.db", "house.db.key", "log.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "99999"], "--port must be between 0 and 65,535, not 99999."),
        (["--pace", "slow"], "Invalid value for '--pace': 'slow' is not a number."),
        (["--house-players", "6"], "the players of the house at a table must be between 0 and 5, not 6."),
        (["--house-players", "-1"], "the players of the house at a table must be between 0 and 5, not -1."),
        (["--house-players", "two"], "Invalid value for '--house-players': 'two' is not a whole number."),
        (["--house-players-at-meters"], "--house-players-at-meters needs --house-players."),
        (["--pace", "-1"], "--pace: a pace must be a number of at least 0, not -1.0."),
        (["--money", "lots"], "--money: 'lots' is not an amount"),
        (["--host", "no.such.host.invalid"], "the host 'no.such.host.invalid' is not known."),
        (["--port", "0", "--database", "mysql://x"], "a database of type mysql is not supported"),
    ],
)
def test_bad_options(capsys: Captured, arguments: list[str], sentence: str) -> None:
    assert sentence in refused(capsys, "serve", *arguments)


def test_a_house_listens_before_it_loads_the_rest() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        serve = f"cli.main(['serve', '--port', '{taken.getsockname()[1]}'])"
        code = (
            f"import sys, pitboss.cli.app as cli; {serve}; print('sqlalchemy' in sys.modules, 'fastapi' in sys.modules)"
        )
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "is in use" in ran.stderr
    assert ran.stdout == "False False\n"


def test_a_house_on_sqlite_loads_nothing_that_only_others_need(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    engine = open_database(url)
    migrate(engine)
    engine.dispose()
    others = "{'psycopg', 'sqlalchemy.dialects.postgresql', 'alembic', 'httpx', 'numpy'}"
    code = f"""
import sys
from pitboss.server.http import run
with run.opened({url!r}, None):
    print({others} & set(sys.modules))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


@pytest.mark.long
@pytest.mark.parametrize("verbose", [False, True])
def test_a_terminal_shows_requests_only_if_asked(tmp_path: Path, verbose: bool) -> None:
    """Requests do not scroll the token away."""
    house = ("serve", "--port", "0", "--lazy-coach", "--database", f"sqlite:///{tmp_path}/house.db")
    terminal = Terminal(*house, *(["--verbose"] if verbose else []))
    try:
        address = re.findall(r"The house is open at (\S+)", terminal.expect("Stop with Ctrl-C."))[0]
        assert httpx.get(f"{address}/health").status_code == 200
        terminal.process.terminate()
        assert ('"event":"request"' in terminal.expect('"event":"the house is closed"')) == verbose
    finally:
        terminal.close()


def test_a_file_gets_a_line_for_each_request(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert server.http.get("/health").status_code == 200
        server.stop()
        assert '"event":"request"' in server.log.read_text()
