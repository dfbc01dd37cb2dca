"""Connections that do nothing: a thousand of them change nothing for others, and one too many gets a clear answer."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from pitboss.protocol import messages as msg
from served import Client, Server
from waiting import HANG_S

pytestmark = pytest.mark.long

T = TypeVar("T")
IDLE, PEOPLE, SILENT, FILES = 1000, 20, 100, 256
PROGRAM = """
import sys
from pitboss.cli.serve import announce
from pitboss.house.settings import Pace
from pitboss.server.http import limits, run
from pitboss.server.http.start import listen
from pitboss.house.settings import HouseSettings, Limits
limits.HEAD_S = float(sys.argv[3])
settings = HouseSettings(pace=Pace().times(0), limits=Limits(connections_of_address=int(sys.argv[2])))
run.serve(sys.argv[1], listen("127.0.0.1", 0), settings, announce)
"""


class LimitedServer(Server):
    """A house with a limit of connections. It starts with few open files, as many systems allow."""

    def __init__(self, folder: Path, connections: int = 2 * SILENT, head_s: float = 10.0) -> None:
        self.connections, self.head_s = connections, head_s
        super().__init__(folder)

    def command(self) -> list[str]:
        program = [sys.executable, "-c", PROGRAM, self.database, str(self.connections), str(self.head_s)]
        return ["sh", "-c", f'ulimit -Sn {FILES}; exec "$@"', "sh", *program]

    @property
    def memory(self) -> int:
        """The resident memory of the process, in bytes."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


class Idlers:
    """WebSockets that say hello and nothing more. They live in a thread of their own."""

    def __init__(self, server: Server) -> None:
        self._address = server.url.replace("http", "ws") + "/ws"
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.open: list[ClientConnection] = []

    def come(self, tokens: list[str]) -> None:
        """Open one connection for each token."""
        self._do(self._come(tokens))

    def are_served(self) -> bool:
        """Whether every connection is answered."""
        return self._do(self._ping())

    def go(self) -> None:
        async def close() -> None:
            for one in self.open:
                one.transport.abort()

        self._do(close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(HANG_S)

    async def _come(self, tokens: list[str]) -> None:
        gate = asyncio.Semaphore(20)

        async def one(token: str) -> None:
            async with gate:
                made = await connect(self._address, compression=None, open_timeout=HANG_S, ping_interval=None)
                self.open.append(made)
                await made.send(msg.encode(msg.Hello(version=msg.VERSION, token=token)), text=True)
                assert isinstance(msg.decode_answer(await made.recv(decode=False)), msg.Welcome)

        await asyncio.gather(*map(one, tokens))

    async def _ping(self) -> bool:
        async def one(number: int, socket: ClientConnection) -> bool:
            await socket.send(msg.encode(msg.Ping(number=number)), text=True)
            answer = msg.decode_answer(await socket.recv(decode=False))
            return isinstance(answer, msg.Pong) and answer.number == number

        return all(await asyncio.gather(*(one(number, socket) for number, socket in enumerate(self.open))))


@pytest.fixture
def many_files() -> Iterator[None]:
    """Let this process open enough files, or skip the test."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 2 * (IDLE + SILENT)
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"this system allows {hard} open files, and the test needs {needed}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def play_rounds(player: Client, table: str, random: Random) -> float:
    """Play three rounds. Returns the median time of an answer, in milliseconds."""
    took: list[float] = []
    command = Client.command

    def timed(self: Client, *args: Any, **named: Any) -> Any:
        began = time.perf_counter()
        answer = command(self, *args, **named)
        took.append(time.perf_counter() - began)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "command", timed)
        for _ in range(3):
            assert player.play_round(table, random)
    return median(took) * 1000


def test_a_thousand_idle_connections_change_nothing_for_others(tmp_path: Path, many_files: None) -> None:
    server = LimitedServer(tmp_path, IDLE + 3)  # with two players and the connection for requests
    idlers = Idlers(server)
    try:
        players = [server.guest("Ann"), server.guest("Bob")]
        tables = [
            player.post("/api/tables", {"game": "double_down_stud", "pace": 0}).json()["id"] for player in players
        ]
        for player, table in zip(players, tables, strict=True):
            player.sit_down(table)
        before = [play_rounds(player, table, Random(1)) for player, table in zip(players, tables, strict=True)]
        tokens = [server.http.post("/api/guest", json={}).json()["token"] for _ in range(PEOPLE)]
        memory = server.memory
        idlers.come([tokens[number % PEOPLE] for number in range(IDLE)])
        each = (server.memory - memory) / IDLE
        assert f"pitboss_connections {IDLE + 2}.0" in server.http.get("/metrics").text

        after = [play_rounds(player, table, Random(2)) for player, table in zip(players, tables, strict=True)]
        assert len(idlers.open) == IDLE
        assert idlers.are_served()
        assert server.http.get("/health").status_code == 200
        with pytest.raises(InvalidStatus) as refused:
            server.client(players[0].token)
        assert refused.value.response.status_code == 503
        said = json.loads(refused.value.response.body or b"")
        assert said == {"code": "limit", "why": "too many connections are open: try again later"}
        assert [player.play_round(table, Random(3)) for player, table in zip(players, tables, strict=True)]
        print(
            f"\n{IDLE} idle connections take {each / 1024:.1f} KiB each; answers took {max(before):.1f} ms without "
            f"them and {max(after):.1f} ms with them"
        )
        for player in players:
            player.close()
    finally:
        idlers.go()
        server.kill()


def test_connections_that_send_no_request_are_closed(tmp_path: Path, many_files: None) -> None:
    server = LimitedServer(tmp_path, head_s=2.0)
    address = urlsplit(server.url)
    silent = [socket.create_connection((address.hostname or "", address.port or 0)) for _ in range(SILENT)]
    try:
        for number, one in enumerate(silent):
            one.settimeout(HANG_S)
            if number % 2:  # a head that never ends
                one.sendall(b"GET /health HTTP/1.1\r\nhost: a\r\n")
        ann = server.guest("Ann")
        assert server.http.get("/health").status_code == 200
        assert [one.recv(1000) for one in silent] == [b""] * SILENT
        ann.send(msg.Ping(number=1))
        assert ann.until(lambda answer: isinstance(answer, msg.Pong)).number == 1
        ann.close()
    finally:
        for one in silent:
            one.close()
        server.kill()
