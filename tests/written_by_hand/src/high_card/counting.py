"""Count every deal of High Card: how each rank ends against the dealer's cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from high_card.settle import LINES, line
from pitboss.mathematics.counting.hands import Ints

RANKS, DEALS = 13, 51


@cache
def count() -> Ints:
    """For each rank of the player's card, the number of the dealer's 51 cards that lead to each line."""
    return np.array([count_with(rank << 2, ()) for rank in range(RANKS)], np.int64)


def count_with(card: int, seen: Iterable[int]) -> list[int]:
    """The number of the dealer's cards that lead to each line, with this card in hand and others seen."""
    gone, counts = {card, *seen}, [0] * len(LINES)
    for dealers in range(52):
        if dealers not in gone:
            counts[line(card >> 2, dealers >> 2)] += 1
    return counts
