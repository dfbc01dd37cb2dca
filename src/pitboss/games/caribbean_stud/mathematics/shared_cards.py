"""What a bet is worth at Caribbean Stud Poker to players who know each other's cards.

The dealer's hole cards are counted by their ranks: the ways to take these ranks from the unseen cards are a product.
Hands that can be of the up card's suit are then moved to their true strength.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.cards import PACK_52
from pitboss.basics.poker import ACE_KING
from pitboss.games.caribbean_stud.mathematics.choices import choices_by
from pitboss.games.caribbean_stud.mathematics.counting import UP_CARDS, up_cards
from pitboss.games.caribbean_stud.mathematics.one_hand import HOLE, nets
from pitboss.games.caribbean_stud.settle import BELOW, EQUAL, HIGHER, LOWER
from pitboss.mathematics.counting.compiled import Tick, compiled
from pitboss.mathematics.counting.hands import CHOOSE, MIXED, SUITED, WEIGHT, Ints, strengths, suit_classes
from pitboss.mathematics.counting.seen import HAND, WAYS, nets_by_strength, rest
from pitboss.mathematics.results import Shared
from pitboss.simulation.shared_cards import ALL_CARDS, simulated

if TYPE_CHECKING:
    from pitboss.games.caribbean_stud.rules import CaribbeanStudRules, MainPays

OF_A_SUIT = np.uint64(sum(1 << 4 * rank for rank in range(13)))
"""A bit for each card of the first suit."""


def cards_shared(rules: CaribbeanStudRules, seats: int, tick: Tick | None = None) -> Shared:
    """The gain of a seat if so many seats share their cards."""
    table, per = nets(rules.main_pays), rules.main_pays.per
    known = 1 + HAND * seats
    behind = comb(len(PACK_52) - known, HOLE)
    return simulated(
        "caribbean_stud",
        seats,
        known,
        lambda cards: worth(cards, table, -per * behind),
        lambda cards: usual(cards, bets(rules.main_pays)),
        behind=behind,
        nets=table,
        per=per,
        module=__name__,
        tick=tick,
    )


def worth(cards: Ints, table: list[list[int]], fold: int, pack: Ints = ALL_CARDS) -> Ints:
    """What a fold and a bet of each seat win over all hole cards, by deal, seat and choice.

    A row of ``cards`` is a deal: the up card, then the hand of each seat. ``pack`` has a 1 for each card in use.
    """
    cards = np.ascontiguousarray(cards, np.int64)
    hands = cards[:, 1:].reshape(len(cards), -1, HAND)
    own = strengths(hands.reshape(-1, HAND)).reshape(hands.shape[:2])
    found = np.full((*own.shape, 2), fold, np.int64)
    _bets(
        cards,
        own,
        pack,
        nets_by_strength(table),
        *rest(HOLE),
        np.zeros(52, np.int64),
        np.zeros(65, np.int64),
        np.zeros((own.shape[1], 4), np.int64),
        found,
    )
    return found


@compiled
def _bets(
    cards: Ints,
    own: Ints,
    pack: Ints,
    nets: Ints,
    places: Ints,
    weights: Ints,
    sets: Ints,
    left: Ints,
    ways: Ints,
    lines: Ints,
    found: Ints,
) -> None:
    """Fill in the bets. ``left``, ``ways`` and ``lines`` are room for a deal: its unseen cards, the ways to take cards
    of a rank, and how often each seat ends on each line."""
    for deal in range(len(cards)):
        for card in range(52):
            left[card] = pack[card]
        for at in range(cards.shape[1]):
            left[cards[deal, at]] = 0
        suit = cards[deal, 0] & 3
        alike = 0
        for rank in range(13):
            alike |= left[4 * rank + suit] << rank
            many = left[4 * rank] + left[4 * rank + 1] + left[4 * rank + 2] + left[4 * rank + 3]
            for taken in range(5):
                ways[5 * rank + taken] = WAYS[many, taken]
        for seat in range(len(lines)):
            for line in range(4):
                lines[seat, line] = 0
        up, weight = 1 << (cards[deal, 0] >> 2), WEIGHT[cards[deal, 0]]
        for at in range(len(weights)):
            product = ways[places[at, 0]] * ways[places[at, 1]] * ways[places[at, 2]] * ways[places[at, 3]]
            if product:
                dealer = MIXED[weight + weights[at]]
                for seat in range(len(lines)):
                    lines[seat, _line(own[deal, seat], dealer)] += product
            if sets[at] >= 0 and not sets[at] & ~alike:
                dealer, flush = MIXED[weight + weights[at]], SUITED[up | sets[at]]
                for seat in range(len(lines)):
                    lines[seat, _line(own[deal, seat], dealer)] -= 1
                    lines[seat, _line(own[deal, seat], flush)] += 1
        for seat in range(len(lines)):
            total = np.int64(0)
            for line in range(4):
                total += lines[seat, line] * nets[own[deal, seat], line]
            found[deal, seat, 1] = total


@compiled
def _line(own: int, dealer: int) -> int:
    """What the player meets, in the order of ``nets_by_strength``."""
    if dealer < ACE_KING:
        return BELOW
    return EQUAL if dealer == own else LOWER if dealer > own else HIGHER


@lru_cache(maxsize=1)
def bets(pays: MainPays) -> Ints:
    """The up cards against which each hand is bet by whoever sees no other hand, as bits, by the number of the hand."""
    best = choices_by(pays).best.reshape(-1, UP_CARDS).astype(np.uint64)
    ups = (best << up_cards().astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    hands, found = suit_classes(HAND).hands, np.zeros(comb(len(PACK_52), HAND), np.uint64)
    for suits in permutations(range(4)):
        renamed = np.array(suits, np.int8)[hands & 3]
        found[_numbers(hands & ~3 | renamed)] = sum(
            (ups >> np.uint64(before) & OF_A_SUIT) << np.uint64(after) for before, after in enumerate(suits)
        )
    return found


def _numbers(hands: Ints) -> Ints:
    """The number of each set of five cards."""
    found: Ints = CHOOSE[range(1, HAND + 1), np.sort(hands, axis=1)].sum(axis=1)
    return found


def usual(cards: Ints, alone: Ints) -> Ints:
    """The best choice of each seat that knows its own hand and the up card alone, by deal and seat, from ``bets``."""
    numbers = _numbers(cards[:, 1:].reshape(-1, HAND)).reshape(len(cards), -1)
    found: Ints = (alone[numbers] >> cards[:, :1].astype(np.uint64) & np.uint64(1)).astype(np.int8)
    return found
