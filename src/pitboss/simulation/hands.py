"""Cards as machine words, for fast rounds. The sum of five words leads to the slot of the hand in tables of values.

From the lowest bits up, a word holds the card's number, a bit for its suit, room for carries and the weight of its
rank. The sum of five words fits in 32 bits. The sums of weights are spread over 361,000 numbers, of which 6,175 occur.
So they are cut into rows, and the rows are laid over each other where they do not collide. A hand's slot is the place
of its row plus its place in the row, and hands of one suit have slots of their own. Tables by slot fit into a
processor's nearest cache, and into the fast memory of a GPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.mathematics.counting.compiled import inlined
from pitboss.mathematics.counting.hands import CATEGORY, MIXED, SUITED, WEIGHT, Ints

NUMBER = 63
"""The mask of the card's number in a word."""
SUIT_AT, RANK_AT, ROW_AT = 6, 13, 20
SUITS = 15 << SUIT_AT
IN_ROW = (1 << ROW_AT - RANK_AT) - 1
PACK: Ints = np.array([int(WEIGHT[card]) << RANK_AT | 1 << SUIT_AT + (card & 3) | card for card in range(52)], np.int64)
"""The words of a pack, by card number."""


def _rows() -> Ints:
    """The place of every row of sums: longest rows first, each at the first place where it collides with none."""
    sums = np.flatnonzero(MIXED)
    rows, within = sums >> ROW_AT - RANK_AT, sums & IN_ROW
    places, room = np.zeros(rows[-1] + 1, np.uint16), 2 * len(sums)
    taken = np.zeros(room + IN_ROW, np.bool_)
    for row in np.argsort(-np.bincount(rows), kind="stable")[: len(np.unique(rows))]:
        there = within[rows == row]
        collides = np.any([taken[at : at + room] for at in there], axis=0)
        places[row] = np.argmin(collides)
        taken[there + places[row]] = True
    return places


ROWS = _rows()
_SUMS = np.flatnonzero(MIXED)
_SLOT_OF: Ints = ROWS[_SUMS >> ROW_AT - RANK_AT].astype(np.int64) + (_SUMS & IN_ROW)
SLOTS = int(_SLOT_OF.max()) + 1
"""The number of slots of hands of several suits. Hands of one suit have as many after them."""


@inlined
def slot_of(near: Ints, a: int, b: int, c: int, d: int, e: int) -> Any:
    """The slot of five cards, given as words. The table starts with ``ROWS``."""
    total = np.uint32(a + b + c + d + e)  # 32 bits are enough, and faster on a GPU
    slot = np.uint32(near[total >> ROW_AT] + (total >> RANK_AT & IN_ROW))
    return np.uint32(slot + SLOTS) if np.uint32(a & b & c & d & e & SUITS) else slot


def by_slot(values: Ints) -> Ints:
    """Values by strength, arranged by slot."""
    found = np.zeros(2 * SLOTS, values.dtype)
    found[_SLOT_OF] = values[MIXED[_SUMS]]
    ranks = np.arange(13)
    for held in np.flatnonzero(SUITED):
        total = int(WEIGHT[4 * ranks[held >> ranks & 1 == 1]].sum())
        found[SLOTS + int(ROWS[total >> ROW_AT - RANK_AT]) + (total & IN_ROW)] = values[SUITED[held]]
    return found


CATEGORY_AT = 12
_FIRST = np.searchsorted(CATEGORY, CATEGORY)
GRADES: Ints = (CATEGORY.astype(np.int64) << CATEGORY_AT) + np.arange(len(CATEGORY)) - _FIRST
"""Grades by strength: numbers of 16 bits in the same order, with the category in the upper bits."""


# --- sets of cards as numbers, as ``exact.hands.by_set`` arranges them. Arithmetic takes a GPU less time than a table.


@inlined
def number3(a: int, b: int, c: int) -> int:
    """The number of a set of three cards, in any order."""
    low, high = min(a, b), max(a, b)
    first, last = min(low, c), max(high, c)
    middle = a + b + c - first - last
    return first + (middle * (middle - 1) >> 1) + _triples(last)


@inlined
def number4(a: int, b: int, c: int, d: int) -> int:
    """The number of a set of four cards, in any order."""
    low, high = min(a, b), max(a, b)
    under, over = min(c, d), max(c, d)
    first, last = min(low, under), max(high, over)
    x, y = max(low, under), min(high, over)
    second, third = min(x, y), max(x, y)
    return first + (second * (second - 1) >> 1) + _triples(third) + (_triples(last) * (last - 3) >> 2)


@inlined
def _triples(card: int) -> int:
    """The number of sets of three cards below a card: a sixth of a product, without a division."""
    return card * (card - 1) * (card - 2) * 10_923 >> 16


def in_words(values: Ints, *, bits: int) -> Ints:
    """Small numbers, packed into words of 16 bits from the lowest bits up."""
    each = 16 // bits
    padded = np.zeros(-(-len(values) // each) * each, np.uint16)
    padded[: len(values)] = values
    shifts = np.arange(each, dtype=np.uint16) * bits
    found: Ints = np.bitwise_or.reduce(padded.reshape(-1, each) << shifts, axis=1)
    return found
