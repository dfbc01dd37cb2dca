"""A promise that the database does not keep is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from live import TestHouse, seat_players
from pitboss.house.storage.database import writing
from pitboss.protocol import messages as msg
from pitboss.testing.crowd import Answer, Update, check_promises
from pitboss.testing.house_process import SoakError

BROKEN = {
    "an act is lost": ("DELETE FROM act WHERE seq = 2", "an update told of act 2 of table t, and it is lost"),
    "another act is in its place": ("UPDATE act SET at = at + 1 WHERE seq = 2", "act 2 of table t, and it is lost"),
    "another command is in its place": (
        "UPDATE act SET key = 'p1:0:other' WHERE seq = 2",
        "p1's command sat was done as act 2 of table t, and it is lost",
    ),
    "a purchase is lost": ("DELETE FROM entry WHERE kind = 'buy in'", "p1's command bought moved money at table t"),
    "a command is done twice": (
        "INSERT INTO act SELECT table_id, 99, 1, 'p1:1:sat', person, at, body, head FROM act WHERE seq = 2",
        "the command sat of p1 was done twice at table t",
    ),
}


@pytest.mark.parametrize(("statement", "words"), BROKEN.values(), ids=list(BROKEN))
def test_a_broken_promise_is_noticed(tmp_path: Path, statement: str, words: str) -> None:
    house = TestHouse.on_sqlite(tmp_path / "house.db")
    live = house.floor.open_table("double_down_stud", id="t")
    seat_players(house, house.floor.open_table("double_down_stud"), 1)
    sat = house.command(live, "p1", msg.Sit, key="sat")
    house.issue("p1", 100_00)
    house.settle()
    bought = house.command(live, "p1", msg.BuyIn, cents=100_00, key="bought")
    ready = house.command(live, "p1", msg.Ready, round=0, key="ready")
    house.settle()
    assert [one[0].seq for one in (sat, bought, ready)] == [2, 0, 0]
    with house.engine.connect() as connection:
        at = connection.execute(text("SELECT at FROM act WHERE table_id = 't' AND seq = 2")).scalar_one()
    updates = [Update("t", 1), Update("t", 2, at)]
    answers = [Answer("t", 2, "p1", "sat"), Answer("t", 0, "p1", "bought"), Answer("t", 0, "p1", "ready", False)]
    check_promises(house.engine, updates, answers)
    with writing(house.engine) as connection:
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
        connection.execute(text("DELETE FROM posting"))
        connection.execute(text(statement))
    with pytest.raises(SoakError, match=words):
        check_promises(house.engine, updates, answers)
    house.kill()
