"""Two processes on one PostgreSQL: what their stores see and hold when both want the same rows."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from pitboss.house.storage.database import migrate, open_database
from pitboss.house.storage.store import MoveRow, PostgresStore, Rows, StoredMeter, open_store
from waiting import HANG_S, until

METER = "main/progressive"


@pytest.fixture
def stores(postgres_url: str) -> Iterator[tuple[PostgresStore, PostgresStore]]:
    engine = open_database(postgres_url)
    migrate(engine)
    first, second = open_store(engine), open_store(engine)
    assert isinstance(first, PostgresStore)
    assert isinstance(second, PostgresStore)
    first.connection.execute("INSERT INTO meter (id, units, memory, terms) VALUES (%s, 0, 'old', '')", [METER])
    first.connection.execute("INSERT INTO account VALUES ('issued', 0)")
    yield first, second
    first.close()
    second.close()
    engine.dispose()


def wait_for_lock(url: str, store: PostgresStore) -> None:
    """Wait until a statement of a store waits for a lock."""
    waits = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"
    with psycopg.connect(url, autocommit=True) as connection:
        until(lambda: connection.execute(waits, [store.connection.info.backend_pid]).fetchone())


def test_a_meter_that_was_waited_for_has_the_moves_of_whoever_held_it(
    stores: tuple[PostgresStore, PostgresStore], postgres_url: str
) -> None:
    first, second = stores
    first.connection.execute("SET idle_in_transaction_session_timeout TO 0")
    assert first.lock_meters([METER]) == {METER: StoredMeter(b"old", 0)}
    move = MoveRow(METER, 1, "contribution", "t1", 1, "progressive at seat 1", 5, 5, 0)
    with ThreadPoolExecutor(1) as threads:
        locked = threads.submit(second.lock_meters, [METER])
        wait_for_lock(postgres_url, second)
        first.write(Rows.none()._replace(meters=[(METER, 5, b"new")], moves=[move]))
        first.commit()
        assert locked.result() == {METER: StoredMeter(b"new", 1)}


@pytest.mark.hangs
def test_a_process_that_hangs_in_a_transaction_does_not_make_others_wait_for_ever(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    hangs, other = stores
    hangs.lock_accounts(["issued"])
    other.connection.execute(f"SET lock_timeout TO '{HANG_S:.0f}s'")
    assert other.lock_accounts(["issued"]) == {"issued": 0}
    with pytest.raises(psycopg.Error):
        hangs.commit()
