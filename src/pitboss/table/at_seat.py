"""What a client that shows a seat must know of a game: names of hands, cards for advice, wagers that follow.

A game exports it as ``AT_SEAT`` from its module ``at_seat``. A game without one is played without names and hints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from pitboss.table.layout import Layout

Place = tuple[str, int]
"""A place and the number of a hand there."""
Known = Mapping[str, Sequence[str]]
"""Cards by the names under which advice takes them."""


class AtSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a seat sees it. Every function takes a layout that holds only what the seat has seen."""

    name: Callable[[Layout, str, int], str] = lambda layout, place, hand: ""
    """The name or the total of the hand at a place, by its number. Empty if there is none."""
    known: Callable[[Layout, str, int], tuple[Known, frozenset[Place]] | None] = lambda layout, place, hand: None
    """The cards for advice on a hand, and the places that they come from. None if there is no advice."""
    follows: Mapping[str, tuple[int, str]] = {}
    """The wagers that may follow from one: how many times its amount they take, and their name. 0 means any amount from
    the smallest chip up."""
    counted: frozenset[str] = frozenset()
    """The wagers whose results the values of advice count, beside the base wager."""
    scales: str = ""
    """A wager that raises every value in proportion, if the advice carries a note."""
    felt: str = "#0B3B40"
    """The colour of the felt on a dark screen."""


def known_cards(layout: Layout, place: str, hand: int = 1) -> list[str]:
    """The cards at a place that the seat has seen."""
    return [card for card in layout.cards(place, hand) if card]
