"""A small server that speaks the protocol, and loses connections when a test says so."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from pitboss.engine.round.asks import Offer
from pitboss.protocol import messages as msg
from waiting import HANG_S, until_async

TABLE = "t1"
FOLD = Offer(do="fold", clause="9(a)")
BET = Offer(do="bet", clause="9(b)", wager="bet", least=1000, most=1000)
BEFORE_DOING, BEFORE_ANSWER, AFTER_ANSWER, AFTER_UPDATE = (
    "before doing",
    "before answer",
    "after answer",
    "after update",
)
"""The points of a command at which the connection can be lost."""


class FakeHouse:
    """One table. Every command that is not refused becomes an act, and every watcher gets its update."""

    def __init__(self) -> None:
        self.updates: list[msg.Update] = []
        self.answers: dict[str, msg.Done] = {}
        self.came: list[str] = []
        """The keys of commands, each time that one came."""
        self.hellos: list[str] = []
        self.watches: list[int] = []
        """The numbers after which clients watched."""
        self.lose: list[str] = []
        """At which point to lose the connection, for each command that comes. An empty text loses nothing."""
        self.refuse: dict[str, msg.Refused] = {}
        """Refusals by the type of the command, each given once."""
        self.skip = 0
        """How many updates to leave out."""
        self.repeat = False
        self.mute = False
        """Whether to answer nothing."""
        self.version = msg.VERSION
        self.close_code = 0
        """If it is set, a hello is answered by closing with this code."""
        self.url = ""
        self.port = 0
        self._watchers: set[ServerConnection] = set()
        self._connections: set[ServerConnection] = set()
        self._server: Server | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    # --- used by tests

    def call(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(HANG_S)

    def open(self) -> None:
        """Listen. A house that was shut listens on the same port again."""

        async def start() -> None:
            self._server = await serve(self._serve, "127.0.0.1", self.port, compression=None)
            self.port = next(iter(self._server.sockets)).getsockname()[1]

        self.call(start())
        self.url = f"http://127.0.0.1:{self.port}"

    def shut(self) -> None:
        """Stop listening and lose every connection."""

        async def stop() -> None:
            assert self._server is not None
            self._server.close(close_connections=False)
            for one in list(self._connections):
                one.transport.abort()
            await self._server.wait_closed()

        self.call(stop())

    def drop_all(self) -> None:
        """Lose every connection."""

        async def drop() -> None:
            for one in list(self._connections):
                one.transport.abort()

        self.call(drop())

    @property
    def watching(self) -> int:
        """How many connections watch the table."""
        return len(self._watchers)

    def say(self, words: str) -> None:
        """Let something happen at the table."""
        self.call(self._send(self._made({"type": "said", "words": words})))

    def tell(self, message: msg.Message) -> None:
        """Send a message to every watcher."""

        async def send() -> None:
            for one in list(self._watchers):
                await one.send(msg.encode(message), text=True)

        self.call(send())

    def end(self) -> None:
        self.shut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # --- the protocol

    async def _serve(self, socket: ServerConnection) -> None:
        self._connections.add(socket)
        try:
            hello = msg.decode_command(await socket.recv(decode=False))
            assert isinstance(hello, msg.Hello)
            self.hellos.append(hello.token)
            if self.close_code:
                await socket.close(self.close_code, "this session has ended")
                return
            welcome = msg.Welcome(version=self.version, person="ann", name="Ann", roles=("player",), now=0)
            await socket.send(msg.encode(welcome), text=True)
            while True:
                await self._hear(socket, msg.decode_command(await socket.recv(decode=False)))
        except ConnectionClosed:
            return
        finally:
            self._connections.discard(socket)
            self._watchers.discard(socket)

    async def _hear(self, socket: ServerConnection, message: Any) -> None:
        if isinstance(message, msg.Watch):
            self.watches.append(message.after)
            if message.table != TABLE:
                no = msg.Refused(key="", table=message.table, code="unknown", why="there is no such table")
                await socket.send(msg.encode(no), text=True)
                return
            for update in self.updates:
                if update.seq > message.after:
                    await socket.send(msg.encode(update), text=True)
            self._watchers.add(socket)
            await socket.send(msg.encode(self._turn(len(self.updates))), text=True)
        elif isinstance(message, msg.Unwatch):
            self._watchers.discard(socket)
        elif isinstance(message, msg.Command):
            await self._command(socket, message)

    def _turn(self, seq: int) -> msg.Turn:
        offers = [[2, msgspec.to_builtins((FOLD, BET))]]
        fields = {
            "table": TABLE,
            "seq": seq,
            "round": 3,
            "turn": 7,
            "about": "bet or fold",
            "offers": offers,
            "chips": 50,
        }
        return msgspec.convert({"type": "turn", **fields}, msg.Turn)

    async def _command(self, socket: ServerConnection, command: msg.Command) -> None:
        self.came.append(command.key)
        lose = self.lose.pop(0) if self.lose else ""
        if self.mute:
            return
        if lose == BEFORE_DOING:
            socket.transport.abort()
            return
        kind = type(command).__name__
        if kind in self.refuse and command.key not in self.answers:
            no = msgspec.structs.replace(self.refuse.pop(kind), key=command.key, table=command.table)
            await socket.send(msg.encode(no), text=True)
            return
        new = command.key not in self.answers
        if new:
            update = self._made(msgspec.to_builtins(command))
            self.answers[command.key] = msg.Done(key=command.key, table=TABLE, seq=update.seq)
        if lose == BEFORE_ANSWER:
            socket.transport.abort()
            return
        await socket.send(msg.encode(self.answers[command.key]), text=True)
        if new and lose != AFTER_ANSWER:
            await self._send(update)
        if lose in (AFTER_ANSWER, AFTER_UPDATE):
            await until_async(lambda: not socket.transport.get_write_buffer_size())  # all is on its way
            socket.transport.abort()

    def _made(self, act: dict[str, Any]) -> msg.Update:
        """Something happens at the table, and nobody is told yet."""
        update = msg.Update(table=TABLE, seq=len(self.updates) + 1, at=0, round=3, act=act)
        self.updates.append(update)
        return update

    async def _send(self, update: msg.Update) -> None:
        if self.skip:
            self.skip -= 1
            return
        for one in [one for one in self._watchers if one.state is State.OPEN]:
            for message in (update, *((update,) if self.repeat else ()), self._turn(update.seq)):
                await one.send(msg.encode(message), text=True)


@contextmanager
def fake_house() -> Iterator[FakeHouse]:
    house = FakeHouse()
    house.open()
    try:
        yield house
    finally:
        house.end()


class Plain:
    """An async client whose methods return when they are done, so that one test is for both clients."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._loop = asyncio.new_event_loop()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._client, name)
        if not asyncio.iscoroutinefunction(found):
            return found

        def done(*given: Any, **named: Any) -> Any:
            return self._loop.run_until_complete(found(*given, **named))

        return done

    def close(self) -> None:
        self._loop.run_until_complete(self._client.close())
        self._loop.close()


def made(kind: str, *given: Any, **named: Any) -> Any:
    """A client of this kind, with methods that return when they are done."""
    from pitboss.client import AsyncClient, Client

    if kind == "sync":
        return Client(*given, **named)
    holder: list[Any] = []

    async def make() -> None:
        holder.append(AsyncClient(*given, **named))

    plain = Plain(None)
    plain._loop.run_until_complete(make())
    plain._client = holder[0]
    return plain
