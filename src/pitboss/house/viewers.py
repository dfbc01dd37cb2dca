"""Those who watch a live table. Each gets what they may know, and nothing that is not on the disk."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from pitboss.house.acts import shown
from pitboss.house.replay import Played
from pitboss.protocol import messages as msg
from pitboss.table.events import DEALER, PUBLIC

KEPT_ROUNDS = 2
"""Updates of this many rounds are kept in memory, for clients who come back."""


class Watcher(Protocol):
    """Somebody who sees a table: a connection of a client."""

    person: str
    staff: bool
    """Whether this is the dealer or a supervisor of the table, who sees what the dealer sees."""

    def send(self, message: bytes) -> None: ...


def viewer_of(watcher: Watcher, played: Played) -> str:
    """The viewer whose knowledge a watcher gets of an act. Whoever plays in the round sees it from the seat."""
    viewer = played.viewer(watcher.person)
    return DEALER if watcher.staff and viewer == PUBLIC else viewer


def seen_by(played: Played, table: str, viewer: str) -> bytes:
    """The update of an act for a viewer."""
    seen = [event for record in played.told if (event := record.seen_by(viewer)) is not None]
    return msg.encode(
        msg.Update(table=table, seq=played.seq, at=played.at, round=played.round, act=shown(played.act), events=seen)
    )


class Viewers:
    """The watchers of a table. ``turn_of`` says what a person may do now."""

    def __init__(self, table: str, turn_of: Callable[[str, bool], msg.Turn]) -> None:
        self.table, self._turn_of = table, turn_of
        self.published: deque[Played] = deque()
        self._watchers: list[Watcher] = []
        self._sent: dict[Watcher, bytes] = {}
        """The last turn that each watcher got."""

    @property
    def people(self) -> set[str]:
        """Those who are connected."""
        return {one.person for one in self._watchers}

    def since(self, after: int) -> list[Played]:
        """The acts in memory after an update. 0 stands for the beginning of the current round."""
        this_round = self.published[-1].round if self.published else 0
        return [one for one in self.published if one.seq > after and (after or one.round >= this_round)]

    def add(self, watcher: Watcher, after: int, older: Sequence[Played] = ()) -> None:
        """Send what happened after an update: ``older`` acts, then those in memory. Then everything that happens."""
        for one in (*older, *self.since(after)):
            watcher.send(seen_by(one, self.table, viewer_of(watcher, one)))
        self._watchers.append(watcher)

    def remove(self, watcher: Watcher) -> None:
        self._watchers = [one for one in self._watchers if one is not watcher]
        self._sent.pop(watcher, None)

    def publish(self, played: Played) -> None:
        """Send an act that is on the disk. Each kind of viewer's update is encoded once."""
        self.published.append(played)
        while self.published[0].round <= played.round - KEPT_ROUNDS:
            self.published.popleft()
        made: dict[str, bytes] = {}
        for watcher in self._watchers:
            viewer = viewer_of(watcher, played)
            if viewer not in made:
                made[viewer] = seen_by(played, self.table, viewer)
            watcher.send(made[viewer])

    def send_turns(self) -> None:
        """Tell everybody what they may do, if it has changed."""
        for watcher in self._watchers:
            turn = msg.encode(self._turn_of(watcher.person, watcher.staff))
            if self._sent.get(watcher) != turn:
                self._sent[watcher] = turn
                watcher.send(turn)

    def send_all(self, message: msg.Message) -> None:
        encoded = msg.encode(message)
        for watcher in self._watchers:
            watcher.send(encoded)

    def recall(self, played: Sequence[Played]) -> None:
        """Keep acts that were published before a restart."""
        self.published.extend(played)
