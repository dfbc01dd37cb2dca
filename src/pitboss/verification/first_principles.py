"""Poker hands from first principles, and sets of cards up to suits.

Nothing here is shared with the code that counts, except for the names of categories and their order. A hand is four
sets of ranks, one for each suit: 13 bits each, the deuce in the lowest.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.basics.poker import (
    FLUSH,
    FLUSH_3,
    FOUR,
    FULL_HOUSE,
    HIGH_3,
    HIGH_CARD,
    PAIR,
    PAIR_3,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_3,
    STRAIGHT_FLUSH,
    STRAIGHT_FLUSH_3,
    THREE,
    THREE_3,
    TWO_PAIR,
)
from pitboss.mathematics.counting.compiled import compiled, inlined

Ints = NDArray[Any]
CARDS = 52
RANKS = 13
CATEGORY_AT = 2 * RANKS
"""The lowest bit of the category in a grade."""
IN_SUIT = 16
"""Bits for each suit in a packed hand."""
SUIT = (1 << IN_SUIT) - 1
TEN_UP = 1 << 9
"""A run from ten to ace, where the lowest bit is an ace below the deuce."""


@inlined
def grade(hand: int) -> int:
    """The grade of five cards. A higher hand has a higher grade, and hands that tie have the same.

    ``hand`` holds the four sets of ranks, ``IN_SUIT`` bits each. Below the category, a grade has the ranks that occur
    most often, and then all ranks.
    """
    clubs, diamonds = hand & SUIT, hand >> IN_SUIT & SUIT
    hearts, spades = hand >> 2 * IN_SUIT & SUIT, hand >> 3 * IN_SUIT & SUIT
    ranks = clubs | diamonds | hearts | spades
    black, red = clubs | spades, diamonds | hearts
    two_black, two_red = clubs & spades, diamonds & hearts
    two = two_black | two_red | black & red
    if two == 0:
        aces = ranks << 1 | ranks >> 12  # an ace also lies below the deuce
        run = aces & aces >> 1 & aces >> 2 & aces >> 3 & aces >> 4
        suited = ranks in (clubs, diamonds, hearts, spades)
        if run:
            if suited:
                return (ROYAL_FLUSH if run == TEN_UP else STRAIGHT_FLUSH) << CATEGORY_AT | run
            return STRAIGHT << CATEGORY_AT | run
        return (FLUSH if suited else HIGH_CARD) << CATEGORY_AT | ranks
    four = two_black & two_red
    if four:
        return FOUR << CATEGORY_AT | four << RANKS | ranks
    three = two_black & red | two_red & black
    if three:
        return (FULL_HOUSE if two != three else THREE) << CATEGORY_AT | three << RANKS | ranks
    return (TWO_PAIR if two & two - 1 else PAIR) << CATEGORY_AT | two << RANKS | ranks


@inlined
def category3(hand: int) -> int:
    """The category of three cards."""
    clubs, diamonds = hand & SUIT, hand >> IN_SUIT & SUIT
    hearts, spades = hand >> 2 * IN_SUIT & SUIT, hand >> 3 * IN_SUIT & SUIT
    ranks = clubs | diamonds | hearts | spades
    if not ranks & ranks - 1:
        return THREE_3
    if not (ranks & ranks - 1) & (ranks & ranks - 1) - 1:
        return PAIR_3
    aces = ranks << 1 | ranks >> 12
    suited = ranks in (clubs, diamonds, hearts, spades)
    if aces & aces >> 1 & aces >> 2:
        return STRAIGHT_FLUSH_3 if suited else STRAIGHT_3
    return FLUSH_3 if suited else HIGH_3


PACKED: Ints = np.array([1 << IN_SUIT * (card & 3) + (card >> 2) for card in range(CARDS)], np.int64)
"""Each card as a hand of its own."""
HELD: Ints = np.array([1 << card for card in range(CARDS)], np.int64)
"""Each card as a set."""


@cache
def sets(size: int) -> Ints:
    """Every set of so many cards."""
    cards = chain.from_iterable(combinations(range(CARDS), size))
    return np.fromiter(cards, np.int8, comb(CARDS, size) * size).reshape(-1, size)


def packed(cards: Ints) -> Ints:
    """Each row of cards as a hand."""
    found: Ints = np.bitwise_or.reduce(PACKED[cards], axis=-1)
    return found


def held(cards: Ints) -> Ints:
    """Each row of cards as a set of bits."""
    found: Ints = np.bitwise_or.reduce(HELD[cards], axis=-1)
    return found


def words(masks: Ints, count: int) -> Ints:
    """Sets or hands of 64 bits as rows of words of 16 bits, of which a processor handles many at a time."""
    return np.stack([(masks >> 16 * at & 0xFFFF).astype(np.uint16) for at in range(count)])


@compiled
def _grade_all(hands: Ints, found: Ints) -> None:
    for at in range(len(hands)):
        found[at] = grade(hands[at])


@compiled
def _categories3(hands: Ints, found: Ints) -> None:
    for at in range(len(hands)):
        found[at] = category3(hands[at])


def grades(cards: Ints) -> Ints:
    """The grade of each row of five cards."""
    hands = packed(cards)
    found = np.empty(len(hands), np.int64)
    _grade_all(hands, found)
    return found


def categories3(cards: Ints) -> Ints:
    """The category of each row of three cards."""
    hands = packed(cards)
    found = np.empty(len(hands), np.int64)
    _categories3(hands, found)
    return found


@cache
def ladder() -> Ints:
    """Every grade of five cards, the lowest first."""
    return np.unique(grades(sets(5)))


def strengths(cards: Ints) -> Ints:
    """The strength of each row of five cards, by which a game settles: 1 for the lowest grade, 2 for the next."""
    return (np.searchsorted(ladder(), grades(cards)) + 1).astype(np.int16)


@inlined
def strength_of(ladder: Ints, found: int) -> int:
    """The strength of one grade."""
    low, high = 0, len(ladder)
    while low < high:
        middle = (low + high) // 2
        if ladder[middle] < found:
            low = middle + 1
        else:
            high = middle
    return low + 1


# --- up to suits


def named_first(cards: Ints, *singles: Ints) -> Ints:
    """A number for each row that is the same for rows that differ only by suits, and for no others.

    ``cards`` are rows of cards in any order. Up to two ``singles`` are cards with a place of their own.
    """
    best = np.full(len(cards), np.iinfo(np.uint64).max, np.uint64)
    for suits in permutations(range(4)):
        renamed = np.array([card & ~3 | suits[card & 3] for card in range(CARDS)])
        number = np.zeros(len(cards), np.uint64)
        for at in range(cards.shape[1]):
            number |= np.uint64(1) << renamed[cards[:, at]].astype(np.uint64)
        for place, single in enumerate(singles):
            number |= renamed[single].astype(np.uint64) << np.uint64(CARDS + 6 * place)
        best = np.minimum(best, number)
    return best


class Classes(NamedTuple):
    """Sets of cards up to suits."""

    rows: Ints
    """One set of each class."""
    ways: Ints
    """The number of sets that it stands for."""


@cache
def classes(size: int) -> Classes:
    """All sets of so many cards up to suits, found by listing all of them."""
    _, first, ways = np.unique(named_first(sets(size)), return_index=True, return_counts=True)
    return Classes(sets(size)[first], ways)
