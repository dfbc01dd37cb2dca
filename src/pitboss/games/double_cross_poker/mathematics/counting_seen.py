"""Count every deal behind every start of Double Cross Poker at which one or two hidden cards are seen.

Kinds and boards are those of ``counting``. A piece of the count is two ranks: those of the shown cards. It adds up what
the vertical array wins behind each start of these ranks, four times: by the center, by the other vertical card, by the
other horizontal card, and by both cards of the dealer. What one card of the dealer is worth follows from the last. Then
it tries every start and every card that may be seen, and takes the best choice.

What an array wins has two layers. The first counts every hand by its ranks alone, as if there were no flushes. The
second adds, for each suit of a shown card, what flushes of that suit change. No other suit can make one, and nothing
changes unless the player's or the dealer's two cards are of it.

What the horizontal array wins is what the vertical one wins with the two shown cards exchanged. So it is enough to try
a start with the lower rank in the vertical array.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

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
    rank_along,
    rank_pairs,
)
from pitboss.mathematics.counting.compiled import Tick, in_parallel, strength5, unmanaged
from pitboss.mathematics.counting.divisions import DIVISIONS, Divided, add_state, empty
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
MARKED = (CENTER, DEALER, HORIZONTAL)
"""Whose back may be marked. The other vertical card tells as much as the other horizontal one."""

TWO = list(combinations_with_replacement(range(KINDS), 2))
NUMBER: Ints = np.array([[TWO.index((min(x, y), max(x, y))) for y in range(KINDS)] for x in range(KINDS)])
"""The number of a pair of kinds, in either order."""
RANKED: Ints = np.array([[NUMBER[x | 1, y | 1] for y in range(KINDS)] for x in range(KINDS)])
"""The number of the pair with the same ranks, of kinds that make no flush."""
MADE, OWN, OF_RANKS, FIRST, SECOND, IF_LOWER, IF_EQUAL, IF_HIGHER = range(8)
"""What is listed of the player's pairs, in the order of their strengths along the vertical array: the strength, the
number of the pair and that of its ranks, both kinds, and the net of a hand that is lower, then what it gains above that
if it is equal or higher."""


def count(table: list[list[int]], per: int, tick: Tick | None = None) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    """For each kind of card that is seen, the best result over all deals and the number of states with a raise.

    Then, for each kind of ``MARKED`` card, what each division of the ranks gains above a fold of every start, and the
    states with a raise. ``table`` has the net of a raised hand by line and category, in parts of an ante: ``per``.
    """

    def found() -> Totals:
        ranks = [(low, high) for high in range(13) for low in range(high + 1)]
        net = np.array(table, np.int64)
        return in_parallel(lambda low, high: piece(low, high, net, per), ranks, tick)

    totals = kept_totals(
        "double_cross_poker", table, {"per": per}, found, module=__name__, most=STARTS * COMPLETIONS // 20
    )
    seen, each = 2 * len(STATES), 2 * DIVISIONS
    return totals[:seen], [totals[at : at + each] for at in range(seen, len(totals), each)]


def piece(low: int, high: int, net: Ints, per: int) -> tuple[int, ...]:
    """The totals over all starts whose shown cards have these ranks, in either order."""
    worth = [behind(low, high, net)]
    worth.append(worth[0] if low == high else behind(high, low, net))
    totals = np.zeros((5, 2), np.int64)
    marked = tuple(empty() for _ in MARKED)
    for suit, weight in ((0, 4), (1, 12)):
        if low != high or suit:
            one, orders = np.zeros((5, 2), np.int64), 1 if low == high else 2
            room = (np.zeros((3, 52), np.int64), np.zeros((4, 2, 52), np.int64), np.zeros((3, 13), np.int64))
            _best(4 * low, 4 * high + suit, per, worth[0], worth[1], *room, weight, orders, one, marked)
            totals += weight * one
    if low != high:  # with the higher rank in the vertical array, the two outer cards change places
        totals *= 2
        totals[[VERTICAL, HORIZONTAL]] = (totals[VERTICAL] + totals[HORIZONTAL]) // 2
    return *totals.ravel().tolist(), *(one for each in marked for one in each.added())


class Worth(NamedTuple):
    """What the vertical array wins by the player's pair and by what is seen.

    The first index is 0 for the layer of ranks, whose kinds are odd. In the layer of a suit it is 1 if the vertical
    card is of this suit, 2 if the horizontal card is, 3 if both are.
    """

    by_center: Ints
    """By rank."""
    by_vertical: Ints
    """By the kind of the other vertical card."""
    by_horizontal: Ints
    by_dealer: Ints
    """By the number of the dealer's pair."""


class _Room(NamedTuple):
    left: Ints
    across: Ints
    """The strength along the horizontal array by whether its card is of the center's suit, pair, and third card."""
    ascending: Ints
    """These third cards, in the order of the strength."""
    along: Ints
    place: Ints
    pairs: Ints
    own: Ints
    """The player's pairs as listed: all, and those of the center's suit."""
    many: Ints
    spot: Ints
    firsts: Ints
    chain: Ints
    with_card: Ints
    won: Ints
    """By the numbers of the dealer's and the player's pair, in the layer of ranks."""
    won_with: Ints
    """By the other horizontal card and the player's pair, in the same layer."""
    one: Ints
    over_all: Ints


def behind(vertical: int, horizontal: int, net: Ints) -> Worth:
    """What the vertical array wins behind the starts whose shown cards have these ranks."""

    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    many = len(TWO)
    worth = Worth(zeros(4, many, 13), zeros(4, many, KINDS), zeros(4, many, KINDS), zeros(4, many, many))
    room = _Room(
        left=zeros(KINDS),
        across=zeros(2, PAIRS, KINDS),
        ascending=zeros(2, PAIRS, KINDS),
        along=zeros(PAIRS),
        place=zeros(STRENGTHS),
        pairs=zeros(2, 2 * PAIRS),
        own=zeros(2, 8, many),
        many=zeros(2),
        spot=zeros(many),
        firsts=zeros(2 * PAIRS),
        chain=zeros(many),
        with_card=zeros(KINDS),
        won=zeros(many, many),
        won_with=zeros(KINDS, many),
        one=zeros(many),
        over_all=zeros(many),
    )
    _add_boards(vertical, horizontal, net, worth, room)
    by_dealer = np.ascontiguousarray(worth.by_dealer.transpose(0, 2, 1))
    return worth._replace(by_dealer=by_dealer)


@unmanaged
def _add_boards(vertical: int, horizontal: int, net: Ints, worth: Worth, room: _Room) -> None:
    """Add every board with these ranks of shown cards, in the layer of ranks and then in the others."""
    for center in range(0, KINDS, 2):
        for suited in range(2):
            _rank_across(center, 2 * horizontal + 1 - suited, room.across[suited], room.ascending[suited])
        for w in range(0, KINDS, 2):
            _add_board(0, center + 1, 2 * vertical + 1, 2 * horizontal + 1, w + 1, net, worth, room)
            for layer in range(1, 4):
                v, h = 2 * vertical + 1 - (layer & 1), 2 * horizontal + 1 - (layer >> 1)
                _add_board(layer, center, v, h, w, net, worth, room)
                if layer >> 1:  # the dealer may have a flush along the horizontal array
                    _add_board(layer, center, v, h, w + 1, net, worth, room)


@unmanaged
def _rank_across(center: int, h: int, across: Ints, ascending: Ints) -> None:
    """The strength of every pair with every third card along the horizontal array."""
    for x in range(KINDS):
        for y in range(x, KINDS):
            pair = NUMBER[x, y]
            for z in range(KINDS):
                strong = STRENGTHS  # five cards of a rank
                if not x >> 1 == y >> 1 == z >> 1 == h >> 1 == center >> 1:
                    strong = strength5(card(center), card(h), card(z), card(x), card(y))
                across[pair, z] = strong
                to = z
                while to > 0 and across[pair, ascending[pair, to - 1]] > strong:
                    ascending[pair, to] = ascending[pair, to - 1]
                    to -= 1
                ascending[pair, to] = z


@unmanaged
def _add_board(layer: int, center: int, v: int, h: int, w: int, net: Ints, worth: Worth, room: _Room) -> None:
    """Add a board with these kinds, once for every card that the center and the other vertical card can be.

    In the layer of a suit, what the same ranks add in the layer of ranks is taken off.
    """
    left = room.left
    for kind in range(KINDS):
        left[kind] = 4 * (kind & 1) if layer == 0 else 3 if kind & 1 else 1
    left[center] -= 1
    left[v] -= 1
    left[h] -= 1
    left[w] -= 1
    if left[center] < 0 or left[v] < 0 or left[h] < 0 or left[w] < 0:
        return
    rank_along(center & ~1, v, w, left, room.along)
    last = rank_pairs(left, room.along, room.place, room.pairs)
    _list_pairs(last, net, room)
    flushes = layer > 0 and (v | w) & 1 == 0
    suited = 1 if layer > 0 and h & 1 == 0 else 0
    _by_dealer(layer, flushes, center, w, room.across[suited], room.ascending[suited], worth.by_dealer[layer], room)
    _by_last(layer, flushes, center, w, last, room.across[suited], worth, room)


@unmanaged
def _list_pairs(last: int, net: Ints, room: _Room) -> None:
    """List the player's pairs in the order of their places."""
    own, many = room.own, room.many
    many[0], many[1] = 0, 0
    for at in range(1, last + 1, 2):
        pair = room.pairs[0, at]
        while pair != NONE:
            x, y = pair // KINDS, pair % KINDS
            strong = room.along[pair]
            kind = CATEGORY[strong]
            for which in range(2 - ((x | y) & 1)):
                nth = many[which]
                own[which, MADE, nth] = strong
                own[which, OWN, nth] = NUMBER[x, y]
                own[which, OF_RANKS, nth] = RANKED[x, y]
                own[which, FIRST, nth] = x
                own[which, SECOND, nth] = y
                own[which, IF_LOWER, nth] = net[LOWER, kind]
                own[which, IF_EQUAL, nth] = net[EQUAL, kind] - net[LOWER, kind]
                own[which, IF_HIGHER, nth] = net[HIGHER, kind] - net[LOWER, kind]
                many[which] += 1
            room.spot[NUMBER[x, y]] = at
            pair = room.pairs[1, pair]


@unmanaged
def _by_dealer(
    layer: int, flushes: bool, center: int, w: int, across: Ints, ascending: Ints, into: Ints, room: _Room
) -> None:
    """Add what each pair of the player wins against each pair of the dealer."""
    left, own, won = room.left, room.own, room.won
    for dealt in range(room.many[0]):
        pair, ranks = own[0, OWN, dealt], own[0, OF_RANKS, dealt]
        d, e, level = own[0, FIRST, dealt], own[0, SECOND, dealt], own[0, MADE, dealt]
        which = 0
        if layer > 0 and (d | e) & 1:  # only the player may have a flush
            if not flushes:
                continue
            which = 1
        centers = left[center] + 1 + (center == w) - (center == d) - (center == e)
        ways = left[w] + 1 - (w == d) - (w == e)
        below, equal, nth, before = 0, 0, 0, -1
        for at in range(room.many[which]):
            mine, x, y = own[which, MADE, at], own[which, FIRST, at], own[which, SECOND, at]
            if mine != before:
                before = mine
                below += equal
                equal = 0
                while nth < KINDS:
                    z = ascending[pair, nth]
                    if across[pair, z] > mine:
                        break
                    cards = left[z] - (z == d) - (z == e)
                    if across[pair, z] < mine:
                        below += cards
                    else:
                        equal += cards
                    nth += 1
            found = own[which, IF_LOWER, at] * LASTS
            if level <= mine:
                less = below - (across[pair, x] < mine) - (across[pair, y] < mine)
                same = equal - (across[pair, x] == mine) - (across[pair, y] == mine)
                if level == mine:
                    found += (less + same) * own[which, IF_EQUAL, at]
                else:
                    found += less * own[which, IF_HIGHER, at] + same * own[which, IF_EQUAL, at]
            if layer == 0:
                won[pair, own[which, OWN, at]] = found
            else:
                found -= won[ranks, own[which, OF_RANKS, at]]
            times = (centers - (x == center) - (y == center)) * (ways - (x == w) - (y == w))
            into[pair, own[which, OWN, at]] += times * found


@unmanaged
def _by_last(
    layer: int, flushes: bool, center: int, w: int, last: int, across: Ints, worth: Worth, room: _Room
) -> None:
    """Add what each pair of the player wins with each other horizontal card, and with all of them."""
    left, own, firsts, chain, with_card = room.left, room.own, room.firsts, room.chain, room.with_card
    won, one, over_all, many = room.won_with, room.one, room.over_all, room.many[0]
    for at in range(many):
        over_all[at] = 0
    for z in range(KINDS):
        if left[z] == 0 or (layer > 0 and not flushes and z & 1):  # no flush is possible
            continue
        left[z] -= 1
        for at in range(last + 1):
            firsts[at] = NONE
        for at in range(many):
            d, e = own[0, FIRST, at], own[0, SECOND, at]
            if left[d] > 0 and left[e] > (d == e):
                pair = own[0, OWN, at]
                key = max(room.spot[pair], room.place[across[pair, z]])
                chain[at] = firsts[key]
                firsts[key] = at
        for kind in range(KINDS):
            with_card[kind] = 0
        every, nth = 0, 0
        for at in range(last + 1):
            begun = nth
            while nth < many and room.spot[own[0, OWN, nth]] == at:
                one[nth] = every - with_card[own[0, FIRST, nth]] - with_card[own[0, SECOND, nth]]
                nth += 1
            dealt = firsts[at]
            while dealt != NONE:
                d, e = own[0, FIRST, dealt], own[0, SECOND, dealt]
                if d == e:
                    every += left[d] * (left[d] - 1) // 2
                    with_card[d] += left[d] - 1
                else:
                    every += left[d] * left[e]
                    with_card[d] += left[e]
                    with_card[e] += left[d]
                dealt = chain[dealt]
            for mine in range(begun, nth):
                x, y, pair = own[0, FIRST, mine], own[0, SECOND, mine], own[0, OWN, mine]
                less = one[mine]
                both = left[x] > 0 and left[y] > (x == y) and room.place[across[pair, z]] <= at
                same = every - with_card[x] - with_card[y] + both - less
                found = own[0, IF_LOWER, mine] * DEALERS
                found += less * own[0, IF_HIGHER, mine] + same * own[0, IF_EQUAL, mine]
                if layer == 0:
                    won[z, pair] = found
                else:
                    found -= won[z | 1, own[0, OF_RANKS, mine]]
                centers = left[center] + 1 + (center == w) - (x == center) - (y == center)
                ways = left[w] + 1 - (x == w) - (y == w)
                worth.by_horizontal[layer, pair, z] += centers * ways * found
                over_all[mine] += (left[z] + 1 - (x == z) - (y == z)) * found
        left[z] += 1
    for at in range(many):
        x, y, pair = own[0, FIRST, at], own[0, SECOND, at], own[0, OWN, at]
        ways = left[w] + 1 - (x == w) - (y == w)
        centers = left[center] + 1 - (x == center) - (y == center)
        worth.by_center[layer, pair, center >> 1] += ways * over_all[at]
        worth.by_vertical[layer, pair, w] += centers * over_all[at]


@unmanaged
def _best(
    v: int,
    h: int,
    per: int,
    along: Worth,
    exchanged: Worth,
    kinds: Ints,
    found: Ints,
    gains: Ints,
    weight: int,
    orders: int,
    totals: Ints,
    marked: tuple[Divided, ...],
) -> None:
    """Add the best choices of every start with these shown cards. ``exchanged`` is the worth of the other array.

    ``found`` has what both arrays win by what is seen and by card. Marks are added with their ``weight``.
    """
    _fill_kinds(v, h, kinds)
    layers = 2 if (v ^ h) & 3 == 0 else 3
    for a in range(52):
        for b in range(a + 1, 52):
            if v in (a, b) or h in (a, b):
                continue
            fill_cross(v, h, a, b, along, exchanged, kinds, found)
            for seen in range(52):
                if seen in (v, h, a, b):
                    continue
                for other in range(seen + 1, 52):
                    if other in (v, h, a, b):
                        continue
                    upright, flat = 0, 0
                    for layer in range(layers):
                        own = NUMBER[kinds[layer, a], kinds[layer, b]]
                        dealt = NUMBER[kinds[layer, seen], kinds[layer, other]]
                        in_v, in_h = 1 - (kinds[layer, v] & 1), 1 - (kinds[layer, h] & 1)
                        upright += along.by_dealer[in_v + 2 * in_h, own, dealt]
                        flat += exchanged.by_dealer[in_h + 2 * in_v, own, dealt]
                    raised = max(upright, flat)
                    totals[BOTH, 0] += max(raised, -per * BEHIND_BOTH)
                    totals[BOTH, 1] += raised > -per * BEHIND_BOTH
                    found[DEALER, 0, seen] += upright
                    found[DEALER, 0, other] += upright
                    found[DEALER, 1, seen] += flat
                    found[DEALER, 1, other] += flat
            for what in range(4):
                fold = -per * (BEHIND_DEALER if what == DEALER else BEHIND_ONE)
                for rank in range(13):
                    for column in range(3):
                        gains[column, rank] = 0
                for seen in range(52):
                    if seen in (v, h, a, b):
                        continue
                    raised = max(found[what, 0, seen], found[what, 1, seen])
                    totals[what, 0] += max(raised, fold)
                    totals[what, 1] += raised > fold
                    gains[0, seen >> 2] += found[what, 0, seen] - fold
                    gains[1, seen >> 2] += found[what, 1, seen] - fold
                    gains[2, seen >> 2] += 1
                if what in (CENTER, DEALER):
                    add_state(gains[0], gains[1], gains[2], weight * orders, marked[what // DEALER])
                elif what == HORIZONTAL or orders == 2:  # the vertical card is that of the other order
                    add_state(gains[0], gains[1], gains[2], weight, marked[2])


@unmanaged
def _fill_kinds(v: int, h: int, kinds: Ints) -> None:
    """The kind of every card: by ranks alone, and in the suit of either shown card."""
    for seen in range(52):
        kinds[0, seen] = 2 * (seen >> 2) + 1
        kinds[1, seen] = 2 * (seen >> 2) + int(seen & 3 != v & 3)
        kinds[2, seen] = 2 * (seen >> 2) + int(seen & 3 != h & 3)


@unmanaged
def fill_cross(v: int, h: int, a: int, b: int, along: Worth, exchanged: Worth, kinds: Ints, found: Ints) -> None:
    """What both arrays win with these two cards of the player, by which card of the cross is seen, and nothing yet for
    one card of the dealer."""
    for what in range(4):
        for seen in range(52):
            found[what, 0, seen] = 0
            found[what, 1, seen] = 0
    for layer in range(2 if (v ^ h) & 3 == 0 else 3):
        own = NUMBER[kinds[layer, a], kinds[layer, b]]
        in_v, in_h = 1 - (kinds[layer, v] & 1), 1 - (kinds[layer, h] & 1)
        this, that = in_v + 2 * in_h, in_h + 2 * in_v
        for seen in range(52):
            if seen in (v, h, a, b):
                continue
            kind = kinds[layer, seen]
            if layer == 0 or kind & 1 == 0:
                found[CENTER, 0, seen] += along.by_center[this, own, seen >> 2]
                found[CENTER, 1, seen] += exchanged.by_center[that, own, seen >> 2]
            found[VERTICAL, 0, seen] += along.by_vertical[this, own, kind]
            found[VERTICAL, 1, seen] += exchanged.by_horizontal[that, own, kind]
            found[HORIZONTAL, 0, seen] += along.by_horizontal[this, own, kind]
            found[HORIZONTAL, 1, seen] += exchanged.by_vertical[that, own, kind]
