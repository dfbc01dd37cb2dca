"""Whole cents, odds "to" and "for", and pay tables.

"X to 1" pays X and returns the stake. "X for 1" pays X and keeps the stake (ruling to-and-for). Both are converted once
to a fraction of the stake that is returned: 3 to 2 returns 5 for every 2 staked.

>>> Odds.parse("3 to 2").back, Odds.parse("50 for 1").back
((5, 2), (50, 1))
>>> str(Odds.parse("1,000 to 1")), str(Odds.parse("10% of meter"))
('1,000 to 1', '10% of meter')
>>> dollars(123456)
'$1,234.56'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

UNITS = 10_000
"""Units in a cent. In units, every rate and share of the documents is a whole number."""


def dollars(cents: int) -> str:
    """Cents as a person reads them: ``$5``, ``$2.50``, ``-$0.01``."""
    sign, whole, part = ("-" if cents < 0 else ""), *divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{part:02d}" if part else f"{sign}${whole:,}"


def whole_cents(value: Fraction | float) -> int:
    """An amount in whole cents, as people are told it. Half a cent rounds away from zero, here and on the page.

    >>> whole_cents(Fraction(-975, 2)), whole_cents(Fraction(975, 2)), whole_cents(-0.25)
    (-488, 488, 0)
    """
    size = int(abs(Fraction(value)) + Fraction(1, 2))
    return -size if value < 0 else size


def ceil_div(product: int, per: int) -> int:
    """Divide and round up. A payout is rounded up to a whole cent, in the player's favour (ruling min-chip)."""
    return -(-product // per)


def is_broken(product: int, per: int) -> bool:
    """Whether ``ceil_div`` rounds, because the payout is not a whole cent."""
    return product % per != 0


def whole_chips(amount: int, chip: int) -> int:
    """The least amount in whole chips that is not below this one.

    >>> whole_chips(125, 50)
    150
    """
    return ceil_div(amount, chip) * chip


_PLAIN = re.IGNORECASE | re.ASCII  # else \d would also be the digits of other scripts
_NUMBER = re.compile(r"\s*[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?\s*", _PLAIN)
_LONGEST = 40
LONGEST_SEED = 1000
"""The most digits of a number in a seed. Python converts longer numbers slowly, or not at all."""
_TOO_LONG = re.compile(f"[0-9]{{{LONGEST_SEED + 1}}}")
_ODDS = re.compile(r"^\s*([\d,]+)\s*(to|for)\s*([\d,]+)\s*$", _PLAIN)
_SHARE = re.compile(r"^\s*(\d{1,3})\s*%\s*(?:of\s+)?(?:the\s+)?(?!(?:of|the)\s*$)([a-z]+)\s*$", _PLAIN)


def read_number(said: str) -> Fraction:
    """A number as people write it, in plain digits. Raises ``ValueError`` if it is none.

    >>> read_number("2.5"), read_number("1e3"), read_number("1_000")
    (Fraction(5, 2), Fraction(1000, 1), Fraction(1000, 1))
    """
    if len(said) > _LONGEST or not _NUMBER.fullmatch(said):
        raise ValueError(f"{said[:_LONGEST]!r} is not a number")
    return Fraction(said.replace("_", ""))


def seed_text(seed: int | str) -> str:
    """A seed as the text from which random numbers are made. Raises ``ValueError`` if it is too long.

    >>> seed_text(7), seed_text("Ann's table")
    ('7', "Ann's table")
    """
    if (isinstance(seed, int) and abs(seed) >= 10**LONGEST_SEED) or (isinstance(seed, str) and _TOO_LONG.search(seed)):
        raise ValueError(f"a seed has at most {LONGEST_SEED:,} digits, and this one has more")
    return str(seed)


class Odds:
    """The odds that a wager pays: ``3 to 2``, ``50 for 1``, or a share of a meter such as ``10% of meter``."""

    __slots__ = ("_text", "kind", "meter", "pays", "per")

    def __init__(self, pays: int, kind: str, per: int = 1, meter: str = "") -> None:
        self.pays, self.kind, self.per, self.meter = pays, kind, per, meter
        self._text = f"{pays}% of {meter}" if kind == "share" else f"{pays:,} {kind} {per:,}"

    @classmethod
    def parse(cls, words: str) -> Odds:
        if found := _ODDS.match(words):
            pays, per = (int(found[i].replace(",", "")) for i in (1, 3))
            if per == 0:
                raise ValueError(f"{words!r} divides by zero: the second number must be at least 1")
            return cls(pays, found[2].lower(), per)
        if found := _SHARE.match(words):
            share = int(found[1])
            if not 0 < share <= 100:
                raise ValueError(f"a share of a meter must be from 1% to 100%, not {words!r}")
            return cls(share, "share", 100, found[2].lower())
        raise ValueError(f"odds must be like '3 to 2', '50 for 1' or '10% of meter', not {words!r}")

    @property
    def back(self) -> tuple[int, int]:
        """What is returned as a fraction of the stake: numerator and denominator. "to" includes the stake."""
        if self.kind == "share":
            raise ValueError(f"{self} is a share of a meter, not a multiple of the stake")
        return (self.pays + self.per, self.per) if self.kind == "to" else (self.pays, self.per)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Odds({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odds) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


PayTable = dict[str, Odds]
"""Odds by the name of the hand, as the document lists them."""


def pay_table(lines: Mapping[str, str]) -> PayTable:
    return {hand: Odds.parse(odds) for hand, odds in lines.items()}


def returns(table: Mapping[str, Odds], hands: Iterable[str]) -> tuple[tuple[int, ...], int]:
    """The returns of these hands over a common denominator. A hand without a line returns 0.

    >>> returns(pay_table({"two pair": "3 to 2", "pair": "1 to 1"}), ["high card", "pair", "two pair"])
    ((0, 4, 5), 2)
    """
    per = lcm(*(odds.per for odds in table.values() if odds.kind != "share"), 1)
    found = (table.get(hand) for hand in hands)
    return tuple(0 if o is None or o.kind == "share" else o.back[0] * per // o.back[1] for o in found), per


def returned(stake: int, line: int, back: tuple[int, ...], per: int) -> int:
    """The cents that go back for a stake: ``back[line]`` / ``per`` of it, rounded up to a whole cent.

    >>> returned(5, 2, (0, 4, 5), 2)
    13
    """
    return ceil_div(stake * back[line], per)


class Paid(NamedTuple):
    """The return of a wager, in cents, and the amount that a payout limit has cut off."""

    returned: int
    cut_off: int = 0


def limited(wagers: Iterable[tuple[int, int]], cap: int) -> list[Paid]:
    """Apply a limit to the total win of the wagers on one hand (ruling payout-cap). 0 means no limit.

    Each wager is a pair of return and win, in the order in which they are paid. The excess is cut from the wager paid
    last.

    >>> limited([(1000, 900), (400, 300)], 1000)
    [Paid(returned=1000, cut_off=0), Paid(returned=200, cut_off=200)]
    """
    found, won = [], 0
    for back, more in wagers:
        cut_off = max(0, won + more - cap) if cap else 0
        won += more - cut_off
        found.append(Paid(back - cut_off, cut_off))
    return found
