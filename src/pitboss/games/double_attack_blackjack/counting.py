"""Hands of Double Attack Blackjack, counted: what the dealer's cards come to, the best play, and how often it ends how.

Only points matter to a hand: an ace is value 0, a two value 1, and jack, queen and king are value 9, the tens. A hand
is how many cards of each value it holds. A shoe is how many it holds of each value when the dealer's up card is out.

**The dealer's runs.** Which sets of cards the dealer can end with, and in how many orders each can be drawn, depends
on the up card alone. The sets form a tree; one walk over it counts the ways in which a shoe brings each total, by the
number of cards drawn, and by how many of these are of the value that was split. No such count reaches 2**63: eight
decks with one up card out bring the largest, and a test looks at them.

**What is known of unseen cards.** A hand that came of a split is played while other hands hold cards that its play
takes no account of, except that so many of their second cards are known not to pair. With a card reader the hole card
is known not to make a blackjack. Cards of which nothing is known can be left out: the rest comes in any order.

**Exact numbers.** Decisions are found in floating point, and those that are close are decided by exact numbers. How
a way to play ends is counted in whole numbers, cut in parts of 30 bits, over the ordered deals of all cards that it
looks at.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import compiled
from pitboss.games.double_attack_blackjack.settle import BEST, STANDS, blackjack, soft, total

Ints = NDArray[Any]
Floats = NDArray[Any]

VALUES = 10
ACE, TEN = 0, 9
NONE = -1
"""No value: nothing was split, or the hole card was not read."""

# How a hand ends, as the dealer meets it: on 16 or less, on 17 to 21, as a blackjack, over 21, or given up; and all of
# these again for a hand that was doubled.
LOW_TOTAL, NATURAL, OVER, GIVEN_UP, ENDS = 0, 6, 7, 8, 9
# How the dealer ends: on 17 to 21, over 21, with a blackjack, or in any way but with a blackjack.
DEALER_OVER, DEALER_NATURAL, NO_NATURAL, DEALER_ENDS = 5, 6, 7, 8

STAND, SURRENDER, HIT, DOUBLE = range(4)
ACTIONS = ("stand", "surrender", "hit", "double")
"""Of actions that are worth the same the first is taken: it risks less."""

MOST_RUN = 12
"""More cards than a dealer ever draws."""
LANES = 16
"""Hands that are walked side by side."""
MOST_CARDS = 42
"""More cards than a hand, those known on other hands and the dealer's draws ever come to."""
BITS = 30
LIMBS = 13
"""Parts of 30 bits: enough for the ordered deals of 42 cards from 383, which are below 2**361."""


# --- hands


class Hands(NamedTuple):
    """Every hand that is not over 21, the higher ones after the lower."""

    held: Ints
    """Cards of each value."""
    cards: Ints
    total: Ints
    soft: Ints
    end: Ints
    """How it ends if it stands; a blackjack counts as 21."""
    then: Ints
    """The hand that another card of each value makes of it; -1 is over 21."""
    where: dict[tuple[int, ...], int]
    """Its place among them, by cards of each value."""


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
    """The hands that can come of splitting a value, the lower first; all hands where it is ``NONE``."""
    found = hands()
    if value == NONE:
        return np.arange(len(found.cards))
    inside = found.held[:, value] > 0
    return np.flatnonzero(inside & (found.cards == 2) if value == ACE else inside)


class Taken(NamedTuple):
    """Cards that are out of the shoe behind a hand: its own, and those of the split value on other hands."""

    held: Ints
    """Sets of cards, each of them once."""
    row: Ints
    """Which set it is, by cards elsewhere and the hand; -1 where the hand is none of the split value's."""


@cache
def taken(value: int, most: int) -> Taken:
    """Every set of a hand's cards and up to ``most`` cards of the value elsewhere."""
    members, rows = holding(value), np.full((most + 1, len(hands().cards)), -1, np.int64)
    found: dict[tuple[int, ...], int] = {}
    for elsewhere in range(most + 1):
        held = hands().held[members]
        if value != NONE:
            held[:, value] += elsewhere
        rows[elsewhere, members] = [found.setdefault(cards, len(found)) for cards in map(tuple, held.tolist())]
    return Taken(np.array(list(found), np.int64), rows)


# --- the dealer's runs


class Runs(NamedTuple):
    """What a dealer draws on an up card, as a tree of sets of cards, each node after the one it hangs on."""

    value: Ints
    """The card that a node adds; along a branch the values never fall."""
    run: Ints
    """How many cards of this value lie above it on the branch."""
    depth: Ints
    """Cards drawn, from 1."""
    end: Ints
    orders: Ints
    """In how many orders the dealer can draw the set and stop there; 0 where the dealer never does."""
    slot: Ints
    """Where such draws are counted: by end, cards drawn, and how many of them are of the split value."""


@cache
def runs(up: int, split: int = NONE) -> Runs:
    """What the dealer draws on an up card; ``split`` is the value that is told apart."""
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
    """The value that makes a blackjack of an up card."""
    return TEN if up == ACE else ACE if up == TEN else NONE


@compiled
def count_runs(shoe: Ints, value: Ints, run: Ints, depth: Ints, end: Ints, orders: Ints, slot: Ints) -> Ints:
    """Ordered draws from the shoe by the dealer's end, cards drawn, and how many of them are of the split value."""
    counts = np.zeros(DEALER_ENDS * MOST_RUN * MOST_RUN, np.int64)
    ways = np.ones(MOST_RUN + 1, np.int64)
    one = np.uint64(1)
    for node in range(len(value)):
        ways[depth[node]] = ways[depth[node] - one] * max(0, shoe[value[node]] - np.int64(run[node]))
        counts[slot[node]] += ways[depth[node]] * orders[node]
    return counts.reshape((DEALER_ENDS, MOST_RUN, MOST_RUN))


# --- what is known of unseen cards


@compiled
def none_pairs(cards: int, paired: int, hidden: int) -> float:
    """The chance that so many hidden cards, of those unseen, are none of the ``paired``."""
    chance = 1.0
    for at in range(hidden):
        chance *= max(0, cards - paired - at) / (cards - at)
    return chance


@compiled
def as_known(shoe: Ints, cards: int, split: int, hidden: int, barred: int) -> float:
    """The chance that the hidden cards do not pair the split value, and the hole card is not of the barred value."""
    paired = shoe[split] if split >= 0 else 0
    if barred < 0:
        return none_pairs(cards, paired, hidden)
    chance = 0.0
    for hole in range(VALUES):
        if hole != barred:
            chance += shoe[hole] / cards * none_pairs(cards - 1, paired - (hole == split), hidden)
    return chance


@compiled
def dealer_odds(
    held: Ints,
    shoe: Ints,
    split: int,
    most_hidden: int,
    barred: int,
    value: Ints,
    run: Ints,
    depth: Ints,
    end: Ints,
    orders: Ints,
    slot: Ints,
) -> Floats:
    """The chances of the dealer's ends behind each set of cards, by how many hidden cards do not pair.

    A set that the shoe can't bring, or that leaves nothing to draw, has no chances. Several sets are walked at once,
    side by side, which takes little longer than one.
    """
    odds = np.zeros((len(held), most_hidden + 1, DEALER_ENDS))
    left = np.empty((LANES, VALUES), np.int64)
    takes = np.empty((VALUES * MOST_RUN, LANES))
    ways = np.ones((MOST_RUN + 1, LANES))
    counts = np.empty((DEALER_ENDS * MOST_RUN * MOST_RUN, LANES))
    wide, one, deepest = np.uint64(MOST_RUN), np.uint64(1), int(depth.max())
    for start in range(0, len(held), LANES):
        for lane in range(LANES):
            row = min(start + lane, len(held) - 1)
            for v in range(VALUES):
                left[lane, v] = shoe[v] - held[row, v]
                for at in range(MOST_RUN):
                    takes[v * MOST_RUN + at, lane] = max(0, left[lane, v] - at)
        counts[:] = 0.0
        for node in range(len(value)):
            at, take, into = depth[node], value[node] * wide + run[node], slot[node]
            for lane in range(LANES):
                ways[at, lane] = ways[at - one, lane] * takes[take, lane]
                counts[into, lane] += ways[at, lane] * orders[node]
        for lane in range(min(LANES, len(held) - start)):
            _share(odds[start + lane], counts, lane, left[lane], split, barred, deepest)
    return odds


@compiled
def _share(odds: Floats, counts: Floats, lane: int, left: Ints, split: int, barred: int, deepest: int) -> None:
    """From counted runs to chances."""
    cards = left.sum()
    most_same = (BEST // (split + 1) + 1) if split >= 0 else 0  # with one card more the dealer is over
    if left.min() < 0:
        return
    for hidden in range(len(odds)):
        deals = 1.0
        for drawn in range(1, min(deepest, cards - hidden) + 1):
            deals *= cards - drawn + 1
            for same in range(min(drawn, most_same) + 1):
                share = none_pairs(cards - drawn, left[split] - same if split >= 0 else 0, hidden) / deals
                for final in range(NO_NATURAL):
                    odds[hidden, final] += counts[(final * MOST_RUN + drawn) * MOST_RUN + same, lane] * share
        if barred >= 0:
            odds[hidden, DEALER_NATURAL] = 0.0
        known = odds[hidden].sum()
        for final in range(NO_NATURAL):
            odds[hidden, final] = odds[hidden, final] / known if known > 0.0 else 0.0


# --- the best play


@compiled
def next_cards(shoe: Ints, held: Ints, split: int, hidden: int, barred: int) -> Floats:
    """The chances of each value to come next to a hand."""
    chances = np.zeros(VALUES)
    left = shoe - held
    cards = 0
    for v in range(VALUES):
        if left[v] < 0:
            return chances
        cards += left[v]
    if cards < 2:
        return chances
    known = as_known(left, cards, split, hidden, barred)
    for v in range(VALUES):
        if left[v] > 0 and known > 0.0:
            share = left[v] / cards
            left[v] -= 1
            chances[v] = share * as_known(left, cards - 1, split, hidden, barred) / known
            left[v] += 1
    return chances


@compiled
def worth(
    members: Ints,
    held: Ints,
    cards: Ints,
    totals: Ints,
    ends: Ints,
    then: Ints,
    shoe: Ints,
    split: int,
    hidden: int,
    barred: int,
    odds: Floats,
    pays: Floats,
    natural: int,
    draws: bool,
    chosen: Ints,
    rescued: Ints,
) -> tuple[Floats, Floats]:
    """What each action is worth on each hand, and standing and surrender on a doubled one.

    ``pays`` is by the hand's end and the dealer's. Where ``chosen`` or ``rescued`` names an action it is taken, and
    where it is -1 the best, which is written there. ``natural`` is the hand that counts as a blackjack, if any does;
    a split ace never ``draws``.
    """
    options = np.full((len(held), 4), -np.inf)
    doubled = np.full((len(held), 2), -np.inf)
    for place in range(len(members) - 1, -1, -1):
        member = members[place]
        end = NATURAL if member == natural else ends[member]
        for twice in range(2):
            stand, surrender, total = 0.0, 0.0, 0.0
            for final in range(NO_NATURAL):
                chance = odds[member, final]
                stand += chance * pays[twice * ENDS + end, final]
                surrender += chance * pays[twice * ENDS + GIVEN_UP, final]
                total += chance
            if total == 0.0:
                continue
            if twice:
                doubled[member, STAND], doubled[member, SURRENDER] = stand, surrender
            else:
                options[member, STAND], options[member, SURRENDER] = stand, surrender
        if options[member, STAND] == -np.inf:
            continue
        if rescued[member] < 0:
            rescued[member] = SURRENDER if doubled[member, SURRENDER] > doubled[member, STAND] else STAND
        if draws and totals[member] < BEST and cards[member] >= 2:
            chances = next_cards(shoe, held[member], split, hidden, barred)
            hit, double, known = 0.0, 0.0, 0.0
            for v in range(VALUES):
                if chances[v] > 0.0:
                    known += chances[v]
                    more = then[member, v]
                    if more < 0:
                        hit += chances[v] * pays[OVER, 0]
                        double += chances[v] * pays[ENDS + OVER, 0]
                    else:
                        hit += chances[v] * options[more, chosen[more]]
                        double += chances[v] * doubled[more, rescued[more]]
            if known > 0.0:
                options[member, HIT], options[member, DOUBLE] = hit, double
        if chosen[member] < 0:
            best = STAND
            for action in range(1, 4):
                if options[member, action] > options[member, best]:
                    best = action
            chosen[member] = best
    return options, doubled


@compiled
def reach(
    members: Ints,
    held: Ints,
    then: Ints,
    shoe: Ints,
    split: int,
    hidden: int,
    barred: int,
    starts: Floats,
    chosen: Ints,
    rescued: Ints,
) -> Floats:
    """How often play comes to decide each hand, before a double and after one, if it starts so often with each."""
    found = np.zeros((2, len(held)))
    found[0] = starts
    for place in range(len(members)):
        member = members[place]
        if found[0, member] > 0.0 and chosen[member] >= HIT:
            chances = next_cards(shoe, held[member], split, hidden, barred)
            for v in range(VALUES):
                if then[member, v] >= 0:
                    found[1 if chosen[member] == DOUBLE else 0, then[member, v]] += found[0, member] * chances[v]
    return found


# --- how a way to play ends, in whole numbers


@compiled
def times(parts: Ints, factor: int) -> None:
    """Multiply a number in parts of 30 bits by a small one, of 32 bits at most."""
    carry = 0
    for at in range(LIMBS):
        carry += parts[at] * factor
        parts[at] = carry & ((1 << BITS) - 1)
        carry >>= BITS


@compiled
def add_product(into: Ints, parts: Ints, low: int, high: int) -> None:
    """Add to a number the product of another and low + high * 2**30, two numbers below 2**62 and 2**60."""
    mask = (1 << BITS) - 1
    high += low >> BITS
    first, second, third = low & mask, high & mask, high >> BITS
    carry = 0
    for at in range(LIMBS):
        carry += into[at] + parts[at] * first
        if at >= 1:
            carry += parts[at - 1] * second
        if at >= 2:
            carry += parts[at - 2] * third
        into[at] = carry & mask
        carry >>= BITS


@compiled
def falling(n: int, k: int) -> int:
    """Ordered ways to take k of n."""
    ways = 1
    for at in range(k):
        ways *= max(0, n - at)
    return ways


@compiled
def tally(
    counted: Ints,
    members: Ints,
    held: Ints,
    cards: Ints,
    ends: Ints,
    then: Ints,
    shoe: Ints,
    split: int,
    hidden: int,
    barred: int,
    natural: int,
    known: int,
    starts: Ints,
    chosen: Ints,
    rescued: Ints,
    value: Ints,
    run: Ints,
    depth: Ints,
    end: Ints,
    orders: Ints,
    slot: Ints,
) -> None:
    """Add ordered deals by the hand's end, the dealer's, and the number of cards looked at, in parts of 30 bits.

    ``starts`` is in how many orders each hand comes to be decided at first, times those of the ``known`` cards on other
    hands: some ten bits for the orders, and five for each known card. A deal is the known and the ``hidden`` cards, the
    hand's and the dealer's. Of a hand that is over or given up the dealer's second card alone is looked at.
    """
    paths = np.zeros((2, len(held)), np.int64)
    paths[0] = starts
    left = np.empty(VALUES, np.int64)
    parts = np.empty(LIMBS, np.int64)
    for place in range(len(members)):
        member = members[place]
        for twice in range(2):
            ways = paths[twice, member]
            if not ways:
                continue
            # the ways to draw these cards, and what they leave
            possible = weigh(parts, left, ways, shoe, held[member])
            if not possible:
                continue
            action = rescued[member] if twice else chosen[member]
            looked = known + hidden + cards[member]
            if action >= HIT:
                for v in range(VALUES):
                    if left[v] > 0:
                        more = then[member, v]
                        if more >= 0:
                            paths[1 if action == DOUBLE else 0, more] += ways
                        else:
                            times(parts, left[v])
                            left[v] -= 1
                            into = counted[(ENDS if action == DOUBLE else 0) + OVER]
                            second_card(into, parts, left, looked + 1, split, hidden, barred, end, value, depth)
                            left[v] += 1
                            weigh(parts, left, ways, shoe, held[member])
            elif action == SURRENDER:
                into = counted[twice * ENDS + GIVEN_UP]
                second_card(into, parts, left, looked, split, hidden, barred, end, value, depth)
            else:
                ended = NATURAL if member == natural else ends[member]
                all_runs = count_runs(left, value, run, depth, end, orders, slot)
                into = counted[twice * ENDS + ended]
                others = left.sum() - (left[split] if split >= 0 else 0)
                for final in range(NO_NATURAL):
                    if final == DEALER_NATURAL and barred >= 0:
                        continue
                    for drawn in range(1, MOST_RUN):
                        low, high = 0, 0
                        for same in range(drawn + 1):
                            found = all_runs[final, drawn, same]
                            if found:
                                rest = falling(others - (drawn - same), hidden)
                                low += (found & ((1 << BITS) - 1)) * rest
                                high += (found >> BITS) * rest
                        if low or high:
                            add_product(into[final, looked + drawn], parts, low, high)


@compiled
def weigh(parts: Ints, left: Ints, ways: int, shoe: Ints, held: Ints) -> bool:
    """Set ``parts`` to the ordered ways to draw these cards from the shoe, ``left`` to what they leave."""
    mask = (1 << BITS) - 1
    for at in range(LIMBS):
        parts[at] = ways >> (BITS * at) & mask if at < 3 else 0
    for v in range(VALUES):
        left[v] = shoe[v] - held[v]
        if left[v] < 0:
            return False
        for at in range(held[v]):
            times(parts, shoe[v] - at)
    return True


@compiled
def second_card(
    into: Ints,
    parts: Ints,
    left: Ints,
    cards: int,
    split: int,
    hidden: int,
    barred: int,
    end: Ints,
    value: Ints,
    depth: Ints,
) -> None:
    """Add the deals by whether the dealer's second card makes a blackjack."""
    others = left.sum() - (left[split] if split >= 0 else 0)
    for node in range(len(value)):
        if depth[node] == 1:
            second = np.int64(value[node])
            final = DEALER_NATURAL if end[node] == DEALER_NATURAL else NO_NATURAL
            if left[second] > 0 and second != barred:
                rest = falling(others - (second != split), hidden)
                add_product(into[final, cards + 1], parts, left[second] * rest, 0)


def nothing_counted() -> Ints:
    """For ``tally`` to add to."""
    return np.zeros((2 * ENDS, DEALER_ENDS, MOST_CARDS, LIMBS), np.int64)


def whole(counted: Ints) -> dict[tuple[int, int], dict[int, int]]:
    """Ordered deals by the hand's end and the dealer's, and by the number of cards looked at."""
    found: dict[tuple[int, int], dict[int, int]] = {}
    for end, final, cards in np.argwhere(counted.any(axis=3)).tolist():
        number = sum(part << (BITS * at) for at, part in enumerate(counted[end, final, cards].tolist()))
        found.setdefault((end, final), {})[cards] = number
    return found
