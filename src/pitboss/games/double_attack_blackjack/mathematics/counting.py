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

import numpy as np

from pitboss.games.double_attack_blackjack.mathematics.counting_cards import (
    DEALER_ENDS,
    DEALER_NATURAL,
    DOUBLE,
    ENDS,
    GIVEN_UP,
    HIT,
    MOST_RUN,
    NATURAL,
    NO_NATURAL,
    OVER,
    STAND,
    SURRENDER,
    VALUES,
    Floats,
    Ints,
    Runs,
)
from pitboss.games.double_attack_blackjack.settle import BEST
from pitboss.mathematics.counting.compiled import compiled

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
