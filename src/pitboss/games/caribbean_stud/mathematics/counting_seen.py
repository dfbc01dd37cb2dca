"""Count what is bet at Caribbean Stud Poker by a player who sees more of the dealer's cards than the up card."""

from __future__ import annotations

from math import comb

import numpy as np

from pitboss.basics.poker import ACE_KING
from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel
from pitboss.mathematics.counting.divisions import Divided, add_state, empty
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.counting.seen import (
    HAND,
    IN_SUIT,
    STRENGTHS,
    WAYS,
    Seen,
    Totals,
    hands,
    kept_totals,
    nets_by_strength,
    ways_to_see,
    worth,
)


def count(many: int, table: list[list[int]], per: int, tick: Tick | None = None) -> tuple[int, ...]:
    """The best result over all deals in which so many cards are seen, and the number of hands that are bet.

    ``table`` has the net of a bet by category and by what the player meets, in parts of an ante: ``per``.
    """

    def found() -> Totals:
        by_strength = nets_by_strength(table)
        return in_parallel(_piece, [(cards, by_strength, per) for cards in ways_to_see(many)], tick)

    most = comb(52, HAND) * comb(47, many) * comb(47 - many, HAND - many) // 13  # with one card of a rank
    key = {"many": many, "per": per}
    return kept_totals("caribbean_stud", table, key, found, module=__name__, most=most)


def _piece(cards: Seen, table: Ints, per: int) -> tuple[int, int]:
    """The best result over all deals in which these cards are seen, and the number of hands that are bet."""
    found = np.zeros(2, np.int64)
    many = len(cards.ranks)
    counts = np.bincount(np.array(cards.ranks), minlength=13).astype(np.int64)
    fold = -per * comb(47 - many, HAND - many)
    suit = sum(1 << rank for rank in cards.ranks) if len(set(cards.ranks)) == many else 0
    _add(counts, suit, cards.one_suit, fold, worth(cards, table, ACE_KING), *hands(), found)
    return int(found[0]), int(found[1])


@compiled
def _add(
    seen: Ints,
    suit: int,
    one_suit: bool,
    fold: int,
    worth: Ints,
    held: Ints,
    ways: Ints,
    inside: Ints,
    in_suit: Ints,
    found: Ints,
) -> None:
    """Add the better choice of every hand. ``suit`` has the ranks that are seen, as bits, or is 0 if two are alike."""
    for strength in range(1, STRENGTHS):
        together = ways[strength]
        for rank in range(13):
            together *= WAYS[4 - held[strength, rank], seen[rank]]
        if not together:
            continue
        in_one_suit = np.int64(0)
        for chosen in range(IN_SUIT if suit else 0):
            mine = inside[strength, chosen]
            if mine < 0:
                break
            if mine & suit:
                continue
            apart = 4 * in_suit[strength, chosen]
            in_one_suit += apart
            if one_suit:
                found[0] += apart * max(worth[strength, chosen], fold)
                found[1] += apart * (worth[strength, chosen] > fold)
        if not one_suit:
            found[0] += (together - in_one_suit) * max(worth[strength, 0], fold)
            found[1] += (together - in_one_suit) * (worth[strength, 0] > fold)


# --- a hole card whose back tells the class of its rank


def count_marked(table: list[list[int]], per: int, tick: Tick | None = None) -> tuple[int, ...]:
    """What each division of the ranks gains above a fold of every hand, then the hands that are bet."""

    def found() -> Totals:
        by_strength = nets_by_strength(table)
        return in_parallel(_marked_piece, [(up, by_strength, per) for up in range(13)], tick)

    most = comb(52, HAND) * 47 * 46 * comb(45, 3) // 13
    return kept_totals("caribbean_stud", table, {"marked": 1, "per": per}, found, module=__name__, most=2 * most)


def _marked_piece(up: int, table: Ints, per: int) -> tuple[int, ...]:
    """The gains over all deals with this rank of up card."""
    into = empty()
    fold = -per * comb(45, HAND - 2)
    own = hands()
    beside = worth_beside(up, table)
    _add_marked(up, fold, *beside, own.held, own.ranks, own.in_suit, np.zeros((2, 13), np.int64), into)
    return into.added()


def worth_beside(up: int, table: Ints) -> tuple[Ints, Ints]:
    """The worth of hands by the rank of a hole card: one that is not of the up card's suit, and one that is."""
    apart = np.zeros((13, STRENGTHS), np.int64)
    alike = np.zeros((13, STRENGTHS, IN_SUIT), np.int64)
    for rank in range(13):
        ranks = (min(up, rank), max(up, rank))
        apart[rank] = worth(Seen(ranks, one_suit=False), table, ACE_KING)[:, 0]
        if rank != up:
            alike[rank] = worth(Seen(ranks, one_suit=True), table, ACE_KING)
    return apart, alike


@compiled
def _add_marked(
    up: int, fold: int, apart: Ints, alike: Ints, held: Ints, inside: Ints, in_suit: Ints, by_rank: Ints, into: Divided
) -> None:
    """Add every hand beside an up card of one suit, and four times, since it may be of any."""
    gains, cards = by_rank[0], by_rank[1]
    for strength in range(1, STRENGTHS):
        for chosen in range(IN_SUIT):
            mine = inside[strength, chosen]
            if mine < 0:
                break
            if mine >> up & 1 or not in_suit[strength, chosen]:
                continue
            fill_gains(up, fold, apart, alike, strength, chosen, mine, held, gains, cards)
            add_state(gains, gains, cards, 4 * in_suit[strength, chosen], into)


@compiled
def fill_gains(
    up: int,
    fold: int,
    apart: Ints,
    alike: Ints,
    strength: int,
    chosen: int,
    mine: int,
    held: Ints,
    gains: Ints,
    cards: Ints,
) -> None:
    """What a bet gains above a fold by the rank of the hole card, and how many cards of that rank it can be."""
    for rank in range(13):
        gone = int(mine >> rank & 1 or rank == up)  # whether the card of the up card's suit is somewhere else
        others = 3 - held[strength, rank] + (mine >> rank & 1)
        cards[rank] = others + 1 - gone
        gains[rank] = others * (apart[rank, strength] - fold)
        if not gone:
            gains[rank] += alike[rank, strength, chosen] - fold
