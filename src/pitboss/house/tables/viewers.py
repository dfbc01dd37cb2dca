"""Those who watch a live table. Each gets what they may know, and nothing that is not on the disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

from pitboss.engine import registry
from pitboss.engine.results import Ends, Result
from pitboss.engine.round.events import DEALER, PUBLIC, STANDING, Ended, Event
from pitboss.engine.round.hand_labels import MATTERS, SHOWS, Held, Holdings
from pitboss.house.tables.acts import shown
from pitboss.house.tables.history import PlayedAct
from pitboss.protocol import messages as msg

KEPT_ROUNDS = 2
"""Updates of this many rounds are kept in memory, for clients who come back."""
ANYBODY = ""
"""Stands for all whom a table does not concern."""


class Watcher(Protocol):
    """Somebody who sees a table: a connection of a client."""

    person: str
    staff: bool
    """Whether this is the dealer or a supervisor of the table, who sees what the dealer sees."""

    def send(self, message: bytes, *, soon: bool = True) -> None:
        """Send a message, after those before it. What need not come soon waits while players are served."""


def viewer_of(watcher: Watcher, played: PlayedAct) -> str:
    """The viewer whose knowledge a watcher gets of an act. Whoever plays in the round sees it from the seat."""
    viewer = played.viewer(watcher.person)
    return DEALER if watcher.staff and viewer == PUBLIC else viewer


class Onlookers:
    """What hands hold in the eyes of each viewer of a table.

    Acts of a round should come in their order. Another order gives the same words, but takes longer.
    """

    def __init__(self, game: str) -> None:
        self._game, self._at_seat = registry.game(game), registry.at_seat(game)
        self._seen: dict[str, _Seen] = {}
        self._ends = 0, Ends(self._game, ())
        """How the round ended by the act of this number."""

    def holdings(self, played: PlayedAct, viewer: str, events: Sequence[Event]) -> list[Held]:
        """What hands hold by an act, of which this viewer sees these events."""
        if SHOWS.isdisjoint(map(type, events)):
            return []
        seen = self._seen.get(viewer)
        if seen is None or seen.records is not played.of_round or seen.count > played.first:
            seen = self._seen[viewer] = _Seen(played.of_round, Holdings(self._at_seat))
        seen.catch_up(viewer, played.first)
        seen.count += len(played.told)
        return seen.hands.all(events)

    def update(self, played: PlayedAct, table: str, viewer: str, person: str) -> bytes:
        """The update of an act for a person who is this viewer."""
        seen = [event for record in played.told if (event := record.seen_by(viewer)) is not None]
        return msg.encode(
            msg.Update(
                table=table,
                seq=played.seq,
                at=played.at,
                round=played.round,
                act=shown(played.act),
                events=seen,
                hands=self.holdings(played, viewer, seen),
                results=self.results(played, person),
            )
        )

    def results(self, played: PlayedAct, person: str) -> list[Result]:
        """How each hand ended, if the act ends the round. Whoever was in it is "you" to themselves."""
        if not _ends_round(played):
            return []
        if self._ends[0] != played.seq:
            self._ends = played.seq, Ends(self._game, played.of_round[: played.first + len(played.told)])
        return self._ends[1].told(person if person in played.viewers else "")


def _ends_round(played: PlayedAct) -> bool:
    return any(type(record) is Ended for record in played.told)


class _Seen:
    """A round as far as a viewer was told what its hands hold."""

    def __init__(self, records: Sequence[Event], hands: Holdings) -> None:
        self.records, self.hands, self.count = records, hands, 0

    def catch_up(self, viewer: str, upto: int) -> None:
        for record in self.records[self.count : upto]:
            if type(record) in MATTERS and (event := record.seen_by(viewer)) is not None:
                self.hands.apply(event)
        self.count = upto


class ViewedTable(Protocol):
    """What viewers ask of the live table."""

    id: str

    def turn_of(self, person: str, staff: bool = False) -> msg.Turn:
        """What a person may do now."""

    def concerns(self, person: str) -> bool:
        """Whether the table concerns somebody. All others may do the same, which is nothing."""


class Viewers:
    """The watchers of a table."""

    def __init__(self, game: str, live: ViewedTable) -> None:
        self.game, self._live = game, live
        self._onlookers = Onlookers(game)
        self.published: deque[PlayedAct] = deque()
        self._watchers: list[Watcher] = []
        self._sent: dict[Watcher, bytes] = {}
        """The last turn that each watcher got."""

    @property
    def people(self) -> set[str]:
        """Those who are connected."""
        return {one.person for one in self._watchers}

    def since(self, after: int) -> list[PlayedAct]:
        """The acts in memory after an update. 0 stands for the beginning of the current round."""
        this_round = self.published[-1].round if self.published else 0
        return [one for one in self.published if one.seq > after and (after or one.round >= this_round)]

    def add(self, watcher: Watcher, after: int) -> None:
        """Send the acts in memory after an update, then everything that happens."""
        told = Onlookers(self.game)
        for one in self.since(after):
            watcher.send(told.update(one, self._live.id, viewer_of(watcher, one), watcher.person))
        self._watchers.append(watcher)

    def remove(self, watcher: Watcher) -> None:
        self._watchers = [one for one in self._watchers if one is not watcher]
        self._sent.pop(watcher, None)

    def publish(self, played: PlayedAct) -> None:
        """Send an act that is on the disk. Each kind of viewer's update is encoded once.

        Those who stand behind the seats see the same, but each reads of their own wagers as "you" when the round ends.
        """
        self.published.append(played)
        while self.published[0].round <= played.round - KEPT_ROUNDS:
            self.published.popleft()
        made: dict[tuple[str, str], bytes] = {}
        ends = _ends_round(played)
        for watcher in self._watchers:
            viewer = viewer_of(watcher, played)
            kind = viewer, watcher.person if ends and viewer == STANDING else ""
            if kind not in made:
                made[kind] = self._onlookers.update(played, self._live.id, viewer, watcher.person)
            watcher.send(made[kind], soon=viewer != PUBLIC)

    def send_turns(self) -> None:
        """Tell everybody what they may do, if it has changed."""
        made: dict[tuple[str, bool], bytes] = {}
        for watcher in self._watchers:
            whose = watcher.person if self._live.concerns(watcher.person) else ANYBODY
            turn = made.get((whose, watcher.staff))
            if turn is None:
                turn = made[whose, watcher.staff] = msg.encode(self._live.turn_of(watcher.person, watcher.staff))
            if self._sent.get(watcher) != turn:
                self._sent[watcher] = turn
                watcher.send(turn, soon=whose != ANYBODY or watcher.staff)

    def send_all(self, message: msg.Message) -> None:
        encoded = msg.encode(message)
        for watcher in self._watchers:
            watcher.send(encoded)

    def recall(self, played: Sequence[PlayedAct]) -> None:
        """Keep acts that were published before a restart."""
        self.published.extend(played)
