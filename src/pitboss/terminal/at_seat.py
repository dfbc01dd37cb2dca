"""What the terminal knows of a game at a seat."""

from __future__ import annotations

from collections.abc import Callable

from pitboss import games
from pitboss.table.at_seat import AtSeat
from pitboss.table.layout import Layout

NOTHING = AtSeat()
"""For games that say nothing about it."""
Namer = Callable[[str, int], str]
"""The words for the hand at a place, by its number. Empty if there is nothing to say."""


def at_seat(game: str) -> AtSeat:
    """What a game says about its seats."""
    if not games.has(game, "at_seat"):
        return NOTHING
    found: AtSeat = games.part(game, "at_seat").AT_SEAT
    return found


def namer(game: str, layout: Layout) -> Namer:
    """Names the hands of a layout, from the cards that its viewer knows."""
    found = at_seat(game).name
    return lambda place, hand: found(layout, place, hand) if (place, hand) in layout.hands else ""
