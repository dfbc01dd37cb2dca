"""A house without a server that plays by itself: ``python tests/helpers/self_playing.py URL SEED``.

It recovers its tables, or opens them, and plays on by random legal acts: all games with side wagers, progressives
on a link and alone, planted jackpots, coupons, irregularities, joins, leaves, buy-ins and cash-outs. On standard output
it tells what it promises: one line for each answer and each update, written after the house has given it.

    ready                        every table is recovered or open
    done TABLE SEQ PERSON KEY    an answer to a command; SEQ is 0 if it made no act
    told TABLE SEQ               an update that a viewer was sent
    no KEY                       a command was refused
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from random import Random
from typing import Any

import msgspec
from sqlalchemy import select

from pitboss.basics.money import UNITS
from pitboss.engine.auto.drive import any_report
from pitboss.engine.auto.policy import Turn, random_legal, staff
from pitboss.engine.round.asks import METER, Offer, Party
from pitboss.engine.round.inputs import Input
from pitboss.house.money import books
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import Entry
from pitboss.house.storage import schema
from pitboss.house.storage.committer import Committer, Job
from pitboss.house.storage.database import migrate, open_database, writing
from pitboss.house.storage.store import open_store
from pitboss.house.tables.live import LiveTable
from pitboss.house.tables.live_tables import LiveTables
from pitboss.protocol import messages as msg
from pitboss.testing.crowd import PROGRESSIVE, tables
from pitboss.testing.house_process import FORTUNE, JACKPOTS, PLANTED

PEOPLE = [f"p{number}" for number in range(1, 10)]
IRREGULAR = 0.04
"""How often something goes wrong."""
AHEAD = 30
"""The most acts that wait for the committer."""


def promise(line: str) -> None:
    """Write a line in one system call, so that a kill does not tear it."""
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


class Told:
    """A viewer who says which updates have come."""

    person = ""
    staff = False

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def send(self, message: bytes, *, soon: bool = True) -> None:
        update = msg.decode_answer(message)
        if isinstance(update, msg.Update):
            self._say(f"told {update.table} {update.seq}")


class SelfPlayingHouse:
    """Live tables that play by themselves."""

    def __init__(self, url: str, seed: int, say: Callable[[str], None] = promise) -> None:
        self._random, self._run, self._say = Random(seed), seed, say
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._engine = open_database(url)
        self._committer = Committer(open_store(self._engine), self._calls.put)
        self._floor = LiveTables(self._engine, self._committer, lambda: round(time.time() * 1000))
        self._keys = 0
        self._open = 0

    def start(self) -> None:
        """Recover or open every table, and give everybody money."""
        self._floor.recover()
        with self._engine.connect() as connection:
            names = dict(connection.execute(select(schema.game_table.c.name, schema.game_table.c.id)).all())
        for name, game, rules in tables():
            if name not in names:
                self._floor.open_table(game, rules, name=name)
        self._come()
        for person in PEOPLE:
            for out_of, into in ((books.ISSUED, books.wallet(person)), (books.COUPONS_ISSUED, books.coupons(person))):
                lines = Posting(out_of, -FORTUNE * UNITS), Posting(into, FORTUNE * UNITS)
                start = f"{person}/start" if into == books.wallet(person) else f"{person}/start/c"
                issued = Entry(start, "issue", 0, lines, person=person, memo="to begin with")
                self._committer.submit(Job(entries=(issued,), guarded=True))
        for live in self._floor.tables.values():
            live.watch(Told(self._say))
        self._wait()
        self._say("ready")

    def _come(self) -> None:
        """Make everybody who is not there yet."""
        known = schema.person.c.id
        with writing(self._engine) as connection:
            there = set(connection.execute(select(known).where(known.in_(PEOPLE))).scalars())
            for id in PEOPLE:
                if id not in there:
                    made = schema.person.insert().values(id=id, name=id, roles="player", made_at=0)
                    connection.execute(made)

    def _wait(self) -> None:
        """Wait until everything that was submitted is committed."""
        done: list[None] = []
        self._committer.submit(Job(done=lambda outcome: done.append(None)))
        while not done:
            self._hear(block=True)

    def _hear(self, *, block: bool = False) -> None:
        """Do what the committer has reported."""
        if self._committer.failure is not None:
            raise self._committer.failure
        try:
            self._calls.get(block=block, timeout=0.2)()
            while True:
                self._calls.get_nowait()()
        except Empty:
            return

    # --- commands

    def _command(self, live: LiveTable, person: str, kind: type[msg.Command], **fields: Any) -> bool:
        """Give a command. Returns whether it was accepted, as far as that is known at once."""
        self._keys += 1
        return self.give(live, person, kind(table=live.id, key=f"{self._run}-{self._keys}", **fields))

    def give(self, live: LiveTable, person: str, command: msg.Command) -> bool:
        answers: list[msg.Done | msg.Refused] = []
        self._open += 1
        live.command(person, person, command, partial(self._answered, person, answers), ("dealer", "supervisor"))
        return not (answers and isinstance(answers[0], msg.Refused))

    def _answered(self, person: str, answers: list[msg.Done | msg.Refused], answer: msg.Done | msg.Refused) -> None:
        self._open -= 1
        answers.append(answer)
        if isinstance(answer, msg.Done):
            self._say(f"done {answer.table} {answer.seq} {person} {answer.key}")
        elif answer.code == "stopped":
            raise RuntimeError(answer.why)
        else:
            self._say(f"no {answer.key}")

    # --- play

    def step(self) -> None:
        """Let every table take one step."""
        for live in self._floor.tables.values():
            self._step(live)
            self._hear(block=self._open > AHEAD)

    def stop(self) -> None:
        """Stop in mid-round, when everything is committed."""
        self._wait()
        self._committer.close()
        self._engine.dispose()

    def _step(self, live: LiveTable) -> None:
        random, playing = self._random, live.table.round
        if random.random() < 0.1:
            self._come_and_go(live)
        if playing is None or playing.over:
            for _ in range(2):
                self._come_and_go(live)
            if any(seat for seat, _ in live.table.seats):
                if live.table.terms and random.random() < PLANTED:
                    live.table.stack(JACKPOTS)
                live.open_round()
            return
        if playing.waiting and playing.waiting[0] == METER:
            return  # the answer comes from the committer
        if random.random() < IRREGULAR and (report := any_report(playing, random)) is not None:
            self._input(live, "supervisor", report)
            return
        for party in random.sample(playing.waiting, len(playing.waiting)):
            if self._act(live, party):
                return

    def _act(self, live: LiveTable, party: Party) -> bool:
        playing, random = live.table.round, self._random
        assert playing is not None
        turn = Turn(playing, party, playing.offers(party), random)
        if not party.player:
            given = staff(turn)
        elif (offer := self._on_a_meter(live, turn)) is not None:
            given = turn.take(offer)
        else:
            given = random_legal(turn)
        if given is None:
            return False
        if self._input(live, party.player or "staff", given):
            return True
        self._command(live, party.player, msg.BuyIn, cents=live.table.rules.chip * 100_000, coupons=100_00)
        return True

    def _on_a_meter(self, live: LiveTable, turn: Turn) -> Offer | None:
        """A wager that feeds a meter, now and then."""
        wagers = {wager for one in live.table.terms.values() for wager in one.wagers}
        found = [one for one in turn.offers if one.do == "wager" and one.wager in wagers and not one.why_not]
        return self._random.choice(found) if found and self._random.random() < PROGRESSIVE else None

    def _input(self, live: LiveTable, person: str, given: Input) -> bool:
        playing = live.table.round
        assert playing is not None
        assert playing.asking is not None
        said = {
            name: value
            for name, value in msgspec.structs.asdict(given).items()
            if name in msg.Play.__struct_fields__ and name not in ("round", "turn")
        }
        said |= {"do": given.do, "by": given.by, "what": given.what, "place": given.place}
        return self._command(live, person, msg.Play, round=playing.number, turn=playing.asking.turn, **said)

    def _come_and_go(self, live: LiveTable) -> None:
        random = self._random
        here = [player for _, player in live.table.seats]
        away = [person for person in PEOPLE if person not in here]
        match random.choice(("sit", "sit", "buy in", "cash out", "leave")):
            case "sit" if away and len(here) < 4:
                person = random.choice(away)
                if self._command(live, person, msg.Sit):
                    self._command(live, person, msg.BuyIn, cents=live.table.rules.chip * 200_000, coupons=1_000_00)
            case "buy in" if here:
                person = random.choice(here)
                self._command(live, person, msg.BuyIn, cents=live.table.rules.chip * 100)
            case "cash out" if here:
                person = random.choice(here)
                self._command(live, person, msg.CashOut, cents=live.table.rules.chip)
            case "leave" if here and random.random() < 0.3:
                self._command(live, random.choice(here), msg.Leave)


def main(url: str, seed: int) -> None:
    migrate(open_database(url))
    worker = SelfPlayingHouse(url, seed)
    worker.start()
    while True:
        worker.step()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
