"""Sitting down at a live table while bets are open: one plays at once, also after a crash in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from live import Seen, TestHouse, play_round, seat_players
from pitboss.engine.registry import games
from pitboss.engine.round.events import Seated
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.settings import Pace
from pitboss.house.tables.conductor import Act, Conductor, Situation
from pitboss.house.tables.live import LiveTable
from pitboss.protocol import messages as msg

STUD, ATTACK = "double_down_stud", "double_attack_blackjack"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TestHouse]:
    made = TestHouse.on_sqlite(tmp_path / "house.db")
    yield made
    made.kill()


def betting(house: TestHouse, game: str = STUD, rules: Any = None) -> LiveTable:
    """A table at which p1 plays, and bets are open."""
    live = house.floor.open_table(game, rules or {})
    seat_players(house, live, 1)
    live.open_round()
    house.settle()
    return live


def comes(house: TestHouse, live: LiveTable, player: str = "p2", seat: int = 0) -> Any:
    """Somebody watches, sits down and buys in. Returns the answer to the command."""
    house.issue(player, 100_00)
    live.watch(Seen(player))
    answers = house.command(live, player, msg.Sit, seat=seat)
    house.command(live, player, msg.BuyIn, cents=100_00)
    house.settle()
    return answers[0]


def conducted(house: TestHouse, live: LiveTable) -> None:
    """Carry out the conductor's next step, if it is an act."""
    situation = Situation(live.table, {"p1", *live.viewers.people})
    step = Conductor(Pace()).next_step(house.time, situation)
    if isinstance(step, Act):
        live.give(step.given)
    house.settle()


def seated_in(live: LiveTable) -> list[str]:
    assert live.table.round is not None
    return [player for _, player in live.table.round.seats]


@pytest.mark.parametrize("game", games())
def test_whoever_sits_down_in_the_window_wagers_in_this_round_and_sees_the_own_cards(
    game: str, house: TestHouse
) -> None:
    live = betting(house, game)
    watcher = Seen("p2")
    live.watch(watcher)
    assert isinstance(comes(house, live, seat=3), msg.Done)
    assert seated_in(live) == ["p1"]
    assert live.turn_of("p2").offers == ()
    conducted(house, live)
    assert seated_in(live) == ["p1", "p2"]
    turn = live.turn_of("p2")
    ((seat, offers),) = turn.offers
    assert (seat, any(one.do == "wager" for one in offers)) == (3, True)
    play_round(house, live, Random(1))
    assert {"p1", "p2"} >= {stake.player for stake in live.table.round.settlements}  # type: ignore[union-attr]
    shown = [event for one in watcher.messages if isinstance(one, msg.Update) for event in one.events]
    own = [event["card"] for event in shown if event["type"] == "dealt" and event["to"] == "seat 3"]
    assert all(own)
    assert audit_house(house.engine).findings == []


def test_a_crash_between_sitting_down_and_entering_loses_neither(house: TestHouse, tmp_path: Path) -> None:
    live = betting(house)
    comes(house, live)
    house.kill()
    again = TestHouse.on_sqlite(tmp_path / "house.db")
    (back,) = again.floor.recover()
    assert seated_in(back) == ["p1"]
    back.watch(Seen("p2"))
    conducted(again, back)
    assert seated_in(back) == ["p1", "p2"]
    records = list(back.table.round.records)  # type: ignore[union-attr]
    assert isinstance(records[-1], Seated)
    again.kill()
    last = TestHouse.on_sqlite(tmp_path / "house.db")
    (table,) = last.floor.recover()
    assert table.table.round is not None
    assert (table.table.round.records, table.head) == (records, back.head)
    assert table.table.seats == [(1, "p1"), (2, "p2")]
    play_round(last, table, Random(1))
    assert audit_house(last.engine).findings == []
    last.kill()


def test_of_two_who_take_a_seat_at_once_one_gets_a_sentence(house: TestHouse) -> None:
    live = betting(house)
    assert isinstance(comes(house, live, "p2", seat=4), msg.Done)
    late = comes(house, live, "p3", seat=4)
    assert isinstance(late, msg.Refused)
    assert late.why.startswith("seat 4 is not free; free seats are 2, 3, 5, 6")
    assert live.till.chips("p3") == 0
    conducted(house, live)
    assert seated_in(live) == ["p1", "p2"]


def test_whoever_may_not_play_in_this_round_is_told_why_while_bets_are_open(house: TestHouse) -> None:
    live = betting(house, ATTACK, {"mid_shoe_entry": False})
    play_round(house, live, Random(1))
    live.open_round()
    house.settle()
    comes(house, live)
    conducted(house, live)
    assert seated_in(live) == ["p1"]
    why = "P2 has missed a round since the shuffle and must wait for the next shuffle (5(h))"
    assert (live.turn_of("p2").barred, live.turn_of("p1").barred) == (why, "")


def test_a_play_that_sits_down_is_no_way_into_a_round(house: TestHouse) -> None:
    live = betting(house)
    house.issue("p2", 100_00)
    for player, why in (("p2", "you are not at this table"), ("p1", "p1 is in this round already")):
        (answer,) = house.command(live, player, msg.Play, round=1, turn=2, by="player", do="sit", seat=3)
        assert isinstance(answer, msg.Refused)
        assert why.lower() in answer.why.lower()


def test_an_entry_of_somebody_who_does_not_sit_there_is_found(house: TestHouse) -> None:
    live = betting(house)
    assert live.table.round is not None
    live.give(live.table.round.input("p9", "sit", seat=5))
    house.settle()
    found = audit_house(house.engine).findings
    assert any("nobody at the table has this seat" in one.sentence for one in found)
