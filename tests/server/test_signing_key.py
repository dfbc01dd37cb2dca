"""``pitboss serve`` and the signing key: a house opens with the key that it has, unless a new one is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from long import first_of
from pitboss.cli import main
from served import served

from shell import Captured, refused, run

MISSING = "of this house is missing: bring it back, or start once with --new-signing-key."
OTHER = "does not have the key that this house signs with: name the right file with --key, or start once with"


@pytest.fixture(params=first_of(["sqlite", "postgresql"]))
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/house.db"
    found: str = request.getfixturevalue("postgres_url")
    return found


def played(folder: Path, database: str, *arguments: str) -> str:
    """Play a round in a house, and close it. Returns its public key."""
    with served(folder, "--pace", "0", *arguments, database=database) as server:
        ann = server.guest("Ann")
        table = ann.post("/api/tables", {"game": "boston_5_stud", "pace": 0}).json()["id"]
        ann.sit_down(table)
        ann.play_round(table, Random(4))
        ann.close()
        key = server.http.get("/api/key").json()["key"]
        assert server.stop() == 0
    assert isinstance(key, str)
    return key


@pytest.mark.long
def test_a_lost_key_is_named_and_replaced_only_on_demand(capsys: Captured, tmp_path: Path, database: str) -> None:
    path = tmp_path / "house.key"
    with_key = ("--key", str(path))
    first = played(tmp_path, database, *with_key)
    assert played(tmp_path, database, *with_key) == first
    path.rename(tmp_path / "lost.key")
    start = ("serve", "--port", "0", "--database", database)
    assert refused(capsys, *start, *with_key) == f"the key file {path} {MISSING}"
    assert not path.exists()
    said = refused(capsys, *start, "--new-signing-key", "--key", tmp_path / "lost.key")
    assert said.startswith(f"the key in the file {tmp_path}/lost.key is not new to this house")

    second = played(tmp_path, database, *with_key, "--new-signing-key")
    assert second != first
    assert OTHER in refused(capsys, *start, "--key", tmp_path / "lost.key")
    assert played(tmp_path, database, *with_key) == second
    audit = ("audit", "--json", "--database", database)
    proved = json.loads(run(capsys, *audit, "--key", first, "--key", second))
    assert proved["counts"]["rounds"] >= 4
    assert main([*audit, "--key", second]) == 1
    assert "is not one that the house has published" in capsys.readouterr().out


@pytest.mark.long
def test_two_processes_need_the_same_key(capsys: Captured, tmp_path: Path, postgres_url: str) -> None:
    shared, own = tmp_path / "shared.key", tmp_path / "own.key"
    with served(tmp_path, "--key", str(shared), database=postgres_url) as one:
        start = ("serve", "--port", "0", "--database", postgres_url, "--key", own)
        assert refused(capsys, *start) == f"the key file {own} {MISSING}"
        with served(tmp_path, "--key", str(shared), database=postgres_url) as two:
            assert one.http.get("/api/key").json() == two.http.get("/api/key").json()
