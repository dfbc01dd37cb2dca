"""A house for tests: live tables on a database, whose callbacks run when the test says so."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import msgspec
from sqlalchemy import Engine, select

from pitboss.basics.money import UNITS
from pitboss.engine.auto.drive import any_report
from pitboss.engine.auto.policy import Policy, Turn, random_legal
from pitboss.engine.auto.policy import staff as by_staff
from pitboss.engine.registry import at_seat
from pitboss.engine.round.asks import METER, Party
from pitboss.engine.round.hand_labels import Held, Holdings
from pitboss.engine.round.records import AnyRecord
from pitboss.house.money import books
from pitboss.house.money.books import Posting
from pitboss.house.money.ledger import Entry
from pitboss.house.people import staff
from pitboss.house.storage import schema
from pitboss.house.storage.committer import Committer, Job
from pitboss.house.storage.database import migrate, open_database, reading, writing
from pitboss.house.storage.store import Store, open_store
from pitboss.house.tables.history import acts_after, table_row
from pitboss.house.tables.live import LiveTable
from pitboss.house.tables.live_tables import LiveTables
from pitboss.house.tables.viewers import Onlookers, Watcher, viewer_of
from pitboss.protocol import messages as msg
from waiting import HANG_S

KEYS = count(1)
"""Keys are new even after a restart."""


class Seen:
    """A viewer who keeps every message."""

    staff = False

    def __init__(self, person: str) -> None:
        self.person = person
        self.messages: list[Any] = []

    def send(self, message: bytes, *, soon: bool = True) -> None:
        self.messages.append(msg.decode_answer(message))


class TestHouse:
    """A floor whose committer's callbacks wait until ``settle``."""

    __test__ = False

    def __init__(self, engine: Engine, store: Store) -> None:
        self.engine = engine
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._due: deque[Callable[[], None]] = deque()
        self.committer = Committer(store, self._calls.put)
        self.time = 1_000_000
        self.floor = LiveTables(engine, self.committer, self._tick)

    @classmethod
    def at(cls, url: str) -> TestHouse:
        engine = open_database(url)
        migrate(engine)
        return cls(engine, open_store(engine))

    @classmethod
    def on_sqlite(cls, path: Path) -> TestHouse:
        return cls.at(f"sqlite:///{path}")

    def _tick(self) -> int:
        self.time += 1
        return self.time

    def settle(self) -> None:
        """Wait until everything that was submitted is committed and told."""
        self._hear_committer()
        while self._due:
            while self._due:
                self._due.popleft()()
            self._hear_committer()

    def _hear_committer(self) -> None:
        """Wait until everything that was submitted is committed. What is to be called then is due."""
        self.committer.call(lambda store: self._calls.put(None))
        while self.committer.failure is None:  # which is posted too
            call = self._calls.get(timeout=HANG_S)
            if call is None:
                return
            self._due.append(call)
        raise self.committer.failure

    def watch_again(self, live: LiveTable, watcher: Watcher, after: int) -> None:
        """Let somebody watch who has seen everything up to an update, as a connection does that comes back."""
        kept = live.viewers.published
        if not kept or kept[0].seq > after + 1:
            told = Onlookers(live.table.game.name)
            with reading(self.engine) as connection:
                missed = acts_after(connection, table_row(connection, live.id), after)
            for one in missed:
                watcher.send(told.update(one, live.id, viewer_of(watcher, one), watcher.person))
            after = live.committed
        live.watch(watcher, after)

    def kill(self) -> None:
        """Stop: nobody hears any more of what is committed."""
        self.committer.close()
        self.engine.dispose()

    def issue(self, person: str, cents: int, coupons: int = 0) -> None:
        key = str(next(KEYS))
        with writing(self.engine) as connection:
            said = {"person": person, "cents": cents, "coupons": coupons, "key": key}
            if not staff.acts(connection, staff.FIRST_ADMINISTRATOR):
                ada = schema.person.insert().values(id="ada", name="Ada", roles="player administrator", made_at=0)
                connection.execute(ada)
                staff.record(connection, self.time, "ada", staff.FIRST_ADMINISTRATOR, {})
            if not connection.execute(schema.person.select().where(schema.person.c.id == person)).all():
                came = schema.person.insert().values(id=person, name=person.title(), roles="player", made_at=self.time)
                connection.execute(came)
            staff.record(connection, self.time, "ada", "issue", said)
        for out_of, into, face in (
            (books.ISSUED, books.wallet(person), cents),
            (books.COUPONS_ISSUED, books.coupons(person), coupons),
        ):
            lines = Posting(out_of, -face * UNITS), Posting(into, face * UNITS)
            of_coupons = "/c" if out_of == books.COUPONS_ISSUED else ""
            issued = Entry(
                f"issue/{person}/{key}{of_coupons}", "issue", self.time, lines, person=person, memo="issued by ada"
            )
            if face:
                self.committer.submit(Job(entries=(issued,)))

    def command(self, live: LiveTable, person: str, kind: type[msg.Command], **fields: Any) -> list[Any]:
        """Give a command. The answer is in the list when it comes."""
        answers: list[Any] = []
        made = kind(table=live.id, key=fields.pop("key", f"k{next(KEYS)}"), **fields)
        roles = fields.get("roles", ("dealer", "supervisor"))
        live.command(person, person.title(), made, answers.append, roles)
        return answers

    def balance(self, account: str) -> int:
        with self.engine.connect() as connection:
            found = connection.execute(select(schema.account.c.units).where(schema.account.c.name == account)).scalar()
        return found or 0


def hands_from_events(game: str, updates: Sequence[Any]) -> list[list[Held]]:
    """What the hands hold by each update, found only from the events that were told, as a client could."""
    found, hands = [], Holdings(at_seat(game))
    for update in updates:
        if update.events and update.events[0]["type"] == "began":
            hands = Holdings(at_seat(game))
        found.append(hands.all(msgspec.convert(update.events, tuple[AnyRecord, ...])))
    return found


def seat_players(house: TestHouse, live: LiveTable, count: int, cents: int = 1_000_000_00) -> list[str]:
    players = [f"p{number}" for number in range(1, count + 1)]
    for player in players:
        house.issue(player, cents, coupons=cents)
        house.command(live, player, msg.Sit)
        house.command(live, player, msg.BuyIn, cents=cents, coupons=cents)
    house.settle()
    return players


def play_round(house: TestHouse, live: LiveTable, random: Random, *, most: int = 400, irregular: float = 0.0) -> None:
    """Open a round if none is in progress, and play it by random legal acts of players and the simple acts of staff."""
    if live.table.round is None or live.table.round.over:
        live.open_round()
    for _ in range(most):
        house.settle()
        round = live.table.round
        assert round is not None
        if round.over:
            return
        if irregular and random.random() < irregular and random_report(live, random):
            continue
        for party in random.sample(round.waiting, len(round.waiting)):
            if act_for(house, live, party, random):
                break
    raise AssertionError("the round does not end")


def random_report(live: LiveTable, random: Random) -> bool:
    """Let staff report an irregularity, if one may be reported."""
    round = live.table.round
    assert round is not None
    report = any_report(round, random) if round.waiting[:1] != (METER,) else None
    if report is not None:
        live.give(report)
    return report is not None


def act_for(house: TestHouse, live: LiveTable, party: Party, random: Random, policy: Policy = random_legal) -> bool:
    """Let a party do something legal, if it can pay for it. Returns whether it did."""
    round = live.table.round
    assert round is not None
    assert round.asking is not None
    turn = Turn(round, party, round.offers(party), random)
    given = (policy if party.player else by_staff)(turn)
    if given is None:
        return False
    fields = {
        name: value
        for name, value in msgspec.structs.asdict(given).items()
        if name in msg.Play.__struct_fields__ and name not in ("round", "turn", "table", "key", "by")
    }
    fields |= {"do": given.do, "by": given.by}
    answers = house.command(
        live, party.player or "staff", msg.Play, round=round.number, turn=round.asking.turn, **fields
    )
    house.settle()
    refused = [one for one in answers if isinstance(one, msg.Refused)]
    if refused and refused[0].code != "chips":
        raise AssertionError(refused)
    return not refused
