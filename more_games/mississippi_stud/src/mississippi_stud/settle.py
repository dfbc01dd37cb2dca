"""The payments of Mississippi Stud (section 8): one function for all bets, in cents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.basics.money import returned
from pitboss.basics.poker import CATEGORIES, CATEGORY_OF, PAIR, weakest_pair

if TYPE_CHECKING:
    from mississippi_stud.rules import MississippiStudRules

LINES = ("pair of fives or less", "pair of sixes to tens", "pair of jacks or better", *CATEGORIES[PAIR + 1 :])
SIXES_UP, JACKS_UP = weakest_pair(4), weakest_pair(9)


def line(strength: int) -> int:
    """The line of the pay table for a hand."""
    if strength < SIXES_UP:
        return 0
    return 1 if strength < JACKS_UP else CATEGORY_OF[strength] - PAIR + 2


def bet(rules: MississippiStudRules, stake: int, line: int) -> int:
    """8(b): every bet is paid by the line of the hand."""
    back, per = rules.back
    return returned(stake, line, back, per)
