"""Load on a house: automatic players at live tables, and the figures of what came of it.

A player chooses by what the server has shown them.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import cached_property
from itertools import count
from random import Random
from typing import Any, TypeVar

import msgspec

from pitboss.client.asynchronous import AsyncClient
from pitboss.client.conversation import new_key
from pitboss.client.errors import ConnectionLost, OutOfSequence, Refused
from pitboss.client.live_view import LiveView
from pitboss.engine import registry
from pitboss.engine.auto.policy import Policy, Turn, random_legal
from pitboss.engine.round.asks import Offer, Party, Question
from pitboss.engine.round.inputs import PLAYER, Input, WagerInput
from pitboss.engine.round.layout import View
from pitboss.engine.rules import TableRules, load
from pitboss.protocol import messages as msg
from pitboss.protocol.tables import TableInfo

WAGERS = "wagers"
"""The subject of the question while bets are open."""
STEPS = 4
"""A wager is at most the least one and so many steps of the chip, so that chips last."""
T = TypeVar("T")
Tick = Callable[[str, float], None]
"""Hears what is under way, and which part of it is done, from 0 to 1."""
BUY_IN = 200
"""Chips to buy, in table minimums."""
LOW = 40
"""Buy more below this, in table minimums."""
AT_ONCE = 20
"""How many clients connect at the same time."""
IMPATIENT = 2.0
"""Seconds after which a player looks again at a question that has not changed."""
WARM_UP = 1.0
"""Seconds of play before anything is measured. All players begin at the same moment, as people never do."""
EVERY = 0.05
"""Seconds between two ticks of the clients' own timer."""
TOO_MANY = ("limit", "429")
"""Codes with which a server asks a client to slow down."""


class Latencies(msgspec.Struct, frozen=True, kw_only=True):
    """Percentiles of times, in milliseconds."""

    p50: float
    p90: float
    p99: float
    most: float
    mean: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Latencies:
        """The figures of these times.

        >>> Latencies.of([0.001, 0.002, 0.003, 0.1]).most
        100.0
        >>> Latencies.of([]).p50
        0.0
        """
        ordered = sorted(seconds) or [0.0]

        def at(share: float) -> float:
            return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3)

        mean = round(1000 * sum(ordered) / len(ordered), 3)
        return cls(p50=at(0.5), p90=at(0.9), p99=at(0.99), most=at(1.0), mean=mean)


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the load: first what was asked for, then measures, then figures that must be 0."""

    tables: int
    players: int
    think: float
    """The mean time before an act, in seconds."""
    seconds: float
    """How long the players played."""
    acts: int
    """Wagers and decisions that the house has acknowledged."""
    acts_a_second: float
    other_commands: int
    """Other commands that the house has acknowledged: a player is ready to go on."""
    refused: dict[str, int]
    """Refused commands, by code. A few are late: the table went on before they came."""
    rounds: int
    """Rounds that began at the tables."""
    updates: int
    """Updates that the clients received."""
    latency_ms: Latencies
    """From a command until its answer comes in. The first second of play is not counted: see ``WARM_UP``."""
    own_delay_ms: Latencies
    """How long an answer waits in the load's own process, measured by a timer of that process. Latencies include it."""
    own_cores: float
    """How many cores the load's own process kept busy. It can use one."""
    cores: int
    """The cores of this machine. A house on the same machine shares them with the load."""
    coached: int = 0
    """Players who ask the coach at each of their questions."""
    advice: int = 0
    """Pieces of advice that the coach gave."""
    no_advice: dict[str, int] = {}
    """Questions to the coach without an answer, by code: ``coach`` if it was busy, ``conflict`` if they came late."""
    advice_ms: dict[str, Latencies] = {}
    """From a question to the coach until its advice comes in, by game and question."""
    first_advice_ms: dict[str, float] = {}
    """The same for the first question to the coach at each game, whenever it came."""
    reconnects: int
    resent: int
    """Commands that were sent again after a lost connection."""
    out_of_money: int
    """Players who ran out of money."""
    gaps: int
    """Gaps and repeats in the numbers of updates. There must be none."""
    unanswered: int
    """Commands without an answer in time. There must be none."""
    lost: int
    """Players who lost the house for good. There must be none."""

    @property
    def own_share(self) -> float:
        """The part of the mean latency that the load itself causes, about."""
        return min(1.0, self.own_delay_ms.mean / self.latency_ms.mean) if self.latency_ms.mean else 0.0

    @property
    def kept(self) -> bool:
        """Whether every figure that must be 0 is 0."""
        return not self.gaps + self.unanswered + self.lost


class LiveRound:
    """The round at a live table, as automatic play needs it (``Playable``)."""

    def __init__(self, live: LiveView, game: str, rules: dict[str, Any] | None = None) -> None:
        self.live, self.game = live, registry.game(game)
        self._given = rules or {}

    @cached_property
    def rules(self) -> TableRules:
        return load(self.game.name, self.game.rules, self._given)

    @property
    def asking(self) -> Question | None:
        turn = self.live.turn
        if turn is None or not turn.turn:
            return None
        return Question(turn=turn.turn, about=turn.about, clause=turn.clause, waiting=())

    def viewer(self, party: Party) -> str:
        return self.live.view.viewer

    def view(self, viewer: str) -> View:
        return self.live.view

    def allows(self, given: Input, /) -> bool:
        """Whether the player can pay for this. The server decides the rest."""
        face = given.coupon if isinstance(given, WagerInput) else 0
        return face <= self.live.coupons

    def turns(self, random: Random) -> Iterator[Turn]:
        """The turns of this client's person, with the offers that they can pay for, one for each seat."""
        turn = self.live.turn
        for seat, offers in turn.offers if turn is not None else ():
            party = Party(PLAYER, seat, self.live.me)
            yield Turn(self, party, [one for one in map(self._modest, offers) if self._payable(one)], random)

    def _payable(self, offer: Offer) -> bool:
        purse = self.live.coupons if offer.do == "redeem" else self.live.chips
        return max(offer.cost(), offer.least if offer.do == "redeem" else 0) <= purse

    def _modest(self, offer: Offer) -> Offer:
        if offer.unit != "cents" or offer.most <= offer.least:
            return offer
        most = min(offer.most, offer.least + STEPS * offer.step, max(offer.least, self.live.chips))
        return msgspec.structs.replace(offer, most=most - (most - offer.least) % offer.step)


def chosen(round: LiveRound, policy: Policy, random: Random) -> msg.Play | None:
    """The command by which a policy answers the present question, if it wants to."""
    for turn in round.turns(random):
        given = policy(turn)
        if given is not None:
            return command_of(round.live, given)
    return None


def command_of(live: LiveView, given: Input) -> msg.Play:
    """The command that gives an input to the round in progress."""
    assert live.turn is not None
    fields = msgspec.structs.asdict(given)
    said = {name: fields[name] for name in ("seat", "wager", "hand", "amount", "what", "coupon") if name in fields}
    return msg.Play(
        table=live.table, key=new_key(), round=live.turn.round, turn=live.turn.turn, do=given.do, by=given.by, **said
    )


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How much load to make. ``think`` is the mean time before an act, in seconds."""

    tables: int = 50
    seats: int = 5
    seconds: float = 30.0
    think: float = 0.0
    pace: float = 0.0
    coaches: int = 0
    """At so many tables the players ask the coach at each of their questions, as the page does."""
    seed: int | None = None


class Tally:
    """Counts while the load runs."""

    def __init__(self) -> None:
        self.running = False
        """Whether latencies and acts are counted. What goes wrong always is."""
        self.latencies: list[float] = []
        self.lags: list[float] = []
        self.acts = self.other_commands = self.gaps = self.lost = self.unanswered = self.out_of_money = 0
        self.refused: Counter[str] = Counter()
        self.advice: defaultdict[str, list[float]] = defaultdict(list)
        self.first_advice: dict[str, float] = {}
        self.no_advice: Counter[str] = Counter()


class Player:
    """A client that sits at one table and plays."""

    impatient = IMPATIENT

    def __init__(self, client: AsyncClient, name: str, tally: Tally, random: Random, think: float) -> None:
        self.client = client
        self.name, self.tally, self.random, self.think = name, tally, random, think
        self.live: LiveView | None = None
        self._ready = 0
        """The last round in which this player has said that they are ready."""
        self._out_of_money = False
        self.coached = False
        self._asking: asyncio.Task[None] | None = None

    async def sign_in(self) -> None:
        await _patiently(lambda: self.client.guest(self.name))

    async def sit(self, table: TableInfo) -> None:
        self.table = table
        self.live = await self.client.watch(table.id)
        self.round = LiveRound(self.live, table.game, table.rules)
        self.policy: Policy = self.random.choice((random_legal, self.round.game.basic))
        await self.client.sit(table.id)
        await self._buy()

    async def _buy(self) -> None:
        """Buy chips, as long as there is money."""
        if self._out_of_money:
            return
        try:
            await self.client.buy_in(self.table.id, BUY_IN * self.table.minimum)
        except Refused as no:
            if no.code != "wallet":
                raise
            self._out_of_money = True
            self.tally.out_of_money += 1

    async def play(self, until: float) -> None:
        """Answer every question until the time is over. Count what goes wrong."""
        try:
            await self.answer(until)
        except OutOfSequence:
            self.tally.gaps += 1
        except ConnectionLost:
            self.tally.lost += 1
        except Refused as no:  # the server no longer shows the table
            self.tally.refused[no.code] += 1
            self.tally.lost += 1

    async def answer(self, until: float) -> None:
        """Answer every question until the time is over."""
        live = self.live
        assert live is not None
        seen: msg.Turn | None = None
        while (left := until - time.monotonic()) > 0:
            came = await self.client.wait(live, _another(seen), min(left, self.impatient))
            seen = live.turn
            if seen is not None and seen.offers and live.is_fresh:
                self._ask_the_coach(seen.about)
                await self._answer(live, seen)
            elif seen is not None and not seen.turn and not came:  # the table sleeps: wake it
                await self._send(msg.Ready(table=live.table, key=new_key(), round=seen.round))

    async def _answer(self, live: LiveView, turn: msg.Turn) -> None:
        """Answer a question, or say that there is nothing more to wager."""
        betting = turn.about == WAGERS
        if betting and self._ready == turn.round:
            return
        if self.think:
            await asyncio.sleep(self.think * self.random.uniform(0.5, 1.5))
            if live.turn is not turn or not live.is_fresh:  # something else is asked by now
                return
        play = chosen(self.round, self.policy, self.random)
        if play is not None:
            await self._send(play)
        elif betting:
            self._ready = turn.round
            await self._send(msg.Ready(table=live.table, key=new_key(), round=turn.round))
            if live.chips < LOW * self.table.minimum:
                await self._buy()

    def _ask_the_coach(self, about: str) -> None:
        """Ask for advice beside the play, unless an answer is still to come."""
        if self.coached and (self._asking is None or self._asking.done()):
            self._asking = asyncio.create_task(self._advised(about))

    async def _advised(self, about: str) -> None:
        began, tally, game = time.perf_counter(), self.tally, self.table.game
        try:
            await self.client.advice(self.table.id)
        except Refused as no:
            if tally.running:
                tally.no_advice[no.code] += 1
        except ConnectionLost:
            if tally.running:
                tally.no_advice["lost"] += 1
        else:
            took = time.perf_counter() - began
            tally.first_advice.setdefault(game, round(1000 * took, 3))
            if tally.running:
                tally.advice[f"{game}: {about}"].append(took)

    async def end(self) -> None:
        """Ask no more, and close the connection."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
        await self.client.close()

    async def _send(self, command: msg.Command) -> None:
        """Send a command and take the time until its answer comes in."""
        began, tally = time.perf_counter(), self.tally
        try:
            await self.client.send(command)
        except Refused as no:
            tally.refused[no.code] += 1
            return
        except ConnectionLost:
            tally.unanswered += 1
            raise
        if tally.running:
            tally.latencies.append(self.client.heard - began)
            if isinstance(command, msg.Play):
                tally.acts += 1
            else:
                tally.other_commands += 1


def _another(turn: msg.Turn | None) -> Callable[[LiveView], bool]:
    """Whether a view has another turn than this, which is not about to be replaced."""
    return lambda live: live.is_fresh and live.turn is not turn


async def _patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Do something, and again after a while if the server says that there is too much of it."""
    while True:
        try:
            return await work()
        except Refused as no:
            if no.code not in TOO_MANY:
                raise
            await asyncio.sleep(1.0)


async def run(server: str, plan: Plan, tick: Tick = lambda what, part: None) -> Figures:
    """Make load on a server. ``tick`` hears what is under way, and which part of it is done."""
    random, tally = Random(plan.seed), Tally()
    players = [
        Player(_client(server), f"Load {number + 1}", tally, Random(random.random()), plan.think)
        for number in range(plan.tables * plan.seats)
    ]
    try:
        await _seat(players, plan, tick)
        end = time.monotonic() + WARM_UP + plan.seconds
        playing = asyncio.gather(*(player.play(end) for player in players))
        await asyncio.sleep(WARM_UP)
        before, began, worked = _heard(players), time.monotonic(), time.process_time()
        tally.running = True
        ticking = asyncio.create_task(_tick(began, plan.seconds, tick, tally.lags))
        await playing
        tally.running, took = False, time.monotonic() - began
        ticking.cancel()
        return _figures(players, plan, tally, took, time.process_time() - worked, before)
    finally:
        await asyncio.gather(*map(_close_table, players[:: plan.seats]), return_exceptions=True)
        await asyncio.gather(*(player.end() for player in players), return_exceptions=True)


def _client(server: str) -> AsyncClient:
    return AsyncClient(server, timeout=30.0, patience=60.0)


async def _seat(players: Sequence[Player], plan: Plan, tick: Tick) -> None:
    """Open the tables, games in turn, and seat the players. The first player of a table opens it."""
    gate, known, seated = asyncio.Semaphore(AT_ONCE), registry.games(), count(1)
    tick("seating", 0.0)

    async def sit(player: Player, table: TableInfo) -> None:
        await player.sit(table)
        tick("seating", next(seated) / len(players))

    async def fill(number: int) -> None:
        first, *others = players[number * plan.seats : (number + 1) * plan.seats]
        async with gate:
            await first.sign_in()
            game, name = known[number % len(known)], f"Load {number + 1}"
            coach = number < plan.coaches
            table = await _patiently(lambda: first.client.open_table(game, name=name, coach=coach, pace=plan.pace))
            for player in (first, *others):
                player.coached = coach
            await sit(first, table)
            for other in others:
                await other.sign_in()
                await sit(other, table)

    await asyncio.gather(*map(fill, range(plan.tables)))


async def _close_table(player: Player) -> None:
    """Let the table that a player has opened close after its round, so that a house does not fill up with tables."""
    if player.live is not None:
        await _patiently(lambda: player.client.close_table(player.table.id))


async def _tick(began: float, seconds: float, tick: Tick, lags: list[float]) -> None:
    """Tell how much of the time is over, and measure how late this task is woken, as an answer of the house would."""
    while True:
        tick("playing", min(1.0, (time.monotonic() - began) / seconds))
        due = time.perf_counter() + EVERY
        await asyncio.sleep(EVERY)
        lags.append(time.perf_counter() - due)


def _heard(players: Sequence[Player]) -> tuple[int, int]:
    """How many rounds the tables have begun, and how many updates the players have received."""
    views = [player.live for player in players if player.live is not None]
    rounds = {view.table: view.round for view in views}
    return sum(rounds.values()), sum(view.updates for view in views)


def _figures(
    players: Sequence[Player], plan: Plan, tally: Tally, took: float, worked: float, before: tuple[int, int]
) -> Figures:
    """The figures of players who played ``took`` seconds, in which this process worked ``worked`` seconds."""
    rounds, updates = _heard(players)
    talks = [player.client.talk for player in players]
    return Figures(
        tables=plan.tables,
        players=len(players),
        think=plan.think,
        seconds=round(took, 3),
        acts=tally.acts,
        acts_a_second=round(tally.acts / took, 1),
        other_commands=tally.other_commands,
        refused=dict(tally.refused.most_common()),
        rounds=rounds - before[0],
        updates=updates - before[1],
        latency_ms=Latencies.of(tally.latencies),
        own_delay_ms=Latencies.of(tally.lags),
        own_cores=round(worked / took, 2),
        cores=os.cpu_count() or 1,
        coached=sum(player.coached for player in players),
        advice=sum(map(len, tally.advice.values())),
        no_advice=dict(tally.no_advice.most_common()),
        advice_ms={about: Latencies.of(tally.advice[about]) for about in sorted(tally.advice)},
        first_advice_ms=tally.first_advice,
        reconnects=sum(talk.connections - 1 for talk in talks),
        resent=sum(talk.resent for talk in talks),
        out_of_money=tally.out_of_money,
        gaps=tally.gaps,
        unanswered=tally.unanswered,
        lost=tally.lost,
    )
