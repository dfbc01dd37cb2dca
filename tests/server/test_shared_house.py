"""Two processes of a house on one PostgreSQL, as two houses of this process: what each says when something is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from in_process import connected
from pitboss.house import heads
from pitboss.house.audit import audit_house
from pitboss.house.database import DatabaseError, migrate, open_database, writing
from pitboss.house.floor import Floor
from pitboss.house.pace import PACE_ZERO
from pitboss.house.signing import new_key
from pitboss.protocol import messages as msg
from pitboss.server.app import make_app
from pitboss.server.house import COMING_BACK, House
from pitboss.server.settings import Backoff, HouseSettings
from waiting import HANG_S, until_async

AT_ONCE = Backoff(first_s=0, longest_s=0)
SETTINGS = HouseSettings(pace=PACE_ZERO, seed_tables=False, recoveries=AT_ONCE, reopenings=AT_ONCE)
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
        recover, tries = Floor.recover_table, []

        def unread(floor: Floor, row: Any) -> Any:
            tries.append(row.id)
            if len(tries) < 3:
                raise DatabaseError("the database does not answer")
            return recover(floor, row)

        monkeypatch.setattr(Floor, "recover_table", unread)
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


# --- a table that nobody runs yet


def test_a_table_that_is_being_taken_over_has_stopped_and_is_not_unknown(
    in_houses: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(start: Start) -> None:
        first = await start("http://first")
        table = await first.open_table("double_down_stud", name="one")
        await first.close()
        recover = Floor.recover_table

        def unread(floor: Floor, row: Any) -> Any:
            raise DatabaseError("the database does not answer")

        monkeypatch.setattr(Floor, "recover_table", unread)
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
        monkeypatch.setattr(Floor, "recover_table", recover)
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

        monkeypatch.setattr("pitboss.server.elsewhere._ask", noted)
        async with of(again) as client:
            assert (await client.get("/api/tables")).json() == []
        assert asked == []

    in_houses(test)
