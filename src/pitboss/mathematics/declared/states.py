"""The states in which a player chooses: the cards that they know, up to suits, and the dealer's cards that lie face up.

A state is a suit class of the known cards, and a set of up cards beside the hand that stands for the class. Sets are
numbered by their places among the cards that are not in that hand. Nothing here needs the compiler.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.basics.cards import texts
from pitboss.mathematics.counting.hands import CHOOSE, suit_classes

Ints = NDArray[Any]
PACK = 52
AT_ONCE, CARRIED_AT_ONCE = 4096, 100_000
"""The states that are added up at a time, and those that are carried on."""


class Stage(NamedTuple):
    """How many cards a player knows."""

    own: int
    """Their own and the community's."""
    up: int = 0
    """The dealer's that lie face up."""

    @property
    def words(self) -> str:
        """How many, as in "5 and 1 of the dealer's"."""
        return f"{self.own} and {self.up} of the dealer's" if self.up else f"{self.own}"

    @property
    def sets(self) -> int:
        """The sets of up cards beside each hand."""
        return comb(PACK - self.own, self.up)

    @property
    def size(self) -> int:
        """The number of states."""
        return len(suit_classes(self.own).hands) * self.sets

    @property
    def weights(self) -> Ints:
        """The deals that each state stands for."""
        return np.repeat(suit_classes(self.own).weights, self.sets)

    @property
    def hands(self) -> Ints:
        """The known cards of each state."""
        return np.repeat(suit_classes(self.own).hands, self.sets, axis=0)

    @property
    def ups(self) -> Ints:
        """The up cards of each state."""
        return others(self.own)[:, sets_of(PACK - self.own, self.up)].reshape(self.size, self.up)

    def said(self, state: int) -> str:
        """The cards of a state in words."""
        hand, number = divmod(state, self.sets)
        cards = texts(map(int, suit_classes(self.own).hands[hand]))
        up = others(self.own)[hand, sets_of(PACK - self.own, self.up)[number]]
        return f"{cards} against {texts(map(int, up))}" if self.up else cards

    def indices(self, hands: Ints, ups: Ints) -> Ints:
        """The state of each row of known cards and of up cards."""
        found = suit_classes(self.own).indices(hands)
        if not self.up:
            return found
        renamed = ups & ~3 | np.take_along_axis(renaming(hands), ups & 3, axis=1)
        number: Ints = found * self.sets + numbers(places(self.own)[found[:, None], renamed])
        return number


# --- sets of places


@cache
def sets_of(cards: int, size: int) -> Ints:
    """Every set of so many places, in the order of their numbers."""
    found = [some[::-1] for some in combinations(range(cards - 1, -1, -1), size)][::-1]
    return np.array(found, np.int64).reshape(comb(cards, size), size)


def numbers(sets: Ints) -> Ints:
    """The number of each set of places."""
    found: Ints = CHOOSE[range(1, sets.shape[-1] + 1), np.sort(sets, axis=-1)].sum(axis=-1)
    return found


@cache
def growing(cards: int, size: int) -> Ints:
    """The number of each set with one more place. The last number stands for a place that is in it."""
    sets = np.repeat(sets_of(cards, size), cards, axis=0)
    more = np.tile(np.arange(cards), comb(cards, size))
    found = numbers(np.column_stack((sets, more)))
    found[(sets == more[:, None]).any(axis=1)] = comb(cards, size + 1)
    return found.reshape(-1, cards)


# --- the cards beside the hand that stands for a class


def _beside(known: int) -> Ints:
    hands = suit_classes(known).hands
    found = np.ones((len(hands), PACK), np.bool_)
    np.put_along_axis(found, hands.astype(np.int64), False, axis=1)
    return found


@cache
def others(known: int) -> Ints:
    """The cards that are not in each hand, in order."""
    return np.nonzero(_beside(known))[1].reshape(-1, PACK - known).astype(np.int8)


@cache
def places(known: int) -> Ints:
    """The place of every card among those that are not in each hand."""
    return np.cumsum(_beside(known), axis=1, dtype=np.int8) - np.int8(1)


def renaming(hands: Ints) -> Ints:
    """The suit that each suit becomes in the hand that stands for the class of a row."""
    bits = np.left_shift(np.int64(1), hands >> 2)
    ranks = np.stack([np.where(hands & 3 == suit, bits, 0).sum(axis=1) for suit in range(4)], axis=1)
    return np.argsort(np.argsort(-ranks, axis=1, kind="stable"), axis=1).astype(np.int8)


# --- from stage to stage


@cache
def following(known: int, up: int = 0) -> Ints:
    """The state after each state and one more known card. -1 stands for a card that lies in it already."""
    few, more = suit_classes(known).hands, Stage(known + 1, up)
    rows = np.repeat(few, PACK, axis=0)
    cards = np.tile(np.arange(PACK, dtype=np.int8), len(few))
    held = (rows == cards[:, None]).any(axis=1)
    grown = np.column_stack((rows, cards)).astype(np.int64)
    found = suit_classes(known + 1).indices(grown).astype(np.int32)
    found[held] = -1
    found = found.reshape(len(few), PACK)
    if not up:
        return found
    suits, place = renaming(grown).reshape(len(few), PACK, 4), places(known + 1)
    ups = Stage(known, up).ups.reshape(len(few), -1, up)
    joint = np.empty((*ups.shape[:2], PACK), np.int32)
    for at, shown in enumerate(ups):
        renamed = suits[at][:, shown & 3] | shown & ~3
        number = numbers(place[found[at][:, None, None], renamed])
        joint[at] = np.where(found[at] < 0, -1, found[at] * more.sets + number.T)
    np.put_along_axis(joint, ups.astype(np.int64), -1, axis=2)
    return joint.reshape(-1, PACK)


def back(values: Ints, since: Stage, to: Stage) -> Ints:
    """The sums of the values of states, over the ordered ways to get to ``since`` from ``to``: known cards first."""
    cards = PACK - since.own
    for up in range(since.up - 1, to.up - 1, -1):
        rows = values.reshape(-1, comb(cards, up + 1))
        rows = np.append(rows, np.zeros_like(rows[:, :1]), axis=1)
        values = np.sum([rows[:, after] for after in growing(cards, up).T], axis=0).ravel()
    for known in range(since.own - 1, to.own - 1, -1):
        values, after = np.append(values, 0), following(known, to.up)
        some = np.array_split(after, 1 + len(after) // AT_ONCE)  # small ones stay in the cache: nine times as fast
        values = np.concatenate([values[one].sum(axis=1) for one in some])
    return values


def forth(weights: Ints, since: Stage, to: Stage) -> Ints:
    """The weights of states, carried on from stage to stage in all orders."""
    for known in range(since.own, to.own):
        carried = np.zeros(Stage(known + 1, since.up).size + 1)
        some = 1 + len(weights) // CARRIED_AT_ONCE
        parts = zip(np.array_split(following(known, since.up), some), np.array_split(weights, some), strict=True)
        for after, one in parts:
            carried += np.bincount((after + 1).ravel(), np.repeat(one, PACK), len(carried))
        weights = carried[1:].astype(np.int64)  # whole numbers below 2**53, so nothing was lost
    cards = PACK - to.own
    for up in range(since.up, to.up):
        rows = weights.reshape(-1, comb(cards, up))
        grown = np.zeros((len(rows), comb(cards, up + 1) + 1), np.int64)
        for after in growing(cards, up).T:
            grown[:, after] += rows
        weights = grown[:, :-1].ravel()
    return weights
