"""Accounts, roles and staff over a real server."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pitboss.protocol import messages as msg
from served import Client, Server, served

PASSWORD = "a long password"


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Client]]:
    """A server of its own, with an administrator who is also supervisor and dealer."""
    with served(tmp_path_factory.mktemp("staffed"), "--pace", "0") as server:
        boss = registered(server, "the-boss")
        assert boss.post("/api/administrator", {"token": server.token}).json()["person"]["roles"] == [
            "player",
            "administrator",
        ]
        assert boss.post("/api/administrator", {"token": server.token}).status_code == 403
        yield server, boss
        boss.close()


def registered(server: Server, login: str) -> Client:
    answer = server.http.post("/api/register", json={"login": login, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return server.client(answer.json()["token"])


def test_a_guest_who_registers_keeps_money_and_seat(staffed: tuple[Server, Client]) -> None:
    server, _ = staffed
    ann = server.guest("Ann")
    table = server.table("boston_5_stud", ann)
    ann.must(msg.Sit, table)
    ann.must(msg.BuyIn, table, cents=100_00)
    assert ann.register("Ann.Lee", PASSWORD) == {
        "id": ann.person,
        "name": "Ann",
        "login": "ann.lee",
        "roles": ["player"],
    }
    again = server.http.post("/api/login", json={"login": "ann.lee", "password": PASSWORD}).json()
    me = server.client(again["token"]).get("/api/me").json()
    assert (me["person"]["id"], me["wallet"]) == (ann.person, 9_900_00)
    assert [(one["table"], one["chips"]) for one in me["tables"]] == [(table, 100_00)]
    assert server.http.post("/api/login", json={"login": "ann.lee", "password": "wrong words"}).status_code == 401
    assert ann.post("/api/register", {"login": "ann.lee", "password": PASSWORD}).status_code == 409
    ann.close()


def test_the_session_of_a_guest_ends_when_they_register(staffed: tuple[Server, Client]) -> None:
    server, _ = staffed
    ann = server.guest("Ann")
    thief = server.client(ann.token)
    ann.register("ann.new", PASSWORD)
    assert ann.get("/api/me").json()["person"]["login"] == "ann.new"
    assert thief.get("/api/me").status_code == 401
    assert thief.expect_close() == 4401
    ann.close()


def test_a_guest_who_registers_stays_connected_with_a_new_hello(staffed: tuple[Server, Client]) -> None:
    server, _ = staffed
    ann, other = server.guest("Ann"), server.guest("Other")
    old = server.client(ann.token)
    token = ann.post("/api/register", {"login": "ann.stays", "password": PASSWORD}).json()["token"]
    ann.send(msg.Hello(version=msg.VERSION, token=other.token))
    refused = ann.until(lambda one: isinstance(one, msg.Refused))
    assert refused.why == "a later hello must have a session of the same person"
    ann.send(msg.Hello(version=msg.VERSION, token=token))
    assert old.expect_close() == 4401
    ann.send(msg.Ping(number=3))
    assert ann.until(lambda one: isinstance(one, msg.Pong)).number == 3
    for one in (ann, other):
        one.close()


def test_an_administrator_issues_money_once_for_a_key_and_it_is_on_the_statement(
    staffed: tuple[Server, Client],
) -> None:
    server, boss = staffed
    ann = server.guest("Ann")
    for _ in range(2):
        given = {"cents": 500_00, "coupons": 25_00, "key": "gift"}
        assert boss.post(f"/api/people/{ann.person}/issue", given).status_code == 200
    me = ann.get("/api/me").json()
    assert (me["wallet"], me["coupons"]) == (10_500_00, 25_00)
    lines = ann.get("/api/statement").json()["lines"]
    assert [one["units"] for one in lines if one["account"].startswith("wallet:")] == [
        10_000_00 * 10_000,
        500_00 * 10_000,
    ]
    assert ann.get("/api/statement.csv").text.startswith("time,entry,kind")
    other = boss.post(f"/api/people/{ann.person}/issue", {"cents": 500_00, "key": "gift"})
    assert (other.status_code, other.json()["why"]) == (409, "this key was used for another issue")
    assert boss.post(f"/api/people/{ann.person}/issue", {"cents": 1, "key": "\0"}).status_code == 422
    acts = [one["body"] for one in boss.get("/api/staff").json()["acts"] if one["what"] == "issue"]
    assert acts == [{"person": ann.person, "cents": 500_00, "coupons": 25_00, "key": "gift"}]
    assert boss.post("/api/people/nobody/issue", {"cents": 1}).status_code == 404
    assert [one["what"] for one in boss.get("/api/staff").json()["acts"]][:2] == ["signing key", "first administrator"]
    ann.close()


def test_a_role_is_effective_at_once_in_an_open_connection(staffed: tuple[Server, Client]) -> None:
    server, boss = staffed
    dora = registered(server, "dora-the-dealer")
    table = boss.post("/api/tables", {"game": "double_down_stud", "pace": 0, "private": False}).json()["id"]
    assert dora.post(f"/api/tables/{table}/dealer").status_code == 403
    given = boss.post(f"/api/people/{dora.person}/roles", {"grant": ["dealer"]}).json()
    assert given["person"]["roles"] == ["player", "dealer"]
    assert dora.post(f"/api/tables/{table}/dealer").status_code == 200
    assert boss.post(f"/api/people/{dora.person}/roles", {"grant": ["king"]}).status_code == 422

    assert boss.post(f"/api/people/{boss.person}/roles", {"grant": ["dealer"]}).status_code == 200
    assert boss.post(f"/api/tables/{table}/dealer").status_code == 409

    ann = server.guest("Ann")
    dora.send(msg.Watch(table=table))
    ann.sit_down(table)
    while ann.turn is None or not ann.turn.offers:
        ann.next()
    turn = ann.turn
    early = dora.command(msg.Play, table, by="dealer", do="no more bets", round=turn.round, turn=turn.turn)
    assert early.code == "illegal"  # nobody has wagered
    wager = {"do": "wager", "wager": "original", "amount": 500}
    ann.must(msg.Play, table, round=turn.round, turn=turn.turn, **wager)
    offered = dora.until(
        lambda one: (
            isinstance(one, msg.Turn)
            and any(o.do == "no more bets" and not o.why_not for _, some in one.offers for o in some)
        )
    )
    stranger = boss.command(msg.Play, table, by="dealer", do="no more bets", round=turn.round, turn=turn.turn)
    assert (stranger.code, stranger.why) == ("role", "you do not deal at this table")
    dora.must(msg.Play, table, by="dealer", do="no more bets", round=offered.round, turn=offered.turn)
    deal = ann.until(lambda one: isinstance(one, msg.Turn) and one.turn != turn.turn)
    assert (deal.round, deal.about, deal.offers, deal.deal) == (turn.round, "the deal", (), None)
    assert ann.get(f"/api/tables/{table}").json()["dealer"] == dora.person
    assert dora.delete(f"/api/tables/{table}/dealer").status_code == 200
    assert ann.get(f"/api/tables/{table}").json()["dealer"] == ""
    dealt = ann.until(lambda one: isinstance(one, msg.Turn) and bool(one.offers))  # the automatic dealer deals the rest
    assert (dealt.round, dealt.turn) == (turn.round, deal.turn)
    for one in (ann, dora):
        one.close()


def test_nobody_reports_at_a_table_where_they_play_or_do_not_deal(staffed: tuple[Server, Client]) -> None:
    """Otherwise they could make a round void after they have seen their cards."""
    server, boss = staffed
    sue = registered(server, "sue-who-plays")
    boss.post(f"/api/people/{sue.person}/roles", {"grant": ["supervisor", "dealer"]})
    table = sue.post("/api/tables", {"game": "caribbean_stud", "pace": 0}).json()["id"]
    sue.sit_down(table)
    while sue.turn is None or not sue.turn.offers:
        sue.next()
    report = {"do": "report", "what": "exposed hole card", "amount": 1, "round": sue.turn.round, "turn": sue.turn.turn}
    for by in ("supervisor", "dealer"):
        answer = sue.command(msg.Play, table, by=by, **report)
        assert (answer.code, answer.why) == ("role", f"you play at this table, so you can't act as its {by}")
    boss.post(f"/api/people/{boss.person}/roles", {"grant": ["dealer"]})
    answer = boss.command(msg.Play, table, by="dealer", **report)
    assert (answer.code, answer.why) == ("role", "you do not deal at this table")
    sue.close()


def test_players_hear_who_deals_when_a_dealer_comes_and_goes(staffed: tuple[Server, Client]) -> None:
    server, boss = staffed
    dan, ann = registered(server, "dan-the-dealer"), server.guest("Ann")
    assert boss.post(f"/api/people/{dan.person}/roles", {"grant": ["dealer"]}).status_code == 200
    alone = ann.post("/api/tables", {"game": "double_down_stud", "pace": 0}).json()["id"]
    unasked = dan.post(f"/api/tables/{alone}/dealer")
    why = "this table is private, and who opened it did not ask for a dealer"
    assert (unasked.status_code, unasked.json()["why"]) == (403, why)
    table = ann.post("/api/tables", {"game": "double_down_stud", "pace": 0, "asks_dealer": True}).json()["id"]
    assert {alone, table} & {one["id"] for one in dan.get("/api/tables").json()} == {table}
    ann.send(msg.Watch(table=table))
    name = dan.get("/api/me").json()["person"]["name"]

    def assigned() -> dict[str, object]:
        told = ann.until(lambda one: isinstance(one, msg.Update) and one.act.get("type") == "dealerassigned")
        return dict(told.act)

    ann.until(lambda one: isinstance(one, msg.Turn))
    came = {"type": "dealerassigned", "dealer": dan.person, "name": name, "words": f"{name} is the dealer now."}
    left = {"dealer": "", "words": f"{name} deals no more; the automatic dealer goes on."}
    for playing in (False, True):
        if playing:
            ann.sit_down(table)
            ann.until(lambda one: isinstance(one, msg.Turn) and bool(one.offers))
        for _ in range(2):  # the second time nothing changes
            assert dan.post(f"/api/tables/{table}/dealer").status_code == 200
        assert assigned() == came
        shown = next(one for one in ann.get("/api/tables").json() if one["id"] == table)
        assert (shown["dealer"], shown["dealer_name"], shown["playing"]) == (dan.person, name, playing)
        assert dan.delete(f"/api/tables/{table}/dealer").status_code == 200
        assert assigned() == {"type": "dealerassigned"} | left
        assert ann.get(f"/api/tables/{table}").json()["dealer_name"] == ""
    for one in (ann, dan):
        one.close()


def test_rules_change_between_rounds_and_are_announced(staffed: tuple[Server, Client]) -> None:
    server, boss = staffed
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "double_down_stud", "pace": 0}).json()["id"]
    ann.sit_down(table)
    rules = {"rules": {"table_minimum": 10_00}}
    assert ann.post(f"/api/tables/{table}/rules", rules).status_code == 403
    assert boss.post(f"/api/tables/{table}/rules", {"rules": {"table_minimum": 0}}).status_code == 422
    assert boss.post(f"/api/tables/{table}/rules", rules).status_code == 200
    said = ann.until(lambda one: isinstance(one, msg.Update) and one.act.get("type") == "rulesordered")
    assert said.act["words"] == "Before the next round the rules change: table minimum from $5 to $10."
    change = {"option": "table_minimum", "line": "", "before": 5_00, "after": 10_00}
    shown = ann.get(f"/api/tables/{table}").json()
    assert (shown["minimum"], shown["changes"]) == (5_00, [change])
    ann.play_round(table, Random(10))
    shown = ann.get(f"/api/tables/{table}").json()
    assert (shown["minimum"], shown["changes"]) == (10_00, [])
    (changed,) = [one for one in ann.updates(table) if one.act.get("type") == "ruleschanged"]
    assert changed.seq > said.seq
    turn = ann.until(lambda one: isinstance(one, msg.Turn) and bool(one.offers)) if ann.turn is None else ann.turn
    assert turn.offers[0][1][0].least == 10_00
    ann.close()


def test_rules_that_do_not_fit_are_refused_at_once_and_leave_no_trace(staffed: tuple[Server, Client]) -> None:
    server, boss = staffed
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "double_down_stud", "pace": 0}).json()["id"]
    ann.must(msg.Sit, table, seat=6)
    journal = len(boss.get("/api/staff").json()["acts"])
    refused = boss.post(f"/api/tables/{table}/rules", {"rules": {"positions": 5}})
    why = "Ann sits at seat 6, but these rules have 5 seats"
    assert (refused.status_code, refused.json()) == (409, {"code": "conflict", "why": why})
    assert len(boss.get("/api/staff").json()["acts"]) == journal
    assert ann.get(f"/api/tables/{table}").json()["changes"] == []
    ann.close()


def test_money_goes_into_a_game_account_and_out_again(staffed: tuple[Server, Client]) -> None:
    server, _ = staffed
    ann = server.guest("Ann")
    for _ in range(2):
        assert ann.post("/api/game-account", {"cents": 50_00, "key": "in"}).status_code == 200
    assert ann.post("/api/game-account/cash-out", {"cents": 60_00, "key": "much"}).status_code == 409
    assert ann.post("/api/game-account/cash-out", {"cents": 20_00, "key": "out"}).status_code == 200
    me = ann.get("/api/me").json()
    assert (me["wallet"], me["game_account"]) == (9_970_00, 30_00)
    ann.close()


def test_an_administrator_ends_the_sessions_of_a_person(staffed: tuple[Server, Client]) -> None:
    server, boss = staffed
    ann = server.guest("Ann")
    assert boss.post(f"/api/people/{ann.person}/sign-out").status_code == 200
    assert ann.expect_close() == 4401


def test_statements_of_tables_need_a_role(staffed: tuple[Server, Client]) -> None:
    server, boss = staffed
    ann = server.guest("Ann")
    table = server.table("double_down_stud", ann)
    assert ann.get(f"/api/tables/{table}/statement").status_code == 403
    assert boss.get(f"/api/tables/{table}/statement").json() == {"lines": [], "next": ""}
    ann.close()
