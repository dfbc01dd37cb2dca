"""A round that asks only somebody who has left goes on: the house answers for them (ruling time-out)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from live import TestHouse, play_round, seat_players
from pitboss.engine.round.events import Offered
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.tables.live import LiveTable
from pitboss.protocol import messages as msg


def asked_to_cut(live: LiveTable) -> list[str]:
    assert live.table.round is not None
    return [event.player for event in live.table.round.records if isinstance(event, Offered)]


def test_whoever_leaves_while_they_are_offered_the_cut_refuses_it(tmp_path: Path) -> None:
    house = TestHouse.on_sqlite(tmp_path / "house.db")
    live = house.floor.open_table("double_down_stud", {"cut": True})
    seat_players(house, live, 2)
    live.open_round()
    answers = house.command(live, "p1", msg.Leave)
    house.settle()
    assert isinstance(answers[0], msg.Done)
    assert asked_to_cut(live) == ["p1", "p2"]
    round = live.table.round
    assert round is not None
    assert [party.player for party in round.waiting] == ["p2"]
    play_round(house, live, Random(1))
    house.settle()
    assert audit_house(house.engine).clean
    house.kill()


@pytest.mark.parametrize("comes_back", [False, True], ids=["gone", "back"])
def test_the_cut_that_only_somebody_who_left_is_offered_is_refused_for_them(tmp_path: Path, comes_back: bool) -> None:
    house = TestHouse.on_sqlite(tmp_path / "house.db")
    live = house.floor.open_table("double_down_stud", {"cut": True})
    seat_players(house, live, 2)
    live.open_round()
    house.command(live, "p2", msg.Leave)
    if comes_back:
        house.command(live, "p2", msg.Sit)
    round = live.table.round
    assert round is not None
    assert round.asking is not None
    answers = house.command(live, "p1", msg.Play, round=round.number, turn=round.asking.turn, do="refuse")
    house.settle()
    assert isinstance(answers[0], msg.Done)
    assert asked_to_cut(live) == ["p1", "p2"]
    assert [party.player or party.by for party in round.waiting] == ["dealer"]
    play_round(house, live, Random(1))
    house.settle()
    assert audit_house(house.engine).clean
    house.kill()
