"""A house that is killed at any moment under real clients loses nothing that they were told, and does nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from live import TestHouse
from pitboss.house.storage.database import DatabaseError, open_database, writing
from pitboss.testing.house_process import SoakError
from pitboss.testing.soak import Soak, Soaked, soak

KILLS = 3


@pytest.mark.long
def test_nothing_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    told = soak(f"sqlite:///{tmp_path}/house.db", 1, longest_s=0.5)
    assert (told.kills, told.audits) == (1, 1)
    check_play(told)


@pytest.mark.long
def test_nothing_is_lost_in_several_lives(url: str) -> None:
    told = soak(url, KILLS)
    assert (told.kills, told.audits) == (KILLS, KILLS)
    check_play(told)


def check_play(told: Soaked) -> None:
    """People have played under the kills, and came back after each."""
    assert told.told > 20 * told.kills
    assert told.rounds > told.kills
    assert told.reconnects >= told.kills
    assert {"play", "sit", "buy in", "open table"} <= told.acknowledged.keys()


LOSSES = {
    "an act": ("_check", "DELETE FROM act", "it is lost"),
    "money": (
        "_audit",
        "DELETE FROM posting WHERE entry IN (SELECT id FROM entry WHERE kind = 'buy in')",
        "the audit found",
    ),
    "a command twice": (
        "_check",
        "UPDATE act SET key = (SELECT replace(other.key, '::', ':1:') FROM act other"
        " WHERE other.table_id = act.table_id AND other.seq = 2) WHERE seq = 1",
        "was done twice",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize(("before", "statement", "words"), LOSSES.values(), ids=list(LOSSES))
def test_a_loss_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, statement: str, words: str
) -> None:
    """The soak itself must be able to fail: lose something after the kill, before it is checked."""
    url, check = f"sqlite:///{tmp_path}/house.db", getattr(Soak, before)

    async def lose_and_check(self: Soak) -> None:
        engine = open_database(url)
        with writing(engine) as connection:
            connection.exec_driver_sql(statement)
        engine.dispose()
        await check(self)

    monkeypatch.setattr(Soak, before, lose_and_check)
    with pytest.raises(SoakError, match=words):
        soak(url, 1)


def test_a_soak_leaves_a_house_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    house = TestHouse.at(url)
    house.floor.open_table("double_down_stud")
    house.settle()
    house.kill()
    with pytest.raises(DatabaseError, match="holds a house"):
        soak(url, 1)
