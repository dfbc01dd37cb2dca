"""Two processes of a house on one PostgreSQL, as two houses of this process: what each says when something is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import text

from in_process import Socket, connected, offers, play_round, seated
from pitboss.house.audit import heads
from pitboss.house.audit.signing import new_key
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.money.cashier import OTHER_COMMAND
from pitboss.house.process.house import COMING_BACK, House
from pitboss.house.settings import PACE_ZERO, Backoff, HouseSettings
from pitboss.house.storage.committer import CommitterStopped
from pitboss.house.storage.database import DatabaseError, migrate, open_database, writing
from pitboss.house.storage.ownership import Cluster, Neighbour
from pitboss.house.tables.live_tables import LiveTables
from pitboss.protocol import messages as msg
from pitboss.server.http.app import conflict, make_app
from waiting import HANG_S, until_async

AT_ONCE = Backoff(first_s=0, longest_s=0)
SETTINGS = HouseSettings(pace=PACE_ZERO, seed_tables=False, recoveries=AT_ONCE, reopenings=AT_ONCE, moves_after_s=0.0)
Start = Callable[[str], Awaitable[House]]
"""Opens a house that others reach at an address."""


@pytest.fixture
def in_houses(postgres_url: str) -> Callable[[Callable[[Start], Awaitable[None]]], None]:
    """Runs a test that opens houses on one database, and audits it afterwards."""
    engine = open_database(postgres_url)
    migrate(engine)
    key = new_key()
    with writing(engine) as connection:
        heads.give_key(connection, key, House.now())

    async def run(test: Callable[[Start], Awaitable[None]]) -> None:
        houses: list[House] = []

        async def start(address: str) -> House:
            houses.append(House(engine, SETTINGS, key, address))
            await houses[-1].open()
            return houses[-1]

        try:
            await asyncio.wait_for(test(start), 5 * HANG_S)
        finally:
            for house in houses:
                await house.close()

    def running(test: Callable[[Start], Awaitable[None]]) -> None:
        asyncio.run(run(test))
        findings = audit_house(engine).findings
        engine.dispose()
        assert findings == []

    return running


def of(house: House) -> httpx.AsyncClient:
    """A client of a house over HTTP, who is signed in nowhere."""
    transport = httpx.ASGITransport(make_app(house))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://house")


# --- recovery


def test_a_table_that_the_database_did_not_give_out_is_recovered_when_it_does(
    in_houses: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        table = await first.open_table("double_down_stud", name="one")
        recover, tries = LiveTables.recover_table, []

        def unread(floor: LiveTables, row: Any) -> Any:
            tries.append(row.id)
            if len(tries) < 3:
                raise DatabaseError("the database does not answer")
            return recover(floor, row)

        monkeypatch.setattr(LiveTables, "recover_table", unread)
        await first.close()
        second = await start("http://second")
        await until_async(lambda: table.id in second.tables)
        assert (second.tables[table.id].state, second.damaged, len(tries)) == ("open", {}, 3)

    in_houses(test)


def test_a_table_whose_acts_were_altered_is_damaged(in_houses: Any) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        table = await first.open_table("double_down_stud", name="one")
        await first.settled()
        head = await first.write(lambda c: c.execute(text("SELECT head FROM act")).scalar_one())
        await first.write(lambda c: c.execute(text("UPDATE act SET head = 'altered'")))
        await first.close()
        second = await start("http://second")
        assert (list(second.damaged), second.tables) == ([table.id], {})
        await second.write(lambda c: c.execute(text("UPDATE act SET head = :head"), {"head": head}))

    in_houses(test)


def test_the_id_of_a_table_may_hold_what_a_database_can_not(in_houses: Any) -> None:
    async def test(start: Start) -> None:
        ann = await connected(await start("http://first"))
        ann.say(msg.Watch(table="\0"))
        ann.say(msg.Sit(table="\0", key="sit"))
        assert (await ann.answer("sit")).code == "malformed"
        assert ann.closed == []

    in_houses(test)


# --- a table that nobody runs yet


def test_a_table_that_is_being_taken_over_has_stopped_and_is_not_unknown(
    in_houses: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        table = await first.open_table("double_down_stud", name="one")
        await first.close()
        recover = LiveTables.recover_table

        def unread(floor: LiveTables, row: Any) -> Any:
            raise DatabaseError("the database does not answer")

        monkeypatch.setattr(LiveTables, "recover_table", unread)
        second = await start("http://second")
        ann = await connected(second)
        ann.say(msg.Sit(table=table.id, key="sit"))
        refused = await ann.answer("sit")
        assert (refused.code, refused.why) == ("stopped", COMING_BACK)
        ann.say(msg.Watch(table=table.id))
        assert (await ann.until(lambda one: isinstance(one, msg.Stopped))).why == COMING_BACK
        async with of(second) as client:
            made = (await client.post("/api/guest", json={})).json()
            headers = {"authorization": f"Bearer {made['token']}"}
            answer = await client.get(f"/api/tables/{table.id}", headers=headers)
            assert (answer.status_code, answer.json()) == (503, {"code": "stopped", "why": COMING_BACK})
            assert (await client.get("/api/tables/nowhere", headers=headers)).status_code == 404
        ann.say(msg.Sit(table="nowhere", key="no such table"))
        assert (await ann.answer("no such table")).code == "unknown"
        monkeypatch.setattr(LiveTables, "recover_table", recover)
        await until_async(lambda: table.id in second.tables)
        ann.say(msg.Sit(table=table.id, key="sit"))
        await ann.until(lambda one: isinstance(one, msg.Done) and one.key == "sit")

    in_houses(test)


def test_a_process_that_was_restarted_where_it_was_passes_nothing_on_to_itself(
    in_houses: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        table = await first.open_table("double_down_stud", name="one")
        rows = text("UPDATE owner SET process = 'before', backend = 0")
        await first.close()
        monkeypatch.setattr(House, "_took", lambda house, ids: None)  # it has not come to this table yet
        again = await start("http://first")
        await again.write(lambda connection: connection.execute(rows))
        assert await again.address_of(table.id) == ""
        ann = await connected(again)
        ann.say(msg.Sit(table=table.id, key="sit"))
        assert (await ann.answer("sit")).code == "stopped"
        asked: list[str] = []

        async def noted(request: Any, address: str, *_: Any, **__: Any) -> None:
            asked.append(address)

        monkeypatch.setattr("pitboss.server.other_processes._ask", noted)
        async with of(again) as client:
            assert (await client.get("/api/tables")).json() == []
        assert asked == []

    in_houses(test)


# --- an owner that was evicted and does not know it


async def evict(house: House) -> None:
    """End the session of a house that hangs, as another process does. It does nothing by itself any more."""
    await house._end_background()
    await house.settled()  # what it began
    store: Any = house.committer.store
    ended = text("SELECT pg_terminate_backend(:pid)")
    backend = {"pid": store.connection.info.backend_pid}
    await house.read(lambda connection: connection.execute(ended, backend).all())


def test_an_owner_that_was_evicted_refuses_nothing_from_its_old_memory(in_houses: Any) -> None:
    async def test(start: Start) -> None:
        first, second = await start("http://first"), await start("http://second")
        table = (await first.open_table("double_down_stud", name="one")).id
        await first.settled()
        ann = await connected(second)
        await evict(first)
        await until_async(lambda: table in second.tables)
        await seated(second, ann, "one")
        ann.say(msg.BuyIn(table=table, key="more", cents=50_00))
        assert isinstance(await ann.answer("more"), msg.Done)
        stale = await connected(first, ann.token)  # the same person, through the process that was evicted
        assert table in first.tables
        stale.say(msg.BuyIn(table=table, key="more", cents=50_00))
        refused = await stale.answer("more")
        assert (refused.code, "may not have happened" in refused.why) == ("stopped", True)

    in_houses(test)


@pytest.mark.parametrize(
    "said",
    [
        {"type": "sitout", "out": True},
        {"type": "ready", "round": 1},
        {"type": "cashout"},
        {"type": "play", "round": 1, "turn": 2, "do": "wager", "wager": "original", "amount": 5_00},
        {"type": "watch", "after": 3},
    ],
    ids=lambda said: str(said["type"]),
)
def test_an_owner_that_was_evicted_says_that_its_table_has_stopped(in_houses: Any, said: dict[str, Any]) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        table = (await first.open_table("double_down_stud", name="one")).id
        await first.settled()
        ann = await connected(first)
        await evict(first)
        key = {} if said["type"] == "watch" else {"key": "k"}
        ann.say(msg.decode_command(msgspec.json.encode({**said, "table": table, **key})))
        answer = await ann.until(lambda one: isinstance(one, msg.Stopped | msg.Done | msg.Refused))
        assert isinstance(answer, msg.Stopped) or answer.code == "stopped"

    in_houses(test)


def test_staff_hear_no_conflict_from_an_owner_that_was_evicted(in_houses: Any) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        table = (await first.open_table("double_down_stud", name="one")).id
        await first.settled()
        await evict(first)
        no = await conflict(first, "this table has not stopped")
        assert (no.status_code, msgspec.json.decode(no.body)["why"]) == (503, COMING_BACK)
        assert table not in first.tables or first.tables[table].why

    in_houses(test)


# --- commands that are sent again


def test_a_command_that_is_sent_again_rounds_later_is_done_once(in_houses: Any) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        await first.open_table("double_down_stud", name="one")
        ann = await connected(first)
        table = (await seated(first, ann, "one")).id
        turn = await ann.until(offers)
        play = msg.Play(
            table=table, key="play", round=turn.round, turn=turn.turn, do="wager", wager="original", amount=5_00
        )
        ann.say(play)
        played = await ann.answer("play")
        assert isinstance(played, msg.Done), played
        ann.say(msg.SitOut(table=table, key="out", out=False))
        out = await ann.answer("out")
        for _ in range(3):
            await play_round(ann, table)
        before = len(ann.messages)
        again = [
            msg.SitOut(table=table, key="out", out=False),
            play,
            msg.SitOut(table=table, key="out", out=True),
            msgspec.structs.replace(play, do="fold"),
            msgspec.structs.replace(play, amount=10_00),
            msgspec.structs.replace(play, turn=turn.turn + 1),
        ]
        for one in again:
            ann.say(one)
        await until_async(lambda: len(answers(ann, before)) == len(again))
        assert answers(ann, before) == [out, played, *[OTHER_COMMAND] * 4]
        ann.say(msg.Leave(table=table, key="leave"))
        left = await ann.answer("leave")
        while not isinstance(left, msg.Done):  # after the round
            await play_round(ann, table)
            ann.say(msg.Leave(table=table, key="leave-2"))
            left = await ann.answer("leave-2")
        before = len(ann.messages)
        ann.say(msg.BuyIn(table=table, key="buy", cents=100_00))
        await until_async(lambda: answers(ann, before))
        assert answers(ann, before) == [msg.Done(key="buy", table=table)]  # though the buyer has left

    in_houses(test)


def test_another_command_with_the_same_key_is_refused_by_a_house_that_opened_again(in_houses: Any) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        await first.open_table("double_down_stud", name="one")
        ann = await connected(first)
        table = (await seated(first, ann, "one")).id
        turn = await ann.until(offers)
        wager = {"do": "wager", "wager": "original", "amount": 5_00}
        play = msg.Play(table=table, key="play", round=turn.round, turn=turn.turn, **wager)
        ann.say(play)
        played = await ann.answer("play")
        await first.close()
        back = await connected(await start("http://second"), ann.token)
        back.say(msgspec.structs.replace(play, amount=10_00))
        back.say(play)
        await until_async(lambda: len(answers(back, 0)) == 2)
        assert answers(back, 0) == [OTHER_COMMAND, played]

    in_houses(test)


def answers(socket: Socket, after: int) -> list[Any]:
    """The answers to commands, of refusals the reasons."""
    found = [one for one in socket.messages[after:] if isinstance(one, msg.Done | msg.Refused)]
    return [one.why if isinstance(one, msg.Refused) else one for one in found]


# --- balance


async def open_tables(house: House, number: int) -> list[str]:
    return [(await house.open_table("double_down_stud", name=f"table {at}")).id for at in range(number)]


def test_a_process_that_comes_back_gets_tables_again(in_houses: Any) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        tables = await open_tables(first, 5)
        second = await start("http://second")
        await until_async(lambda: (len(first.tables), len(second.tables)) == (3, 2))
        await first.close()
        await until_async(lambda: len(second.tables) == 5)
        again = await start("http://first")
        await until_async(lambda: (len(again.tables), len(second.tables)) == (2, 3))
        before = set(again.tables)
        for _ in range(3):
            await again._look()
            await second._look()
        assert set(again.tables) == before  # they stay
        assert {*again.tables, *second.tables} == set(tables)
        moved = next(iter(again.tables))
        assert await second.address_of(moved) == "http://first"
        ann = await connected(again)
        ann.say(msg.Sit(table=moved, key="sit"))
        assert isinstance(await ann.answer("sit"), msg.Done)

    in_houses(test)


def test_a_table_with_a_wager_stays_and_the_watchers_of_another_hear_that_it_moves(in_houses: Any) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        await open_tables(first, 2)
        ann, bob = await connected(first), await connected(first)
        played, other = await seated(first, ann, "table 0"), await seated(first, bob, "table 1")
        turn = await ann.until(offers)
        said = {"do": "wager", "wager": "original", "amount": 5_00}
        ann.say(msg.Play(table=played.id, key="play", round=turn.round, turn=turn.turn, **said))
        assert isinstance(await ann.answer("play"), msg.Done)
        assert (played.may_move(0), other.may_move(0), other.may_move(HANG_S)) == (False, True, False)
        second = await start("http://second")
        await until_async(lambda: list(second.tables) == [other.id])
        assert list(first.tables) == [played.id]
        await bob.until(lambda one: isinstance(one, msg.Stopped) and one.table == other.id)
        assert not [one for one in ann.messages if isinstance(one, msg.Stopped)]
        seat = [player for _, player in second.tables[other.id].live.table.seats]
        assert len(seat) == 1  # bob's
        with pytest.raises(CommitterStopped, match="another process runs the table now"):
            await first.assign(other, other.conductor.staffing, "sue", "staffing")

    in_houses(test)


def test_the_watchers_of_a_table_hear_that_it_stopped_even_if_the_database_hands_it_over_too_late(
    in_houses: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_over = Cluster.hand_over

    async def late(cluster: Cluster, table: str, to: Neighbour) -> None:
        await hand_over(cluster, table, to)
        raise TimeoutError

    monkeypatch.setattr(Cluster, "hand_over", late)

    async def test(start: Start) -> None:
        first = await start("http://first")
        await open_tables(first, 2)
        ann, bob = await connected(first), await connected(first)
        watched = {await seated(first, ann, "table 0"): ann, await seated(first, bob, "table 1"): bob}
        second = await start("http://second")
        await until_async(lambda: second.tables)
        (moved,) = (table for table in watched if table.id in second.tables)
        await watched[moved].until(lambda one: isinstance(one, msg.Stopped) and one.table == moved.id)

    in_houses(test)
