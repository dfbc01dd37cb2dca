"""Short names of poker hands, for the words beside cards."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import RANK_NAMES, plural
from pitboss.poker import CATEGORY_OF, FLUSH, HIGH_CARD, describe, strength


def poker_name(cards: Sequence[int]) -> str:
    """One to five cards in a few words. Fewer than five are named by what they make already.

    >>> from pitboss.cards import parse_cards
    >>> poker_name(parse_cards("As Kd Qh 7c 3s")), poker_name(parse_cards("9s 9d 2c"))
    ('ace-king high', 'pair of nines')
    >>> poker_name(parse_cards("Ks Kd 4h 4c Ac")), poker_name(parse_cards("Ts")), poker_name([])
    ('two pair, kings over fours', 'ten', '')
    """
    if len(cards) == 5:
        order = strength(cards)
        kind = CATEGORY_OF[order]
        if kind == FLUSH:
            return f"flush, {RANK_NAMES[max(card >> 2 for card in cards)]} high"
        if kind != HIGH_CARD:
            return ", ".join(part for part in describe(cards, order).split(", ") if "kicker" not in part)
    ranks = [card >> 2 for card in cards]
    groups = sorted({rank: ranks.count(rank) for rank in ranks}.items(), key=lambda one: (-one[1], -one[0]))
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
    return f"{RANK_NAMES[groups[0][0]]}-{RANK_NAMES[groups[1][0]]} high"
