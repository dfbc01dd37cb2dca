"""``pitboss backup`` and ``pitboss restore``: a round trip, and what they refuse."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from live import TestHouse, seat_players
from pitboss.house.storage.database import open_database

from shell import Captured, refused, run


@pytest.fixture
def house(tmp_path: Path) -> str:
    """The address of the database of a small house, on which two people sit."""
    url = f"sqlite:///{tmp_path}/house.db"
    running = TestHouse.at(url)
    live = running.floor.open_table("double_down_stud", id="table")
    seat_players(running, live, 2)
    running.kill()
    return url


def test_a_house_goes_to_a_file_and_back(capsys: Captured, house: str, tmp_path: Path) -> None:
    file, again, empty = tmp_path / "one.gz", tmp_path / "two.gz", f"sqlite:///{tmp_path}/empty.db"
    saved = json.loads(run(capsys, "backup", file, "--database", house, "--json"))
    assert saved["file"] == str(file)
    assert (saved["rows"]["game_table"], saved["rows"]["act"]) == (1, 3)
    rows = f"{sum(saved['rows'].values())} rows of {len(saved['rows'])} tables.\n"
    put = f"To open it, copy the key of the house to {tmp_path}/empty.db.key.\n"
    assert run(capsys, "restore", file, "--database", empty) == f"Restored from {file}: {rows}{put}"
    keep = "The signing key is not in it: keep a copy elsewhere.\n"
    assert run(capsys, "backup", again, "--database", empty) == f"Saved to {again}: {rows}{keep}"
    assert again.read_bytes() == file.read_bytes()
    assert json.loads(run(capsys, "audit", "--database", empty, "--json"))["clean"]


def test_the_environment_names_the_database(
    capsys: Captured, house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_DATABASE", house)
    assert run(capsys, "backup", tmp_path / "one.gz").startswith("Saved to ")
    assert json.loads(run(capsys, "audit", "--json"))["counts"]["tables"] == 1


def test_the_key_that_a_backup_lacks_is_named(capsys: Captured, house: str, tmp_path: Path) -> None:
    key = tmp_path / "house.db.key"
    key.touch()
    said = run(capsys, "backup", tmp_path / "one.gz", "--database", house)
    assert said.endswith(f"\nThe signing key {key} is not in it: keep a copy elsewhere.\n")


def test_an_existing_file_is_kept_without_force(capsys: Captured, house: str, tmp_path: Path) -> None:
    file = tmp_path / "one.gz"
    file.write_text("mine")
    said = refused(capsys, "backup", file, "--database", house)
    assert said == f"{file} already exists; choose another name or use --force."
    assert file.read_text() == "mine"
    run(capsys, "backup", file, "--database", house, "--force")
    assert run(capsys, "restore", file, "--database", f"sqlite:///{tmp_path}/new.db").startswith("Restored from ")


def test_the_database_itself_is_not_overwritten(capsys: Captured, house: str, tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    before = file.read_bytes()
    said = refused(capsys, "backup", file, "--database", house, "--force")
    assert said == f"{file} can't be both an input and an output: choose another name."
    assert file.read_bytes() == before


def test_a_damaged_file_restores_nothing(capsys: Captured, house: str, tmp_path: Path) -> None:
    file, target = tmp_path / "one.gz", f"sqlite:///{tmp_path}/target.db"
    run(capsys, "backup", file, "--database", house)
    whole = file.read_bytes()
    file.write_bytes(whole[:-40])
    said = refused(capsys, "restore", file, "--database", target)
    assert said == f"{file} is damaged or not a backup: it can't be decompressed."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.db", "one.gz"]
    open_database(target).dispose()
    refused(capsys, "restore", file, "--database", target)
    assert refused(capsys, "audit", "--database", target) == "this database is empty: it has no house."
    file.write_bytes(whole)
    run(capsys, "restore", file, "--database", target)


def test_what_is_no_backup_is_named_in_our_words(capsys: Captured, tmp_path: Path) -> None:
    file, target = tmp_path / "one.gz", f"sqlite:///{tmp_path}/target.db"
    for content in (b"", gzip.compress(b"{}\n"), gzip.compress(b'{"sha256":1}\n')):
        file.write_bytes(content)
        said = refused(capsys, "restore", file, "--database", target)
        assert said == f"{file} is damaged or not a backup: it does not end as a backup does."


def test_a_database_with_rows_stays_as_it_is(capsys: Captured, house: str, tmp_path: Path) -> None:
    file, other = tmp_path / "one.gz", tmp_path / "two.gz"
    run(capsys, "backup", file, "--database", house)
    said = refused(capsys, "restore", file, "--database", house)
    assert said.startswith(f"the database {tmp_path}/house.db is not empty: its table ")
    run(capsys, "backup", other, "--database", house)
    assert other.read_bytes() == file.read_bytes()


def test_what_is_not_there_is_named(capsys: Captured, tmp_path: Path) -> None:
    nowhere = f"sqlite:///{tmp_path}/nowhere.db"
    assert "nowhere.db" in refused(capsys, "backup", tmp_path / "one.gz", "--database", nowhere)
    assert str(tmp_path / "one.gz") in refused(capsys, "restore", tmp_path / "one.gz", "--database", nowhere)
    assert list(tmp_path.iterdir()) == []
    open_database(nowhere).dispose()
    said = refused(capsys, "backup", tmp_path / "one.gz", "--database", nowhere)
    assert said == f"the database {tmp_path}/nowhere.db is empty."
    assert not (tmp_path / "one.gz").exists()
