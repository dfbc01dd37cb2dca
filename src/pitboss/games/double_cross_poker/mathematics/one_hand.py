"""The choices at one hand of Double Cross Poker, and the deals behind it. Needs no compiler.

Kinds of card, boards, showings and their keys are those of ``counting``. On each board, the player's strength is
compared with the key of every showing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from pitboss.basics.cards import PACK_52
from pitboss.basics.poker import CATEGORIES, EQUAL, HIGH_CARD, HIGHER, LOWER
from pitboss.games.double_cross_poker.settle import ARRAYS
from pitboss.mathematics.counting.hands import CATEGORY, Ints, strengths

FOLD = "fold"
ENDS = (*((HIGHER, kind) for kind in range(len(CATEGORIES))), (EQUAL, HIGH_CARD), (LOWER, HIGH_CARD))
"""The ends of a raised hand: higher by category, equal, or lower. Only a higher hand is paid by category."""

KINDS = 26
"""A kind is twice the rank, plus one if the card is not of the center's suit."""
CARD: Ints = np.array([kind + (kind & ~1) for kind in range(KINDS)])
"""A card that represents its kind. The center's suit is 0, every other suit is 1."""
WAYS: Ints = np.array([[comb(left, taken) for taken in range(4)] for left in range(5)], np.int32)
"""The ways to take so many of the cards left of a kind."""


def _sets(size: int) -> tuple[Ints, Ints]:
    """Every set of so many kinds, and for each as many places in a table of ways, which has four for each kind."""
    sets = list(combinations_with_replacement(range(KINDS), size))
    places = [
        [4 * kind + one.count(kind) if kind not in one[:at] else 0 for at, kind in enumerate(one)] for one in sets
    ]
    return np.array(sets), np.array(places)


PAIRS, PAIR_PLACES = _sets(2)
TRIPLES, TRIPLE_PLACES = _sets(3)
PAIR_OF: Ints = np.zeros((KINDS, KINDS), int)
PAIR_OF[PAIRS[:, 0], PAIRS[:, 1]] = np.arange(len(PAIRS))


def by_end(counts: Ints) -> Ints:
    """Counts by end, from counts by line and category."""
    higher = [counts[..., HIGHER, kind] for kind in range(len(CATEGORIES))]
    return np.array([*higher, counts[..., EQUAL, :].sum(axis=-1), counts[..., LOWER, :].sum(axis=-1)], np.int64)


def table_of(net: list[int]) -> list[list[int]]:
    """The net win of a raised hand by line and category. Only a higher hand is paid by category."""
    by_end = dict(zip(ENDS, net, strict=True))
    lines = {HIGHER: [by_end[HIGHER, kind] for kind in range(len(CATEGORIES))]}
    for line in (EQUAL, LOWER):
        (one,) = (value for (on, _), value in by_end.items() if on == line)
        lines[line] = [one] * len(CATEGORIES)
    return [lines[line] for line in sorted(lines)]


def count_with(own: Sequence[int], vertical: int, horizontal: int, seen: Sequence[int] = ()) -> Ints:
    """Deals of the unseen cards behind one start, by array, line and category."""
    unseen = [card for card in PACK_52 if card not in {*own, vertical, horizontal, *seen}]
    counts = np.zeros((len(ARRAYS), 3, len(CATEGORIES)), np.int64)
    for into, shown in zip(counts, ((vertical, horizontal), (horizontal, vertical)), strict=True):
        for center in unseen:
            _add_boards(into, center, *shown, own, unseen)
    return counts


def _add_boards(
    counts: Ints, center: int, vertical: int, horizontal: int, own: Sequence[int], unseen: Sequence[int]
) -> None:
    """Add the deals with this center, if the vertical array is played: a board for each kind of its last card."""
    flush = center & 3 in (vertical & 3, horizontal & 3)  # otherwise none is possible, and a rank is one kind
    kind = np.array([card // 4 * 2 + (not flush or card & 3 != center & 3) for card in PACK_52])
    kind[center] = center // 4 * 2
    left = np.bincount(kind[unseen], minlength=KINDS)
    left[kind[center]] -= 1
    lasts = np.flatnonzero(left)
    held = left - np.eye(KINDS, dtype=int)[lasts]
    player = _strengths(kind[center], kind[vertical], lasts, kind[own[0]], kind[own[1]])

    board, pair = np.nonzero(_ways(held, PAIR_PLACES))
    along = np.zeros((len(lasts), len(PAIRS)), np.int16)
    along[board, pair] = _strengths(kind[center], kind[vertical], lasts[board], *PAIRS[pair].T)

    there = np.flatnonzero(_ways(left[None], TRIPLE_PLACES)[0])
    across = _strengths(kind[center], kind[horizontal], *TRIPLES[there].T)
    beaten = across <= player.max()  # the others are above the player on every board
    there, across = there[beaten], across[beaten]
    ways = _ways(held, TRIPLE_PLACES[there])
    above, level = np.zeros((2, len(lasts)), np.int64)
    for x, y in combinations(TRIPLES[there].T, 2):
        key = np.maximum(along[:, PAIR_OF[x, y]], across)
        above += np.where(key < player[:, None], ways, 0).sum(axis=1)
        level += np.where(key == player[:, None], ways, 0).sum(axis=1)
    showings = 3 * comb(len(unseen) - 2, 3)
    for line, deals in ((HIGHER, above), (EQUAL, level), (LOWER, showings - above - level)):
        np.add.at(counts[line], CATEGORY[player], left[lasts] * deals)


def _ways(held: Ints, places: Ints) -> Ints:
    """For each row of cards, by kind, the ways to take each set, by its places."""
    table = WAYS[held].reshape(len(held), -1)
    ways = table[:, places[:, 0]]
    for more in places[:, 1:].T:
        ways *= table[:, more]
    return ways


def _strengths(*kinds: Ints | int) -> Ints:
    """The strength of each five kinds."""
    return strengths(CARD[np.stack(np.broadcast_arrays(*kinds), axis=1)])
