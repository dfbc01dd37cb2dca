"""What hands hold, in words and numbers, for clients that draw a table and rank no cards themselves.

Everything is computed from a layout that holds only what its viewer has seen, so no word can tell more than the cards
that this viewer knows.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pitboss.cards import NUMBER, TEXT
from pitboss.table.at_seat import AtSeat, Holding
from pitboss.table.events import DEALER, Collected, Dealt, Event, Exposed, Moved, Ranked
from pitboss.table.layout import Layout
from pitboss.table.naming import makers

SHOWS = frozenset((Dealt, Exposed, Moved, Ranked))
"""The events that change what a hand holds."""
MATTERS = SHOWS | {Collected}
"""Other events need not be applied."""
SEAT = "seat "


class Held(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a hand holds from an event on."""

    at: int = 0
    """The event among those that come with this, from 0."""
    place: str
    hand: int = 1
    holds: Holding


class Holdings:
    """What each hand of a round holds in the eyes of a viewer, kept up to date by the events that the viewer sees.

    >>> from pitboss import Table, games
    >>> hands = Holdings(games.at_seat("double_attack_blackjack"))
    >>> for card in "As", "6d":
    ...     hands.apply(Dealt(round=1, clause="7(d)", to="dealer", hand=1, card=card, face="up"))[0].holds.name
    'soft 11'
    'soft 17'
    """

    def __init__(self, at_seat: AtSeat) -> None:
        self.layout = Layout()
        self._holds = at_seat.holds
        self._last: dict[tuple[str, int], Holding] = {}

    def apply(self, event: Event, at: int = 0) -> list[Held]:
        """Apply an event as the viewer sees it. Returns what hands hold by it, where that is new."""
        match event:
            case Dealt():
                self.layout.apply(event)
                return self._changed(event.to, at) if event.card else []
            case Exposed() | Moved():
                self.layout.apply(event)
                return self._changed(event.place, at)
            case Ranked():
                return self._ranked(event, at)
            case Collected():
                self.layout.apply(event)
        return []

    def _ranked(self, event: Ranked, at: int) -> list[Held]:
        """The dealer names a hand, so it is known which cards make it."""
        made = makers([NUMBER[card] for card in event.cards], event.category)
        known = self._last.get((event.place, event.hand), NOTHING)
        holds = msgspec.structs.replace(known, cards=tuple([TEXT[card] for card in made]))
        return self._told(event.place, event.hand, holds, at)

    def all(self, events: Iterable[Event]) -> list[Held]:
        """Apply events in their order."""
        found: list[Held] = []
        for at, event in enumerate(events):
            if type(event) in MATTERS:
                found += self.apply(event, at)
        return found

    def _changed(self, place: str, at: int) -> list[Held]:
        """What hands hold after cards of a place have changed. Cards of the table may be part of any hand."""
        of_one = place == DEALER or place.startswith(SEAT)
        found: list[Held] = []
        for where, lying in list(self.layout.hands.items()):
            owner = where[0]
            if (owner == place if of_one else owner == DEALER or owner.startswith(SEAT)) and any(lying.cards):
                found += self._told(*where, self._holds(self.layout, *where), at)
        return found

    def _told(self, place: str, hand: int, holds: Holding, at: int) -> list[Held]:
        if self._last.get((place, hand), NOTHING) == holds:
            return []
        self._last[place, hand] = holds
        return [Held(at=at, place=place, hand=hand, holds=holds)]


NOTHING = Holding()
