"""People play over a real server: sit down, buy in, play rounds, leave and come back."""

from __future__ import annotations

from doctest import DocTestParser
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.engine.registry import games
from pitboss.house.audit.signing import SignedHead, verify_head
from pitboss.house.settings import Limits
from pitboss.protocol import messages as msg
from served import Client, Server, plain
from waiting import until

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"


def types(updates: list[msg.Update]) -> list[str]:
    return [event["type"] for one in updates for event in one.events]


@pytest.mark.parametrize("game", games())
def test_a_guest_plays_a_round_of_every_game(server: Server, game: str) -> None:
    ann = server.guest("Ann")
    table = server.table(game, ann)
    ann.sit_down(table)
    number = ann.play_round(table, Random(1))
    of_round = [one for one in ann.updates(table) if one.round == number]
    assert {"began", "wagered", "dealt", "ended"} <= set(types(of_round)), types(of_round)
    (last,) = [one for one in of_round if one.results]
    told = [one for one in last.results if one.player == ann.person]
    assert told
    assert all("Ann" not in one.why for one in told), "they are told to Ann herself"
    assert sum(one.net for one in told) == sum(
        event["returned"] - event["stake"] for one in of_round for event in one.events if event["type"] == "settled"
    )
    ann.must(msg.Leave, table)
    me = ann.get("/api/me").json()
    assert me["tables"] == []
    ended = next(event for one in of_round for event in one.events if event["type"] == "ended")
    assert me["wallet"] == 10_000_00 - ended["staked"] + ended["returned"]
    ann.close()


def test_a_client_that_comes_back_gets_exactly_what_it_missed(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.post("/api/tables", {"game": "double_down_stud", "pace": 0}).json()["id"]
    ann.send(msg.Watch(table=table))
    bob.sit_down(table)
    ann.until(lambda one: isinstance(one, msg.Update) and one.act.get("type") == "sat")
    seen = ann.updates(table)[-1].seq
    ann.close()
    random = Random(2)
    for _ in range(4):  # more rounds than the table keeps in memory
        bob.play_round(table, random)
    again = server.client(ann.token)
    again.send(msg.Watch(table=table, after=seen))
    again.until(lambda one: isinstance(one, msg.Turn))  # the updates come before
    numbers = [one.seq for one in again.updates(table)]
    assert numbers == list(range(seen + 1, bob.updates(table)[-1].seq + 1))

    third = server.client(ann.token)
    third.send(msg.Watch(table=table, after=numbers[-3]))
    third.until(lambda one: isinstance(one, msg.Turn))
    assert plain(third.updates(table)) == plain(again.updates(table)[-2:])
    for one in (bob, again, third):
        one.close()


def test_the_cards_of_a_seat_are_shown_to_that_seat_alone(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.post("/api/tables", {"game": "caribbean_stud", "pace": 0}).json()["id"]
    ann.send(msg.Watch(table=table))
    bob.sit_down(table)
    number = bob.play_round(table, Random(3))
    ann.until(lambda one: isinstance(one, msg.Turn) and one.round > number)

    def cards(client: Client) -> list[str]:
        return [
            event["card"]
            for one in client.updates(table)
            for event in one.events
            if event["type"] == "dealt" and event["to"] == "seat 1" and event["card"]
        ]

    assert len(cards(bob)) == 5
    assert cards(ann) == []
    told = bob.get(f"/api/tables/{table}/rounds/{number}").json()
    assert [one["seq"] for one in told["updates"]] == [one.seq for one in bob.updates(table) if one.round == number]
    for one in (ann, bob):
        one.close()


def test_a_round_comes_with_a_signed_head(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "boston_5_stud", "pace": 0}).json()["id"]
    ann.sit_down(table)
    number = ann.play_round(table, Random(4))
    told = ann.get(f"/api/tables/{table}/rounds/{number}").json()
    head, key = SignedHead(**told["signed"]), server.http.get("/api/key").json()["key"]
    assert told["over"]
    assert head.chain == table
    assert verify_head(key, head)
    assert not verify_head(key, SignedHead(**told["signed"] | {"seq": head.seq + 1}))
    ann.close()


def test_the_program_in_the_page_of_the_protocol_checks_a_downloaded_round(server: Server) -> None:
    page: dict[str, Any] = {}
    for example in DocTestParser().get_examples(PROTOCOL.read_text(encoding="utf-8")):
        if example.source.startswith(("from ", "import ", "def ")):
            exec(example.source, page)
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "double_down_stud", "pace": 0}).json()["id"]
    ann.sit_down(table)
    told = ann.get(f"/api/tables/{table}/rounds/{ann.play_round(table, Random(5))}").json()
    key = server.http.get("/api/key").json()["key"]
    assert page["is_signed"](told["signed"], key)
    assert not page["is_signed"](told["signed"] | {"at": told["signed"]["at"] + 1}, key)

    events = [event for one in told["updates"] for event in one["events"]]
    commitments = {one["pack"]: one["commitments"] for one in events if one["type"] == "committed"}
    opened = [(one["pack"], card) for one in events if one["type"] == "opened" for card in one["cards"]]
    assert opened
    assert all(page["fits"](card, commitments[pack]) for pack, card in opened)
    pack, (position, card, salt) = opened[0]
    assert not page["fits"]([position + 1, card, salt], commitments[pack])
    ann.close()


def test_the_page_of_the_protocol_has_the_limits_of_the_house() -> None:
    page, limits = PROTOCOL.read_text(encoding="utf-8"), Limits()
    rows = {
        "| HTTP requests | an address": limits.requests,
        "| new guests | an address": limits.guests,
        "| passwords and tokens that are tried | an address, and a login": limits.sign_ins,
        "| messages and requests | an account": limits.messages,
    }
    for row, rate in rows.items():
        assert f"{row} | {rate.a_second:g} | {rate.at_once:g} |\n" in page
    assert limits.body_s == 10
    assert "within 10 seconds, and its body within 10 more" in page
    assert limits.connections_of_address == 100


def test_a_private_table_that_everybody_has_left_closes(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": "double_down_stud", "pace": 0}).json()["id"]
    ann.sit_down(table)
    ann.play_round(table, Random(1))
    ann.must(msg.Leave, table)
    ann.close()
    back = server.client(ann.token)
    until(lambda: table not in [one["id"] for one in back.get("/api/tables").json()])
    assert back.get(f"/api/tables/{table}").status_code == 404
    back.close()


def test_a_player_who_left_five_tables_is_dealt_in_at_a_sixth(server: Server) -> None:
    ann = server.guest("Ann")
    for number in range(5):
        table = ann.post("/api/tables", {"game": "caribbean_stud"}).json()["id"]
        if number == 0:
            ann.sit_down(table)
            betting = ann.until(lambda one: isinstance(one, msg.Turn) and bool(one.offers))
            assert betting.clocks == ()  # nobody else waits at a private table
    ann.close()
    back = server.client(ann.token)
    first, *_ = before = [one["id"] for one in back.get("/api/tables").json() if one["private"]]
    assert back.post("/api/tables", {"game": "boston_5_stud"}).status_code == 200
    open_now = [one["id"] for one in back.get("/api/tables").json() if one["private"] and one["state"] == "open"]
    assert first in open_now
    assert len(before) == 5
    assert len(set(before) & set(open_now)) == 4
    back.close()


def test_a_private_table_closes_after_the_round_and_everybody_gets_their_chips(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = ann.post("/api/tables", {"game": "double_down_stud", "pace": 0}).json()["id"]
    assert table not in [one["id"] for one in bob.get("/api/tables").json()]
    bob.sit_down(table)
    assert table in [one["id"] for one in bob.get("/api/tables").json()]
    assert bob.post(f"/api/tables/{table}/close").status_code == 403
    assert ann.post(f"/api/tables/{table}/close").status_code == 200
    closed = bob.until(lambda one: isinstance(one, msg.Update) and one.act.get("type") == "tableclosed")
    assert closed.table == table
    assert bob.get("/api/me").json()["wallet"] == 10_000_00
    assert bob.get(f"/api/tables/{table}").status_code == 404
    for one in (ann, bob):
        one.close()


def test_meters_are_shown(server: Server) -> None:
    ann = server.guest("Ann")
    rules = {"progressive": "D"}
    table = ann.post("/api/tables", {"game": "caribbean_stud", "rules": rules, "pace": 0}).json()["id"]
    ann.send(msg.Watch(table=table))
    shown = ann.until(lambda one: isinstance(one, msg.Meters))
    assert all(cents > 0 for cents in shown.shows.values())
    assert ann.get(f"/api/tables/{table}").json()["meters"] == shown.shows
    ann.close()
