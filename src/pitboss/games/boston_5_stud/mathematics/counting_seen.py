"""Count the second wagers at Boston 5 Stud Poker of a player who sees cards of the dealer."""

from __future__ import annotations

from math import comb

import numpy as np

from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel, strength5
from pitboss.mathematics.counting.divisions import add_state, empty
from pitboss.mathematics.counting.hands import CHOOSE, Ints, suit_classes
from pitboss.mathematics.counting.seen import HAND, Totals, kept_totals, nets_by_strength, of, worth

START = 3
"""The player's cards at the second wager. The dealer holds as many."""


def count(many: int, table: list[list[int]], folded: int, tick: Tick | None = None) -> tuple[int, ...]:
    """The best result over all deals in which so many cards are seen, and the number of starts with a second wager.

    ``table`` has the net of a second wager by category and by what the player meets, ``folded`` the loss of a fold.
    """

    def found() -> Totals:
        ups = suit_classes(many)
        by_strength = nets_by_strength(table)
        pieces = in_parallel(_piece, [(up, by_strength, folded) for up in ups.hands], tick)
        weights = ups.weights.tolist()
        return [(total * times, bold * times) for (total, bold), times in zip(pieces, weights, strict=True)]

    most = comb(52 - many, START) * comb(49 - many, 2) * comb(47 - many, HAND - many)
    key = {"many": many, "folded": folded}
    return kept_totals("boston_5_stud", table, key, found, module=__name__, most=most)


def _piece(up: Ints, table: Ints, folded: int) -> tuple[int, int]:
    """The best result over all deals in which these cards are seen, and the starts with a second wager."""
    starts, fold = starts_beside(up, table), _fold(len(up), folded)
    return int(np.maximum(starts, fold).sum()), int((starts > fold).sum())


def starts_beside(up: Ints, table: Ints) -> Ints:
    """The result of a second wager over all deals behind each start beside these seen cards."""
    many = len(up)
    cards = of(up.tolist())
    left = np.array([card for card in range(52) if card not in up], np.int64)
    starts = np.zeros(comb(52 - many, START), np.int64)
    suit = int(up[0]) & 3 if cards.one_suit else -1
    _into_starts(left, suit, worth(cards, table, 0), CHOOSE, starts)
    return starts


def _fold(many: int, folded: int) -> int:
    """The result of a fold over all deals behind a start and so many seen cards."""
    return -folded * comb(49 - many, 2) * comb(47 - many, HAND - many)


@compiled
def _into_starts(left: Ints, suit: int, worth: Ints, choose: Ints, starts: Ints) -> None:
    """Add the worth of each hand of five to the ten starts from which it can come."""
    two, three = choose[2], choose[3]
    for e in range(4, len(left)):
        for d in range(3, e):
            de = three[e] + two[d]
            for c in range(2, d):
                cd, ce = three[d] + two[c], three[e] + two[c]
                for b in range(1, c):
                    bc, bd, be = three[c] + two[b], three[d] + two[b], three[e] + two[b]
                    for a in range(b):
                        v, w, x, y, z = left[a], left[b], left[c], left[d], left[e]
                        inside, nth = 0, 0
                        if suit >= 0:  # the ranks held in the suit that is seen
                            inside = int(v & 3 == suit)
                            nth += w >> 2 != v >> 2
                            inside |= int(w & 3 == suit) << nth
                            nth += x >> 2 != w >> 2
                            inside |= int(x & 3 == suit) << nth
                            nth += y >> 2 != x >> 2
                            inside |= int(y & 3 == suit) << nth
                            nth += z >> 2 != y >> 2
                            inside |= int(z & 3 == suit) << nth
                        value = worth[strength5(v, w, x, y, z), inside]
                        starts[bc + a] += value
                        starts[bd + a] += value
                        starts[be + a] += value
                        starts[cd + a] += value
                        starts[cd + b] += value
                        starts[ce + a] += value
                        starts[ce + b] += value
                        starts[de + a] += value
                        starts[de + b] += value
                        starts[de + c] += value


# --- a card of the dealer whose back tells the class of its rank


def count_marked(table: list[list[int]], folded: int, tick: Tick | None = None) -> tuple[int, ...]:
    """What each division of the ranks gains above a fold of every start, then the starts with a second wager."""

    def found() -> Totals:
        by_strength = nets_by_strength(table)
        beside = in_parallel(starts_beside, [(np.array([4 * rank]), by_strength) for rank in range(13)], tick)
        classes, (totals, bold) = suit_classes(START), empty()
        for gains, cards, weight in zip(*gains_of(classes.hands, beside, folded), classes.weights, strict=True):
            add_state(gains, cards, weight, totals, bold)
        return [(*totals.tolist(), *bold.tolist())]

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
