"""Play money for those who have too little left: when it may be taken, and what the audit says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Engine, insert, text

from pitboss.basics.money import UNITS
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.money import books, free_chips, ledger
from pitboss.house.money.books import Posting
from pitboss.house.money.free_chips import UNDER_WAY_MS, FreeChipsTaken
from pitboss.house.money.ledger import Entry, balance, post
from pitboss.house.people import people, staff
from pitboss.house.settings import TableSettings
from pitboss.house.storage.database import DatabaseError, migrate, open_database, writing
from pitboss.house.storage.schema import game_table

LATER = 10 * UNDER_WAY_MS
THOUSAND = 1_000_00


@pytest.fixture
def ann(engine: Engine) -> str:
    """A guest who began with $4, which is less than any table takes."""
    migrate(engine)
    with writing(engine) as connection:
        person = people.guest(connection, 0).id
        issue(connection, f"{person}/start", person, 400, 0)
    return person


def issue(connection: Connection, id: str, person: str, cents: int, at: int) -> None:
    lines = Posting(books.ISSUED, -cents * UNITS), Posting(books.wallet(person), cents * UNITS)
    assert post(connection, Entry(id, "issue", at, lines, person=person, memo="to begin with"))


def buy_in(connection: Connection, person: str, cents: int, settings: TableSettings) -> None:
    """Chips at a table with these settings."""
    row = {"id": "t1", "game": "double_down_stud", "opened_by": "", "opened_at": 0, "rules": "{}", "name": ""}
    connection.execute(insert(game_table).values(row | {"settings": msgspec.json.encode(settings).decode()}))
    out_of = books.ISSUED if settings.practice else books.wallet(person)
    lines = Posting(out_of, -cents * UNITS), Posting(books.chips("t1", person), cents * UNITS)
    assert post(connection, Entry("t1/x", "buy in", 1, lines, table_id="t1", person=person))


def test_money_is_taken_once_by_somebody_with_too_little_left_and_the_audit_agrees(engine: Engine, ann: str) -> None:
    with writing(engine) as connection:
        assert free_chips.least_wager() == 500
        assert free_chips.may_take(connection, ann)
        assert free_chips.take(connection, ann, THOUSAND, LATER)
        assert not free_chips.take(connection, ann, THOUSAND, LATER)
        assert balance(connection, books.wallet(ann)) == (400 + THOUSAND) * UNITS
        (said,) = staff.acts(connection, staff.TAKE)
        assert said == {"person": ann, "key": "1", "cents": THOUSAND, "owned": 400 * UNITS, "least": 500}
    found = audit_house(engine)
    assert found.findings == []


def test_chips_count_but_not_those_for_practice(engine: Engine, ann: str) -> None:
    with writing(engine) as connection:
        issue(connection, "more", ann, 600, 1)
        buy_in(connection, ann, 700, TableSettings())
        assert balance(connection, books.wallet(ann)) == 300 * UNITS
        assert not free_chips.may_take(connection, ann)


def test_chips_for_practice_are_no_money(engine: Engine, ann: str) -> None:
    with writing(engine) as connection:
        buy_in(connection, ann, 700, TableSettings(practice=True))
        assert free_chips.may_take(connection, ann)


def test_what_a_table_says_counts_if_the_ledger_does_not_have_it_yet(engine: Engine, ann: str) -> None:
    with writing(engine) as connection:
        buy_in(connection, ann, 200, TableSettings())
        for units, enough in ((299 * UNITS, False), (300 * UNITS, True)):
            assert free_chips.may_take(connection, ann, {"t1": units}) is not enough
        assert not free_chips.take(connection, ann, THOUSAND, LATER, {"t1": 300 * UNITS})
        assert free_chips.owned(connection, ann, {"t1": 100 * UNITS}) == 400 * UNITS
        assert free_chips.take(connection, ann, THOUSAND, LATER, {"t1": 299 * UNITS})


def test_on_postgresql_no_other_money_moves_while_somebody_takes(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    with writing(engine) as connection:
        ann = people.guest(connection, 0).id
        issue(connection, f"{ann}/start", ann, 400, 0)

    def move_at_once(move: Callable[[Connection], object]) -> None:
        with writing(engine) as other:
            other.execute(text("SET LOCAL lock_timeout TO 1"))
            move(other)

    def must_wait(move: Callable[[Connection], object]) -> None:
        with pytest.raises(DatabaseError, match="is locked"):
            move_at_once(move)

    def owned(*given: Any) -> int:
        """Somebody takes at the same moment."""
        with monkeypatch.context() as patch:
            patch.setattr(free_chips, "owned", has)
            must_wait(lambda other: free_chips.take(other, ann, THOUSAND, LATER))
        return has(*given)

    def balance_later(*given: Any) -> int:
        """The chips have been counted, and then the wallet is emptied for more."""
        must_wait(lambda other: buy_in(other, ann, 1_004_00, TableSettings()))
        return balance(*given)

    has = free_chips.owned
    with monkeypatch.context() as patch, writing(engine) as connection:
        patch.setattr(free_chips, "owned", owned)
        assert free_chips.take(connection, ann, THOUSAND, LATER)
    monkeypatch.setattr(ledger, "balance", balance_later)
    with writing(engine) as connection:
        assert not free_chips.take(connection, ann, THOUSAND, LATER)
    engine.dispose()


def noted(person: str, *, cents: int = THOUSAND, by: str = staff.HOUSE) -> Callable[[Connection], object]:
    said = FreeChipsTaken(person=person, key="1", cents=cents, owned=0, least=500)
    return lambda connection: staff.record(connection, LATER, by, staff.TAKE, msgspec.to_builtins(said))


@pytest.mark.parametrize(
    ("rich_at", "cents", "by", "wrong"),
    [
        (1, THOUSAND, staff.HOUSE, "issues money to {}, who had 10000000 units left to play"),
        (LATER - UNDER_WAY_MS + 1, THOUSAND, staff.HOUSE, ""),
        (0, THOUSAND + 1, staff.HOUSE, "issues 1000000000 units, but no order of staff says so"),
        (0, THOUSAND, "mallory", "issues 1000000000 units, but no order of staff says so"),
    ],
)
def test_the_audit_names_money_that_the_rule_does_not_allow(
    engine: Engine, ann: str, rich_at: int, cents: int, by: str, wrong: str
) -> None:
    with writing(engine) as connection:
        if rich_at:
            staff.record(connection, 0, "ada", staff.FIRST_ADMINISTRATOR, {})
            issue(connection, f"issue/{ann}/k", ann, 600, rich_at)
            ordered = {"person": ann, "key": "k", "cents": 600, "coupons": 0}
            staff.record(connection, 1, "ada", staff.ISSUE, ordered)
            buy_in(connection, ann, 700, TableSettings())  # chips are counted too
        lines = Posting(books.ISSUED, -THOUSAND * UNITS), Posting(books.wallet(ann), THOUSAND * UNITS)
        entry = Entry(free_chips.entry_id(ann, "1"), "issue", LATER, lines, person=ann, memo=free_chips.MEMO)
        assert post(connection, entry)
        noted(ann, cents=cents, by=by)(connection)
    found = [one.sentence for one in audit_house(engine).findings if "issues" in one.sentence]
    assert found == ([f"the entry take/{ann}/1 {wrong.format(ann)}"] if wrong else [])
