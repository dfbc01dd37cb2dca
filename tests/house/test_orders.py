"""Orders of staff that move money: the order is in the journal if and only if the money has moved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, select

from live import TestHouse
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import Entry
from pitboss.house.people import staff
from pitboss.house.storage.committer import Job, Outcome
from pitboss.house.storage.database import DatabaseError, writing
from pitboss.house.storage.schema import entry, staff_act
from waiting import HANG_S

KILLED = """
import os, signal, sys
from live import TestHouse

house = TestHouse.at(sys.argv[1])
live = house.floor.open_table("double_down_stud")
house.settle()
store = house.committer.store
write = store.write

def written(rows):
    write(rows)
    assert rows.staff, "the order is written in the transaction of the money"
    store.commit = lambda: os.kill(os.getpid(), signal.SIGKILL)

store.write = written
live.cashier.move_inventory("fill", 100_00, "sue", "a", lambda answer: None)
house.settle()
"""


def journal(engine: Engine) -> list[tuple[str, str, dict[str, Any]]]:
    with engine.connect() as connection:
        rows = connection.execute(select(staff_act).order_by(staff_act.c.number)).all()
        assert staff.check(connection) == []
    return [(row.person, row.what, msgspec.json.decode(row.body)) for row in rows]


def issued(id: str, cents: int, out_of: str = "issued") -> Job:
    """An issue of money, by order of Ada."""
    lines = Posting(out_of, -cents), Posting("wallet:ann", cents)
    order = staff.Order.of(5, "ada", "issue", {"id": id, "cents": cents})
    return Job(entries=(Entry(id, "issue", 5, lines, person="ann"),), staff=order, guarded=True)


def submitted(house: TestHouse, *jobs: Job) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for job in jobs:
        job.done = outcomes.append
        house.committer.submit(job)
    house.settle()
    return outcomes


def test_a_fill_and_a_credit_are_in_the_journal_with_the_money(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table("double_down_stud")
    live.cashier.move_inventory("fill", 100_00, "sue", "a", lambda answer: None)
    live.cashier.move_inventory("credit", 30_00, "sue", "b", lambda answer: None)
    house.settle()
    assert journal(house.engine) == [
        ("sue", "fill", {"table": live.id, "cents": 100_00, "key": "a"}),
        ("sue", "credit", {"table": live.id, "cents": 30_00, "key": "b"}),
    ]
    house.kill()
    house = TestHouse.at(url)
    (live,) = house.floor.recover()
    live.cashier.move_inventory("fill", 100_00, "sue", "a", lambda answer: None)  # the same order once more
    house.settle()
    assert len(journal(house.engine)) == 2
    house.kill()


def test_a_kill_before_the_commit_leaves_neither_the_order_nor_the_money(url: str) -> None:
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}  # as pytest has set it
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, url], capture_output=True, text=True, env=found, timeout=HANG_S
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    house = TestHouse.at(url)
    with house.engine.connect() as connection:
        assert connection.execute(select(entry.c.id).where(entry.c.kind == "fill")).all() == []
    assert journal(house.engine) == []
    house.kill()


def test_an_order_that_is_not_carried_out_is_not_in_the_journal(url: str) -> None:
    house = TestHouse.at(url)
    first, again, other = submitted(house, issued("a", 500), issued("a", 500), issued("a", 600))
    assert (first.done, again.again, other.other) == (True, True, True)
    (short,) = submitted(house, issued("b", 500, out_of="wallet:bob"))
    assert short.short == "wallet:bob"
    assert [body["cents"] for _, _, body in journal(house.engine)] == [500]
    house.kill()


def test_orders_follow_each_other_and_those_of_other_transactions(url: str) -> None:
    house = TestHouse.at(url)
    for number in range(3):
        submitted(house, issued(f"a{number}", 1), issued(f"b{number}", 2))
        with writing(house.engine) as connection:
            staff.record(connection, 6, "ada", "login", {})
    assert [what for _, what, _ in journal(house.engine)] == ["issue", "issue", "login"] * 3
    house.kill()


@pytest.mark.parametrize(("person", "body"), [("", {}), ("ada", {"x": float("nan")})])
def test_an_order_that_the_journal_can_not_hold_is_rejected_at_once(person: str, body: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="staff act"):
        staff.Order.of(5, person, "issue", body)


@pytest.mark.hangs
def test_a_process_that_hangs_with_the_journal_does_not_stop_the_others(postgres_url: str) -> None:
    house = TestHouse.at(postgres_url)
    done = threading.Thread(target=submitted, args=(house, issued("a", 500)), daemon=True)

    def hang() -> None:
        with writing(house.engine) as connection:
            staff.hold(connection)
            done.start()
            done.join(HANG_S)

    with pytest.raises(DatabaseError):
        hang()
    assert not done.is_alive()
    assert [what for _, what, _ in journal(house.engine)] == ["issue"]
    house.kill()
