"""The rounds that a person played, found from the money and the coupons that moved."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, Engine, insert

from pitboss.basics.money import UNITS
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import Entry, post
from pitboss.house.storage import schema
from pitboss.house.storage.database import reading, writing
from pitboss.house.tables.history import UnknownRound, rounds_of
from pitboss.protocol.coaching import PlayedPage


def move(giver: str, taker: str, cents: int) -> list[Posting]:
    return [Posting(giver, -cents * UNITS), Posting(taker, cents * UNITS)]


def act(
    connection: Connection, table: str, seq: int, round: int, at: int, *postings: Posting, kind: str = "round"
) -> None:
    """An act of a table, and the entry that it made."""
    row = {"table_id": table, "seq": seq, "round": round, "at": at, "body": b"", "head": ""}
    connection.execute(insert(schema.act).values(row))
    post(connection, Entry(f"{table}/{seq}", kind, at, postings, table, seq))


@pytest.fixture
def played(engine: Engine) -> Engine:
    """Ann won at t1, played with a coupon alone, won into her game account at t2, and still plays at t2."""
    schema.metadata.create_all(engine)
    with writing(engine) as connection:
        for table, game in (("t1", "boston_5_stud"), ("t2", "caribbean_stud")):
            row = {"id": table, "name": f"table {table}", "game": game, "rules": "", "settings": "", "opened_by": ""}
            connection.execute(insert(schema.game_table).values(row | {"opened_at": 0}))
        for account in ("chips:t1:ann", "chips:t2:ann", "chips:t1:joann", "house:t1", "house:t2"):
            post(connection, Entry(f"ann/{account}", "buy in", 1, move("issued", account, 1000)))
        post(connection, Entry("ann/c", "coupons", 1, move("coupon:issued", "coupon:at:t1:ann", 50)))
        act(connection, "t1", 1, 1, 10, *move("chips:t1:ann", "layout:t1", 25), *move("chips:t1:joann", "layout:t1", 5))
        act(connection, "t1", 2, 1, 11, *move("layout:t1", "chips:t1:ann", 30), *move("house:t1", "chips:t1:ann", 45))
        act(connection, "t1", 3, 2, 12, *move("coupon:at:t1:ann", "coupon:layout:t1", 50), kind="coupons")
        act(connection, "t1", 4, 2, 13, *move("coupon:layout:t1", "coupon:taken", 50), kind="coupons")
        act(connection, "t2", 1, 7, 13, *move("chips:t2:ann", "layout:t2", 10))
        act(connection, "t2", 2, 7, 14, *move("layout:t2", "house:t2", 10), *move("house:t2", "game:ann", 200))
        act(connection, "t2", 3, 8, 15, *move("chips:t2:ann", "layout:t2", 10))
    return engine


def told(found: PlayedPage) -> list[tuple[str, int, int, int, bool]]:
    return [(one.table, one.round, one.at, one.net, one.over) for one in found.rounds]


WHOLE = [("t2", 8, 15, -10, False), ("t2", 7, 13, 190, True), ("t1", 2, 12, 0, True), ("t1", 1, 10, 50, True)]


def test_rounds_are_listed_newest_first_with_what_was_won(played: Engine) -> None:
    with reading(played) as connection:
        found = rounds_of(connection, "ann")
        assert (told(found), found.next) == (WHOLE, "")
        assert (found.rounds[0].name, found.rounds[0].game) == ("table t2", "caribbean_stud")
        assert told(rounds_of(connection, "joann")) == [("t1", 1, 10, -5, True)]
        assert told(rounds_of(connection, "ann", game="boston_5_stud")) == WHOLE[2:]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_pages_make_up_the_list(played: Engine, most: int) -> None:
    with reading(played) as connection:
        first = rounds_of(connection, "ann", most=most)
        rest = rounds_of(connection, "ann", after=first.next)
        assert told(first) + told(rest) == WHOLE
        assert len(first.rounds) == most


@pytest.mark.parametrize("after", ["t1:3", "t9:1", "t1", "t1:", ":1", "t1:x", "\0:1", "t1:" + "9" * 99])
def test_a_place_that_is_not_in_the_list_is_refused(played: Engine, after: str) -> None:
    with reading(played) as connection, pytest.raises(UnknownRound):
        rounds_of(connection, "ann", after=after)
