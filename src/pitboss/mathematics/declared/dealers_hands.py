"""The dealer's hands against every set of known cards at once.

The dealer's hands are added in ascending strength to tallies of the hands that hold each set of cards. When they reach
the strength of an own hand, inclusion and exclusion over the known cards gives the hands so far that hold none of them.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.counting.compiled import compiled

Ints = NDArray[Any]

CHOOSE: Ints = np.array([[comb(card, size) for card in range(53)] for size in range(8)], np.int64)
POP: Ints = np.array([mask.bit_count() for mask in range(256)], np.int64)
TOP: Ints = np.array([max(0, mask.bit_length() - 1) for mask in range(256)], np.int64)
SIGN: Ints = np.array([1 - 2 * (mask.bit_count() & 1) for mask in range(256)], np.int64)


@compiled
def _count(
    known: Ints,
    order: Ints,
    ends: Ints,
    hands: Ints,
    hand_ends: Ints,
    qualifies: int,
    offsets: Ints,
    tallies: Ints,
    index: Ints,
    found: Ints,
) -> None:
    """Columns of ``found``: the dealer's hands below the own hand, up to it, and below what qualifies.

    An own hand below what qualifies needs the last column alone.
    """
    size, width, before = hands.shape[1], known.shape[1], 0
    for step in range(1, len(hand_ends)):
        for column in range(3):
            if column == 1:  # the dealer's hands of this strength
                for at in range(before, hand_ends[step]):
                    tallies[0] += 1
                    for mask in range(1, 1 << size):
                        top = TOP[mask]
                        place = index[mask ^ (1 << top)] + CHOOSE[POP[mask], hands[at, top]]
                        index[mask] = place
                        tallies[offsets[POP[mask]] + place] += 1
                before = hand_ends[step]
            first, last = ends[step - 1], ends[step]
            if column == 2:
                if step + 1 != qualifies:
                    continue
                first, last = 0, len(order)
            elif step < qualifies:
                continue
            for at in range(first, last):
                own = order[at]
                total = tallies[0]
                for mask in range(1, 1 << width):
                    top = TOP[mask]
                    place = index[mask ^ (1 << top)] + CHOOSE[POP[mask], known[own, top]]
                    index[mask] = place
                    if POP[mask] <= size:
                        total += SIGN[mask] * tallies[offsets[POP[mask]] + place]
                found[own, column] = total


@compiled
def _all_sets(found: Ints) -> None:
    size = found.shape[1]
    for at in range(size):
        found[0, at] = at
    for row in range(1, len(found)):
        for at in range(size):
            found[row, at] = found[row - 1, at]
        at = 0
        while at + 1 < size and found[row, at] + 1 == found[row, at + 1]:
            found[row, at] = at
            at += 1
        found[row, at] += 1


def all_sets(size: int) -> Ints:
    """Every set of so many cards, in ascending order."""
    found = np.zeros((comb(52, size), size), np.int8)
    _all_sets(found)
    return found


def below(known: Ints, own: Ints, hands: Ints, strengths: Ints, most: int, qualifies: int) -> Ints:
    """For each set of known cards, the dealer's hands below it, up to it, and below what qualifies.

    ``own`` is the strength of each set, ``strengths`` that of each of the dealer's hands, of at most ``most``.
    """
    order = np.argsort(strengths, kind="stable")
    hand_ends = np.searchsorted(strengths[order], np.arange(most + 1), side="right")
    ranked = np.argsort(own, kind="stable")
    ends = np.searchsorted(own[ranked], np.arange(most + 1), side="right")
    size = hands.shape[1]
    offsets = np.array([0, *np.cumsum([comb(52, cards) for cards in range(size + 1)])], np.int64)
    tallies = np.zeros(offsets[size + 1], np.int32)
    index = np.zeros(1 << max(known.shape[1], size), np.int64)
    found = np.zeros((len(known), 3), np.int64)
    _count(known, ranked, ends, hands[order], hand_ends, qualifies, offsets, tallies, index, found)
    return found
