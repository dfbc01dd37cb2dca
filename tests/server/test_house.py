"""Faults inside a process of the house: one table stops, the others go on, and nobody is told what is not stored."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import msgspec
import pytest
from starlette.websockets import WebSocketState

from in_process import Socket
from pitboss.house.audit import heads
from pitboss.house.audit.signing import new_key
from pitboss.house.people import people, staff
from pitboss.house.process.house import House
from pitboss.house.settings import NO_LIMIT, PACE_ZERO, Backoff, HouseSettings, Limits, Pace, Staffing, TableSettings
from pitboss.house.storage.committer import Job
from pitboss.house.storage.database import migrate, open_database, reading
from pitboss.house.storage.store import Rows
from pitboss.house.tables.conductor import Announce
from pitboss.house.tables.live import Asked
from pitboss.protocol import messages as msg
from pitboss.server import sockets
from pitboss.server.http.app import make_app
from pitboss.server.http.limits import Limiter
from pitboss.server.sockets import AT_ONCE, MOST_WAITING, TOO_SLOW, Afterwards, Connection
from waiting import HANG_S, until_async

PATIENT_S = 5 * HANG_S
"""Seconds after which a test gives up, if nothing that it waits for does."""


class Person:
    """Somebody at tables of a house in this process."""

    staff = False
    name = "Ann"
    roles = ("player",)

    def __init__(self, person: str) -> None:
        self.person = person
        self.messages: list[Any] = []
        self.answers: list[Any] = []

    def send(self, message: bytes, *, soon: bool = True) -> None:
        self.messages.append(msg.decode_answer(message))


def in_house(folder: Path, test: Callable[[House], Awaitable[None]]) -> None:
    """Run a test in a house of two tables."""
    engine = open_database(f"sqlite:///{folder}/house.db")
    migrate(engine)

    async def run() -> None:
        never = Backoff(first_s=0, longest_s=0, most=0)
        settings = HouseSettings(pace=PACE_ZERO, seed_tables=False, table_restarts=never, reopenings=never)
        house = House(engine, settings, new_key())
        await house.open()
        for game in ("double_down_stud", "boston_5_stud"):
            await house.open_table(game, name=game)
        try:
            await asyncio.wait_for(test(house), PATIENT_S)
        finally:
            await house.close()

    asyncio.run(run())
    engine.dispose()


async def seated(house: House, name: str, person: Person) -> Any:
    """Sit down at the table of a name, with chips."""
    table = next(one for one in house.tables.values() if one.name == name)
    await house.start_money(person.person)
    table.watch(person)
    table.command(person, msg.Sit(table=table.id, key="sit"), person.answers.append)
    table.command(person, msg.BuyIn(table=table.id, key="buy", cents=100_00), person.answers.append)
    await until_async(lambda: len(person.answers) >= 2)
    return table


async def turn_of(person: Person, about: str = "", number: int = 1) -> msg.Turn:
    """The first turn with something to do: about something, in this round or a later one."""

    def first() -> msg.Turn | None:
        for one in person.messages:
            if isinstance(one, msg.Turn) and one.offers and about in ("", one.about) and one.round >= number:
                return one
        return None

    return await until_async(first)


def wager(table: Any, person: Person, turn: msg.Turn) -> None:
    """Wager $5 on Double Down Stud, and say ready."""
    said = {"do": "wager", "wager": "original", "amount": 500, "round": turn.round, "turn": turn.turn}
    table.command(person, msg.Play(table=table.id, key="wager", **said), person.answers.append)
    table.command(person, msg.Ready(table=table.id, key="ready", round=turn.round), person.answers.append)


@pytest.mark.parametrize("fault", ["raises", "never rests"])
def test_a_fault_stops_one_table_and_no_other(tmp_path: Path, fault: str) -> None:
    def broken(now: int, situation: Any) -> Any:
        if fault == "raises":
            raise KeyError("Ks")
        return Announce(words="again")

    async def test(house: House) -> None:
        ann, bob = Person("ann"), Person("bob")
        table = await seated(house, "double_down_stud", ann)
        other = await seated(house, "boston_5_stud", bob)
        await turn_of(ann)
        table.conductor.next_step = broken
        table.look_soon()
        await until_async(lambda: any(isinstance(one, msg.Stopped) for one in ann.messages))
        assert (table.state, other.state) == ("stopped", "open")
        assert "Ks" not in table.why
        refused: list[Any] = []
        table.command(ann, msg.Leave(table=table.id, key="leave"), refused.append)
        assert refused[0].code == "stopped"

        turn = await turn_of(bob)
        play = msg.Play(
            table=other.id, key="ante", round=turn.round, turn=turn.turn, do="wager", wager="ante", amount=500
        )
        other.command(bob, play, bob.answers.append)
        await until_async(lambda: len(bob.answers) >= 3)
        assert isinstance(bob.answers[2], msg.Done)
        house.count_figures()
        assert b"pitboss_faults_total 1.0" in house.metrics.text()

    in_house(tmp_path, test)


def test_an_error_in_a_command_stops_the_table_and_others_are_still_told(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann, bob = Person("ann"), Person("bob")
        table = await seated(house, "double_down_stud", ann)
        other = await seated(house, "boston_5_stud", bob)
        turn = await turn_of(ann)
        await turn_of(bob)

        carry_out = table.live._carry_out

        def broken(asked: Asked, name: str, roles: Sequence[str]) -> None:
            if isinstance(asked.command, msg.Play):
                raise RuntimeError("Ks")
            carry_out(asked, name, roles)

        table.live._carry_out = broken
        go = Event()
        house.committer.call(lambda store: go.wait())  # so that all acts below are in one transaction
        play = msg.Play(table=table.id, key="x", round=turn.round, turn=turn.turn, do="wager")
        table.command(ann, msg.SitOut(table=table.id, key="out"), ann.answers.append)
        other.command(bob, msg.SitOut(table=other.id, key="out"), bob.answers.append)
        table.command(ann, play, ann.answers.append)
        go.set()
        await until_async(lambda: len(bob.answers) >= 3)
        assert isinstance(bob.answers[2], msg.Done)
        await until_async(lambda: other.live.committed >= other.live.seq)  # nothing of the other table was left out
        stopped = await until_async(lambda: [one for one in ann.messages if isinstance(one, msg.Stopped)])
        answers = [(one.key, getattr(one, "code", "done")) for one in ann.answers[2:]]
        assert answers == [("x", "stopped"), ("out", "done")]  # what was stored before is acknowledged
        assert stopped[0].why == f"{table.faulted}; what was not acknowledged may not have happened"
        assert table.faulted.startswith("this table has stopped: an error of the house (report ")
        assert (table.state, other.state, house.failed) == ("stopped", "open", "")

    in_house(tmp_path, test)


def test_nobody_is_offered_what_the_dealer_ends_at_once(tmp_path: Path) -> None:
    """Even if an act is on the disk before the call that submitted it is over."""

    async def test(house: House) -> None:
        ann, written = Person("ann"), Event()
        table = await seated(house, "double_down_stud", ann)
        committer, submit, post = house.committer, house.committer.submit, house.committer._post

        def submit_at_once(job: Job) -> None:
            written.clear()
            submit(job)
            assert written.wait(HANG_S)

        def post_and_say_so(call: Callable[[], None]) -> None:
            post(call)
            written.set()

        def play(turn: msg.Turn, do: str, **what: Any) -> None:
            command = msg.Play(table=table.id, key=do, round=turn.round, turn=turn.turn, do=do, **what)
            table.command(ann, command, ann.answers.append)

        turn = await turn_of(ann)
        committer.submit, committer._post = submit_at_once, post_and_say_so  # type: ignore[method-assign]
        play(turn, "wager", wager="original", amount=500)
        table.command(ann, msg.Ready(table=table.id, key="ready", round=turn.round), ann.answers.append)
        play(await turn_of(ann, "double"), "pass")
        await turn_of(ann, "wagers", turn.round + 1)
        assert [type(one) for one in ann.answers] == [msg.Done] * 5
        assert sum(isinstance(one, msg.Turn) and one.about == "double" for one in ann.messages) == 1

    in_house(tmp_path, test)


def test_a_write_that_fails_stops_the_house(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann = Person("ann")
        table = await seated(house, "double_down_stud", ann)
        await turn_of(ann)

        def broken(*given: Any) -> None:
            raise OSError("the disk is full")

        house.committer.store.write = broken  # type: ignore[method-assign]
        table.command(ann, msg.SitOut(table=table.id, key="out"), ann.answers.append)
        await until_async(lambda: len(ann.answers) >= 3)
        assert ann.answers[2].code == "stopped"
        assert house.failed == "the database did not accept a write"
        assert [one.state for one in house.tables.values()] == ["stopped", "stopped"]

    in_house(tmp_path, test)


def test_a_table_that_has_closed_is_forgotten_when_that_is_stored(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = next(iter(house.tables.values()))
        house.close_table(table)
        assert table.live.hear_failure in house.committer.on_failure
        await house.settled()
        assert table.live.hear_failure not in house.committer.on_failure

    in_house(tmp_path, test)


def test_who_waits_at_a_table_that_closes_hears_that_it_is_not_stored(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann = Person("ann")
        table = await seated(house, "double_down_stud", ann)

        def broken(*given: Any) -> None:
            raise OSError("the disk is full")

        house.committer.store.write = broken  # type: ignore[method-assign]
        table.command(ann, msg.SitOut(table=table.id, key="out"), ann.answers.append)
        house.close_table(table)
        await until_async(lambda: len(ann.answers) >= 3)
        assert ann.answers[2].code == "stopped"

    in_house(tmp_path, test)


class DeafSocket:
    """A WebSocket whose client reads nothing."""

    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.closed: list[int] = []
        self.hello: asyncio.Queue[Any] = asyncio.Queue()

    async def receive(self) -> Any:
        return await self.hello.get()

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int, reason: str) -> None:
        self.closed.append(code)


def test_a_client_that_does_not_read_is_dropped(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        person = await house.write(lambda connection: people.guest(connection, house.now()))
        token = await house.write(lambda connection: people.open_session(connection, person, house.now(), 60_000))
        socket: Any = DeafSocket()
        connection = Connection(socket, house, Limiter(NO_LIMIT), Afterwards())
        running = asyncio.create_task(connection.run())
        socket.hello.put_nowait({"text": msg.encode(msg.Hello(version=1, token=token)).decode(), "type": "receive"})
        table = next(iter(house.tables.values()))
        socket.hello.put_nowait({"text": msg.encode(msg.Watch(table=table.id)).decode(), "type": "receive"})
        await until_async(lambda: table.live.viewers.people)
        for _ in range(MOST_WAITING // 1000 + 2):
            connection.send(b"x" * 1000)
        await running
        assert socket.closed == [TOO_SLOW]
        assert table.live.viewers.people == set()
        assert house.clients == set()

    in_house(tmp_path, test)


@pytest.mark.parametrize(
    ("order", "body", "act"),
    [("close", {}, b"tableclosing"), ("rules", {"rules": {"table_minimum": 25_00}}, b"rulesordered")],
)
def test_an_order_at_a_table_is_answered_when_it_is_stored(
    tmp_path: Path, order: str, body: dict[str, Any], act: bytes
) -> None:
    def supervisor(connection: Any) -> str:
        sue = people.register(connection, None, "supervisor", people.hashed("a long password"), "Sue", 0)
        sue = people.grant(connection, sue.id, people.Role.SUPERVISOR)
        return people.open_session(connection, sue, House.now(), 60_000)

    async def test(house: House) -> None:
        headers = {"authorization": f"Bearer {await house.write(supervisor)}"}
        table = next(iter(house.tables.values()))
        write, comes, may_go = house.committer.store.write, asyncio.Event(), Event()

        def slow_write(rows: Rows) -> None:
            if any(act in one.body for one in rows.acts):
                house.loop.call_soon_threadsafe(comes.set)
                may_go.wait(HANG_S)
            write(rows)

        house.committer.store.write = slow_write  # type: ignore[method-assign]
        transport = httpx.ASGITransport(make_app(house))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers) as client:
            answer = asyncio.create_task(client.post(f"/api/tables/{table.id}/{order}", json=body))
            await comes.wait()
            for _ in range(100):
                await asyncio.sleep(0)
            early = answer.done()
            may_go.set()
            assert (await answer).status_code == 200
            assert not early

    in_house(tmp_path, test)


@pytest.mark.parametrize("kept", ["in memory", "in the database"])
def test_a_client_that_reads_gets_all_that_it_missed_however_much_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    async def test(house: House) -> None:
        table = next(iter(house.tables.values()))
        for number in range(50):
            table.live.say(f"Words {number}")
        await house.settled()
        if kept == "in the database":
            table.live.viewers.published.clear()
        monkeypatch.setattr(sockets, "MOST_WAITING", 1500)
        person = await house.write(lambda connection: people.guest(connection, house.now()))
        token = await house.write(lambda connection: people.open_session(connection, person, house.now(), 60_000))
        socket: Any = Socket()
        running = asyncio.create_task(Connection(socket, house, Limiter(NO_LIMIT), Afterwards()).run())
        socket.say(msg.Hello(version=1, token=token))
        socket.say(msg.Watch(table=table.id, after=1))
        await until_async(lambda: socket.closed or any(isinstance(one, msg.Turn) for one in socket.messages))
        assert socket.closed == []
        updates = [one.seq for one in socket.messages if isinstance(one, msg.Update)]
        assert updates == list(range(2, 52))
        running.cancel()

    in_house(tmp_path, test)


def test_a_stopped_table_takes_no_fill_and_no_credit_but_can_be_counted(tmp_path: Path) -> None:
    def supervisor(connection: Any) -> str:
        sue = people.register(connection, None, "supervisor", people.hashed("a long password"), "Sue", 0)
        sue = people.grant(connection, sue.id, people.Role.SUPERVISOR)
        return people.open_session(connection, sue, House.now(), 60_000)

    async def test(house: House) -> None:
        headers = {"authorization": f"Bearer {await house.write(supervisor)}"}
        table = next(iter(house.tables.values()))
        transport = httpx.ASGITransport(make_app(house))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers) as client:

            async def order(kind: str) -> httpx.Response:
                return await client.post(f"/api/tables/{table.id}/{kind}", json={"cents": 5_00})

            assert (await order("fill")).status_code == 200
            table.fault(RuntimeError("of a test"))
            for kind in ("fill", "credit"):
                answer = await order(kind)
                assert (answer.status_code, answer.json()) == (409, {"code": "conflict", "why": table.faulted})
            assert (await order("count")).json() == {"counted": 5_00, "booked": 5_00}
        assert (await house.read(staff.last))[0] == 2  # the fill and the count

    in_house(tmp_path, test)


async def hired(house: House, login: str, *roles: people.Role) -> Any:
    """Somebody with these roles, who is connected. ``http`` asks for them."""

    def register(connection: Any) -> tuple[str, str]:
        one = people.register(connection, None, login, people.hashed("a long password"), login, 0)
        for role in roles:
            one = people.grant(connection, one.id, role)
        return one.id, people.open_session(connection, one, House.now(), 60_000)

    id, token = await house.write(register)
    client: Any = Person(id)
    client.token, client.roles, client.note_roles = token, ("player", *roles), lambda: None
    headers = {"authorization": f"Bearer {token}"}
    transport = httpx.ASGITransport(make_app(house))  # type: ignore[arg-type]
    client.http = httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers)
    house.clients.add(client)
    return client


def test_nobody_opens_more_tables_at_once_than_one_after_the_other(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        house.settings = msgspec.structs.replace(house.settings, limits=Limits(tables_of_person=1))
        ann = await hired(house, "ann")
        body = {"game": "double_down_stud", "private": True}
        answers = await asyncio.gather(*(ann.http.post("/api/tables", json=body) for _ in range(5)))
        assert [one.status_code for one in answers] == [200] * 5
        assert [table.state for table in house.tables.values() if table.opened_by == ann.person].count("open") == 1
        house.clients.clear()

    in_house(tmp_path, test)


def test_of_two_changes_of_the_staff_of_a_table_at_once_none_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        table = next(iter(house.tables.values()))
        dora = await hired(house, "dora", people.Role.DEALER)
        sue = await hired(house, "sue", people.Role.SUPERVISOR)
        write, go = house.write, asyncio.Event()

        async def slowly(work: Any) -> Any:
            await go.wait()
            return await write(work)

        async def ask(client: Any, path: str, **body: Any) -> int:
            answer: httpx.Response = await client.http.post(f"/api/tables/{table.id}/{path}", json=body)
            return answer.status_code

        monkeypatch.setattr(house, "write", slowly)
        read, reads = house.read, list[Any]()

        async def counted(work: Any) -> Any:
            found = await read(work)
            reads.append(found)
            return found

        monkeypatch.setattr(house, "read", counted)
        both = asyncio.gather(ask(dora, "dealer"), ask(sue, "staffing", validate_above=5_00))
        await until_async(lambda: len(reads) >= 2)
        for _ in range(20):  # both have come to the table
            await asyncio.sleep(0)
        go.set()
        assert await both == [200, 200]
        staffing = table.conductor.staffing
        assert (staffing.dealer, staffing.validate_above) == (dora.person, 5_00)
        acts = [
            await read(lambda connection, what=what: staff.acts(connection, what))
            for what in ("dealer came", "staffing")
        ]
        assert acts == [[{"table": table.id}], [{"table": table.id, "validate_above": 5_00}]]
        house.clients.clear()

    in_house(tmp_path, test)


def test_a_dealer_who_loses_the_role_sees_and_deals_no_more(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = next(iter(house.tables.values()))
        dora = await hired(house, "dora", people.Role.DEALER)
        assert (await dora.http.post(f"/api/tables/{table.id}/dealer")).status_code == 200
        assert (table.conductor.dealer, table.is_staff(dora)) == (dora.person, True)
        await house.write(lambda connection: people.withdraw(connection, dora.person, people.Role.DEALER))
        dora.roles = ("player",)
        assert not table.is_staff(dora)
        await house.check_sessions()
        assert table.conductor.staffing.dealer == ""
        left = await house.read(lambda connection: staff.acts(connection, "dealer left"))
        assert left == [{"table": table.id, "dealer": dora.person}]
        house.clients.clear()

    in_house(tmp_path, test)


async def act_of_staff(house: House) -> None:
    await house.write(lambda connection: staff.record(connection, house.now(), "sue", "recut", {}))


def test_the_head_of_the_staff_journal_is_signed_when_the_house_closes(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        await act_of_staff(house)
        await act_of_staff(house)

    in_house(tmp_path, test)
    engine = open_database(f"sqlite:///{tmp_path}/house.db")
    with reading(engine) as connection:
        number, head = staff.last(connection)
        signed = heads.last_head(connection, staff.CHAIN)
        assert signed is not None
        assert (number, signed.seq, signed.head) == (2, 2, head)
    engine.dispose()


def test_a_process_that_has_not_the_new_key_of_the_house_signs_no_more_and_is_not_ready(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        transport = httpx.ASGITransport(make_app(house))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            await act_of_staff(house)
            await house.signer.sign_staff()
            assert (await client.get("/ready")).status_code == 200
            await house.write(lambda connection: heads.give_key(connection, new_key(), house.now()))
            await act_of_staff(house)
            await house.signer.sign_staff()
            answer = await client.get("/ready")
            why = "the house signs with a new key: start this process again with that key"
            assert (answer.status_code, answer.json()) == (503, {"state": why})

    in_house(tmp_path, test)


def test_a_table_that_was_brought_back_is_signed(tmp_path: Path) -> None:
    """The process that ran it may have ended between the round and the signature."""

    async def test(house: House) -> None:
        await house.signer.sign_heads()
        for table in house.tables.values():
            signed = await house.read(lambda connection, id=table.id: heads.last_head(connection, id))  # type: ignore[misc]
            heard[table.id] = signed and signed.seq

    heard: dict[str, int | None] = {}
    in_house(tmp_path, test)
    assert set(heard.values()) == {None}
    first = set(heard)
    in_house(tmp_path, test)
    assert {heard[id] for id in first} == {1}


def test_missed_rounds_are_still_counted_after_a_restart(tmp_path: Path) -> None:
    async def miss_a_round(house: House) -> None:
        ann, bob = Person("ann"), Person("bob")
        table = await seated(house, "double_down_stud", ann)
        await seated(house, "double_down_stud", bob)
        # the round of Ann alone ends without a wager, since Bob waits
        await until_async(lambda: table.live.table.round and len(table.live.table.round.seats) == 2)
        turn = table.live.turn_of("ann")
        wager(table, ann, turn)
        table.command(bob, msg.Ready(table=table.id, key="ready", round=turn.round), bob.answers.append)
        orders = table.live.orders
        await until_async(lambda: orders.missed.get("bob", 0) and not orders.missed.get("ann", 0))
        known.update({"table": table.id, "missed": dict(orders.missed), "round": turn.round})
        await until_async(lambda: table.live.committed >= table.live.seq)
        assert any(one.act.get("type") == "missed" for one in bob.messages if isinstance(one, msg.Update))

    async def come_back(house: House) -> None:
        timers = house.tables[known["table"]].conductor.timers
        assert (timers.missed, timers.counted) == (known["missed"], known["round"])

    known: dict[str, Any] = {}
    in_house(tmp_path, miss_a_round)
    assert known["missed"]["bob"] >= 1
    in_house(tmp_path, come_back)


def test_the_house_acts_for_who_is_late(tmp_path: Path) -> None:
    hasty = Pace(betting=1000, decision=0.05, grace=0, between=1000, dealer=0)

    async def test(house: House) -> None:
        await house.open_table("double_down_stud", name="hasty", settings=TableSettings(pace=hasty))
        ann = Person("ann")
        table = await seated(house, "hasty", ann)
        turn = await turn_of(ann)
        assert [one.about for one in turn.clocks] == ["wagers"]
        wager(table, ann, turn)

        def happened(what: str) -> list[dict[str, Any]]:
            updates = [one for one in ann.messages if isinstance(one, msg.Update)]
            return [event for one in updates for event in one.events if event["type"] == what]

        await until_async(lambda: happened("ended"))
        assert [one["action"] for one in happened("chose")] == ["pass"]

    in_house(tmp_path, test)


def test_the_first_turn_after_a_restart_has_the_clock_that_runs(tmp_path: Path) -> None:
    slow = Pace(betting=1000, decision=1000, away=500, grace=0, between=0, dealer=0)

    async def reach_a_decision(house: House) -> None:
        await house.open_table("double_down_stud", name="slow", settings=TableSettings(pace=slow))
        ann = Person("ann")
        table = await seated(house, "slow", ann)
        wager(table, ann, await turn_of(ann))
        live = table.live
        await until_async(lambda: any(one.player for one in live.clocks) and live.committed >= live.seq)
        known["table"] = table.id

    async def come_back(house: House) -> None:
        table, ann = house.tables[known["table"]], Person("ann")
        await until_async(lambda: table.live.clocks)  # the clock of somebody who is away
        assert [one.away for one in table.conductor.clocks] == [True]
        table.watch(ann)
        first = await until_async(lambda: next((one for one in ann.messages if isinstance(one, msg.Turn)), None))
        await until_async(lambda: not table.conductor.clocks[0].away)
        assert [one.ends for one in first.clocks] == [one.ends for one in table.conductor.clocks]

    known: dict[str, str] = {}
    in_house(tmp_path, reach_a_decision)
    in_house(tmp_path, come_back)


def test_the_dealer_and_the_announcement_survive_a_restart(tmp_path: Path) -> None:
    async def come(house: House) -> None:
        table = next(iter(house.tables.values()))
        async with house.assigning:
            await house.assign(table, Staffing(dealer="dora", dealer_name="Dora"), "dora", "dealer came")
        await house.settled()
        known["table"] = table.id

    async def come_back(house: House) -> None:
        table, ann = house.tables[known["table"]], Person("ann")
        assert (table.state, table.conductor.dealer, table.conductor.dealer_name) == ("open", "dora", "Dora")
        table.watch(ann)
        told = [one.act for one in ann.messages if isinstance(one, msg.Update)]
        assert {"type": "dealerassigned", "dealer": "dora", "name": "Dora", "words": "Dora is the dealer now."} in told

    known: dict[str, str] = {}
    in_house(tmp_path, come)
    in_house(tmp_path, come_back)


def test_spectators_are_served_a_few_at_a_time_so_that_players_come_between() -> None:
    class Spectator:
        def wake(self) -> None:
            woken.append(self)

    async def test() -> None:
        afterwards, steps = Afterwards(), [0]
        for one in crowd:
            afterwards.add(one)  # type: ignore[arg-type]
        assert not woken
        while len(woken) < len(crowd):
            await asyncio.sleep(0)
            steps.append(len(woken))
        assert max(after - before for before, after in pairwise(steps)) == AT_ONCE
        assert woken == crowd
        await asyncio.sleep(0)
        afterwards.add(crowd[0])  # type: ignore[arg-type]
        while len(woken) == len(crowd):
            await asyncio.sleep(0)

    woken: list[Any] = []
    crowd = [Spectator() for _ in range(3 * AT_ONCE + 1)]
    asyncio.run(test())


def test_a_message_that_can_wait_is_written_after_those_that_can_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        afterwards, woken = Afterwards(), list[str]()
        for name, soon in (("spectator", False), ("player", True)):
            socket: Any = DeafSocket()
            connection = Connection(socket, house, Limiter(NO_LIMIT), afterwards)
            monkeypatch.setattr(connection, "wake", partial(woken.append, name))
            connection.send(b"x", soon=soon)
        assert woken == ["player"]
        await until_async(lambda: woken == ["player", "spectator"])

    in_house(tmp_path, test)
