"""A table with a conductor and a clock that a test turns: it carries out every step, and checks the promises."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from pitboss import Table
from pitboss.engine.auto.drive import any_report
from pitboss.engine.auto.policy import Turn, any_amount, random_legal
from pitboss.engine.procedures.shoe import SeededSource
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Party
from pitboss.engine.round.events import Committed, Event
from pitboss.engine.round.inputs import CLOCK, TIME_OUT, Input
from pitboss.engine.round.round import Attendant, Round
from pitboss.house.settings import Pace, Staffing
from pitboss.house.tables.conductor import (
    Act,
    Announce,
    AnyStep,
    AskDevice,
    Clock,
    Close,
    Conductor,
    DealOut,
    Default,
    OpenRound,
    ReleaseSeat,
    Situation,
    Wait,
)

DEALER = "Dee"
"""The person who deals, where one does."""
MANY = 300
"""More steps than a table ever makes without waiting."""


class Seen(NamedTuple):
    """A step with its time, the clocks, what everyone had seen by then, and the cards that were hidden."""

    now: int
    step: AnyStep
    clocks: tuple[Clock, ...]
    public: list[Event]
    hidden: list[str]


class Conducted:
    """A table that a conductor conducts."""

    def __init__(
        self,
        game: str,
        pace: Pace | None = None,
        staffing: Staffing | None = None,
        *,
        people: tuple[str, ...] = ("Ann", "Bob", "Cyd"),
        rules: Mapping[str, Any] | None = None,
        seed: int = 7,
        devices: bool = True,
        watched: bool = False,
    ) -> None:
        table = Table(game, dict(rules or {}), seed=seed)
        self.answers: dict[str, Attendant] = dict(table.attendants)
        if not devices:
            table.attendants = {}
        self.table = table
        for name in people:
            self.table.sit(name)
        self.conductor = Conductor(pace, staffing, source=SeededSource(seed))
        self.now = 1_000_000
        self.connected = {*people, DEALER}
        self.sitting_out: set[str] = set()
        self.silent: set[str] = set()
        """Players who wager and then never decide."""
        self.closing, self.undealt = False, 0
        self.steps: list[tuple[int, AnyStep]] = []
        self.rounds: list[Round] = []
        self.watched, self.seen = watched, list[Seen]()
        self.told: dict[tuple[int, int, Party | None], Clock] = {}
        """The last clock that clients were told, for each question and party."""

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def situation(self) -> Situation:
        return Situation(self.table, self.connected, self.sitting_out, closing=self.closing, undealt=self.undealt)

    def of(self, kind: type[Any]) -> list[Any]:
        """The steps of a kind so far."""
        return [step for _, step in self.steps if isinstance(step, kind)]

    def said(self) -> list[str]:
        return [step.words for step in self.of(Announce)]

    def _looks(self) -> tuple[list[Event], list[str]]:
        """What everyone has seen, without the commitments, which no two orders share; and the hidden cards."""
        round = self.table.round
        if round is None:
            return [], []
        public, all_seen = round.view("public"), round.view("surveillance")
        hidden = [
            str(card)
            for place, hand in round.layout.hands
            for card, shown in zip(all_seen.cards(place, hand), public.cards(place, hand), strict=True)
            if shown is None
        ]
        return [event for event in public.events if not isinstance(event, Committed)], hidden

    # --- turning the clock

    def settle(self) -> Wait | Close:
        """Carry out steps until the conductor waits."""
        for _ in range(MANY):
            step = self.conductor.next_step(self.now, self.situation)
            self._tell()
            self.steps.append((self.now, step))
            if self.watched:
                self.seen.append(Seen(self.now, step, self.conductor.clocks, *self._looks()))
            if isinstance(step, Wait | Close):
                assert not isinstance(step, Wait) or step.until is None or step.until > self.now
                return step
            self._carry_out(step)
        raise AssertionError(f"the table never waits: {self.steps[-3:]}")

    def wait(self) -> Wait:
        step = self.settle()
        assert isinstance(step, Wait)
        return step

    def later(self, seconds: float = 0.0) -> Wait:
        """Let time pass, step by step as the conductor asks. Default: until its next time."""
        step = self.wait()
        end = self.now + round(seconds * 1000) if seconds else step.until
        assert end is not None, f"the table waits for ever: {step}"
        while step.until is not None and step.until <= end:
            self.now = step.until
            step = self.wait()
        self.now = max(self.now, end)
        return self.wait()

    def until_the_end(self) -> Round:
        """Let time pass until the round is over, while nobody acts."""
        self.wait()
        round = self.round
        while not round.over:
            self.later()
        return round

    def _tell(self) -> None:
        """Clients are told the clocks. No clock may become shorter than it was told."""
        round = self.table.round
        for clock in self.conductor.clocks:
            assert round is not None
            key = round.number, clock.turn, clock.party
            before = self.told.get(key)
            if before is not None:
                renewed = clock.began >= before.ends
                assert renewed or clock.ends >= before.ends, (before, clock)
            self.told[key] = clock

    def _carry_out(self, step: AnyStep) -> None:
        match step:
            case OpenRound(new_dealer=new):
                if new:
                    self.table.new_dealer()
                self.rounds.append(self.table.open_round())
            case Act(given=given):
                self._keeps_its_word(given)
                self.round.do(given)
            case Default(given=given, party=party):
                assert given.by == CLOCK
                assert given.ruling == TIME_OUT
                self._keeps_its_word(given, party)
                self.round.do(given)
                assert any(one.by == CLOCK and one.ruling == TIME_OUT for one in self.round.inputs)
            case AskDevice(party=party):
                question = self.round.asking
                assert question is not None
                self.round.do(self.answers[party.by](self.round, question))
            case ReleaseSeat(player=player):
                self.table.leave(player)
                self.connected.discard(player)
            case DealOut():
                self.undealt = 0
            case Announce():
                pass
            case _:
                raise AssertionError(step)

    def _keeps_its_word(self, given: Input, party: Party | None = None) -> None:
        """No clock that clients were told is cut short, unless everyone who is there is ready."""
        turn = self.round.asking.turn if self.round.asking else 0
        told = [clock for key, clock in self.told.items() if key[:2] == (self.round.number, turn)]
        if given.do == "no more bets" and self.round.phase == "wagers":
            playing = {player for _, player in self.round.seats} & {player for _, player in self.table.seats}
            there = playing & self.connected - self.sitting_out
            if there <= self.conductor.timers.ready:
                return
        for clock in told:
            mine = clock.party is None or party is None or clock.party == party
            answered = clock.party is not None and self.round.default(clock.party) is None
            of_all = clock.party is None and given.do in ("spread", "sit")
            assert not mine or answered or self.now >= clock.ends or of_all, clock

    # --- people

    def act(self, who: str, do: str, wager: str = "", amount: int = 0, **more: Any) -> None:
        self.round.do(who, do, wager, amount, **more)

    def wager(self, *players: str, amount: int = 500) -> None:
        """These players place the base wager, with the one that Boston needs beside it."""
        self.wait()
        for player in players:
            self.act(player, "wager", self.round.game.base, amount)
            if self.round.game.name == "boston_5_stud":
                self.act(player, "wager", "first")

    def ready(self, *players: str) -> None:
        for player in players:
            self.conductor.ready(player)

    def begin(self, *players: str) -> None:
        """These players wager, and everyone is ready."""
        self.wager(*players)
        self.ready(*(player for _, player in self.table.seats))

    # --- whims

    def whim(self, random: Random, irregularities: float, changeable: tuple[str, ...]) -> None:
        """Somebody does something, perhaps."""
        round, chance = self.table.round, random.random()
        people = [player for _, player in self.table.seats]
        if chance < 0.02:
            self.connected.discard(random.choice(changeable))
        elif chance < 0.05:
            self.connected.add(random.choice(changeable))
        elif chance < 0.06:
            self.sitting_out.add(random.choice(people))
        elif chance < 0.09:
            self.sitting_out.discard(random.choice(people))
        elif round is None or round.over or chance < 0.17:
            self.ready(random.choice(people))
        elif chance < 0.17 + irregularities:
            if given := any_report(round, random):
                round.do(given)
        elif chance < 0.4:
            self._staff_acts(random)
        else:
            self._player_acts(random)

    def _player_acts(self, random: Random) -> None:
        talk = self.connected - (set() if self.round.phase == "wagers" else self.silent)
        parties = [one for one in self.round.waiting if one.by == "player" and one.player in talk]
        for party in random.sample(parties, len(parties))[:1]:
            given = random_legal(Turn(self.round, party, self.round.offers(party), random))
            if given is not None:
                self.round.do(given)

    def _staff_acts(self, random: Random) -> None:
        """A person deals or validates what the conductor leaves to them."""
        step = self.settle()
        for party in (THE_DEALER, SUPERVISOR):
            deals = party == SUPERVISOR or (self.conductor.dealer in self.connected and self.conductor.dealer)
            if isinstance(step, Wait) and party in step.parties and deals:
                offers = [offer for offer in self.round.offers(party) if not offer.why_not]
                must = [offer for offer in offers if not offer.optional] or offers
                if must:
                    given = must[0].taken(party, any_amount(must[0], random))
                    if not self.conductor.too_early(self.now, self.situation, given):
                        self.round.do(given)
                    return
