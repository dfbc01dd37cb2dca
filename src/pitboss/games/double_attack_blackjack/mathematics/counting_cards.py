"""Hands by points, and every run of cards that a dealer can draw: the basis of the counts of Double Attack Blackjack.

An ace is value 0, a two value 1, and jack, queen and king are value 9, the tens.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.basics.cards import ACE as ACE_RANK
from pitboss.games.double_attack_blackjack.settle import BEST, LOW, STANDS, alike, blackjack, bonus_line, soft, total

Ints = NDArray[Any]
Floats = NDArray[Any]

VALUES = 10
ACE, TEN = 0, 9
NONE = -1
"""No value: nothing was split, or the hole card was not read."""

# The ends of a hand: on 16 or less, on 17 to 21, as a blackjack, over 21, or given up; and the same ends again
# for a doubled hand.
LOW_TOTAL, NATURAL, OVER, GIVEN_UP, ENDS = 0, 6, 7, 8, 9
# The ends of the dealer's hand: on 17 to 21, over 21, with a blackjack, or with anything but a blackjack.
DEALER_OVER, DEALER_NATURAL, NO_NATURAL, DEALER_ENDS = 5, 6, 7, 8

STAND, SURRENDER, HIT, DOUBLE = range(4)
ACTIONS = ("stand", "surrender", "hit", "double")
"""Of equally valuable actions the first is taken, because it risks less."""

MOST_RUN = 12
"""Above the largest number of cards that a dealer draws."""


# --- hands


def card_of(value: int) -> int:
    """A card of this value."""
    return 4 * (12 if value == ACE else 11 if value == TEN else value - 1)


class Hands(NamedTuple):
    """Every hand of at most 21, lower totals first."""

    held: Ints
    """Cards of each value."""
    cards: Ints
    total: Ints
    soft: Ints
    end: Ints
    """The end of the hand if it stands. A blackjack counts as 21."""
    then: Ints
    """The hand after another card of each value; -1 is over 21."""
    where: dict[tuple[int, ...], int]
    """The index of a hand, by cards of each value."""


@cache
def hands() -> Hands:
    found: list[tuple[int, ...]] = []

    def add(held: list[int], least: int, low: int) -> None:
        found.append(tuple(held))
        for value in range(least, VALUES):
            if low + value + 1 <= BEST:
                held[value] += 1
                add(held, value, low + value + 1)
                held[value] -= 1

    add([0] * VALUES, 0, 0)
    low = {hand: sum(n * (value + 1) for value, n in enumerate(hand)) for hand in found}
    found.sort(key=lambda hand: (low[hand], hand))
    where = {hand: at for at, hand in enumerate(found)}
    then = np.full((len(found), VALUES), -1, np.int32)
    for hand, at in where.items():
        for value in range(VALUES):
            more = tuple(n + (value == i) for i, n in enumerate(hand))
            then[at, value] = where.get(more, -1)
    totals = [total(low[hand], hand[ACE]) for hand in found]
    return Hands(
        held=np.array(found, np.int64),
        cards=np.array([sum(hand) for hand in found], np.int64),
        total=np.array(totals, np.int64),
        soft=np.array([soft(low[hand], hand[ACE]) for hand in found], np.int64),
        end=np.array([max(LOW_TOTAL, points - STANDS + 1) for points in totals], np.int64),
        then=then,
        where=where,
    )


@cache
def hand_of(*values: int) -> int:
    """The index of a hand by the values of its cards."""
    return hands().where[tuple(values.count(value) for value in range(VALUES))]


@cache
def naturals() -> int:
    """The hand that is a blackjack if it is dealt as the first two cards."""
    at = hand_of(ACE, TEN)
    assert blackjack(2, 11, 1)
    return at


@cache
def holding(value: int) -> Ints:
    """The hands that splitting a value can lead to, lower ones first. All hands if it is ``NONE``."""
    found = hands()
    if value == NONE:
        return np.arange(len(found.cards))
    inside = found.held[:, value] > 0
    return np.flatnonzero(inside & (found.cards == 2) if value == ACE else inside)


class MissingCards(NamedTuple):
    """Cards missing from the shoe for each hand: its own, and those of the split value on other hands."""

    held: Ints
    """Distinct sets of cards."""
    row: Ints
    """The index of the set, by cards elsewhere and the hand; -1 if the hand can't come from the split."""


@cache
def taken(value: int, most: int) -> MissingCards:
    """Every set of a hand's cards and at most ``most`` cards of the value elsewhere."""
    members, rows = holding(value), np.full((most + 1, len(hands().cards)), -1, np.int64)
    found: dict[tuple[int, ...], int] = {}
    for elsewhere in range(most + 1):
        held = hands().held[members]
        if value != NONE:
            held[:, value] += elsewhere
        rows[elsewhere, members] = [found.setdefault(cards, len(found)) for cards in map(tuple, held.tolist())]
    return MissingCards(np.array(list(found), np.int64), rows)


# --- the dealer's runs


class Runs(NamedTuple):
    """The draws of a dealer on an up card, as a tree of sets of cards. Each node comes after its parent."""

    value: Ints
    """The card that a node adds. Values never decrease along a branch."""
    run: Ints
    """The number of cards of this value above it on the branch."""
    depth: Ints
    """Cards drawn, from 1."""
    end: Ints
    orders: Ints
    """The number of orders in which the dealer can draw the set and stop there, or 0 if the dealer never does."""
    slot: Ints
    """The slot that counts these draws: by end, cards drawn, and how many of them have the split value."""


@cache
def runs(up: int, split: int = NONE) -> Runs:
    """The dealer's runs on an up card. ``split`` is the value that is counted separately."""
    branches, ends, orders = _branches(up)
    assert max(map(len, branches)) < MOST_RUN
    slots = [
        (end * MOST_RUN + len(branch)) * MOST_RUN + branch.count(split)
        for branch, end in zip(branches, ends, strict=True)
    ]
    return Runs(
        value=np.array([branch[-1] for branch in branches], np.uint64),
        run=np.array([branch.count(branch[-1]) - 1 for branch in branches], np.uint64),
        depth=np.array([len(branch) for branch in branches], np.uint64),
        end=np.array(ends, np.uint64),
        orders=np.array(orders, np.int64),
        slot=np.array(slots, np.uint64),
    )


@cache
def _branches(up: int) -> tuple[list[tuple[int, ...]], list[int], list[int]]:
    """The tree of the dealer's sets of cards, their ends, and the orders in which the dealer can draw them."""
    open_sets = {(0,) * VALUES: 1}
    finals: dict[tuple[int, ...], int] = {}
    while open_sets:
        longer: dict[tuple[int, ...], int] = {}
        for drawn, orders in open_sets.items():
            for value in range(VALUES):
                more = tuple(n + (value == i) for i, n in enumerate(drawn))
                into = finals if _dealer_total(up, more) >= STANDS else longer
                into[more] = into.get(more, 0) + orders
        open_sets = longer
    tree: dict[tuple[int, ...], tuple[int, int]] = {}
    for drawn, orders in finals.items():
        branch = tuple(value for value, n in enumerate(drawn) for _ in range(n))
        for length in range(1, len(branch)):
            tree.setdefault(branch[:length], (0, 0))
        tree[branch] = (_dealer_end(up, drawn), orders)
    branches = sorted(tree)
    return branches, [tree[branch][0] for branch in branches], [tree[branch][1] for branch in branches]


def _dealer_total(up: int, drawn: tuple[int, ...]) -> int:
    low = up + 1 + sum(n * (value + 1) for value, n in enumerate(drawn))
    return total(low, drawn[ACE] + (up == ACE))


def _dealer_end(up: int, drawn: tuple[int, ...]) -> int:
    points = _dealer_total(up, drawn)
    if sum(drawn) == 1 and blackjack(2, points - 10, 1) and makes_blackjack(up) == drawn.index(1):
        return DEALER_NATURAL
    return DEALER_OVER if points > BEST else points - STANDS


def makes_blackjack(up: int) -> int:
    """The value that makes a blackjack with an up card."""
    return TEN if up == ACE else ACE if up == TEN else NONE


MAKES: Ints = np.array([makes_blackjack(up) for up in range(VALUES)], np.int8)
"""The same by up card, for compiled code."""


def bonus_line_of(*cards: int) -> int:
    """The line of the bust bonus by the dealer's first three cards. Two decide it if the dealer stands on them."""
    low, aces = sum(LOW[card] for card in cards[:2]), sum(card >> 2 == ACE_RANK for card in cards[:2])
    if total(low, aces) >= STANDS:
        return bonus_line(2, total(low, aces), 0, 0, 0, 0)
    low, aces = low + LOW[cards[2]], aces + (cards[2] >> 2 == ACE_RANK)
    return bonus_line(3, total(low, aces), LOW[cards[2]], *alike(cards))
