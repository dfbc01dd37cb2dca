"""Short names of poker hands, for the words beside cards. They also fit hands that are not complete."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pitboss.cards import RANK_NAMES, SUIT_NAMES, plural
from pitboss.poker import CATEGORIES, CATEGORY_OF, FLUSH, HIGH_CARD, describe, strength
from pitboss.table.at_seat import Holding
from pitboss.table.layout import Layout

COUNTS = {3: "three", 4: "four"}
"""As many cards of one suit are worth a word."""


def poker_name(cards: Sequence[int]) -> str:
    """One to five cards in a few words. Fewer than five are named by what they make already.

    >>> from pitboss.cards import parse_cards
    >>> poker_name(parse_cards("As Kd Qh 7c 3s")), poker_name(parse_cards("9s 9d 2c"))
    ('ace-king high', 'pair of nines')
    >>> poker_name(parse_cards("Ks Kd 4h 4c Ac")), poker_name(parse_cards("Ts")), poker_name([])
    ('two pair, kings over fours', 'ten', '')
    >>> poker_name(parse_cards("Kh 9h 2h"))
    'three hearts, king high'
    """
    return _named(tuple(cards))


@lru_cache(maxsize=10_000)  # everybody at a table is told of the same hands
def _named(cards: tuple[int, ...]) -> str:
    if len(cards) == 5:
        order = strength(cards)
        kind = CATEGORY_OF[order]
        if kind == FLUSH:
            return f"flush, {RANK_NAMES[max(card >> 2 for card in cards)]} high"
        if kind != HIGH_CARD:
            return ", ".join(part for part in describe(cards, order).split(", ") if "kicker" not in part)
    groups = _groups(cards)
    match [count for _, count in groups]:
        case []:
            return ""
        case [1]:
            return RANK_NAMES[groups[0][0]]
        case [4, *_]:
            return f"four of a kind, {plural(groups[0][0])}"
        case [3, *_]:
            return f"three of a kind, {plural(groups[0][0])}"
        case [2, 2, *_]:
            return f"two pair, {plural(groups[0][0])} over {plural(groups[1][0])}"
        case [2, *_]:
            return f"pair of {plural(groups[0][0])}"
    if len(cards) in COUNTS and len({card & 3 for card in cards}) == 1:
        return f"{COUNTS[len(cards)]} {SUIT_NAMES[cards[0] & 3]}, {RANK_NAMES[groups[0][0]]} high"
    return f"{RANK_NAMES[groups[0][0]]}-{RANK_NAMES[groups[1][0]]} high"


def _groups(cards: Sequence[int]) -> list[tuple[int, int]]:
    """Each rank and how often it comes, the most frequent first, then the highest."""
    ranks = [card >> 2 for card in cards]
    return sorted({rank: ranks.count(rank) for rank in ranks}.items(), key=lambda one: (-one[1], -one[0]))


def category_so_far(cards: Sequence[int]) -> tuple[str, int]:
    """The category of one to five cards, and the rank that comes most often. Fewer than five make no straight or flush.

    >>> from pitboss.cards import parse_cards
    >>> category_so_far(parse_cards("9s 9d 2c")), category_so_far(parse_cards("9s 8s 7s 6s 5s"))
    (('pair', 7), ('straight flush', 7))
    """
    groups = _groups(cards)
    counts, rank = [count for _, count in groups], groups[0][0]
    if len(cards) == 5:
        return CATEGORIES[CATEGORY_OF[strength(cards)]], rank
    match counts:
        case [4, *_]:
            return "four of a kind", rank
        case [3, *_]:
            return "three of a kind", rank
        case [2, 2, *_]:
            return "two pair", rank
        case [2, *_]:
            return "pair", rank
    return CATEGORIES[HIGH_CARD], rank


def makers(cards: Sequence[int], category: str) -> list[int]:
    """The cards that make a hand of this category, without kickers. A high card has none.

    >>> from pitboss.cards import parse_cards, texts
    >>> texts(makers(parse_cards("9s 9d 2c 2h Ad"), "two pair")), makers(parse_cards("As Kd"), "high card")
    ('9s 9d 2c 2h', [])
    """
    ranks = [card >> 2 for card in cards]
    alike = [card for card in cards if ranks.count(card >> 2) > 1]
    return alike or ([] if category == CATEGORIES[HIGH_CARD] else list(cards))


def poker_hand(layout: Layout, place: str, hand: int) -> Holding:
    """A poker hand that its own cards make."""
    return Holding(name=poker_name(layout.numbers(place, hand)))
