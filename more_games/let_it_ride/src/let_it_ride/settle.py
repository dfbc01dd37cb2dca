"""The payments of Let It Ride (section 8): one function for all three bets, in cents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.basics.money import returned
from pitboss.basics.poker import CATEGORIES, CATEGORY_OF, PAIR, weakest_pair

if TYPE_CHECKING:
    from let_it_ride.rules import LetItRideRules

LINES = ("below a pair of tens", "pair of tens or better", *CATEGORIES[PAIR + 1 :])
TENS_UP = weakest_pair(8)


def line(strength: int) -> int:
    """The line of the pay table for a hand."""
    return CATEGORY_OF[strength] if strength >= TENS_UP else 0


def bet(rules: LetItRideRules, stake: int, line: int) -> int:
    """8(b): every bet that lies is paid by the line of the hand."""
    back, per = rules.back
    return returned(stake, line, back, per)
