"""The calls of staff and of people with passwords, by both clients at a real house."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from fake_house import made
from pitboss.client import Refused
from served import Server, served

PASSWORD, NEW = "a long password", "another long password"
NUMBERS = count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("staff"), "--pace", "0", "--no-limits") as running:
        first = made("sync", running.url)
        first.register("the-boss", PASSWORD)
        assert "administrator" in first.become_administrator(running.token).roles
        first.close()
        yield running


@pytest.fixture(params=["sync", "async"])
def boss(request: pytest.FixtureRequest, server: Server) -> Iterator[Any]:
    """The administrator, who is a supervisor too."""
    client = made(str(request.param), server.url)
    me = client.login("the-boss", PASSWORD)
    assert set(client.change_roles(me.id, grant=["supervisor"]).roles) >= {"administrator", "supervisor"}
    yield client
    client.close()


@pytest.fixture
def ann(boss: Any, server: Server) -> Iterator[Any]:
    """A registered player. ``account`` is what the house knows of them."""
    client = made("sync", server.url)
    client.account = client.register(f"ann-{next(NUMBERS)}", PASSWORD)
    yield client
    client.close()


def code_of(call: Any, *given: Any, **named: Any) -> str:
    with pytest.raises(Refused) as caught:
        call(*given, **named)
    return caught.value.code


def test_people_are_found_and_one_is_seen(boss: Any, ann: Any) -> None:
    (found,) = boss.people(ann.account.login).people
    assert (found.id, found.login, found.disabled_at) == (ann.account.id, ann.account.login, None)
    assert [one.login for one in boss.people(role="administrator").people] == ["the-boss"]
    page = boss.people(most=1)
    assert page.next == page.people[0].id
    assert boss.people(most=1, after=page.next).people[0].id != page.next
    seen = boss.person(ann.account.id)
    assert (seen.person, seen.wallet, seen.chips, seen.sessions) == (found, 10_000_00, 0, 1)
    assert code_of(boss.person, "nobody") == "unknown-person"
    assert code_of(ann.people) == "forbidden"


def test_accounts_are_disabled_enabled_and_signed_out(boss: Any, ann: Any) -> None:
    id = ann.account.id
    assert boss.disable(id).disabled_at is not None
    assert code_of(ann.me) == "signed-out"
    assert code_of(ann.login, ann.account.login, PASSWORD) == "disabled"
    assert boss.enable(id).disabled_at is None
    ann.login(ann.account.login, PASSWORD)
    boss.sign_out(id)
    assert code_of(ann.me) == "signed-out"
    assert code_of(boss.disable, boss.me().person.id) == "last-administrator"


def test_passwords_are_changed_and_reset(boss: Any, ann: Any) -> None:
    login = ann.account.login
    assert code_of(ann.change_password, NEW, PASSWORD) == "old-password"
    ann.change_password(PASSWORD, NEW)
    assert ann.me().person.login == login
    code = boss.reset_password(ann.account.id)
    assert code.expires_at > 0
    assert code_of(ann.login, login, NEW) == "wrong-password"
    assert ann.use_code(login, code.code, PASSWORD).id == ann.account.id
    assert ann.me().person.login == login
    assert code_of(ann.use_code, login, code.code, PASSWORD) == "wrong-password"


def test_money_is_issued_once_for_a_key(boss: Any, ann: Any) -> None:
    for _ in range(2):
        boss.issue(ann.account.id, 5_00, 7_00, key="gift")
        boss.issue(ann.account.id, 1_00)
    me = ann.me()
    assert (me.wallet, me.coupons) == (10_007_00, 7_00)
    assert {one.kind for one in boss.statement_of(ann.account.id).lines} == {"issue"}
    page = boss.statement_of(ann.account.id, most=2)
    assert [len(page.lines), page == ann.statement(most=2)] == [2, True]
    assert ann.statement(after=page.next) == boss.statement_of(ann.account.id, after=page.next)
    assert page.lines + ann.statement(after=page.next).lines == ann.statement().lines


def test_the_journal_of_staff_comes_page_by_page(boss: Any) -> None:
    whole = boss.journal()
    assert whole.next == 0
    first = boss.journal(most=1)
    assert (first.acts, first.next) == (whole.acts[:1], 1)
    assert boss.journal(after=first.next, most=2).acts == whole.acts[1:3]
    assert boss.journal(after=whole.acts[-1].number).acts == ()


def test_a_table_inventory_is_filled_credited_and_counted(boss: Any) -> None:
    table = boss.open_table("double_down_stud", private=False, pace=0)
    for _ in range(2):
        boss.fill(table.id, 500_00, key="first")
    assert boss.count(table.id, 499_00, "opening").booked == 500_00
    boss.credit(table.id, 200_00)
    counted = boss.count(table.id, 300_00)
    assert (counted.counted, counted.booked) == (300_00, 300_00)
    sheet = boss.inventory(table.id)
    assert (sheet.booked, sheet.closed_at) == (300_00, None)
    assert [(one.kind, one.cents) for one in sheet.moves] == [("fill", 500_00), ("credit", 200_00)]
    assert [(one.kind, one.counted, one.booked) for one in sheet.counts] == [
        ("opening", 499_00, 500_00),
        ("", 300_00, 300_00),
    ]
    first = boss.table_statement(table.id, most=1)
    second = boss.table_statement(table.id, most=1, after=first.next)
    assert [one.units for one in (*first.lines, *second.lines)] == [500_00 * 10_000, -200_00 * 10_000]
    assert second.next == ""
    assert code_of(boss.table_statement, "no-such-table") == "unknown"
    boss.close_table(table.id)


@pytest.mark.parametrize("practice", [True, False])
def test_the_lobby_says_whether_a_table_is_for_practice(boss: Any, practice: bool) -> None:
    seed = 7 if practice else None
    table = boss.open_table("double_down_stud", practice=practice, seed=seed, pace=0)
    assert table.practice is practice
    assert [one.practice for one in boss.tables() if one.id == table.id] == [practice]
    boss.close_table(table.id)


def test_the_hold_of_a_table_is_its_win_divided_by_what_was_bought_in(boss: Any) -> None:
    table = boss.open_table("double_down_stud", private=False, pace=0)
    boss.watch(table.id)
    boss.sit(table.id)
    boss.buy_in(table.id, 300_00)
    found = boss.hold().tables[table.id]
    assert (found.purchases, found.hold, found.handle, found.win_of_handle) == (300_00, 0.0, 0, None)
    boss.leave(table.id)


def test_a_dealer_comes_to_a_table_and_goes(boss: Any, ann: Any) -> None:
    table = boss.open_table("double_down_stud", private=False, pace=0)
    assert code_of(ann.deal_at, table.id) == "forbidden"
    boss.change_roles(ann.account.id, grant=["dealer"])
    ann.deal_at(table.id)
    assert boss.table(table.id).dealer == ann.account.id
    boss.stop_dealing(table.id)  # a supervisor sends the dealer away
    assert boss.table(table.id).dealer == ""
    boss.close_table(table.id)


def test_rules_change_and_what_a_person_validates(boss: Any) -> None:
    table = boss.open_table("double_down_stud", private=False, pace=0)
    boss.change_rules(table.id, {"table_minimum": 10_00})
    assert boss.table(table.id).rules["table_minimum"] == 10_00
    for cents in (500_00, None):
        boss.validate_above(table.id, cents)
    assert code_of(boss.restart_table, table.id) == "conflict"  # it has not stopped
    journal = [(one.what, one.body) for one in boss.journal().acts if one.body.get("table") == table.id]
    assert journal == [
        ("open table", {"table": table.id, "game": "double_down_stud"}),
        ("change rules", {"table": table.id, "rules": {"table_minimum": 10_00}}),
        ("staffing", {"table": table.id, "validate_above": 500_00}),
        ("staffing", {"table": table.id, "validate_above": None}),
    ]
    boss.close_table(table.id)


def test_money_goes_into_a_game_account_and_out_once_for_a_key(boss: Any) -> None:
    before = boss.me()
    for _ in range(2):
        boss.pay_into_game_account(50_00, key=f"in-{before.game_account}-{before.wallet}")
    boss.cash_out_game_account(20_00)
    after = boss.me()
    assert after.game_account - before.game_account == before.wallet - after.wallet == 30_00
    assert code_of(boss.cash_out_game_account, 10**9) == "conflict"


def test_the_key_of_the_house_is_known(boss: Any, server: Server) -> None:
    assert boss.house_key() == server.http.get("/api/key").json()["key"] != ""
