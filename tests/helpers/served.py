"""A real server for tests: ``pitboss serve`` as a process, and a plain client over HTTP and WebSocket."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import evidence
from pitboss.engine.round.asks import Offer
from pitboss.protocol import messages as msg
from waiting import HANG_S

SOURCE = Path(__file__).parents[2] / "src"
_KEYS = count(1)


def lasting_port() -> int:
    """A free port for a house that is found again where it was. The system gives it to no connection meanwhile."""
    for port in range(20_000 + os.getpid() % 5_000, 32_000):
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Server:
    """A process that serves a house."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        database: str = "",
        program: Sequence[str] = ("-m", "pitboss.cli"),
        path: str = str(SOURCE),
    ) -> None:
        self.folder, self.arguments, self.program, self.path = folder, arguments, program, path
        self.database = database or f"sqlite:///{folder}/house.db"
        self.log = folder / "log.jsonl"
        evidence.sources.append(self)
        self.start()

    def start(self) -> None:
        """Start the process, on a free port and with the database in the folder."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"PYTHONPATH": self.path},
            )
        assert self.process.stdout is not None
        self.said = []
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            if line.startswith("Stop with"):
                break
        else:
            raise AssertionError(f"the server did not start: {self.log.read_text()}")
        self.url = self.said[0].rpartition(" ")[2]
        self.http = httpx.Client(base_url=self.url, timeout=HANG_S)

    def command(self) -> list[str]:
        """The command line of the process."""
        serve = [sys.executable, *self.program, "serve", "--port", "0", "--lazy-coach"]
        return [*serve, "--database", self.database, *self.arguments]

    def leave(self, folder: Path, number: int) -> None:
        """Leave the log to whoever asks why a test has failed."""
        shutil.copy(self.log, folder / f"log-{number}.jsonl")

    def forget(self) -> bool:
        return self.process.poll() is None

    @property
    def token(self) -> str:
        """The token of the first administrator."""
        return self.said[3].split()[0]

    @cached_property
    def administrator(self) -> str:
        """A session of the first administrator, who is also a supervisor."""
        who = {"name": "Renard", "login": "renard", "password": "a long password"}
        made = self.http.post("/api/register", json=who).json()
        headers = {"authorization": f"Bearer {made['token']}"}
        self.http.post("/api/administrator", json={"token": self.token}, headers=headers)
        roles = self.http.post(
            f"/api/people/{made['person']['id']}/roles", json={"grant": ["supervisor"]}, headers=headers
        )
        assert roles.status_code == 200, roles.text
        return str(made["token"])

    def kill(self) -> None:
        """Kill the process as a crash would."""
        self._end(signal.SIGKILL)

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Ask the process to end. Returns its exit status."""
        return self._end(how)

    def _end(self, how: int) -> int:
        self.http.close()
        self.process.send_signal(how)
        status = self.process.wait(HANG_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def guest(self, name: str = "") -> Client:
        """A new guest who is connected."""
        answer = self.http.post("/api/guest", json={"name": name})
        assert answer.status_code == 200, answer.text
        return self.client(answer.json()["token"])

    def client(self, token: str) -> Client:
        return Client(self, token)

    def table(self, game: str, client: Client) -> str:
        """The id of the public table of a game."""
        return next(one["id"] for one in client.get("/api/tables").json() if one["game"] == game)


@contextmanager
def served(folder: Path, *arguments: str, **options: Any) -> Iterator[Server]:
    """A server that is stopped afterwards, with the options of ``Server``. Default: on a file in the folder."""
    server = Server(folder, *arguments, **options)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def open_socket(server: Server, until: ExitStack, **options: Any) -> ClientConnection:
    """A WebSocket that has not said hello."""
    address = server.url.replace("http", "ws") + "/ws"
    return until.enter_context(connect(address, open_timeout=HANG_S, **options))


class Client:
    """A person's session with a WebSocket. It keeps every message."""

    def __init__(self, server: Server, token: str) -> None:
        self.server, self.token = server, token
        self.messages: list[Any] = []
        self.turn: msg.Turn | None = None
        self._open = ExitStack()
        self._connect()

    def _connect(self) -> None:
        self.socket = open_socket(self.server, self._open)
        self._unread: deque[Any] = deque()
        self.send(msg.Hello(version=msg.VERSION, token=self.token))
        welcome = self.until(lambda one: isinstance(one, msg.Welcome))
        self.person, self.roles = welcome.person, welcome.roles

    def close(self) -> None:
        self._open.close()

    def register(self, login: str, password: str = "a long password", name: str = "") -> dict[str, Any]:
        """Register, and go on in the new session. Returns the person."""
        answer = self.post("/api/register", {"login": login, "password": password, "name": name})
        assert answer.status_code == 200, answer.text
        self.close()
        self.token = answer.json()["token"]
        self._connect()
        person: dict[str, Any] = answer.json()["person"]
        return person

    # --- HTTP

    def get(self, path: str) -> httpx.Response:
        return self.server.http.get(path, headers=self._headers)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.server.http.post(path, json={} if body is None else body, headers=self._headers)

    def delete(self, path: str) -> httpx.Response:
        return self.server.http.delete(path, headers=self._headers)

    @property
    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    # --- WebSocket

    def send(self, message: msg.Message) -> None:
        self.socket.send(msg.encode(message).decode())

    def next(self) -> Any:
        if not self._unread:
            self._unread.extend(msg.decode_answers(self.socket.recv(timeout=HANG_S)))
        message = self._unread.popleft()
        self.messages.append(message)
        if isinstance(message, msg.Turn):
            self.turn = message
        return message

    def until(self, found: Callable[[Any], bool]) -> Any:
        """The next message of a kind."""
        ends = time.monotonic() + HANG_S
        while not found(message := self.next()):
            assert time.monotonic() < ends, f"it did not come; the last was {message}"
        return message

    def updates(self, table: str) -> list[msg.Update]:
        return [one for one in self.messages if isinstance(one, msg.Update) and one.table == table]

    def command(self, kind: type[msg.Command], table: str, key: str = "", **fields: Any) -> Any:
        """Give a command and wait for its answer."""
        key = key or f"k{next(_KEYS)}-{os.getpid()}"
        self.send(kind(table=table, key=key, **fields))
        return self.until(lambda one: isinstance(one, msg.Done | msg.Refused) and one.key == key)

    def must(self, kind: type[msg.Command], table: str, **fields: Any) -> msg.Done:
        """Give a command that must be done."""
        answer = self.command(kind, table, **fields)
        assert isinstance(answer, msg.Done), answer
        return answer

    def sit_down(self, table: str, cents: int = 2_000_00) -> None:
        """Watch a table, sit down and buy chips."""
        self.send(msg.Watch(table=table))
        self.must(msg.Sit, table)
        self.must(msg.BuyIn, table, cents=cents)

    def expect_close(self) -> int:
        """The code with which the server closes the connection."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0

    # --- a round

    def play_round(self, table: str, random: Random) -> int:
        """Play until a round is over: place the least wagers that are needed, then take any offers.

        Returns the number of the round.
        """
        wagered = 0
        for _ in range(200):
            turn = self._my_turn(table)
            if wagered and turn.round != wagered:
                return wagered
            offers = [one for _, some in turn.offers for one in some if not one.why_not and one.do not in AVOIDED]
            if turn.about == "wagers":
                needed = [one for one in offers if one.do == "wager" and not one.optional]
                if not needed:
                    wagered = turn.round
                    self.must(msg.Ready, table, round=turn.round)
                    self.turn = None
                    continue
                offer = needed[0]
            else:
                offer = random.choice(offers)
            seat = next(seat for seat, some in turn.offers if offer in some)
            self._take(table, turn, seat, offer)
        raise AssertionError("the round does not end")

    def play(self, table: str, do: str, *, wager: str = "", seat: int = 0, **said: Any) -> None:
        """Take an offer as soon as it is open to this person, at any of their seats by default."""
        tried: msg.Turn | None = None
        for _ in range(200):
            turn = self.turn
            at = _where(turn, do, wager, seat, said.get("what", "")) if turn and turn.table == table else []
            if turn is None or turn is tried or not at:
                self.next()
                continue
            tried = turn
            said |= {"seat": at[0], "wager": wager}
            answer = self.command(msg.Play, table, round=turn.round, turn=turn.turn, do=do, **said)
            if isinstance(answer, msg.Done):
                return
            assert answer.code in ("late", "illegal"), answer  # the table has gone on meanwhile
        raise AssertionError(f"it was not possible to {do} {wager}")

    def report(self, table: str, what: str, **said: Any) -> None:
        """Report an irregularity as a supervisor, as soon as it can happen."""
        self.play(table, "report", by="supervisor", what=what, **said)

    def _my_turn(self, table: str) -> msg.Turn:
        """A turn at which this person has something to do."""
        while True:
            turn = self.turn
            if turn is not None and turn.table == table and turn.offers:
                return turn
            self.next()

    def _take(self, table: str, turn: msg.Turn, seat: int, offer: Offer) -> None:
        said: dict[str, Any] = {"do": offer.do, "seat": seat, "wager": offer.wager, "hand": offer.hand or 1}
        said |= {"amount": offer.least, "what": (offer.what or ("",))[0], "place": (offer.places or ("",))[0]}
        answer = self.command(msg.Play, table, round=turn.round, turn=turn.turn, **said)
        assert isinstance(answer, msg.Done), (answer, offer)
        self.turn = None  # the next one comes after the answer


AVOIDED = ("withdraw", "cash", "redeem")


def _where(turn: msg.Turn, do: str, wager: str, seat: int, what: str) -> list[int]:
    """The seats at which something may be done. Staff act at seat 0."""
    return [
        at
        for at, offers in turn.offers
        if (seat or at) == at
        for one in offers
        if (one.do, one.wager, one.why_not) == (do, wager, "") and (not one.what or not what or what in one.what)
    ]


def plain(messages: list[Any]) -> list[Any]:
    """Messages as plain data, to compare them."""
    return [msgspec.to_builtins(one) for one in messages]
