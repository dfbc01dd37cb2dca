"""What the terminal knows of a game at a seat."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.games import at_seat
from pitboss.table.layout import Layout

__all__ = ["Namer", "at_seat", "namer"]
Namer = Callable[[str, int], str]
"""The words for the hand at a place, by its number. Empty if there is nothing to say."""


def namer(game: str, layout: Layout) -> Namer:
    """Names the hands of a layout, from the cards that its viewer knows."""
    found = at_seat(game).name
    return lambda place, hand: found(layout, place, hand) if (place, hand) in layout.hands else ""
