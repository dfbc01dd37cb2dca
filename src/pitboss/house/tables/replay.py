"""Stored acts, played again. Recovery, audits, statements of rounds and clients that reconnect all use this.

Every act is checked: the head that its body and its records make must be the stored one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from pitboss.basics.errors import IllegalAction
from pitboss.engine.round.events import PUBLIC, Event
from pitboss.engine.rules import Given
from pitboss.engine.state import TableState
from pitboss.engine.table import Table
from pitboss.house.storage.store import ActRow
from pitboss.house.tables import acts
from pitboss.house.tables.acts import (
    AnyAct,
    CardsDealt,
    DealerAssigned,
    DealerCame,
    FloorAnswered,
    FloorCalled,
    Gave,
    HeldBack,
    Left,
    Missed,
    RoundBegan,
    RulesChanged,
    RulesKept,
    RulesOrdered,
    Said,
    Sat,
    SatOut,
    TableClosed,
    TableClosing,
    TableOpened,
)
from pitboss.house.tables.orders import Orders
from pitboss.log.lines import GENESIS, Log, LogEnd, chain


class ReplayError(ValueError):
    """A stored act is not what the rules make of it."""

    def __init__(self, table: str, seq: int, wrong: str) -> None:
        super().__init__(table, seq, wrong)
        self.table, self.seq, self.wrong = table, seq, wrong

    def __str__(self) -> str:
        return f"act {self.seq} of table {self.table}: {self.wrong}"


class PlayedAct(NamedTuple):
    """An act and the records that it made."""

    seq: int
    at: int
    round: int
    act: AnyAct
    records: tuple[Event, ...]
    viewers: Mapping[str, str]
    """The viewer that each player is in this round, by the player's id."""
    told: tuple[Event, ...]
    """What people are told by this act: its records, but for what is held back for the person who deals."""
    lines: tuple[bytes, ...] = ()
    """The records as lines of the table's log."""
    of_round: Sequence[Event] = ()
    """The records of the whole round, as far as it has come. What people are told is among them."""
    first: int = 0
    """The number of records of the round before what people are told."""

    def viewer(self, person: str) -> str:
        return self.viewers.get(person, PUBLIC)


def live_table(id: str, game: str, rules: Given, seed: int | None = None) -> Table:
    """A table whose meters answer from outside."""
    return Table(game, rules, id=id, seed=seed, attendants={"meter": None})


def meter_ids(table: Table, link: str) -> dict[str, str]:
    """The ids of a table's meters, by their names. Those that are linked belong to the link."""
    return {name: f"{link if one.linked else table.id}/{name}" for name, one in table.terms.items()}


def changed_table(table: Table, rules: Given, state: TableState) -> Table:
    """The same table with other rules and nobody at it."""
    made = Table(table.game, rules, id=table.id, state=state, attendants={"meter": None})
    made.source = table.source
    made.listeners.clear()
    return made


def end_of_log(table: Table, began: int, head: str) -> str:
    """The last hash of a table's log, if it ends now. ``began`` is the last round before the log, ``head`` its head.

    No act stores the last line. Whoever writes the log from the acts adds it, and a log that follows names its hash.
    """
    last = table.state.round
    end = LogEnd(round=last if last > began else 0, clause=table.game.round_of_play, rounds=last - began)
    return chain([end], head)[1]


class Replay:
    """A table as its acts make it. Begin with the first act, or with the act that began a round.

    ``before`` is the head before the first act that is applied.
    """

    def __init__(self, id: str, table: Table, before: str = acts.FIRST) -> None:
        self.id, self.table = id, table
        self.head, self.log_head = before, GENESIS
        self.log_began = 0
        """The last round before the table's log began."""
        self.orders = Orders()
        self.seq = 0
        self.out: set[str] = set()
        self.held = HeldBack()
        """What nobody has been told yet, since the person who deals has not dealt it."""
        self.keys: dict[str, int] = {}
        self.closed = False
        self._viewers: dict[str, str] = {}
        table.listeners.clear()

    def apply(self, row: ActRow) -> PlayedAct:
        """Play one more act."""
        if self.seq and row.seq != self.seq + 1:
            raise ReplayError(self.id, row.seq, f"an act is missing after act {self.seq}")
        try:
            act = acts.decode(row.body)
        except msgspec.MsgspecError as error:
            raise ReplayError(self.id, row.seq, f"its body can't be read: {error}") from None
        try:
            records, lines = self._play(act)
        except IllegalAction as refusal:
            raise ReplayError(self.id, row.seq, f"the rules reject it: {refusal}") from None
        self.head = acts.next_head(self.head, row, self.log_head)
        self.seq = row.seq
        if self.head != row.head:
            raise ReplayError(self.id, row.seq, "the chain is broken: this act or one before it was altered")
        self.orders.take(act)
        if row.key:
            self.keys[row.key] = row.seq
        told = self.held.told(act, records)
        whole = self.table.round.records if told and self.table.round is not None else ()
        first = len(whole) - len(self.held.records) - len(told)
        return PlayedAct(row.seq, row.at, row.round, act, records, self._viewers, told, lines, whole, first)

    def _play(self, act: AnyAct) -> tuple[tuple[Event, ...], tuple[bytes, ...]]:
        table, before = self.table, 0
        match act:
            case TableOpened(first_line=line):
                return (), self._chained([_log(line)])
            case RulesChanged(first_line=line):
                log = _log(line)
                self.table = changed_table(table, log.rules, act.state)
                self.table.seats, self.table.names, self.out = list(act.seats), dict(act.names), set(act.out)
                self.log_head, self.log_began = GENESIS, act.state.round
                return (), self._chained([log])
            case Sat(player=player, name=name, seat=0):
                table.stand(name, id=player)
            case Sat(player=player, name=name, seat=seat):
                table.sit(name, seat, id=player)
            case Left(player=player):
                table.leave(player)
                self.out.discard(player)
            case SatOut(player=player, out=out):
                (self.out.add if out else self.out.discard)(player)
            case DealerCame():
                table.new_dealer()
            case RoundBegan():
                table.round = None
                self.log_head, self.log_began, self.out = act.log_head, act.log_began, set(act.out)
                round = table.resume_round(act.state, act.seats, act.inputs, names=act.names, revision=act.revision)
                self._viewers = {player: round.viewer(player) for _, player in round.seats}
                return tuple(round.records), self._chained(round.records)
            case Gave():
                assert table.round is not None
                before = len(table.round.records)
                for given in act.inputs:
                    table.round.repeat(given)
                records = table.round.records[before:]
                return tuple(records), self._chained(records)
            case TableClosed():
                self.closed = True
            case Said() | CardsDealt() | FloorCalled() | FloorAnswered() | DealerAssigned() | Missed():
                pass
            case RulesOrdered() | RulesKept() | TableClosing():
                pass
        return (), ()

    def _chained(self, records: Sequence[Event]) -> tuple[bytes, ...]:
        lines, self.log_head = chain(records, self.log_head)
        return tuple(lines)


def _log(line: str) -> Log:
    return msgspec.json.decode(line, type=Log)
