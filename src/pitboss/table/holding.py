"""What hands hold, in words and numbers, for clients that draw a table and rank no cards themselves.

Everything is computed from a layout that holds only what its viewer has seen, so no word can tell more than the cards
that this viewer knows.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pitboss.cards import NUMBER, TEXT
from pitboss.table.at_seat import AtSeat, Holding
from pitboss.table.events import DEALER, Dealt, Event, Exposed, Moved, Ranked, seat_of
from pitboss.table.layout import Layout
from pitboss.table.naming import makers

SHOWS = Dealt | Exposed | Moved | Ranked
"""The events that change what a hand holds."""


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
        layout = self.layout
        layout.apply(event)
        match event:
            case Dealt(to=place, card=card):
                return self._changed(place, at) if card else []
            case Exposed(place=place) | Moved(place=place):
                return self._changed(place, at)
            case Ranked(place=place, hand=hand, cards=cards, category=category):
                made = makers([NUMBER[card] for card in cards], category)
                known = self._last.get((place, hand), NOTHING)
                holds = msgspec.structs.replace(known, cards=tuple([TEXT[card] for card in made]))
                return self._told(place, hand, holds, at)
        return []

    def all(self, events: Iterable[Event]) -> list[Held]:
        """Apply events in their order."""
        return [held for at, event in enumerate(events) for held in self.apply(event, at)]

    def _changed(self, place: str, at: int) -> list[Held]:
        """What hands hold after cards of a place have changed. Cards of the table may be part of any hand."""
        layout = self.layout
        shared = place != DEALER and not seat_of(place)
        found: list[Held] = []
        for (where, hand), lying in list(layout.hands.items()):
            if (shared or where == place) and any(lying.cards):
                found += self._told(where, hand, self._holds(layout, where, hand), at)
        return found

    def _told(self, place: str, hand: int, holds: Holding, at: int) -> list[Held]:
        if self._last.get((place, hand), NOTHING) == holds:
            return []
        self._last[place, hand] = holds
        return [Held(at=at, place=place, hand=hand, holds=holds)]


NOTHING = Holding()
