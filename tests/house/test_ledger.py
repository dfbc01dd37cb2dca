"""The ledger in a database: what it accepts, what it says, and what it finds if something does not add up."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from io import StringIO
from itertools import count
from random import Random

import pytest
from sqlalchemy import Connection, create_engine, delete, insert, select, text, update

from long import first_of
from meters import meter_moves
from pitboss import Table
from pitboss.basics.money import UNITS
from pitboss.engine import registry
from pitboss.engine.auto.random_events import Floor
from pitboss.engine.round.round import Round
from pitboss.house.audit.money import check_balances
from pitboss.house.audit.tables import Audit, Counts
from pitboss.house.money import books, ledger, statements
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import Entry, LedgerError, ShortOfMoney, post
from pitboss.house.money.statements import as_csv, of_person, of_table
from pitboss.house.storage import schema

DOLLAR = 100 * UNITS


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def move(giver: str, taker: str, units: int) -> list[Posting]:
    return [Posting(giver, -units), Posting(taker, units)]


def issue(connection: Connection, person: str, units: int) -> None:
    assert post(connection, Entry(f"{person}/issue", "issue", 1, move("issued", f"wallet:{person}", units)))


def balances(connection: Connection) -> dict[str, int]:
    """The units in each account."""
    return dict(connection.execute(select(schema.account.c.name, schema.account.c.units)).all())


# --- what an entry must be


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (Entry("", "x", 0, move("house", "issued", 1)), "needs an id and a kind"),
        (Entry("e", "", 0, move("house", "issued", 1)), "needs an id and a kind"),
        (Entry("e", "x", 0, []), "entry e has no postings"),
        (Entry("e", "x", 0, [Posting("house", 1)]), "its money sums to 1 units"),
        (Entry("e", "x", 0, move("purse:ann", "house", 1)), "names 'purse:ann', which is not an account"),
        (Entry("e", "x", 0, move("house", "chips:t1:a:b", 1)), "which is not an account"),
        (Entry("e", "x", 0, [Posting("house", 0.5), Posting("issued", -0.5)]), "posts 0.5 to house"),  # type: ignore[arg-type]
        (Entry("e", "x", 0, [Posting("house", True), Posting("issued", -1)]), "posts True to house"),
        (Entry("e", "x", 0, move("house", "issued", 2**63)), "not a whole number of units"),
        (Entry("e", "x", 0, move("house", "coupon:ann", 5)), "its money sums to -5 units"),
        (Entry("e", "x", 0, [*move("house", "issued", 5), Posting("coupon:ann", 5)]), "its coupons sum to 5 units"),
    ],
)
def test_a_malformed_entry_is_refused_and_changes_nothing(connection: Connection, given: Entry, wrong: str) -> None:
    with pytest.raises(LedgerError, match=wrong):
        ledger.check(given)
    with pytest.raises(LedgerError, match=wrong):
        post(connection, given)
    assert balances(connection) == {}


def test_an_entry_is_posted_once(connection: Connection) -> None:
    given = Entry("ann/1", "issue", 1, move("issued", "wallet:ann", 500))
    assert post(connection, given)
    assert not post(connection, given)
    assert balances(connection) == {"issued": -500, "wallet:ann": 500}
    assert wrong_in(connection) == []


def test_nobody_but_the_house_goes_below_zero(connection: Connection) -> None:
    issue(connection, "ann", 5 * DOLLAR)
    connection.commit()
    with pytest.raises(ShortOfMoney, match=r"wallet:ann holds \$5, so entry ann/2 can't take \$5\.000001 from it"):
        post(connection, Entry("ann/2", "buy in", 2, move("wallet:ann", "chips:t1:ann", 5 * DOLLAR + 1)))
    connection.rollback()
    with pytest.raises(ShortOfMoney, match="wallet:bob holds"):
        post(connection, Entry("bob/1", "buy in", 2, move("wallet:bob", "chips:t1:bob", 1)))
    connection.rollback()
    assert balances(connection) == {"issued": -5 * DOLLAR, "wallet:ann": 5 * DOLLAR}
    assert post(connection, Entry("ann/2", "buy in", 2, move("wallet:ann", "chips:t1:ann", 5 * DOLLAR)))
    assert post(connection, Entry("t1/1", "fill", 2, move("house", "inventory:t1", DOLLAR)))
    assert (ledger.balance(connection, "wallet:ann"), ledger.balance(connection, "house")) == (0, -DOLLAR)
    assert wrong_in(connection) == []


def test_what_an_entry_gives_back_to_an_account_counts(connection: Connection) -> None:
    issue(connection, "ann", 5)
    lines = [*move("wallet:ann", "house", 9), *move("house", "wallet:ann", 6)]
    assert post(connection, Entry("ann/2", "both ways", 2, lines))
    assert ledger.balance(connection, "wallet:ann") == 2


# --- balances


def test_an_account_without_a_row_holds_nothing(connection: Connection) -> None:
    assert ledger.balance(connection, "wallet:nobody") == 0


# --- statements


def test_a_statement_has_the_lines_of_one_person_with_a_running_balance(connection: Connection) -> None:
    for person in ("ann", "joann", "Ann"):
        issue(connection, person, 1000)
        chips = f"chips:t1:{person}"
        post(connection, Entry(f"{person}/2", "buy in", 5, move(f"wallet:{person}", chips, 600), "t1"))
    post(connection, Entry("t1/9", "act", 7, move("chips:t1:ann", "layout:t1", 200), "t1", 9))
    post(connection, Entry("t1/10", "act", 7, move("layout:t1", "chips:t1:ann", 200), "t1", 10))
    post(connection, Entry("t1/8", "act", 7, move("chips:t1:ann", "layout:t1", 600), "t1", 8, memo="back"))
    told = [(one.entry, one.account, one.units, one.balance) for one in statements.lines(connection, of_person("ann"))]
    assert told == [
        ("ann/issue", "wallet:ann", 1000, 1000),
        ("ann/2", "wallet:ann", -600, 400),
        ("ann/2", "chips:t1:ann", 600, 600),
        ("t1/8", "chips:t1:ann", -600, 0),
        ("t1/9", "chips:t1:ann", -200, -200),
        ("t1/10", "chips:t1:ann", 200, 0),
    ]
    assert list(statements.lines(connection, of_person("nobody"))) == []


def test_the_statement_of_a_table_lists_a_fill_before_the_act_that_needs_it(connection: Connection) -> None:
    win = [Posting("layout:t1", -5), Posting("inventory:t1", -10), Posting("chips:t1:ann", 15)]
    issue(connection, "ann", 5)
    post(connection, Entry("t1/1", "act", 2, move("wallet:ann", "layout:t1", 5), "t1", 1))
    post(connection, Entry("t1/2/fill", ledger.FILL, 3, move("house", "inventory:t1", 12), "t1", 2))
    post(connection, Entry("t1/2", "act", 3, win, "t1", 2))
    post(connection, Entry("t2/1", "fill", 1, move("house", "inventory:t2", 12), "t2", 1))
    told = [(one.entry, one.account, one.units, one.balance) for one in statements.lines(connection, of_table("t1"))]
    assert told == [
        ("t1/1", "layout:t1", 5, 5),
        ("t1/2/fill", "inventory:t1", 12, 12),
        ("t1/2", "layout:t1", -5, 0),
        ("t1/2", "inventory:t1", -10, 2),
    ]


def test_a_statement_as_csv_is_exact_and_no_spreadsheet_runs_it(connection: Connection) -> None:
    issue(connection, "ann", 1234 * DOLLAR + 3_375)
    post(connection, Entry("ann/2", "gift", 1_700_000_000_123, move("wallet:ann", "house", 500), memo='=1+1, "x"'))
    rows = list(csv.reader(StringIO(as_csv(statements.lines(connection, of_person("ann"))).decode())))
    assert rows == [
        ["time", "entry", "kind", "table", "act", "account", "amount", "balance", "memo"],
        ["1970-01-01T00:00:00.001Z", "ann/issue", "issue", "", "", "wallet:ann", "1234.003375", "1234.003375", ""],
        ["2023-11-14T22:13:20.123Z", "ann/2", "gift", "", "", "wallet:ann", "-0.0005", "1234.002875", '\'=1+1, "x"'],
    ]


@pytest.mark.parametrize(
    ("units", "text"),
    [
        *((0, "0.00"), (1, "0.000001"), (-1, "-0.000001"), (100, "0.0001"), (UNITS, "0.01"), (10 * UNITS, "0.10")),
        *((DOLLAR, "1.00"), (DOLLAR + 500_000, "1.50"), (-150 * UNITS, "-1.50"), (10**6 * DOLLAR, "1000000.00")),
    ],
)
def test_dollars_are_exact(units: int, text: str) -> None:
    assert ledger.in_dollars(units) == text
    assert Decimal(text) * DOLLAR == units


# --- what does not add up


def wrong_in(connection: Connection) -> list[str]:
    """What the audit finds in the ledger."""
    audit = Audit([], Counts(), [])
    check_balances(connection, audit)
    return [one.sentence for one in audit.findings]


def test_an_entry_that_does_not_balance_is_found(connection: Connection) -> None:
    issue(connection, "ann", 100)
    post(connection, Entry("c/1", "coupon", 1, move("coupon:issued", "coupon:ann", 100)))
    connection.execute(insert(schema.posting).values(entry="c/1", line=3, account="house", units=5))
    connection.execute(insert(schema.posting).values(entry="c/1", line=4, account="coupon:taken", units=-5))
    assert sorted(wrong_in(connection)[:2]) == [
        "the postings of the entry c/1 sum to -5 units, not to 0",
        "the postings of the entry c/1 sum to 5 units, not to 0",
    ]


def test_a_balance_that_is_not_the_sum_of_its_postings_is_found(connection: Connection) -> None:
    issue(connection, "ann", 100)
    issue(connection, "bob", 100)
    name = schema.account.c.name
    connection.execute(update(schema.account).where(name == "wallet:ann").values(units=99))
    connection.execute(delete(schema.account).where(name == "wallet:bob"))
    connection.execute(insert(schema.account).values(name="wallet:cho", units=3))
    connection.execute(insert(schema.account).values(name="wallet:dee", units=0))
    assert wrong_in(connection) == [
        "wallet:ann holds 99 units, but its postings sum to 100",
        "wallet:bob holds 0 units, but its postings sum to 100",
        "wallet:cho holds 3 units, but its postings sum to 0",
        "the trial balance of money is -98 units, not 0",
    ]


def test_the_trial_balance_sums_money_and_coupons_apart(connection: Connection) -> None:
    issue(connection, "ann", 7)
    issue(connection, "bob", 5)
    post(connection, Entry("c", "coupon", 1, move("coupon:issued", "coupon:ann", 300)))
    assert wrong_in(connection) == []
    connection.execute(update(schema.account).where(schema.account.c.name == "wallet:ann").values(units=8))
    connection.execute(update(schema.account).where(schema.account.c.name == "coupon:ann").values(units=290))
    found = wrong_in(connection)
    assert "the trial balance of money is 1 units, not 0" in found
    assert "the trial balance of coupons is -10 units, not 0" in found


def test_an_account_below_zero_is_found(connection: Connection) -> None:
    connection.execute(text("PRAGMA ignore_check_constraints = ON"))
    for name in ("wallet:ann", "house", "house:t1", "issued", "coupon:issued", "coupon:taken"):
        connection.execute(insert(schema.account).values(name=name, units=-1))
    assert [one for one in wrong_in(connection) if "below zero" in one] == [
        "coupon:taken is below zero: it holds -1 units",
        "wallet:ann is below zero: it holds -1 units",
    ]


def test_lost_postings_are_found(connection: Connection) -> None:
    connection.execute(insert(schema.account).values(name="purse:ann", units=2))
    connection.execute(insert(schema.posting).values(entry="gone", line=1, account="purse:ann", units=2))
    assert wrong_in(connection)[:2] == [
        "the postings of the entry gone sum to 2 units, not to 0",
        "the postings of gone have no entry",
    ]


# --- rounds of every game


class Keeper:
    """Keeps the ledger of a table whose players try everything, with fills, meters and coupons."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self.connection, self.table, self.id = connection, table, table.id
        self.seq = count(1)
        self.known = set[str]()
        self.fills = 0
        for terms in table.terms.values():
            self.post("seed", move("house", f"meter:{terms.name}", terms.seed * UNITS))

    def post(self, kind: str, lines: list[Posting]) -> None:
        if lines:
            seq = next(self.seq)
            assert post(self.connection, Entry(f"{self.id}/{seq}", kind, seq, lines, self.id, seq))

    def seat(self, player: str) -> None:
        if player not in self.known:
            self.known.add(player)
            self.post("issue", move("issued", books.wallet(player), 500_000 * DOLLAR))
            self.post("buy in", move(books.wallet(player), books.chips(self.id, player), 500_000 * DOLLAR))
            self.post("coupon", move("coupon:issued", books.coupons_at(self.id, player), 500_000 * DOLLAR))

    def keep(self, round: Round) -> None:
        for _, player in round.seats:
            self.seat(player)
        for record in round.records:
            self.post("meter", meter_moves(self.id, record))
            lines = books.postings(self.id, [record])
            fill = books.fill_needed(self.id, ledger.balance(self.connection, books.inventory(self.id)), lines)
            if fill:
                self.fills += 1
                self.post(ledger.FILL, move("house", books.inventory(self.id), fill))
            self.post("act", lines + books.coupon_postings(self.id, [record]))
        left = ledger.balance(self.connection, books.inventory(self.id))
        self.post("credit", move(books.inventory(self.id), "house", left) if left else [])


@pytest.mark.parametrize("name", first_of(registry.games(), 2))
def test_the_ledger_of_random_rounds_adds_up(connection: Connection, name: str) -> None:
    rules = {"five_card": True} if name == "caribbean_stud" else {}
    table = Table(name, rules, seed=1, id="t1")
    for player in ("Ann", "Bob", "Cho"):
        table.sit(player)
    keeper, floor = Keeper(connection, table), Floor(table, Random(1), irregularities=0.05)
    for _ in range(25):
        keeper.keep(floor.play())
        assert wrong_in(connection) == []
        assert ledger.balance(connection, "layout:t1") == ledger.balance(connection, "jackpot:t1") == 0
    assert keeper.fills
    for terms in table.terms.values():
        assert ledger.balance(connection, f"meter:{terms.name}") == table.meters[terms.name].units
    lines = list(statements.lines(connection, of_table("t1")))
    assert all(line.balance >= 0 for line in lines)
    for player in keeper.known:
        lines += statements.lines(connection, of_person(player))
    held, last = balances(connection), {line.account: line.balance for line in lines}
    assert last == {account: held[account] for account in last}
    sums = Counter[str]()
    for row in csv.DictReader(StringIO(as_csv(lines).decode())):
        sums[row["account"]] += int(Decimal(row["amount"]) * DOLLAR)
    assert sums == last
