"""Meters: what a progressive jackpot stands at, exact to the fraction of a cent.

A meter begins at its seed, gains its rate of every wager that feeds it, and is set to the seed again when all of it is
won; the house provides the seed. It shows whole cents, and the part of a cent that it does not show stays in it.

>>> meter = Meter(MeterTerms(name="meter", wagers=("progressive",), stake=100, seed=10_000_00, rate=Fraction(1, 3)))
>>> meter.take_over(meter.terms.gain)
>>> meter.value, meter.shows
(Fraction(3000100, 3), 1000033)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

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


Fed = Hashable
"""A wager that has fed a meter, told from those of other seats, rounds and tables."""


class Win(NamedTuple):
    """A share of a meter was won, when it stood at this value; ``fed`` are the wagers that might yet be void then."""

    value: Fraction
    pays: int
    per: int
    fed: Set[Fed]

    def paid(self, less: Fraction = Fraction(0)) -> int:
        """What the win takes out of the meter, had it stood at so much less."""
        return won(int((self.value - less) // 1), self.pays, self.per)


class TakenBack(NamedTuple):
    """A wager turned out to be void, and so much was taken back."""

    wager: Fed
    taken: Fraction
    fed: Set[Fed] = frozenset()


class Meter:
    """A meter as it stands. Tables that are linked share one."""

    def __init__(self, terms: MeterTerms, value: Fraction | None = None) -> None:
        self.terms = terms
        self._stored = Fraction(terms.seed) if value is None else value
        self._pending: list[Callable[[], Fraction]] = []
        self._feeders: list[Callable[[], Set[Fed]]] = []
        self._past: list[Win | TakenBack] = []
        """What happened to it since the oldest of the wagers that can yet be void."""

    @property
    def name(self) -> str:
        return self.terms.name

    @property
    def value(self) -> Fraction:
        """Exact cents, with all that the rounds now played at its tables have added and taken so far."""
        return sum((pending() for pending in self._pending), self._stored)

    @property
    def shows(self) -> int:
        """Whole cents, as displayed."""
        return int(self.value // 1)

    def attach(self, pending: Callable[[], Fraction], fed: Callable[[], Set[Fed]] = frozenset) -> None:
        """Count in what a table's present round has gained for it. ``fed`` names that round's wagers that fed it and
        are not void, or are and have not been taken back yet."""
        self._pending.append(pending)
        self._feeders.append(fed)

    def win(self, pays: int, per: int) -> None:
        """A share is won of what it shows now; who reads it pays that out."""
        self._note(Win(self.value, pays, per, self._fed()))

    def take_back(self, wager: Fed) -> Fraction:
        """What a void takes out of it, now: what is left there of the wager's part.

        Ruling reset-keeps-the-seed: after the void it stands where it would without the wager, or higher.
        """
        taken = max(Fraction(0), self._above(wager))
        self._note(TakenBack(wager, taken))
        return taken

    def _above(self, wager: Fed) -> Fraction:
        """By how much it stands above where it would stand without this wager and those that were void before.

        A wager's part counts whole when it enters. Where a share is won, the player is paid that share of the part
        too, so that only the rest of it is still in the meter: nine tenths after a win of a tenth. To the cent it is
        what the win paid less what it would have paid, since both are rounded up to whole cents. A win of all of the
        meter leaves nothing of any part.
        """
        void = {wager, *(one.wager for one in self._past if isinstance(one, TakenBack))}
        above, entered = Fraction(0), set[Fed]()
        for one in self._past:
            new = (void & one.fed if isinstance(one, Win) else {one.wager}) - entered
            entered |= new
            above += len(new) * self.terms.gain
            if isinstance(one, TakenBack):
                above -= one.taken
            else:
                above = Fraction(0) if one.pays == one.per else above - one.paid() + one.paid(less=above)
        return above + len(void - entered) * self.terms.gain

    def _fed(self) -> Set[Fed]:
        return frozenset().union(*(fed() for fed in self._feeders))

    def _note(self, happened: Win | TakenBack) -> None:
        """Keep what happened as long as it matters to a wager that can yet be void."""
        self._past.append(happened)
        live = self._fed()
        while self._past and not self._past[0].fed & live:
            del self._past[0]

    def take_over(self, gain: Fraction) -> None:
        """Keep what a round has gained for it, now that the table is done with that round."""
        self._stored += gain

    def __repr__(self) -> str:
        return f"Meter({self.name!r}, {self.value} cents)"
