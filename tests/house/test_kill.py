"""A house that is killed at any moment loses nothing that it promised, and does nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from live import TestHouse
from pitboss.house.audit.promises import SoakError
from pitboss.house.storage.database import DatabaseError, open_database, writing
from pitboss.stress import core_soak as soaking
from pitboss.stress.core_soak import soak

KILLS = 5


def test_nothing_is_lost_and_nothing_is_done_twice(url: str) -> None:
    told = soak(url, KILLS, longest_s=0.5, pace=0.03)
    assert (told.kills, told.audits) == (KILLS, KILLS)
    assert told.promised > 20 * KILLS
    assert told.commands > 10 * KILLS
    assert told.rounds > KILLS


LOSSES = {
    "an act": ("DELETE FROM act", "it is lost"),
    "money": ("DELETE FROM posting WHERE entry IN (SELECT id FROM entry WHERE kind = 'buy in')", "the audit found"),
    "a command twice": (
        "UPDATE act SET key = (SELECT replace(other.key, '::', ':1:') FROM act other"
        " WHERE other.table_id = act.table_id AND other.seq = 2) WHERE seq = 1",
        "was done twice",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize(("statement", "words"), LOSSES.values(), ids=list(LOSSES))
def test_a_loss_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, words: str) -> None:
    """The test itself must be able to fail: lose something after the kill, before it is checked."""
    url = f"sqlite:///{tmp_path / 'house.db'}"
    lived: Callable[..., soaking.Life] = soaking._lived

    def then_lose(*args: object) -> soaking.Life:
        *rest, _ = args
        life = lived(*rest, 2.0)  # long enough to promise something, also on a slow machine
        with writing(open_database(url)) as connection:
            connection.exec_driver_sql(statement)
        return life

    monkeypatch.setattr(soaking, "_lived", then_lose)
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
