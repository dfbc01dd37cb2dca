"""Errors are sentences in our own words: which field, what is wrong, and what would be right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.protocol import messages as msg
from pitboss.protocol.account import GuestBody
from pitboss.protocol.bodies import Body
from pitboss.protocol.coaching import MistakesBody
from pitboss.protocol.declarations import structs
from pitboss.protocol.tables import CountBody, RulesBody, TableBody
from pitboss.server.http.malformed import LONGEST_NAME, body_errors, explain_body, wrong_message, wrong_request
from served import Client, Server, open_socket, served
from waiting import HANG_S

CARIBBEAN = {"game": "caribbean_stud"}
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Somebody at a server of their own, whose tables wait for them."""
    with served(tmp_path_factory.mktemp("words"), "--pace", "60", "--no-limits") as server:
        client = server.guest("Ann")
        yield client
        client.close()


@pytest.fixture(scope="module")
def boss(ann: Client) -> Iterator[Client]:
    """Somebody with every role."""
    server: Server = ann.server
    made = server.http.post("/api/register", json={"login": "boss", "password": "a long password"}).json()
    client = server.client(made["token"])
    assert client.post("/api/administrator", {"token": server.token}).status_code == 200
    roles = ["dealer", "supervisor", "auditor"]
    assert client.post(f"/api/people/{client.person}/roles", {"grant": roles}).status_code == 200
    yield client
    client.close()


# --- HTTP


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("tables", {}, "'game' is missing"),
        ("tables", {"game": 1}, "'game' must be a text"),
        ("tables", {"game": "x" * 201}, "'game' must have at most 200 characters"),
        ("tables", CARIBBEAN | {"colour": "red"}, "'colour' is not a field of this request"),
        ("tables", CARIBBEAN | {"pace": -1}, "'pace' must be at least 0"),
        ("tables", CARIBBEAN | {"pace": 101}, "'pace' must be at most 100"),
        ("tables", CARIBBEAN | {"pace": "fast"}, "'pace' must be a number"),
        ("tables", CARIBBEAN | {"private": "yes"}, "'private' must be true or false"),
        ("tables", CARIBBEAN | {"link": "A B"}, "'link' must have lower-case letters, digits and dashes only"),
        ("tables", CARIBBEAN | {"rules": []}, "'rules' must be a JSON object"),
        ("tables", CARIBBEAN | {"seed": 1.5}, "'seed' must be a whole number"),
        (
            "tables",
            {"private": 3, "a": 1, "b": 2, "c": 3},
            "'game' is missing; 'private' must be true or false; 'a' is not a field of this request; and 2 more",
        ),
        ("game-account", {"cents": 10**13, "key": "a"}, "'cents' must be at most 1,000,000,000,000"),
        ("game-account", {"cents": 1, "key": "a b"}, "'key' must have 1 to 64 letters, digits, dashes or underscores"),
        (
            "tables/x/fill",
            {"cents": 1, "key": "/"},
            "'key' must have at most 64 letters, digits, dashes or underscores",
        ),
        ("people/x/roles", {"grant": "dealer"}, "'grant' must be a list"),
        ("people/x/roles", {"grant": [1]}, "'grant.0' must be a text"),
        ("tables/X", None, "'id' must have lower-case letters, digits and dashes only"),
        ("tables/x/rounds/one", None, "'number' must be a whole number"),
    ],
)
def test_a_wrong_field_is_named_with_what_would_be_right(boss: Client, path: str, body: Any, why: str) -> None:
    answer = boss.get(f"/api/{path}") if body is None else boss.post(f"/api/{path}", body)
    assert answer.status_code == 422
    assert answer.json() == {"code": "malformed", "why": why}


@pytest.mark.parametrize(
    ("content", "headers", "status", "why"),
    [
        (b'{"game": }', JSON, 422, "the body is not valid JSON from character 10 on"),
        (b"", JSON, 422, "the body is missing"),
        (b"[]", JSON, 422, "the body must be a JSON object, sent as application/json"),
        (b"{}", {"content-type": "text/plain"}, 422, "the body must be a JSON object, sent as application/json"),
        (b"[" * 100_000, JSON, 400, "the body can't be read: it must be JSON that is not nested too deeply"),
    ],
)
def test_a_wrong_body(ann: Client, content: bytes, headers: dict[str, str], status: int, why: str) -> None:
    answer = ann.server.http.post("/api/guest", content=content, headers=headers)
    assert (answer.status_code, answer.json()) == (status, {"code": "malformed", "why": why})


def test_a_wrong_address_or_method(ann: Client) -> None:
    assert ann.get("/api/nothing").json() == {"code": "unknown", "why": "there is nothing at this address"}
    assert ann.delete("/api/me").json() == {"code": "method", "why": "DELETE can't be used at this address"}


def test_money_that_is_not_there_is_named_by_its_account(ann: Client) -> None:
    for path, what in (("game-account", "wallet"), ("game-account/cash-out", "game account")):
        answer = ann.post(f"/api/{path}", {"cents": 100_000_00, "key": "much"})
        assert (answer.status_code, answer.json()["why"]) == (409, f"your {what} does not hold $100,000")


BODIES = [kind for kind in structs() if issubclass(kind, Body)]
VALUES: list[Any] = [None, True, -1, 10**20, 1.5, float("nan"), "", "x" * 300, "a b", "\ud800", [], [1], {}, ["\ud800"]]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_every_error_of_every_body_has_words(body: type[Body]) -> None:
    needed = {field.name for field in msgspec.structs.fields(body) if field.required}
    for name in (*body.__struct_fields__, "stranger"):
        for value in VALUES:
            why = body_errors({name: value}, body)
            try:
                msgspec.json.decode(json.dumps({name: value}), type=body)
            except msgspec.DecodeError:
                assert why
            else:
                assert not why
            assert "is not valid" not in why
            assert all(f"'{other}' is missing" in why or "more" in why for other in needed - {name})


def test_a_body_that_msgspec_reads_or_rejects_is_the_same_to_us() -> None:
    body = {"mistakes": [{"table": "T", "round": 1, "number": 10**4}, 3]}
    why = "'mistakes.0.table' must have lower-case letters, digits and dashes only; "
    why += "'mistakes.0.number' must be less than 10,000; 'mistakes.1' must be a JSON object"
    assert body_errors(body, MistakesBody) == why
    assert body_errors({"mistakes": []}, MistakesBody) == "'mistakes' must not be empty"
    assert body_errors({"cents": 1, "kind": "last"}, CountBody) == "'kind' must be 'closing', 'opening' or ''"
    assert body_errors({"game": "x", "seed": 2**63}, TableBody) == f"'seed' must be at most {2**63 - 1:,}"
    assert body_errors({"game": "x", "link": "a\n"}, TableBody).startswith("'link' must have lower-case")
    assert body_errors({"game": "x", "pace": float("nan")}, TableBody) == "'pace' must be a finite number"
    assert body_errors({"rules": {"\ud800": 1}}, RulesBody) == "'rules' must be a text without half characters"
    assert body_errors({"rules": {"a": [{"b": "\ud800"}]}}, RulesBody).startswith(
        "'rules.a' must be a text without half"
    )
    utf16 = explain_body('{"name": "Ann"}'.encode("utf-16"), GuestBody)
    assert utf16 == GuestBody(name="Ann")


def test_a_choice_and_a_new_pattern_have_words() -> None:
    wrong = {"type": "literal_error", "loc": ("query", "kind"), "ctx": {"expected": "'opening' or 'closing'"}}
    assert wrong_request([wrong]) == "'kind' must be 'opening' or 'closing'"
    wrong = {"type": "string_pattern_mismatch", "loc": ("query", "name"), "ctx": {"pattern": "^[a-c]$"}}
    assert wrong_request([wrong]) == "'name' must have the form ^[a-c]$"
    assert wrong_request([{"type": "new_in_a_later_version", "loc": ("query", "x")}]) == "'x' is not valid"


# --- WebSocket


@pytest.mark.parametrize("kind", get_args(msg.FromClient), ids=lambda kind: kind.__name__)
def test_every_message_of_a_client_has_words(kind: type[msg.Message]) -> None:
    example = {"table": "t", "key": "k", "version": 1, "token": "x", "round": 1, "turn": 1, "do": "wager"}
    example |= {"left": 1, "why": "help"}
    names = kind.__struct_fields__
    right = {"type": kind.__struct_config__.tag} | {name: example[name] for name in names if name in example}
    for name in (*names, "stranger"):
        for value in (None, True, -1, 1.5, "text", [], {}):
            text = json.dumps(right | {name: value})
            try:
                msg.decode_command(text)
            except msgspec.ValidationError:
                assert wrong_message(text).startswith(f"'{name}' ")
            else:
                assert wrong_message(text) == "the message is not valid"  # since nothing is wrong


def test_a_message_that_can_not_be_read() -> None:
    assert wrong_message(b"\xff") == "the message is not valid JSON"
    assert wrong_message('{"type":"sit","table":' + "[" * 30_000) == "the message is nested too deeply"
    long = "x" * 1000
    assert wrong_message(f'{{"type":"ping","{long}":1}}').startswith(f"'{'x' * LONGEST_NAME}' is not")
    assert wrong_message('{"type":"ping","\\u202e":1}').startswith(r"'\u202e' is not")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "the first message must be hello: the message is not valid JSON from character 2 on"),
        ('{"type":"fly"}', "the first message must be hello: 'type' must be hello"),
        ('{"type":"hello","version":1}', "the first message must be hello: 'token' is missing"),
        ('{"type":"ping"}', "the first message must be hello"),
    ],
)
def test_a_wrong_first_message(ann: Client, text: str, why: str) -> None:
    with ExitStack() as until:
        socket = open_socket(ann.server, until)
        socket.send(text)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=HANG_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.reason == why


def test_refusals_at_a_table(ann: Client) -> None:
    table = ann.post("/api/tables", {"game": "double_down_stud"}).json()["id"]

    def why(kind: type[msg.Command], **fields: Any) -> str:
        answer = ann.command(kind, table, **fields)
        assert isinstance(answer, msg.Refused), answer
        return answer.why

    assert why(msg.Sit, seat=9) == "seat 9 is not free; free seats are 1, 2, 3, 4, 5, 6"
    assert why(msg.CashOut, cents=500) == "you can't take back $5: you have $0 in chips at this table"
    ann.sit_down(table)
    assert why(msg.BuyIn) == "say how many cents of chips to buy, or how many cents of coupons to bring"
    assert why(msg.BuyIn, cents=-500) == why(msg.BuyIn)
    assert why(msg.BuyIn, cents=33) == "chips must be bought in multiples of the smallest chip, which is $1"
    assert why(msg.BuyIn, cents=90_000_00) == "your wallet does not hold $90,000"
    assert why(msg.BuyIn, coupons=500) == "you have no coupons of $5"
    assert why(msg.CashOut, cents=-1) == "say how many cents of chips to take back; 0 takes all"
    assert why(msg.Leave, key="a b") == "a key must have 1 to 64 letters, digits, dashes or underscores"
    ann.send(msg.Watch(table=table, after=10**6))
    refused = ann.until(lambda one: isinstance(one, msg.Refused))
    assert refused.why.startswith("'after' must be between 0 and ")


def test_a_missing_role_is_named(ann: Client) -> None:
    answer = ann.post("/api/tables", CARIBBEAN | {"private": False})
    assert answer.json()["why"] == "only a supervisor or an administrator may open a public table"
    assert ann.get("/api/staff").json()["why"] == "only an auditor or an administrator may read the staff journal"


def test_a_player_has_so_many_tables_and_no_more(ann: Client) -> None:
    boaster = ann.server.guest("Bob")
    for _ in range(5):
        opened = boaster.post("/api/tables", CARIBBEAN)
        boaster.send(msg.Watch(table=opened.json()["id"]))
        boaster.until(lambda one: isinstance(one, msg.Turn))
    answer = boaster.post("/api/tables", CARIBBEAN)
    why = "you have 5 tables open, and may have 5: close one first"
    assert (answer.status_code, answer.json()) == (409, {"code": "conflict", "why": why})
    boaster.close()


def test_a_guest_can_not_be_staff(ann: Client, boss: Client) -> None:
    answer = boss.post(f"/api/people/{ann.person}/roles", {"grant": ["auditor"]})
    assert answer.json()["why"] == "'Ann' is a guest, who must register to have the role of auditor"


def test_a_client_that_asks_too_often_hears_when_to_try_again(tmp_path: Path) -> None:
    with served(tmp_path, "--no-tables") as server:
        token = server.http.post("/api/guest", json={}).json()["token"]
        for _ in range(500):
            answer = server.http.post(
                "/api/administrator", json={"token": "guess"}, headers={"authorization": f"Bearer {token}"}
            )
            if answer.status_code == 429:
                break
    seconds = answer.headers["retry-after"]
    why = f"this address signs in too often: try again in {seconds} s"
    assert (answer.status_code, answer.json()) == (429, {"code": "limit", "why": why})
