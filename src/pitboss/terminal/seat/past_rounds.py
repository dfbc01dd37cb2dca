"""Rounds that are over, step by step: those of this session, of a log, or of a person at a house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from pitboss.basics.errors import LogError
from pitboss.basics.money import dollars
from pitboss.engine import registry
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.records import AnyRecord
from pitboss.engine.round.round import Round
from pitboss.log.proof import prove
from pitboss.log.seat_log import is_seat_log
from pitboss.log.seat_log import read as read_seat
from pitboss.protocol.coaching import PlayedInfo
from pitboss.terminal.seat.drawing import visible
from pitboss.terminal.seat.hints import NoHint, asked
from pitboss.terminal.seat.sentences import YOU, told

if TYPE_CHECKING:
    from pitboss.client.synchronous import Client

MOST = 200
"""Rounds in a list."""
NOT_TOLD = (ev.Committed, ev.Opened, Input)
"""Records that are no steps: seals, and inputs, which their events tell."""


class PastRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one viewer knows it."""

    game: str
    where: str
    round: int
    seat: int
    """The viewer's seat, or 0."""
    player: str
    """The viewer's id. Empty for the public."""
    events: tuple[Event, ...]
    names: Mapping[str, str] = {}

    @property
    def steps(self) -> list[Event]:
        return [event for event in self.events if not isinstance(event, NOT_TOLD)]

    def sentence(self, step: Event) -> str:
        return told(registry.game(self.game), step, self.names)

    @property
    def net(self) -> int:
        mine = (event for event in self.events if isinstance(event, ev.Settled) and event.player == self.player)
        return sum(end.returned - end.money for end in mine)


class RoundLine(msgspec.Struct, frozen=True):
    """A round in a list."""

    title: str
    net: int | None
    """What you won, in cents. None if you did not play."""

    @property
    def words(self) -> str:
        if self.net is None:
            return self.title
        net = f"+{dollars(self.net)}" if self.net > 0 else dollars(self.net) if self.net else "±$0"
        return f"{self.title:<58} {net:>12}"


class History(Protocol):
    """Where rounds come from, newest first. Each call may take a while; ``NoHint`` says why there is no answer."""

    def lines(self) -> Sequence[RoundLine]: ...

    def open(self, at: int) -> PastRound: ...


class Kept:
    """Rounds that are kept in this program."""

    def __init__(self) -> None:
        self.rounds: list[PastRound] = []

    def add(self, round: PastRound) -> None:
        self.rounds = [round, *self.rounds[: MOST - 1]]

    def lines(self) -> Sequence[RoundLine]:
        return [RoundLine(f"{one.where} · round {one.round}", one.net if one.player else None) for one in self.rounds]

    def open(self, at: int) -> PastRound:
        return self.rounds[at]


def past_of(round: Round) -> PastRound:
    """A round of this program, as you saw it. If you did not sit there, what is public."""
    seat = next((seat for seat, one in round.seats if one == YOU), 0)
    viewer = ev.seat_place(seat) if seat else ev.PUBLIC
    return PastRound(
        game=round.game.name,
        where=round.game.title,
        round=round.number,
        seat=seat,
        player=YOU if seat else "",
        events=tuple(round.view(viewer).events),
    )


class Logged(Kept):
    """The rounds of a log: a whole one, which is proved first, or what a seat at a live table saw."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def lines(self) -> Sequence[RoundLine]:
        self.rounds = []
        try:
            if is_seat_log(self.path):
                for one in read_seat(self.path):
                    if one.over:
                        self.add(seen_round(one.events))
            else:
                prove(self.path, registry.game, each=lambda round: self.add(past_of(round)))
        except (OSError, LogError, ValueError) as error:
            why = error.wrong if isinstance(error, LogError) and not error.line else str(error)
            raise NoHint(f"{self.path} can't be read as a log: {why}") from None
        return super().lines()


def seen_round(events: Sequence[Event], where: str = "", player: str = "", game: str = "") -> PastRound:
    """A round from the events that somebody saw. By default, the viewer is whoever knows their own cards."""
    began = next((event for event in events if isinstance(event, ev.Began)), None)
    came = [(event.seat, event.player) for event in events if isinstance(event, ev.Seated)]
    if began is None:
        raise NoHint("this round has no beginning")
    if not player:
        shown = {event.to for event in events if isinstance(event, ev.Dealt) and event.card and event.face != ev.UP}
        player = next((one for seat, one in (*began.seats, *came) if seat and ev.seat_place(seat) in shown), "")
    seat = next((seat for seat, one in (*began.seats, *came) if one == player and seat), 0)
    name = game or began.game
    return PastRound(
        game=name,
        where=where or registry.game(name).title,
        round=began.round,
        seat=seat,
        player=player,
        events=tuple(events),
        names={**began.names, player: YOU} if player else began.names,
    )


class HouseRounds:
    """The rounds that a person played at a house."""

    def __init__(self, client: Client, person: str) -> None:
        self.client, self.person = client, person
        self._found: Sequence[PlayedInfo] = ()

    def lines(self) -> Sequence[RoundLine]:
        self._found = [one for one in asked(self.client.rounds, most=MOST).rounds if one.over]
        return [RoundLine(self._title(one), one.net) for one in self._found]

    def _title(self, one: PlayedInfo) -> str:
        when = datetime.fromtimestamp(one.at / 1000).strftime("%d %b %H:%M")
        title = registry.game(one.game).title
        name = "" if one.name == title else f", {visible(one.name)}"
        return f"{when}  {title}{name} · round {one.round}"

    def open(self, at: int) -> PastRound:
        one = self._found[at]
        found = asked(self.client.round, one.table, one.round)
        said = [event for update in found.updates for event in update.get("events", ())]
        events = msgspec.convert(said, list[AnyRecord])
        title = registry.game(one.game).title
        where = title if one.name == title else f"{title} · {visible(one.name)}"
        return seen_round(events, where, self.person, one.game)
