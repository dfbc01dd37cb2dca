"""The client for programs without asyncio. Use one from one thread at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from pitboss.client import requests
from pitboss.client.conversation import (
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
from pitboss.client.learning_calls import LearningCalls
from pitboss.client.live_view import LiveView
from pitboss.client.money_calls import MoneyCalls
from pitboss.client.requests import Me, Person, Request, RoundInfo, TableInfo
from pitboss.client.staff_calls import StaffCalls
from pitboss.engine.round.asks import Offer
from pitboss.protocol import messages as msg

T = TypeVar("T")
SHORTEST = 1.0
"""Seconds that an attempt to connect may always take."""


class Client(StaffCalls, MoneyCalls, LearningCalls):
    """A client of a house. It keeps one connection for live play, and renews it when it is lost.

    ::

        with Client("http://127.0.0.1:8000") as client:
            client.guest("Ann")
            [table, *_] = client.tables()
            live = client.watch(table.id)
            client.sit(table.id)
            client.buy_in(table.id, 100_00)
            client.wait(live, lambda live: bool(live.offers))
            seat, offer = live.offers[0]
            client.play(table.id, offer, amount=offer.least)

    Views change only while a method of the client runs: ``wait`` lets them catch up. ``timeout`` is how many seconds a
    request or a command waits for its answer. ``patience`` is how many seconds the client tries to connect again before
    it gives up.
    """

    def __init__(self, server: str, *, token: str = "", timeout: float = 10.0, patience: float = 30.0) -> None:
        self.server, self.timeout, self.patience = server.rstrip("/"), timeout, patience
        self.talk = Conversation(token)
        self.talk.woken = self._wake
        self._http = httpx.Client(base_url=self.server, timeout=timeout, verify=requests.certificates())
        self._socket: ClientConnection | None = None
        self._held = ExitStack()
        """Closes the socket."""
        self._waits = delays()
        self._give_up = self._try_at = 0.0
        self._changed: set[str] = set()
        """The tables whose views have changed since somebody waited for them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._lost()
        self._http.close()

    @property
    def token(self) -> str:
        """The token of the session."""
        return self.talk.token

    @property
    def connected(self) -> bool:
        """Whether there is a connection for live play on which the server has answered."""
        return self.talk.welcome is not None

    # --- asked once

    def request(self, request: Request[T]) -> T:
        """Ask something over HTTP."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            got = self._http.request(request.method, request.path, json=request.body, headers=headers)
        except httpx.TransportError as error:
            raise ConnectionLost(f"{self.server} does not answer: {error or type(error).__name__}") from None
        return requests.read(request, got.status_code, got.content)

    def _sign_in(self, request: Request[requests.SignedIn]) -> Person:
        made = self.request(request)
        self.talk.token = made.token
        return made.person

    def guest(self, name: str = "") -> Person:
        """Become a new guest with play money."""
        return self._sign_in(requests.guest(name))

    def register(self, login: str, password: str, name: str = "") -> Person:
        """Register. A guest keeps their chips and their history, and gets a new session."""
        made = self.request(requests.register(login, password, name))
        self._write(self.talk.renewed(made.token))
        return made.person

    def login(self, login: str, password: str) -> Person:
        """Sign in."""
        return self._sign_in(requests.login(login, password))

    def logout(self) -> None:
        """End the session."""
        self.request(requests.logout())

    def change_password(self, old: str, new: str) -> None:
        """Change my password. All my other sessions end."""
        self.request(requests.change_password(old, new))

    def use_code(self, login: str, code: str, password: str) -> Person:
        """Choose a new password with a one-time code of an administrator, and sign in."""
        return self._sign_in(requests.use_code(login, code, password))

    def me(self) -> Me:
        """Who I am, and what the house holds for me."""
        return self.request(requests.me())

    def tables(self) -> list[TableInfo]:
        """The lobby."""
        return self.request(requests.tables())

    def table(self, id: str) -> TableInfo:
        """A table, with its rules."""
        return self.request(requests.table(id))

    def open_table(
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
        return self.request(said)

    def close_table(self, id: str) -> None:
        """Let a table close after the round."""
        self.request(requests.close_table(id))

    def round(self, table: str, number: int) -> RoundInfo:
        """A round as I may know it, with the signed chain head."""
        return self.request(requests.round(table, number))

    def house_key(self) -> str:
        """The public key with which the house signs chain heads (SubjectPublicKeyInfo in base64)."""
        return self.request(requests.house_key()).key

    # --- the connection

    def connect(self) -> msg.Welcome:
        """Connect for live play. ``watch`` and commands do it if need be.

        The first attempt counts: if it fails, ``ConnectionLost`` is raised. Later losses are mended by the client.
        """
        if self.talk.last_welcome is None:
            self._give_up = time.monotonic() + self.patience
            if why := self._open(self.timeout):
                raise ConnectionLost(f"{self.server}: {why}")
            self._pump(lambda: self.talk.welcome is not None, time.monotonic() + self.timeout)
        if self.talk.last_welcome is None:
            raise ConnectionLost(f"{self.server} does not answer")
        return self.talk.last_welcome

    def drop(self) -> None:
        """Lose the connection, as a network does. The client connects again by itself."""
        if self._socket is not None:
            self._socket.close_socket()
            self._lost()

    def _open(self, seconds: float) -> str:
        """Open a connection. Returns the reason if that fails."""
        try:
            opened = connect(
                socket_address(self.server), compression=None, open_timeout=seconds, close_timeout=1, max_queue=None
            )
            self._socket = self._held.enter_context(opened)
            self._socket.send(self.talk.hello(), text=True)
        except (OSError, WebSocketException) as error:
            self._lost()
            return str(error) or type(error).__name__
        return ""

    def _lost(self) -> None:
        """The connection is gone."""
        self._held.close()
        self._socket = None
        if self.talk.lost():
            self._waits, self._give_up = delays(), time.monotonic() + self.patience
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

    def _pump(self, until: Callable[[], bool], end: float) -> bool:
        """Carry messages until a condition holds. Returns whether it does in time."""
        while not until():
            if self._socket is None and not self._reconnect(end):
                return until()
            socket = self._socket
            assert socket is not None
            try:
                data = socket.recv(timeout=max(0.0, end - time.monotonic()), decode=False)
            except TimeoutError:
                return until()
            except ConnectionClosed as error:
                if self.talk.welcome is None and error.rcvd is not None and error.rcvd.code in UNWELCOME:
                    self._lost()
                    raise Refused("session", error.rcvd.reason or "the server does not accept this session") from None
                self._lost()
                continue
            self._write(self.talk.receive(data))
            if self.talk.must_reconnect:
                self._lost()
        return True

    def _write(self, messages: Sequence[bytes]) -> None:
        """Send messages. If the connection is gone, they are sent on the next one."""
        try:
            for message in messages:
                if self._socket is not None:
                    self._socket.send(message, text=True)
        except (ConnectionClosed, OSError):
            self._lost()

    # --- live play

    def _wake(self, table: str) -> None:
        self._changed.add(table)

    def watch(self, table: str) -> LiveView:
        """Watch a table. The view is kept up to date until ``unwatch``."""
        self.connect()
        view, out = self.talk.watch(table)
        self._write(out)
        try:
            if not self.wait(view, is_shown):
                raise ConnectionLost(f"{self.server} does not show table {table}")
            return view
        except Refused:
            self.talk.unwatch(table)
            raise

    def unwatch(self, table: str) -> None:
        """Watch a table no longer."""
        self._write(self.talk.unwatch(table))

    def wait(
        self, view: LiveView, until: Callable[[LiveView], bool] | None = None, timeout: float | None = None
    ) -> bool:
        """Wait until the view fulfils a condition; by default, until it has changed. Returns whether it did in time.

        If the server no longer shows the table, ``Refused`` is raised.
        """
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        if until is not None:
            return self._pump(lambda: until(shown(view)), end)
        came = self._pump(lambda: view.table in self._changed, end)
        self._changed.discard(view.table)
        return came and bool(shown(view))

    def send(self, command: msg.Command, timeout: float | None = None) -> msg.Done:
        """Send a command and wait until it is done. Sent twice with the same key, it is done once.

        A refusal raises ``Refused``. If no answer comes in time, ``NoAnswer`` is raised.
        """
        self.connect()
        seconds = self.timeout if timeout is None else timeout
        answers: list[msg.Done | msg.Refused] = []
        self._write(self.talk.submit(command, answers.append))
        try:
            if not self._pump(lambda: bool(answers), time.monotonic() + seconds):
                refused = self.talk.forget(command.key)
                if refused is None:
                    raise NoAnswer(command, seconds)
                answers.append(refused)
        finally:
            self.talk.forget(command.key)
        return outcome(answers[0])

    def sit(self, table: str, seat: int = 0) -> msg.Done:
        """Sit down. Default: at the first free seat."""
        return self.send(msg.Sit(table=table, key=new_key(), seat=seat))

    def stand(self, table: str) -> msg.Done:
        """Stand behind the seats."""
        return self.send(msg.Stand(table=table, key=new_key()))

    def leave(self, table: str) -> msg.Done:
        """Leave the table. Chips go back to the wallet."""
        return self.send(msg.Leave(table=table, key=new_key()))

    def buy_in(self, table: str, cents: int = 0, coupons: int = 0) -> msg.Done:
        """Move money from the wallet to chips, and bring coupons."""
        return self.send(msg.BuyIn(table=table, key=new_key(), cents=cents, coupons=coupons))

    def cash_out(self, table: str, cents: int = 0) -> msg.Done:
        """Move chips back to the wallet. Default: all."""
        return self.send(msg.CashOut(table=table, key=new_key(), cents=cents))

    def sit_out(self, table: str, out: bool = True) -> msg.Done:
        """Sit out the coming rounds, or play again."""
        return self.send(msg.SitOut(table=table, key=new_key(), out=out))

    def ready(self, table: str) -> msg.Done:
        """Say that I place no more wagers in this round."""
        round = self.talk.views[table].round if table in self.talk.views else 0
        return self.send(msg.Ready(table=table, key=new_key(), round=round))

    def play(
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
        return self.send(
            self.talk.play(table, offer, amount=amount, seat=seat, what=what, place=place, coupon=coupon, by=by)
        )
