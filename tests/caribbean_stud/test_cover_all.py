"""Cover All at Caribbean Stud Poker: the deals of two to eight hands, also counted in other ways."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial, perm, prod, sqrt

import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.basics.poker import (
    CATEGORIES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
)
from pitboss.games.caribbean_stud.mathematics.counting_cover_all import (
    KINDS,
    PLAIN,
    Kinds,
    best_of,
    count,
    sets,
    tuples,
)
from pitboss.games.caribbean_stud.mathematics.side_wager_odds import as_text, deals
from pitboss.games.caribbean_stud.rules import COVER_ALL
from pitboss.mathematics.any_game import odds
from pitboss.mathematics.counting.hands import CATEGORY, Ints, strengths

NAME = "caribbean_stud"


@cache
def every_hand() -> Ints:
    return np.array(list(combinations(range(52), 5)), np.int8)


def category_in(ranks: int, cards: tuple[int, ...]) -> int:
    """The category of a hand from a pack with this many ranks, the highest of which is the ace."""
    held = [card >> 2 if card >> 2 < ranks - 1 else 12 for card in cards]
    if set(held) == {*range(ranks - 5, ranks - 1), 12}:  # its ace follows the last rank below it
        held = [card >> 2 for card in cards]
    return min(poker.category([4 * rank + (card & 3) for rank, card in zip(held, cards, strict=True)]), STRAIGHT_FLUSH)


@cache
def short_pack(ranks: int) -> list[tuple[int, tuple[int, ...]]]:
    """Every hand of a pack with this many ranks, with its category."""
    return [(category_in(ranks, cards), cards) for cards in combinations(range(4 * ranks), 5)]


def up_to_suits(hands: Ints) -> Iterator[tuple[set[int], int]]:
    """One hand of each suit class, and the size of the class."""
    found: dict[tuple[tuple[int, ...], ...], list[set[int]]] = {}
    for hand in hands.tolist():
        by_suit = (tuple(card >> 2 for card in hand if card & 3 == suit) for suit in range(4))
        found.setdefault(tuple(sorted(by_suit)), []).append(set(hand))
    for alike in found.values():
        yield alike[0], len(alike)


def without(hands: Ints, cards: set[int]) -> Ints:
    """The hands that hold none of these cards."""
    return hands[~np.isin(hands, list(cards)).any(axis=1)]


def disjoint_pairs(hands: Ints) -> int:
    """Ordered pairs of hands that share no card, by inclusion and exclusion over the shared cards."""
    found = len(hands) ** 2 - len(hands)  # no two different hands share five cards
    for size in range(1, 5):
        numbers = [
            sum(CHOOSE[place + 1][hands[:, at]] for place, at in enumerate(some))
            for some in combinations(range(5), size)
        ]
        holding = np.bincount(np.concatenate(numbers)) if len(hands) else np.zeros(1, np.int64)
        found += (-1) ** size * int((holding**2).sum())
    return found


CHOOSE: list[Ints] = [np.array([comb(card, size) for card in range(52)], np.int64) for size in range(6)]


# --- the count


@pytest.mark.long
def test_the_file_is_what_is_counted() -> None:
    assert as_text(count()) == as_text(deals())


@pytest.mark.parametrize("hands", range(2, 9))
def test_every_deal_has_a_best_hand(hands: int) -> None:
    every = prod(comb(52 - 5 * at, 5) for at in range(hands))
    assert sum(deals()[hands].values()) == every
    assert min(deals()[hands].values()) > 0


@pytest.mark.long
def test_one_hand_is_as_good_as_any() -> None:
    counted = {category: tuples(category, most=1) for category in KINDS}
    found = best_of(1, counted)
    assert found == {9: 4, 8: 36, 7: 624, 6: 3744, 5: 5108, 4: 10200, 3: 54912, HIGH_CARD: 2598960 - 74628}


@pytest.mark.long
@pytest.mark.parametrize("category", KINDS, ids=lambda category: CATEGORIES[category])
def test_pairs_of_hands_by_the_cards_they_share(category: int) -> None:
    good = every_hand()[CATEGORY[strengths(every_hand())] >= category].astype(np.int64)
    assert tuples(category, most=2)[2] == disjoint_pairs(good)


@pytest.mark.parametrize("hands", range(1, 9))
def test_fours_and_straight_flushes_one_by_one(hands: int) -> None:
    assert tuples(ROYAL_FLUSH)[hands] == perm(4, hands)
    flushes = [sum(1 << card for card in cards) for cards in _straight_flushes()]
    assert tuples(STRAIGHT_FLUSH)[hands] == factorial(hands) * _sets(flushes, hands)


def _straight_flushes() -> Iterator[list[int]]:
    for suit in range(4):
        for first in range(-1, 9):
            yield [4 * (rank % 13) + suit for rank in range(first, first + 5)]


def _sets(hands: list[int], size: int) -> int:
    """Sets of this many hands that share no card."""
    if size == 0:
        return 1
    return sum(
        _sets([other for other in hands[at + 1 :] if not other & hand], size - 1) for at, hand in enumerate(hands)
    )


@pytest.mark.long
@pytest.mark.parametrize("category", [THREE, STRAIGHT], ids=lambda category: CATEGORIES[category])
def test_three_hands_of_a_short_pack_one_by_one(category: int) -> None:
    good: Ints = np.array([cards for kind, cards in short_pack(6) if kind >= category])
    found = sum(stands_for * disjoint_pairs(without(good, hand)) for hand, stands_for in up_to_suits(good))
    assert tuples(category, 6, 3) == [1, len(good), disjoint_pairs(good), found]


@pytest.mark.long
def test_three_flushes_or_better_one_by_one() -> None:
    good = every_hand()[CATEGORY[strengths(every_hand())] >= FLUSH].astype(np.int64)
    found = sum(stands_for * disjoint_pairs(without(good, hand)) for hand, stands_for in up_to_suits(good))
    assert tuples(FLUSH, most=3)[3] == found


def test_two_flushes_of_one_suit_that_are_no_straights() -> None:
    runs = [sum(1 << rank % 13 for rank in range(first, first + 5)) for first in range(-1, 9)]
    plain = [bits for ranks in combinations(range(13), 5) if (bits := sum(1 << rank for rank in ranks)) not in runs]
    assert len(plain) == 1277
    found = sets(Kinds(PLAIN), 13, 1, 0, 2)
    assert sum(found.values()) == _sets(plain, 2)


@pytest.mark.long
@pytest.mark.parametrize("category", [FLUSH, FULL_HOUSE, FOUR], ids=lambda category: CATEGORIES[category])
def test_four_hands_of_a_short_pack_one_by_one(category: int) -> None:
    good: Ints = np.array([cards for kind, cards in short_pack(6) if kind >= category])
    found = 0
    for hand, stands_for in up_to_suits(good):
        bits = (1 << without(good, hand)).sum(axis=1)
        apart = (bits[:, None] & bits == 0).astype(np.float64)  # whole numbers far below 2 to the 53rd
        found += stands_for * int((apart @ apart * apart).sum())
    assert tuples(category, 6, 4)[4] == found > 0


def test_deals_at_random_come_near() -> None:
    random, rounds = np.random.default_rng(12), 60_000
    packs = random.permuted(np.broadcast_to(np.arange(52, dtype=np.int8), (rounds, 52)), axis=1)[:, :40]
    kinds = CATEGORY[strengths(np.ascontiguousarray(packs.reshape(-1, 5)))].reshape(rounds, 8)
    for hands in range(2, 9):
        best, counted = kinds[:, :hands].max(axis=1), deals()[hands]
        for category in (THREE, STRAIGHT, FLUSH, FULL_HOUSE):
            chance = counted[category] / sum(counted.values())
            deviation = sqrt(rounds * chance * (1 - chance))
            assert abs(int((best == category).sum()) - rounds * chance) < 4.5 * deviation


# --- the wager


@pytest.mark.parametrize("hands", range(2, 9))
def test_a_column_is_paid_by_the_best_hand(hands: int) -> None:
    wager, counted = odds(NAME).wagers[f"cover all {hands}"], deals()[hands]
    every = sum(counted.values())
    won = sum(COVER_ALL[hands][CATEGORIES[kind]].pays * counted[kind] for kind in KINDS)
    assert wager.expected_value == Fraction(won - counted[HIGH_CARD], every)
    assert wager.hit_frequency == 1 - Fraction(counted[HIGH_CARD], every)
    assert 0.06 < wager.house_edge < 0.10
    assert wager.combinations == every
    assert wager.estimate is None


def test_columns_are_those_that_the_seats_can_fill() -> None:
    def columns(**options: object) -> list[str]:
        return [name for name in odds(NAME, options).wagers if name.startswith("cover all")]

    assert columns() == [f"cover all {hands}" for hands in range(2, 9)]
    assert columns(positions=3) == ["cover all 2", "cover all 3", "cover all 4"]
    assert columns(cover_all=False) == columns(shuffler="manual") == []
