"""A live table as one client knows it, kept up to date by the messages of the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pitboss.client.errors import OutOfSequence, Refused
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.events import PUBLIC, STANDING, Began, Event, Seated, seat_place
from pitboss.engine.round.layout import Layout, View
from pitboss.engine.round.records import AnyRecord
from pitboss.protocol import messages as msg

CLOSED = "the table is closed"
"""Why a view ends when its table closes."""
WAGERS = "wagers"
"""What the question of the betting window is about."""
EVENTS = tuple[AnyRecord, ...]


def decode_events(update: msg.Update) -> Sequence[Event]:
    """The events of an update."""
    made: Sequence[Event] = msgspec.convert(update.events, EVENTS)
    return made


class LiveView:
    """What a client has seen of a table: the round in progress, the people, and what the client may do now.

    >>> live = LiveView("t1", "ann")
    >>> live.hear(msg.Update(table="t1", seq=4, at=0, round=1, act={"type": "sat", "player": "ann", "seat": 2}))
    >>> live.seats, live.seat, live.last
    ({2: 'ann'}, 2, 4)
    >>> live.hear(msg.Update(table="t1", seq=6, at=0, round=1))
    Traceback (most recent call last):
        ...
    pitboss.client.errors.OutOfSequence: table t1: update 6 came after update 4
    """

    def __init__(self, table: str, me: str) -> None:
        self.table, self.me = table, me
        """The ids of the table and of this client's person."""
        self.last = 0
        """The number of the last update, or 0 before the first."""
        self.round = 0
        """The number of the last round that has begun."""
        self.turn: msg.Turn | None = None
        """What the round asks, and what this client may do. None until the server has said so."""
        self.answered: msg.Turn | None = None
        """The turn that was present when the server acknowledged this client's last act, or when its round ended."""
        self.seats: dict[int, str] = {}
        """Players' ids by seat."""
        self.names: dict[str, str] = {}
        """Players' names by id."""
        self.standing: set[str] = set()
        """The ids of players who stand behind the seats."""
        self.ends = ""
        """Why the table has stopped or closed. Empty while it runs."""
        self.refused: Refused | None = None
        """Why the server does not show this table."""
        self.on_update: Callable[[msg.Update], None] | None = None
        """Called with every update, after this view has taken it in."""
        self.updates = 0
        """How many updates have come."""
        self.may_restart = False
        """Whether messages of an earlier watch of this table may still come, before those of this one."""
        self._view = View(PUBLIC)
        self._to_fold: list[msg.Update] = []

    # --- what the server says

    def hear(self, message: msg.Update | msg.Turn | msg.Stopped) -> None:
        """Take in a message about this table. A gap or a repeat in the numbers raises ``OutOfSequence``."""
        match message:
            case msg.Update():
                self._update(message)
            case msg.Turn():
                self._asked(message)
            case msg.Stopped(why=why):
                self.ends = why

    def _update(self, update: msg.Update) -> None:
        if self.last and update.seq != self.last + 1:
            if not self.may_restart:
                raise OutOfSequence(self.table, self.last, update.seq)
            self.may_restart = False
            self._to_fold.clear()
        self.last = update.seq
        self.updates += 1
        self.round = update.round
        self.ends = ""
        if update.act:
            self._act(update.act)
        if update.events:
            first = update.events[0]
            if first.get("type") == "began":
                self._to_fold.clear()  # a new round: nobody will ask for the one before
                self._seated(first["seats"], first.get("names", {}))
            self._to_fold.append(update)
            if any(event.get("type") in ("began", "ended") for event in update.events):
                self.answered = self.turn  # it was of a round that is over
        if self.on_update is not None:
            self.on_update(update)

    def _seated(self, seats: Sequence[tuple[int, str]], names: dict[str, str]) -> None:
        """The people at the table when a round begins."""
        self.seats = {seat: player for seat, player in seats if seat}
        self.standing = {player for seat, player in seats if not seat}
        self.names |= {player: names.get(player, player) for _, player in seats}

    def _act(self, act: dict[str, Any]) -> None:
        player = act.get("player", "")
        match act.get("type"):
            case "sat":
                self.names[player] = act.get("name", player)
                if act["seat"]:
                    self.seats[act["seat"]] = player
                else:
                    self.standing.add(player)
            case "left":
                self.seats = {seat: one for seat, one in self.seats.items() if one != player}
                self.standing.discard(player)
            case "tableclosed":
                self.ends = CLOSED

    def _asked(self, turn: msg.Turn) -> None:
        self.ends = ""
        self.round = turn.round
        self.turn = turn

    def acknowledge(self, play: msg.Play) -> None:
        """An act of this client is stored. It may be of a turn long ago, if the answer to it was lost."""
        if self.turn is not None and (self.turn.round, self.turn.turn) == (play.round, play.turn):
            self.answered = self.turn

    # --- what this client knows

    @property
    def seat(self) -> int:
        """The seat of this client's person, or 0."""
        return next((seat for seat, player in self.seats.items() if player == self.me), 0)

    @property
    def events(self) -> list[Event]:
        """The events of the round in progress or just over, as far as this client may know them."""
        return self.view.events

    @property
    def layout(self) -> Layout:
        """What lies on the table, as far as this client has seen it."""
        return self.view.layout

    @property
    def view(self) -> View:
        """The events and the layout together."""
        self._fold()
        return self._view

    def _fold(self) -> None:
        """Fold the updates that have come. This is done when somebody looks, since most clients rarely do."""
        updates, self._to_fold = self._to_fold, []
        for update in updates:
            for event in decode_events(update):
                if isinstance(event, Began):
                    self._began(event)
                elif isinstance(event, Seated) and event.player == self.me:
                    self._view.viewer = seat_place(event.seat)
                self._view.events.append(event)  # the server has left out what this client may not know
                self._view.layout.apply(event)

    def _began(self, began: Began) -> None:
        own = [seat for seat, player in began.seats if player == self.me]
        self._view = View(seat_place(own[0]) if own and own[0] else STANDING if own else PUBLIC)

    def called(self, player: str) -> str:
        """The name of the player with this id."""
        return self.names.get(player, player)

    @property
    def offers(self) -> list[tuple[int, Offer]]:
        """What this client may do now, each with its seat. Offers that may not be taken are left out."""
        if self.turn is None:
            return []
        return [(seat, offer) for seat, offers in self.turn.offers for offer in offers if not offer.why_not]

    @property
    def joins(self) -> bool:
        """Whether this client's person has sat down while bets are open, and is about to be let into the round."""
        turn = self.turn
        return turn is not None and turn.about == WAGERS and bool(self.seat) and not (turn.offers or turn.barred)

    @property
    def is_fresh(self) -> bool:
        """Whether the present turn is of the round in progress and came after this client's last act.

        Otherwise the server is about to replace it.
        """
        return self.turn is not None and self.turn is not self.answered

    @property
    def chips(self) -> int:
        """The chips of this client's person at the table, in cents."""
        return self.turn.chips if self.turn else 0

    @property
    def coupons(self) -> int:
        """The face value of the coupons at the table, in cents."""
        return self.turn.coupons if self.turn else 0

    @property
    def clocks(self) -> tuple[msg.Clock, ...]:
        """The clocks that run now."""
        return self.turn.clocks if self.turn else ()

    def __repr__(self) -> str:
        waits = self.turn.about if self.turn else "the server"
        return f"<LiveView of {self.table}: round {self.round}, waits for {waits}, update {self.last}>"
