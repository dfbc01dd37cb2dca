"""A live view shows what the round shows, and automatic players play by it alone."""

from __future__ import annotations

from random import Random

import pytest

from local_table import ME, TABLE, LocalTable, looks, seen
from pitboss.client import LiveView, OutOfSequence
from pitboss.engine import registry
from pitboss.engine.auto.policy import Policy, random_legal
from pitboss.engine.round import inputs
from pitboss.protocol import messages as msg
from pitboss.testing.load import LiveRound, chosen, command_of


def played(table: LocalTable, policy: Policy, random: Random) -> None:
    """Play by what the view shows, until there are no more rounds."""
    table.watch(TABLE)
    table.sit(TABLE)
    table.buy_in(TABLE, 10_000_00)
    round = LiveRound(table.live, table.table.game.name, table.info.rules)
    for _ in range(200):
        assert looks(table.live.layout) == looks(seen(table).layout)
        if table.rounds == 0:
            return
        play = chosen(round, policy, random)
        if play is None:
            table.ready(TABLE)
            continue
        assert table.live.turn is not None
        assert (play.round, play.turn) == (table.live.turn.round, table.live.turn.turn)
        said = {"wager": play.wager, "what": play.what, "coupon": play.coupon, "amount": play.amount}
        table.give(inputs.make(by="player", do=play.do, player=ME, seat=play.seat, hand=play.hand, **said))
    raise AssertionError("the rounds do not end")


@pytest.mark.parametrize("game", registry.games())
@pytest.mark.parametrize("way", ["basic", "random"])
def test_a_view_equals_that_of_the_round_at_every_turn(game: str, way: str) -> None:
    policy = registry.game(game).basic if way == "basic" else random_legal
    table = LocalTable(game, rounds=4, others=2)
    played(table, policy, Random(5))
    assert table.live.events == seen(table).events
    assert table.live.chips == table.chips
    assert "wager" in table.commands


def test_people_come_and_go() -> None:
    live = LiveView("t1", "ann")

    def act(seq: int, **fields: object) -> None:
        live.hear(msg.Update(table="t1", seq=seq, at=0, round=0, act=fields))

    act(9, type="sat", player="ann", name="Ann", seat=2)
    act(10, type="sat", player="bob", name="Bob", seat=0)
    assert (live.seats, live.standing, live.called("bob")) == ({2: "ann"}, {"bob"}, "Bob")
    act(11, type="left", player="ann")
    act(12, type="left", player="bob")
    assert (live.seats, live.standing, live.seat) == ({}, set(), 0)
    act(13, type="tableclosed")
    assert live.ends == "the table is closed"


@pytest.mark.parametrize("came", [3, 4, 6, 100])
def test_only_the_next_number_is_taken(came: int) -> None:
    live = LiveView("t1", "ann")
    live.hear(msg.Update(table="t1", seq=4, at=0, round=0))
    with pytest.raises(OutOfSequence):
        live.hear(msg.Update(table="t1", seq=came, at=0, round=0))
    assert (live.last, live.updates) == (4, 1)


def test_offers_that_a_player_can_not_pay_for_are_not_taken() -> None:
    table = LocalTable("double_down_stud")
    table.watch(TABLE)
    table.sit(TABLE)
    table.buy_in(TABLE, 100)
    round = LiveRound(table.live, "double_down_stud", table.info.rules)
    assert table.live.offers
    assert chosen(round, registry.game("double_down_stud").basic, Random(1)) is None


def test_a_command_names_the_present_question() -> None:
    table = LocalTable("caribbean_stud")
    table.watch(TABLE)
    table.sit(TABLE)
    table.buy_in(TABLE, 1000_00)
    given = inputs.make(by="player", do="wager", player=ME, seat=1, wager="ante", amount=500)
    play = command_of(table.live, given)
    assert table.live.turn is not None
    assert play == msg.Play(
        table=TABLE, key=play.key, round=1, turn=table.live.turn.turn, do="wager", seat=1, wager="ante", amount=500
    )


@pytest.mark.parametrize("kind", ["began", "ended"])
def test_a_turn_of_a_round_that_is_over_is_not_fresh(kind: str) -> None:
    live = LocalTable("double_down_stud").watch(TABLE)
    assert live.is_fresh
    live.hear(msg.Update(table=TABLE, seq=1, at=0, round=1, events=[{"type": "wagered"}]))
    assert live.is_fresh
    live.hear(msg.Update(table=TABLE, seq=2, at=0, round=1, events=[{"type": kind, "seats": []}]))
    assert not live.is_fresh
