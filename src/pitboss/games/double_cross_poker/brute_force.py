"""Double Cross Poker by brute force: on every cross up to suits, every two cards of the player and of the dealer."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np

from pitboss.basics.poker import CATEGORIES, CATEGORIES_3, EQUAL, HIGHER, LOWER, compare
from pitboss.games.double_cross_poker.mathematics.counting import starts
from pitboss.games.double_cross_poker.mathematics.one_hand import FOLD
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.games.double_cross_poker.settle import (
    ARRAYS,
    HORIZONTAL,
    LINES,
    RAISES,
    VERTICAL,
    dealer_array,
    paid_by_ante,
    three_card,
)
from pitboss.mathematics.counting.compiled import inlined
from pitboss.simulation.kernel import Arrays
from pitboss.verification import brute_force as proof
from pitboss.verification.brute_force import CARDS, PACKED, Ints, add, grade, strength_of

LEFT = CARDS - 5
"""The cards that are not in the cross."""
PAIRS: Ints = np.array(list(combinations(range(LEFT), 2)), np.int8)
"""Every two of them, by their places."""
IN_PAIR: Ints = proof.words(proof.held(PAIRS), 3)
"""The same as sets of places, in words."""
KINDS = len(CATEGORIES)
ENDS = len(LINES) * KINDS
"""Lines and categories along one array."""
decided, of_dealer = inlined(compare), inlined(dealer_array)


@inlined
def card_at(place: int, taken: Ints) -> int:
    """The card at a place among those that are not in the cross, whose cards are in ascending order in ``taken``."""
    card = place
    for at in range(CARDS - LEFT):
        card += int(card >= taken[at])
    return card


@inlined
def ready(tables: Arrays, row: int, part: int, room: Arrays, at: int) -> None:
    """Rank two cards along both arrays of a cross, and as the dealer's."""
    crosses, taken, rungs = tables[0], tables[1], tables[4]
    vertical, horizontal, dealer = room
    two = PACKED[card_at(PAIRS[part, 0], taken[row])] | PACKED[card_at(PAIRS[part, 1], taken[row])]
    center = PACKED[crosses[row, 0]] | two
    down = strength_of(rungs, grade(center | PACKED[crosses[row, 1]] | PACKED[crosses[row, 2]]))
    across = strength_of(rungs, grade(center | PACKED[crosses[row, 3]] | PACKED[crosses[row, 4]]))
    vertical[at, part], horizontal[at, part] = down, across
    dealer[at, part] = across if of_dealer(down, across) == HORIZONTAL else down


@inlined
def deal(tables: Arrays, row: int, part: int, room: Arrays, at: int, counts: Ints) -> None:
    """Every two cards of the dealer against two of the player's, which are played along both arrays.

    The deal stands behind four starts: either card of each array may be the one that is turned first.
    """
    crosses, taken, ways, start_of, _, category = tables
    down, across, theirs = room[0][at, part], room[1][at, part], room[2][at]
    first_places, middle_places, last_places = IN_PAIR[0, part], IN_PAIR[1, part], IN_PAIR[2, part]
    lower = equal = higher = np.int16(0)
    other_lower = other_equal = other_higher = np.int16(0)
    for pair in range(np.uint64(len(theirs))):  # no branches, no sign, 16 bits: many at once
        both = IN_PAIR[0, pair] & first_places | IN_PAIR[1, pair] & middle_places | IN_PAIR[2, pair] & last_places
        line = decided(down, theirs[pair])
        lower = np.int16(lower + ((both == 0) & (line == LOWER)))
        equal = np.int16(equal + ((both == 0) & (line == EQUAL)))
        higher = np.int16(higher + ((both == 0) & (line == HIGHER)))
        line = decided(across, theirs[pair])
        other_lower = np.int16(other_lower + ((both == 0) & (line == LOWER)))
        other_equal = np.int16(other_equal + ((both == 0) & (line == EQUAL)))
        other_higher = np.int16(other_higher + ((both == 0) & (line == HIGHER)))
    first, second = card_at(PAIRS[part, 0], taken[row]), card_at(PAIRS[part, 1], taken[row])
    cross, alike = crosses[row], ways[row]
    kind, other = VERTICAL * ENDS + category[down], HORIZONTAL * ENDS + category[across]
    for v in range(1, 3):
        for h in range(3, 5):
            start = start_of[cross[v], cross[h], first, second]
            add(counts, start, kind + LOWER * KINDS, alike * lower)
            add(counts, start, kind + EQUAL * KINDS, alike * equal)
            add(counts, start, kind + HIGHER * KINDS, alike * higher)
            add(counts, start, other + LOWER * KINDS, alike * other_lower)
            add(counts, start, other + EQUAL * KINDS, alike * other_equal)
            add(counts, start, other + HIGHER * KINDS, alike * other_higher)


@cache
def crosses() -> tuple[Ints, Ints]:
    """Every cross up to suits and to an exchange of its arrays, and how many it stands for.

    A cross is its center, the other two cards of one array, and those of the other. The center is of the first suit:
    that leaves a quarter of all crosses.
    """
    pairs = proof.sets(2)
    number = np.zeros((CARDS, CARDS), np.int64)
    for first, second in (pairs.T, pairs.T[::-1]):
        number[first, second] = np.arange(len(pairs))
    renamings = [
        number[tuple(np.array([card & ~3 | (0, *suits)[card & 3] for card in range(CARDS)])[pairs].T)]
        for suits in permutations(range(1, 4))
    ]
    found, ways = [], []
    for center in range(0, CARDS, 4):
        free = np.flatnonzero((pairs != center).all(axis=1))
        both = free[np.stack(np.triu_indices(len(free), 1))]
        both = both[:, proof.held(pairs[both[0]]) & proof.held(pairs[both[1]]) == 0]
        named = [np.sort(renamed[both], axis=0) for renamed in renamings]
        first = np.min([low * len(pairs) + high for low, high in named], axis=0)
        alike, many = np.unique(first, return_counts=True)
        arrays = np.concatenate([pairs[part] for part in np.divmod(alike, len(pairs))], axis=1)
        found.append(np.insert(arrays, 0, center, axis=1))
        ways.append(4 * many)
    return np.concatenate(found).astype(np.int8), np.concatenate(ways)


def deals(seen: proof.Seen) -> proof.Deals:
    every, ways = crosses()
    hand, (vertical, horizontal) = states()
    start_of = np.full((CARDS,) * 4, -1, np.int32)
    start_of[vertical, horizontal, hand[:, 0], hand[:, 1]] = found_in(seen, states())
    categories = np.array([0, *(proof.ladder() >> proof.CATEGORY_AT)], np.int8)
    return proof.Deals(
        deal=deal,
        tables=(every, np.sort(every, axis=1), ways, start_of, proof.ladder(), categories),
        rows=len(every),
        parts=len(PAIRS),
        counts=(len(seen["hand"]), len(ARRAYS) * ENDS),
        each=len(PAIRS) * comb(LEFT - 2, 2),
        ready=ready,
        room=((len(PAIRS), np.int16),) * 3,
        shared=True,
    )


def by_state(seen: proof.Seen, counts: Ints) -> Ints:
    """Add the crosses with their arrays exchanged, and divide by the starts that are alike."""
    hand, (vertical, horizontal) = start_places(seen)
    found = counts.reshape(-1, len(ARRAYS), ENDS)
    found = found + found[found_in(seen, proof.Places(hand, (horizontal, vertical)))][:, ::-1]
    alike = np.bincount(found_in(seen, states()), minlength=len(hand))
    per_start, rest = np.divmod(found.reshape(len(hand), -1), alike[:, None])
    return np.where(rest, proof.DIFFERS, per_start)


def start_places(seen: proof.Seen) -> proof.Places:
    return proof.Places(seen["hand"], (seen["vertical"][:, 0], seen["horizontal"][:, 0]))


def found_in(seen: proof.Seen, starts: proof.Places) -> Ints:
    """The state that each of these starts belongs to."""
    numbers = start_places(seen).numbers()
    order = np.argsort(numbers)
    return order[np.searchsorted(numbers[order], starts.numbers())]


@cache
def states() -> proof.Places:
    """Every start: the player's two cards, and one of the others for each array."""
    pairs = np.repeat(proof.sets(2), CARDS * CARDS, axis=0)
    vertical, horizontal = (np.tile(part, comb(CARDS, 2)) for part in np.divmod(np.arange(CARDS * CARDS), CARDS))
    apart = vertical != horizontal
    for card in pairs.T:
        apart &= (card != vertical) & (card != horizontal)
    return proof.Places(pairs[apart], (vertical[apart], horizontal[apart]))


def counted() -> Ints:
    every = starts()
    return np.stack((every.counts, every.counts[every.exchanged]), axis=1).reshape(len(every.weights), -1)


def actions(rules: DoubleCrossPokerRules) -> tuple[proof.Action, ...]:
    back, per = rules.raise_back
    ends = [(line, kind) for line in range(len(LINES)) for kind in range(KINDS)]
    paid = [paid_by_ante(per, line, kind, back, per, higher=rules.ante_back) for line, kind in ends]
    raised = {name: [[proof.per_unit(one[at].returned, per) for one in paid]] for at, name in enumerate(UNITS)}
    fold = {name: [[None if at else Fraction(-1)] * ENDS] for at, name in enumerate(UNITS)}
    after = (proof.Action(name, raised, slice(at * ENDS, (at + 1) * ENDS)) for at, name in enumerate(ARRAYS))
    return proof.Action(FOLD, fold, slice(0, ENDS)), *after


def apart(rules: DoubleCrossPokerRules) -> dict[str, proof.Results]:
    back, per = rules.three_card_back
    nets = [proof.per_unit(three_card(per, kind, back, per), per) for kind in range(len(CATEGORIES_3))]
    return {"three-card": proof.by_category3(nets)}


UNITS = {"ante": 1, **{f"raise {number}": 1 for number in range(1, RAISES + 1)}}
BRUTE_FORCE = proof.BruteForce(
    game="double_cross_poker",
    states=states,
    stand_for=start_places,
    deals=deals,
    by_state=by_state,
    counted=counted,
    units=UNITS,
    actions=actions,
    apart=apart,
)
