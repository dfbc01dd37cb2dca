"""The chained journal of staff acts: what is appended, and what breaks are found."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, delete, event, select, text, update
from sqlalchemy.exc import OperationalError

from pitboss.house.audit import heads, signing
from pitboss.house.people import staff
from pitboss.house.storage.schema import metadata, staff_act


def house(url: str = "sqlite://", **options: Any) -> Engine:
    engine = create_engine(url, **options)
    metadata.create_all(engine)
    return engine


@pytest.fixture
def connection() -> Iterator[Connection]:
    with house().connect() as connection:
        yield connection


@pytest.fixture
def five(connection: Connection) -> Connection:
    """A journal of five acts."""
    for number in range(1, 6):
        staff.record(connection, number, "ann", "fill", {"table": "t1", "units": number})
    return connection


def change(connection: Connection, which: int, **values: Any) -> None:
    assert connection.execute(update(staff_act).where(staff_act.c.number == which).values(values)).rowcount == 1


# --- what is appended


def test_a_head_is_the_hash_of_the_head_before_and_the_act(connection: Connection) -> None:
    one = staff.record(connection, 10, "ann", "fill", {"units": 5, "table": "tä"})
    two = staff.record(connection, 11, "bob", "login", {})
    line = '{"number":1,"at":10,"person":"ann","what":"fill","body":{"table":"tä","units":5}}'
    assert one == sha256(("0" * 64 + line).encode()).hexdigest()
    line = '{"number":2,"at":11,"person":"bob","what":"login","body":{}}'
    assert two == sha256((one + line).encode()).hexdigest()
    assert staff.last(connection) == (2, two)


def test_an_act_is_stored_as_it_was_given(connection: Connection) -> None:
    body = {"z": [1, None, "\0\n"], "a": {"y": True, "x": -1.5}}
    head = staff.record(connection, 10, "ann", "change rules", body)
    stored = connection.execute(select(staff_act)).one()
    assert stored == (1, 10, "ann", "change rules", '{"a":{"x":-1.5,"y":true},"z":[1,null,"\\u0000\\n"]}', head)
    assert staff.check(connection) == []


@pytest.mark.parametrize(
    "body",
    [
        {"at": datetime(2026, 1, 1)},
        {1: "one"},
        {"x": float("nan")},
        {"x": (1, 2)},
        {"x": b"1"},
        {"x": "\ud800"},
        {"x": object()},
    ],
)
def test_a_body_that_does_not_come_back_as_it_was_is_rejected(connection: Connection, body: dict[Any, Any]) -> None:
    with pytest.raises(ValueError, match="must be plain JSON"):
        staff.record(connection, 0, "ann", "fill", body)
    assert staff.last(connection) == (0, staff.GENESIS)


@pytest.mark.parametrize("text", ["", "x" * 65, "a\nb", "\0", "\ud800"])
def test_a_person_or_an_act_without_a_proper_name_is_rejected(connection: Connection, text: str) -> None:
    with pytest.raises(ValueError, match="the act of a staff act must have 1 to 64 printable"):
        staff.record(connection, 0, "ann", text, {})
    with pytest.raises(ValueError, match="the person of a staff act must have 1 to 64 printable"):
        staff.record(connection, 0, text, "fill", {})
    assert staff.last(connection) == (0, staff.GENESIS)


def test_an_act_that_is_rolled_back_leaves_no_gap(connection: Connection) -> None:
    one = staff.record(connection, 0, "ann", "fill", {})
    connection.commit()
    staff.record(connection, 1, "ann", "fill", {"units": 5})
    connection.rollback()
    assert staff.last(connection) == (1, one)
    staff.record(connection, 2, "ann", "credit", {})
    assert staff.check(connection) == []


def test_nobody_appends_between_the_reading_of_the_last_head_and_the_next_act(tmp_path: Path) -> None:
    engine = house(f"sqlite:///{tmp_path}/house.db", connect_args={"timeout": 0})
    refused = []
    with engine.connect() as first, engine.connect() as second:

        @event.listens_for(first, "after_cursor_execute")
        def rival(within: Connection, cursor: Any, statement: str, *more: Any) -> None:
            if statement.startswith("SELECT") and not refused:
                with pytest.raises(OperationalError, match="database is locked") as caught:
                    staff.record(second, 0, "bob", "fill", {})
                refused.append(caught.value)
                second.rollback()

        staff.record(first, 0, "ann", "fill", {})
        first.commit()
        staff.record(second, 1, "bob", "fill", {})
        assert refused
        assert staff.last(second)[0] == 2
        assert staff.check(second) == []
    engine.dispose()


# --- what breaks are found


def test_a_whole_journal_has_no_break(five: Connection) -> None:
    assert staff.check(five) == []


@pytest.mark.parametrize(
    "altered",
    [
        {"body": '{"table":"t1","units":4}'},
        {"body": '{"table":"t1", "units":3}'},
        {"body": "not json"},
        {"person": "bob"},
        {"what": "credit"},
        {"at": 4},
        {"head": "0" * 64},
    ],
)
def test_an_altered_act_is_found_and_no_other(five: Connection, altered: dict[str, Any]) -> None:
    change(five, 3, **altered)
    assert staff.check(five) == ["the head of staff act 3 does not fit its content and the act before it"]


@pytest.mark.parametrize("number", [1, 5])
def test_an_altered_act_is_found_at_both_ends(five: Connection, number: int) -> None:
    change(five, number, body="{}")
    assert staff.check(five) == [f"the head of staff act {number} does not fit its content and the act before it"]


def test_an_altered_act_with_a_new_head_breaks_the_next(five: Connection) -> None:
    before = five.execute(select(staff_act.c.head).where(staff_act.c.number == 2)).scalar_one()
    line = '{"number":3,"at":3,"person":"ann","what":"fill","body":{}}'
    change(five, 3, body="{}", head=sha256((before + line).encode()).hexdigest())
    assert staff.check(five) == ["the head of staff act 4 does not fit its content and the act before it"]


@pytest.mark.parametrize(
    ("gone", "found"),
    [([3], "staff act 3 is missing"), ([1], "staff act 1 is missing"), ([2, 3, 4], "staff acts 2 to 4 are missing")],
)
def test_missing_acts_are_found(five: Connection, gone: list[int], found: str) -> None:
    five.execute(delete(staff_act).where(staff_act.c.number.in_(gone)))
    assert staff.check(five) == [found]


def test_two_acts_that_changed_places_are_found(five: Connection) -> None:
    for old, new in ((2, -1), (3, 2), (-1, 3)):
        change(five, old, number=new)
    wrong = "the head of staff act {} does not fit its content and the act before it"
    assert staff.check(five) == [wrong.format(2), wrong.format(3), wrong.format(4)]


def test_an_act_before_the_first_is_found(five: Connection) -> None:
    five.execute(text("INSERT INTO staff_act SELECT 0, at, person, what, body, head FROM staff_act WHERE number = 1"))
    assert staff.check(five) == ["staff act 0 was added: the first one is 1"]


def test_a_cut_end_is_found_if_a_head_was_signed(five: Connection) -> None:
    sign_last(five)
    five.execute(delete(staff_act).where(staff_act.c.number == 5))
    assert staff.check(five) == ["staff act 5 was signed by the house and is missing"]


def test_a_journal_that_was_made_anew_is_found_if_a_head_was_signed(five: Connection) -> None:
    sign_last(five)
    five.execute(delete(staff_act))
    for number in range(1, 7):
        staff.record(five, number, "ann", "fill", {"units": 0})
    assert staff.check(five) == ["the head of staff act 5 is not the one that the house signed"]


def sign_last(connection: Connection) -> None:
    number, head = staff.last(connection)
    heads.sign(connection, signing.new_key(), [(staff.CHAIN, number, head)], 0)
    assert staff.check(connection) == []
