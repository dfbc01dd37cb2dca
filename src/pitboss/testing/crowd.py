"""Players and staff of the soak test. They note everything that the house tells them, and hold it to that.

A promise is an answer to a command, or an update that somebody was sent. It must be in the database, and once.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Engine, select

from pitboss.client.asynchronous import AsyncClient
from pitboss.client.errors import ConnectionLost, OutOfSequence, Refused
from pitboss.client.live_view import LiveView
from pitboss.engine import registry
from pitboss.engine.auto.policy import Policy, Turn
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.inputs import Input
from pitboss.engine.rules import rules_from
from pitboss.house.storage.database import reading
from pitboss.house.storage.schema import act, entry
from pitboss.protocol import messages as msg
from pitboss.protocol.tables import TableInfo
from pitboss.testing.house_process import FORTUNE, SoakError
from pitboss.testing.load import BUY_IN, Player, Tally


class Update(NamedTuple):
    """An act that somebody was told of."""

    table: str
    seq: int
    at: int = 0
    """When it happened. 0 if that is not known."""


class Answer(NamedTuple):
    """A command that was answered with Done. The number of its act is 0 if it made none."""

    table: str
    seq: int
    person: str
    key: str
    moves_money: bool = True
    """Whether it must have made an entry, if it made no act."""


def check_promises(engine: Engine, updates: Iterable[Update], answers: Iterable[Answer]) -> None:
    """Raise ``SoakError`` if something that was promised is not in the database, or is there twice."""
    moved = select(entry.c.person, entry.c.id).where(entry.c.person != "")
    with reading(engine) as connection:
        stored = {
            (row.table_id, row.seq): (row.at, row.key or "")
            for row in connection.execute(select(act.c.table_id, act.c.seq, act.c.at, act.c.key))
        }
        entries = {(row.person, row.id.removesuffix("/c").rpartition("/")[2]) for row in connection.execute(moved)}
    for update in updates:
        found = stored.get((update.table, update.seq))
        if found is None or update.at not in (0, found[0]):
            raise SoakError(f"an update told of act {update.seq} of table {update.table}, and it is lost")
    for table, seq, person, key, moves_money in answers:
        if seq:
            _, text = stored.get((table, seq), (0, ""))
            of, *_, last = text.split(":")
            if (of, last) != (person, key):
                raise SoakError(f"{person}'s command {key} was done as act {seq} of table {table}, and it is lost")
        elif moves_money and (person, key) not in entries:
            raise SoakError(f"{person}'s command {key} moved money at table {table}, and the entry is lost")
    done = Counter((table, *text.split(":")[::2]) for (table, _), (_, text) in stored.items() if text)
    for (table, person, key), times in done.items():
        if times > 1:
            raise SoakError(f"the command {key} of {person} was done twice at table {table}")


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
T = TypeVar("T")
PLAYERS = 14
PROGRESSIVE = 0.6
"""How often a wager on a meter is placed, if there is one."""
THINK_S, THINK_SHARED_S = 0.01, 0.05
"""The mean time of thought before an act. With several processes play goes on all the time, so it is longer."""
VISIT_S = 3.0
"""The longest time that a player means to stay at a table."""
REPORT_S = 0.25
"""The mean time between two reports of irregularities."""
DROPPED = 0.1
"""How often a player loses the connection during a visit."""
PASSING = "passing"
"""The name of tables that are opened and closed during the soak."""
BUSY = "stopped"
"""The code with which a house says that a client is to ask again."""
SOON = 20
"""The largest number in most reports."""


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


def tables() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """The name, game and options of every table. Tables that share meters come twice."""
    for name in registry.games():
        game = registry.game(name)
        for number, options in enumerate(game.soaked, 1):
            linked = any(one.linked for one in game.meters(rules_from(name, game.rules, options)))
            for twin in ("a", "b") if linked else ("a",):
                yield f"{name} {number}{twin}", name, options


class Guest(Player):
    """A player who visits one table after the other, and does not think twice for long."""

    impatient = 0.1

    def __init__(self, crowd: Crowd, server: str, name: str, random: Random) -> None:
        super().__init__(WitnessClient(server, crowd.witness), name, crowd.tally, random, crowd.think)
        self._crowd = crowd

    async def come(self) -> None:
        """Sign in, get coupons and connect. A client mends lost connections, but the first one must succeed."""
        await self._crowd.insist("sign in", self.sign_in)
        me = await self._crowd.insist("ask", self.client.me)
        await self._crowd.staff.issue_coupons(me.person.id)
        await self.client.connect()

    async def visit_tables(self) -> None:
        """Visit tables for ever."""
        while True:
            table = self._crowd.any_table(self.random)
            try:
                await self._visit(table)
            except Refused as no:
                self._crowd.witness.refused[no.code] += 1
                await asyncio.sleep(0.05)
            finally:
                await self.client.unwatch(table.id)

    async def _visit(self, table: TableInfo) -> None:
        self._ready = 0
        try:
            await self.sit(table)
        except Refused as no:
            if no.code != "seat" or not self._sits():  # no seat is free
                raise
            self._crowd.witness.refused[no.code] += 1
        if self.random.random() < DROPPED:
            await self.client.drop()
        await self.answer(time.monotonic() + self.random.uniform(0.2, VISIT_S))
        if self.random.random() < 0.3:
            await self.client.cash_out(table.id, self.random.choice((0, table.minimum)))
        for _ in range(5):  # who has wagered stays until the round is over (ruling stay-seated)
            try:
                await self.client.leave(table.id)
                return
            except Refused as no:
                self._crowd.witness.refused[no.code] += 1
                await self.answer(time.monotonic() + 0.3)

    def _sits(self) -> bool:
        """Whether this player has not been able to leave the table since the last visit."""
        live = self.live
        return live is not None and live.me in (*live.seats.values(), *live.standing)

    async def sit(self, table: TableInfo) -> None:
        await super().sit(table)
        self.policy = self._fond_of_meters(self.policy)

    def _fond_of_meters(self, otherwise: Policy) -> Policy:
        """A policy that often wagers on a meter, if there is one."""
        terms = self.round.game.meters(self.round.rules)
        wagers = {wager for one in terms for wager in one.wagers}

        def policy(turn: Turn) -> Input | None:
            found = [one for one in turn.offers if one.do == "wager" and one.wager in wagers and not one.why_not]
            if found and self.random.random() < PROGRESSIVE:
                return turn.take(self.random.choice(found))
            return otherwise(turn)

        return policy

    async def _buy(self) -> None:
        coupons = 1_000_00 if self.table.rules.get("match_play") and self.random.random() < 0.5 else 0
        await self.client.buy_in(self.table.id, BUY_IN * self.table.minimum, coupons)


class Staff:
    """A supervisor who watches every table and reports irregularities, and an administrator."""

    def __init__(self, crowd: Crowd, server: str, token: str, random: Random) -> None:
        self.client = WitnessClient(server, crowd.witness, token)
        self.client.on_update = self._hear
        self.rounds = self.voids = 0
        self._crowd, self._random = crowd, random

    def _hear(self, update: msg.Update) -> None:
        self._crowd.witness.hear(update)
        kinds = [event.get("type") for event in update.events]
        self.rounds += "ended" in kinds
        self.voids += "voided" in kinds

    async def issue_coupons(self, person: str) -> None:
        await self._crowd.insist("issue coupons", lambda: self.client.issue(person, 0, FORTUNE, key="soak"))

    async def supervise(self) -> None:
        """Report irregularities for ever."""
        views = [self.client.talk.views[table.id] for table in self._crowd.tables]
        while True:
            await asyncio.sleep(self._random.uniform(0, 2 * REPORT_S))
            view = self._random.choice(views)
            reports = [offer for _, offer in view.offers if offer.do == "report" and offer.places != ()]
            if not reports or not view.is_fresh:
                continue
            try:
                await self._report(view.table, self._random.choice(reports))
            except Refused as no:
                self._crowd.witness.refused[no.code] += 1

    async def _report(self, table: str, offer: Offer) -> None:
        random = self._random
        await self.client.play(
            table,
            offer,
            amount=random.randint(offer.least, min(offer.most, random.choice((offer.least, SOON, offer.most)))),
            place=random.choice(offer.places) if offer.places else "",
            by="supervisor",
        )

    # --- tables that come and go

    async def manage(self) -> None:
        """Open tables, change their rules and close them, for ever."""
        known = [name for name in registry.games() if not registry.game(name).lasting_shoe]
        while True:
            await self._close_all()
            game = self._random.choice(known)
            try:
                made = await self._open(game, {}, PASSING)
            except ConnectionLost:  # perhaps it is open: it is closed then
                await asyncio.sleep(0.1)
                continue
            self._crowd.passing = made
            await asyncio.sleep(self._random.uniform(0, 0.5))
            await self._change_rules(made, {"match_play": False})
            await asyncio.sleep(self._random.uniform(0, 0.5))
            self._crowd.passing = None

    async def open_tables(self) -> list[TableInfo]:
        """The tables that stay for the whole soak. Those of an earlier one are there."""
        there = {one.name: one for one in await self._crowd.insist("ask", self.client.tables)}
        for name, game, rules in tables():
            if name not in there:
                there[name] = await self._open(game, rules, name)
        return [await self._known(there[name].id) for name, _, _ in tables()]

    async def _known(self, id: str) -> TableInfo:
        return await self._crowd.insist("ask", lambda: self.client.table(id))

    async def _open(self, game: str, rules: Mapping[str, Any], name: str) -> TableInfo:
        with self._crowd.witness.waiting("open table"):
            return await self.client.open_table(game, rules, name=name, private=False, pace=0.0)

    async def _change_rules(self, table: TableInfo, rules: dict[str, Any]) -> None:
        """Change rules, and wait until the table has them. A change that was acknowledged must come."""
        try:
            await self._crowd.insist("change rules", lambda: self.client.change_rules(table.id, rules))
        except Refused as no:  # it was done before a kill, and asked again
            self._crowd.witness.refused[no.code] += 1

        async def changed() -> bool:
            found = await self._known(table.id)
            return all(found.rules[name] == value for name, value in rules.items())

        await self._until(changed, f"the change of rules at table {table.id} was acknowledged, and it is lost")

    async def _close_all(self) -> None:
        """Close every table that is to pass."""
        for table in await self._crowd.insist("ask", self.client.tables):
            if table.name == PASSING:
                await self._close(table.id)

    async def _close(self, id: str) -> None:
        """Close a table, and wait until it is closed. A close that was acknowledged must come."""
        try:
            await self._crowd.insist("close table", lambda: self.client.close_table(id))
        except Refused as no:
            if no.code != "unknown":  # it closed before
                raise

        async def closed() -> bool:
            return id not in [one.id for one in await self._crowd.insist("ask", self.client.tables)]

        await self._until(closed, f"the close of table {id} was acknowledged, and it is lost")

    async def _until(self, kept: Callable[[], Awaitable[bool]], words: str) -> None:
        """Wait until a promise is kept."""
        give_up = time.monotonic() + WAIT_S
        while not await kept():
            if time.monotonic() > give_up:
                raise SoakError(words)
            await asyncio.sleep(0.05)


class Crowd:
    """Everybody in the house."""

    def __init__(self, servers: list[str], token: str, seed: int) -> None:
        self.witness, self.tally = Witness(), Tally()
        self.think = THINK_SHARED_S if len(servers) > 1 else THINK_S
        self.staff = Staff(self, servers[0], token, Random(seed + 1))
        self.guests = [
            Guest(self, servers[number % len(servers)], f"Guest {number + 1}", Random(seed + 2 + number))
            for number in range(PLAYERS)
        ]
        self.tables: list[TableInfo] = []
        self.passing: TableInfo | None = None
        """A table that is open for a while."""
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self) -> None:
        """Open the tables, sign everybody in, and begin to play."""
        self.tables = await self.staff.open_tables()
        for table in self.tables:
            await self.staff.client.watch(table.id)
        await asyncio.gather(*(guest.come() for guest in self.guests))
        lives = [guest.visit_tables() for guest in self.guests] + [self.staff.supervise(), self.staff.manage()]
        self._tasks = [asyncio.create_task(life) for life in lives]

    def any_table(self, random: Random) -> TableInfo:
        """A table to visit."""
        return self.passing if self.passing is not None and random.random() < 0.3 else random.choice(self.tables)

    def check(self) -> None:
        """Raise what ended somebody's life. Nobody's life should end."""
        for task in self._tasks:
            if task.done():
                try:
                    task.result()
                except (OutOfSequence, ConnectionLost) as error:
                    raise SoakError(f"a client was left alone: {error}") from error
                except Refused as error:
                    raise SoakError(f"staff were refused something: {error}") from error

    async def go(self) -> None:
        """End everybody's life."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        clients = self.witness.clients
        await asyncio.gather(*(client.close() for client in clients), return_exceptions=True)

    async def insist(self, kind: str, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask something over HTTP, again and again while the house is down."""
        give_up = time.monotonic() + WAIT_S
        while True:
            try:
                with self.witness.waiting(kind):
                    return await ask()
            except (ConnectionLost, Refused) as no:
                if isinstance(no, Refused) and no.code != BUSY:
                    raise
                if time.monotonic() > give_up:
                    raise SoakError(f"the house did not answer any more: {no}") from None
                await asyncio.sleep(0.05)
