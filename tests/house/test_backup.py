"""A backup holds the whole database, and restores it on either kind."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from sqlalchemy import Engine, func, inspect, select, text

from pitboss.basics.files import FileKept
from pitboss.house.storage import backup as module
from pitboss.house.storage import database, schema
from pitboss.house.storage.backup import backup, restore
from pitboss.house.storage.database import DatabaseError, migrate, open_database
from pitboss.house.storage.migrations import VERSION_TABLE
from postgres import PostgresServer

HEAD = "0" * 64


def fill(engine: Engine) -> None:
    """Rows in every table, with every type of value."""
    migrate(engine)
    table = {"name": "Zoë 🂡\n", "game": "g", "rules": "{}", "settings": "{}", "opened_by": "p", "opened_at": 1}
    act = {"round": 1, "at": 2, "body": bytes(range(256)), "head": HEAD}
    rows: dict[str, list[dict[str, Any]]] = {
        "game_table": [table | {"id": "b", "closed_at": None}, table | {"id": "B", "closed_at": 5}],
        "act": [
            act | {"table_id": "b", "seq": 10, "key": "k"},
            act | {"table_id": "b", "seq": 9, "key": None},
            act | {"table_id": "B", "seq": 1, "key": "k", "body": b""},
        ],
        "entry": [{"id": f"b/{number:04}", "kind": "act", "at": 1} for number in range(7)],
        "posting": [{"entry": "b/0001", "line": 1, "account": "house", "units": -(2**63)}],
        "account": [{"name": "house", "units": -5}, {"name": "wallet:ö", "units": 2**63 - 1}],
        "meter": [{"id": "m", "units": 1, "memory": b"\x00\xff", "terms": "{}"}],
        "meter_move": [
            {"meter": "m", "number": 1, "kind": "seed", "table_id": "b", "round": 1, "what": ""}
            | {"units": 1, "after": 1, "at": 1}
        ],
        "person": [{"id": "p", "name": "Ann", "login": None, "password": None, "roles": "player", "made_at": 1}],
        "session": [{"id": "s", "person": "p", "made_at": 1, "expires_at": 2}],
        "staff_act": [{"number": 41, "at": 1, "person": "p", "what": "login", "body": "{}", "head": HEAD}],
        "signed_head": [
            {"number": 1, "before": HEAD, "chain": "b", "seq": 1, "head": HEAD, "at": 1, "key": "k", "signature": "s"}
        ],
        "owner": [{"table_id": "b", "epoch": 3, "process": "1", "address": "a", "beat_at": 1}],
        "drill": [
            {"person": "p", "game": "g", "number": 1, "puzzle": "5-0", "rules": "{}", "asked_at": 1, "rating": 1200}
            | {"answered_at": 2, "chosen": "bet", "cost": 7, "due_at": None}
        ],
        "reviewed": [
            {"person": "p", "table_id": "b", "round": 1, "staked": 500, "perfect": -5, "cost": 0, "late": 0, "exact": 1}
            | {"left_out": "[]", "decisions": '[[0,"A pair",0,true]]'}
        ],
        "setting": [{"name": "a", "value": ""}],
    }
    assert rows.keys() == schema.metadata.tables.keys()
    with engine.begin() as connection:
        for name, given in rows.items():
            for row in given:
                connection.execute(schema.metadata.tables[name].insert(), row)


def content(engine: Engine) -> dict[str, Any]:
    with engine.connect() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(table.select()))) for table in schema.metadata.sorted_tables
        }


def lines(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


def rewrite(path: Path, change: Callable[[list[bytes]], list[bytes]]) -> None:
    """Change the lines of a backup, and make its checksum right again."""
    body = change(lines(path)[:-1])
    footer = json.loads(lines(path)[-1]) | {"sha256": sha256(b"".join(body)).hexdigest()}
    path.write_bytes(gzip.compress(b"".join([*body, json.dumps(footer).encode() + b"\n"])))


@pytest.fixture
def other(request: pytest.FixtureRequest, engine: Engine, tmp_path: Path) -> Iterator[Engine]:
    """An empty database of the other kind. On PostgreSQL its language puts ``b`` before ``B``."""
    if engine.dialect.name == "sqlite":
        server: PostgresServer = request.getfixturevalue("postgres_server")
        found = open_database(server.fresh("TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'"))
    else:
        found = open_database(f"sqlite:///{tmp_path}/other.db")
    yield found
    found.dispose()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of an SQLite database."""
    engine = open_database(f"sqlite:///{tmp_path}/saved.db")
    fill(engine)
    backup(engine, tmp_path / "house.gz")
    engine.dispose()
    return tmp_path / "house.gz"


def test_a_backup_goes_to_the_other_kind_and_back(
    engine: Engine, other: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ROWS", 3)
    fill(engine)
    one, two = tmp_path / "one.gz", tmp_path / "two.gz"
    counts = backup(engine, one)
    assert counts["entry"] == 7
    assert min(counts.values()) == 1
    assert restore(one, other) == counts
    assert content(other) == content(engine)
    assert backup(other, two) == counts
    assert two.read_bytes() == one.read_bytes()
    with other.begin() as connection:  # numbers go on after the restored ones
        row = {"at": 1, "person": "p", "what": "login", "body": "{}", "head": HEAD}
        assert connection.execute(schema.staff_act.insert(), row).inserted_primary_key == (42,)


def test_a_backup_reads_as_the_page_says(saved: Path) -> None:
    found = lines(saved)
    assert json.loads(found[0]) == {"format": "pitboss-backup", "version": 1, "schema": database.newest()}
    start = found.index(b'{"table":"meter","columns":["id","units","memory","terms"]}\n')
    assert json.loads(found[start + 1]) == ["m", 1, "AP8=", "{}"]
    footer = json.loads(found[-1])
    assert footer["sha256"] == sha256(b"".join(found[:-1])).hexdigest()
    assert footer["counts"]["act"] == 3
    assert saved.stat().st_mode & 0o777 == 0o600


def test_a_backup_is_one_state(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit after the first table was saved is not in the backup at all."""
    fill(engine)
    order = module._order

    def late(connection: Any, table: Any) -> Any:
        if table.name == "setting":
            with engine.begin() as writer:
                writer.execute(schema.setting.insert(), {"name": "late", "value": ""})
        return order(connection, table)

    monkeypatch.setattr(module, "_order", late)
    assert backup(engine, tmp_path / "house.gz")["setting"] == 1
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(schema.setting)).scalar() == 2


def test_a_backup_replaces_no_file(engine: Engine, tmp_path: Path) -> None:
    fill(engine)
    path = tmp_path / "house.gz"
    path.write_bytes(b"mine")
    with pytest.raises(FileKept):
        backup(engine, path)
    assert path.read_bytes() == b"mine"
    backup(engine, path, replace=True)
    assert lines(path)


def test_a_backup_that_fails_leaves_no_file(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/saved.db")
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(module, "Footer", None)
    with pytest.raises(TypeError):
        backup(engine, tmp_path / "second.gz")
    engine.dispose()
    assert not any("second" in path.name for path in tmp_path.iterdir())
    assert saved in before


def test_an_empty_database_has_no_backup(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="is empty"):
        backup(engine, tmp_path / "house.gz")
    assert not (tmp_path / "house.gz").exists()


# --- restore


def refused(path: Path, engine: Engine) -> str:
    """The error of a restore that must fail and change nothing."""
    before = inspect(engine).get_table_names()
    with pytest.raises(DatabaseError) as caught:
        restore(path, engine)
    assert inspect(engine).get_table_names() == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def cut(found: bytes) -> bytes:
    return found[: len(found) // 2]


def flip(found: bytes) -> bytes:
    return found[:200] + bytes([found[200] ^ 1]) + found[201:]


def reword(found: bytes) -> bytes:
    return gzip.compress(gzip.decompress(found).replace(b'"house"', b'"hause"'))


def without_its_end(found: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(found).splitlines(keepends=True)[:-1]))


def with_more(found: bytes) -> bytes:
    return found + gzip.compress(b"[]\n")


@pytest.mark.parametrize("damage", [cut, flip, reword, without_its_end, with_more, lambda _: b"", lambda _: b"text"])
def test_a_damaged_file_is_rejected(damage: Callable[[bytes], bytes], engine: Engine, saved: Path) -> None:
    saved.write_bytes(damage(saved.read_bytes()))
    assert "house.gz is damaged or not a backup: " in refused(saved, engine)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda body: [line for line in body if b'["b/0006"' not in line], "its counts of rows are wrong"),
        (lambda body: [line.replace(b'["m",1,', b'["m","1",') for line in body], "row 1 of meter is wrong"),
        (lambda body: [line.replace(b"AP8=", b"AP8") for line in body], "row 1 of meter is wrong"),
        (lambda body: [line.replace(b'"table":"meter"', b'"table":"motor"') for line in body], "the table meter"),
        (
            lambda body: [line.replace(b"pitboss-backup", b"pitboss-log") for line in body],
            "it does not begin as a backup does",
        ),
        (lambda body: [line.replace(b'["b/0001",1,', b'["b/9999",1,') for line in body], "can't be used"),
    ],
)
def test_a_wrong_file_is_rejected(
    change: Callable[[list[bytes]], list[bytes]], why: str, engine: Engine, saved: Path
) -> None:
    rewrite(saved, change)
    assert why in refused(saved, engine)


def test_a_file_that_is_not_there_is_rejected(engine: Engine, tmp_path: Path) -> None:
    assert refused(tmp_path / "no.gz", engine).endswith("no.gz can't be read: no such file or directory")


def test_only_an_empty_database_is_restored(engine: Engine, saved: Path) -> None:
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(schema.setting.insert(), {"name": "mine", "value": ""})
    assert refused(saved, engine).endswith("is not empty: its table setting has rows")
    with engine.begin() as connection:
        connection.execute(schema.setting.delete())
    assert restore(saved, engine)["setting"] == 1


def test_a_backup_of_a_newer_version_is_rejected(engine: Engine, saved: Path) -> None:
    rewrite(saved, lambda body: [body[0].replace(database.newest().encode(), b"0999"), *body[1:]])
    assert "the backup has version 0999, but this release of Pitboss ends with" in refused(saved, engine)


def test_a_backup_of_an_older_version_is_brought_up_to_date(
    engine: Engine, saved: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "migrations"
    copytree(database.MIGRATIONS, folder)
    (folder / "versions" / "9999_next.py").write_text(
        f"from alembic import op\nrevision = '9999'\ndown_revision = '{database.newest()}'\n"
        "def upgrade():\n    op.execute(\"UPDATE setting SET value = 'new'\")\n"
    )
    monkeypatch.setattr(database, "MIGRATIONS", folder)
    restore(saved, engine)
    with engine.connect() as connection:
        assert connection.execute(schema.setting.select()).all() == [("a", "new")]
        assert connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar() == "9999"
