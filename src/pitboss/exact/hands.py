"""Five-card strength for compiled code, and hands up to suits.

The strengths are those of ``poker.strength``, looked up in two tables. One is indexed by the sum of rank weights, which
differs for every set of five ranks. The other is for cards of one suit and is indexed by the set of their ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss import poker
from pitboss.exact.compiled import compiled, inlined

Ints = NDArray[Any]

# Weights of the ranks, found by search: the sums of any five ranks all differ. No rank occurs five times.
_RANK_WEIGHT = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
WEIGHT: Ints = np.array([_RANK_WEIGHT[card >> 2] for card in range(52)], np.int32)


def _tables() -> tuple[Ints, Ints]:
    mixed = np.zeros(4 * _RANK_WEIGHT[12] + _RANK_WEIGHT[11] + 1, np.int16)
    suited = np.zeros(1 << 13, np.int16)
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        cards = [4 * rank + at % 4 for at, rank in enumerate(ranks)]  # all different, and of more than one suit
        mixed[sum(_RANK_WEIGHT[rank] for rank in ranks)] = poker.strength(cards)
    for ranks in combinations(range(13), 5):
        suited[sum(1 << rank for rank in ranks)] = poker.strength([4 * rank for rank in ranks])
    return mixed, suited


MIXED, SUITED = _tables()
CATEGORY: Ints = np.array([0, *poker.CATEGORY_OF[1:]], np.int8)
"""The category of each strength."""


@inlined
def strength5(a: int, b: int, c: int, d: int, e: int) -> int:
    """``poker.strength`` of five cards."""
    if (a ^ b | a ^ c | a ^ d | a ^ e) & 3:
        return int(MIXED[WEIGHT[a] + WEIGHT[b] + WEIGHT[c] + WEIGHT[d] + WEIGHT[e]])
    return int(SUITED[1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)])


def strengths(hands: Ints) -> Ints:
    """The strength of each row of five cards."""
    found = np.empty(len(hands), np.int16)
    _find_strengths(found, hands)
    return found


@compiled
def _find_strengths(found: Ints, hands: Ints) -> None:
    for i in range(len(hands)):
        found[i] = strength5(hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4])


# --- hands up to suits: a hand is four sets of ranks, one for each suit, in any order


@inlined
def _next_set(cards: Ints, size: int) -> bool:
    """Advance a set of cards in ascending order to the next set. Returns False after the last."""
    at = size - 1
    while at >= 0 and cards[at] == 52 - size + at:
        at -= 1
    if at < 0:
        return False
    cards[at] += 1
    for later in range(at + 1, size):
        cards[later] = cards[later - 1] + 1
    return True


@compiled
def _find_classes(size: int, cards: Ints, hands: Ints, weights: Ints, keys: Ints) -> int:
    """Find one set of cards for each class: the one whose suits are in descending order of their ranks.

    ``cards`` is the first set. Returns the number of classes.
    """
    found = 0
    while True:
        clubs = diamonds = hearts = spades = 0
        for at in range(size):
            bit = 1 << (cards[at] >> 2)
            suit = cards[at] & 3
            if suit == 0:
                clubs |= bit
            elif suit == 1:
                diamonds |= bit
            elif suit == 2:
                hearts |= bit
            else:
                spades |= bit
        if clubs >= diamonds >= hearts >= spades:
            alike = 1 + (clubs == diamonds)  # the number of ways to swap suits that hold the same ranks
            run = alike
            run = run + 1 if diamonds == hearts else 1
            alike *= run
            run = run + 1 if hearts == spades else 1
            alike *= run
            for at in range(size):
                hands[found, at] = cards[at]
            weights[found] = 24 // alike
            keys[found] = ((clubs << 13 | diamonds) << 13 | hearts) << 13 | spades
            found += 1
        if not _next_set(cards, size):
            return found


class SuitClasses:
    """All sets of ``size`` cards, up to suits: one hand for each class, and the number of sets in the class.

    >>> three = SuitClasses(3)
    >>> len(three.hands), int(three.weights.sum())
    (1755, 22100)
    """

    def __init__(self, size: int) -> None:
        most = comb(52, size) // (2 if size < 3 else 5) + 52
        hands, weights, keys = np.empty((most, size), np.int8), np.empty(most, np.int64), np.empty(most, np.int64)
        found = _find_classes(size, np.arange(size), hands, weights, keys)
        order = np.argsort(keys[:found])
        self.hands, self.weights, self._keys = hands[order], weights[order], keys[order]

    def index(self, cards: Sequence[int]) -> int:
        """The class that a set of cards belongs to."""
        masks = [0, 0, 0, 0]
        for card in cards:
            masks[card & 3] |= 1 << (card >> 2)
        a, b, c, d = sorted(masks, reverse=True)
        return int(np.searchsorted(self._keys, ((a << 13 | b) << 13 | c) << 13 | d))

    def indices(self, hands: Ints) -> Ints:
        """The class that each row of cards belongs to."""
        bits = np.left_shift(np.int64(1), hands >> 2)
        masks = np.stack([np.where(hands & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)], axis=1)
        a, b, c, d = np.sort(masks, axis=1).T[::-1]
        found: Ints = np.searchsorted(self._keys, ((a << 13 | b) << 13 | c) << 13 | d)
        return found


@cache
def suit_classes(size: int) -> SuitClasses:
    return SuitClasses(size)


# --- sets of cards as numbers, by which compiled code looks up the values of their classes

CHOOSE: Ints = np.array([[comb(card, size) for card in range(53)] for size in range(6)], np.int64)


def by_set(size: int, values: Ints) -> Ints:
    """The values of suit classes, indexed by the number of each set of ``size`` cards."""
    sets = np.array(list(combinations(range(52), size)), np.int64)
    numbers = sum((CHOOSE[at + 1, sets[:, at]] for at in range(size)), np.zeros(len(sets), np.int64))
    found = np.empty(len(sets), values.dtype)
    found[numbers] = values[suit_classes(size).indices(sets)]
    return found
