"""Five-card strength of many hands at once, and hands up to suits. Nothing here needs the compiler.

The strengths are those of ``poker.strength``, looked up in two tables. One is indexed by the sum of rank weights, which
differs for every set of five ranks. The other is for cards of one suit and is indexed by the set of their ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.basics import poker

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


def strengths(hands: Ints) -> Ints:
    """The strength of each row of five cards."""
    a, b, c, d, e = hands.T
    found: Ints = MIXED[WEIGHT[a] + WEIGHT[b] + WEIGHT[c] + WEIGHT[d] + WEIGHT[e]]
    suited = np.flatnonzero((a ^ b | a ^ c | a ^ d | a ^ e) & 3 == 0)
    found[suited] = SUITED[np.left_shift(1, hands[suited] >> 2, dtype=np.int64).sum(axis=1)]
    return found


# --- hands up to suits: a hand is four sets of ranks, one for each suit, in any order


MOST_CARDS = 5


def _rank_sets() -> tuple[list[Ints], Ints]:
    by_size, inside = [], np.full((1 << 13, MOST_CARDS), 13, np.int8)
    for size in range(MOST_CARDS + 1):
        found = {sum(1 << rank for rank in ranks): ranks for ranks in combinations(range(13), size)}
        by_size.append(np.array(sorted(found), np.int64))
        for ranks in found:
            inside[ranks, :size] = found[ranks]
    return by_size, inside


RANK_SETS, RANKS_IN = _rank_sets()
"""The sets of ranks of each size, as bits, in ascending order; and the ranks in each set, then 13 for none."""
RENAMINGS: Ints = np.array([1, 2, 2, 6, 2, 4, 6, 24])
"""The ways to rename suits that hold the same ranks. A bit for each of three neighbours says whether two are alike."""


def _by_suit(size: int) -> Ints:
    """The ranks of each suit, as bits and in descending order. A row for each way to hold ``size`` cards, up to suits.

    It needs no compiler, so that a run on a GPU starts sooner.
    """
    found = {0: np.full((1, 1), (1 << 13) - 1)}  # rows by the number of their cards; the first column is a bound
    for suit in range(4):
        longer: dict[int, list[Ints]] = {}
        for held, rows in found.items():
            for more in range(size - held + 1) if suit < 3 else (size - held,):
                ways = np.searchsorted(RANK_SETS[more], rows[:, -1], side="right")
                before = np.repeat(np.cumsum(ways) - ways, ways)
                ranks = RANK_SETS[more][np.arange(len(before)) - before]
                longer.setdefault(held + more, []).append(np.column_stack((np.repeat(rows, ways, axis=0), ranks)))
        found = {held: np.concatenate(rows) for held, rows in longer.items()}
    return found[size][:, 1:]


class SuitClasses:
    """All sets of ``size`` cards, up to suits: one hand for each class, and the number of sets in the class.

    The size is five at most.

    >>> three = SuitClasses(3)
    >>> len(three.hands), int(three.weights.sum())
    (1755, 22100)
    """

    def __init__(self, size: int) -> None:
        ranks = _by_suit(size)
        a, b, c, d = ranks.T
        keys = ((a << 13 | b) << 13 | c) << 13 | d
        cards = RANKS_IN[ranks] * np.int8(4) + np.arange(4, dtype=np.int8)[:, None]
        hands = np.sort(cards.reshape(len(ranks), -1), axis=1)[:, :size]
        weights = 24 // RENAMINGS[(a == b) + 2 * (b == c) + 4 * (c == d)]
        order = np.argsort(keys)
        self.hands: Ints = hands[order]
        self.weights: Ints = weights[order]
        self._keys = keys[order]

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
    hands = suit_classes(size).hands
    found = np.empty(comb(52, size), values.dtype)
    for suits in permutations(range(4)):
        sets = np.sort(hands & ~3 | np.array(suits, np.int8)[hands & 3], axis=1)
        found[CHOOSE[range(1, size + 1), sets].sum(axis=1)] = values
    return found
