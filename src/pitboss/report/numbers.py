"""Formats numbers for print."""

from __future__ import annotations

import re
from fractions import Fraction

from pitboss.basics.money import whole_cents

MINUS, TIMES, NONE, ABOUT = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}", "\N{EN DASH}", "\N{ALMOST EQUAL TO} "
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_NEGATIVE = re.compile(r"(?<!\w)-(?=[\d.])")
INLINE = 120
"""The maximum length of a fraction that is printed beside its decimals."""
SHORT = 16
"""The maximum length of a fraction that is printed as a count."""


def printed(number: str) -> str:
    """A number with a typographic minus, which is as wide as a plus."""
    return number.replace("-", MINUS)


def with_minus(words: str) -> str:
    """A text in which numbers have a typographic minus and hyphens stay.

    >>> with_minus("ace-king -0.5").split(MINUS)
    ['ace-king ', '0.5']
    """
    return _NEGATIVE.sub(MINUS, words)


def signed(value: float | Fraction, form: str = "g") -> str:
    """A number with its sign.

    >>> signed(-0.5) == MINUS + "0.5", signed(2), signed(0)
    (True, '+2', '0')
    """
    return printed(f"{float(value):+{form}}") if value else "0"


def scientific(value: float, digits: int = 2) -> str:
    """
    >>> scientific(0.00025).split(TIMES)
    ['2.50', '10⁻⁴']
    """
    mantissa, power = f"{value:.{digits}e}".split("e")
    return f"{printed(mantissa)}{TIMES}10{str(int(power)).translate(RAISED)}"


def decimal(value: float | Fraction | None, places: int = 9) -> str:
    """A result in units, with a sign if it is negative.

    >>> decimal(Fraction(1, 3)), decimal(None) == NONE
    ('0.333333333', True)
    """
    return NONE if value is None else printed(f"{float(value):,.{places}f}")


def percent(value: float | Fraction, places: int = 4) -> str:
    """
    >>> percent(Fraction(1, 80)), percent(-0.0)
    ('1.2500%', '0.0000%')
    """
    return printed(f"{float(value) + 0.0:.{places}%}")  # no sign on zero


def probability(value: Fraction) -> str:
    """Ten decimals, or scientific notation for small values.

    >>> probability(Fraction(1, 8)), probability(Fraction(20, 12994800)).split(TIMES), probability(Fraction(0))
    ('0.1250000000', ['1.539077', '10⁻⁶'], '0')
    """
    if not value:
        return "0"
    return f"{float(value):.10f}" if value >= Fraction(1, 10_000) else scientific(float(value), 6)


def chance(value: float) -> str:
    """The chance of a test: four decimals, or scientific notation for small values.

    >>> chance(0.25), chance(0.00001).split(TIMES), chance(0.0)
    ('0.2500', ['1.0', '10⁻⁵'], '0')
    """
    return "0" if not value else f"{value:.4f}" if value >= 0.001 else scientific(value, 1)


def one_in(value: Fraction) -> str:
    """The average number of deals between two occurrences.

    >>> one_in(Fraction(20, 12994800)), one_in(Fraction(2, 3))
    ('649,740', '1.500')
    """
    if not value:
        return NONE
    times = float(1 / value)
    return f"{times:,.0f}" if times >= 10_000 else f"{times:,.1f}" if times >= 100 else f"{times:,.3f}"


def against(value: Fraction) -> str:
    """A probability as the odds that would be fair: so much to 1.

    >>> against(Fraction(1, 38)), against(Fraction(20, 12994800)), against(Fraction(2, 3))
    ('37 to 1', '649,739 to 1', '0.5000 to 1')
    """
    if not value:
        return NONE
    exact = 1 / value - 1
    odds = float(exact)
    places = 0 if exact.denominator == 1 or odds >= 10_000 else 2 if odds >= 100 else 4
    return f"{odds:,.{places}f} to 1"


def count(value: int | Fraction) -> str:
    """A number of deals, or the weight of deals that are not counted one by one. A long fraction is rounded.

    >>> count(12994800), count(Fraction(5, 2)), count(Fraction(10**20, 3 * 10**9 + 1)) == ABOUT + "33,333,333,322.222"
    ('12,994,800', '5/2', True)
    """
    exact = Fraction(value)
    if exact.denominator == 1 and abs(exact.numerator) < 10**40:
        return f"{exact.numerator:,}"
    said = fraction(exact)
    if len(said) <= SHORT:
        return said
    near = float(exact)
    return ABOUT + (f"{near:,.3f}" if near < 1e15 else scientific(near, 12))


def fraction(value: int | Fraction | None) -> str:
    """
    >>> fraction(Fraction(3, 2)), fraction(2), fraction(Fraction(-1, 3)) == MINUS + "1/3"
    ('3/2', '2', True)
    """
    return NONE if value is None else printed(str(Fraction(value)))


def short_fraction(value: int | Fraction | None) -> str:
    """The fraction if it is short enough, otherwise an empty text."""
    said = fraction(value)
    return said if len(said) <= INLINE else ""


def sentence(words: str) -> str:
    """A text as a sentence: with a capital letter and a full stop.

    >>> sentence("each hand counts"), sentence("")
    ('Each hand counts.', '')
    """
    return words and words[:1].upper() + words[1:].rstrip(".") + "."


def net(value: Fraction | None) -> str:
    """The net result of one unit.

    >>> net(Fraction(1000)), net(Fraction(3, 2)), net(Fraction(-1)) == MINUS + "1"
    ('+1,000', '+3/2', True)
    """
    if value is None:
        return NONE
    if value.denominator == 1:
        return signed(value, ",.0f")
    return ("+" if value > 0 else "") + fraction(value) if value.denominator < 1000 else signed(value, ",.6f")


def cents(value: Fraction) -> str:
    """Money rounded to the nearest cent.

    >>> cents(Fraction(1234567, 10)), cents(Fraction(100)), cents(Fraction(25, 2))
    ('$1,234.57', '$1.00', '$0.13')
    """
    sign = MINUS if value < 0 else ""
    whole, part = divmod(whole_cents(abs(value)), 100)
    return f"{sign}${whole:,}.{part:02d}"
