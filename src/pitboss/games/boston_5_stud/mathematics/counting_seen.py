"""Count the second wagers at Boston 5 Stud Poker of a player who sees cards of the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from pitboss.mathematics.counting.compiled import Tick, in_parallel, inlined, unmanaged
from pitboss.mathematics.counting.divisions import RANKS, add_state, empty
from pitboss.mathematics.counting.hands import CHOOSE, MIXED, SUITED, WEIGHT, Ints, suit_classes
from pitboss.mathematics.counting.seen import HAND, Seen, Totals, kept_totals, nets_by_strength, of, worth

START = 3
"""The player's cards at the second wager. The dealer holds as many."""
KINDS = 2 * RANKS


def count(many: int, table: list[list[int]], folded: int, tick: Tick | None = None) -> tuple[int, ...]:
    """The best result over all deals in which so many cards are seen, and the number of starts with a second wager.

    ``table`` has the net of a second wager by category and by what the player meets, ``folded`` the loss of a fold.
    """

    def found() -> Totals:
        ups, by_strength = suit_classes(many), nets_by_strength(table)
        alike: dict[Seen, list[tuple[list[int], int]]] = {}
        for up, weight in zip(ups.hands.tolist(), ups.weights.tolist(), strict=True):
            alike.setdefault(of(up), []).append((up, weight))
        return in_parallel(_piece, [(cards, every, by_strength, folded) for cards, every in alike.items()], tick)

    most = comb(52 - many, START) * comb(49 - many, 2) * comb(47 - many, HAND - many)
    key = {"many": many, "folded": folded}
    return kept_totals("boston_5_stud", table, key, found, module=__name__, most=most)


def _piece(cards: Seen, ups: list[tuple[list[int], int]], table: Ints, folded: int) -> tuple[int, int]:
    """The best result over all deals in which such cards are seen, and the starts with a second wager."""
    worths, fold, totals, bold = worth(cards, table, 0), _fold(len(cards.ranks), folded), 0, 0
    for up, weight in ups:
        starts = starts_beside(up, worths)
        totals += weight * int(np.maximum(starts, fold).sum())
        bold += weight * int((starts > fold).sum())
    return totals, bold


def starts_beside(up: Sequence[int], worths: Ints) -> Ints:
    """The result of a second wager over all deals behind each start beside these seen cards."""
    many, suit = len(up), up[0] & 3 if of(up).one_suit else -1
    free = np.array([card for card in range(52) if card not in up], np.int64)
    kinds = 2 * (free >> 2) + (free & 3 != suit)
    left = np.bincount(kinds, minlength=KINDS).astype(np.int64)
    starts = np.zeros(comb(52 - many, START), np.int64)
    by_kinds, suited = np.zeros((KINDS,) * START, np.int64), np.zeros((4, RANKS, RANKS, RANKS), np.int64)
    _by_kinds(left, worths, by_kinds)
    for other in range(4):
        if other != suit:
            ranks = (free[free & 3 == other] >> 2).astype(np.int64)
            _by_suit(ranks, worths, suited[other])
    _into_starts(free, kinds, by_kinds, suited, starts)
    return starts


@unmanaged
def _by_kinds(left: Ints, worths: Ints, found: Ints) -> None:
    """Add up behind each three kinds, as if only the suit that is seen could make a flush.

    A kind is twice the rank, plus one if the card is not of that suit.
    """
    for z in range(KINDS):
        for y in range(z + 1):
            for x in range(y + 1):
                if left[x] == 0 or left[y] <= (x == y) or left[z] <= (x == z) + (y == z):
                    continue
                left[x] -= 1
                left[y] -= 1
                left[z] -= 1
                weight = WEIGHT[2 * x] + WEIGHT[2 * y] + WEIGHT[2 * z]
                held = 1 << (x >> 1) | 1 << (y >> 1) | 1 << (z >> 1)
                inside = _of_suit(x) | _of_suit(y) | _of_suit(z)
                total = np.int64(0)
                for p in range(KINDS):
                    if left[p] == 0:
                        continue
                    for q in range(p + 1):
                        ways = left[p] * left[q] if p != q else left[p] * (left[p] - 1) // 2
                        if ways == 0:
                            continue
                        ranks, mine = held | 1 << (p >> 1) | 1 << (q >> 1), inside | _of_suit(p) | _of_suit(q)
                        strength = (
                            SUITED[ranks]
                            if (x | y | z | p | q) & 1 == 0
                            else MIXED[weight + WEIGHT[2 * p] + WEIGHT[2 * q]]
                        )
                        chosen, nth = 0, 0
                        while mine:
                            if ranks & 1:
                                chosen |= (mine & 1) << nth
                                nth += 1
                            ranks >>= 1
                            mine >>= 1
                        total += ways * worths[strength, chosen]
                left[x] += 1
                left[y] += 1
                left[z] += 1
                found[x, y, z] = total


@inlined
def _of_suit(kind: int) -> int:
    """The rank of a card of the suit that is seen, as a bit."""
    return (1 - (kind & 1)) << (kind >> 1)


@unmanaged
def _by_suit(ranks: Ints, worths: Ints, found: Ints) -> None:
    """What flushes of another suit add behind each three cards of it."""
    for c in range(len(ranks)):
        for b in range(c):
            for a in range(b):
                x, y, z = ranks[a], ranks[b], ranks[c]
                three, weight = 1 << x | 1 << y | 1 << z, WEIGHT[4 * x] + WEIGHT[4 * y] + WEIGHT[4 * z]
                total = np.int64(0)
                for e in range(len(ranks)):
                    for d in range(e):
                        two = 1 << ranks[d] | 1 << ranks[e]
                        if not two & three:
                            mixed = MIXED[weight + WEIGHT[4 * ranks[d]] + WEIGHT[4 * ranks[e]]]
                            total += worths[SUITED[two | three], 0] - worths[mixed, 0]
                found[x, y, z] = total


@unmanaged
def _into_starts(free: Ints, kinds: Ints, by_kinds: Ints, suited: Ints, starts: Ints) -> None:
    """Look up each start of three of these cards."""
    nth = 0
    for c in range(len(free)):
        for b in range(c):
            for a in range(b):
                x, y, z = kinds[a], kinds[b], kinds[c]
                low, high = min(x, y, z), max(x, y, z)
                starts[nth] = by_kinds[low, x + y + z - low - high, high]
                if (free[a] ^ free[b] | free[a] ^ free[c]) & 3 == 0:
                    starts[nth] += suited[free[a] & 3, free[a] >> 2, free[b] >> 2, free[c] >> 2]
                nth += 1


def _fold(many: int, folded: int) -> int:
    """The result of a fold over all deals behind a start and so many seen cards."""
    return -folded * comb(49 - many, 2) * comb(47 - many, HAND - many)


# --- a card of the dealer whose back tells the class of its rank


def count_marked(table: list[list[int]], folded: int, tick: Tick | None = None) -> tuple[int, ...]:
    """What each division of the ranks gains above a fold of every start, then the starts with a second wager."""

    ups = [(4 * rank,) for rank in range(RANKS)]

    def found() -> Totals:
        beside = in_parallel(lambda up: starts_beside([up], worth(of([up]), nets_by_strength(table), 0)), ups, tick)
        classes, into = suit_classes(START), empty()
        for gains, cards, weight in zip(*gains_of(classes.hands, beside, folded), classes.weights, strict=True):
            add_state(gains, gains, cards, weight, into)
        return [into.added()]

    most = comb(52, START) * 49 * comb(48, 2) * comb(46, HAND - 1)
    return kept_totals("boston_5_stud", table, {"marked": 1, "folded": folded}, found, module=__name__, most=most)


def gains_of(starts: Ints, beside: list[Ints], folded: int) -> tuple[Ints, Ints]:
    """What a second wager gains above a fold by start and rank of the card, and how many cards of the rank it can be.

    ``beside`` has the results beside the clubs. Those beside another card are these with two suits exchanged.
    """
    gains, cards = np.zeros((len(starts), 13), np.int64), np.zeros((len(starts), 13), np.int64)
    for up in range(52):
        rank, suit = up >> 2, up & 3
        suits = starts & 3
        swapped = np.sort(starts & ~3 | np.select((suits == suit, suits == 0), (0, suit), suits), axis=1)
        free = (swapped != 4 * rank).all(axis=1)
        places = (swapped - (swapped > 4 * rank))[free]
        number = CHOOSE[1][places[:, 0]] + CHOOSE[2][places[:, 1]] + CHOOSE[3][places[:, 2]]
        gains[free, rank] += beside[rank][number] - _fold(1, folded)
        cards[free, rank] += 1
    return gains, cards
