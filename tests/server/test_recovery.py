"""A house mends itself: a table that had a fault is brought back, and a house that lost its database opens again."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from in_process import connected, plays_on, seated, stops
from pitboss.house.audit import heads
from pitboss.house.audit.signing import new_key
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.people import people, staff
from pitboss.house.people.people import Person, Role
from pitboss.house.process.house import Attempts, House
from pitboss.house.settings import PACE_ZERO, Backoff, HouseSettings
from pitboss.house.storage.database import DatabaseError, check_writable, migrate, open_database, writing
from pitboss.house.storage.migrations import VERSION_TABLE
from pitboss.house.tables.conductor import Conductor
from pitboss.house.tables.running_table import RunningTable
from pitboss.protocol import messages as msg
from pitboss.server.http.app import make_app
from pitboss.server.sockets import Connection
from waiting import HANG_S, until_async

AT_ONCE = Backoff(first_s=0, longest_s=0, most=3)
NEVER = Backoff(first_s=0, longest_s=0, most=0)


def in_house(
    folder: Path,
    test: Callable[[House], Awaitable[None]],
    *,
    table_restarts: Backoff = AT_ONCE,
    reopenings: Backoff = AT_ONCE,
) -> None:
    """Run a test in a house of two tables, and audit it afterwards."""
    engine = open_database(f"sqlite:///{folder}/house.db")
    migrate(engine)
    key = new_key()
    with writing(engine) as connection:
        heads.give_key(connection, key, House.now())
    settings = HouseSettings(pace=PACE_ZERO, seed_tables=False, table_restarts=table_restarts, reopenings=reopenings)

    async def run() -> None:
        house = House(engine, settings, key)
        await house.open()
        for game in ("double_down_stud", "boston_5_stud"):
            await house.open_table(game, name=game)
        try:
            await asyncio.wait_for(test(house), 5 * HANG_S)
        finally:
            await house.close()

    asyncio.run(run())
    findings = audit_house(engine).findings
    engine.dispose()
    assert findings == []


# --- a table


def test_a_table_that_had_a_fault_is_brought_back_and_its_watchers_go_on(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann = await connected(house)
        old = await seated(house, ann)

        def broken(now: int, situation: Any) -> Any:
            raise KeyError("Ks")

        old.conductor.next_step = broken  # type: ignore[method-assign]
        ann.say(msg.SitOut(table=old.id, key="in", out=False))
        await until_async(lambda: stops(ann) >= 2)  # that the table has stopped, and that it runs again
        new = house.tables[old.id]
        assert (new is old, old.state, new.state) == (False, "stopped", "open")
        await plays_on(ann, old.id)
        text = house.metrics.text()
        assert b"pitboss_faults_total 1.0" in text
        assert b"pitboss_table_restarts_total 1.0" in text
        assert house.live_tables.tables[old.id] is new.live
        assert old.live.hear_failure not in house.committer.on_failure

    in_house(tmp_path, test)


def test_a_table_is_brought_back_after_everything_that_it_had_submitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        ann = await connected(house)
        old = await seated(house, ann)
        go = Event()
        house.committer.call(lambda store: go.wait() and None)
        old.live.say("This is stored when the table has a fault already.")
        old.fault(RuntimeError("of a test"))
        settled, waits = house.settled, []

        async def noted() -> None:
            waits.append(True)
            await settled()

        monkeypatch.setattr(house, "settled", noted)
        restart = asyncio.create_task(house.restart_table(old.id))
        await until_async(lambda: waits or restart.done())
        assert (restart.done(), house.tables[old.id] is old) == (False, True)
        go.set()
        assert await restart
        new = house.tables[old.id]
        assert new.live.seq >= old.live.seq
        await until_async(lambda: stops(ann) >= 2)
        await plays_on(ann, old.id)

    in_house(tmp_path, test, table_restarts=NEVER)


def test_who_begins_to_watch_while_a_table_is_brought_back_hears_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        ann, bob = await connected(house), await connected(house)
        old = await seated(house, ann)
        catch_up = Connection._catch_up

        async def slowly(connection: Connection, view: Any, after: int) -> int:
            old.fault(RuntimeError("of a test"))
            await until_async(lambda: house.tables.get(old.id) not in (old, None))
            return await catch_up(connection, view, after)

        monkeypatch.setattr(Connection, "_catch_up", slowly)
        bob.say(msg.Watch(table=old.id))
        stopped = await bob.until(lambda one: isinstance(one, msg.Stopped))
        assert stopped.why == "this table was recovered: watch it again"
        monkeypatch.setattr(Connection, "_catch_up", catch_up)
        bob.say(msg.Watch(table=old.id))
        await bob.until(lambda one: isinstance(one, msg.Turn))

    in_house(tmp_path, test)


class Fault:
    """A fault of one table that comes back whenever the table is brought back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, table: RunningTable) -> None:
        self.mended = False
        situation = RunningTable._situation

        def broken(one: RunningTable) -> Any:
            if one.id == table.id and not self.mended:
                raise KeyError("Ks")
            return situation(one)

        monkeypatch.setattr(RunningTable, "_situation", broken)
        table.look_soon()


async def stays_stopped(house: House, table: str, caplog: pytest.LogCaptureFixture) -> None:
    await until_async(lambda: [one for one in caplog.records if one.getMessage() == "table stays stopped"])
    assert house.tables[table].state == "stopped"


def test_a_fault_that_comes_back_leaves_the_table_stopped_after_some_attempts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pitboss")

    async def test(house: House) -> None:
        ann = await connected(house)
        table = await seated(house, ann)
        Fault(monkeypatch, table)
        await stays_stopped(house, table.id, caplog)
        assert b"pitboss_faults_total 4.0" in house.metrics.text()  # and 3 attempts
        assert [one.state for one in house.tables.values() if one.id != table.id] == ["open"]
        ann.say(msg.Leave(table=table.id, key="leave"))
        assert (await ann.answer("leave")).code == "stopped"

    in_house(tmp_path, test)


async def staff_client(house: House, *roles: Role) -> httpx.AsyncClient:
    def sign_in(connection: Any) -> str:
        login = roles[0] if roles else "player"
        one: Person = people.register(connection, None, login, people.hashed("a long password"), "Sue", 0)
        for role in roles:
            one = people.grant(connection, one.id, role)
        if roles:
            ada = people.register(connection, None, f"boss-{login}", people.hashed("a long password"), "Ada", 0)
            people.grant(connection, ada.id, Role.ADMINISTRATOR)
            staff.record(connection, House.now(), ada.id, staff.FIRST_ADMINISTRATOR, {})
            said = {"person": one.id, "grant": list(map(str, roles)), "withdraw": []}
            staff.record(connection, House.now(), ada.id, staff.ROLES, said)
        return people.open_session(connection, one, House.now(), 60_000)

    headers = {"authorization": f"Bearer {await house.write(sign_in)}"}
    transport = httpx.ASGITransport(make_app(house))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers)


def test_a_supervisor_brings_back_a_table_that_stays_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pitboss")

    async def test(house: House) -> None:
        ann = await connected(house)
        table = await seated(house, ann)
        restart = f"/api/tables/{table.id}/restart"
        async with await staff_client(house, Role.SUPERVISOR) as sue, await staff_client(house) as bob:
            running = await sue.post(restart)
            assert (running.status_code, running.json()["why"]) == (409, "this table has not stopped")
            fault = Fault(monkeypatch, table)
            await stays_stopped(house, table.id, caplog)
            assert (await bob.post(restart)).status_code == 403
            assert house.tables[table.id].state == "stopped"
            fault.mended = True
            before = stops(ann)
            assert (await sue.post(restart)).status_code == 200
            assert (await sue.post("/api/tables/nowhere/restart")).status_code == 404
        assert house.tables[table.id].state == "open"
        await until_async(lambda: stops(ann) > before)
        await plays_on(ann, table.id)
        assert await house.read(lambda connection: staff.acts(connection, "restart table")) == [{"table": table.id}]

    in_house(tmp_path, test, table_restarts=NEVER)


def test_a_table_that_could_not_be_recovered_can_be_restarted_when_it_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        table = next(iter(house.tables.values()))
        recover = house.live_tables.recover_table

        def broken(row: Any) -> Any:
            raise KeyError("Ks")

        monkeypatch.setattr(house.live_tables, "recover_table", broken)
        table.fault(RuntimeError("of a test"))
        await until_async(lambda: table.id in house.damaged)
        async with await staff_client(house, Role.SUPERVISOR) as sue:
            still = await sue.post(f"/api/tables/{table.id}/restart")
            assert (still.status_code, still.json()["why"]) == (409, house.damaged[table.id])
            monkeypatch.setattr(house.live_tables, "recover_table", recover)
            assert (await sue.post(f"/api/tables/{table.id}/restart")).status_code == 200
        assert (house.tables[table.id].state, house.damaged) == ("open", {})

    in_house(tmp_path, test)


def test_a_table_that_closes_after_the_round_still_does_so_after_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        ann = await connected(house)
        table = await seated(house, ann)
        conduct = Conductor.next_step
        table.conductor.next_step = lambda now, situation: conduct("no conductor", now, situation)  # type: ignore
        table.order_close("sue")
        await until_async(lambda: house.tables.get(table.id) is not table)
        await until_async(lambda: table.id not in house.tables)  # nobody wagers, so the round ends

    in_house(tmp_path, test)


# --- the house


def test_a_house_whose_disk_was_full_opens_again(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann = await connected(house)
        old = await seated(house, ann)
        full = asyncio.Event()

        def fill_the_disk(store: Any) -> None:
            store._db.execute("PRAGMA max_page_count = 1")  # SQLite makes it as many pages as there are
            house._post(full.set)

        house.committer.call(fill_the_disk)
        await full.wait()
        await until_async(lambda: old.live.stopped or old.live.say("x" * 100_000))
        assert old.live.stopped == "the database did not accept a write"
        await until_async(lambda: stops(ann) >= 2)
        await until_async(lambda: not house.failed)
        new = house.tables[old.id]
        assert (new is old, new.state, len(house.tables)) == (False, "open", 2)
        assert new.live.seq >= ann.numbers()[-1]
        await plays_on(ann, old.id)
        assert b"pitboss_reopened_total 1.0" in house.metrics.text()

    in_house(tmp_path, test)


def test_a_house_that_could_not_write_a_request_is_not_ready_until_it_can(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        transport = httpx.ASGITransport(make_app(house))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            assert (await client.get("/ready")).status_code == 200
            with writing(house.engine) as connection:
                for table in ("person", "setting"):
                    refuse = f"BEFORE INSERT ON {table} BEGIN SELECT RAISE(FAIL, 'the disk is full'); END"
                    connection.execute(text(f"CREATE TRIGGER no_{table} {refuse}"))
            assert (await client.post("/api/guest", json={})).status_code == 503
            for _ in range(2):
                answer = await client.get("/ready")
                assert answer.status_code == 503
                assert answer.json() == {"state": "the database did not accept the write of a request"}
            assert {one.state for one in house.tables.values()} == {"open"}
            with writing(house.engine) as connection:
                for table in ("person", "setting"):
                    connection.execute(text(f"DROP TRIGGER no_{table}"))
            assert (await client.get("/ready")).status_code == 200
            assert (await client.post("/api/guest", json={})).status_code == 200

    in_house(tmp_path, test)


def test_a_house_whose_database_is_locked_is_not_ready_until_it_is_free(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        transport = httpx.ASGITransport(make_app(house))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                for _ in range(2):
                    answer = await client.get("/ready")  # it comes while the lock is held
                    assert (answer.status_code, answer.json()["state"]) == (503, "the database does not accept writes")
                other.execute("ROLLBACK")

            async def ready() -> bool:
                return (await client.get("/ready")).status_code == 200

            await until_async(ready)
            assert {one.state for one in house.tables.values()} == {"open"}

    in_house(tmp_path, test)


def test_a_house_says_that_it_is_not_ready_until_its_database_takes_writes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pitboss")

    async def test(house: House) -> None:
        ann = await connected(house)
        table = await seated(house, ann)
        connect_again, tries = house._connect_again, []

        def refuse() -> Any:
            tries.append(1)
            raise OSError("the disk is full")

        monkeypatch.setattr(house, "_connect_again", refuse)

        def broken(*given: Any) -> None:
            raise OSError("the disk is full")

        house.committer.store.write = broken  # type: ignore[method-assign]
        ann.say(msg.SitOut(table=table.id, key="out"))
        assert (await ann.answer("out")).code == "stopped"
        await until_async(lambda: len(tries) >= 3)
        transport = httpx.ASGITransport(make_app(house))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            answer = await client.get("/ready")
            assert (answer.status_code, answer.json()["state"]) == (503, "the database did not accept a write")
            ann.say(msg.SitOut(table=table.id, key="again"))
            assert (await ann.answer("again")).code == "stopped"
            monkeypatch.setattr(house, "_connect_again", connect_again)

            async def ready() -> bool:
                return (await client.get("/ready")).status_code == 200

            await until_async(ready)
        await until_async(lambda: stops(ann) >= 2)
        await plays_on(ann, table.id)

    in_house(tmp_path, test, reopenings=Backoff(first_s=0, longest_s=0))


def test_a_house_does_not_open_again_on_a_database_of_another_version(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/house.db")
    migrate(engine)
    check_writable(engine, 1)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match="has version 9999"):
        check_writable(engine, 2)
    engine.dispose()


def test_waits_grow_and_begin_anew_after_a_calm_time() -> None:
    now = 0.0
    attempts = Attempts(Backoff(first_s=1, longest_s=60, most=3, calm_s=100), clock=lambda: now)
    assert [attempts.next() for _ in range(4)] == [1, 2, 4, None]
    now = 104.0
    assert attempts.next() is None
    now = 104.1
    assert attempts.next() == 1
