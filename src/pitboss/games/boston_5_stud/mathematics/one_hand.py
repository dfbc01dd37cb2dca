"""The choices at one hand of Boston 5 Stud Poker, and the deals behind it. Needs no compiler.

Tables of every dealer's hand, by its ranks and by a suit, count those below a strength. First, hands are counted by
rank, as if suits did not matter: the number of hands with given ranks depends on the number of cards left of each rank.
This counts hands of one suit as mixed hands. They are then moved to their true strength, one suit at a time: the number
of them below a strength depends on the ranks left in the suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from pitboss.basics import poker
from pitboss.basics.cards import PACK_52
from pitboss.basics.poker import CATEGORIES, EQUAL, HIGHER, LOWER
from pitboss.mathematics.counting.hands import CATEGORY, MIXED, WEIGHT, Ints, strengths

WAYS: Ints = np.array([[comb(left, taken) for taken in range(5)] for left in range(5)], np.int64)
"""The ways to take so many of the cards left of a rank."""


def _by_ranks() -> tuple[Ints, Ints]:
    """Every set of five ranks, sorted by strength in mixed suits: the strength, and five places in a table of ways.

    The table has five places for each rank: the number of ways to take 0 to 4 of the cards left of it.
    """
    found = []
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            strength = poker.strength([4 * rank + at % 4 for at, rank in enumerate(ranks)])
            places = [5 * rank + ranks.count(rank) for rank in sorted(set(ranks))]
            found.append((strength, places + [0] * (5 - len(places))))
    found.sort()
    return np.array([strength for strength, _ in found], np.int16), np.array([places for _, places in found], np.int8)


def _by_suit() -> tuple[Ints, Ints]:
    """Every set of five different ranks, lowest first, and the number below each strength: mixed, and of one suit.

    The order is the same for mixed suits and for one suit.
    """
    sets = sorted(combinations(range(13), 5), key=lambda ranks: poker.strength([4 * rank for rank in ranks]))
    mixed = [poker.strength([4 * ranks[0] + 1, *(4 * rank for rank in ranks[1:])]) for ranks in sets]
    suited = [poker.strength([4 * rank for rank in ranks]) for ranks in sets]
    below = np.stack([np.searchsorted(strengths, np.arange(7464)) for strengths in (mixed, suited)])
    return np.array([sum(1 << rank for rank in ranks) for ranks in sets], np.int16), below


STRENGTHS, PLACES = _by_ranks()
SETS, BELOW = _by_suit()


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
