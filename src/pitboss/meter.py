"""Meters: what a progressive jackpot stands at, exact to the ten-thousandth of a cent.

A meter begins at its seed, gains its rate of every wager that feeds it, and is reset to the seed when all of it is won;
the house provides the seed. It shows whole cents, and the part of a cent that it does not show stays in it.

>>> meter = Meter(MeterTerms(name="meter", wagers=("progressive",), stake=125, seed=10_000_00, rate=Fraction(27, 100)))
>>> meter.contribute(Part("table 1", 1, seat=3, wager="progressive"))
>>> meter.value, meter.read()
(Fraction(4000135, 4), 1000033)
"""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Protocol

import msgspec

from pitboss.money import UNITS, ceil_div


def won(shows: int, pays: int, per: int) -> int:
    """What a share of a meter wins, in cents; a broken cent goes to the player's favour (ruling min-chip).

    >>> won(10_000_05, 10, 100)
    100001
    """
    return ceil_div(shows * pays, per)


def put_back(seed: int, pays: int, per: int) -> int:
    """What the house puts into a meter after a share of it was won: the seed if that was all of it."""
    return seed if pays == per else 0


class MeterTerms(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What the rules say of a meter."""

    name: str
    wagers: tuple[str, ...]
    """The wagers that feed it and win of it."""
    stake: int
    """What each of those wagers is, in cents."""
    seed: int
    """Cents that it begins with, and is reset to after a win of all of it."""
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
    """The clause that keeps this pay table from a link of several games; empty if none does."""
    alike: str = ""
    """The clause on what linked tables must have in common."""

    def __post_init__(self) -> None:
        if (self.stake * self.rate * UNITS).denominator != 1:
            raise ValueError(
                f"the {self.name} can't gain {self.gain} cents: a gain is a whole number of 1/{UNITS} cent"
            )

    @cached_property
    def gain(self) -> Fraction:
        """What it gains from one wager, in cents."""
        return self.stake * self.rate

    @cached_property
    def units(self) -> int:
        """What it gains from one wager, in ten-thousandths of a cent."""
        return int(self.gain * UNITS)


class Part(NamedTuple):
    """A wager that feeds a meter, told apart from those of other seats, rounds and tables."""

    table: str
    round: int
    seat: int
    wager: str


class Claim(NamedTuple):
    """A win of a share of a meter, told apart from other wins: the question at which a round asked for a reading."""

    table: str
    round: int
    turn: int


class AnyMeter(Protocol):
    """How a table tells a meter what happens. A meter may be an object of this process, or a row of a database.

    Every call names its wager or claim. A call that is repeated changes nothing, so that a table can call again if the
    answer was lost; this holds until the round is closed. A seat has at most one wager of a name that feeds a meter.
    """

    @property
    def units(self) -> int:
        """Exactly what it stands at, in ten-thousandths of a cent."""

    def contribute(self, part: Part) -> None:
        """A wager was accepted, and its part enters the meter."""

    def reverse(self, part: Part, *, whole: bool = False) -> int:
        """A wager is void: take what is left of its part out of the meter, and return it in units.

        ``whole`` takes all of the part, as the only table of a meter does.
        """

    def win(self, claim: Claim, pays: int, per: int) -> int:
        """A share is won of what the meter shows now, which is returned, in cents; the share leaves the meter."""

    def read(self) -> int:
        """Whole cents, as displayed."""

    def close(self, table: str, round: int) -> None:
        """A round is over: none of its wagers can be void any more."""


class Win(NamedTuple):
    """A share of a meter was won when it stood at ``units``; ``fed`` are the wagers that might yet be void then."""

    units: int
    pays: int
    per: int
    fed: Set[Part]

    def paid(self, less: int = 0) -> int:
        """Units that the win takes out of the meter, had it stood so much lower."""
        return won((self.units - less) // UNITS, self.pays, self.per) * UNITS


class Reversed(NamedTuple):
    """A wager turned out to be void, and so many units were taken back."""

    part: Part
    taken: int
    fed: Set[Part] = frozenset()


class Meter:
    """A meter as an object of this process. Tables that are linked share one."""

    def __init__(self, terms: MeterTerms, units: int | None = None) -> None:
        self.terms = terms
        self.units = terms.seed * UNITS if units is None else units
        self._fed: set[Part] = set()
        """The wagers in its tables' present rounds that can yet be void."""
        self._reversed: dict[Part, int] = {}
        self._claims: dict[Claim, int] = {}
        self._past: list[Win | Reversed] = []
        """What has happened to it since the oldest of the wagers that can yet be void."""

    @property
    def name(self) -> str:
        return self.terms.name

    @property
    def value(self) -> Fraction:
        """Exact cents."""
        return Fraction(self.units, UNITS)

    def read(self) -> int:
        return self.units // UNITS

    def contribute(self, part: Part) -> None:
        if part not in self._fed and part not in self._reversed:
            self._fed.add(part)
            self.units += self.terms.units

    def win(self, claim: Claim, pays: int, per: int) -> int:
        if claim in self._claims:
            return self._claims[claim]
        shows = self._claims[claim] = self.read()
        self._note(Win(self.units, pays, per, frozenset(self._fed)))
        self.units += (put_back(self.terms.seed, pays, per) - won(shows, pays, per)) * UNITS
        return shows

    def reverse(self, part: Part, *, whole: bool = False) -> int:
        """Ruling reset-keeps-the-seed: after the void it stands where it would without the wager, or higher."""
        if part not in self._fed and part not in self._reversed:
            return 0  # it never entered
        if part not in self._reversed:
            taken = self.terms.units if whole else max(0, self._above(part))
            self._reversed[part] = taken
            self._fed.discard(part)
            self.units -= taken
            self._note(Reversed(part, taken))
        return self._reversed[part]

    def close(self, table: str, round: int) -> None:
        of_round = (table, round)
        self._fed = {part for part in self._fed if part[:2] != of_round}
        self._reversed = {part: taken for part, taken in self._reversed.items() if part[:2] != of_round}
        self._claims = {claim: shown for claim, shown in self._claims.items() if claim[:2] != of_round}
        self._forget()

    def _above(self, part: Part) -> int:
        """By how much it stands above where it would stand without this wager and those that were void before.

        A wager's part counts whole when it enters. A win of a share pays the player that share of the part too, so only
        the rest of the part is still in the meter: nine tenths after a win of a tenth. To the cent it is what the win
        paid less what it would have paid, since both are rounded up to whole cents. A win of all of the meter leaves
        nothing of any part.
        """
        void = {part, *(one.part for one in self._past if isinstance(one, Reversed))}
        above, entered = 0, set[Part]()
        for one in self._past:
            new = (void & one.fed if isinstance(one, Win) else {one.part}) - entered
            entered |= new
            above += len(new) * self.terms.units
            if isinstance(one, Reversed):
                above -= one.taken
            else:
                above = 0 if one.pays == one.per else above - one.paid() + one.paid(less=above)
        return above + len(void - entered) * self.terms.units

    def _note(self, happened: Win | Reversed) -> None:
        self._past.append(happened)
        self._forget()

    def _forget(self) -> None:
        """Keep the past only as long as it matters to a wager that can yet be void."""
        while self._past and not self._past[0].fed & self._fed:
            del self._past[0]

    def __repr__(self) -> str:
        return f"Meter({self.name!r}, {self.value} cents)"
