"""What a second wager is worth at Boston 5 Stud Poker to players who know each other's first three cards.

The dealer's hands are added in ascending strength to tallies: all of them, those with one and with two given cards.
Where the strength of a player's hand is reached, inclusion and exclusion over its last two cards tells how many of the
dealer's hands are lower. The hands of given ranks are one step, as if suits did not matter. Those of one suit are then
taken off at that strength, and added at their own.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.cards import PACK_52
from pitboss.basics.poker import EQUAL, HIGHER, LOWER
from pitboss.games.boston_5_stud.mathematics.choices import choices, nets
from pitboss.games.boston_5_stud.mathematics.one_hand import DEALER, PLACES, SETS, STRENGTHS, WAYS
from pitboss.games.boston_5_stud.settle import FIRST
from pitboss.mathematics.counting.compiled import Tick, compiled, inlined, strength5
from pitboss.mathematics.counting.hands import CATEGORY, MIXED, RANKS_IN, SUITED, WEIGHT, Ints, suit_classes
from pitboss.mathematics.results import Shared
from pitboss.simulation.shared_cards import ALL_CARDS, simulated

if TYPE_CHECKING:
    from pitboss.games.boston_5_stud.rules import Boston5StudRules

START, LAST = 3, 2
"""The player's cards before and after the second wager."""
ALL = len(CATEGORY)
"""The strengths begin at 1."""
NONE = -1
"""The end of a chain."""
NEXT, SEAT, ONE, OTHER, BEATEN = range(5)
"""What a player's hand has: the next of its strength, the seat, the last two cards, the dealer's lower hands."""
FIVES: Ints = RANKS_IN[SETS][:, :DEALER].astype(np.int64)
"""The ranks of every hand of one suit, in ascending strength."""
AS_MIXED: Ints = MIXED[WEIGHT[4 * FIVES].sum(axis=1)].astype(np.int64)
AS_SUITED: Ints = SUITED[SETS].astype(np.int64)
DEALT: Ints = np.array([comb(left, DEALER) for left in range(53)], np.int64)

Tallies = tuple[Ints, Ints, Ints]
"""The dealer's hands so far: all of them, and those with one and with two given cards."""


def cards_shared(rules: Boston5StudRules, seats: int, tick: Tick | None = None) -> Shared:
    """The gain of a seat if so many seats share their cards."""
    (table, per), best = nets(rules), choices(rules).best
    left = len(PACK_52) - START * seats
    behind = comb(left, LAST) * comb(left - LAST, DEALER)
    return simulated(
        "boston_5_stud",
        seats,
        START * seats,
        lambda cards: worth(cards, table, -(1 + FIRST) * per * behind),
        lambda cards: usual(cards, best),
        behind=behind,
        nets=table,
        per=per,
        module=__name__,
        tick=tick,
    )


def usual(cards: Ints, best: Ints) -> Ints:
    """The best choice of each seat that knows its own cards alone, by deal and seat. ``best`` is by class of start."""
    found: Ints = best[suit_classes(START).indices(cards.reshape(-1, START).astype(np.int64))]
    return found.reshape(len(cards), -1)


def worth(cards: Ints, table: list[list[int]], fold: int, pack: Ints = ALL_CARDS) -> Ints:
    """What a fold and a second wager of each seat win over all that can follow, by deal, seat and choice.

    A row of ``cards`` is a deal: the first three cards of each seat. ``pack`` has a 1 for each card in use.
    """
    cards = np.ascontiguousarray(cards, np.int64)
    seats = cards.shape[1] // START
    found = np.full((len(cards), seats, 2), fold, np.int64)
    by_strength: Ints = np.ascontiguousarray(np.array(table, np.int64)[:, CATEGORY].T)
    hands = np.zeros((BEATEN + 1, seats * comb(len(PACK_52), LAST)), np.int64)
    by_rank, by_card = (
        (np.zeros(1, np.int64), np.zeros(many, np.int64), np.zeros((many, many), np.int64)) for many in (13, 52)
    )
    left = np.zeros(52, np.int64), np.zeros(13, np.int64), np.zeros(4, np.int64)
    _seconds(
        cards, pack, by_strength, *left, np.zeros(ALL, np.int64), hands, np.zeros(3, np.int64), by_rank, by_card, found
    )
    return found


@compiled
def _seconds(
    cards: Ints,
    pack: Ints,
    nets: Ints,
    unseen: Ints,
    ranks: Ints,
    alike: Ints,
    firsts: Ints,
    hands: Ints,
    nth: Ints,
    by_rank: Tallies,
    by_card: Tallies,
    found: Ints,
) -> None:
    """Fill in the second wagers. The others are room: the unseen cards, how many there are of each rank, and the ranks
    in each suit; the players' hands by strength; the next steps; and the tallies."""
    for deal in range(len(cards)):
        left = _set_unseen(cards[deal], pack, unseen, ranks, alike)
        _empty(by_rank)
        _empty(by_card)
        for at in range(3):
            nth[at] = 0
        _rank_hands(cards[deal], unseen, left, firsts, hands)
        every = DEALT[left - LAST]
        for seat in range(found.shape[1]):
            found[deal, seat, 1] = 0
        for strength in range(1, ALL):
            if firsts[strength] == NONE:
                continue
            _add_below(strength, nth, ranks, alike, by_rank, by_card)
            hand = firsts[strength]
            while hand != NONE:
                hands[BEATEN, hand] = _without(hands[ONE, hand], hands[OTHER, hand], ranks, by_rank, by_card)
                hand = hands[NEXT, hand]
            _add_below(strength + 1, nth, ranks, alike, by_rank, by_card)
            hand = firsts[strength]
            while hand != NONE:
                lower = hands[BEATEN, hand]
                equal = _without(hands[ONE, hand], hands[OTHER, hand], ranks, by_rank, by_card) - lower
                won = lower * nets[strength, HIGHER] + equal * nets[strength, EQUAL]
                found[deal, hands[SEAT, hand], 1] += won + (every - lower - equal) * nets[strength, LOWER]
                hand = hands[NEXT, hand]


@compiled
def _set_unseen(cards: Ints, pack: Ints, unseen: Ints, ranks: Ints, alike: Ints) -> int:
    """Find the cards that nobody has seen, and return their number."""
    for suit in range(4):
        alike[suit] = 0
    for rank in range(13):
        ranks[rank] = 0
    left = 0
    for card in range(52):
        free = pack[card] == 1
        for at in range(len(cards)):
            free = free and cards[at] != card
        if free:
            unseen[left] = card
            ranks[card >> 2] += 1
            alike[card & 3] |= 1 << (card >> 2)
            left += 1
    return left


@compiled
def _empty(tallies: Tallies) -> None:
    every, with_one, with_two = tallies
    every[0] = 0
    for one in range(len(with_one)):
        with_one[one] = 0
        for two in range(len(with_one)):
            with_two[one, two] = 0


@compiled
def _rank_hands(cards: Ints, unseen: Ints, left: int, firsts: Ints, hands: Ints) -> None:
    """Chain the hands that each seat can end with by their strength."""
    for strength in range(ALL):
        firsts[strength] = NONE
    many = 0
    for seat in range(len(cards) // START):
        a, b, c = cards[START * seat], cards[START * seat + 1], cards[START * seat + 2]
        for other in range(1, left):
            for one in range(other):
                strength = strength5(a, b, c, unseen[one], unseen[other])
                hands[NEXT, many] = firsts[strength]
                hands[SEAT, many] = seat
                hands[ONE, many] = unseen[one]
                hands[OTHER, many] = unseen[other]
                firsts[strength] = many
                many += 1


@compiled
def _add_below(bound: int, nth: Ints, ranks: Ints, alike: Ints, by_rank: Tallies, by_card: Tallies) -> None:
    """Add the dealer's hands up to this strength to the tallies. ``nth`` has the next hand of each order."""
    while nth[0] < len(STRENGTHS) and STRENGTHS[nth[0]] < bound:
        _add_ranks(PLACES[nth[0]], ranks, by_rank)
        nth[0] += 1
    while nth[1] < len(SETS) and AS_MIXED[nth[1]] < bound:
        _add_suited(nth[1], -1, alike, by_card)
        nth[1] += 1
    while nth[2] < len(SETS) and AS_SUITED[nth[2]] < bound:
        _add_suited(nth[2], 1, alike, by_card)
        nth[2] += 1


@compiled
def _add_ranks(places: Ints, ranks: Ints, by_rank: Tallies) -> None:
    """Add the hands of these ranks, once for each of their cards of a rank, and for each two cards of two ranks."""
    every, with_one, with_two = by_rank
    ways = np.int64(1)
    for at in range(DEALER):
        ways *= WAYS[ranks[places[at] // 5], places[at] % 5]
    if ways == 0:
        return
    every[0] += ways
    for at in range(DEALER):
        one, held = places[at] // 5, places[at] % 5
        if held == 0:
            break
        with_one[one] += ways * held
        with_two[one, one] += ways * held * (held - 1)
        for before in range(at):
            with_two[places[before] // 5, one] += ways * held * (places[before] % 5)


@compiled
def _add_suited(nth: int, sign: int, alike: Ints, by_card: Tallies) -> None:
    """Add the hands of one suit with these ranks, or take them off."""
    every, with_one, with_two = by_card
    for suit in range(4):
        if SETS[nth] & ~alike[suit]:
            continue
        every[0] += sign
        for at in range(DEALER):
            card = 4 * FIVES[nth, at] + suit
            with_one[card] += sign
            for before in range(at):
                with_two[4 * FIVES[nth, before] + suit, card] += sign


@inlined
def _without(one: int, other: int, ranks: Ints, by_rank: Tallies, by_card: Tallies) -> int:
    """The dealer's hands so far that hold neither of two cards, the lower card first.

    Each of the cards left of a rank is in as many hands as any other, so a share of a tally is that of one card.
    """
    low, high = one >> 2, other >> 2
    pairs = ranks[low] * (ranks[high] - (low == high))
    mixed = by_rank[0][0] - by_rank[1][low] // ranks[low] - by_rank[1][high] // ranks[high]
    mixed += by_rank[2][low, high] // pairs
    return int(mixed + by_card[0][0] - by_card[1][one] - by_card[1][other] + by_card[2][one, other])
