"""What each wager wins at Boston 5 Stud Poker (sections 10 and 11): pure functions on whole numbers.

``pays`` and ``back`` are lines of a pay table over the denominator ``per``: what is won, and what is returned with the
stake in it. A broken cent goes to the player's favour.
"""

from __future__ import annotations

from pitboss.money import returned
from pitboss.poker import LOWER

LINES = ("dealer higher", "tie", "player higher")
"""What decides ante, first and second: whose five cards are stronger, as ``poker.compare`` says."""


def ante(stake: int, line: int) -> int:
    """The ante is never paid: it comes back unless the dealer's hand is higher."""
    return 0 if line == LOWER else stake


def first_or_second(stake: int, line: int) -> int:
    """First and second wagers win 1 to 1."""
    return stake * line


def ante_bonus(ante: int, category: int, pays: tuple[int, ...], per: int) -> int:
    """What five cards of a category win on the ante, whoever has the higher hand; there is no stake to return."""
    return returned(ante, category, pays, per)


def optional_bonus(stake: int, category: int, back: tuple[int, ...], per: int) -> int:
    """What three exposed cards of a category return."""
    return returned(stake, category, back, per)
