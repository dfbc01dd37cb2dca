"""Faults that an audit has found in live tables, and that must not come back."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event

import pytest

from live import TestHouse, play_round, seat_players
from pitboss.engine.auto.drive import any_report
from pitboss.engine.auto.policy import Turn, staff
from pitboss.engine.round.asks import METER, THE_DEALER
from pitboss.engine.round.events import Metered
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.authorize import Refusal
from pitboss.house.storage.committer import Job, Outcome
from pitboss.house.tables.live import LiveTable
from pitboss.protocol import messages as msg
from pitboss.protocol.tables import Finding
from waiting import HANG_S

LINKED = {"progressive": "D", "progressive_seed": 10_000_00, "progressive_linked": True, "dealing": "automated shoe"}
ROYAL = "Ts Js Qs Ks As"


@pytest.fixture
def house(tmp_path: Path) -> TestHouse:
    return TestHouse.on_sqlite(tmp_path / "house.db")


def lose_jobs_after(house: TestHouse, monkeypatch: pytest.MonkeyPatch, kept: int) -> None:
    """The process is killed when the committer has committed so many more jobs."""
    submit, sent = house.committer.submit, list[Job]()

    def keep_some(job: Job) -> None:
        sent.append(job)
        if len(sent) <= kept:
            submit(job)

    monkeypatch.setattr(house.committer, "submit", keep_some)


def restarted(house: TestHouse, path: Path) -> list[Finding]:
    """Kill the house, recover it, and audit it."""
    house.kill()
    again = TestHouse.on_sqlite(path / "house.db")
    again.floor.recover()
    again.settle()
    findings = audit_house(again.engine).findings
    again.kill()
    return findings


def test_whoever_leaves_gets_their_chips_even_if_the_house_is_killed(
    house: TestHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)
    lose_jobs_after(house, monkeypatch, 1)
    house.command(live, player, msg.Leave)
    house.settle()
    assert restarted(house, tmp_path) == []


@pytest.mark.parametrize("kept", [0, 1])
def test_a_table_that_was_being_opened_is_there_or_not(
    house: TestHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    lose_jobs_after(house, monkeypatch, kept)
    house.floor.open_table("caribbean_stud", LINKED)
    house.settle()
    assert restarted(house, tmp_path) == []


def asks_a_meter(house: TestHouse) -> LiveTable:
    """A table with a royal flush, whose round has just asked the meter and waits for the answer."""
    live = house.floor.open_table("caribbean_stud", LINKED)
    (player,) = seat_players(house, live, 1)
    live.table.stack(ROYAL)
    live.open_round()
    house.settle()
    for wager, amount in (("ante", 500), ("progressive", 100)):
        play = {"do": "wager", "wager": wager, "amount": amount}
        house.command(live, player, msg.Play, round=1, turn=live.turn_of(player).turn, **play)
    playing = live.table.round
    assert playing is not None
    given = staff(Turn(playing, THE_DEALER, playing.offers(THE_DEALER), Random(1)))
    assert given is not None
    live.give(given)
    house.command(live, player, msg.Play, round=1, turn=live.turn_of(player).turn, do="bet", amount=1000)
    assert playing.waiting[0] == METER
    return live


def test_a_report_must_wait_while_a_meter_is_asked(house: TestHouse, tmp_path: Path) -> None:
    live = asks_a_meter(house)
    playing = live.table.round
    assert playing is not None
    report = any_report(playing, Random(1))
    assert report is not None
    with pytest.raises(Refusal, match="a meter is being read"):
        live.give(report)
    house.settle()
    assert sum(isinstance(one, Metered) for one in playing.records) == 1
    assert restarted(house, tmp_path) == []


def test_an_error_at_one_table_does_not_keep_others_from_their_answers(house: TestHouse) -> None:
    told: list[str] = []

    def fail(outcome: Outcome) -> None:
        raise RuntimeError("a fault")

    hold = Event()
    house.committer.call(lambda store: bool(hold.wait(HANG_S)) and None)
    for done in (fail, lambda outcome: told.append("other table")):
        house.committer.submit(Job(done=done))
    hold.set()
    with suppress(RuntimeError):
        house.settle()
    house.settle()
    house.kill()
    assert told == ["other table"]


def test_a_command_of_the_last_round_is_done_once_even_after_a_restart(house: TestHouse, tmp_path: Path) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1)
    play_round(house, live, Random(1))
    house.command(live, player, msg.SitOut, key="out", out=True)
    house.command(live, player, msg.SitOut, key="in", out=False)
    live.open_round()
    house.settle()
    house.command(live, player, msg.SitOut, key="out", out=True)
    house.settle()
    assert live.out == set()
    house.kill()
    again = TestHouse.on_sqlite(tmp_path / "house.db")
    (back,) = again.floor.recover()
    again.settle()
    again.command(back, player, msg.SitOut, key="out", out=True)
    again.settle()
    again.kill()
    assert back.out == set()


def test_whoever_leaves_takes_along_what_they_are_just_buying(house: TestHouse, tmp_path: Path) -> None:
    live = house.floor.open_table("double_down_stud")
    (player,) = seat_players(house, live, 1, 100_00)
    house.issue(player, 50_00)
    bought = house.command(live, player, msg.BuyIn, cents=50_00)
    house.command(live, player, msg.Leave)
    house.command(live, player, msg.Sit)
    house.settle()
    assert isinstance(bought[0], msg.Done)
    assert (live.till.chips(player), house.balance(f"chips:{live.id}:{player}")) == (0, 0)
    assert house.balance(f"wallet:{player}") == 150_00 * 10_000
    assert restarted(house, tmp_path) == []
