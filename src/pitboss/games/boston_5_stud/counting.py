"""Count every deal of Boston 5 Stud Poker: how each three-card start ends against the dealer's five cards.

The dealer's hands are not enumerated. First, hands are counted by rank, as if suits did not matter: the number of
hands with given ranks depends on the number of cards left of each rank. This counts hands of one suit as mixed hands.
They are then moved to their true strength, one suit at a time: the number of them below a strength depends on the ranks
left in the suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from pitboss import poker
from pitboss.exact.compiled import compiled
from pitboss.exact.hands import CATEGORY, MIXED, WEIGHT, Ints, strength5, strengths, suit_classes
from pitboss.exact.store import kept
from pitboss.poker import EQUAL, HIGHER, LOWER

TO_COME = 2, 5
"""Cards that follow a start: the player's last two and the dealer's five."""
DEALER_HANDS = comb(47, 5)
DEALS = comb(49, 2) * DEALER_HANDS
"""Deals that can follow a start."""

_WAYS: Ints = np.array([[comb(left, taken) for taken in range(5)] for left in range(5)], np.int64)


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


_STRENGTHS, _PLACES = _by_ranks()
_SETS, _BELOW = _by_suit()


def _lower_and_equal(hands: Ints, seen: Ints) -> tuple[Ints, Ints]:
    """For each hand, the number of lower and of equal five-card hands among the cards that are neither in it nor seen.

    Counts that depend only on a hand's ranks, or only on the ranks left in one suit, are cached.
    """
    lower, equal = np.empty(len(hands), np.int64), np.empty(len(hands), np.int64)
    _find_lower_and_equal(
        hands,
        seen,
        lower,
        equal,
        held=np.zeros(13, np.int64),
        gone=np.zeros(4, np.int64),
        taken=np.empty(4, np.int64),
        ways=np.empty(65, np.int64),
        by_ranks=np.full((7463, 2, 2), -1, np.int64),
        row=np.full(1 << 13, -1, np.int64),
        sets_below=np.empty((1 << 13, len(_SETS) + 1), np.int16),
    )
    return lower, equal


@compiled
def _find_lower_and_equal(
    hands: Ints,
    seen: Ints,
    lower: Ints,
    equal: Ints,
    held: Ints,
    gone: Ints,
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
    for at in range(len(seen)):
        held[seen[at] >> 2] += 1
        gone[seen[at] & 3] |= 1 << (seen[at] >> 2)
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
                    ways[5 * rank + n] = _WAYS[4 - held[rank], n]
            for at in range(5):
                held[hands[hand, at] >> 2] -= 1
            total = alike = 0
            for at in range(len(_STRENGTHS)):
                if _STRENGTHS[at] > strength:
                    break
                product = ways[_PLACES[at, 0]] * ways[_PLACES[at, 1]] * ways[_PLACES[at, 2]]
                product *= ways[_PLACES[at, 3]] * ways[_PLACES[at, 4]]
                if _STRENGTHS[at] < strength:
                    total += product
                else:
                    alike = product
            by_ranks[mixed, suited, 0] = total
            by_ranks[mixed, suited, 1] = alike
        lower[hand] = by_ranks[mixed, suited, 0]
        equal[hand] = by_ranks[mixed, suited, 1]

        for suit in range(4):
            taken[suit] = gone[suit]
        for at in range(5):
            taken[hands[hand, at] & 3] |= 1 << (hands[hand, at] >> 2)
        for suit in range(4):
            if row[taken[suit]] < 0:
                row[taken[suit]] = rows
                fit = 0
                for at in range(len(_SETS)):
                    sets_below[rows, at] = fit
                    fit += int(not _SETS[at] & taken[suit])
                sets_below[rows, len(_SETS)] = fit
                rows += 1
            sets = sets_below[row[taken[suit]]]
            lower[hand] += sets[_BELOW[1, strength]] - sets[_BELOW[0, strength]]
            equal[hand] += sets[_BELOW[1, strength + 1]] - sets[_BELOW[1, strength]]
            equal[hand] -= sets[_BELOW[0, strength + 1]] - sets[_BELOW[0, strength]]


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
    lower, equal = _lower_and_equal(fives.hands, np.empty(0, np.int8))
    counts = np.zeros((len(threes.hands), 3, 10), np.int64)
    _into_starts(counts, fives.hands, fives.weights, lower, equal, start_of)
    return counts // threes.weights[:, None, None]


@cache
def count() -> Ints:
    """For each suit class of three cards, the deals that follow, by line and by category of the player's hand."""
    return kept("boston_5_stud", "starts", {}, lambda: {"starts": _count()}, module=__name__)["starts"]


def count_with(start: Sequence[int], seen: Sequence[int]) -> Ints:
    """The same for one start, over the unseen cards."""
    left = [card for card in range(52) if card not in {*start, *seen}]
    hands = np.array([(*start, *draw) for draw in combinations(left, 2)], np.int8)
    lower, equal = _lower_and_equal(hands, np.array(seen, np.int8))
    category = CATEGORY[strengths(hands)]
    counts = np.zeros((3, 10), np.int64)
    np.add.at(counts[HIGHER], category, lower)
    np.add.at(counts[EQUAL], category, equal)
    np.add.at(counts[LOWER], category, comb(len(left) - 2, 5) - lower - equal)
    return counts
