"""A player calls the floor: staff hears it and answers, and neither is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from audits import audited
from live import Seen, TestHouse, seat_players
from pitboss.house.storage import schema
from pitboss.house.tables.orders import PAUSE_MS
from pitboss.protocol import messages as msg


class Staff(Seen):
    staff = True


def journal(house: TestHouse) -> list[tuple[str, str]]:
    with house.engine.connect() as connection:
        c = schema.staff_act.c
        rows = connection.execute(schema.staff_act.select().where(c.what.like("floor%")).order_by(c.number)).all()
    return [(row.person, row.what) for row in rows]


def called(seen: Seen) -> list[Any]:
    """The calls in the last turn."""
    return list(next(one for one in reversed(seen.messages) if isinstance(one, msg.Turn)).calls)


def test_a_call_waits_through_rounds_and_restarts_until_staff_has_seen_it(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    house = TestHouse.on_sqlite(path)
    live = house.floor.open_table("double_down_stud")
    ann, bob = (Seen(one) for one in seat_players(house, live, 2, 100_00))
    dee = Staff("dee")
    for one in (ann, bob, dee):
        live.watch(one)
    (gone,) = house.command(live, "stranger", msg.CallFloor, why="let me in")
    assert gone.code == "seat"
    for why in ("", "x" * 121, "a\nb"):
        (wrong,) = house.command(live, ann.person, msg.CallFloor, why=why)
        assert (wrong.code, wrong.why) == ("malformed", "say why in 1 to 120 letters")
    answers = house.command(live, ann.person, msg.CallFloor, why=" I was paid too little ")
    assert answers == []  # not before it is stored
    house.settle()
    assert [type(one) for one in answers] == [msg.Done]
    (call,) = called(dee)
    assert (call.player, call.seat, call.why) == (ann.person, 1, "I was paid too little")
    assert (called(ann), called(bob)) == ([call], [])
    told = [one.act for one in bob.messages if isinstance(one, msg.Update) and one.act.get("type") == "floorcalled"]
    assert told == [{"type": "floorcalled", "player": ann.person, "seat": 1}]  # others do not hear why
    (again,) = house.command(live, ann.person, msg.CallFloor, why="hello?")
    assert again.code == "limit"
    live.open_round()  # a snapshot
    house.settle()
    house.kill()

    house = TestHouse.on_sqlite(path)
    (live,) = house.floor.recover()
    house.settle()
    assert list(live.orders.calls) == [ann.person]
    back = Seen(ann.person)
    live.watch(back)
    live.answer_call(ann.person, "dee")
    house.settle()
    assert called(back) == []
    (heard,) = [one.act for one in back.messages if isinstance(one, msg.Update) and one.act]
    assert heard == {"type": "flooranswered", "player": ann.person, "words": "The floor has seen your call."}
    assert journal(house) == [(ann.person, "floor called"), ("dee", "floor call seen")]
    house.kill()
    assert audited(path).findings == []


def test_a_player_calls_once_in_a_minute(tmp_path: Path) -> None:
    house = TestHouse.on_sqlite(tmp_path / "house.db")
    live = house.floor.open_table("double_down_stud")
    (ann,) = seat_players(house, live, 1, 100_00)
    house.command(live, ann, msg.CallFloor, why="one")
    live.answer_call(ann, "dee")
    (soon,) = house.command(live, ann, msg.CallFloor, why="two")
    assert (soon.code, soon.why) == ("limit", "you called the floor a moment ago: wait 60 seconds")
    house.time += PAUSE_MS
    later = house.command(live, ann, msg.CallFloor, why="two")
    house.settle()
    assert [type(one) for one in later] == [msg.Done]
    house.kill()
