"""What the clients of a house have heard. Whoever was told something can hold the house to it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitboss.client.asynchronous import AsyncClient
from pitboss.client.live_view import LiveView
from pitboss.house.audit.promises import Answer, Update
from pitboss.protocol import messages as msg

WAIT_S = 120.0
"""Seconds that a client waits for a house that was killed."""
KINDS: dict[type[msg.Command], str] = {
    msg.Sit: "sit",
    msg.Stand: "stand",
    msg.Leave: "leave",
    msg.SitOut: "sit out",
    msg.BuyIn: "buy in",
    msg.CashOut: "cash out",
    msg.Ready: "ready",
    msg.Play: "play",
}


class Witness:
    """Everything that the clients were told, and what they wait for."""

    def __init__(self) -> None:
        self.updates: list[Update] = []
        self.answers: list[Answer] = []
        """Promises that are not checked yet."""
        self.acknowledged: Counter[str] = Counter()
        """Commands and requests that were answered, by their kind."""
        self.refused: Counter[str] = Counter()
        """Commands and requests that were refused, by their code."""
        self.told = 0
        self.under_way: Counter[str] = Counter()
        """Commands and requests without an answer, by their kind."""
        self.last_act: dict[str, int] = {}
        """When the last act of each table happened that somebody was told of, in milliseconds since 1970."""
        self.clients: list[WitnessClient] = []

    @contextmanager
    def waiting(self, kind: str) -> Iterator[None]:
        """Count something as under way."""
        self.under_way[kind] += 1
        try:
            yield
        finally:
            self.under_way[kind] -= 1
        self.acknowledged[kind] += 1

    def hear(self, update: msg.Update) -> None:
        self.told += 1
        self.updates.append(Update(update.table, update.seq, update.at))
        self.last_act[update.table] = max(update.at, self.last_act.get(update.table, 0))

    def answered(self, person: str, command: msg.Command, done: msg.Done) -> None:
        moves_money = isinstance(command, msg.BuyIn) or (isinstance(command, msg.CashOut) and command.cents > 0)
        self.answers.append(Answer(done.table, done.seq, person, done.key, moves_money))

    def take(self) -> tuple[list[Update], list[Answer]]:
        """The promises since the last time."""
        taken = self.updates, self.answers
        self.updates, self.answers = [], []
        return taken

    @property
    def reconnects(self) -> int:
        return sum(max(0, client.talk.connections - 1) for client in self.clients)

    @property
    def resent(self) -> int:
        return sum(client.talk.resent for client in self.clients)


class WitnessClient(AsyncClient):
    """A client that tells a witness what it hears. It is eager to connect again, since lives are short."""

    longest_delay = 0.2

    def __init__(self, server: str, witness: Witness, token: str = "") -> None:
        super().__init__(server, token=token, timeout=WAIT_S, patience=WAIT_S)
        self._witness = witness
        self.on_update: Callable[[msg.Update], None] = witness.hear
        witness.clients.append(self)

    async def watch(self, table: str) -> LiveView:
        with self._witness.waiting("watch"):
            view = await super().watch(table)
        view.on_update = self.on_update
        return view

    async def send(self, command: msg.Command, timeout: float | None = None) -> msg.Done:
        with self._witness.waiting(KINDS[type(command)]):
            done = await super().send(command, timeout)
        self._witness.answered(self.talk.me, command, done)
        return done


def now_ms() -> int:
    return round(time.time() * 1000)
