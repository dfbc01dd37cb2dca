"""What is asked once over HTTP: requests, answers and errors, by both clients."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from fake_house import made
from pitboss.client import ConnectionLost, Refused, connection
from pitboss.protocol.account import Statement
from waiting import HANG_S

ANN = {"id": "ann", "name": "Ann", "login": "", "roles": ["player"]}
SIGNED_IN = {"token": "secret", "person": ANN}
TABLE = {
    "id": "t1",
    "name": "One",
    "game": "double_down_stud",
    "title": "Double Down Stud",
    "state": "open",
    "why": "",
    "private": True,
    "link": "",
    "seats": [{"seat": 2, "person": "bob", "name": "Bob", "sits_out": False}],
    "positions": 6,
    "minimum": 500,
    "maximum": 50000,
    "round": 4,
    "playing": True,
    "dealer": "",
    "watchers": 1,
    "something new": 1,
}
LINE = {"at": 1, "entry": "e", "kind": "buy in", "table": "t1", "act": 0, "account": "wallet:ann", "units": -5}


class Site:
    """Answers by method and path, and remembers what was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, Any]] = {}
        self.asked: list[tuple[str, Any, str]] = []


@pytest.fixture
def site() -> Iterator[Site]:
    found = Site()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            what = f"{self.command} {self.path}"
            found.asked.append((what, json.loads(body) if body else None, self.headers.get("authorization", "")))
            status, answer = found.answers.get(what, (404, {"code": "unknown", "why": "there is nothing here"}))
            said = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        do_GET = do_POST = _answer  # noqa: N815

        def log_message(self, *given: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}"  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(params=["sync", "async"])
def client(request: pytest.FixtureRequest, site: Any) -> Iterator[Any]:
    found = made(str(request.param), site.url, timeout=HANG_S)
    yield found
    found.close()


def test_a_guest_gets_a_token_and_uses_it(site: Site, client: Any) -> None:
    site.answers = {"POST /api/guest": (200, SIGNED_IN), "GET /api/tables": (200, [TABLE])}
    assert client.guest("Ann").id == "ann"
    [table] = client.tables()
    assert (table.id, table.minimum, table.seats[0].name, table.is_full) == ("t1", 500, "Bob", False)
    assert site.asked == [("POST /api/guest", {"name": "Ann"}, ""), ("GET /api/tables", None, "Bearer secret")]


def test_every_request_has_its_path_and_body(site: Site, client: Any) -> None:
    line = {**LINE, "balance": 0, "memo": ""}
    me = {"person": ANN, "wallet": 5, "coupons": 0, "game_account": 0, "tables": []}
    round = {"table": "t1", "game": "g", "round": 4, "over": True, "updates": [{}], "signed": None}
    site.answers = {
        "POST /api/register": (200, SIGNED_IN),
        "POST /api/login": (200, SIGNED_IN),
        "POST /api/logout": (200, {}),
        "GET /api/me": (200, me),
        "POST /api/tables": (200, TABLE),
        "GET /api/tables/t1": (200, TABLE),
        "POST /api/tables/t1/close": (200, {}),
        "GET /api/statement": (200, {"lines": [line]}),
        "GET /api/tables/t1/rounds/4": (200, round),
    }
    client.register("ann", "long password", "Ann")
    client.login("ann", "long password")
    assert client.me().wallet == 5
    client.open_table("double_down_stud", {"chip": 100}, pace=0.0)
    client.table("t1")
    client.close_table("t1")
    assert client.statement().lines[0].units == -5
    assert client.round("t1", 4).over
    client.logout()
    assert [(what, body) for what, body, _ in site.asked] == [
        ("POST /api/register", {"login": "ann", "password": "long password", "name": "Ann"}),
        ("POST /api/login", {"login": "ann", "password": "long password"}),
        ("GET /api/me", None),
        ("POST /api/tables", {"game": "double_down_stud", "rules": {"chip": 100}, "pace": 0.0}),
        ("GET /api/tables/t1", None),
        ("POST /api/tables/t1/close", None),
        ("GET /api/statement", None),
        ("GET /api/tables/t1/rounds/4", None),
        ("POST /api/logout", None),
    ]


def test_an_error_of_the_server_is_a_refusal(site: Site, client: Any) -> None:
    site.answers["GET /api/me"] = (401, {"code": "session", "why": "sign in first"})
    with pytest.raises(Refused, match="sign in first") as raised:
        client.me()
    assert raised.value.code == "session"


@pytest.mark.parametrize(("status", "answer"), [(500, b"<html>"), (200, b"<html>"), (200, {"person": 5})])
def test_an_answer_in_another_form_is_a_refusal(site: Site, client: Any, status: int, answer: Any) -> None:
    site.answers["GET /api/me"] = (status, answer)
    with pytest.raises(Refused, match=f"with status {status} in a form that this client does not know"):
        client.me()


def test_an_id_can_not_change_the_path(site: Site, client: Any) -> None:
    with pytest.raises(Refused):
        client.table("../me?x=1")
    assert site.asked[0][0] == "GET /api/tables/..%2Fme%3Fx%3D1"


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_server_that_is_not_there(kind: str) -> None:
    client = made(kind, "http://127.0.0.1:1")
    with pytest.raises(ConnectionLost, match=r"http://127\.0\.0\.1:1 does not answer"):
        client.guest()
    client.close()


def test_types_of_answers_are_found_where_they_were_before() -> None:
    with pytest.warns(DeprecationWarning, match=r"connection\.Statement is now pitboss\.protocol\.account\.Statement"):
        assert connection.Statement is Statement
    with pytest.raises(AttributeError, match="no attribute 'Answer'"):
        _ = connection.Answer
