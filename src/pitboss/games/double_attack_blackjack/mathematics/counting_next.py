"""Count the play of somebody who sees the next card of the shoe at every decision on an unsplit hand.

A state is a hand and the next card. Who draws gets that card and sees another one; who stands gives it to the dealer.
Values are whole numbers: a value times its unit, times the ordered ways in which the cards can come that are not known
yet, up to a number of cards that no round exceeds. So the best of several choices is found without rounding.
"""

from __future__ import annotations

from math import perm
from typing import Any

import numpy as np

from pitboss.games.double_attack_blackjack.mathematics.counting import (
    DEALER_ENDS,
    ENDS,
    GIVEN_UP,
    MOST_RUN,
    NATURAL,
    NONE,
    OVER,
    SLOTS,
    VALUES,
    Ints,
    count_runs,
    hand_of,
    hands,
    naturals,
    runs,
)
from pitboss.games.double_attack_blackjack.mathematics.counting_play import Wagers, result
from pitboss.games.double_attack_blackjack.settle import BEST, Wins
from pitboss.mathematics.counting.compiled import compiled

Exact = Any
"""An array of integers of any size."""


class SeesNext:
    """Hands against one up card, from a shoe without it, for a player who sees the next card."""

    def __init__(self, shoe: tuple[int, ...], up: int) -> None:
        found = hands()
        self.shoe, self.cards = shoe, sum(shoe)
        self.members = np.flatnonzero((found.cards >= 2) & (found.held <= np.array(shoe)).all(axis=1))
        self.looked = min(self.cards, int(found.cards[self.members].max()) + MOST_RUN)
        self.left = np.array(shoe, np.int64) - found.held
        self.dealer = self._dealer(up)

    def _dealer(self, up: int) -> Exact:
        """The ways of each end of the dealer who draws the next card first, by hand and next card."""
        found = hands()
        ways = np.full((len(found.cards), VALUES, DEALER_ENDS), 0, object)
        for value in range(VALUES):
            tree = runs(up, NONE, value)
            counts = np.zeros((len(self.members), DEALER_ENDS * MOST_RUN), np.int64)
            room = np.empty(SLOTS, np.int64), np.empty(MOST_RUN + 1, np.int64), np.empty(VALUES, np.int64)
            behind_next(counts, *room, self.left[self.members], value, *tree[:3], tree.orders, tree.slot)
            by_drawn = counts.reshape(len(self.members), DEALER_ENDS, MOST_RUN)
            for cards in np.unique(found.cards[self.members]):
                here = found.cards[self.members] == cards
                rest = [self.ways(int(cards) + 1 + drawn) for drawn in range(MOST_RUN)]
                ways[self.members[here], value] = by_drawn[here].astype(object) @ np.array(rest, object)
        return ways

    def ways(self, known: int) -> int:
        """The ordered ways of the cards to come when so many are known."""
        return perm(max(0, self.cards - known), max(0, self.looked - known))

    def values(self, attack: bool, wins: Wins) -> tuple[Exact, int]:
        """The best value of each hand by the next card, and its unit. Divide by this and by ``ways``."""
        unit = 2 * wins.per
        wagers = Wagers(attack, True)
        pays = np.array(
            [[int(unit * result(wagers, end, final, wins)) for final in range(DEALER_ENDS)] for end in range(2 * ENDS)],
            object,
        )
        found, best = hands(), np.full(self.dealer.shape[:2], 0, object)
        doubled = best.copy()
        for member in map(int, self.members[::-1]):
            end = NATURAL if member == naturals() else int(found.end[member])
            dealer, known = self.dealer[member], int(found.cards[member]) + 1
            here = np.maximum(dealer @ pays[end], dealer @ pays[GIVEN_UP])
            doubled[member] = np.maximum(dealer @ pays[ENDS + end], dealer @ pays[ENDS + GIVEN_UP])
            if found.total[member] < BEST:
                for value in np.flatnonzero(self.left[member] > 0):
                    more = found.then[member, value]
                    if more < 0:  # a double would lose more
                        here[value] = max(here[value], pays[OVER, 0] * self.ways(known))
                    else:
                        left = self.left[more]
                        here[value] = max(here[value], left @ best[more], left @ doubled[more])
            best[member] = here
        return best, unit

    def average(self, values: Exact, one: int, two: int) -> int:
        """The value of two cards over every next one. Divide it by the unit and by ``ways`` of two known cards."""
        at = hand_of(one, two)
        return int(self.left[at] @ values[at])


@compiled
def behind_next(
    counts: Ints,
    slots: Ints,
    ways: Ints,
    left: Ints,
    shoes: Ints,
    known: int,
    value: Ints,
    run: Ints,
    depth: Ints,
    orders: Ints,
    slot: Ints,
) -> None:
    """Count the dealer's draws behind a known card, for each shoe, by end and cards drawn. Three arrays are room."""
    for row in range(len(shoes)):
        for v in range(VALUES):
            left[v] = shoes[row, v] - (v == known)
        if left[known] >= 0:
            count_runs(slots, ways, left, value, run, depth, orders, slot)
            for at in range(counts.shape[1]):
                counts[row, at] = slots[at * MOST_RUN]
