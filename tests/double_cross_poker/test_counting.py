"""Double Cross Poker's counts against the enumerated deals of some starts, and against each other."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import numba
import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.basics.cards import parse_cards
from pitboss.games.double_cross_poker.mathematics.counting import COMPLETIONS, STARTS, classes, starts
from pitboss.games.double_cross_poker.settle import HORIZONTAL, VERTICAL, dealer_array
from pitboss.mathematics.counting.hands import Ints

compare = numba.njit(poker.compare)
better_array = numba.njit(dealer_array)
CATEGORY = np.array(poker.CATEGORY_OF)


def strengths_with(card: int) -> Ints:
    """The strength of a card with any four others, in any order."""
    fours = np.array([four for four in combinations(range(52), 4) if card not in four])
    found = np.array([poker.strength((card, *four)) for four in fours.tolist()], np.int16)
    table = np.zeros((52, 52, 52, 52), np.int16)
    for order in permutations(range(4)):
        table[tuple(fours[:, order].T)] = found
    return table


@numba.njit
def every_deal(own: Ints, left: Ints, with_vertical: Ints, with_horizontal: Ints, category: Ints) -> Ints:
    """Deals by array, line and category, over each center, vertical card, horizontal card and dealer's pair."""
    counts = np.zeros((2, 3, 10), np.int64)
    for c in left:
        for v in left:
            if v == c:
                continue
            for h in left:
                if h in (c, v):
                    continue
                vertical = with_vertical[c, v, own[0], own[1]]
                horizontal = with_horizontal[c, h, own[0], own[1]]
                for i in range(len(left)):
                    d = left[i]
                    if d in (c, v, h):
                        continue
                    for j in range(i):
                        e = left[j]
                        if e in (c, v, h):
                            continue
                        dealt = (with_vertical[c, v, d, e], with_horizontal[c, h, d, e])
                        to_beat = dealt[better_array(dealt[0], dealt[1])]
                        counts[VERTICAL, compare(vertical, to_beat), category[vertical]] += 1
                        counts[HORIZONTAL, compare(horizontal, to_beat), category[horizontal]] += 1
    return counts


def dealt_one_by_one(own: list[int], vertical: int, horizontal: int) -> Ints:
    left = np.array([card for card in range(52) if card not in (*own, vertical, horizontal)])
    tables = strengths_with(vertical), strengths_with(horizontal)
    found: Ints = every_deal(np.array(own), left, *tables, CATEGORY)
    return found


RANDOM = Random(333_765_720_288_000).sample(range(52), 4)


@pytest.mark.long
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param(parse_cards("Ah Kd Qs 2c"), id="four suits"),
        pytest.param(parse_cards("9s 8s 7s Ts"), id="one suit, in sequence"),
        pytest.param(parse_cards("5h 5d 5s Ah"), id="a pair, and a third"),
        pytest.param(RANDOM, id="at random"),
    ],
)
def test_every_deal_behind_a_start_dealt_one_by_one_agrees_to_the_last(cards: list[int]) -> None:
    first, second, vertical, horizontal = cards
    expected = dealt_one_by_one([first, second], vertical, horizontal)
    every = starts()
    start = every.index((second, first), vertical, horizontal)
    assert expected.sum() == 2 * COMPLETIONS
    assert every.counts[start].tolist() == expected[VERTICAL].tolist()
    assert every.counts[every.exchanged[start]].tolist() == expected[HORIZONTAL].tolist()


def test_starts_and_deals_are_all_there() -> None:
    every = starts()
    assert every.weights.sum() == STARTS
    assert (every.counts.sum(axis=(1, 2)) == COMPLETIONS).all()
    assert STARTS * COMPLETIONS == 333_765_720_288_000


def test_over_all_starts_a_hand_is_any_five_cards() -> None:
    every = starts()
    hands = np.array([1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4])
    by_category = (every.counts.sum(axis=1, dtype=np.int64) * every.weights[:, None]).sum(axis=0)
    assert by_category.tolist() == (hands * (STARTS * COMPLETIONS // hands.sum())).tolist()


def test_behind_any_start_the_player_has_each_hand_as_often_as_cards_complete_it() -> None:
    every, random = starts(), Random(1)
    for _ in range(20):
        first, second, vertical, horizontal, *left = random.sample(range(52), 52)
        expected = [0] * 10
        for two in combinations(left, 2):
            expected[poker.category((first, second, vertical, *two))] += 2 * 46 * 990
        start = every.index((first, second), vertical, horizontal)
        assert every.counts[start].sum(axis=0).tolist() == expected


def test_starts_that_differ_by_suits_or_the_order_of_own_cards_are_one_class() -> None:
    every, random = starts(), Random(2)
    for _ in range(50):
        first, second, vertical, horizontal = random.sample(range(52), 4)
        suits = random.sample(range(4), 4)
        other = [card & ~3 | suits[card & 3] for card in (second, first, vertical, horizontal)]
        start = every.index((first, second), vertical, horizontal)
        assert every.index(other[:2], other[2], other[3]) == start
        assert every.exchanged[start] == every.index((first, second), horizontal, vertical)


def test_a_class_stands_for_as_many_starts_as_belong_to_it() -> None:
    cards, weights = classes()
    assert len(cards) == 185_185
    orders = list(permutations(range(4)))
    for at in Random(3).sample(range(len(cards)), 200):
        v, h, a, b = map(int, cards[at])
        named = [[card & ~3 | suits[card & 3] for card in (v, h, a, b)] for suits in orders]
        assert len({(v, h, frozenset(own)) for v, h, *own in named}) == weights[at]
