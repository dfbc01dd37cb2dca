"""Meters: the value of a progressive jackpot, exact to the ten-thousandth of a cent.

A meter starts at its seed and gains a fixed rate of every wager that contributes to it. When the whole meter is won,
the house resets it to the seed. It shows whole cents and keeps the fraction of a cent that it does not show.

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

from pitboss.basics.money import UNITS, ceil_div


def won(shows: int, pays: int, per: int) -> int:
    """The win of a share of a meter, in cents, rounded up to a whole cent (ruling min-chip).

    >>> won(10_000_05, 10, 100)
    100001
    """
    return ceil_div(shows * pays, per)


def put_back(seed: int, pays: int, per: int) -> int:
    """The cents that the house puts into a meter after a win: the seed, if the whole meter was won."""
    return seed if pays == per else 0


class MeterTerms(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The rules of a meter."""

    name: str
    wagers: tuple[str, ...]
    """The wagers that contribute to it and can win it."""
    stake: int
    """The amount of each of those wagers, in cents."""
    seed: int
    """Cents that the meter starts with and is reset to after a win of the whole meter."""
    rate: Fraction
    """The fraction of each wager that it gains."""
    clause: str = ""
    """The clause on its rate and seed."""
    ruling: str = ""
    table: str = ""
    """The pay table of those wagers."""
    linked: bool = False
    """Whether other tables share it."""
    alone: str = ""
    """The clause that limits this pay table to a single game. Empty if there is none."""
    alike: str = ""
    """The clause on what linked tables must have in common."""

    def __post_init__(self) -> None:
        if (self.stake * self.rate * UNITS).denominator != 1:
            raise ValueError(
                f"the {self.name} can't gain {self.gain} cents: a gain must be a whole number of 1/{UNITS} cent"
            )

    @cached_property
    def gain(self) -> Fraction:
        """Its gain from one wager, in cents."""
        return self.stake * self.rate

    @cached_property
    def units(self) -> int:
        """Its gain from one wager, in ten-thousandths of a cent."""
        return int(self.gain * UNITS)


class Part(NamedTuple):
    """The key of a wager's contribution to a meter, unique among seats, rounds and tables."""

    table: str
    round: int
    seat: int
    wager: str


class Claim(NamedTuple):
    """The key of a win from a meter: the question at which a round asked for the reading."""

    table: str
    round: int
    turn: int


class AnyMeter(Protocol):
    """The interface between a table and a meter. A meter may be an object of this process or a row of a database.

    Every call names its wager or claim. Until the round is closed, a repeated call changes nothing, so a table can call
    again if the answer was lost. A seat has at most one wager of each name that contributes to a meter.
    """

    @property
    def units(self) -> int:
        """The exact value, in ten-thousandths of a cent."""

    def contribute(self, part: Part) -> None:
        """Add the contribution of an accepted wager."""

    def reverse(self, part: Part, *, whole: bool = False) -> int:
        """Take the rest of a void wager's contribution out of the meter, and return it in units.

        ``whole`` takes the whole contribution. Use it if the meter has only one table.
        """

    def win(self, claim: Claim, pays: int, per: int) -> int:
        """Pay a share of the meter. Returns the reading before the payment, in cents."""

    def read(self) -> int:
        """The reading in whole cents."""

    def undo(self, table: str, round: int, parts: Set[Part], reversed: Set[Part], claims: Set[Claim]) -> None:
        """A round undid an act that failed. Of its contributions, reversals and wins, only these stand."""

    def close(self, table: str, round: int) -> None:
        """End a round. None of its wagers can become void any more."""


class Win(msgspec.Struct, frozen=True, tag="win"):
    """A win of a share of a meter with the value ``units``. ``fed`` holds the wagers that could still become void."""

    claim: Claim
    units: int
    pays: int
    per: int
    fed: tuple[Part, ...]

    def paid(self, less: int = 0) -> int:
        """The units that the win takes out of the meter, if its value were lower by ``less``."""
        return won((self.units - less) // UNITS, self.pays, self.per) * UNITS


class Reversed(msgspec.Struct, frozen=True, tag="reversed"):
    """A void wager, and the units that were taken back for it."""

    part: Part
    taken: int


class MeterMemory(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A meter as plain data: its value, and what it must remember about rounds in progress."""

    units: int
    fed: tuple[Part, ...] = ()
    reversed: tuple[tuple[Part, int], ...] = ()
    claims: tuple[tuple[Claim, int, int], ...] = ()
    """Each claim, the reading that it was shown, and the change of the meter in units."""
    past: tuple[Win | Reversed, ...] = ()


class Meter:
    """A meter as an object of this process. Linked tables share one."""

    def __init__(self, terms: MeterTerms, units: int | None = None) -> None:
        self.terms = terms
        self.units = terms.seed * UNITS if units is None else units
        self._fed: set[Part] = set()
        """The wagers in current rounds that can still become void."""
        self._reversed: dict[Part, int] = {}
        self._claims: dict[Claim, tuple[int, int]] = {}
        """What was shown for each, and the units by which the meter changed."""
        self._past: list[Win | Reversed] = []
        """Its wins and reversals since the oldest wager that can still become void."""

    @classmethod
    def recall(cls, terms: MeterTerms, memory: MeterMemory) -> Meter:
        """The meter with this memory.

        >>> terms = MeterTerms(name="meter", wagers=("progressive",), stake=125, seed=100, rate=Fraction(27, 100))
        >>> meter = Meter(terms)
        >>> meter.contribute(Part("table 1", 1, seat=3, wager="progressive"))
        >>> meter.reverse(Part("table 1", 1, seat=3, wager="progressive"))
        337500
        >>> Meter.recall(terms, meter.memory).memory == meter.memory
        True
        """
        meter = cls(terms, memory.units)
        meter._fed = set(memory.fed)
        meter._reversed = dict(memory.reversed)
        meter._claims = {claim: (shown, change) for claim, shown, change in memory.claims}
        meter._past = list(memory.past)
        return meter

    @property
    def memory(self) -> MeterMemory:
        """Everything that the meter knows, as plain data."""
        return MeterMemory(
            units=self.units,
            fed=tuple(sorted(self._fed)),
            reversed=tuple(sorted(self._reversed.items())),
            claims=tuple(sorted((claim, *shown) for claim, shown in self._claims.items())),
            past=tuple(self._past),
        )

    @property
    def name(self) -> str:
        return self.terms.name

    @property
    def value(self) -> Fraction:
        """The exact value, in cents."""
        return Fraction(self.units, UNITS)

    def read(self) -> int:
        return self.units // UNITS

    def contribute(self, part: Part) -> None:
        if part not in self._fed and part not in self._reversed:
            self._fed.add(part)
            self.units += self.terms.units

    def win(self, claim: Claim, pays: int, per: int) -> int:
        if claim in self._claims:
            return self._claims[claim][0]
        shows = self.read()
        change = (put_back(self.terms.seed, pays, per) - won(shows, pays, per)) * UNITS
        self._claims[claim] = shows, change
        self._note(Win(claim, self.units, pays, per, tuple(sorted(self._fed))))
        self.units += change
        return shows

    def paid(self, claim: Claim) -> bool:
        """Whether this claim has been paid, in a round that is not closed."""
        return claim in self._claims

    def reverse(self, part: Part, *, whole: bool = False) -> int:
        """Ruling reset-keeps-the-seed: after the void, the value is at least what it would be without the wager."""
        if part not in self._fed and part not in self._reversed:
            return 0  # it never contributed
        if part not in self._reversed:
            taken = self.terms.units if whole else max(0, self._above(part))
            self._reversed[part] = taken
            self._fed.discard(part)
            self.units -= taken
            self._note(Reversed(part, taken))
        return self._reversed[part]

    def undo(self, table: str, round: int, parts: Set[Part], reversed: Set[Part], claims: Set[Claim]) -> None:
        of_round = (table, round)
        undone_claims = {one for one in self._claims if one[:2] == of_round} - claims
        undone = {one for one in self._reversed if one[:2] == of_round} - reversed
        self._past = [
            one
            for one in self._past
            if (one.claim not in undone_claims if isinstance(one, Win) else one.part not in undone)
        ]
        for claim in undone_claims:
            self.units -= self._claims.pop(claim)[1]
        for part in undone:
            self.units += self._reversed.pop(part)
            self._fed.add(part)
        for part in {one for one in self._fed if one[:2] == of_round} - parts:
            self._fed.discard(part)
            self.units -= self.terms.units

    def close(self, table: str, round: int) -> None:
        of_round = (table, round)
        self._fed = {part for part in self._fed if part[:2] != of_round}
        self._reversed = {part: taken for part, taken in self._reversed.items() if part[:2] != of_round}
        self._claims = {claim: shown for claim, shown in self._claims.items() if claim[:2] != of_round}
        self._forget()

    def _above(self, part: Part) -> int:
        """How much the value exceeds the value without this wager and the wagers that became void before.

        A wager first contributes its whole part. A win of a share also pays that share of the part, so only the rest is
        still in the meter: nine tenths after a win of a tenth. To be exact, the win took what it paid minus what it
        would have paid without the part, both rounded up to whole cents. A win of the whole meter leaves nothing of any
        part.
        """
        void = {part, *(one.part for one in self._past if isinstance(one, Reversed))}
        above, entered = 0, set[Part]()
        for one in self._past:
            new = (void.intersection(one.fed) if isinstance(one, Win) else {one.part}) - entered
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
        """Drop the part of the past that matters to no wager that can still be void.

        A win matters as long as it was fed by such a wager, or by one that was reversed after it.
        """
        if not self._fed:
            self._past.clear()
        needed = self._fed | {one.part for one in self._past if isinstance(one, Reversed)}
        while self._past and (isinstance(self._past[0], Reversed) or needed.isdisjoint(self._past[0].fed)):
            del self._past[0]

    def __repr__(self) -> str:
        return f"Meter({self.name!r}, {self.value} cents)"
