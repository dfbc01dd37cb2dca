"""Opening, migrating and holding databases of both kinds."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import IntegrityError

from pitboss.house.storage import database
from pitboss.house.storage.database import (
    DatabaseError,
    database_file,
    hold,
    migrate,
    newest,
    note_program,
    open_database,
    reading,
)
from pitboss.house.storage.migrations import VERSION_TABLE
from pitboss.house.storage.schema import metadata, setting
from pitboss.house.storage.store import PostgresStore, open_store
from postgres import PostgresServer


def tables(engine: Engine) -> set[str]:
    with engine.connect() as connection:
        return set(inspect(connection).get_table_names())


def refused(url: str, **options: Any) -> str:
    """The error of a database that must not open: one sentence."""
    with pytest.raises(DatabaseError) as caught:
        open_database(url, **options)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return sentence


# --- versions


def test_the_migrations_make_the_tables_of_the_schema(engine: Engine) -> None:
    migrate(engine)
    with engine.connect() as connection:
        options = {"version_table": VERSION_TABLE, "compare_type": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []


def described(engine: Engine) -> dict[str, Any]:
    """Everything that the database knows about its tables, constraints included."""
    with engine.connect() as connection:
        found = inspect(connection)
        parts = {
            name: (
                [(column["name"], str(column["type"]), column["nullable"], column["default"]) for column in columns],
                found.get_pk_constraint(name)["constrained_columns"],
                found.get_foreign_keys(name),
                found.get_unique_constraints(name),
                found.get_check_constraints(name),
                found.get_indexes(name),
            )
            for name in found.get_table_names()
            for columns in [found.get_columns(name)]
        }
    parts.pop(VERSION_TABLE, None)
    return parts


def test_the_migrations_make_the_constraints_of_the_schema(
    engine: Engine, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Alembic compares neither checks nor, on SQLite, defaults."""
    migrate(engine)
    if engine.dialect.name == "sqlite":
        other = open_database(f"sqlite:///{tmp_path}/other.db")
    else:
        other = open_database(request.getfixturevalue("postgres_server").fresh())
    metadata.create_all(other)
    assert described(engine) == described(other)
    assert described(engine)["account"][4]
    other.dispose()


def test_a_database_that_is_up_to_date_stays_as_it_is(engine: Engine) -> None:
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(setting.insert(), {"name": "a", "value": "b"})
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(setting.select()).all() == [("a", "b")]


def test_an_older_database_is_brought_up_to_date(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(setting.insert(), {"name": "a", "value": "b"})
    add_version(monkeypatch, tmp_path, "op.add_column('setting', sa.Column('extra', sa.Integer, server_default='7'))")
    migrate(engine)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT name, value, extra FROM setting")).all() == [("a", "b", 7)]
        assert connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).all() == [("9999",)]


def test_a_migration_that_fails_changes_nothing(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    add_version(monkeypatch, tmp_path, "op.execute('INSERT INTO no_such_table VALUES (1)')")
    with pytest.raises(DatabaseError, match="no_such_table"):
        migrate(engine)
    assert tables(engine) == set()


def add_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, step: str) -> None:
    """Let the program know one more version."""
    folder = tmp_path / "migrations"
    copytree(database.MIGRATIONS, folder)
    lines = ["import sqlalchemy as sa", "from alembic import op", "revision = '9999'", f"down_revision = '{newest()}'"]
    (folder / "versions" / "9999_next.py").write_text("\n".join([*lines, "def upgrade():", f"    {step}"]))
    monkeypatch.setattr(database, "MIGRATIONS", folder)


def test_a_release_uses_the_database_of_its_own_release_candidate(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def uses(release: str) -> None:
        monkeypatch.setattr(database, "__version__", release)
        migrate(engine)
        with engine.begin() as connection:
            note_program(connection)

    for release in ("0.2.0.dev3", "0.2.0rc1", "0.2.0rc2", "0.2.0"):
        uses(release)
    with pytest.raises(DatabaseError, match=r"was used with Pitboss 0\.2\.0, and this is 0\.2\.0rc2: install a newer"):
        uses("0.2.0rc2")


def test_a_newer_database_is_rejected(engine: Engine) -> None:
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0999'"))
    before = described(engine)
    with pytest.raises(DatabaseError, match=f"has version 0999, but this release of Pitboss ends with .* {newest()}$"):
        migrate(engine)
    assert described(engine) == before


def test_a_database_of_another_program_is_rejected(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE theirs (id INTEGER)"))
    with pytest.raises(DatabaseError, match=r"is not a database of Pitboss: it has a table theirs and no version$"):
        migrate(engine)
    assert tables(engine) == {"theirs"}


def test_an_sqlite_file_of_another_program_keeps_every_byte(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with sqlite3.connect(path) as theirs:
        theirs.execute("CREATE TABLE theirs (id INTEGER)")
    theirs.close()
    before = path.read_bytes()
    engine = open_database(f"sqlite:///{path}")
    with pytest.raises(DatabaseError, match="not a database of Pitboss"):
        migrate(engine)
    engine.dispose()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["theirs.db"]


def test_several_processes_may_migrate_at_once(url: str) -> None:
    program = f"from pitboss.house.storage.database import *; migrate(open_database({url!r}))"
    started = [subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE) for _ in range(2)]
    ended = [(process.communicate()[1], process.returncode) for process in started]
    assert ended == [(b"", 0)] * 2


# --- SQLite


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(f"sqlite:///{tmp_path}/house.db")
    migrate(engine)
    yield engine
    engine.dispose()


def test_sqlite_syncs_each_commit_and_checks_foreign_keys(sqlite: Engine) -> None:
    with sqlite.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = [connection.execute(text(f"PRAGMA {pragma}")).scalar() for pragma in pragmas]
    assert found == ["wal", 2, 1, 5000]
    with pytest.raises(IntegrityError), sqlite.begin() as connection:
        connection.execute(text("INSERT INTO posting VALUES ('none', 1, 'house', 1)"))


def test_errors_do_not_show_values(engine: Engine) -> None:
    migrate(engine)
    add = setting.insert().values(name="a", value="secret")
    with engine.begin() as connection:
        connection.execute(add)
    with pytest.raises(IntegrityError) as caught, engine.begin() as connection:
        connection.execute(add)
    assert "secret" not in str(caught.value)


def test_transactions_of_sqlite_begin_with_the_lock(sqlite: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    with sqlite.begin() as first:
        with reading(sqlite) as connection:  # sees what was committed, and waits for nobody
            first.execute(setting.insert(), {"name": "a", "value": "b"})
            assert connection.execute(setting.select()).all() == []
        monkeypatch.setattr(database, "BUSY_S", 0.05)
        other = open_database(f"sqlite:///{database_file(sqlite)}")
        with pytest.raises(DatabaseError, match=r"house\.db is locked by another process$"):
            migrate(other)
        other.dispose()


def test_a_reader_sees_one_state(engine: Engine) -> None:
    migrate(engine)
    with reading(engine) as connection:
        assert connection.execute(setting.select()).all() == []
        with engine.begin() as writer:
            writer.execute(setting.insert(), {"name": "a", "value": "b"})
        assert connection.execute(setting.select()).all() == []
    with reading(engine) as connection:
        assert connection.execute(setting.select()).all() == [("a", "b")]


def test_only_its_owner_can_read_a_new_file(sqlite: Engine) -> None:
    path = database_file(sqlite)
    assert path is not None
    assert {file.name: file.stat().st_mode & 0o777 for file in path.parent.glob("house.db*")} == dict.fromkeys(
        ["house.db", "house.db-wal", "house.db-shm"], 0o600
    )


def test_opening_a_file_again_keeps_the_locks_on_it(sqlite: Engine) -> None:
    """The last user of a file removes its log. Another process must not take itself for the last."""
    path = database_file(sqlite)
    assert path is not None
    open_database(f"sqlite:///{path}").dispose()
    other = "import sqlite3, sys; file = sqlite3.connect(sys.argv[1]); file.execute('SELECT 1 FROM sqlite_master')"
    subprocess.run([sys.executable, "-c", f"{other}; file.close()", str(path)], check=True)
    assert path.with_name("house.db-wal").exists()


# --- one process


def test_a_second_process_can_not_hold_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    program = f"from pitboss.house.storage.database import *\nwith hold(Path({str(path)!r})): print('held')"
    command = [sys.executable, "-c", program]
    with hold(path):
        second = subprocess.run(command, capture_output=True, text=True)
        assert second.stdout == ""
        assert second.stderr.endswith(
            f"DatabaseError: the database {path} is already in use by process {os.getpid()}\n"
        )
    assert subprocess.run(command, capture_output=True, text=True).stdout == "held\n"


def test_two_names_of_a_file_have_one_lock(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "house.db")
    twice = pytest.raises(DatabaseError, match=r"link\.db is already in use")
    with hold(tmp_path / "house.db"), twice, hold(tmp_path / "link.db"):
        pytest.fail("held twice")


def test_an_error_frees_the_file(tmp_path: Path) -> None:
    with pytest.raises(KeyError), hold(tmp_path / "house.db"):
        raise KeyError
    assert list(tmp_path.iterdir()) == []
    with hold(tmp_path / "house.db"):
        assert (tmp_path / "house.db.lock").exists()


def test_a_lock_file_that_its_holder_removes_meanwhile_is_not_taken_for_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, beside = tmp_path / "house.db", tmp_path / "house.db.lock"
    first = hold(path)
    first.__enter__()
    lock, locked = fcntl.flock, []

    def late(handle: int, how: int) -> None:
        """The holder removes the file after this process has opened it, and another process makes a new one."""
        if not locked:
            first.__exit__(None, None, None)
            other = os.open(beside, os.O_RDWR | os.O_CREAT)
            lock(other, how)
            locked.append(other)
        lock(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(DatabaseError, match="already in use by another process"), hold(path):
        pytest.fail("held twice")
    os.close(locked[0])


def test_the_lock_file_needs_a_directory(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="no such file or directory"), hold(tmp_path / "no" / "house.db"):
        pytest.fail("held")


def test_a_connection_to_postgresql_notices_a_network_that_was_cut(postgres_url: str) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    store = open_store(engine)
    assert isinstance(store, PostgresStore)
    options = store.connection.info.get_parameters()
    store.close()
    engine.dispose()
    assert {name: options[name] for name in database.LIVELY} == database.LIVELY


# --- what can't be opened


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("house.db", "can't be read; an address is sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("postgresql://ann:secret@host:port/x", "can't be read"),
        ("mysql://ann:secret@host/x", "a database of type mysql is not supported"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
        ("sqlite:///house.db?mode=ro", "needs a file"),
        ("postgresql://ann:secret@127.0.0.1:1/x", "no PostgreSQL server answers at 127.0.0.1:1"),
        ("postgresql://ann:secret@/x?host=/no/such", "no PostgreSQL server answers at /no/such"),
        ("postgresql://ann:secret@no-such-host.invalid/x", "the host no-such-host.invalid is not known"),
        ("postgresql://ann:secret@127.0.0.1/x?sslmode=secret", "can't be used: "),
    ],
)
def test_an_address_without_a_database_is_rejected(url: str, why: str) -> None:
    sentence = refused(url)
    assert why in sentence
    assert "secret" not in sentence


def test_a_directory_that_is_not_there_is_rejected(tmp_path: Path) -> None:
    assert refused(f"sqlite:///{tmp_path}/no/house.db").endswith(f"there is no directory {tmp_path}/no")
    assert refused(f"sqlite:///{tmp_path}").endswith("it is a directory")
    assert refused(f"sqlite:///{tmp_path}/house.db", must_exist=True).endswith("house.db does not exist")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    path.write_text("Dear diary, today I wrote a long letter.\n" * 100)
    before = path.read_bytes()
    assert refused(f"sqlite:///{path}") == f"the database {path} is not an SQLite database"
    assert path.read_bytes() == before


def test_a_locked_file_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.db"
    monkeypatch.setattr(database, "OPEN_S", 0.05)
    locking = sqlite3.connect(path, isolation_level=None)
    locking.execute("BEGIN EXCLUSIVE")
    assert refused(f"sqlite:///{path}") == f"the database {path} is locked by another process"
    locking.close()


@pytest.fixture
def foreign_folder() -> Iterator[Path]:
    """A directory that the tests can reach and not write to, even if they run as root."""
    path = Path(tempfile.mkdtemp(dir="/tmp"))
    open_database(f"sqlite:///{path}/house.db").dispose()  # imports what it needs
    path.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield path
    os.seteuid(user)
    path.chmod(0o755)
    for file in path.iterdir():
        file.unlink()
    path.rmdir()


def test_a_read_only_directory_is_rejected(foreign_folder: Path) -> None:
    assert refused(f"sqlite:///{foreign_folder}/new.db").endswith("its directory is read-only")
    assert not (foreign_folder / "new.db").exists()


def test_a_file_of_somebody_else_is_rejected(foreign_folder: Path) -> None:
    user = os.geteuid()
    if os.getuid() == 0:
        os.seteuid(0)
    foreign_folder.chmod(0o777)
    (foreign_folder / "house.db").chmod(0o000 if user == os.getuid() else 0o600)
    os.seteuid(user)
    assert refused(f"sqlite:///{foreign_folder}/house.db").endswith("permission denied")


def test_postgresql_rejects_an_unknown_database_or_password(postgres_server: PostgresServer) -> None:
    postgres_server.execute("CREATE ROLE guarded LOGIN PASSWORD 'right'")
    rules = postgres_server.home / "data" / "pg_hba.conf"
    rules.write_text("local all guarded scram-sha-256\n" + rules.read_text())
    postgres_server.execute("SELECT pg_reload_conf()")
    place = postgres_server.home
    assert refused(postgres_server.url("no_such")) == f"the database no_such at {place} does not exist"
    rejected = f"PostgreSQL at {place} rejected the user or the password"
    assert refused(postgres_server.url(user="no_such")) == rejected
    assert refused(postgres_server.url(user="guarded")) == rejected
    assert refused(postgres_server.url(user="guarded", password="wr0ng-secret")) == rejected
    open_database(postgres_server.url(user="guarded", password="right")).dispose()


def test_two_migrations_of_postgresql_take_turns(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = open_database(postgres_url), open_database(postgres_url)
    monkeypatch.setattr(database, "MIGRATE_S", 0.1)
    migrate(first)
    with first.begin() as connection:
        database.migrate_within(connection)  # writes nothing, and holds the lock
        with pytest.raises(DatabaseError, match=r"another process is changing its version$"):
            migrate(second)
    migrate(second)
    assert "owner" in tables(second)
    first.dispose()
    second.dispose()
