"""A house of before revision 1 of the engine: its tables come back, its rounds end, and everything is audited."""

from __future__ import annotations

from pathlib import Path

import pytest

from before import FROZEN, READINGS, unpacked
from live import TestHouse
from pitboss.engine.round.events import REVISION
from pitboss.engine.round.inputs import TIME_OUT
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.money import books
from pitboss.house.settings import Pace
from pitboss.house.tables.conductor import Act, Conductor, Default, Situation, Wait
from pitboss.house.tables.live import LiveTable

GIVEN_UP = 200


def conducted(house: TestHouse, live: LiveTable) -> None:
    """Let the conductor end the round of a table at which nobody is connected."""
    conductor, now = Conductor(Pace()), 1_000_000
    for _ in range(GIVEN_UP):
        house.settle()
        round = live.table.round
        assert round is not None
        if round.over:
            return
        match conductor.next_step(now, Situation(live.table, connected=set())):
            case Act(given=given) | Default(given=given):
                live.give(given)
            case Wait(until=int() as until):
                now = until
            case other:
                raise AssertionError(f"the table waits for ever: {other}")
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("name", READINGS)
def test_a_database_of_before_is_audited_recovered_and_played_on(name: str, tmp_path: Path) -> None:
    path = unpacked(name, "db", tmp_path)
    house = TestHouse.on_sqlite(path)
    assert audit_house(house.engine).clean
    (live,) = house.floor.recover()
    assert live.table.round is not None
    assert live.table.round.revision == 0
    conducted(house, live)
    live.open_round()
    assert live.table.round.revision == REVISION
    conducted(house, live)
    found = audit_house(house.engine)
    assert found.clean, found
    house.kill()


def test_the_frozen_table_of_a_house_comes_back_and_its_round_ends_by_the_clock(tmp_path: Path) -> None:
    house = TestHouse.on_sqlite(unpacked(FROZEN, "db", tmp_path))
    (live,) = house.floor.recover()
    round = live.table.round
    assert round is not None
    assert {stake[3] for stake in round.layout.stakes if stake[1] == "ann"} == {"ante", "optional bonus"}
    chips = live.till.chips("ann")
    conducted(house, live)
    back = [(one.wager, one.ruling) for one in round.inputs if one.by == "clock" and one.do == "withdraw"]
    assert back == [("optional bonus", TIME_OUT), ("ante", TIME_OUT)]
    assert live.till.chips("ann") == chips + 11_00 * 10_000
    assert house.balance(books.layout(live.id)) == 0
    house.kill()
