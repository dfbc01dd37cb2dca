"""What an earlier version of the program stored is still replayed, continued, restored, audited and played on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from audits import audited, played, url_of
from before import FOLDER, unpacked
from pitboss.cli import main
from pitboss.engine import registry

SIGNED_BY = "MCowBQYDK2VwAyEAIPEuF6UsrVj4K2uKOMxfMwgAQjdMZOYdq4M08hzEHeM="
"""The public key of the house in tests/before."""


@pytest.mark.parametrize("game", registry.games())
def test_a_log_is_replayed(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = unpacked(f"rooms-{game}", "log", tmp_path)
    assert main(["replay", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == 8


def test_a_run_is_continued_as_if_it_had_never_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = unpacked("rooms-run", "json", tmp_path)
    assert main(["simulate", "boston_5_stud", "--rounds", "200000", "--continue", str(run), "--json"]) == 0
    continued = json.loads(capsys.readouterr().out)
    assert main(["simulate", "boston_5_stud", "--rounds", str(continued["rounds"]), "--seed", "27", "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert continued["rounds"] > 200_000
    assert continued["results"] == whole["results"]


def test_a_house_is_audited_and_plays_on(tmp_path: Path) -> None:
    database = unpacked("rooms-played", "db", tmp_path)
    before = audited(database, SIGNED_BY)
    played(database, 1, 10)
    after = audited(database, SIGNED_BY)
    assert before.findings == after.findings == []
    assert after.counts.acts > before.counts.acts == 187


def test_a_backup_is_restored_and_is_the_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backup = Path(shutil.copy(FOLDER / "rooms-played.backup", tmp_path))
    restored = tmp_path / "restored.db"
    assert main(["restore", str(backup), "--database", url_of(restored)]) == 0
    capsys.readouterr()
    audits = [audited(path, SIGNED_BY) for path in (restored, unpacked("rooms-played", "db", tmp_path))]
    assert audits[0] == audits[1]
    assert audits[0].findings == []
