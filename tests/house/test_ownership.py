"""Who runs a table: real processes on one PostgreSQL, of which one is killed or hangs."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from owning import act, owning
from pitboss.house.storage import schema
from pitboss.house.storage.database import migrate, open_database
from pitboss.house.storage.ownership import Cluster, Neighbour, Ownership, TableLost
from waiting import until

TABLES = [f"t{number}" for number in range(5)]
Connect = Callable[[], Ownership]


@pytest.fixture
def house(postgres_url: str) -> str:
    """The address of a database with tables of play."""
    engine = open_database(postgres_url)
    migrate(engine)
    engine.dispose()
    with psycopg.connect(postgres_url) as connection:
        connection.cursor().executemany(
            "INSERT INTO game_table (id, name, game, rules, settings, opened_by, opened_at)"
            " VALUES (%s, 'name', 'game', '', '', 'ann', 1)",
            [(table,) for table in TABLES],
        )
    return postgres_url


@pytest.fixture
def join(house: str) -> Iterator[Connect]:
    """Makes processes that are connections of the test's own process."""
    joined: list[Ownership] = []

    def joins() -> Ownership:
        name = f"p{len(joined)}"
        joined.append(Ownership(psycopg.connect(house), name, f"http://{name}"))
        return joined[-1]

    yield joins
    for ownership in joined:
        ownership.connection.close()


# --- who was last heard of


def test_it_is_known_who_ran_a_table_last_and_how_long_ago(join: Connect) -> None:
    first, second = join(), join()
    first.claim_all(["t0", "t1"])
    second.claim("t2")
    first.connection.execute("UPDATE owner SET beat_at = beat_at - 60000 WHERE table_id = 't1'")
    first.connection.commit()
    heard = second.last_heard(["t0", "t1", "t2", "t3"])
    assert {table: one.process for table, one in heard.items()} == {"t0": "p0", "t1": "p0", "t2": "p1", "t3": ""}
    assert heard["t0"].silent_s < 60 <= heard["t1"].silent_s
    assert second.last_heard([]) == {}


# --- claims


def test_one_process_owns_a_table(join: Connect) -> None:
    one, two = join(), join()
    assert one.claim("t0") == 1
    assert two.claim("t0") is None
    assert two.claim("t1") == 1
    assert two.claim_all(TABLES) == {"t1": 1, "t2": 1, "t3": 1, "t4": 1}
    assert one.claim_all(TABLES) == {"t0": 1}


def test_a_table_that_does_not_exist_has_no_owner(join: Connect) -> None:
    one = join()
    assert one.claim("no such table") is None
    assert owner_of(one, "no such table") is None
    assert locks(one) == 0


def test_an_owner_that_claims_again_keeps_its_epoch(join: Connect) -> None:
    one, two = join(), join()
    assert [one.claim("t0"), one.claim("t0")] == [1, 1]
    one.release("t0")
    assert two.claim("t0") == 2  # it was locked once, not twice


def test_a_released_table_is_free_and_its_epoch_grows(join: Connect) -> None:
    one, two = join(), join()
    one.claim_all(TABLES)
    assert two.free(LEASE_S) == []
    one.release("t3")
    one.release("t3")
    assert two.free(LEASE_S) == ["t3"]
    assert two.claim("t3") == 2
    two.release("t3")
    assert one.claim("t3") == 3


def test_a_closed_table_is_not_free(join: Connect) -> None:
    one = join()
    one.connection.execute("UPDATE game_table SET closed_at = 1 WHERE id <> 't2'")
    one.connection.commit()
    assert one.free(LEASE_S) == ["t2"]


def owner_of(ownership: Ownership, table: str) -> tuple[Any, ...] | None:
    """The row of a table's owner."""
    wanted = "SELECT epoch, process, address, backend, beat_at FROM owner WHERE table_id = %s"
    found = ownership.connection.execute(wanted, [table]).fetchone()
    ownership.connection.commit()
    return found


def test_the_row_names_the_owner(join: Connect) -> None:
    one, two = join(), join()
    assert owner_of(one, "t0") is None
    one.claim("t0")
    found = owner_of(two, "t0")
    assert found is not None
    assert found[:4] == (1, "p0", "http://p0", one.connection.info.backend_pid)
    assert abs(found[4] / 1000 - time.time()) < 60
    one.connection.close()
    until(lambda: two.free(LEASE_S) == TABLES)
    left = owner_of(two, "t0")
    assert left is not None
    assert left[1] == "p0"


def locks(ownership: Ownership) -> int:
    found = ownership.connection.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").fetchone()
    ownership.connection.commit()
    assert found is not None
    return int(found[0])


def test_a_claim_that_fails_keeps_no_lock(join: Connect) -> None:
    one = join()
    one.connection.execute("ALTER TABLE owner ADD CHECK (table_id <> 't1')")
    one.connection.commit()
    with pytest.raises(psycopg.errors.CheckViolation):
        one.claim_all(TABLES)
    assert one.epochs == {}
    assert locks(one) == 0
    assert one.claim("t0") == 1


def test_a_claim_ends_no_batch(join: Connect) -> None:
    one = join()
    act(one.connection, "t0", 1)
    one.connection.execute("UPDATE act SET seq = 2")
    for change in (lambda: one.claim("t0"), lambda: one.release("t0"), lambda: one.evict_all(["t0"], 1)):
        with pytest.raises(RuntimeError, match="inside a transaction"):
            change()
    one.connection.rollback()
    assert one.connection.execute("SELECT seq FROM act").fetchall() == [(1,)]


# --- heartbeats


LEASE_S, LONGER_S = 600, 700
"""Longer than any test takes."""


def age(ownership: Ownership) -> None:
    """Let every heartbeat be older than the lease."""
    ownership.connection.execute("UPDATE owner SET beat_at = beat_at - %s", [1000 * LONGER_S])
    ownership.connection.commit()


def test_heartbeats_keep_tables_from_being_overdue(join: Connect) -> None:
    one, two = join(), join()
    one.claim_all(["t0", "t1"])
    two.claim("t2")
    assert two.overdue(LEASE_S) == []
    age(one)
    assert two.overdue(LEASE_S) == ["t0", "t1"]  # not its own
    assert two.overdue(10 * LEASE_S) == []
    one.beat()
    assert two.overdue(LEASE_S) == []
    two.beat()
    one.release("t1")
    age(one)
    assert two.overdue(LEASE_S) == ["t0"]


def test_a_heartbeat_may_be_part_of_a_batch(join: Connect) -> None:
    one, two = join(), join()
    one.claim("t0")
    age(one)
    with one.connection.transaction():
        one.beat()
        assert two.overdue(LEASE_S) == ["t0"]
    assert two.overdue(LEASE_S) == []


def test_a_heartbeat_notices_a_lost_table(join: Connect) -> None:
    one = join()
    one.beat()
    one.claim_all(["t0", "t1"])
    one.connection.execute("UPDATE owner SET epoch = epoch + 1 WHERE table_id = 't1'")
    one.connection.commit()
    with pytest.raises(TableLost, match=r"no longer owns t1$"):
        one.beat()


# --- tables that are handed over


def test_a_table_that_was_handed_over_is_left_to_that_process_for_a_while(join: Connect) -> None:
    one, two, three = join(), join(), join()
    one.claim_all(TABLES)
    one.hand_over("t0", Neighbour("p1", "http://p1", two.connection.info.backend_pid))
    assert (one.free(LEASE_S), two.free(LEASE_S), three.free(LEASE_S)) == ([], ["t0"], [])
    assert one.overdue(LEASE_S) == []
    assert two.claim("t0") == 2
    one.hand_over("t1", Neighbour("p1", "http://p1", two.connection.info.backend_pid))
    age(one)
    assert three.free(LEASE_S) == ["t1"]  # the other one hangs
    assert one.claim("t1") == 2


def test_a_process_with_two_tables_more_than_another_learns_of_it(join: Connect) -> None:
    one, two, three = join(), join(), join()
    one.claim_all(TABLES)
    for process in (one, two, one):
        process.say_hello()
    second = Neighbour("p1", "http://p1", two.connection.info.backend_pid)
    assert one.poorest(LEASE_S) == second
    assert (two.poorest(LEASE_S), three.poorest(LEASE_S)) == (None, None)
    assert one.poorest(-1) is None  # it was silent for longer
    two.say_hello()
    one.say_hello()
    assert one.poorest(LEASE_S) == second
    one.hand_over("t0", second)
    assert one.poorest(LEASE_S) is None  # one at a time
    two.claim("t0")
    assert one.poorest(LEASE_S) == second
    one.hand_over("t1", second)
    two.claim("t1")
    assert one.poorest(LEASE_S) is None  # three and two


def test_a_process_that_was_killed_gets_no_table(join: Connect) -> None:
    one, two = join(), join()
    one.claim_all(TABLES)
    for process in (one, two, one):
        process.say_hello()
    assert one.poorest(LEASE_S)
    two.connection.close()
    until(lambda: one.poorest(LEASE_S) is None)


# --- eviction


def test_an_owner_with_a_recent_heartbeat_stays(join: Connect) -> None:
    one, two = join(), join()
    one.claim("t0")
    assert two.evict_all(["t0"], LEASE_S) == {}
    act(one.connection, "t0", 1)
    assert owner_of(two, "t0") == owner_of(one, "t0")


def test_a_session_that_is_not_in_the_row_stays(join: Connect) -> None:
    """The lock is held by a session that has not yet written its row. The row names a session without the lock."""
    one, two, three = join(), join(), join()
    one.claim("t0")
    age(one)
    one.connection.execute("UPDATE owner SET backend = %s", [three.connection.info.backend_pid])
    one.connection.commit()
    assert two.evict_all(["t0"], LEASE_S) == {}
    assert one.connection.execute("SELECT 1").fetchone() == (1,)
    assert three.connection.execute("SELECT 1").fetchone() == (1,)


def test_a_process_never_evicts_itself(join: Connect) -> None:
    one = join()
    one.claim("t0")
    age(one)
    assert one.evict_all(["t0"], LEASE_S) == {"t0": 1}
    assert one.connection.execute("SELECT 1").fetchone() == (1,)


def test_eviction_ends_the_session_and_frees_all_its_tables(join: Connect) -> None:
    one, two = join(), join()
    one.claim_all(TABLES)
    age(one)
    assert two.evict_all(two.overdue(LEASE_S), LEASE_S) == dict.fromkeys(TABLES, 2)
    with pytest.raises(psycopg.OperationalError):
        act(one.connection, "t0", 1)


# --- real processes


def test_a_killed_process_leaves_its_tables_to_another(house: str) -> None:
    with owning(house, "one", "two") as (one, two):
        assert one.ask("claim", *TABLES) == "t0:1 t1:1 t2:1 t3:1 t4:1"
        assert one.ask("act", "t0", "1") == "committed"
        assert one.ask("begin", "t0", "2") == "begun"
        assert two.ask("claim", *TABLES) == ""
        one.signal(signal.SIGKILL)
        until(lambda: two.ask("claim", *TABLES) == "t0:2 t1:2 t2:2 t3:2 t4:2")
        assert two.ask("act", "t0", "2") == "committed"


def test_a_process_that_hangs_loses_its_tables_for_good(house: str, join: Connect) -> None:
    lease = 0.3
    other = join()
    with owning(house, "one") as (one,):
        assert one.ask("claim", "t0", "t1") == "t0:1 t1:1"
        assert one.ask("act", "t0", "1") == "committed"
        assert one.ask("begin", "t0", "2") == "begun"
        one.signal(signal.SIGSTOP)
        one.send("commit")  # it will be read when the process goes on
        assert other.evict_all(["t0"], LEASE_S) == {}
        until(lambda: other.overdue(lease) == ["t0", "t1"])
        assert other.evict_all(["t0"], lease) == {"t0": 2}
        assert other.claim("t1") == 2
        act(other.connection, "t0", 2)
        one.signal(signal.SIGCONT)
        assert one.answer() in ("AdminShutdown", "OperationalError")
        assert one.ask("act", "t0", "3") == "OperationalError"
        assert one.ask("claim", "t1") == "OperationalError"
        other.beat()
        assert other.connection.execute("SELECT seq FROM act ORDER BY seq").fetchall() == [(1,), (2,)]


def test_of_two_that_claim_at_once_exactly_one_wins(house: str) -> None:
    with owning(house, "one", "two") as processes:
        for epoch in range(1, 11):
            for process in processes:
                process.send("claim", *TABLES)
            won = [set(process.answer().split()) for process in processes]
            assert won[0] | won[1] == {f"{table}:{epoch}" for table in TABLES}
            assert not won[0] & won[1]
            for process in processes:
                process.send("release")
            assert [process.answer() for process in processes] == ["released", "released"]


# --- new tables


def test_a_reserved_table_is_never_free_and_is_released_like_any_other(postgres_url: str) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    with psycopg.connect(postgres_url) as ours, psycopg.connect(postgres_url) as theirs:
        mine, other = Ownership(ours, "a", "http://a"), Ownership(theirs, "b", "http://b")
        mine.reserve("new")
        with engine.begin() as connection:
            connection.execute(
                schema.game_table.insert().values(
                    id="new", name="New", game="x", rules="{}", settings="{}", opened_by="", opened_at=0
                )
            )
        assert (other.free(LEASE_S), other.claim("new")) == ([], None)
        assert mine.claim("new") == 1
        assert (other.free(LEASE_S), other.claim("new")) == ([], None)
        mine.release("new")
        assert other.free(LEASE_S) == ["new"]
        assert other.claim("new") == 2
    engine.dispose()


@pytest.mark.parametrize("turns", range(6))
def test_a_claim_that_is_cancelled_when_its_turn_comes_ends(turns: int) -> None:
    """A house that closes cancels its look at the tables, and waits for its end. It must not go on."""

    async def test() -> None:
        loop = asyncio.get_running_loop()
        cancelled = []

        def cancel_after(more: int) -> None:
            if more:
                loop.call_soon(cancel_after, more - 1)
            else:
                cancelled.append(task.cancel())

        def in_turn(between: Callable[[Any], None]) -> None:
            between(None)
            cancel_after(turns)

        committer: Any = SimpleNamespace(store=None, call=lambda between: loop.call_soon(in_turn, between))
        task = asyncio.create_task(Cluster(committer, "first", "", lambda call: call()).claim("table"))
        await asyncio.wait([task])
        assert task.cancelled() == (cancelled == [True])  # not if it had ended before

    asyncio.run(test())
