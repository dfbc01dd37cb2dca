"""The client for programs that use asyncio."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from pitboss.client import requests
from pitboss.client.conversation import (
    LONGEST_DELAY,
    UNWELCOME,
    Conversation,
    delays,
    is_shown,
    new_key,
    outcome,
    shown,
    socket_address,
)
from pitboss.client.errors import ConnectionLost, NoAnswer, Refused
from pitboss.client.learning_calls import AsyncLearningCalls
from pitboss.client.live_view import LiveView
from pitboss.client.money_calls import AsyncMoneyCalls
from pitboss.client.requests import Me, Person, Request, RoundInfo, TableInfo
from pitboss.client.staff_calls import AsyncStaffCalls
from pitboss.engine.round.asks import Offer
from pitboss.protocol import messages as msg

T = TypeVar("T")


class TimedConnection(ClientConnection):
    """A connection that knows when something last came in."""

    heard = 0.0

    def data_received(self, data: bytes) -> None:
        self.heard = time.perf_counter()
        super().data_received(data)


class AsyncClient(AsyncStaffCalls, AsyncMoneyCalls, AsyncLearningCalls):
    """A client of a house. It keeps one connection for live play, and renews it when it is lost.

    ::

        async with AsyncClient("http://127.0.0.1:8000") as client:
            await client.guest("Ann")
            [table, *_] = await client.tables()
            live = await client.watch(table.id)
            await client.sit(table.id)
            await client.buy_in(table.id, 100_00)
            await client.wait(live, lambda live: bool(live.offers))
            seat, offer = live.offers[0]
            await client.play(table.id, offer, amount=offer.least)

    ``timeout`` is how many seconds a request or a command waits for its answer. ``patience`` is how many seconds the
    client tries to connect again before it gives up.
    """

    longest_delay = LONGEST_DELAY
    """Seconds between two attempts to connect again, at most."""

    def __init__(self, server: str, *, token: str = "", timeout: float = 10.0, patience: float = 30.0) -> None:
        self.server, self.timeout, self.patience = server.rstrip("/"), timeout, patience
        self.talk = Conversation(token)
        self.talk.woken = self._wake
        self._http = httpx.AsyncClient(base_url=self.server, timeout=timeout, verify=requests.certificates())
        self._socket: TimedConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._welcome: asyncio.Future[None] | None = None
        self._failed: Exception | None = None
        self._waiting: defaultdict[str, list[asyncio.Future[bool]]] = defaultdict(list)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection. Commands without an answer raise ``ConnectionLost``."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._fail(ConnectionLost("the client is closed"))
        await self._http.aclose()

    @property
    def token(self) -> str:
        """The token of the session."""
        return self.talk.token

    @property
    def connected(self) -> bool:
        """Whether there is a connection for live play on which the server has answered."""
        return self.talk.welcome is not None

    @property
    def heard(self) -> float:
        """When something last came in on the connection for live play, by ``time.perf_counter``."""
        return self._socket.heard if self._socket is not None else time.perf_counter()

    # --- asked once

    async def request(self, request: Request[T]) -> T:
        """Ask something over HTTP."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            got = await self._http.request(request.method, request.path, json=request.body, headers=headers)
        except httpx.TransportError as error:
            raise ConnectionLost(f"{self.server} does not answer: {error or type(error).__name__}") from None
        return requests.read(request, got.status_code, got.content)

    async def _sign_in(self, request: Request[requests.SignedIn]) -> Person:
        made = await self.request(request)
        self.talk.token = made.token
        return made.person

    async def guest(self, name: str = "") -> Person:
        """Become a new guest with play money."""
        return await self._sign_in(requests.guest(name))

    async def register(self, login: str, password: str, name: str = "") -> Person:
        """Register. A guest keeps their chips and their history, and gets a new session."""
        made = await self.request(requests.register(login, password, name))
        await self._write(self.talk.renewed(made.token))
        return made.person

    async def login(self, login: str, password: str) -> Person:
        """Sign in."""
        return await self._sign_in(requests.login(login, password))

    async def logout(self) -> None:
        """End the session."""
        await self.request(requests.logout())

    async def change_password(self, old: str, new: str) -> None:
        """Change my password. All my other sessions end."""
        await self.request(requests.change_password(old, new))

    async def use_code(self, login: str, code: str, password: str) -> Person:
        """Choose a new password with a one-time code of an administrator, and sign in."""
        return await self._sign_in(requests.use_code(login, code, password))

    async def me(self) -> Me:
        """Who I am, and what the house holds for me."""
        return await self.request(requests.me())

    async def tables(self) -> list[TableInfo]:
        """The lobby."""
        return await self.request(requests.tables())

    async def table(self, id: str) -> TableInfo:
        """A table, with its rules."""
        return await self.request(requests.table(id))

    async def open_table(
        self,
        game: str,
        rules: Mapping[str, Any] | None = None,
        *,
        name: str = "",
        private: bool = True,
        link: str = "",
        practice: bool = False,
        coach: bool = True,
        seed: int | None = None,
        pace: float | None = None,
    ) -> TableInfo:
        """Open a table. With the coach, its players may ask for ``advice`` if it is private."""
        said = requests.open_table(
            game, rules, name=name, private=private, link=link, practice=practice, coach=coach, seed=seed, pace=pace
        )
        return await self.request(said)

    async def close_table(self, id: str) -> None:
        """Let a table close after the round."""
        await self.request(requests.close_table(id))

    async def round(self, table: str, number: int) -> RoundInfo:
        """A round as I may know it, with the signed chain head."""
        return await self.request(requests.round(table, number))

    async def house_key(self) -> str:
        """The public key with which the house signs chain heads (SubjectPublicKeyInfo in base64)."""
        return (await self.request(requests.house_key())).key

    # --- the connection

    async def connect(self) -> msg.Welcome:
        """Connect for live play. ``watch`` and commands do it if need be.

        The first attempt counts: if it fails, ``ConnectionLost`` is raised. Later losses are mended by the client.
        """
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

    async def drop(self) -> None:
        """Lose the connection, as a network does. The client connects again by itself."""
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
            connecting = connect(
                address, compression=None, open_timeout=self.timeout, max_queue=None, create_connection=TimedConnection
            )
            async with connecting as socket:
                assert isinstance(socket, TimedConnection)
                self._socket = socket
                await socket.send(talk.hello(), text=True)
                while not talk.must_reconnect:
                    for out in talk.receive(await socket.recv(decode=False)):
                        await socket.send(out, text=True)
                    if talk.welcome is not None and self._welcome is not None and not self._welcome.done():
                        self._welcome.set_result(None)
        except ConnectionClosed as error:
            if talk.welcome is None and error.rcvd is not None and error.rcvd.code in UNWELCOME:
                raise Refused("session", error.rcvd.reason or "the server does not accept this session") from None
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
        for table in list(self._waiting):
            self._wake(table)
        self._wake("")

    async def _write(self, messages: Sequence[bytes]) -> None:
        """Send messages. If the connection is gone, they are sent on the next one."""
        socket = self._socket
        try:
            for message in messages:
                if socket is not None:
                    await socket.send(message, text=True)
        except ConnectionClosed:
            return  # _hold notices it too, and the conversation knows what to send again

    # --- live play

    def _wake(self, table: str) -> None:
        for waiter in self._waiting.pop(table, ()):
            _wake(waiter, True)

    async def _woken(self, table: str, until: float) -> bool:
        """Wait until something comes for a table. Returns whether it came in time."""
        if self._failed is not None:
            raise self._failed
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[bool] = loop.create_future()
        self._waiting[table].append(waiter)
        timer = loop.call_later(max(0.0, until - time.monotonic()), _wake, waiter, False)
        try:
            came = await waiter
        finally:
            timer.cancel()
        if self._failed is not None:
            raise self._failed
        return came

    async def watch(self, table: str) -> LiveView:
        """Watch a table. The view is kept up to date until ``unwatch``."""
        await self.connect()
        view, out = self.talk.watch(table)
        await self._write(out)
        try:
            if not await self.wait(view, is_shown):
                raise ConnectionLost(f"{self.server} does not show table {table}")
            return view
        except Refused:
            self.talk.unwatch(table)
            raise

    async def unwatch(self, table: str) -> None:
        """Watch a table no longer."""
        await self._write(self.talk.unwatch(table))

    async def wait(
        self, view: LiveView, until: Callable[[LiveView], bool] | None = None, timeout: float | None = None
    ) -> bool:
        """Wait until the view fulfils a condition; by default, until it has changed. Returns whether it did in time.

        If the server no longer shows the table, ``Refused`` is raised.
        """
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        if until is None:
            return await self._woken(view.table, end) and bool(shown(view))
        while not until(shown(view)):
            if not await self._woken(view.table, end):
                return until(view)
        return True

    async def send(self, command: msg.Command, timeout: float | None = None) -> msg.Done:
        """Send a command and wait until it is done. Sent twice with the same key, it is done once.

        A refusal raises ``Refused``. If no answer comes in time, ``NoAnswer`` is raised.
        """
        await self.connect()
        seconds = self.timeout if timeout is None else timeout
        answers: list[msg.Done | msg.Refused] = []
        end, slot = time.monotonic() + seconds, f"key:{command.key}"

        def answered(answer: msg.Done | msg.Refused) -> None:
            answers.append(answer)
            self._wake(slot)

        out = self.talk.submit(command, answered)
        try:
            await self._write(out)
            while not answers:
                if not await self._woken(slot, end) and not answers:
                    refused = self.talk.forget(command.key)
                    if refused is None:
                        raise NoAnswer(command, seconds)
                    answers.append(refused)
        finally:
            self.talk.forget(command.key)
            self._waiting.pop(slot, None)
        return outcome(answers[0])

    async def sit(self, table: str, seat: int = 0) -> msg.Done:
        """Sit down. Default: at the first free seat."""
        return await self.send(msg.Sit(table=table, key=new_key(), seat=seat))

    async def stand(self, table: str) -> msg.Done:
        """Stand behind the seats."""
        return await self.send(msg.Stand(table=table, key=new_key()))

    async def leave(self, table: str) -> msg.Done:
        """Leave the table. Chips go back to the wallet."""
        return await self.send(msg.Leave(table=table, key=new_key()))

    async def buy_in(self, table: str, cents: int = 0, coupons: int = 0) -> msg.Done:
        """Move money from the wallet to chips, and bring coupons."""
        return await self.send(msg.BuyIn(table=table, key=new_key(), cents=cents, coupons=coupons))

    async def cash_out(self, table: str, cents: int = 0) -> msg.Done:
        """Move chips back to the wallet. Default: all."""
        return await self.send(msg.CashOut(table=table, key=new_key(), cents=cents))

    async def sit_out(self, table: str, out: bool = True) -> msg.Done:
        """Sit out the coming rounds, or play again."""
        return await self.send(msg.SitOut(table=table, key=new_key(), out=out))

    async def ready(self, table: str) -> msg.Done:
        """Say that I place no more wagers in this round."""
        round = self.talk.views[table].round if table in self.talk.views else 0
        return await self.send(msg.Ready(table=table, key=new_key(), round=round))

    async def play(
        self,
        table: str,
        offer: Offer,
        *,
        amount: int = 0,
        seat: int = 0,
        what: str | None = None,
        place: str | None = None,
        coupon: int = 0,
        by: str = "player",
    ) -> msg.Done:
        """Take an offer of the present turn. Default: at the seat where it is made, with its first name and place."""
        return await self.send(
            self.talk.play(table, offer, amount=amount, seat=seat, what=what, place=place, coupon=coupon, by=by)
        )


def _wake(waiter: asyncio.Future[bool], came: bool) -> None:
    if not waiter.done():
        waiter.set_result(came)
