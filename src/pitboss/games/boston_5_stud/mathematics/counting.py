"""Count every deal of Boston 5 Stud Poker: how each three-card start ends against the dealer's five cards.

The dealer's hands are not enumerated: ``one_hand`` says how they are counted.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from pitboss.basics.poker import EQUAL, HIGHER, LOWER
from pitboss.games.boston_5_stud.mathematics.one_hand import BELOW, PLACES, SETS, STRENGTHS, WAYS
from pitboss.mathematics.counting.compiled import compiled, strength5
from pitboss.mathematics.counting.hands import CATEGORY, MIXED, WEIGHT, Ints, suit_classes
from pitboss.mathematics.counting.store import kept

TO_COME = 2, 5
"""Cards that follow a start: the player's last two and the dealer's five."""
DEALER_HANDS = comb(47, 5)
DEALS = comb(49, 2) * DEALER_HANDS
"""Deals that can follow a start."""


def _lower_and_equal(hands: Ints) -> tuple[Ints, Ints]:
    """For each hand, the number of lower and of equal five-card hands among the cards that are not in it.

    Counts that depend only on a hand's ranks, or only on the ranks left in one suit, are cached.
    """
    lower, equal = np.empty(len(hands), np.int64), np.empty(len(hands), np.int64)
    _find_lower_and_equal(
        hands,
        lower,
        equal,
        held=np.zeros(13, np.int64),
        taken=np.empty(4, np.int64),
        ways=np.empty(65, np.int64),
        by_ranks=np.full((7463, 2, 2), -1, np.int64),
        row=np.full(1 << 13, -1, np.int64),
        sets_below=np.empty((1 << 13, len(SETS) + 1), np.int16),
    )
    return lower, equal


@compiled
def _find_lower_and_equal(
    hands: Ints,
    lower: Ints,
    equal: Ints,
    held: Ints,
    taken: Ints,
    ways: Ints,
    by_ranks: Ints,
    row: Ints,
    sets_below: Ints,
) -> None:
    """Fill in both numbers.

    ``by_ranks`` is by strength in mixed suits, by mixed or of one suit, and by lower or equal. ``sets_below`` has for
    each row the number of sets left in a suit below each set.
    """
    rows = 0
    for hand in range(len(hands)):
        a, b, c, d, e = hands[hand, 0], hands[hand, 1], hands[hand, 2], hands[hand, 3], hands[hand, 4]
        strength = strength5(a, b, c, d, e)
        mixed = MIXED[WEIGHT[a] + WEIGHT[b] + WEIGHT[c] + WEIGHT[d] + WEIGHT[e]]
        suited = int(strength != mixed)

        if by_ranks[mixed, suited, 0] < 0:
            for at in range(5):
                held[hands[hand, at] >> 2] += 1
            for rank in range(13):
                for n in range(5):
                    ways[5 * rank + n] = WAYS[4 - held[rank], n]
            for at in range(5):
                held[hands[hand, at] >> 2] -= 1
            total = alike = 0
            for at in range(len(STRENGTHS)):
                if STRENGTHS[at] > strength:
                    break
                product = ways[PLACES[at, 0]] * ways[PLACES[at, 1]] * ways[PLACES[at, 2]]
                product *= ways[PLACES[at, 3]] * ways[PLACES[at, 4]]
                if STRENGTHS[at] < strength:
                    total += product
                else:
                    alike = product
            by_ranks[mixed, suited, 0] = total
            by_ranks[mixed, suited, 1] = alike
        lower[hand] = by_ranks[mixed, suited, 0]
        equal[hand] = by_ranks[mixed, suited, 1]

        for suit in range(4):
            taken[suit] = 0
        for at in range(5):
            taken[hands[hand, at] & 3] |= 1 << (hands[hand, at] >> 2)
        for suit in range(4):
            if row[taken[suit]] < 0:
                row[taken[suit]] = rows
                fit = 0
                for at in range(len(SETS)):
                    sets_below[rows, at] = fit
                    fit += int(not SETS[at] & taken[suit])
                sets_below[rows, len(SETS)] = fit
                rows += 1
            sets = sets_below[row[taken[suit]]]
            lower[hand] += sets[BELOW[1, strength]] - sets[BELOW[0, strength]]
            equal[hand] += sets[BELOW[1, strength + 1]] - sets[BELOW[1, strength]]
            equal[hand] -= sets[BELOW[0, strength + 1]] - sets[BELOW[0, strength]]


@compiled
def _into_starts(counts: Ints, hands: Ints, weights: Ints, lower: Ints, equal: Ints, start_of: Ints) -> None:
    """Add each hand's counts to the ten starts that it can come from."""
    for at in range(len(hands)):
        strength = strength5(hands[at, 0], hands[at, 1], hands[at, 2], hands[at, 3], hands[at, 4])
        category = CATEGORY[strength]
        weight = weights[at]
        for i in range(3):
            for j in range(i + 1, 4):
                for k in range(j + 1, 5):
                    start = start_of[hands[at, i], hands[at, j], hands[at, k]]
                    counts[start, HIGHER, category] += weight * lower[at]
                    counts[start, EQUAL, category] += weight * equal[at]
                    counts[start, LOWER, category] += weight * (DEALER_HANDS - lower[at] - equal[at])


def _count() -> Ints:
    threes, fives = suit_classes(3), suit_classes(5)
    triples = np.array(list(combinations(range(52), 3)))
    start_of = np.zeros((52, 52, 52), np.int16)
    start_of[tuple(triples.T)] = threes.indices(triples)
    lower, equal = _lower_and_equal(fives.hands)
    counts = np.zeros((len(threes.hands), 3, 10), np.int64)
    _into_starts(counts, fives.hands, fives.weights, lower, equal, start_of)
    return counts // threes.weights[:, None, None]


@cache
def count() -> Ints:
    """For each suit class of three cards, the deals that follow, by line and by category of the player's hand."""
    return kept("boston_5_stud", "starts", {}, lambda: {"starts": _count()}, module=__name__)["starts"]
