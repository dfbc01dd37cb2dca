"""How a client reaches a house: requests over HTTP, and the connection for live play, which is renewed when it is lost.

A connection carries the messages of a conversation, and waits. ``AsyncConnection``, for programs with asyncio, does it
in a task, so messages come whenever the event loop runs. ``Connection`` does it only while somebody waits.
"""

from __future__ import annotations

import asyncio
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from ssl import SSLContext
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

import httpx
import msgspec
from websockets.asyncio import client as async_sockets
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync import client as sockets

from pitboss.client.conversation import Conversation, delays, socket_address
from pitboss.client.errors import ConnectionLost, Refused
from pitboss.protocol import account, games, tables
from pitboss.protocol import messages as msg
from pitboss.protocol.bodies import Body

T = TypeVar("T")


class Request(msgspec.Struct, Generic[T], frozen=True):
    """A request, and the type of its answer."""

    method: str
    path: str
    answer: type[T]
    body: Body | dict[str, Any] | None = None

    @property
    def content(self) -> bytes | None:
        """The body as it is sent. Fields with their default are left out: the server has the same."""
        return None if self.body is None else msgspec.json.encode(self.body)


def part(id: str) -> str:
    """An id as a part of a path."""
    return quote(id, safe="")


def asking(path: str, **fields: Any) -> str:
    """A path with a query of the fields that were given.

    >>> asking("/api/statement", after="t1/12:1", most=None)
    '/api/statement?after=t1%2F12%3A1'
    """
    asked = urlencode({name: value for name, value in fields.items() if value not in (None, "")})
    return f"{path}?{asked}" if asked else path


@cache
def certificates() -> SSLContext:
    """The certificates that clients trust. They are read once, since that takes longer than a request."""
    return httpx.create_ssl_context()


def read(request: Request[T], status: int, content: bytes) -> T:
    """The answer to a request. An error of the server raises ``Refused``.

    >>> read(Request("GET", "/api/key", tables.HouseKey), 404, b'{"code": "unknown", "why": "there is no key"}')
    Traceback (most recent call last):
        ...
    pitboss.client.errors.Refused: there is no key
    """
    try:
        if status >= 400:
            said = msgspec.json.decode(content, type=dict[str, Any])
            raise Refused(str(said.get("code", status)), str(said.get("why", f"the server answered {status}")))
        return msgspec.json.decode(content or b"{}", type=request.answer)
    except msgspec.DecodeError as error:
        why = f"the server answered {request.path} with status {status} in a form that this client does not know"
        raise Refused("malformed", f"{why}: {error}") from None


# --- live play

UNWELCOME = (4400, 4401, 4426)
"""Codes with which a server closes a connection that it will not have again: its hello is malformed, of an unknown
session, or of another version."""
SHORTEST = 1.0
"""Seconds that an attempt to connect may always take."""


class TimedSocket(async_sockets.ClientConnection):
    """A socket that knows when something last came in."""

    heard = 0.0

    def data_received(self, data: bytes) -> None:
        self.heard = time.perf_counter()
        super().data_received(data)


class AsyncConnection:
    """A connection that a task holds. Those who wait have a slot each: the id of a table, or the key of a command."""

    def __init__(
        self, talk: Conversation, server: str, *, timeout: float, patience: float, longest_delay: float
    ) -> None:
        self.talk, self.server = talk, server
        self.timeout, self.patience, self.longest_delay = timeout, patience, longest_delay
        talk.woken = self.wake
        self._socket: TimedSocket | None = None
        self._task: asyncio.Task[None] | None = None
        self._welcome: asyncio.Future[None] | None = None
        self._failed: Exception | None = None
        self._waiting: defaultdict[str, list[asyncio.Future[bool]]] = defaultdict(list)

    @property
    def heard(self) -> float:
        return self._socket.heard if self._socket is not None else time.perf_counter()

    async def connect(self) -> msg.Welcome:
        """Connect, unless there is a connection or it is being renewed."""
        if self._task is None or self._task.done():
            self._failed = None
            self._welcome = asyncio.get_running_loop().create_future()
            self._task = asyncio.create_task(self._run())
        assert self._welcome is not None
        if not self._welcome.done():
            await asyncio.wait({self._welcome}, timeout=self.timeout)
        if self._failed is not None:
            raise self._failed
        if self.talk.last_welcome is None:
            raise ConnectionLost(f"{self.server} does not answer")
        return self.talk.last_welcome

    async def close(self) -> None:
        """End the connection. Those who wait get ``ConnectionLost``."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._fail(ConnectionLost("the client is closed"))

    async def drop(self) -> None:
        """Lose the connection, as a network does."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _run(self) -> None:
        """Hold a connection, and renew it when it is lost."""
        try:
            waits, give_up = delays(longest=self.longest_delay), time.monotonic() + self.patience
            while True:
                why = await self._hold()
                if self.talk.lost():
                    waits, give_up = delays(longest=self.longest_delay), time.monotonic() + self.patience
                assert self._welcome is not None
                if not self._welcome.done() or time.monotonic() > give_up:
                    raise ConnectionLost(f"{self.server}: {why}")
                await asyncio.sleep(next(waits))
        except Exception as error:
            self._fail(error)

    async def _hold(self) -> str:
        """Connect and carry messages until the connection is lost. Returns the reason."""
        talk, why = self.talk, "the connection was lost"
        try:
            address = socket_address(self.server)
            connecting = async_sockets.connect(
                address, compression=None, open_timeout=self.timeout, max_queue=None, create_connection=TimedSocket
            )
            async with connecting as socket:
                assert isinstance(socket, TimedSocket)
                self._socket = socket
                await socket.send(talk.hello(), text=True)
                while not talk.must_reconnect:
                    for out in talk.receive(await socket.recv(decode=False)):
                        await socket.send(out, text=True)
                    if talk.welcome is not None and self._welcome is not None and not self._welcome.done():
                        self._welcome.set_result(None)
        except ConnectionClosed as error:
            if no := unwelcome(talk, error):
                raise no from None
            why = str(error)
        except (OSError, WebSocketException) as error:
            why = str(error) or type(error).__name__
        finally:
            self._socket = None
            talk.welcome = None
        return why

    def _fail(self, error: Exception) -> None:
        """Wake everybody who waits: nothing more will come."""
        self._failed = error
        if self._welcome is not None and not self._welcome.done():
            self._welcome.set_result(None)
        for slot in list(self._waiting):
            self.wake(slot)

    async def write(self, messages: Sequence[bytes]) -> None:
        """Send messages. If the connection is gone, they are sent on the next one."""
        socket = self._socket
        try:
            for message in messages:
                if socket is not None:
                    await socket.send(message, text=True)
        except ConnectionClosed:
            return  # _hold notices it too, and the conversation knows what to send again

    def wake(self, slot: str) -> None:
        """Something came for a slot."""
        for waiter in self._waiting.pop(slot, ()):
            _wake(waiter, True)

    def forget(self, slot: str) -> None:
        """Nobody will wait for a slot any more."""
        self._waiting.pop(slot, None)

    async def changed(self, slot: str, end: float) -> bool:
        """Wait until something comes for a slot. Returns whether it came in time."""
        if self._failed is not None:
            raise self._failed
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[bool] = loop.create_future()
        self._waiting[slot].append(waiter)
        timer = loop.call_later(max(0.0, end - time.monotonic()), _wake, waiter, False)
        try:
            came = await waiter
        finally:
            timer.cancel()
        if self._failed is not None:
            raise self._failed
        return came

    async def until(self, slot: str, holds: Callable[[], bool], end: float) -> bool:
        """Wait until a condition holds, which may change when something comes for a slot. Returns whether it does."""
        while not holds():
            if not await self.changed(slot, end):
                return holds()
        return True


def _wake(waiter: asyncio.Future[bool], came: bool) -> None:
    if not waiter.done():
        waiter.set_result(came)


class Connection:
    """A connection that carries messages only while somebody waits."""

    def __init__(
        self, talk: Conversation, server: str, *, timeout: float, patience: float, longest_delay: float
    ) -> None:
        self.talk, self.server = talk, server
        self.timeout, self.patience, self.longest_delay = timeout, patience, longest_delay
        talk.woken = self.wake
        self.heard = time.perf_counter()
        self._socket: sockets.ClientConnection | None = None
        self._held = ExitStack()
        """Closes the socket."""
        self._waits = delays(longest=longest_delay)
        self._give_up = self._try_at = 0.0
        self._changed: set[str] = set()
        """The slots for which something came since somebody waited for them."""

    def connect(self) -> msg.Welcome:
        """Connect, if there was no connection yet. Those who wait renew it."""
        if self.talk.last_welcome is None:
            self._give_up = time.monotonic() + self.patience
            if why := self._open(self.timeout):
                raise ConnectionLost(f"{self.server}: {why}")
            self.until("", lambda: self.talk.welcome is not None, time.monotonic() + self.timeout)
        if self.talk.last_welcome is None:
            raise ConnectionLost(f"{self.server} does not answer")
        return self.talk.last_welcome

    def close(self) -> None:
        """End the connection."""
        self._lost()

    def drop(self) -> None:
        """Lose the connection, as a network does."""
        if self._socket is not None:
            self._socket.close_socket()
            self._lost()

    def _open(self, seconds: float) -> str:
        """Open a socket. Returns the reason if that fails."""
        try:
            opened = sockets.connect(
                socket_address(self.server), compression=None, open_timeout=seconds, close_timeout=1, max_queue=None
            )
            self._socket = self._held.enter_context(opened)
            self._socket.send(self.talk.hello(), text=True)
        except (OSError, WebSocketException) as error:
            self._lost()
            return str(error) or type(error).__name__
        return ""

    def _lost(self) -> None:
        """The socket is gone."""
        self._held.close()
        self._socket = None
        if self.talk.lost():
            self._waits, self._give_up = delays(longest=self.longest_delay), time.monotonic() + self.patience
        self._try_at = time.monotonic() + next(self._waits)

    def _reconnect(self, end: float) -> bool:
        """Connect again. Returns whether it worked in time."""
        while self._socket is None:
            time.sleep(max(0.0, min(end, self._try_at) - time.monotonic()))
            if self._try_at > end:
                return False
            why = self._open(max(SHORTEST, end - time.monotonic()))
            if why and time.monotonic() > self._give_up:
                raise ConnectionLost(f"{self.server}: {why}")
        return True

    def write(self, messages: Sequence[bytes]) -> None:
        """Send messages. If the connection is gone, they are sent on the next one."""
        try:
            for message in messages:
                if self._socket is not None:
                    self._socket.send(message, text=True)
        except (ConnectionClosed, OSError):
            self._lost()

    def wake(self, slot: str) -> None:
        """Something came for a slot."""
        self._changed.add(slot)

    def forget(self, slot: str) -> None:
        """Nobody will wait for a slot any more."""
        self._changed.discard(slot)

    def changed(self, slot: str, end: float) -> bool:
        """Wait until something has come for a slot since the last time. Returns whether it came in time."""
        came = self.until(slot, lambda: slot in self._changed, end)
        self._changed.discard(slot)
        return came

    def until(self, slot: str, holds: Callable[[], bool], end: float) -> bool:
        """Carry messages, whatever their slot, until a condition holds. Returns whether it does in time."""
        while not holds():
            if self._socket is None and not self._reconnect(end):
                return holds()
            socket = self._socket
            assert socket is not None
            try:
                data = socket.recv(timeout=max(0.0, end - time.monotonic()), decode=False)
            except TimeoutError:
                return holds()
            except ConnectionClosed as error:
                no = unwelcome(self.talk, error)
                self._lost()
                if no:
                    raise no from None
                continue
            self.heard = time.perf_counter()
            self.write(self.talk.receive(data))
            if self.talk.must_reconnect:
                self._lost()
        return True


def unwelcome(talk: Conversation, error: ConnectionClosed) -> Refused | None:
    """The refusal of a server that closed the connection instead of a welcome, and will not have it again."""
    if talk.welcome is None and error.rcvd is not None and error.rcvd.code in UNWELCOME:
        return Refused("session", error.rcvd.reason or "the server does not accept this session")
    return None


# --- types that stood here before


def __getattr__(name: str) -> Any:
    """A type of an answer by the module in which it was before. It works for one version, with a warning."""
    for module in (account, tables, games):
        if not name.startswith("_") and hasattr(module, name):
            warnings.warn(f"{__name__}.{name} is now {module.__name__}.{name}", DeprecationWarning, stacklevel=2)
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
