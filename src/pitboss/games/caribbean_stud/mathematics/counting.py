"""Count every deal of Caribbean Stud Poker by how the dealer's hand compares with the player's.

A state is the player's five cards, up to suits, and the dealer's up card. Each state leaves 163,185 possible dealer's
hands. For each up card, the dealer's hands are added in ascending strength to tallies of all hands and of the hands
that hold one, two, three or four given cards. When the tallies reach the strength of a player's hand, inclusion and
exclusion over the sets of one to four of its cards gives the number of dealer's hands so far that avoid its cards.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.basics.poker import ACE_KING
from pitboss.games.caribbean_stud.settle import BELOW, EQUAL, HIGHER, LOWER
from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel, inlined, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints, strengths, suit_classes
from pitboss.mathematics.counting.store import kept

UP_CARDS = 47
HOLE_CARDS = 163_185
"""The number of ways to deal the dealer's four hole cards in one state."""
SETS = 249_900
"""The number of ways to deal them if only the up card is known."""
STRENGTHS = 7_463
CATEGORIES = 10

# The index of a set a < b < c < d is TWO[b] + a, THREE[c] + TWO[b] + a, or FOUR[d] + THREE[c] + TWO[b] + a.
TWO: Ints = np.array([comb(card, 2) for card in range(53)], np.int32)
THREE: Ints = np.array([comb(card, 3) for card in range(53)], np.int32)
FOUR: Ints = np.array([comb(card, 4) for card in range(53)], np.int32)


@inlined
def _avoid(hand: Ints, so_far: int, one: Ints, two: Ints, three: Ints, four: Ints) -> int:
    """The number of sets of hole cards so far that hold none of the five cards."""
    a, b, c, d, e = np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4])
    ab, ac, bc = TWO[b] + a, TWO[c] + a, TWO[c] + b
    ad, bd, cd = TWO[d] + a, TWO[d] + b, TWO[d] + c
    ae, be, ce, de = TWO[e] + a, TWO[e] + b, TWO[e] + c, TWO[e] + d
    abc, abd, acd, bcd = THREE[c] + ab, THREE[d] + ab, THREE[d] + ac, THREE[d] + bc
    abe, ace, bce, ade, bde, cde = (
        THREE[e] + ab,
        THREE[e] + ac,
        THREE[e] + bc,
        THREE[e] + ad,
        THREE[e] + bd,
        THREE[e] + cd,
    )
    by_one = np.int64(one[a]) + one[b] + one[c] + one[d] + one[e]
    by_two = np.int64(two[ab]) + two[ac] + two[bc] + two[ad] + two[bd] + two[cd] + two[ae] + two[be] + two[ce] + two[de]
    by_three = np.int64(three[abc]) + three[abd] + three[acd] + three[bcd] + three[abe]
    by_three += np.int64(three[ace]) + three[bce] + three[ade] + three[bde] + three[cde]
    by_four = np.int64(four[FOUR[d] + abc]) + four[FOUR[e] + abc] + four[FOUR[e] + abd]
    by_four += np.int64(four[FOUR[e] + acd]) + four[FOUR[e] + bcd]
    return int(so_far - by_one + by_two - by_three + by_four)


@inlined
def _among(card: int, hand: Ints) -> bool:
    return bool(card == hand[0] or card == hand[1] or card == hand[2] or card == hand[3] or card == hand[4])


@inlined
def _place(card: int, hand: Ints) -> int:
    """The index of a card among the 47 cards that are not in the hand."""
    return int(card - (hand[0] < card) - (hand[1] < card) - (hand[2] < card) - (hand[3] < card) - (hand[4] < card))


@compiled
def _hole_cards(up: int, ordered: Ints, starts: Ints, unordered: Ints, strength: Ints) -> None:
    """All sets of four hole cards, sorted by strength with the up card, and the end of each strength's range."""
    found = 0
    for d in range(3, 52):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    if up != a and up != b and up != c and up != d:
                        unordered[found] = a | b << 6 | c << 12 | d << 18
                        strength[found] = strength5(a, b, c, d, up)
                        starts[strength[found] + 1] += 1
                        found += 1
    for at in range(STRENGTHS):
        starts[at + 1] += starts[at]
    for at in range(found):
        ordered[starts[strength[at]]] = unordered[at]
        starts[strength[at]] += 1


def _behind(up: int, hands: Ints, order: Ints, ends: Ints, below: Ints, lower: Ints, equal: Ints) -> None:
    """Fill in the states with this up card. ``order`` sorts the hands by strength, and ``ends`` has each one's end."""
    holes, last = np.empty(SETS, np.int32), np.zeros(STRENGTHS + 1, np.int32)
    _hole_cards(up, holes, last, np.empty(SETS, np.int32), np.empty(SETS, np.int16))
    one, two = np.zeros(52, np.int32), np.zeros(1_326, np.int16)
    three, four = np.zeros(22_100, np.uint8), np.zeros(270_725, np.uint8)
    before, so_far = np.empty(len(hands), np.int32), np.empty(len(hands), np.int32)
    _compare(up, hands, order, ends, below, lower, equal, holes, last, one, two, three, four, before, so_far)


@compiled
def _avoiding(
    found: Ints,
    hands: Ints,
    order: Ints,
    first: int,
    end: int,
    up: int,
    taken: int,
    one: Ints,
    two: Ints,
    three: Ints,
    four: Ints,
) -> None:
    """The sets of hole cards so far that avoid each of these hands, except for hands with the up card."""
    for index in range(first, end):
        hand = hands[order[index]]
        if not _among(up, hand):
            found[index] = _avoid(hand, taken, one, two, three, four)


@compiled
def _compare(
    up: int,
    hands: Ints,
    order: Ints,
    ends: Ints,
    below: Ints,
    lower: Ints,
    equal: Ints,
    holes: Ints,
    last: Ints,
    one: Ints,
    two: Ints,
    three: Ints,
    four: Ints,
    before: Ints,
    so_far: Ints,
) -> None:
    """Add the sets of hole cards in ascending strength to the tallies, and compare the hands with those so far.

    ``before`` and ``so_far`` have room for the sets that avoid each hand, before its strength and up to it.
    """
    nothing = int(np.int64(0))
    taken = nothing
    for strength in range(1, STRENGTHS):
        if strength == ACE_KING:
            _avoiding(before, hands, order, nothing, len(hands), up, taken, one, two, three, four)
            for index in range(len(hands)):
                at = order[index]
                hand = hands[at]
                if not _among(up, hand):
                    place = _place(up, hand)
                    below[at, place] = before[index]
                    lower[at, place] = HOLE_CARDS - before[index]
        first, end = int(np.int64(ends[strength - 1])), int(np.int64(ends[strength]))
        ties = strength >= ACE_KING and taken < last[strength]
        if ties:
            _avoiding(before, hands, order, first, end, up, taken, one, two, three, four)
        for index in range(taken, last[strength]):
            a, b, c, d = holes[index] & 63, holes[index] >> 6 & 63, holes[index] >> 12 & 63, holes[index] >> 18
            ab, ac, bc, ad, bd, cd = TWO[b] + a, TWO[c] + a, TWO[c] + b, TWO[d] + a, TWO[d] + b, TWO[d] + c
            one[a] += 1
            one[b] += 1
            one[c] += 1
            one[d] += 1
            two[ab] += 1
            two[ac] += 1
            two[bc] += 1
            two[ad] += 1
            two[bd] += 1
            two[cd] += 1
            three[THREE[c] + ab] += 1
            three[THREE[d] + ab] += 1
            three[THREE[d] + ac] += 1
            three[THREE[d] + bc] += 1
            four[FOUR[d] + THREE[c] + ab] = 1
        taken = int(np.int64(last[strength]))
        if strength >= ACE_KING:
            _avoiding(so_far, hands, order, first, end, up, taken, one, two, three, four)
            for index in range(first, end):
                at = order[index]
                hand = hands[at]
                if not _among(up, hand):
                    place = _place(up, hand)
                    if ties:
                        equal[at, place] = so_far[index] - before[index]
                    lower[at, place] = HOLE_CARDS - so_far[index]


@cache
def hand_strengths() -> Ints:
    """The strength of each suit class of five cards."""
    found: Ints = strengths(suit_classes(5).hands)
    return found


@cache
def up_cards() -> Ints:
    """The 47 cards that are not in each suit class of five cards, in order."""
    places: Ints = np.arange(UP_CARDS, dtype=np.int8)
    found = np.tile(places, (len(suit_classes(5).hands), 1))
    for below, card in enumerate(suit_classes(5).hands.T):
        found += card[:, None] - below <= places  # a card of the hand moves the cards above it down by a place
    return found


class States(NamedTuple):
    """The number of dealer's hands with each result, by suit class of five cards and by up card (47 of them).

    The dealer's other hands are lower than the player's. A count of ``below`` has 18 bits. A count of ``equal`` is at
    most 81: the player holds a card of each rank, so three cards are left for each of the four hole cards.
    """

    below: Ints
    """The dealer's hand is below ace-king."""
    lower: Ints
    """The player's hand is lower."""
    equal: Ints


_counted: dict[str, States] = {}


def count(tick: Tick | None = None) -> States:
    """Compare the dealer's 163,185 hands with the player's in every state."""
    if "states" not in _counted:
        parts = kept("caribbean_stud", "states", {}, lambda: _count(tick)._asdict(), module=__name__)
        _counted["states"] = States(**parts)
    return _counted["states"]


def _count(tick: Tick | None) -> States:
    hands = suit_classes(5).hands
    strength = hand_strengths()
    order = np.argsort(strength, kind="stable").astype(np.int32)
    ends = np.cumsum(np.bincount(strength, minlength=STRENGTHS)).astype(np.int32)
    shape = (len(hands), UP_CARDS)
    found = States(np.zeros(shape, np.int32), np.zeros(shape, np.int32), np.zeros(shape, np.uint8))
    in_parallel(_behind, [(up, hands, order, ends, *found) for up in range(52)], tick)
    return found


@compiled
def _add_ends(
    ends: Ints, bets: Ints, below: Ints, lower: Ints, equal: Ints, weights: Ints, category: Ints, bet: Ints
) -> None:
    for at in range(len(weights)):
        under = higher = tied = states = 0
        for place in range(UP_CARDS):
            if bet[at, place]:
                under += below[at, place]
                higher += lower[at, place]
                tied += equal[at, place]
                states += 1
        kind = category[at]
        ends[kind, BELOW] += under * weights[at]
        ends[kind, LOWER] += higher * weights[at]
        ends[kind, EQUAL] += tied * weights[at]
        ends[kind, HIGHER] += (states * HOLE_CARDS - under - higher - tied) * weights[at]
        bets[at] = states * weights[at]


def ends(states: States, bet: Ints) -> tuple[Ints, Ints]:
    """The deals that are bet, by category of the player's hand and line; and the weighted bet states by class.

    ``bet`` is 1 or 0 by class and up card. The number of all deals is below 2 to the 45th.
    """
    fives = suit_classes(5)
    found, bets = np.zeros((CATEGORIES, 4), np.int64), np.zeros(len(fives.weights), np.int64)
    _add_ends(found, bets, *states, fives.weights, CATEGORY[hand_strengths()], bet)
    return found, bets


def wrong(worth: Ints, best: Ints, chosen: Ints, weights: Ints, strength: Ints, ups: Ints) -> tuple[Ints, Ints, Ints]:
    """The choices that are not the best: states and their losses by strength, rank of the up card and choice; and an
    example class for each strength. Nothing overflows 63 bits: a loss is below 201 antes in each deal."""
    states, losses = np.zeros((2, STRENGTHS, 13, 2), np.int64)
    example = np.zeros(STRENGTHS, np.int64)
    _add_wrong(states, losses, example, worth, best, chosen, weights, strength, ups)
    return states, losses, example


@compiled
def _add_wrong(
    states: Ints,
    losses: Ints,
    example: Ints,
    worth: Ints,
    best: Ints,
    chosen: Ints,
    weights: Ints,
    strength: Ints,
    ups: Ints,
) -> None:
    for at in range(len(weights)):
        example[strength[at]] = at
        for place in range(UP_CARDS):
            state = at * UP_CARDS + place
            if chosen[state] != best[state]:
                rank = ups[at, place] >> 2
                states[strength[at], rank, chosen[state]] += weights[at]
                lost = np.int64(worth[best[state], state]) - worth[chosen[state], state]
                losses[strength[at], rank, chosen[state]] += lost * weights[at]
