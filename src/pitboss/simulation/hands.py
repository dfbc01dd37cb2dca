"""Cards as machine words, for fast rounds. The sum of five words is an index into the table of strengths.

From the lowest bits up, a word holds the card's number, a bit for its suit and the weight of its rank.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.compiled import inlined
from pitboss.exact.hands import MIXED, SUITED, WEIGHT, Ints

NUMBER = 63
"""The mask of the card's number in a word."""
SUITS = 0xF00
PACK: Ints = np.array([int(WEIGHT[card]) << 16 | 1 << 8 + (card & 3) | card for card in range(52)], np.int64)
"""The words of a pack, by card number. The rank weights of five words add up without a carry from below."""


@inlined
def strength_of(a: int, b: int, c: int, d: int, e: int) -> int:
    """``poker.strength`` of five cards, given as words."""
    if not a & b & c & d & e & SUITS:
        return int(MIXED[a + b + c + d + e >> 16])
    ranks = 1 << ((a & NUMBER) >> 2) | 1 << ((b & NUMBER) >> 2) | 1 << ((c & NUMBER) >> 2)
    return int(SUITED[ranks | 1 << ((d & NUMBER) >> 2) | 1 << ((e & NUMBER) >> 2)])
