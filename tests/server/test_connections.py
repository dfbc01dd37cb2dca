"""No address holds more connections than its share, no body comes too slowly, and a proxy shows its visitors."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.types import Message, Receive, Scope, Send

from pitboss.house.process.metrics import Metrics
from pitboss.house.settings import UNLIMITED, Limits, Rate
from pitboss.protocol import messages as msg
from pitboss.server.http.guard import Guard
from pitboss.server.http.limits import ADDRESS_KNOWN, OTHER_FILES, Limiter, Proxies
from served import Server, served
from waiting import HANG_S, until

OF_ADDRESS = 20
PROXY, ELSEWHERE = "127.0.0.3", "127.0.0.4"
HALF_SENT = b"POST /api/guest HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


class FewFiles(Server):
    """A house for which the system opens few files."""

    def command(self) -> list[str]:
        return ["sh", "-c", f'ulimit -n {2 * OTHER_FILES}; exec "$@"', "sh", *super().command()]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("connections")
    options = ("--pace", "60", "--address-connections", str(OF_ADDRESS), "--trusted-proxy", PROXY)
    with served(folder, *options, "--metrics-token", "let me read") as server:
        yield server


def came_from(server: Server, address: str, open_until: ExitStack, sent: bytes = HALF_SENT) -> socket.socket:
    """A connection from an address of this machine."""
    place = urlsplit(server.url)
    made = socket.create_connection((place.hostname or "", place.port or 0), HANG_S, source_address=(address, 0))
    open_until.enter_context(made)
    made.sendall(sent)
    return made


def answer(connection: socket.socket) -> bytes:
    """All that the house sends until it closes a connection."""
    found = b""
    while more := connection.recv(10_000):
        found += more
    return found


def get(server: Server, path: str, address: str, **headers: str) -> tuple[int, str]:
    """The status and the body of an answer to an address of this machine."""
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    with ExitStack() as stack:
        asked = f"GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n{lines}\r\n"
        head, _, body = answer(came_from(server, address, stack, asked.encode())).decode().partition("\r\n\r\n")
    return int(head.split()[1]), body


# --- how many


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no addresses 127.0.0.2 and so on")
def test_an_address_has_only_so_many_connections_and_others_have_theirs(house: Server) -> None:
    with ExitStack() as stack:
        held = [came_from(house, ELSEWHERE, stack) for _ in range(OF_ADDRESS)]
        until(lambda: get(house, "/api/games", ELSEWHERE)[0] == 503)
        status, body = get(house, "/api/games", ELSEWHERE)
        assert (status, body) == (503, '{"code":"limit","why":"too many connections are open: try again later"}')
        assert get(house, "/api/games", "127.0.0.1")[0] == 200
        held[0].close()
        until(lambda: get(house, "/api/games", ELSEWHERE)[0] == 200)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b"content-length: 9\r\n", b"400"),
        (b"transfer-encoding: chunked\r\n", b"400"),
        (b"".join(b"x-%d: 1\r\n" % number for number in range(200)), b"431"),
    ],
    ids=["a body", "a body in chunks", "too many headers"],
)
def test_a_request_for_a_websocket_that_can_not_be_granted_is_answered_and_closed(
    house: Server, headers: bytes, status: bytes
) -> None:
    with ExitStack() as stack:
        found = answer(came_from(house, "127.0.0.1", stack, UPGRADE + headers + b"\r\n"))
    assert found.startswith(b"HTTP/1.1 " + status)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no addresses 127.0.0.2 and so on")
def test_a_websocket_that_ends_makes_room(house: Server) -> None:
    ann = house.guest("Ann")
    for _ in range(2 * OF_ADDRESS):
        house.client(ann.token).close()
    until(lambda: get(house, "/api/games", "127.0.0.1")[0] == 200)
    ann.send(msg.Ping(number=1))
    assert ann.until(lambda one: isinstance(one, msg.Pong)).number == 1
    ann.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no addresses 127.0.0.2 and so on")
def test_a_proxy_carries_the_connections_of_many(house: Server) -> None:
    with ExitStack() as stack:
        for number in range(OF_ADDRESS + 5):
            came_from(house, PROXY, stack, HALF_SENT.replace(b"host: a", f"x-forwarded-for: 192.0.2.{number}".encode()))
        assert get(house, "/api/games", PROXY, x_forwarded_for="192.0.2.99")[0] == 200


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no addresses 127.0.0.2 and so on")
def test_a_crowd_leaves_the_house_files_for_its_own_work(tmp_path: Path) -> None:
    server = FewFiles(tmp_path, "--pace", "0", "--address-connections", "1000", "--body-seconds", "600")
    try:
        ann = server.guest("Ann")
        table = ann.post("/api/tables", {"game": "double_down_stud", "pace": 0}).json()["id"]
        with ExitStack() as stack:
            for number in range(2 * OTHER_FILES):
                came_from(server, f"127.0.1.{number % 50 + 1}", stack)
            until(lambda: get(server, "/api/games", ELSEWHERE)[0] == 503)
            ann.sit_down(table)  # the database and the deal need files
            assert Path(f"/proc/{server.process.pid}/fd").exists()
            assert len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) < 2 * OTHER_FILES - 100
        until(lambda: get(server, "/api/games", ELSEWHERE)[0] == 200)
        ann.close()
    finally:
        server.kill()


# --- how fast


async def asked(guard: Guard, *messages: Message, client: str = "127.0.0.1", **headers: str) -> dict[str, Any]:
    """What the guard sends to a client who sends these messages, and nothing more."""
    waiting, sent = list(messages), list[Any]()

    async def receive() -> Message:
        return waiting.pop(0) if waiting else await asyncio.get_running_loop().create_future()

    async def send(message: Any) -> None:
        sent.append(message)

    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: Scope = {"type": "http", "method": "POST", "path": "/", "headers": given, "client": (client, 1)}
    await guard(scope, receive, send)
    return {"status": sent[0]["status"], "headers": dict(sent[0]["headers"]), "body": sent[1]["body"], "scope": scope}


def guard_of(*trusted: str, limits: Limits = UNLIMITED, requests: Rate = UNLIMITED.requests) -> Guard:
    """The guard of an application that answers with the body that it got."""

    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": message["body"]})

    return Guard(echo, Metrics(), Limiter(requests), Proxies(trusted), limits)


def part(body: bytes, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    found = asyncio.run(asked(guard_of(limits=Limits(body_s=0.01)), part(b'{"name":', more=True)))
    assert (found["status"], found["headers"][b"connection"]) == (408, b"close")
    assert found["body"] == b'{"code":"slow","why":"the body must come within 0.01 seconds"}'


def test_a_body_in_parts_arrives_whole() -> None:
    found = asyncio.run(asked(guard_of(), part(b'{"name":', more=True), part(b'"Ann"}', more=False)))
    assert (found["status"], found["body"]) == (200, b'{"name":"Ann"}')


def test_half_sent_bodies_of_one_address_do_not_pile_up_behind_a_proxy() -> None:
    async def crowd() -> tuple[int, int]:
        guard = guard_of("10.0.0.5", limits=Limits(connections_of_address=3, body_s=600))
        behind: dict[str, Any] = {"client": "10.0.0.5", "x_forwarded_for": "192.0.2.7"}
        slow = [asyncio.create_task(asked(guard, part(b"{", more=True), **behind)) for _ in range(3)]
        await asyncio.sleep(0)
        one_more = await asked(guard, part(b"{}", more=False), **behind)
        other = await asked(guard, part(b"{}", more=False), **behind | {"x_forwarded_for": "192.0.2.8"})
        for one in slow:
            one.cancel()
        return one_more["status"], other["status"]

    assert asyncio.run(crowd()) == (429, 200)


# --- through a proxy


@pytest.mark.parametrize(
    ("peer", "forwarded", "client", "known"),
    [
        ("192.0.2.1", "", "192.0.2.1", True),
        ("192.0.2.1", "6.6.6.6", "192.0.2.1", False),  # from anybody else, what is forwarded is ignored
        ("10.0.0.5", "192.0.2.7", "192.0.2.7", True),
        ("10.0.0.5", "6.6.6.6, 192.0.2.7", "192.0.2.7", True),  # the visitor wrote the first one
        ("10.0.0.5", "192.0.2.7, 10.0.0.6", "192.0.2.7", True),
        ("10.0.0.5", "192.0.2.7:4711", "192.0.2.7", True),
        ("10.0.0.5", "[2001:db8::1]:4711", "2001:db8::1", True),
        ("10.0.0.5", "2001:db8::1", "2001:db8::1", True),
        ("10.0.0.5", "unknown", "10.0.0.5", False),
        ("10.0.0.5", "9" * 900, "10.0.0.5", False),
        ("10.0.0.5", "a" + ":1" * 5000, "10.0.0.5", False),
        ("10.0.0.5", "", "10.0.0.5", False),
        ("::ffff:10.0.0.5", "192.0.2.7", "192.0.2.7", True),
    ],
)
def test_only_a_trusted_proxy_says_for_whom_it_asks(peer: str, forwarded: str, client: str, known: bool) -> None:
    headers = {"x_forwarded_for": forwarded} if forwarded else {}
    found = asyncio.run(asked(guard_of("10.0.0.0/24"), part(b"", more=False), client=peer, **headers))
    assert found["scope"]["client"][0] == client
    assert found["scope"]["state"][ADDRESS_KNOWN] is known


def test_visitors_behind_a_proxy_have_their_own_limits() -> None:
    async def ask() -> list[int]:
        guard = guard_of("10.0.0.5", requests=Rate(0.001, 1))
        visitors = ("192.0.2.7:4711", "192.0.2.7:4712", "192.0.2.8")
        return [
            (await asked(guard, part(b"", more=False), client="10.0.0.5", x_forwarded_for=one))["status"]
            for one in visitors
        ]

    assert asyncio.run(ask()) == [200, 429, 200]


def test_requests_that_another_process_passes_on_do_not_share_a_rate() -> None:
    async def ask() -> list[int]:
        guard = guard_of(requests=Rate(0.001, 1))
        await guard.proxies.know(["http://192.0.2.1:8000"])
        peers = ("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2")
        return [(await asked(guard, part(b"", more=False), client=one))["status"] for one in peers]

    assert asyncio.run(ask()) == [200, 200, 200, 200, 429]


def test_metrics_take_a_token(house: Server) -> None:
    assert get(house, "/metrics", "127.0.0.1")[0] == 403
    assert get(house, "/metrics", "127.0.0.1", authorization="Bearer let me")[0] == 403
    status, figures = get(house, "/metrics", "127.0.0.1", authorization="Bearer let me read")
    assert status == 200
    assert 'pitboss_tables{state="open"}' in figures


@pytest.mark.parametrize("path", ["/metrics", "/ready", "/health"])
def test_what_a_proxy_passes_on_is_not_local(server: Server, path: str) -> None:
    assert get(server, path, "127.0.0.1")[0] == 200
    assert get(server, path, "127.0.0.1", x_forwarded_for="127.0.0.1")[0] == 403
    assert get(server, path, "127.0.0.1", via="1.1 proxy")[0] == 403


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no addresses 127.0.0.2 and so on")
def test_a_visitor_behind_a_trusted_proxy_is_local_only_if_they_are(house: Server) -> None:
    assert get(house, "/ready", PROXY, x_forwarded_for="8.8.8.8")[0] == 403
    assert get(house, "/ready", PROXY, x_forwarded_for="10.1.2.3")[0] == 200
    assert get(house, "/ready", PROXY)[0] == 403


def test_the_other_processes_of_a_house_carry_the_connections_of_many() -> None:
    proxies = Proxies([])
    asyncio.run(proxies.know(["http://127.0.0.9:8001", "http://[::1]:8000", "http://", "nonsense"]))
    assert proxies.processes == {"127.0.0.9", "::1"}
    assert proxies.carries_many("127.0.0.9")
    assert not proxies.trusts("127.0.0.9")  # nobody believes for whom a process asks: it sends the client's session
    assert not proxies.carries_many("127.0.0.1")
