"""The payments of High Card (section 7): pure functions on whole numbers."""

from __future__ import annotations

from pitboss.basics.money import returned

LINES = ("lower", "equal", "higher", "higher, an ace")
LOWER, EQUAL, HIGHER, ACE_HIGH = range(4)
FOLDED = "folded"
ACE = 12


def line(own: int, dealers: int) -> int:
    """The line of a card against the dealer's, by rank. A two is rank 0, an ace 12.

    >>> LINES[line(12, 11)], LINES[line(3, 3)]
    ('higher, an ace', 'equal')
    """
    if own == dealers:
        return EQUAL
    if own < dealers:
        return LOWER
    return ACE_HIGH if own == ACE else HIGHER


def ante_or_raise(stake: int, line: int, back: tuple[int, ...], per: int) -> int:
    """Each wager is paid by the line of the hand in its own pay table. A push returns the stake."""
    return returned(stake, line, back, per)
