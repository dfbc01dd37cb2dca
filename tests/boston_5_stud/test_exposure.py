"""What seen cards are worth at Boston 5 Stud Poker, beside hands that are dealt out one by one."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.basics.errors import GameError
from pitboss.games.boston_5_stud.mathematics import counting_seen, exposure
from pitboss.games.boston_5_stud.mathematics.choices import nets
from pitboss.games.boston_5_stud.mathematics.exposure import seen
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.mathematics.any_game import odds
from pitboss.mathematics.counting.hands import CHOOSE, strengths
from pitboss.mathematics.counting.seen import nets_by_strength, of, worth

(LOWER, EQUAL, HIGHER), PER = nets(Boston5StudRules())
TABLE = [list(row) for row in zip(LOWER, LOWER, EQUAL, HIGHER, strict=True)]


def dealt_out(start: tuple[int, ...], up: tuple[int, ...]) -> int:
    """The sum of the nets of a second wager over all that can follow: two cards, and the rest of the dealer's hand."""
    left = [card for card in range(52) if card not in {*start, *up}]
    dealers = np.array([(*up, *more) for more in combinations(left, 5 - len(up))])
    held = np.zeros((len(dealers), 52), np.bool_)
    np.put_along_axis(held, dealers, True, axis=1)
    strong = strengths(dealers)
    total = 0
    for two in combinations(left, 2):
        own = poker.strength((*start, *two))
        met = strong[~held[:, two[0]] & ~held[:, two[1]]]
        kind = poker.CATEGORY_OF[own]
        below, alike = int((met < own).sum()), int((met == own).sum())
        total += HIGHER[kind] * below + EQUAL[kind] * alike + LOWER[kind] * (len(met) - below - alike)
    return total


@pytest.mark.parametrize("suits", ["of one suit", "of several"])
def test_a_second_wager_is_worth_what_dealing_out_all_hands_says(suits: str) -> None:
    random = Random(suits)
    up = tuple(4 * rank + 3 for rank in (2, 7, 11)) if suits == "of one suit" else (6, 23, 48)
    left = np.array([card for card in range(52) if card not in up])
    starts = counting_seen.starts_beside(up, worth(of(up), nets_by_strength(TABLE), 0))
    flushes = [at for at, card in enumerate(left.tolist()) if card & 3 == 3]
    for tried in [random.sample(range(49), 3) for _ in range(6)] + [random.sample(flushes, 3) for _ in range(3)]:
        places = sorted(tried)
        number = int(CHOOSE[[1, 2, 3], places].sum())
        start = tuple(int(left[at]) for at in places)
        assert starts[number] == dealt_out(start, up), start


def test_what_might_overflow_is_refused() -> None:
    with pytest.raises(GameError, match="pay more than can be counted"):
        seen(3, [[1 << 40] * 4] * len(poker.CATEGORIES), folded=3, per=1)


@pytest.mark.long
def test_every_state_is_counted_once() -> None:
    """If every end is worth the same and a fold is never better, the sum is the number of deals."""
    found = seen(1, [[1] * 4] * len(poker.CATEGORIES), folded=0, per=1)
    assert found.value == found.plays == 1


@pytest.mark.long
def test_whoever_must_go_on_gains_nothing_by_one_card() -> None:
    """If a fold costs more than any second wager can, the value is that of a game without folds."""
    always = odds("boston_5_stud", strategy="always").expected_value
    assert seen(1, TABLE, folded=1000 * PER, per=PER).value == always


@pytest.mark.long
def test_more_cards_are_worth_more() -> None:
    found = list(exposure.cards_seen(Boston5StudRules()))
    values = [odds("boston_5_stud").expected_value, *(one.value for one in found)]
    assert values == sorted(values)
    assert values[1] < values[2] < values[3]
    assert [one.what for one in found][::2] == ["one card of the dealer", "three cards of the dealer"]


@pytest.mark.long
def test_a_card_of_each_rank_is_worth_what_dealing_out_all_hands_says() -> None:
    """Behind marked cards, up to a renaming of suits."""
    random, ranks = Random(2), (0, 3, 11)
    beside = [np.zeros(comb(51, 3), np.int64) for _ in range(13)]
    for rank in ranks:
        beside[rank] = counting_seen.starts_beside([4 * rank], worth(of([4 * rank]), nets_by_strength(TABLE), 0))
    starts = np.array([sorted(random.sample(range(52), 3)), [2, 14, 46], [12, 13, 50]])
    gains, cards = counting_seen.gains_of(starts, beside, 3 * PER)
    fold = -3 * PER * comb(48, 2) * comb(46, 4)
    start, rank = tuple(starts[1].tolist()), 11
    hidden = [4 * rank + suit for suit in range(4) if 4 * rank + suit not in start]
    assert cards[1, rank] == len(hidden) == 3
    assert gains[1, rank] == sum(dealt_out(start, (card,)) - fold for card in hidden)
    assert cards.sum(axis=1).tolist() == [49] * 3


@pytest.mark.long
def test_marks_tell_nothing_where_one_card_tells_nothing() -> None:
    (found,) = exposure.marked_cards(Boston5StudRules())
    assert found.what == "in which part of the ranks the dealer's first card is, for any two parts"
    assert (found.value, found.plays) == (odds("boston_5_stud").expected_value, 1)
