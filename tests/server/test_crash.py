"""The process is killed or stopped in mid-round: after a restart the round goes on, and no cent is lost."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

import patient
from long import first_of
from pitboss.engine.registry import games
from pitboss.house.audit.money import check_balances
from pitboss.house.audit.tables import Audit, Counts
from pitboss.house.storage import schema
from pitboss.house.storage.database import open_database, reading
from pitboss.protocol import messages as msg
from served import Client, served


def wager(client: Client, table: str) -> msg.Turn:
    """Place the least wager, and say ready. Returns the decision that the round then asks for."""
    while client.turn is None or not client.turn.offers:
        client.next()
    turn = client.turn
    offer = next(one for one in turn.offers[0][1] if one.do == "wager" and not one.why_not)
    play = {"do": "wager", "wager": offer.wager, "amount": offer.least}
    client.must(msg.Play, table, key="the-wager", round=turn.round, turn=turn.turn, **play)
    client.must(msg.Ready, table, round=turn.round)
    decision: msg.Turn = client.until(
        lambda one: isinstance(one, msg.Turn) and bool(one.offers) and one.turn != turn.turn
    )
    return decision


@pytest.mark.parametrize("clean", first_of([False, True]), ids=["killed", "stopped"])
def test_a_round_goes_on_after_a_restart(tmp_path: Path, clean: bool) -> None:
    with served(tmp_path, program=[patient.__file__]) as server:
        ann = server.guest("Ann")
        table = server.table("caribbean_stud", ann)
        ann.sit_down(table)
        asked = wager(ann, table)
        before, seen = ann.updates(table), ann.updates(table)[-1].seq
        if clean:
            assert server.stop() == 0
            assert json.loads(server.log.read_text().splitlines()[-1])["event"] == "the house is closed"
        else:
            server.kill()
        server.start()

        again = server.client(ann.token)
        assert len(again.get("/api/tables").json()) == len(games())
        again.send(msg.Watch(table=table, after=seen - 2))
        turn = again.until(lambda one: isinstance(one, msg.Turn) and bool(one.offers))
        assert again.updates(table) == before[-2:]
        assert (turn.round, turn.turn, turn.about, turn.offers) == (asked.round, asked.turn, asked.about, asked.offers)
        ante = {"do": "wager", "wager": "ante", "amount": 5_00}
        repeated = again.command(msg.Play, table, key="the-wager", round=turn.round, turn=2, **ante)
        assert isinstance(repeated, msg.Done)
        assert repeated.seq in [one.seq for one in before]
        assert again.play_round(table, Random(6)) >= asked.round
        again.must(msg.Leave, table)
        again.close()
        assert server.stop(signal.SIGINT) == 0
    check_books(tmp_path)


def check_books(folder: Path) -> None:
    """The ledger adds up."""
    engine = open_database(f"sqlite:///{folder}/house.db")
    with reading(engine) as connection:
        assert connection.execute(select(func.sum(schema.account.c.units))).scalar() == 0
        audit = Audit([], Counts(), [])
        check_balances(connection, audit)
    engine.dispose()
    assert audit.findings == []


@pytest.mark.parametrize("order", first_of(["rules", "close"]))
def test_an_order_of_staff_is_carried_out_after_a_kill(tmp_path: Path, order: str) -> None:
    with served(tmp_path, program=[patient.__file__]) as server:
        ann, boss = server.guest("Ann"), server.guest("Boss")
        boss.register("boss")
        assert boss.post("/api/administrator", {"token": server.token}).status_code == 200
        table = server.table("double_down_stud", ann)
        ann.sit_down(table)
        wager(ann, table)
        body, told, done, state = {
            "rules": ({"rules": {"table_minimum": 10_00}}, "rulesordered", "ruleschanged", "open"),
            "close": ({}, "tableclosing", "tableclosed", "closing"),
        }[order]
        assert boss.post(f"/api/tables/{table}/{order}", body).status_code == 200
        ann.until(lambda one: isinstance(one, msg.Update) and one.act.get("type") == told)
        server.kill()
        server.start()

        again = server.client(boss.token)
        shown = again.get(f"/api/tables/{table}").json()
        assert (shown["state"], bool(shown["changes"]), shown["minimum"]) == (state, order == "rules", 5_00)
        back = server.client(ann.token)
        back.send(msg.Watch(table=table))
        back.play(table, "pass")
        back.until(lambda one: isinstance(one, msg.Update) and one.act.get("type") == done)
        back.close()
        after = again.get(f"/api/tables/{table}")
        assert (after.status_code, after.json().get("minimum")) == ((200, 10_00) if order == "rules" else (404, None))
        again.close()
    check_books(tmp_path)


def test_who_does_not_come_back_gets_the_default(tmp_path: Path) -> None:
    with served(tmp_path, "--pace", "0") as server:
        ann = server.guest("Ann")
        table = server.table("double_down_stud", ann)
        ann.sit_down(table)
        asked = wager(ann, table)
        bob = server.guest("Bob")
        bob.send(msg.Watch(table=table))
        bob.until(lambda one: isinstance(one, msg.Turn))
        ann.close()
        ended = bob.until(lambda one: isinstance(one, msg.Update) and any(e["type"] == "ended" for e in one.events))
        assert ended.round == asked.round


@pytest.mark.long
def test_one_table_that_can_not_be_recovered_does_not_stop_the_others(tmp_path: Path) -> None:
    with served(tmp_path, "--pace", "0") as server:
        ann = server.guest("Ann")
        table, other = (server.table(game, ann) for game in ("double_down_stud", "boston_5_stud"))
        server.kill()
        engine = open_database(f"sqlite:///{tmp_path}/house.db")
        with engine.begin() as connection:
            forged = schema.act.update().where(schema.act.c.table_id == table).values(head="0" * 64)
            connection.execute(forged)
        engine.dispose()
        server.start()
        again = server.client(ann.token)
        refused = again.command(msg.Sit, table)
        assert (refused.code, refused.why) == (
            "unknown",
            "this table is not open: its stored acts can't be played again; an audit says why",
        )
        again.sit_down(other)
        assert again.play_round(other, Random(7))
        assert 'pitboss_tables{state="damaged"} 1.0' in server.http.get("/metrics").text
        again.close()
