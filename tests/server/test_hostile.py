"""Clients that are wrong or hostile get a clear error, and nobody else notices."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from itertools import count
from random import Random
from typing import get_args

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from pitboss.protocol import messages as msg
from served import Client, Server, open_socket
from waiting import HANG_S

NOBODY = ("shuffler", "meter", "clock", "ghost", "")
"""Those for whom nobody may act over the protocol."""
KINDS = "hello, watch, unwatch, sit, stand, leave, sitout, buyin, cashout, ready, play, deal, callfloor, ping"


def private(client: Client, game: str = "double_down_stud") -> str:
    """A private table at pace 0."""
    answer = client.post("/api/tables", {"game": game, "pace": 0})
    assert answer.status_code == 200, answer.text
    table: str = answer.json()["id"]
    return table


def first_turn(client: Client) -> msg.Turn:
    """The first turn with something to do."""
    while client.turn is None or not client.turn.offers:
        client.next()
    return client.turn


def close_code(socket: ClientConnection) -> int:
    """The code with which the server closes a connection that it sends nothing."""
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=HANG_S)
    return closed.value.rcvd.code if closed.value.rcvd else 0


# --- commands


def test_nobody_acts_at_another_seat(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = private(ann)
    ann.sit_down(table)
    turn = first_turn(ann)
    wager = {"round": turn.round, "turn": turn.turn, "do": "wager", "wager": "original", "amount": 500}
    stranger = bob.command(msg.Play, table, **wager)
    assert (stranger.code, stranger.why) == ("seat", "you are not at this table")
    bob.must(msg.Sit, table, seat=2)
    newcomer = bob.command(msg.Play, table, **wager)
    assert (newcomer.code, newcomer.why) == ("late", "you came during this round: you play from the next one on")
    other_seat = ann.command(msg.Play, table, seat=2, **wager)
    assert other_seat.code == "illegal"
    assert "Ann does not sit at area 2" in other_seat.why
    for by, code in {"dealer": "role", "supervisor": "role", **dict.fromkeys(NOBODY, "malformed")}.items():
        refused = ann.command(msg.Play, table, round=turn.round, turn=turn.turn, do="no more bets", by=by)
        assert refused.code == code
        assert (refused.why == "'by' must be player, dealer or supervisor") is (by in NOBODY)
    for one in (ann, bob):
        one.close()


def test_a_refused_command_changes_nothing(server: Server) -> None:
    ann = server.guest("Ann")
    table = private(ann)
    ann.sit_down(table)
    turn = first_turn(ann)
    assert ann.command(msg.Sit, table).why == "you are at this table already"
    wager = {"do": "wager", "wager": "original", "amount": 500}
    ann.must(msg.Play, table, round=turn.round, turn=turn.turn, **wager)  # the house still waits for Ann's wager
    ann.close()


def test_a_stale_turn_and_a_wrong_round_are_refused(server: Server) -> None:
    ann = server.guest("Ann")
    table = private(ann)
    ann.sit_down(table)
    turn = first_turn(ann)
    wager = {"do": "wager", "wager": "original", "amount": 500}
    assert ann.command(msg.Play, table, round=turn.round, turn=turn.turn + 7, **wager).code == "illegal"
    assert ann.command(msg.Play, table, round=turn.round + 1, turn=turn.turn, **wager).code == "late"
    ann.close()


def test_a_command_with_the_same_key_is_done_once(server: Server) -> None:
    ann = server.guest("Ann")
    table = private(ann)
    ann.send(msg.Watch(table=table))
    assert ann.command(msg.Sit, table, key="same").seq == ann.command(msg.Sit, table, key="same").seq
    for _ in range(2):
        assert isinstance(ann.command(msg.BuyIn, table, key="money", cents=100_00), msg.Done)
    assert ann.get("/api/me").json()["wallet"] == 9_900_00
    ann.close()


def test_a_stolen_key_is_worth_nothing(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    table = private(ann)
    ann.command(msg.Sit, table, key="stolen")
    ann.must(msg.BuyIn, table, key="money", cents=100_00)
    answer = bob.command(msg.BuyIn, table, key="money", cents=100_00)
    assert (answer.code, answer.why) == ("seat", "you are not at this table")
    for one in (ann, bob):
        one.close()


def test_money_that_is_not_there_can_not_be_spent(server: Server) -> None:
    ann = server.guest("Ann")
    table = private(ann)
    ann.must(msg.Sit, table)
    assert ann.command(msg.BuyIn, table, cents=10_000_01 * 100).code == "wallet"
    ann.must(msg.BuyIn, table, cents=10_00)
    ann.send(msg.Watch(table=table))
    turn = first_turn(ann)
    much = {"round": turn.round, "turn": turn.turn, "do": "wager", "wager": "original", "amount": 20_00}
    assert ann.command(msg.Play, table, **much).code == "chips"
    assert ann.command(msg.CashOut, table, cents=20_00).code == "chips"
    ann.close()


def test_a_table_that_is_not_there(server: Server) -> None:
    ann = server.guest("Ann")
    assert ann.command(msg.Sit, "nowhere").code == "unknown"
    ann.send(msg.Watch(table="nowhere"))
    assert ann.until(lambda one: isinstance(one, msg.Refused)).code == "unknown"
    ann.close()


@pytest.mark.parametrize("after", [-1, 10**9])
def test_an_update_that_is_not_there_can_not_be_the_last_one_seen(server: Server, after: int) -> None:
    ann = server.guest("Ann")
    ann.send(msg.Watch(table=server.table("double_down_stud", ann), after=after))
    refused = ann.until(lambda one: isinstance(one, msg.Refused))
    assert (refused.code, refused.why[:30]) == ("malformed", "'after' must be between 0 and ")
    ann.close()


# --- messages


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "the message is not valid JSON from character 2 on"),
        ("[]", "the message must be a JSON object"),
        ('{"type":"fly"}', f"'type' must be one of {KINDS}"),
        ('{"type":"welcome"}', f"'type' must be one of {KINDS}"),
        ('{"type":["sit"]}', f"'type' must be one of {KINDS}"),
        ('{"table":"t"}', f"'type' must be one of {KINDS}"),
        ('{"type":"sit","key":"k"}', "'table' is missing"),
        (
            '{"type":"sit","table":"t","key":"k","chair":1}',
            "'chair' is not a field of sit, which has table, key and seat",
        ),
        ('{"type":"unwatch","table":"t","after":1}', "'after' is not a field of unwatch, which has table"),
        ('{"type":"sit","table":"t","key":"k","seat":"first"}', "'seat' must be a whole number"),
        ('{"type":"sit","table":"t","key":"k","seat":true}', "'seat' must be a whole number"),
        ('{"type":"sitout","table":"t","key":"k","out":1}', "'out' must be true or false"),
        ('{"type":"buyin","table":7,"key":"k","cents":1e30}', "'table' must be a text; 'cents' must be a whole number"),
        ('{"type":"buyin","table":"t","key":"","cents":1e400}', "a number in the message is too large"),
        ('{"type":"ping","number":N}'.replace("N", "9" * 60_000), "a number in the message is too large"),
        ('{"type":"ping","number":N'.replace("N", "9" * 60_000), "a number in the message is too large"),
        ('{"type":"\\ud800","a":N}'.replace("N", "9" * 60_000), "the message is not valid JSON"),
        ('{"type":"ping","number":9223372036854775808}', "'number' is too large"),
        ('{"type":"sit","table":"t","key":"k","seat":N}'.replace("N", "9" * 4000), "'seat' is too large"),
        ('{"type":"watch","table":"T"}'.replace("T", "t" * 60_000), "'table' must have at most 200 characters"),
        ('{"type":"sit","table":"\\u0000","key":"k"}', "'table' must be a text without the character NUL"),
        ('{"type":"ping","a":' + "[" * 30_000, "the message is nested too deeply"),
        ('{"type":"ping","a":1,"b":2,"c":3,"d":4,"e":5}', "and 2 more"),
        ("\u0000", "the message is not valid JSON from character 1 on"),
    ],
    ids=count(),
)
def test_a_malformed_message_gets_one_error_and_the_connection_stays(server: Server, text: str, why: str) -> None:
    ann = server.guest("Ann")
    ann.socket.send(text)
    refused = ann.until(lambda one: isinstance(one, msg.Refused))
    assert refused.code == "malformed"
    assert refused.why.endswith(why)
    assert refused.key == ("k" if '"key":"k"' in text else "")
    ann.send(msg.Ping(number=5))
    assert ann.until(lambda one: isinstance(one, msg.Pong)).number == 5
    ann.close()


@pytest.mark.parametrize("kind", get_args(msg.FromClient), ids=lambda kind: str(kind.__name__))
def test_no_value_of_a_field_ends_the_connection(server: Server, kind: type[msg.Request]) -> None:
    ann = server.guest("Ann")
    table = private(ann)
    ann.sit_down(table)
    plain = {"version": msg.VERSION, "token": ann.token, "table": table, "round": 1, "turn": 1, "do": "wager"}
    tried: list[object] = [-1, 0, 2**63 - 1, -(2**63), 10**30, "", "\0", "\ud83d\ude00", "x" * 200, "x" * 5000, None]
    numbers = count(1)
    for field in kind.__struct_fields__:
        for value in tried:
            given = {"key": f"k{next(numbers)}", "left": 1, "why": "a card fell", **plain, field: value}
            said = {name: given[name] for name in kind.__struct_fields__ if name in given}
            ann.socket.send(json.dumps({"type": kind.__name__.lower(), **said}))
            ann.send(msg.Ping(number=next(numbers)))
            ann.until(lambda one: isinstance(one, msg.Pong))
    assert max(len(msg.encode(one)) for one in ann.messages if isinstance(one, msg.Refused)) < 1500
    ann.close()


def test_an_oversized_frame_closes_the_connection(server: Server) -> None:
    ann = server.guest("Ann")
    ann.socket.send("x" * (64 * 1024 + 1))
    assert ann.expect_close() == 1009


def test_a_connection_must_begin_with_hello(server: Server) -> None:
    with ExitStack() as until:
        wrong = {
            msg.encode(msg.Hello(version=99, token="x")): 4426,
            msg.encode(msg.Hello(version=2**63 - 1, token="x")): 4426,
            msg.encode(msg.Hello(version=10**200, token="x")): 4400,
            msg.encode(msg.Hello(version=msg.VERSION, token="x")): 4401,
            msg.encode(msg.Hello(version=msg.VERSION, token="\u0000")): 4401,
            msg.encode(msg.Ping()): 4400,
            b"?": 4400,
        }
        for text, code in wrong.items():
            socket = open_socket(server, until)
            socket.send(text.decode())
            assert close_code(socket) == code


@pytest.mark.long  # it waits for the limit of ten seconds
def test_a_connection_must_say_hello_soon(server: Server) -> None:
    with ExitStack() as until:
        assert close_code(open_socket(server, until)) == 4408


def test_pages_of_other_sites_can_not_connect(server: Server) -> None:
    with ExitStack() as until:
        with pytest.raises(InvalidStatus) as refused:
            open_socket(server, until, origin="https://evil.example")
        assert refused.value.response.status_code == 403
        open_socket(server, until, origin=server.url)


def test_a_session_that_ends_closes_its_connection(server: Server) -> None:
    ann = server.guest("Ann")
    assert ann.post("/api/logout").status_code == 200
    assert ann.expect_close() == 4401
    assert ann.get("/api/me").status_code == 401


def test_too_many_messages_are_refused_and_then_end_the_connection(server: Server) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    with suppress(ConnectionClosed):  # it may come while this client still sends
        for number in range(1200):
            ann.socket.send(msg.encode(msg.Ping(number=number)).decode())
    assert ann.expect_close() == 4429
    assert any(isinstance(one, msg.Refused) and one.code == "limit" for one in ann.messages)
    bob.send(msg.Ping(number=1))
    assert bob.until(lambda one: isinstance(one, msg.Pong)).number == 1
    bob.close()


# --- HTTP


def test_errors_over_http_are_a_code_and_a_sentence(server: Server) -> None:
    http, ann = server.http, server.guest("Ann")
    json_type = {"content-type": "application/json"}
    cases = [
        (http.get("/api/me"), 401, "signed-out"),
        (http.get("/api/me", headers={"authorization": "Bearer no"}), 401, "signed-out"),
        (http.post("/api/guest", content="{", headers=json_type), 422, "malformed"),
        (http.post("/api/guest", json={"colour": "red"}), 422, "malformed"),
        (http.post("/api/guest", json={"name": "dealer"}), 422, "name"),
        (http.post("/api/guest", content="x" * (1024 * 1024 + 1), headers=json_type), 413, "size"),
        (http.post("/api/guest", content=iter([b"x" * 600_000] * 2), headers=json_type), 413, "size"),
        (http.post("/api/login", json={"login": "nobody", "password": "correct horse"}), 401, "wrong-password"),
        (http.get("/api/nothing"), 404, "unknown"),
        (http.put("/api/guest"), 405, "method"),
        (ann.get("/api/tables/nowhere"), 404, "unknown"),
        (ann.get(f"/api/tables/{server.table('double_down_stud', ann)}/rounds/999"), 404, "unknown"),
        (ann.get("/api/staff"), 403, "forbidden"),
        (ann.post("/api/people/x/issue", {"cents": 100}), 403, "forbidden"),
        (ann.post("/api/tables", {"game": "whist"}), 404, "unknown"),
        (ann.post("/api/tables", {"game": "double_down_stud", "private": False}), 403, "forbidden"),
        (ann.post("/api/tables", {"game": "double_down_stud", "rules": {"chip": 0, "sets": 9}}), 422, "rules"),
        (ann.post("/api/administrator", {"token": "guess"}), 403, "first-token"),
    ]
    for answer, status, code in cases:
        body = answer.json()
        assert (answer.status_code, body["code"]) == (status, code), answer.text
        assert set(body) == {"code", "why"}
        assert "Traceback" not in body["why"]
        assert answer.headers["x-request-id"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    ann.close()


BIG = "9" * 900_000
TOO_LONG = "a number in the body has more than 20 digits"


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("games/boston_5_stud/defects", '{"rules":{"chip":N}}'.replace("N", BIG), TOO_LONG),
        ("games/boston_5_stud/odds", '{"rules":{"ante_pays":{"flush":-N}}}'.replace("N", BIG), TOO_LONG),
        ("tables", '{"game":"boston_5_stud","rules":{"packs":N}}'.replace("N", BIG), TOO_LONG),
        ("tables", '{"game":"boston_5_stud","seed":0.N}'.replace("N", BIG), TOO_LONG),
        ("guest", BIG, TOO_LONG),
        ("guest", '{"name":"' + '\\"' * 400_000, "the body is not valid JSON from character 9 on"),
        ("guest", '{"name":"x"}'.encode("utf-16").decode("latin-1"), "the body must be JSON in UTF-8"),
        ("guest", '{"name":"\xff"}', "the body must be JSON in UTF-8"),
        (
            "drill/boston_5_stud/mistakes",
            json.dumps({"mistakes": [{"table": "t", "round": 1, "number": 1}] * 21}),
            "'mistakes' must have at most 20 entries",
        ),
        ("drill/boston_5_stud/mistakes", '{"mistakes":[]}', "'mistakes' must not be empty"),
        ("guest", json.dumps(dict.fromkeys(map(str, range(80_000)), 1)), "a body may have at most 5,000 values"),
        ("game-account", '{"cents":1e999999,"key":"k"}', "'cents' must be a whole number"),
        (
            "games/boston_5_stud/odds",
            '{"rules":{"chip":N}}'.replace("N", "[" * 900 + "]" * 900),
            "boston_5_stud: chip: it is nested too deeply",
        ),
        (
            "rules-file",
            json.dumps({"game": "boston_5_stud", "text": ".".join("a" * 9_000) + " = 1"}),
            "the rules file is not TOML: it is nested too deeply",
        ),
        (
            "rules-file",
            json.dumps({"game": "boston_5_stud", "text": "chip = " + "9" * 19_000}),
            "the rules file is not TOML: a number has at most 20 digits",
        ),
    ],
    ids=count(),
)
def test_what_would_take_long_to_read_is_refused_unread(server: Server, path: str, body: str | bytes, why: str) -> None:
    ann = server.guest("Ann")
    headers = {"authorization": f"Bearer {ann.token}", "content-type": "application/json"}
    answer = server.http.post(f"/api/{path}", content=body.encode("latin-1"), headers=headers)
    assert (answer.status_code, answer.json()["why"]) == (422, why)
    ann.close()


def test_a_query_that_is_nested_deeply_is_refused(server: Server) -> None:
    ann = server.guest("Ann")
    deep = "[" * 5_000 + "]" * 5_000
    answer = ann.get(f'/api/drill/boston_5_stud?rules={{"chip":{deep}}}')
    why = answer.json()["why"]  # msgspec reads deeper on some versions of Python
    assert answer.status_code == 422
    assert why in ("'rules' must be a JSON object of options", "boston_5_stud: chip: it is nested too deeply")
    ann.close()


def test_the_logs_hold_no_token_and_no_password(server: Server) -> None:
    ann = server.guest("Ann")
    ann.register("logged-ann", "a very secret word")
    server.http.get("/api/me", headers={"authorization": f"Bearer {ann.token}"})
    table = private(ann)
    ann.sit_down(table)
    ann.play_round(table, Random(5))
    lines = server.log.read_text()
    assert ann.token not in lines
    assert "a very secret word" not in lines
    assert all(json.loads(line)["event"] for line in lines.splitlines())
    ann.close()


def test_figures_and_schemas_are_published(server: Server) -> None:
    assert server.http.get("/health").json() == {"state": "ok"}
    assert server.http.get("/ready").json() == {"state": "ready"}
    assert 'pitboss_tables{state="open"}' in server.http.get("/metrics").text
    assert "/api/tables/{id}" in server.http.get("/api/openapi.json").json()["paths"]
    assert "Play" in server.http.get("/api/messages.schema.json").json()["$defs"]
