"""The choices at one hand of Caribbean Stud Poker, and the dealer's hands behind it. Needs no compiler."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations

import numpy as np

from pitboss.basics import poker
from pitboss.basics.cards import PACK_52
from pitboss.games.caribbean_stud.rules import MainPays
from pitboss.games.caribbean_stud.settle import LINES, line
from pitboss.mathematics.counting.hands import Ints, strengths

FOLD, BET = "fold", "bet"
HOLE = 4
"""The dealer's hole cards."""


def nets(pays: MainPays) -> list[list[int]]:
    """The net win on ante and bet together of a bet hand, by category and line, in parts of an ante: ``pays.per``."""

    def net(category: int, line: int) -> int:
        ante, bet = pays.on(line, category)
        return ante + 2 * bet - 3 * pays.per

    return [[net(category, line) for line in range(len(LINES))] for category in range(len(poker.CATEGORIES))]


@cache
def _holes(cards: int) -> Ints:
    """The places of every four of so many cards, a row each."""
    return np.fromiter(chain.from_iterable(combinations(range(cards), HOLE)), np.int8).reshape(-1, HOLE)


def count_with(hand: Sequence[int], up: int, seen: Sequence[int] = ()) -> list[int]:
    """The number of dealer's hands on each line, with other cards seen. Deals out every hand."""
    left = np.array([card for card in PACK_52 if card not in {*hand, up, *seen}], np.int8)
    holes = left[_holes(len(left))]
    dealers = np.column_stack((holes, np.full(len(holes), up, np.int8)))
    player = poker.strength(hand)
    line_of = np.array([line(player, dealer) for dealer in range(len(poker.CATEGORY_OF))], np.int8)
    return [int(ways) for ways in np.bincount(line_of[strengths(dealers)], minlength=len(LINES))]
