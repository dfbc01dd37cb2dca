"""Count every deal of Double Cross Poker behind every start.

A start is what a player knows when deciding: the player's two cards, and the vertical and the horizontal card that are
turned first. The center is in both arrays, so a flush must be of its suit. Only two things matter about any other card:
its rank, and whether it is of the center's suit. That makes 26 kinds of card, and few enough boards (both vertical
cards, the center, the horizontal card seen) to count them all.

On one board, a pair of cards has the same strength along the vertical array for player and dealer. The other three
cards, the dealer's two and the last horizontal one, are a showing. Its key is the higher of the dealer's two hands.
Showings are added to three tallies in the order of their keys: all of them, those with a given card, those with two
given cards. When a player's pair comes up in that order, inclusion and exclusion gives the showings below it and equal
to it that avoid its two cards.

The horizontal array of a start is the vertical array of the start with the two shown cards exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.poker import EQUAL, HIGHER, LOWER
from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel, inlined, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints
from pitboss.mathematics.counting.store import kept

if TYPE_CHECKING:
    from pitboss.mathematics.counting.store import Counts

TO_COME = 5
"""Unseen cards behind a start: three of the cross and the dealer's two."""
STARTS = 1_326 * 50 * 49
COMPLETIONS = 48 * 47 * 46 * 990
"""Deals behind one start: the center, the other vertical and the other horizontal card, the dealer's two."""
SHOWINGS = 46 * 990
"""Deals behind one start and one board."""

KINDS = 26
"""A kind is twice the rank, plus one if the card is not of the center's suit."""
PAIRS = KINDS * KINDS
TRIPLES = 28 * 27 * 26 // 6
"""Sets of three kinds, which may be equal."""
STRENGTHS = 7_463
"""Strengths begin at 1."""
NONE = -1
"""The end of a chain."""


@inlined
def card(kind: int) -> int:
    """A card that represents its kind. The center's suit is 0, every other suit is 1."""
    return kind + (kind & ~1)


def with_horizontal(seen: int) -> Ints:
    """Deals behind starts with this kind of horizontal card, for one suit of the center.

    By vertical card, the player's two cards (the lower kind first), line and category. A count is at most
    13 * 47 * 45,540, and at most ``COMPLETIONS`` over all four suits. Both fit in 32 bits.
    """
    counts = np.zeros((KINDS, PAIRS, 3, 10), np.int32)
    add_boards(
        seen,
        counts,
        left=np.zeros(KINDS, np.int64),
        held=np.zeros(KINDS, np.int64),
        along=np.zeros(PAIRS, np.int64),
        place=np.zeros(STRENGTHS, np.int64),
        pairs=np.zeros((2, 2 * PAIRS), np.int64),
        firsts=np.zeros(2 * PAIRS, np.int64),
        showings=np.zeros((2, 3 * TRIPLES), np.int64),
        stands=np.zeros((2, PAIRS), np.int64),
        with_card=np.zeros(KINDS, np.int64),
        with_two=np.zeros(PAIRS, np.int64),
    )
    return counts


@compiled
def add_boards(
    seen: int,
    counts: Ints,
    left: Ints,
    held: Ints,
    along: Ints,
    place: Ints,
    pairs: Ints,
    firsts: Ints,
    showings: Ints,
    stands: Ints,
    with_card: Ints,
    with_two: Ints,
) -> None:
    """Add every board with this kind of horizontal card."""
    for center in range(0, KINDS, 2):
        for v in range(KINDS):
            for w in range(v, KINDS):
                for kind in range(KINDS):
                    left[kind] = 3 if kind & 1 else 1
                left[seen] -= 1
                left[center] -= 1
                left[v] -= 1
                left[w] -= 1
                if left[seen] < 0 or left[center] < 0 or left[v] < 0 or left[w] < 0:
                    continue
                merged = seen & (v | w) & 1
                hold(left, merged, held)
                rank_along(center, v, w, held, along)
                last = rank_pairs(held, along, place, pairs)
                rank_showings(center, seen, last, held, along, place, firsts, showings)
                compare_all(last, held, pairs, firsts, showings, with_card, with_two, stands)
                add(v, w, merged, left, along, stands, counts)


@compiled
def hold(left: Ints, merged: int, held: Ints) -> None:
    """Set ``held`` to the cards left. If they are merged, because no flush is possible, a rank is one kind."""
    for kind in range(0, KINDS, 2):
        held[kind] = 0 if merged else left[kind]
        held[kind + 1] = left[kind + 1] + (left[kind] if merged else 0)


@compiled
def rank_along(center: int, v: int, w: int, held: Ints, along: Ints) -> None:
    """The strength of every pair along the vertical array."""
    for x in range(KINDS):
        for y in range(x, KINDS):
            if held[x] and held[y] > (x == y):
                along[x * KINDS + y] = strength5(card(center), card(v), card(w), card(x), card(y))


@compiled
def rank_pairs(held: Ints, along: Ints, place: Ints, pairs: Ints) -> int:
    """Place every strength among the strengths of the pairs; return the last place.

    The strength of a pair has an odd place. The strengths between two of these share an even place. ``pairs`` chains
    the pairs of each place: row 0 has the first pair by place, row 1 the next pair by pair.
    """
    place[:] = 0
    for x in range(KINDS):
        for y in range(x, KINDS):
            if held[x] and held[y] > (x == y):
                place[along[x * KINDS + y]] = 1
    last = 0
    for strength in range(STRENGTHS):
        taken = place[strength]
        place[strength] = last + taken
        last += 2 * taken
    for at in range(last + 1):
        pairs[0, at] = NONE
    for x in range(KINDS):
        for y in range(x, KINDS):
            if held[x] and held[y] > (x == y):
                pair = x * KINDS + y
                at = place[along[pair]]
                pairs[1, pair] = pairs[0, at]
                pairs[0, at] = pair
    return last


@compiled
def rank_showings(
    center: int, seen: int, last: int, held: Ints, along: Ints, place: Ints, firsts: Ints, showings: Ints
) -> None:
    """Chain the showings by the place of their key: every three kinds, once with each of them as the horizontal card.

    Row 0 of ``showings`` has the next showing of the chain, row 1 the three kinds packed into one number.
    """
    for at in range(last + 1):
        firsts[at] = NONE
    found = 0
    for x in range(KINDS):
        if held[x] == 0:
            continue
        for y in range(x, KINDS):
            if held[y] <= (x == y):
                continue
            for z in range(y, KINDS):
                if held[z] <= (x == z) + (y == z):
                    continue
                across = strength5(card(center), card(seen), card(x), card(y), card(z))
                kinds = x | y << 5 | z << 10
                for dealt in (along[x * KINDS + y], along[x * KINDS + z], along[y * KINDS + z]):
                    at = place[max(dealt, across)]
                    showings[0, found] = firsts[at]
                    showings[1, found] = kinds
                    firsts[at] = found
                    found += 1


@compiled
def compare_all(
    last: int, held: Ints, pairs: Ints, firsts: Ints, showings: Ints, with_card: Ints, with_two: Ints, stands: Ints
) -> None:
    """For every pair, the number of showings that avoid its cards and are below it, and equal to it."""
    every = 0
    with_card[:] = 0
    with_two[:] = 0
    for at in range(last + 1):
        pair = pairs[0, at]
        while pair != NONE:
            x, y = pair // KINDS, pair % KINDS
            stands[0, pair] = every - with_card[x] - with_card[y] + with_two[pair]
            pair = pairs[1, pair]
        showing = firsts[at]
        while showing != NONE:
            kinds = showings[1, showing]
            showing = showings[0, showing]
            x, y, z = kinds & 31, kinds >> 5 & 31, kinds >> 10
            i, j, k = held[x], held[y], held[z]
            if x < y < z:
                every += i * j * k
                with_card[x] += j * k
                with_card[y] += i * k
                with_card[z] += i * j
                with_two[x * KINDS + y] += k
                with_two[x * KINDS + z] += j
                with_two[y * KINDS + z] += i
            elif x < y:  # x, and two of kind y
                every += i * j * (j - 1) // 2
                with_card[x] += j * (j - 1) // 2
                with_card[y] += i * (j - 1)
                with_two[x * KINDS + y] += j - 1
                with_two[y * KINDS + y] += i
            elif y < z:  # two of kind x, and z
                every += i * (i - 1) // 2 * k
                with_card[x] += (i - 1) * k
                with_card[z] += i * (i - 1) // 2
                with_two[x * KINDS + x] += k
                with_two[x * KINDS + z] += i - 1
            else:
                every += i * (i - 1) * (i - 2) // 6
                with_card[x] += (i - 1) * (i - 2) // 2
                with_two[x * KINDS + x] += i - 2
        pair = pairs[0, at]
        while pair != NONE:
            x, y = pair // KINDS, pair % KINDS
            stands[1, pair] = every - with_card[x] - with_card[y] + with_two[pair] - stands[0, pair]
            pair = pairs[1, pair]


@compiled
def add(v: int, w: int, merged: int, left: Ints, along: Ints, stands: Ints, counts: Ints) -> None:
    """Add a board to the starts that see either of its vertical cards, once for every card that the other can be."""
    for x in range(KINDS):
        for y in range(x, KINDS):
            if left[x] == 0 or left[y] <= (x == y):
                continue
            pair = x * KINDS + y
            ranked = (x | merged) * KINDS + (y | merged)
            category = CATEGORY[along[ranked]]
            above, level = stands[0, ranked], stands[1, ranked]
            below = SHOWINGS - above - level
            ways = left[w] + 1 - (x == w) - (y == w)
            counts[v, pair, HIGHER, category] += ways * above
            counts[v, pair, EQUAL, category] += ways * level
            counts[v, pair, LOWER, category] += ways * below
            if v != w:
                ways = left[v] + 1 - (x == v) - (y == v)
                counts[w, pair, HIGHER, category] += ways * above
                counts[w, pair, EQUAL, category] += ways * level
                counts[w, pair, LOWER, category] += ways * below


# --- starts up to suits


class Starts:
    """Every start up to suits, and the deals behind it if the vertical array is played.

    A class holds the starts that differ only by suits and by the order of the player's cards. For each class:

    - ``cards``: one of its starts, as the vertical card, the horizontal card, and the player's two
    - ``weights``: the number of its starts
    - ``exchanged``: the class with the vertical and the horizontal card exchanged
    - ``counts``: deals by line and category, ``COMPLETIONS`` in all
    """

    def __init__(self, cards: Ints, weights: Ints, exchanged: Ints, counts: Ints) -> None:
        self.cards, self.weights, self.exchanged, self.counts = cards, weights, exchanged, counts
        self._numbers = number(cards)

    def index(self, own: Sequence[int], vertical: int, horizontal: int) -> int:
        """The class of a start."""
        return int(np.searchsorted(self._numbers, class_number(np.array([[vertical, horizontal, *own]])))[0])


def number(starts: Ints) -> Ints:
    """One number for each row of four cards."""
    numbers: Ints = starts.astype(np.int64) @ np.array([52**3, 52**2, 52, 1])
    return numbers


def renamed(starts: Ints) -> tuple[Ints, Ints]:
    """The starts with suits renamed in order of appearance, and the number of suits in each."""
    suits = starts & 3
    names = np.zeros_like(suits)
    many = np.zeros(len(starts), suits.dtype)
    for at in range(4):
        name = many.copy()
        for earlier in range(at):
            np.copyto(name, names[:, earlier], where=suits[:, at] == suits[:, earlier])
        names[:, at] = name
        many = np.maximum(many, name + 1)
    return starts & ~3 | names, many


def both_orders(starts: Ints) -> tuple[Ints, Ints]:
    """Numbers of the renamed starts, with the player's two cards in either order."""
    return number(renamed(starts)[0]), number(renamed(starts[:, [0, 1, 3, 2]])[0])


def class_number(starts: Ints) -> Ints:
    """The number of each start's class."""
    return np.minimum(*both_orders(starts))


def classes() -> tuple[Ints, Ints]:
    """One start of each class, by class number, and the number of starts in the class."""
    suits = np.unique(renamed(np.array(list(product(range(4), repeat=4))))[0], axis=0)
    ranks = np.array(list(product(range(13), repeat=4)))
    starts = (4 * ranks[:, None] + suits).reshape(-1, 4)
    starts = starts[np.diff(np.sort(starts, axis=1), axis=1).all(axis=1)]
    starts = starts[np.argsort(number(starts))]
    one, other = both_orders(starts)
    starts, alike = starts[one <= other], (one == other)[one <= other]
    namings = np.array([0, 4, 12, 24, 24])[renamed(starts)[1]]
    return starts.astype(np.int8), namings // (1 + alike)


def count(tick: Tick | None = None) -> Counts:
    """Count every deal."""
    suited_first = [*range(0, KINDS, 2), *range(1, KINDS, 2)]  # the longest tasks first
    pieces = in_parallel(with_horizontal, [(seen,) for seen in suited_first], tick)
    by_horizontal = np.stack([pieces[suited_first.index(seen)] for seen in range(KINDS)])
    cards, weights = classes()
    counts = np.zeros((len(cards), 3, 10), np.int32)
    for suit in range(4):  # of the center
        vertical, horizontal, *own = (2 * (cards >> 2) + (cards & 3 != suit)).T.astype(np.intp)
        counts += by_horizontal[horizontal, vertical, np.minimum(*own) * KINDS + np.maximum(*own)]
    exchanged = np.searchsorted(number(cards), class_number(cards[:, [1, 0, 2, 3]]))
    return {"cards": cards, "weights": weights, "exchanged": exchanged, "counts": counts}


_starts: list[Starts] = []


def starts(tick: Tick | None = None) -> Starts:
    """The counts, cached in memory and on disk."""
    if not _starts:
        _starts.append(Starts(**kept("double_cross_poker", "starts", {}, lambda: count(tick), module=__name__)))
    return _starts[0]
