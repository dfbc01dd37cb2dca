"""Clients lose their connection at every point of a command, and lose nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fake_house import (
    AFTER_ANSWER,
    AFTER_UPDATE,
    BEFORE_ANSWER,
    BEFORE_DOING,
    BET,
    FOLD,
    TABLE,
    FakeHouse,
    fake_house,
    made,
)
from pitboss.client import ConnectionLost, NoAnswer, OutOfSequence, Refused, connection
from pitboss.client.conversation import Conversation
from pitboss.protocol import messages as msg
from waiting import HANG_S


@pytest.fixture
def house() -> Iterator[FakeHouse]:
    with fake_house() as found:
        yield found


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def client(house: FakeHouse, kind: str) -> Iterator[Any]:
    found = made(kind, house.url, token="secret", timeout=HANG_S, patience=HANG_S)
    yield found
    found.close()


def watching(client: Any) -> tuple[Any, list[int]]:
    """A view of the table, and the numbers of its updates as they come."""
    live = client.watch(TABLE)
    numbers = list(range(1, live.last + 1))
    live.on_update = lambda update: numbers.append(update.seq)
    return live, numbers


def caught_up(house: FakeHouse, client: Any, live: Any) -> bool:
    return bool(client.wait(live, lambda live: live.last == len(house.updates)))


def test_a_command_is_done_and_its_update_comes(house: FakeHouse, client: Any) -> None:
    live, numbers = watching(client)
    done = client.sit(TABLE, 2)
    assert done.seq == 1
    assert caught_up(house, client, live)
    assert numbers == [1]
    assert house.updates[0].act == {"type": "sit", "table": TABLE, "key": done.key, "seat": 2}
    assert house.hellos == ["secret"]


def test_every_command_is_its_own_message(house: FakeHouse, client: Any) -> None:
    client.watch(TABLE)
    client.sit(TABLE)
    client.stand(TABLE)
    client.buy_in(TABLE, 500, coupons=100)
    client.cash_out(TABLE)
    client.sit_out(TABLE, False)
    client.ready(TABLE)
    client.play(TABLE, BET)
    client.leave(TABLE)
    said = [{k: v for k, v in one.act.items() if k not in ("key", "table")} for one in house.updates]
    assert said == [
        {"type": "sit"},
        {"type": "stand"},
        {"type": "buyin", "cents": 500, "coupons": 100},
        {"type": "cashout"},
        {"type": "sitout", "out": False},
        {"type": "ready", "round": 3},
        {"type": "play", "round": 3, "turn": 7, "do": "bet", "seat": 2, "wager": "bet", "amount": 1000},
        {"type": "leave"},
    ]
    assert len(set(house.came)) == len(house.came) == 8


@pytest.mark.parametrize("point", [BEFORE_DOING, BEFORE_ANSWER, AFTER_ANSWER, AFTER_UPDATE])
def test_a_command_survives_a_lost_connection(house: FakeHouse, client: Any, point: str) -> None:
    live, numbers = watching(client)
    house.say("before")
    house.lose = ["", point]
    client.sit(TABLE)
    done = client.play(TABLE, FOLD)
    assert done.seq == 3
    client.play(TABLE, FOLD)
    assert caught_up(house, client, live)
    assert [one.act["type"] for one in house.updates] == ["said", "sit", "play", "play"]
    assert numbers == [1, 2, 3, 4]
    again = 2 if point in (BEFORE_DOING, BEFORE_ANSWER) else 1
    assert house.came.count(done.key) == again
    assert client.talk.resent >= again - 1
    assert client.talk.connections == 2
    assert house.watches[1] in (2, 3)  # exactly after what was seen


def test_a_connection_lost_before_a_command_is_sent(house: FakeHouse, client: Any) -> None:
    live, numbers = watching(client)
    house.say("one")
    house.drop_all()
    house.say("two")
    done = client.sit(TABLE)
    assert caught_up(house, client, live)
    assert numbers == [1, 2, 3]
    assert done.seq == 3
    assert house.came.count(done.key) in (1, 2)  # 2 if the loss was noticed only after sending


def test_losing_the_connection_again_and_again(house: FakeHouse, client: Any) -> None:
    live, numbers = watching(client)
    points = [BEFORE_DOING, BEFORE_DOING, BEFORE_ANSWER, BEFORE_ANSWER, "", AFTER_ANSWER, BEFORE_DOING, AFTER_UPDATE]
    house.lose = list(points)
    keys = [client.play(TABLE, FOLD).key for _ in range(4)]
    assert caught_up(house, client, live)
    assert [one.act["key"] for one in house.updates] == keys
    assert numbers == [1, 2, 3, 4]


def test_the_server_comes_back(house: FakeHouse, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def delays(**given: Any) -> Iterator[float]:
        """The house is back after the first attempt to connect again."""
        yield 0.0
        house.open()
        while True:
            yield 0.0

    monkeypatch.setattr(connection, "delays", delays)
    live, numbers = watching(client)
    house.say("one")
    house.shut()
    house.updates.append(msg.Update(table=TABLE, seq=2, at=0, round=3, act={"type": "said", "words": "two"}))
    client.sit(TABLE)
    assert caught_up(house, client, live)
    assert numbers == [1, 2, 3]


def test_a_server_that_stays_away_is_given_up(house: FakeHouse, kind: str) -> None:
    client = made(kind, house.url, timeout=HANG_S, patience=0.3)
    client.watch(TABLE)
    house.shut()
    with pytest.raises(ConnectionLost, match=str(house.port)):
        client.sit(TABLE)
    house.open()
    client.close()


def test_a_server_that_is_not_there(house: FakeHouse, kind: str) -> None:
    house.shut()
    client = made(kind, house.url)
    with pytest.raises(ConnectionLost, match=str(house.port)):
        client.connect()
    house.open()
    client.close()


def test_no_answer(house: FakeHouse, client: Any) -> None:
    client.watch(TABLE)
    house.mute = True
    command = msg.Sit(table=TABLE, key="k")
    with pytest.raises(NoAnswer) as raised:
        client.send(command, timeout=0.1)
    assert raised.value.command is command
    assert str(raised.value) == "the server did not answer within 0.1 s"
    house.mute = False
    assert client.send(command).seq == 1
    assert house.came == ["k", "k"]


def test_a_refusal(house: FakeHouse, client: Any) -> None:
    client.watch(TABLE)
    house.refuse["Play"] = msg.Refused(key="", table="", code="illegal", why="you have folded", clause="9(a)")
    with pytest.raises(Refused) as raised:
        client.play(TABLE, FOLD)
    assert (raised.value.code, raised.value.why, raised.value.clause) == ("illegal", "you have folded", "9(a)")
    assert house.updates == []


def test_a_table_that_has_moved_gets_the_same_command_again(house: FakeHouse, client: Any) -> None:
    client.watch(TABLE)
    house.refuse["Play"] = msg.Refused(key="", table="", code="stopped", why="this table has stopped")
    done = client.play(TABLE, FOLD)
    assert house.came == [done.key, done.key]
    assert client.talk.connections == 2
    assert len(house.updates) == 1


def test_a_table_that_stops_makes_the_client_connect_again(house: FakeHouse, client: Any) -> None:
    live, numbers = watching(client)
    house.say("one")
    house.tell(msg.Stopped(table=TABLE, why="this process no longer runs it"))
    assert client.wait(live, lambda live: bool(live.ends))
    assert live.ends == "this process no longer runs it"
    assert client.wait(live, lambda live: client.talk.connections == 2 and not live.ends)
    house.say("two")
    assert client.wait(live, lambda live: live.last == 2)
    assert numbers == [1, 2]


def test_a_table_that_is_no_longer_shown(house: FakeHouse, client: Any) -> None:
    live, _ = watching(client)
    house.tell(msg.Refused(key="", table=TABLE, code="limit", why="that was too long ago"))
    with pytest.raises(Refused, match="that was too long ago"):
        client.wait(live, lambda live: live.last == 1)


def test_an_unknown_table(house: FakeHouse, client: Any) -> None:
    with pytest.raises(Refused, match="there is no such table"):
        client.watch("t9")
    assert client.watch(TABLE).turn.turn == 7


def test_a_gap_raises(house: FakeHouse, client: Any) -> None:
    live, _ = watching(client)
    house.say("one")
    client.wait(live, lambda live: live.last == 1)
    house.skip = 1
    house.say("two")
    house.say("three")
    with pytest.raises(OutOfSequence, match="update 3 came after update 1"):
        client.wait(live, lambda live: live.last == 3)


def test_a_repeat_raises(house: FakeHouse, client: Any) -> None:
    live, _ = watching(client)
    house.repeat = True
    house.say("one")
    with pytest.raises(OutOfSequence, match="update 1 came after update 1"):
        client.wait(live, lambda live: live.last == 2)


def test_a_server_of_another_version(house: FakeHouse, client: Any) -> None:
    house.version = 2
    with pytest.raises(Refused, match="version 2"):
        client.connect()


def test_a_session_that_has_ended(house: FakeHouse, client: Any) -> None:
    house.close_code = 4401
    with pytest.raises(Refused, match="this session has ended"):
        client.connect()
    assert len(house.hellos) == 1


def test_waiting_for_any_change(house: FakeHouse, client: Any) -> None:
    live, _ = watching(client)
    client.wait(live, timeout=0)  # what came while it began to watch
    assert not client.wait(live, timeout=0)
    house.say("one")
    assert client.wait(live)


def test_a_table_that_is_watched_no_longer_sends_nothing(house: FakeHouse, client: Any) -> None:
    live, numbers = watching(client)
    assert house.watching == 1
    client.unwatch(TABLE)
    client.sit(TABLE)
    assert house.watching == 0
    house.say("one")
    client.sit(TABLE)
    assert (live.last, numbers) == (0, [])


def test_the_turn_that_was_answered_is_not_fresh() -> None:
    talk = Conversation("secret")
    talk.hello()
    talk.receive(msg.encode(msg.Welcome(version=1, person="ann", name="Ann", roles=(), now=0)))
    live, [watch] = talk.watch(TABLE)
    assert msg.decode_command(watch) == msg.Watch(table=TABLE)
    talk.receive(a_turn(7))
    assert live.is_fresh
    play = talk.play(TABLE, FOLD)
    talk.submit(play, lambda answer: None)
    talk.receive(a_turn(7))  # sent before the act was done
    assert live.is_fresh
    talk.receive(msg.encode(msg.Done(key=play.key, table=TABLE, seq=3)))
    assert not live.is_fresh
    talk.receive(a_turn(8))
    assert live.is_fresh


def test_an_answer_to_an_act_of_long_ago_leaves_the_present_turn_fresh() -> None:
    talk = Conversation("secret")
    talk.hello()
    talk.receive(msg.encode(msg.Welcome(version=1, person="ann", name="Ann", roles=(), now=0)))
    live, _ = talk.watch(TABLE)
    talk.receive(a_turn(7))
    play = talk.play(TABLE, FOLD)
    talk.submit(play, lambda answer: None)
    talk.lost()
    talk.hello()
    talk.receive(msg.encode(msg.Welcome(version=1, person="ann", name="Ann", roles=(), now=0)))
    talk.receive(a_turn(2, round=5))
    talk.receive(msg.encode(msg.Done(key=play.key, table=TABLE, seq=3)))
    assert live.is_fresh


def a_turn(number: int, round: int = 3) -> bytes:
    fields = {"type": "turn", "table": TABLE, "seq": 0, "round": round, "turn": number, "about": "bet or fold"}
    return msgspec.json.encode(fields)


def test_messages_of_an_earlier_watch_do_not_spoil_a_new_one() -> None:
    def update(seq: int) -> bytes:
        return msg.encode(msg.Update(table="t", seq=seq, at=0, round=1))

    talk = Conversation("secret")
    talk.receive(msg.encode(msg.Welcome(version=msg.VERSION, person="ann", name="Ann", roles=(), now=0)))
    talk.watch("t")
    talk.receive(update(23))
    talk.unwatch("t")
    view, _ = talk.watch("t")
    for seq in (24, 25):  # on their way when the client stopped watching
        talk.receive(update(seq))
    for seq in (18, 19, 20):  # from the beginning of the round
        talk.receive(update(seq))
    assert view.last == 20
    with pytest.raises(OutOfSequence):
        talk.receive(update(18))


def test_meters_are_kept_by_link_and_table() -> None:
    talk = Conversation("secret")
    talk.receive(msg.encode(msg.Meters(id="main", shows={"mega": 500})))
    talk.receive(msg.encode(msg.Meters(id="t1", shows={"mega": 9})))
    talk.receive(msg.encode(msg.Meters(id="main", shows={"mega": 700})))
    assert talk.meters == {"main": {"mega": 700}, "t1": {"mega": 9}}
