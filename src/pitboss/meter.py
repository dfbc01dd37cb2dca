"""Meters: what a progressive jackpot stands at, exact to the fraction of a cent.

A meter begins at its seed, gains its rate of every wager that feeds it, and is set to the seed again when all of it is
won; the house provides the seed. It shows whole cents, and the part of a cent that it does not show stays in it.

>>> meter = Meter(MeterTerms(name="meter", wagers=("progressive",), stake=100, seed=10_000_00, rate=Fraction(1, 3)))
>>> meter.take_over(meter.terms.gain)
>>> meter.value, meter.shows
(Fraction(3000100, 3), 1000033)
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

import msgspec

from pitboss.money import ceil_div


def won(shows: int, pays: int, per: int) -> int:
    """What a share of a meter wins, in cents; a broken cent goes to the player's favour (ruling min-chip).

    >>> won(10_000_05, 10, 100)
    100001
    """
    return ceil_div(shows * pays, per)


def put_back(seed: int, pays: int, per: int) -> int:
    """What the house puts into a meter after a share of it was won: the seed, where that was all of it."""
    return seed if pays == per else 0


class MeterTerms(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What the rules say of a meter."""

    name: str
    wagers: tuple[str, ...]
    """The wagers that feed it and win of it."""
    stake: int
    """What each of those wagers is, in cents."""
    seed: int
    """Cents that it begins with, and is set to after a win of all of it."""
    rate: Fraction
    """The part of each wager that it gains."""
    clause: str = ""
    """The clause on its rate and seed."""
    ruling: str = ""
    table: str = ""
    """The pay table of those wagers."""
    linked: bool = False
    """Shared with other tables."""
    alone: str = ""
    """The clause that keeps this pay table from a link of several games; empty where none does."""
    alike: str = ""
    """The clause on what linked tables must have in common."""

    @cached_property
    def gain(self) -> Fraction:
        """What it gains from one wager, in cents."""
        return self.stake * self.rate


class Meter:
    """A meter as it stands. Tables that are linked share one."""

    def __init__(self, terms: MeterTerms, value: Fraction | None = None) -> None:
        self.terms = terms
        self._stored = Fraction(terms.seed) if value is None else value
        self._pending: list[Callable[[], Fraction]] = []
        self._told: list[Callable[[], None]] = []

    @property
    def name(self) -> str:
        return self.terms.name

    @property
    def value(self) -> Fraction:
        """Exact cents, with all that the rounds now played at its tables have added and taken so far."""
        return sum((pending() for pending in self._pending), self._stored)

    @property
    def shows(self) -> int:
        """Whole cents, as displayed; never below nothing, though a void may take back what was paid out in part."""
        return max(0, int(self.value // 1))

    def attach(self, pending: Callable[[], Fraction], told: Callable[[], None] = lambda: None) -> None:
        """Count in what a table's present round has gained for it; the table is ``told`` when all of it is won."""
        self._pending.append(pending)
        self._told.append(told)

    def won(self) -> None:
        """All of it is won, with what the rounds now played have added: their tables must know if one is void."""
        for told in self._told:
            told()

    def take_over(self, gain: Fraction) -> None:
        """Keep what a round has gained for it, now that the table is done with that round."""
        self._stored += gain

    def __repr__(self) -> str:
        return f"Meter({self.name!r}, {self.value} cents)"
