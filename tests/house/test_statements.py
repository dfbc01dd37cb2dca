"""Statements page by page, and long ones as CSV."""

from __future__ import annotations

import tracemalloc

import pytest
from sqlalchemy import Connection, Engine, insert

from pitboss.house.money import statements
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import FILL, Entry, post
from pitboss.house.money.statements import UnknownLine, of_person, of_table
from pitboss.house.storage import schema
from pitboss.house.storage.database import reading, writing
from pitboss.protocol.account import Line

MANY = 20_000


def move(giver: str, taker: str, units: int) -> list[Posting]:
    return [Posting(giver, -units), Posting(taker, units)]


@pytest.fixture
def books(engine: Engine) -> Engine:
    """A database with an empty ledger."""
    schema.metadata.create_all(engine)
    return engine


def play(connection: Connection) -> None:
    """Some movements of ann and of table t1, many of them at one moment."""
    post(connection, Entry("ann/issue", "issue", 1, move("issued", "wallet:ann", 1000)))
    post(connection, Entry("bob/issue", "issue", 1, move("issued", "wallet:bob", 1000)))
    post(connection, Entry("ann/k1", "buy in", 2, move("wallet:ann", "chips:t1:ann", 900), "t1"))
    for act in (9, 10, 11):
        post(connection, Entry(f"t1/{act}", "act", 3, move("chips:t1:ann", "layout:t1", 100), "t1", act))
    win = [Posting("layout:t1", -300), Posting("inventory:t1", -600), Posting("chips:t1:ann", 900)]
    post(connection, Entry("t1/12/fill", FILL, 3, move("house", "inventory:t1", 600), "t1", 12))
    post(connection, Entry("t1/12", "act", 3, win, "t1", 12))


@pytest.mark.parametrize("most", [1, 2, 3, 100])
def test_the_pages_of_a_statement_are_the_whole_statement(books: Engine, most: int) -> None:
    with writing(books) as connection:
        play(connection)
    for whose, long in ((of_person("ann"), 7), (of_table("t1"), 6)):
        with reading(books) as connection:
            whole = list(statements.lines(connection, whose))
            found: list[Line] = []
            after, pages = "", 0
            while not pages or after:
                page = statements.page(connection, whose, after=after, most=most)
                found += page.lines
                after, pages = page.next, pages + 1
        assert found == whole
        assert (len(whole), pages) == (long, -(-long // most))


@pytest.mark.parametrize(
    "after", ["bob/issue:1", "ann/issue:7", "ann/issue", "ann/issue:x", ":", "\0:1", "x:" + "9" * 99]
)
def test_a_page_begins_after_a_line_of_the_same_statement(books: Engine, after: str) -> None:
    with writing(books) as connection:
        play(connection)
    with reading(books) as connection, pytest.raises(UnknownLine, match=r"^this statement has no line '"):
        statements.page(connection, of_person("ann"), after=after)


@pytest.mark.long
def test_a_long_statement_is_in_memory_once_as_csv(books: Engine) -> None:
    with writing(books) as connection:
        connection.execute(insert(schema.account), [{"name": "wallet:ann", "units": MANY}])
        entries = [{"id": f"ann/{number}", "kind": "issue", "at": number, "memo": ""} for number in range(MANY)]
        connection.execute(insert(schema.entry), entries)
        lines = [{"entry": one["id"], "line": 1, "account": "wallet:ann", "units": 1} for one in entries]
        connection.execute(insert(schema.posting), lines)
        del entries, lines
    with reading(books) as connection:
        tracemalloc.start()
        try:
            text = statements.as_csv(statements.lines(connection, of_person("ann")))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert text.count(b"\n") == MANY + 1
    # The rows that are read at once take less than 2 MB. All lines would take over 6 MB.
    assert peak < 2 * len(text) + 2_000_000
