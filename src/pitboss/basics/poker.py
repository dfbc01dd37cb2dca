"""Poker hands: five-card strength in 7,462 steps, five- and three-card categories, and their names.

Strength is a whole number from 1 (seven high) to 7,462 (a royal flush). A higher hand has a higher number, and hands
that tie have the same number (ruling standard-order: ranks decide, suits never).

>>> from pitboss.basics.cards import parse_cards
>>> hand = parse_cards("Ks Kd 4h 4c Ac")
>>> describe(hand)
'two pair, kings over fours, ace kicker'
>>> strength(hand) > strength(parse_cards("As Ad Qh Jc 9c"))
True
>>> describe3(parse_cards("As 2s 3s"))
'three-card straight flush, three high'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, count
from typing import NamedTuple

from pitboss.basics.cards import ACE, KING, RANK_NAMES, plural

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)
CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)

# Three cards rank differently from five: three of a kind beats a straight, and a straight beats a flush.
HIGH_3, PAIR_3, FLUSH_3, STRAIGHT_3, THREE_3, STRAIGHT_FLUSH_3 = range(6)
CATEGORIES_3 = (
    "high card",
    "one pair",
    "three-card flush",
    "three-card straight",
    "three of a kind",
    "three-card straight flush",
)

_WHEEL = (ACE, 3, 2, 1, 0)
_STRAIGHTS = [_WHEEL] + [tuple(range(top, top - 5, -1)) for top in range(4, 13)]

# A rank weighs 1 << 3 * rank, so the sum over a hand counts each rank in its own three bits.
_WEIGHT = [1 << 3 * (card >> 2) for card in range(52)]


def _ladder() -> tuple[dict[int, int], dict[int, int], list[int]]:
    """Number all kinds of hands from the lowest up: strength by rank counts, suited and not, and categories.

    Every command does this when it starts, so hands are listed in their order, as weights, and never sorted.
    """
    ranks = [1 << 3 * rank for rank in range(13)]
    down = ranks[::-1]
    straights = [sum(ranks[rank] for rank in straight) for straight in _STRAIGHTS]

    def up(among: Sequence[int], many: int) -> list[int]:
        return [sum(some) for some in combinations(among, many)][::-1]

    others = {one: [rank for rank in down if rank != one] for one in ranks}
    loose = [hand for hand in up(down, 5) if hand not in straights]
    two = list(combinations(down, 2))[::-1]
    rungs: list[tuple[int, bool, list[int]]] = [
        (HIGH_CARD, False, loose),
        (PAIR, False, [2 * one + rest for one in ranks for rest in up(others[one], 3)]),
        (TWO_PAIR, False, [2 * (high + low) + rest for high, low in two for rest in ranks if rest not in (high, low)]),
        (THREE, False, [3 * one + rest for one in ranks for rest in up(others[one], 2)]),
        (STRAIGHT, False, straights),
        (FLUSH, True, loose),
        (FULL_HOUSE, False, [3 * one + 2 * rest for one in ranks for rest in up(others[one], 1)]),
        (FOUR, False, [4 * one + rest for one in ranks for rest in up(others[one], 1)]),
        (STRAIGHT_FLUSH, True, straights[:-1]),
        (ROYAL_FLUSH, True, straights[-1:]),
    ]
    mixed: dict[int, int] = {}
    suited: dict[int, int] = {}
    category_of = [-1]
    for category, same_suit, weights in rungs:
        (suited if same_suit else mixed).update(zip(weights, count(len(category_of)), strict=False))
        category_of += [category] * len(weights)
    return mixed, suited, category_of


_MIXED, _SUITED, CATEGORY_OF = _ladder()


def strength(hand: Sequence[int]) -> int:
    """The strength of five cards, from 1 to 7,462."""
    a, b, c, d, e = hand
    weight = _WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[e]
    if (a ^ b) & 3 or (a ^ c) & 3 or (a ^ d) & 3 or (a ^ e) & 3:
        return _MIXED[weight]
    return _SUITED[weight]


LOWER, EQUAL, HIGHER = range(3)


def compare(player: int, dealer: int) -> int:
    """Compare the strength of a player's hand with the dealer's: lower, equal or higher."""
    if player < dealer:
        return LOWER
    return EQUAL if player == dealer else HIGHER


def category(hand: Sequence[int]) -> int:
    """The highest category that five cards fit (ruling best-category)."""
    return CATEGORY_OF[strength(hand)]


def weakest_pair(rank: int) -> int:
    """The strength of the lowest hand with a pair of this rank."""
    kickers = [r for r in range(13) if r != rank][:3]
    return _MIXED[2 * (1 << 3 * rank) + sum(1 << 3 * r for r in kickers)]


ACE_KING = _MIXED[sum(1 << 3 * rank for rank in (ACE, KING, 2, 1, 0))]
"""The strength of ace-king-four-three-two, the lowest hand with an ace and a king."""


def category3(hand: Sequence[int]) -> int:
    """The category of three cards (ruling not-all-one-suit: A-2-3 and Q-K-A are in sequence, K-A-2 is not)."""
    a, b, c = hand
    high, middle, low = sorted((a >> 2, b >> 2, c >> 2), reverse=True)
    if high == low:
        return THREE_3
    if high == middle or middle == low:
        return PAIR_3
    suited = not ((a ^ b) & 3 or (a ^ c) & 3)
    if high - low == 2 or (high, middle, low) == (ACE, 1, 0):
        return STRAIGHT_FLUSH_3 if suited else STRAIGHT_3
    return FLUSH_3 if suited else HIGH_3


class Ladder(NamedTuple):
    """All kinds of hands of one size in order: the strength of a hand, from 1, and the category of each strength."""

    strength: Callable[[Sequence[int]], int]
    category_of: Sequence[int]
    categories: tuple[str, ...]
    describe: Callable[[Sequence[int]], str]


@cache
def ladder(size: int) -> Ladder:
    """How hands of two, three or five cards rank.

    >>> from pitboss.basics.cards import parse_cards
    >>> three = ladder(3)
    >>> three.strength(parse_cards("2s 3d 4h")) > three.strength(parse_cards("Ah 2h 5h"))
    True
    >>> len(three.category_of) - 1, len(ladder(2).category_of) - 1
    (741, 91)
    """
    if size == 5:
        return Ladder(strength, CATEGORY_OF, CATEGORIES, describe)
    category, names, words = (category3, CATEGORIES_3, describe3) if size == 3 else (category2, CATEGORIES_2, describe2)

    def kind(hand: Sequence[int]) -> tuple[int, ...]:
        """The category, then the ranks that decide between hands of it. An ace is low in A-2-3."""
        ranks = _grouped(hand)
        return (category(hand), *((1, 0, -1) if ranks == [ACE, 1, 0] else ranks))

    hands = [
        [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
        for ranks in combinations_with_replacement(range(13), size)
        for suits in (range(size), (0,) * size)
    ]
    kinds = sorted({kind(hand) for hand in hands if len(set(hand)) == size})
    numbers = {one: at for at, one in enumerate(kinds, 1)}
    return Ladder(lambda hand: numbers[kind(hand)], [-1, *(one[0] for one in kinds)], names, words)


CATEGORIES_2 = ("high card", "pair")


def category2(hand: Sequence[int]) -> int:
    """The category of two cards. Suits and sequences do not count."""
    return int(hand[0] >> 2 == hand[1] >> 2)


def describe2(hand: Sequence[int]) -> str:
    """The two-card hand in words."""
    ranks = _grouped(hand)
    return f"pair of {plural(ranks[0])}" if len(ranks) == 1 else f"{CATEGORIES_2[0]}, {_list(ranks)}"


def _grouped(hand: Sequence[int]) -> list[int]:
    """The distinct ranks, the most frequent first, then the highest."""
    ranks = [card >> 2 for card in hand]
    return sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)


def describe(hand: Sequence[int], order: int = 0) -> str:
    """The five-card hand in words: ``two pair, kings over fours, ace kicker``.

    ``order`` is its strength, if already known.
    """
    order = order or strength(hand)
    name = _NAMES.get(order)
    if name is None:
        name = _NAMES[order] = _describe(hand, CATEGORY_OF[order])
    return name


_NAMES: dict[int, str] = {}
"""Cached names by strength. Hands of equal strength have the same name."""


def _describe(hand: Sequence[int], kind: int) -> str:
    ranks = _grouped(hand)
    top = 3 if set(ranks) == set(_WHEEL) else ranks[0]
    title, first = CATEGORIES[kind], plural(ranks[0])
    match kind:
        case 9:
            return title
        case 8 | 4:
            return f"{title}, {RANK_NAMES[top]} high"
        case 7:
            return f"{title}, {first}, {RANK_NAMES[ranks[1]]} kicker"
        case 6:
            return f"{title}, {first} full of {plural(ranks[1])}"
        case 3:
            return f"{title}, {first}, {_list(ranks[1:])} kickers"
        case 2:
            return f"{title}, {first} over {plural(ranks[1])}, {RANK_NAMES[ranks[2]]} kicker"
        case 1:
            return f"pair of {first}, {_list(ranks[1:])} kickers"
        case _:
            return f"{title}, {_list(ranks)}"


def describe3(hand: Sequence[int]) -> str:
    """The three-card hand in words."""
    kind, ranks = category3(hand), _grouped(hand)
    top = 1 if set(ranks) == {ACE, 1, 0} else ranks[0]
    title = CATEGORIES_3[kind]
    if kind == THREE_3:
        return f"{title}, {plural(ranks[0])}"
    if kind == PAIR_3:
        return f"pair of {plural(ranks[0])}, {RANK_NAMES[ranks[1]]} kicker"
    if kind in (STRAIGHT_3, STRAIGHT_FLUSH_3):
        return f"{title}, {RANK_NAMES[top]} high"
    return f"{title}, {_list(ranks)}"


def _list(ranks: Sequence[int]) -> str:
    return "-".join(RANK_NAMES[rank] for rank in ranks)
