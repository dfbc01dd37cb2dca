"""What a client that shows a seat must know of a game: names of hands, and wagers that follow.

A game exports it as ``AT_SEAT`` from its module ``at_seat``. A game without one is played without names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from pitboss.table.layout import Layout


class AtSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a seat sees it. Every function takes a layout that holds only what the seat has seen."""

    name: Callable[[Layout, str, int], str] = lambda layout, place, hand: ""
    """The name or the total of the hand at a place, by its number. Empty if there is none."""
    makes: Callable[[Layout, str, int], dict[str, str]] = lambda layout, place, hand: {}
    """What the hand makes by each choice between cards of the table, by choice. Empty if there is no such choice."""
    follows: Mapping[str, tuple[int, str]] = {}
    """The wagers that may follow from one: how many times its amount they take, and their name. 0 means any amount from
    the smallest chip up."""
    comes_with: Mapping[str, tuple[str, int]] = {}
    """The wagers that are placed together with another: its name, and how many times its amount they take."""
    felt: str = "#0B3B40"
    """The colour of the felt on a dark screen."""
