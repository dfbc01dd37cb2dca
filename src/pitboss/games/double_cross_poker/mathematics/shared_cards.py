"""What a raise along each array is worth at Double Cross Poker to players who know each other's cards.

Kinds of card are those of ``counting``. For each center and each pair of the dealer, the strengths of this pair with
every third card are placed among the strengths that the seats can have. Running sums then tell, for each seat and each
last card of its array, with how many of the other array's last cards the dealer is lower. Pairs that are not both of
the center's suit make no flush, so all of the same ranks are alike. If no shown card is of the center's suit, nobody
makes a flush: then a rank is one kind, and all centers of a rank are alike.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.cards import PACK_52
from pitboss.basics.poker import EQUAL, HIGHER, LOWER
from pitboss.games.double_cross_poker.mathematics.choices import ACTIONS, choices, nets
from pitboss.games.double_cross_poker.mathematics.counting import KINDS, STRENGTHS, card, class_number, number, starts
from pitboss.games.double_cross_poker.mathematics.one_hand import table_of
from pitboss.mathematics.counting.compiled import Tick, compiled, inlined, strength5
from pitboss.mathematics.counting.hands import CATEGORY, Ints
from pitboss.mathematics.results import Shared
from pitboss.simulation.shared_cards import ALL_CARDS, simulated

if TYPE_CHECKING:
    from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules

SHOWN, OWN = 2, 2
"""The cards that are turned before the decision, and those of each seat."""
HELD, CARDS, TIMES, ALONG, ACROSS = range(5)
"""By kind: the cards behind a center; those behind a pair of the dealer too; in how many ways such a pair and a card of
the kind can be dealt; the places of the pair with a card of the kind along each array."""
BELOW, UP_TO = 0, 1
"""The dealer's hand is lower than the player's, or not higher."""


def cards_shared(rules: DoubleCrossPokerRules, seats: int, tick: Tick | None = None) -> Shared:
    """The gain of a seat if so many seats share their cards."""
    (net, per), best = nets(rules), choices(rules).best
    table, known = table_of(net), SHOWN + OWN * seats
    left = len(PACK_52) - known
    behind = left * (left - 1) * (left - 2) * comb(left - 3, OWN)
    return simulated(
        "double_cross_poker",
        seats,
        known,
        lambda cards: worth(cards, table, -per * behind),
        lambda cards: usual(cards, best),
        behind=behind,
        nets=table,
        per=per,
        module=__name__,
        tick=tick,
    )


def usual(cards: Ints, best: Ints) -> Ints:
    """The best choice of each seat that knows its own cards and the shown ones, by deal and seat."""
    shown = np.repeat(cards[:, :SHOWN], (cards.shape[1] - SHOWN) // OWN, axis=0)
    held = np.column_stack((shown, cards[:, SHOWN:].reshape(-1, OWN))).astype(np.int64)
    found: Ints = best[np.searchsorted(number(starts().cards), class_number(held))]
    return found.reshape(len(cards), -1)


def worth(cards: Ints, table: list[list[int]], fold: int, pack: Ints = ALL_CARDS) -> Ints:
    """What a fold and a raise along either array win for each seat over all that can follow, by deal, seat and choice.

    A row of ``cards`` is a deal: the vertical and the horizontal card, then two of each seat. ``pack`` has a 1 for each
    card in use.
    """
    cards = np.ascontiguousarray(cards, np.int64)
    seats = (cards.shape[1] - SHOWN) // OWN
    found = np.full((len(cards), seats, len(ACTIONS)), fold, np.int64)
    by_strength: Ints = np.ascontiguousarray(np.array(table, np.int64)[:, CATEGORY].T)
    room = (
        np.zeros((2, seats, KINDS), np.int64),
        np.zeros((2, KINDS, seats), np.int64),
        np.zeros((2, KINDS, seats, 2), np.int64),
    )
    rows, places = np.zeros((5, KINDS), np.int64), np.zeros(STRENGTHS, np.int64)
    sums = np.zeros((2, 4 * seats * KINDS + 2), np.int64)
    _raises(cards, pack, by_strength, np.zeros(52, np.int64), *room, rows, places, sums, found)
    return found


@compiled
def _raises(
    cards: Ints,
    pack: Ints,
    nets: Ints,
    unseen: Ints,
    own: Ints,
    spots: Ints,
    lower: Ints,
    rows: Ints,
    places: Ints,
    sums: Ints,
    found: Ints,
) -> None:
    """Fill in the raises. The others are room."""
    for deal in range(len(cards)):
        known = cards[deal]
        left = int(np.int64(0))
        for one in range(52):
            unseen[one] = pack[one]
            for at in range(len(known)):
                if known[at] == one:
                    unseen[one] = 0
            left += int(unseen[one])
        for seat in range(found.shape[1]):
            found[deal, seat, 1] = 0
            found[deal, seat, 2] = 0
        for center in range(52):
            merged = int(not _shown(center & 3, known))
            times = int(unseen[center])
            for suit in range(4 if merged else 0):  # the last of these suits stands for all of them
                if suit < center & 3 and not _shown(suit, known):
                    times += int(unseen[center & ~3 | suit])
                elif suit > center & 3 and not _shown(suit, known):
                    times = 0
            if times:
                _hold(center, merged, unseen, rows)
                _add_center(
                    center, merged, times, known, left, nets, own, spots, lower, rows, places, sums, found[deal]
                )


@inlined
def _shown(suit: int, known: Ints) -> bool:
    """Whether a card that is turned before the decision is of this suit."""
    return bool(suit == known[0] & 3 or suit == known[1] & 3)


@compiled
def _hold(center: int, merged: int, unseen: Ints, rows: Ints) -> None:
    """Count the cards of each kind behind a center. If they are merged, a rank is one kind."""
    held = rows[HELD]
    for kind in range(KINDS):
        held[kind] = 0
    for one in range(52):
        held[_kind(one, center & 3, merged)] += unseen[one]
    held[_kind(center, center & 3, merged)] -= 1


@inlined
def _kind(one: int, suit: int, merged: int) -> int:
    return int(2 * (one >> 2) + (merged | int(one & 3 != suit)))


@compiled
def _add_center(
    given: int,
    merged: int,
    times: int,
    known: Ints,
    left: int,
    nets: Ints,
    own: Ints,
    spots: Ints,
    lower: Ints,
    rows: Ints,
    places: Ints,
    sums: Ints,
    found: Ints,
) -> None:
    """Add all deals with this center. ``own`` has the strength of each seat by array and by the kind of its last card,
    ``lower`` how often the dealer's hand is below it and not above it."""
    center, suit = given & ~3, given & 3
    vertical, horizontal = card(_kind(known[0], suit, merged)), card(_kind(known[1], suit, merged))
    held = rows[HELD]
    for strength in range(STRENGTHS):
        places[strength] = 0
    for seat in range(len(found)):
        one = card(_kind(known[SHOWN + OWN * seat], suit, merged))
        two = card(_kind(known[SHOWN + OWN * seat + 1], suit, merged))
        for kind in range(KINDS):
            if held[kind]:
                own[0, seat, kind] = strength5(center, vertical, card(kind), one, two)
                own[1, seat, kind] = strength5(center, horizontal, card(kind), one, two)
                for array in range(2):
                    places[own[array, seat, kind]] = 1
                    lower[array, kind, seat, BELOW] = 0
                    lower[array, kind, seat, UP_TO] = 0
    last = int(np.int64(0))
    for strength in range(STRENGTHS):  # a seat's strength has an odd place, those between two of them an even one
        taken = int(places[strength])
        places[strength] = last + taken
        last += 2 * taken
    for array in range(2):
        for kind in range(KINDS):
            for seat in range(len(found) if held[kind] else 0):
                spots[array, kind, seat] = places[own[array, seat, kind]]
    for high in range(13):
        for low in range(high + 1):
            _weigh_ranks(low, high, rows)
            _place_dealer(center, vertical, horizontal, 2 * low + 1, 2 * high + 1, last, rows, places, sums)
            _compare(spots, lower, rows, sums)
            if low < high and held[2 * low] and held[2 * high]:
                _weigh_suited(2 * low, 2 * high, rows)
                _place_dealer(center, vertical, horizontal, 2 * low, 2 * high, last, rows, places, sums)
                _compare(spots, lower, rows, sums)
    every = comb2(left - 2) * (left - 4)
    for seat in range(len(found)):
        for array in range(2):
            for kind in range(KINDS):
                if held[kind]:
                    below, up_to = lower[array, kind, seat, BELOW], lower[array, kind, seat, UP_TO]
                    net = nets[own[array, seat, kind]]
                    won = below * net[HIGHER] + (up_to - below) * net[EQUAL]
                    found[seat, 1 + array] += times * (won + (held[kind] * every - up_to) * net[LOWER])


@compiled
def _weigh_ranks(low: int, high: int, rows: Ints) -> None:
    """Weigh the dealer's pairs of these ranks that are not both of the center's suit. They make no flush, so their
    suits do not matter, and the last cards of a rank count as one kind."""
    held, cards, times = rows[HELD], rows[CARDS], rows[TIMES]
    for kind in range(KINDS):
        rank, suited = kind >> 1, kind & 1 == 0
        of_low = held[2 * low] + held[2 * low + 1] - (rank == low)
        of_high = held[2 * high] + held[2 * high + 1] - (rank == high)
        both = held[2 * low] * held[2 * high] * (not (suited and (rank in (low, high))))
        pairs = of_low * (of_low - 1) // 2 if low == high else of_low * of_high - both
        times[kind] = held[kind] * max(pairs, 0)
        cards[kind] = 0 if suited else held[kind - 1] + held[kind] - (rank == low) - (rank == high)


@compiled
def _weigh_suited(low: int, high: int, rows: Ints) -> None:
    """Weigh the dealer's pair of these two cards of the center's suit."""
    held, cards, times = rows[HELD], rows[CARDS], rows[TIMES]
    for kind in range(KINDS):
        cards[kind] = held[kind] - (kind == low) - (kind == high)
        times[kind] = cards[kind]


@compiled
def _place_dealer(
    center: int, vertical: int, horizontal: int, d: int, e: int, last: int, rows: Ints, places: Ints, sums: Ints
) -> None:
    """Place the strengths of a pair of the dealer along both arrays, and add up the last cards to each place."""
    cards, along, across = rows[CARDS], rows[ALONG], rows[ACROSS]
    for at in range(last + 1):
        sums[0, at] = 0
        sums[1, at] = 0
    for kind in range(KINDS):
        if cards[kind] > 0:
            along[kind] = places[strength5(center, vertical, card(kind), card(d), card(e))]
            across[kind] = places[strength5(center, horizontal, card(kind), card(d), card(e))]
            sums[0, along[kind]] += cards[kind]
            sums[1, across[kind]] += cards[kind]
    if d & 1:  # the last cards of a rank are alike
        for kind in range(0, KINDS, 2):
            along[kind] = along[kind + 1]
            across[kind] = across[kind + 1]
    for at in range(last):
        sums[0, at + 1] += sums[0, at]
        sums[1, at + 1] += sums[1, at]


@compiled
def _compare(spots: Ints, lower: Ints, rows: Ints, sums: Ints) -> None:
    """Compare every seat's hands with the pairs of the dealer that were weighed."""
    times, along, across = rows[TIMES], rows[ALONG], rows[ACROSS]
    for array in range(2):
        mine, others = (along, across) if array == 0 else (across, along)
        cards = sums[1 - array]
        for kind in range(KINDS):
            if times[kind] == 0:
                continue
            this, other = mine[kind], others[kind]
            for seat in range(spots.shape[2]):
                at = spots[array, kind, seat]
                if this <= at:
                    lower[array, kind, seat, UP_TO] += times[kind] * (cards[at] - (other <= at))
                    if this < at:
                        lower[array, kind, seat, BELOW] += times[kind] * (cards[at - 1] - (other < at))


@inlined
def comb2(cards: int) -> int:
    """The number of pairs among so many cards."""
    return cards * (cards - 1) // 2
