"""The choices at one hand of Boston 5 Stud Poker, and the deals behind it. Needs no compiler."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np

from pitboss.basics.cards import PACK_52
from pitboss.basics.poker import CATEGORIES, EQUAL, HIGHER, LOWER
from pitboss.games.boston_5_stud.mathematics.dealers import BELOW, PLACES, SETS, STRENGTHS, WAYS
from pitboss.mathematics.counting.hands import CATEGORY, MIXED, WEIGHT, Ints, strengths

FOLD, SECOND = "fold", "second"
DEALER = 5
"""The dealer's cards."""


def count_with(start: Sequence[int], seen: Sequence[int]) -> Ints:
    """The deals of the unseen cards that follow a start, by line and by category of the player's hand."""
    left = [card for card in PACK_52 if card not in {*start, *seen}]
    hands = np.array([(*start, *draw) for draw in combinations(left, 2)])
    own = strengths(hands)
    below, upto = (_dealers_below(strength, hands, seen) for strength in (own, own + 1))
    counts = np.zeros((3, len(CATEGORIES)), np.int64)
    for line, deals in ((HIGHER, below), (EQUAL, upto - below), (LOWER, comb(len(left) - 2, DEALER) - upto)):
        np.add.at(counts[line], CATEGORY[own], deals)
    return counts


def _dealers_below(strength: Ints, hands: Ints, seen: Sequence[int]) -> Ints:
    """For each hand, the dealer's hands below its strength among the cards that are neither in it nor seen."""
    _, first, group = np.unique(MIXED[WEIGHT[hands].sum(axis=1)], return_index=True, return_inverse=True)
    known = np.column_stack((hands, np.tile(np.array(seen, int), (len(hands), 1))))
    held = (known[first, :, None] >> 2 == np.arange(13)).sum(axis=1)  # hands of one group have the same ranks
    ways = WAYS[4 - held].reshape(len(first), -1)
    found = _summed(ways[:, PLACES].prod(axis=2))[group, np.searchsorted(STRENGTHS, strength)]
    for suit in range(4):
        taken = np.where(known & 3 == suit, np.left_shift(1, known >> 2), 0).sum(axis=1)
        masks, group = np.unique(taken, return_inverse=True)
        sets = _summed(SETS & masks[:, None] == 0)
        mixed, suited = BELOW[:, strength]
        found += sets[group, suited] - sets[group, mixed]
    return found


def _summed(counts: Ints) -> Ints:
    """The sum of the counts before each place of a row, and after the last."""
    sums = np.zeros((len(counts), counts.shape[1] + 1), np.int64)
    np.cumsum(counts, axis=1, out=sums[:, 1:])
    return sums
