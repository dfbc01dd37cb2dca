"""The processes of a served house are killed under real clients, and nothing that they were told is lost."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.house.storage.database import DatabaseError, migrate, open_database
from pitboss.testing import soak as soaking
from pitboss.testing.house_process import HouseProcess, SoakError
from pitboss.testing.soak import kept_key, soak

pytestmark = pytest.mark.long

KILLS = 3


def test_another_process_takes_over_and_nothing_is_lost(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soaking, "ALL", 0.0)
    monkeypatch.setattr(soaking, "IDLE", 0.0)
    told = soak(postgres_url, KILLS, processes=2, longest_s=1.0)
    assert 1 <= told.take_overs <= KILLS  # a process that the machine starves may have lost its tables before the kill
    assert told.told > 20 * KILLS


@pytest.mark.parametrize(
    "wrong", ['"table stopped"', '"the house has stopped"', '"the house has stopped","error":"OperationalError"']
)
def test_an_error_in_the_log_is_noticed(tmp_path: Path, wrong: str) -> None:
    house = HouseProcess("", tmp_path / "key", 0, 1)
    log = tmp_path / "log-0.jsonl"
    log.write_text(
        '{"level":"info","event":"table opened"}\n{"level":"error","event":"another process does not answer"}\n'
        '{"level":"error","event":"the house has stopped","error":"AdminShutdown"}\n'
    )
    house.check_log()
    log.write_text(log.read_text() + f'{{"level":"error","event":{wrong}}}\n{{"level":"err')
    with pytest.raises(SoakError, match="stopped"):
        house.check_log()


def test_a_house_that_does_not_start_or_ends_by_itself_is_noticed(tmp_path: Path) -> None:
    async def start(url: str) -> None:
        house = HouseProcess(url, tmp_path / "key", 0, 1)
        await house.start()
        try:
            await house.opened()
        finally:
            await house.abandon()

    with pytest.raises(SoakError, match="there is no directory"):
        asyncio.run(start("sqlite:////nowhere/house.db"))


def test_a_later_soak_signs_with_the_same_key(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/house.db")
    migrate(engine)
    first, second = tmp_path / "first", tmp_path / "second"
    key = kept_key(engine, first).read_text()
    assert kept_key(engine, second).read_text() == key
    assert second.stat().st_mode & 0o777 == 0o600
    engine.dispose()


def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="several processes need PostgreSQL"):
        soak(f"sqlite:///{tmp_path}/house.db", 1, processes=2)


def test_the_command_tells_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", "--kills", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["lost"], said["twice"], said["kills"], said["audits"]) == (0, 0, 1, 1)
    assert main(["soak", "--kills", "1"]) == 0
    told = capsys.readouterr().out
    assert "Nothing was lost, and nothing was done twice." in told
    assert "audits, all clean" in told


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--kills", "0"], "--kills must be between 1 and 100,000, not 0"),
        (["--processes", "9"], "--processes must be between 1 and 8, not 9"),
        (["--core"], "--core is gone: 'pitboss soak' kills a served house and checks all that it checked"),
    ],
)
def test_options_that_can_not_be(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["soak", *arguments]) == 2
    assert capsys.readouterr().err == f"pitboss: {why}.\n"
