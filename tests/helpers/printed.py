"""Exact amounts as the page prints them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import floor

MINUS = "\N{MINUS SIGN}"


def whole(cents: Fraction) -> int:
    """To the nearest cent. A half goes away from zero."""
    nearest = floor(abs(cents) + Fraction(1, 2))
    return nearest if cents >= 0 else -nearest


def fixed(value: float, digits: int) -> str:
    """So many digits after the point. A half goes up, as in JavaScript: Python would take the even one."""
    return str(Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)).replace("-", MINUS)


def percent(share: float, digits: int = 2) -> str:
    """As a percentage: "5.22%"."""
    return f"{fixed(100 * share, digits)}%"


def dollars(cents: Fraction) -> str:
    """Without cents if there are none: "$5", "$1.60"."""
    return f"${abs(whole(cents)) / 100:,.2f}".removesuffix(".00")


def signed(cents: Fraction) -> str:
    """With its sign: "+$5"."""
    rounded = whole(cents)
    return f"{'+' if rounded > 0 else MINUS if rounded < 0 else '±'}{dollars(cents)}"


def to_the_cent(cents: Fraction) -> str:
    """With its sign and all cents: "+$5.00"."""
    words = signed(cents)
    return words if "." in words else f"{words}.00"
