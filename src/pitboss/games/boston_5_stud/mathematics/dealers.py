"""Every dealer's hand of Boston 5 Stud Poker, by its ranks and by a suit: tables to count those below a strength.

First, hands are counted by rank, as if suits did not matter: the number of hands with given ranks depends on the number
of cards left of each rank. This counts hands of one suit as mixed hands. They are then moved to their true strength,
one suit at a time: the number of them below a strength depends on the ranks left in the suit.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from pitboss.basics import poker
from pitboss.mathematics.counting.hands import Ints

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
