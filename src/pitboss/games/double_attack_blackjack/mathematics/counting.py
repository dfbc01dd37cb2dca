"""Count the hands of Double Attack Blackjack: the dealer's results, the best play, and the frequency of each result.

Only points matter to a hand. An ace is value 0, a two value 1, and jack, queen and king are value 9, the tens. A hand
is the number of cards of each value in it. A shoe is the number of cards of each value in it without the up card.

**The dealer's runs.** The sets of cards that the dealer can end with, and the number of orders in which each can be
drawn, depend only on the up card. The sets form a tree. One walk over it counts the ways in which a shoe gives each
total, by the number of cards drawn and by how many of these have the split value. No such count reaches 2**63. The
largest come from eight decks without one up card, and a test checks them.

**What is known of unseen cards.** While a split hand is played, other hands hold cards that its play ignores, except
that a number of their second cards are known not to pair. With a card reader, the hole card is known not to make a
blackjack. Completely unknown cards can be left out, because the other cards come in any order.

**Exact numbers.** Decisions are found in floating point. Close ones are decided by exact numbers. The results of a way
to play are counted in whole numbers of 30-bit limbs, over the ordered deals of all cards that it looks at.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.basics.cards import ACE as ACE_RANK
from pitboss.games.double_attack_blackjack.settle import BEST, LOW, STANDS, alike, blackjack, bonus_line, soft, total
from pitboss.mathematics.counting.compiled import compiled

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
def runs(up: int, split: int = NONE, hole: int = NONE) -> Runs:
    """The dealer's runs on an up card. ``split`` is the value that is counted separately.

    If the hole card is known, they are the runs on both cards. A dealer who stands on two cards then has runs of one
    card that changes nothing.
    """
    branches, ends, orders = _branches(up, hole)
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
def _branches(up: int, hole: int) -> tuple[list[tuple[int, ...]], list[int], list[int]]:
    """The tree of the dealer's sets of cards, their ends, and the orders in which the dealer can draw them."""
    known = tuple(int(value == hole) for value in range(VALUES))
    if _dealer_total(up, known) >= STANDS:
        return [(value,) for value in range(VALUES)], [_dealer_end(up, known)] * VALUES, [1] * VALUES
    open_sets = {(0,) * VALUES: 1}
    finals: dict[tuple[int, ...], int] = {}
    while open_sets:
        longer: dict[tuple[int, ...], int] = {}
        for drawn, orders in open_sets.items():
            for value in range(VALUES):
                more = tuple(n + (value == i) for i, n in enumerate(drawn))
                into = finals if _dealer_total(up, _with(known, more)) >= STANDS else longer
                into[more] = into.get(more, 0) + orders
        open_sets = longer
    tree: dict[tuple[int, ...], tuple[int, int]] = {}
    for drawn, orders in finals.items():
        branch = tuple(value for value, n in enumerate(drawn) for _ in range(n))
        for length in range(1, len(branch)):
            tree.setdefault(branch[:length], (0, 0))
        tree[branch] = (_dealer_end(up, _with(known, drawn)), orders)
    branches = sorted(tree)
    return branches, [tree[branch][0] for branch in branches], [tree[branch][1] for branch in branches]


def _with(known: tuple[int, ...], drawn: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(known, drawn, strict=True)))


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


LANES = 16
"""Hands that are processed side by side."""
MOST_CARDS = 42
"""Above the largest number of cards in a hand, known on other hands and drawn by the dealer."""
BITS = 30
LIMBS = 13
"""Limbs of 30 bits: enough for the ordered deals of 42 cards from 383, which are below 2**361."""


# --- the dealer's runs


SLOTS = DEALER_ENDS * MOST_RUN * MOST_RUN
"""Counts of runs: by the dealer's end, cards drawn, and how many of them have the split value."""


@compiled
def count_runs(
    counts: Ints, ways: Ints, shoe: Ints, value: Ints, run: Ints, depth: Ints, orders: Ints, slot: Ints
) -> None:
    """Count ordered draws from the shoe, by slot. ``ways`` has room for each depth."""
    one = np.uint64(1)
    counts[:] = 0
    ways[0] = 1
    for node in range(len(value)):
        left = shoe[value[node]] - np.int64(run[node])
        ways[depth[node]] = ways[depth[node] - one] * (left if left > 0 else 0)
        counts[slot[node]] += ways[depth[node]] * orders[node]


# --- what is known of unseen cards


@compiled
def none_pairs(cards: int, paired: int, hidden: int) -> float:
    """The chance that ``hidden`` of the unseen cards include none of the ``paired``."""
    chance = 1.0
    for at in range(hidden):
        rest = cards - paired - at
        chance *= (rest if rest > 0 else 0) / (cards - at)
    return chance


@compiled
def as_known(shoe: Ints, cards: int, split: int, hidden: int, barred: int) -> float:
    """The chance that the hidden cards do not pair the split value and the hole card does not have the barred value."""
    paired = shoe[split] if split >= 0 else 0
    if barred < 0:
        return none_pairs(cards, paired, hidden)
    chance = 0.0
    for hole in range(VALUES):
        if hole != barred:
            chance += shoe[hole] / cards * none_pairs(cards - 1, paired - (hole == split), hidden)
    return chance


def dealer_odds(held: Ints, shoe: Ints, split: int, most_hidden: int, barred: int, runs: Runs) -> Floats:
    """The chances of the dealer's ends for each set of cards, by the number of hidden cards that do not pair.

    A set that the shoe can't give, or that leaves nothing to draw, has no chances. Several sets are processed side by
    side, which takes little longer than one.
    """
    odds = np.zeros((len(held), most_hidden + 1, DEALER_ENDS))
    _dealer_odds(
        odds,
        np.empty((LANES, VALUES), np.int64),
        np.empty((VALUES * MOST_RUN, LANES)),
        np.ones((MOST_RUN + 1, LANES)),
        np.empty((SLOTS, LANES)),
        held,
        shoe,
        split,
        barred,
        int(runs.depth.max()),
        runs.value,
        runs.run,
        runs.depth,
        runs.orders,
        runs.slot,
    )
    return odds


@compiled
def _dealer_odds(
    odds: Floats,
    left: Ints,
    takes: Floats,
    ways: Floats,
    counts: Floats,
    held: Ints,
    shoe: Ints,
    split: int,
    barred: int,
    deepest: int,
    value: Ints,
    run: Ints,
    depth: Ints,
    orders: Ints,
    slot: Ints,
) -> None:
    """Fill in the chances. The next four arrays have room for the work on several sets side by side."""
    wide, one = np.uint64(MOST_RUN), np.uint64(1)
    for start in range(0, len(held), LANES):
        for lane in range(LANES):
            row = min(start + lane, len(held) - 1)
            for v in range(VALUES):
                left[lane, v] = shoe[v] - held[row, v]
                for at in range(MOST_RUN):
                    takes[v * MOST_RUN + at, lane] = left[lane, v] - at if left[lane, v] > at else 0
        counts[:] = 0.0
        for node in range(len(value)):
            at, take, into = depth[node], value[node] * wide + run[node], slot[node]
            for lane in range(LANES):
                ways[at, lane] = ways[at - one, lane] * takes[take, lane]
                counts[into, lane] += ways[at, lane] * orders[node]
        for lane in range(min(LANES, len(held) - start)):
            _share(odds[start + lane], counts, lane, left[lane], split, barred, deepest)


@compiled
def _share(odds: Floats, counts: Floats, lane: int, left: Ints, split: int, barred: int, deepest: int) -> None:
    """Convert counted runs to chances."""
    most_same = (BEST // (split + 1) + 1) if split >= 0 else 0  # with one more such card the dealer is over 21
    cards = int(np.int64(0))
    for v in range(VALUES):
        if left[v] < 0:
            return
        cards += left[v]
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
        known = 0.0
        for final in range(NO_NATURAL):
            known += odds[hidden, final]
        for final in range(NO_NATURAL):
            odds[hidden, final] = odds[hidden, final] / known if known > 0.0 else 0.0


# --- the best play


@compiled
def next_cards(chances: Floats, left: Ints, shoe: Ints, held: Ints, split: int, hidden: int, barred: int) -> None:
    """Set ``chances`` to those of each value for the next card of a hand. ``left`` has room for the cards left."""
    chances[:] = 0.0
    cards = int(np.int64(0))
    for v in range(VALUES):
        left[v] = shoe[v] - held[v]
        if left[v] < 0:
            return
        cards += left[v]
    if cards < 2:
        return
    known = as_known(left, cards, split, hidden, barred)
    for v in range(VALUES):
        if left[v] > 0 and known > 0.0:
            share = left[v] / cards
            left[v] -= 1
            chances[v] = share * as_known(left, cards - 1, split, hidden, barred) / known
            left[v] += 1


@compiled
def worth(
    options: Floats,
    doubled: Floats,
    chances: Floats,
    left: Ints,
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
    rows: Ints,
    pays: Floats,
    natural: int,
    draws: bool,
    chosen: Ints,
    rescued: Ints,
) -> None:
    """Find the value of each action on each hand (``options``), and of standing and surrender on a doubled hand.

    Values are minus infinity before, and stay so if the action can't be taken. ``chances`` and ``left`` have room for
    the next card. ``rows`` has the row of each hand in ``odds``. ``pays`` is by the hand's end and the dealer's end. If
    ``chosen`` or ``rescued`` names an action, it is taken. If it is -1, the best action is taken and written there.
    ``natural`` is the hand that counts as a blackjack, if any. A split ace never ``draws``.
    """
    for place in range(len(members) - 1, -1, -1):
        member = members[place]
        end = NATURAL if member == natural else ends[member]
        for twice in range(2):
            stand, surrender, total = 0.0, 0.0, 0.0
            for final in range(NO_NATURAL):
                chance = odds[rows[member], hidden, final]
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
            next_cards(chances, left, shoe, held[member], split, hidden, barred)
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


@compiled
def reach(
    found: Floats,
    chances: Floats,
    left: Ints,
    members: Ints,
    held: Ints,
    then: Ints,
    shoe: Ints,
    split: int,
    hidden: int,
    barred: int,
    chosen: Ints,
) -> None:
    """Find how often play decides each hand, before and after a double. Before, ``found`` has how often it starts so.

    ``chances`` and ``left`` have room for the next card.
    """
    for place in range(len(members)):
        member = members[place]
        if found[0, member] > 0.0 and chosen[member] >= HIT:
            next_cards(chances, left, shoe, held[member], split, hidden, barred)
            for v in range(VALUES):
                if then[member, v] >= 0:
                    found[1 if chosen[member] == DOUBLE else 0, then[member, v]] += found[0, member] * chances[v]


# --- the results of a way to play, in whole numbers


@compiled
def times(parts: Ints, factor: int) -> None:
    """Multiply a number in 30-bit limbs by a small factor of at most 32 bits."""
    carry = 0
    for at in range(LIMBS):
        carry += parts[at] * factor
        parts[at] = carry & ((1 << BITS) - 1)
        carry >>= BITS


@compiled
def add_product(into: Ints, parts: Ints, low: int, high: int) -> None:
    """Add the product of a number and low + high * 2**30, with low below 2**62 and high below 2**60."""
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
        ways *= n - at if n > at else 0
    return ways


@compiled
def all_but(left: Ints, split: int) -> int:
    """The number of cards left that do not have the split value."""
    cards = 0
    for v in range(VALUES):
        if v != split:
            cards += left[v]
    return cards


@compiled
def tally(
    counted: Ints,
    paths: Ints,
    left: Ints,
    parts: Ints,
    all_runs: Ints,
    ways_at: Ints,
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
    chosen: Ints,
    rescued: Ints,
    value: Ints,
    run: Ints,
    depth: Ints,
    end: Ints,
    orders: Ints,
    slot: Ints,
) -> None:
    """Add ordered deals, in 30-bit limbs, by the hand's end, the dealer's end and the number of cards looked at.

    Before, ``paths`` is the number of orders in which each hand is first decided, times those of the ``known`` cards
    on other hands. It takes some ten bits for the orders and five for each known card. A deal consists of the known and
    the ``hidden`` cards, the hand's and the dealer's. If a hand is over or given up, only the dealer's second card
    counts. ``room_to_tally`` makes the next four arrays.
    """
    for place in range(len(members)):
        member = members[place]
        for twice in range(2):
            ways = paths[twice, member]
            if not ways:
                continue
            # the ways to draw these cards, and the cards left
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
                count_runs(all_runs, ways_at, left, value, run, depth, orders, slot)
                into = counted[twice * ENDS + ended]
                others = all_but(left, split)
                for final in range(NO_NATURAL):
                    if final == DEALER_NATURAL and barred >= 0:
                        continue
                    for drawn in range(1, MOST_RUN):
                        low = high = int(np.int64(0))
                        for same in range(drawn + 1):
                            found = all_runs[(final * MOST_RUN + drawn) * MOST_RUN + same]
                            if found:
                                rest = falling(others - (drawn - same), hidden)
                                low += (found & ((1 << BITS) - 1)) * rest
                                high += (found >> BITS) * rest
                        if low or high:
                            add_product(into[final, looked + drawn], parts, low, high)


@compiled
def weigh(parts: Ints, left: Ints, ways: int, shoe: Ints, held: Ints) -> bool:
    """Set ``parts`` to the number of ordered ways to draw these cards from the shoe, and ``left`` to the cards left."""
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
    others = all_but(left, split)
    for node in range(len(value)):
        if depth[node] == 1:
            second = np.int64(value[node])
            final = DEALER_NATURAL if end[node] == DEALER_NATURAL else NO_NATURAL
            if left[second] > 0 and second != barred:
                rest = falling(others - (second != split), hidden)
                add_product(into[final, cards + 1], parts, left[second] * rest, int(np.int64(0)))


def room_to_tally() -> tuple[Ints, Ints, Ints, Ints]:
    """Room for the cards left, for a number, for the runs by slot, and for the ways at each depth."""
    cards, number, slots, depths = (np.empty(size, np.int64) for size in (VALUES, LIMBS, SLOTS, MOST_RUN + 1))
    return cards, number, slots, depths


def nothing_counted() -> Ints:
    """Zeros for ``tally`` to add to."""
    return np.zeros((2 * ENDS, DEALER_ENDS, MOST_CARDS, LIMBS), np.int64)


def whole(counted: Ints) -> dict[tuple[int, int], dict[int, int]]:
    """Ordered deals by the hand's end and the dealer's, and by the number of cards looked at."""
    found: dict[tuple[int, int], dict[int, int]] = {}
    places = np.argwhere(counted.any(axis=3))
    limbs = np.zeros((len(places), LIMBS + LIMBS % 2), np.int64)
    limbs[:, :LIMBS] = counted[tuple(places.T)]
    pairs = limbs[:, 0::2] + (limbs[:, 1::2] << BITS)
    for (end, final, cards), parts in zip(places.tolist(), pairs.tolist(), strict=True):
        number = 0
        for part in reversed(parts):
            number = (number << (2 * BITS)) + part
        found.setdefault((end, final), {})[cards] = number
    return found
