"""Count every deal behind every start of Double Cross Poker at which one or two hidden cards are seen.

Kinds, boards and showings are those of ``counting``. A piece of the count is two ranks: those of the shown cards. It
adds up what the vertical array wins behind each start of these ranks, four times: by the center, by the other vertical
card, by the other horizontal card, and by both cards of the dealer. What one card of the dealer is worth follows from
the last. Then it tries every start and every card that may be seen, and takes the best choice.

What the horizontal array wins is what the vertical one wins with the two shown cards exchanged. So it is enough to try
a start with the lower rank in the vertical array.
"""

from __future__ import annotations

import numpy as np

from pitboss.basics.poker import EQUAL, HIGHER, LOWER
from pitboss.games.double_cross_poker.mathematics.counting import (
    COMPLETIONS,
    KINDS,
    NONE,
    PAIRS,
    STARTS,
    STRENGTHS,
    card,
    hold,
    rank_along,
    rank_pairs,
)
from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints
from pitboss.mathematics.counting.seen import Totals, kept_totals

BEHIND_ONE = COMPLETIONS // 48
"""Deals behind a start and one seen card of the cross."""
BEHIND_BOTH = 46 * 45 * 44
"""Deals behind a start and both cards of the dealer: the center, the other vertical and the other horizontal card."""
BEHIND_DEALER = 47 * BEHIND_BOTH
"""Deals behind a start and the first card of the dealer."""
DEALERS = 45 * 44 // 2
"""The dealer's two cards, behind a start and a whole cross."""
LASTS = 44
"""The other horizontal card, behind all other cards."""
CENTER, VERTICAL, HORIZONTAL, DEALER, BOTH = range(5)
"""What is seen."""
STATES = (*[(STARTS * 48, BEHIND_ONE)] * 3, (STARTS * 48, BEHIND_DEALER), (STARTS * 48 * 47 // 2, BEHIND_BOTH))
"""For each of these, the number of starts with it, and the deals behind one."""


def count(table: list[list[int]], per: int, tick: Tick | None = None) -> tuple[int, ...]:
    """For each kind of card that is seen, the best result over all deals and the number of states with a raise.

    ``table`` has the net of a raised hand by line and category, in parts of an ante: ``per``.
    """

    def found() -> Totals:
        ranks = [(low, high) for high in range(13) for low in range(high + 1)]
        net = np.array(table, np.int64)
        return in_parallel(lambda low, high: piece(low, high, net, per), ranks, tick)

    return kept_totals(
        "double_cross_poker", table, {"per": per}, found, module=__name__, most=STARTS * COMPLETIONS // 40
    )


def piece(low: int, high: int, net: Ints, per: int) -> tuple[int, ...]:
    """The totals over all starts whose shown cards have these ranks, in either order."""
    worth = [behind(low, high, net)]
    worth.append(worth[0] if low == high else behind(high, low, net))
    totals = np.zeros((5, 2), np.int64)
    for suit, weight in ((0, 4), (1, 12)):
        if low != high or suit:
            one = np.zeros((5, 2), np.int64)
            _best(4 * low, 4 * high + suit, per, worth[0], worth[1], np.zeros((2, 52), np.int64), one)
            totals += weight * one
    if low != high:  # with the higher rank in the vertical array, the two outer cards change places
        totals *= 2
        totals[[VERTICAL, HORIZONTAL]] = (totals[VERTICAL] + totals[HORIZONTAL]) // 2
    return tuple(totals.ravel().tolist())


Worth = tuple[Ints, Ints, Ints, Ints]
"""What the vertical array wins by the kinds of the vertical and the horizontal card, the player's pair, and what is
seen: the rank of the center, the other vertical card, the other horizontal card, or the dealer's pair."""


def behind(vertical: int, horizontal: int, net: Ints) -> Worth:
    """What the vertical array wins behind the starts whose shown cards have these ranks."""
    worth = (
        np.zeros((2, 2, PAIRS, 13), np.int64),
        np.zeros((2, 2, PAIRS, KINDS), np.int64),
        np.zeros((2, 2, PAIRS, KINDS), np.int64),
        np.zeros((2, 2, PAIRS, PAIRS), np.int64),
    )
    rows = np.zeros((5, KINDS), np.int64)
    lists = np.zeros((5, 2 * PAIRS), np.int64)
    room = (np.zeros(STRENGTHS, np.int64), np.zeros((2, 2 * PAIRS), np.int64), np.zeros((KINDS, PAIRS), np.int64))
    wins = (np.zeros((PAIRS, PAIRS), np.int64), np.zeros((PAIRS, KINDS), np.int64), np.zeros(PAIRS, np.int64))
    for v in range(2):
        for seen in range(2):
            if vertical != horizontal or v or seen:
                into = tuple(one[v, seen] for one in worth)
                _add_boards(2 * horizontal + seen, 2 * vertical + v, net, into, rows, lists, room, wins)
    return worth


@compiled
def _add_boards(
    seen: int,
    v: int,
    net: Ints,
    into: Worth,
    rows: Ints,
    lists: Ints,
    room: tuple[Ints, Ints, Ints],
    wins: tuple[Ints, Ints, Ints],
) -> None:
    """Add every board with these kinds of shown cards."""
    left, held, at_place, sorted_by, with_card = rows[0], rows[1], rows[2], rows[3], rows[4]
    along, order, spot, firsts, chain = lists[0], lists[1], lists[2], lists[3], lists[4]
    place, pairs, across = room
    for center in range(0, KINDS, 2):
        for kind in range(KINDS):
            left[kind] = 3 if kind & 1 else 1
        left[seen] -= 1
        left[center] -= 1
        left[v] -= 1
        if left[seen] < 0 or left[center] < 0 or left[v] < 0:
            continue
        hold(left, 0, held)
        for kind in range(1, KINDS, 2):
            held[kind] += left[kind - 1]  # where kinds are merged, there are so many
        for z in range(KINDS):
            for x in range(KINDS):
                for y in range(x, KINDS):
                    if held[x] and held[z] > (z == x) and held[y] > (x == y) + (y == z):
                        across[z, x * KINDS + y] = strength5(card(center), card(seen), card(z), card(x), card(y))
        for w in range(KINDS):
            if left[w] == 0:
                continue
            left[w] -= 1
            merged = seen & (v | w) & 1
            hold(left, merged, held)
            rank_along(center, v, w, held, along)
            last = rank_pairs(held, along, place, pairs)
            many = 0
            for at in range(1, last + 1, 2):
                pair = pairs[0, at]
                while pair != NONE:
                    order[many] = pair
                    spot[pair] = at
                    many += 1
                    pair = pairs[1, pair]
            _by_dealer(many, held, along, order, spot, place, across, net, at_place, sorted_by, wins[0], wins[2])
            _by_last(many, last, held, along, order, spot, place, across, net, with_card, firsts, chain, wins[1])
            _add(center, w, merged, left, into, wins)
            left[w] += 1


@compiled
def _by_dealer(
    many: int,
    held: Ints,
    along: Ints,
    order: Ints,
    spot: Ints,
    place: Ints,
    across: Ints,
    net: Ints,
    at_place: Ints,
    sorted_by: Ints,
    wins: Ints,
    over_all: Ints,
) -> None:
    """What each pair of the player wins against each pair of the dealer, and against all of them."""
    for at in range(many):
        over_all[order[at]] = 0
    for dealt in range(many):
        pair = order[dealt]
        d, e = pair // KINDS, pair % KINDS
        level = spot[pair]
        kinds = 0
        for z in range(KINDS):
            if held[z] - (z == d) - (z == e) <= 0:
                at_place[z] = 2 * PAIRS
                continue
            at_place[z] = place[across[z, pair]]
            to = kinds
            while to > 0 and at_place[sorted_by[to - 1]] > at_place[z]:
                sorted_by[to] = sorted_by[to - 1]
                to -= 1
            sorted_by[to] = z
            kinds += 1
        below, equal, nth, before = 0, 0, 0, -1
        for at in range(many):
            own = order[at]
            x, y = own // KINDS, own % KINDS
            mine = spot[own]
            if mine != before:
                before = mine
                below += equal
                equal = 0
                while nth < kinds and at_place[sorted_by[nth]] <= mine:
                    z = sorted_by[nth]
                    cards = held[z] - (z == d) - (z == e)
                    if at_place[z] < mine:
                        below += cards
                    else:
                        equal += cards
                    nth += 1
            kind = CATEGORY[along[own]]
            lower = net[LOWER, kind]
            found = lower * LASTS
            if level <= mine:
                less = below - (at_place[x] < mine) - (at_place[y] < mine)
                same = equal - (at_place[x] == mine) - (at_place[y] == mine)
                if level == mine:
                    found += (less + same) * (net[EQUAL, kind] - lower)
                else:
                    found += less * (net[HIGHER, kind] - lower) + same * (net[EQUAL, kind] - lower)
            wins[own, pair] = found
            first = held[d] - (x == d) - (y == d)
            second = held[e] - (x == e) - (y == e)
            over_all[own] += found * (first * (first - 1) // 2 if d == e else first * second)


@compiled
def _by_last(
    many: int,
    last: int,
    held: Ints,
    along: Ints,
    order: Ints,
    spot: Ints,
    place: Ints,
    across: Ints,
    net: Ints,
    with_card: Ints,
    firsts: Ints,
    chain: Ints,
    wins: Ints,
) -> None:
    """What each pair of the player wins with each other horizontal card, against all pairs of the dealer."""
    for z in range(KINDS):
        if held[z] == 0:
            continue
        held[z] -= 1
        for at in range(last + 1):
            firsts[at] = NONE
        for at in range(many):
            pair = order[at]
            d, e = pair // KINDS, pair % KINDS
            if held[d] > 0 and held[e] > (d == e):
                key = max(spot[pair], place[across[z, pair]])
                chain[pair] = firsts[key]
                firsts[key] = pair
        for kind in range(KINDS):
            with_card[kind] = 0
        every, nth = 0, 0
        for at in range(last + 1):
            begun = nth
            while nth < many and spot[order[nth]] == at:
                own = order[nth]
                wins[own, z] = every - with_card[own // KINDS] - with_card[own % KINDS]
                nth += 1
            pair = firsts[at]
            while pair != NONE:
                d, e = pair // KINDS, pair % KINDS
                if d == e:
                    every += held[d] * (held[d] - 1) // 2
                    with_card[d] += held[d] - 1
                else:
                    every += held[d] * held[e]
                    with_card[d] += held[e]
                    with_card[e] += held[d]
                pair = chain[pair]
            for mine in range(begun, nth):
                own = order[mine]
                x, y = own // KINDS, own % KINDS
                less = wins[own, z]
                both = held[x] > 0 and held[y] > (x == y) and place[across[z, own]] <= at
                same = every - with_card[x] - with_card[y] + both - less
                kind = CATEGORY[along[own]]
                lower = net[LOWER, kind]
                wins[own, z] = lower * DEALERS + less * (net[HIGHER, kind] - lower) + same * (net[EQUAL, kind] - lower)
        held[z] += 1


@compiled
def _add(center: int, w: int, merged: int, left: Ints, into: Worth, wins: tuple[Ints, Ints, Ints]) -> None:
    """Add a board, once for every card that the other vertical card can be."""
    by_center, by_vertical, by_horizontal, by_both = into
    by_dealer, by_last, over_all = wins
    for x in range(KINDS):
        for y in range(x, KINDS):
            if left[x] == 0 or left[y] <= (x == y):
                continue
            own, ranked = x * KINDS + y, (x | merged) * KINDS + (y | merged)
            ways = left[w] + 1 - (x == w) - (y == w)
            by_vertical[own, w] += over_all[ranked]
            by_center[own, center >> 1] += ways * over_all[ranked]
            for z in range(KINDS):
                if left[z] > (x == z) + (y == z):
                    by_horizontal[own, z] += (ways - (z == w)) * by_last[ranked, z | merged]
            for d in range(KINDS):
                if left[d] == 0:
                    continue
                fewer = ways - (d == w)
                for e in range(d, KINDS):
                    if left[e] > (d == e):
                        won = by_dealer[ranked, (d | merged) * KINDS + (e | merged)]
                        by_both[own, d * KINDS + e] += (fewer - (e == w)) * won


@compiled
def _best(v: int, h: int, per: int, along: Worth, exchanged: Worth, one: Ints, totals: Ints) -> None:
    """Add the best choices of every start with these shown cards. ``exchanged`` is the worth of the other array."""
    for a in range(52):
        if a in (v, h):
            continue
        for b in range(a + 1, 52):
            if b in (v, h):
                continue
            for seen in range(52):
                one[0, seen] = 0
                one[1, seen] = 0
            for seen in range(52):
                if seen in (v, h, a, b):
                    continue
                suit = seen & 3
                vertical, horizontal, own = _place(v, suit), _place(h, suit), _pair(a, b, suit)
                _take(
                    along[0][vertical, horizontal, own, seen >> 2],
                    exchanged[0][horizontal, vertical, own, seen >> 2],
                    -per * BEHIND_ONE,
                    totals[CENTER],
                )
                in_vertical, across_it, in_horizontal, across_that = 0, 0, 0, 0
                for suit in range(4):
                    vertical, horizontal, own = _place(v, suit), _place(h, suit), _pair(a, b, suit)
                    kind = _kind(seen, suit)
                    in_vertical += along[1][vertical, horizontal, own, kind]
                    across_it += exchanged[2][horizontal, vertical, own, kind]
                    in_horizontal += along[2][vertical, horizontal, own, kind]
                    across_that += exchanged[1][horizontal, vertical, own, kind]
                _take(in_vertical, across_it, -per * BEHIND_ONE, totals[VERTICAL])
                _take(in_horizontal, across_that, -per * BEHIND_ONE, totals[HORIZONTAL])
                for other in range(seen + 1, 52):
                    if other in (v, h, a, b):
                        continue
                    upright, flat = 0, 0
                    for suit in range(4):
                        vertical, horizontal, own = _place(v, suit), _place(h, suit), _pair(a, b, suit)
                        dealt = _pair(seen, other, suit)
                        upright += along[3][vertical, horizontal, own, dealt]
                        flat += exchanged[3][horizontal, vertical, own, dealt]
                    _take(upright, flat, -per * BEHIND_BOTH, totals[BOTH])
                    one[0, seen] += upright
                    one[0, other] += upright
                    one[1, seen] += flat
                    one[1, other] += flat
            for seen in range(52):
                if seen not in (v, h, a, b):
                    _take(one[0, seen], one[1, seen], -per * BEHIND_DEALER, totals[DEALER])


@compiled
def _take(vertical: int, horizontal: int, fold: int, totals: Ints) -> None:
    """Add the best of three choices, and whether it is a raise."""
    raised = max(vertical, horizontal)
    totals[0] += max(raised, fold)
    totals[1] += raised > fold


@compiled
def _place(one: int, suit: int) -> int:
    """Whether a card is not of the center's suit."""
    return int(one & 3 != suit)


@compiled
def _kind(one: int, suit: int) -> int:
    return 2 * (one >> 2) + int(one & 3 != suit)


@compiled
def _pair(one: int, other: int, suit: int) -> int:
    """The pair of kinds, the lower first."""
    x, y = _kind(one, suit), _kind(other, suit)
    return min(x, y) * KINDS + max(x, y)
