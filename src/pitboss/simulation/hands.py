"""Cards as words, for rounds at full speed: the words of five cards add up to where their strength is looked up.

A word holds the card's number, a bit for its suit, and the weight of its rank, from the lowest bits up.
"""

from __future__ import annotations

import numpy as np

from pitboss.exact.compiled import inlined
from pitboss.exact.hands import MIXED, SUITED, WEIGHT, Ints

NUMBER = 63
"""The bits of a word that are the card's number: ``word & NUMBER``."""
SUITS = 0xF00
PACK: Ints = np.array([int(WEIGHT[card]) << 16 | 1 << 8 + (card & 3) | card for card in range(52)], np.int64)
"""The words of a pack, by the numbers of the cards. Five words add up without one part running into the next."""


@inlined
def strength_of(a: int, b: int, c: int, d: int, e: int) -> int:
    """``poker.strength`` of five cards, given as words."""
    if not a & b & c & d & e & SUITS:
        return int(MIXED[a + b + c + d + e >> 16])
    ranks = 1 << ((a & NUMBER) >> 2) | 1 << ((b & NUMBER) >> 2) | 1 << ((c & NUMBER) >> 2)
    return int(SUITED[ranks | 1 << ((d & NUMBER) >> 2) | 1 << ((e & NUMBER) >> 2)])
