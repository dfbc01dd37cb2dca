"""Both clients, ``pitboss load`` and the terminal at a real house."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from fake_house import made
from pitboss.cli.stress import own_house
from pitboss.client import Refused
from pitboss.engine import registry
from pitboss.testing.load import LiveRound, Plan, chosen
from pitboss.testing.load import run as run_load
from seats import live_seat
from typed import Script
from waiting import HANG_S, until


@pytest.fixture(scope="module")
def house() -> Iterator[str]:
    with own_house() as address:
        yield address


@pytest.fixture(params=["sync", "async"])
def client(request: pytest.FixtureRequest, house: str) -> Iterator[Any]:
    found = made(str(request.param), house)
    found.guest("Ann")
    yield found
    found.close()


def play_rounds(client: Any, table: Any, rounds: int) -> Any:
    """Play by the basic policy until so many rounds are over, and lose the connection now and then.

    At this pace the house acts at once for a player who is away, so an act can come too late.
    """
    live, random = client.watch(table.id), Random(1)
    numbers: list[int] = []
    live.on_update = lambda update: numbers.append(update.seq)
    client.sit(table.id)
    client.buy_in(table.id, 1000_00)
    round = LiveRound(live, table.game, table.rules)
    ready: set[int] = set()
    acts = 0

    def is_asked(live: Any) -> bool:
        return live.is_fresh and bool(live.offers) and not (live.turn.about == "wagers" and live.turn.round in ready)

    def sleeps(live: Any) -> bool:
        return live.is_fresh and live.turn.about == "the next round"

    while live.round <= rounds:
        assert client.wait(live, lambda live: is_asked(live) or sleeps(live), HANG_S)
        asked = is_asked(live)
        play = chosen(round, round.game.basic, random) if asked else None
        acts += asked
        if asked and acts % 4 == 0:
            client.drop()
        try:
            if not asked:  # nobody was here
                client.ready(table.id)
            elif play is not None:
                client.send(play)
            elif live.turn.about == "wagers":
                ready.add(live.turn.round)
                client.ready(table.id)
        except Refused as no:
            if no.code not in ("late", "illegal"):
                raise
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return live


@pytest.mark.parametrize("game", registry.games())
def test_rounds_of_every_game_over_lost_connections(client: Any, game: str) -> None:
    table = client.open_table(game, pace=0)
    live = play_rounds(client, table, 4)
    assert client.talk.connections > 1
    found = client.round(table.id, 1)
    assert found.over
    assert found.game == game
    assert live.chips > 0


def test_money_comes_back_when_a_player_leaves(client: Any) -> None:
    before = client.me().wallet
    table = client.open_table("caribbean_stud", pace=0)
    live = client.watch(table.id)
    client.sit(table.id)
    client.buy_in(table.id, 250_00)
    assert client.wait(live, lambda live: live.chips == 250_00)
    assert client.me().wallet == before - 250_00
    with pytest.raises(Refused) as raised:
        client.buy_in(table.id, before)
    assert raised.value.code == "wallet"
    client.leave(table.id)
    assert client.me().wallet == before
    assert {line.kind for line in client.statement().lines} >= {"buy in", "cash out"}
    client.close_table(table.id)


def test_a_key_is_done_once(client: Any) -> None:
    from pitboss.protocol import messages as msg

    table = client.open_table("caribbean_stud", pace=0)
    client.watch(table.id)
    client.sit(table.id)
    before = client.me().wallet
    for _ in range(3):
        client.send(msg.BuyIn(table=table.id, key="once", cents=100_00))
    assert client.me().wallet == before - 100_00


def test_a_session_that_has_ended(client: Any) -> None:
    client.logout()
    with pytest.raises(Refused):
        client.connect()


def test_the_terminal_plays_at_the_house(house: str) -> None:
    client = made("sync", house)
    client.guest("Ann")
    table = client.open_table("double_down_stud", pace=0)
    script = Script(*(("> ", line) for line in ("3", "25", "", "pass", "quit")))
    live_seat(client, table, script.console, script, 500_00).play()
    client.close()
    shown = script.shown
    assert "You sit at seat 1 of Double Down Stud" in shown
    assert "below the table minimum, which is $5" in shown
    assert "On the layout: original $25. You have $475 in chips." in shown
    assert "the end of round 1" in shown
    assert "You leave with $" in shown


def open_tables(house: str) -> float:
    """How many tables the house has open."""
    lines = httpx.get(f"{house}/metrics").text.splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith("pitboss_tables{"))


@pytest.mark.long
def test_load_plays_every_game_without_a_gap(house: str) -> None:
    before = open_tables(house)
    told: list[tuple[str, float]] = []
    for seconds in (3, 30, HANG_S):  # how many rounds that are depends on the machine
        told.clear()
        plan = Plan(tables=5, seats=2, seconds=seconds, seed=4)
        figures = asyncio.run(run_load(house, plan, lambda what, part: told.append((what, part))))
        if figures.rounds >= 5:
            break
    seated = [part for what, part in told if what == "seating"]
    assert seated == [number / 10 for number in range(11)]
    assert {what for what, _ in told} == {"seating", "playing"}
    assert figures.acts > 10
    assert figures.rounds >= 5
    assert (figures.gaps, figures.lost, figures.unanswered, figures.reconnects) == (0, 0, 0, 0)
    assert figures.latency_ms.most > figures.latency_ms.p50 > 0
    assert 0 < figures.own_share < 1
    assert figures.own_cores > 0
    assert set(figures.refused) <= {"illegal", "late", "chips"}
    until(lambda: open_tables(house) <= before)  # those of the load close after their rounds
