"""Two players, a dealer and a supervisor do anything at a live table. A simple model of chips and seats must agree.

The model knows nothing of rounds. It believes what the house answers, and it reads the money of a round from the events
that a player is shown.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sqlalchemy import func, select

from live import Seen, TestHouse, act_for, random_report
from pitboss.basics.money import UNITS
from pitboss.engine.round.events import GAME_ACCOUNT
from pitboss.house.storage import schema
from pitboss.protocol import messages as msg

PEOPLE = ("ann", "bob")
GAMES = ("double_down_stud", "boston_5_stud", "caribbean_stud", "double_attack_blackjack", "double_cross_poker")
START = 500_000
people = st.sampled_from(PEOPLE)
amounts = st.sampled_from((1, 100, 500, 2_500, 100_000, START, START + 1))


class Floor(RuleBasedStateMachine):
    """A table that is used, misused, stopped and brought back."""

    @initialize(game=st.sampled_from(GAMES), seed=st.integers(0, 10**6))
    def opens(self, game: str, seed: int) -> None:
        self._folder = TemporaryDirectory()
        self.path = Path(self._folder.name) / "house.db"
        self.random = Random(seed)
        self.house = TestHouse.on_sqlite(self.path)
        rules = {"progressive": "D"} if game == "caribbean_stud" else {}
        self.live = self.house.floor.open_table(game, rules)
        for person in PEOPLE:
            self.house.issue(person, START)
        self.wallet = dict.fromkeys(PEOPLE, START)
        self.chips = dict.fromkeys(PEOPLE, 0)
        self.game_account = dict.fromkeys(PEOPLE, 0)
        self.seated: dict[str, int] = {}
        self.seen = Seen("nobody")
        self.house.settle()
        self.live.watch(self.seen)

    # --- what people do

    def ask(self, person: str, kind: type[msg.Command], **fields: Any) -> msg.Done | msg.Refused:
        answers = self.house.command(self.live, person, kind, **fields)
        self.house.settle()
        (answer,) = answers
        assert isinstance(answer, msg.Done | msg.Refused)
        return answer

    @rule(person=people, seat=st.integers(0, 9))
    def sits(self, person: str, seat: int) -> None:
        answer = self.ask(person, msg.Sit, seat=seat)
        free = person not in self.seated and seat not in self.seated.values() and seat <= self.positions
        if isinstance(answer, msg.Done):
            assert free
            self.seated[person] = next(at for at, player in self.live.table.seats if player == person)
            assert seat in (0, self.seated[person])

    @rule(person=people)
    def leaves(self, person: str) -> None:
        if isinstance(self.ask(person, msg.Leave), msg.Done):
            del self.seated[person]
            self.wallet[person] += self.chips[person]
            self.chips[person] = 0

    @rule(person=people, cents=amounts)
    def buys_in(self, person: str, cents: int) -> None:
        answer = self.ask(person, msg.BuyIn, cents=cents)
        allowed = person in self.seated and cents <= self.wallet[person] and cents % self.live.table.rules.chip == 0
        assert isinstance(answer, msg.Done) == allowed
        if allowed:
            self.wallet[person] -= cents
            self.chips[person] += cents

    @rule(person=people, cents=amounts)
    def cashes_out(self, person: str, cents: int) -> None:
        answer = self.ask(person, msg.CashOut, cents=cents)
        assert isinstance(answer, msg.Done) == (cents <= self.chips[person])
        if isinstance(answer, msg.Done):
            self.wallet[person] += cents
            self.chips[person] -= cents

    @precondition(lambda self: self.seated and not self.in_round)
    @rule()
    def a_round_opens(self) -> None:
        self.live.open_round()
        self.house.settle()

    @precondition(lambda self: self.in_round)
    @rule(times=st.integers(1, 8))
    def somebody_acts(self, times: int) -> None:
        for _ in range(times):
            round = self.live.table.round
            if round is None or round.over:
                return
            act_for(self.house, self.live, self.random.choice(round.waiting), self.random)

    @precondition(lambda self: self.in_round)
    @rule()
    def staff_report_an_irregularity(self) -> None:
        random_report(self.live, self.random)
        self.house.settle()

    @precondition(lambda self: self.in_round)
    @rule(person=people)
    def somebody_plays_for_another(self, person: str) -> None:
        round = self.live.table.round
        assert round is not None
        assert round.asking is not None
        other = next(one for one in PEOPLE if one != person)
        seat = self.seated.get(other, 1)
        if seat == self.seated.get(person):
            return
        before = (self.live.seq, dict(self.live.till.held))
        answer = self.ask(
            person, msg.Play, round=round.number, turn=round.asking.turn, do="fold", seat=seat, by="player"
        )
        assert isinstance(answer, msg.Refused)
        assert (self.live.seq, self.live.till.held) == before

    @rule()
    def the_house_stops_and_comes_back(self) -> None:
        head = self.live.head
        self.house.kill()
        self.house = TestHouse.on_sqlite(self.path)
        (self.live,) = self.house.floor.recover()
        self.house.settle()
        assert self.live.head == head or self.in_round  # a device may have answered again
        self.live.watch(self.seen, max((one.seq for one in self.updates), default=0))

    # --- what must hold

    @property
    def in_round(self) -> bool:
        return self.live.table.round is not None and not self.live.table.round.over

    @property
    def positions(self) -> int:
        return int(self.live.table.rules.positions)

    @property
    def updates(self) -> list[msg.Update]:
        return [one for one in self.seen.messages if isinstance(one, msg.Update)]

    def read_updates(self) -> None:
        """Follow the money of rounds in the events that everybody sees."""
        for update in self.updates:
            if update.seq <= getattr(self, "read", 0):
                continue
            self.read = update.seq
            for event in update.events:
                cents = 0
                match event["type"]:
                    case "wagered" if not event.get("redeemed"):
                        cents = -event["amount"]
                    case "withdrawn" if not event.get("redeemed"):
                        cents = event["amount"]
                    case "settled" if event.get("source") == GAME_ACCOUNT:
                        self.game_account[event["player"]] += event["returned"]
                    case "settled":
                        cents = event["returned"]
                if cents:
                    self.chips[event["player"]] += cents

    @invariant()
    def the_model_agrees(self) -> None:
        if not hasattr(self, "live"):
            return
        self.house.settle()
        self.read_updates()
        assert {player: seat for seat, player in self.live.table.seats} == self.seated
        for person in PEOPLE:
            assert self.live.till.chips(person) == self.chips[person] * UNITS
            assert self.house.balance(f"chips:{self.live.id}:{person}") == self.chips[person] * UNITS
            assert self.house.balance(f"wallet:{person}") == self.wallet[person] * UNITS
            assert self.house.balance(f"game:{person}") == self.game_account[person] * UNITS
        with self.house.engine.connect() as connection:
            assert connection.execute(select(func.sum(schema.account.c.units))).scalar() == 0
        numbers = [one.seq for one in self.updates]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True

    def teardown(self) -> None:
        if hasattr(self, "house"):
            self.house.kill()
            self._folder.cleanup()


TestFloor = Floor.TestCase
TestFloor.settings = settings(max_examples=12, stateful_step_count=30, suppress_health_check=list(HealthCheck))
