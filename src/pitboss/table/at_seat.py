"""What a client that shows a seat must know of a game: what hands hold, and wagers that follow.

A game exports it as ``AT_SEAT`` from its module ``at_seat``. A game without one is played without names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from pitboss.table.layout import Layout


class Holding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a hand holds now, as far as a viewer knows its cards. What a game does not have is empty."""

    name: str = ""
    """Its name or its total in words: 'pair of nines', 'soft 17'."""
    total: int = 0
    """Its points, in a game that counts points."""
    pair: bool = False
    """Whether it is two cards of equal points."""
    lines: tuple[str, ...] = ()
    """The lines of the pay table that it holds already."""
    reach: tuple[str, ...] = ()
    """The lines above those that the last card can still bring."""
    cards: tuple[str, ...] = ()
    """The cards that make the line or the ranked hand, without kickers."""
    makes: dict[str, str] = {}
    """What it makes by each choice between cards of the table, by choice."""


class AtSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a seat sees it. Every function takes a layout that holds only what the seat has seen."""

    holds: Callable[[Layout, str, int], Holding] = lambda layout, place, hand: Holding()
    """What the hand at a place holds, by its number."""
    follows: Mapping[str, tuple[int, str]] = {}
    """The wagers that may follow from one: how many times its amount they take, and their name. 0 means any amount from
    the smallest chip up."""
    comes_with: Mapping[str, tuple[str, int]] = {}
    """The wagers that are placed together with another: its name, and how many times its amount they take."""
    felt: str = "#0B3B40"
    """The colour of the felt on a dark screen."""

    def name(self, layout: Layout, place: str, hand: int) -> str:
        """The name or the total of a hand. Empty if there is none."""
        return self.holds(layout, place, hand).name

    def makes(self, layout: Layout, place: str, hand: int) -> dict[str, str]:
        """What a hand makes by each choice between cards of the table. Empty if there is no such choice."""
        return self.holds(layout, place, hand).makes
