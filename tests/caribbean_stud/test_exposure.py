"""What seen cards are worth at Caribbean Stud Poker: by ranks, beside hands that are dealt out one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.games.caribbean_stud.mathematics import exposure
from pitboss.games.caribbean_stud.mathematics.counting import HOLE_CARDS, hand_strengths
from pitboss.games.caribbean_stud.mathematics.counting import count as counted
from pitboss.games.caribbean_stud.mathematics.exposure import seen
from pitboss.games.caribbean_stud.mathematics.one_hand import nets
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.games.caribbean_stud.settle import line
from pitboss.mathematics.any_game import odds
from pitboss.mathematics.counting.hands import CATEGORY, suit_classes
from pitboss.mathematics.counting.seen import hands, nets_by_strength, of, ways_to_see, worth

PAYS = CaribbeanStudRules().main_pays
TABLE = nets(PAYS)


def dealt_out(hand: tuple[int, ...], up: tuple[int, ...]) -> int:
    """The sum of the nets of a bet over all dealer's hands with the cards that are seen."""
    left = [card for card in range(52) if card not in {*hand, *up}]
    own = poker.strength(hand)
    met = Counter(line(own, poker.strength((*up, *more))) for more in combinations(left, 5 - len(up)))
    return sum(TABLE[poker.CATEGORY_OF[own]][on] * times for on, times in met.items())


def by_ranks(hand: tuple[int, ...], up: tuple[int, ...], found: np.ndarray) -> int:
    """The same sum from the table by the hand's strength and its ranks in the suit that is seen."""
    ranks = sorted({card >> 2 for card in hand})
    suited = {card >> 2 for card in hand if card & 3 == up[0] & 3}
    inside = sum(1 << at for at, rank in enumerate(ranks) if rank in suited) if of(up).one_suit else 0
    return int(found[poker.strength(hand), inside])


@pytest.mark.parametrize(("many", "tries"), [(2, 6), (3, 30), (4, 60), (5, 60)])
def test_a_bet_is_worth_what_dealing_out_all_hands_says(many: int, tries: int) -> None:
    random = Random(many)
    kinds = Counter[str]()
    for nth in range(tries):
        cards = random.sample(range(52), 5 + many)
        up = tuple(cards[5:])
        if nth % 3 == 0:  # cards of one suit are rare
            up = tuple(4 * rank + 2 for rank in random.sample(range(13), many))
        hand = tuple(random.sample([card for card in range(52) if card not in up], 5))
        if nth % 6 == 0:  # and so are hands with many cards of that suit
            left = [4 * rank + 2 for rank in range(13) if 4 * rank + 2 not in up]
            hand = (*random.sample(left, 3), *random.sample([card for card in range(52) if card & 3 == 1], 2))
        found = worth(of(up), nets_by_strength(TABLE), poker.ACE_KING)
        assert by_ranks(hand, up, found) == dealt_out(hand, up), (hand, up)
        kinds["of one suit" if of(up).one_suit else "of several"] += 1
    assert min(kinds.values()) > tries // 5


@pytest.mark.long
@pytest.mark.parametrize("many", [1, 2, 3, 4, 5])
def test_every_state_is_counted_once(many: int) -> None:
    """If every bet is worth the same and a fold is never better, the sum is the number of states."""
    same = [[1] * 4] * len(poker.CATEGORIES)
    found = seen(many, same, per=1)
    assert found.value == found.plays == 1


def test_the_up_card_alone_is_the_game_itself() -> None:
    found = seen(1, TABLE, PAYS.per)
    fair = odds("caribbean_stud")
    assert found.value == fair.expected_value
    assert found.plays == fair.action_frequency["bet"]


@pytest.mark.long
def test_whoever_sees_all_cards_bets_what_does_not_lose() -> None:
    """From the count of the game by hand and up card, in which every dealer's hand is on one line."""
    states, weights = counted(), suit_classes(5).weights.astype(object)
    won = np.array(TABLE, object)[CATEGORY[hand_strengths()]]
    total = Fraction(0)
    left = HOLE_CARDS * 47
    for on, ways in enumerate((states.below, states.lower, states.equal)):
        deals = ways.sum(axis=1, dtype=np.int64)
        left = left - deals
        total += Fraction(int((np.maximum(won[:, on], -PAYS.per) * deals * weights).sum()))
    total += Fraction(int((np.maximum(won[:, 3], -PAYS.per) * left * weights).sum()))
    best = total / (comb(52, 5) * 47 * HOLE_CARDS * PAYS.per)
    assert seen(5, TABLE, PAYS.per).value == best


@pytest.mark.long
def test_more_cards_are_worth_more() -> None:
    found = list(exposure.cards_seen(CaribbeanStudRules()))
    values = [odds("caribbean_stud").expected_value, *(one.value for one in found)]
    assert values == sorted(set(values))
    assert [one.what for one in found][::3] == ["the up card and one hole card", "the up card and four hole cards"]


def test_hands_are_counted_by_their_ranks_in_a_suit() -> None:
    own = hands()
    assert own.ways.sum() == comb(52, 5)
    assert [int(own.in_suit[:, at][own.ranks[:, at] >= 0].sum()) > 0 for at in (0, 1, 31)] == [True] * 3
    assert own.in_suit.sum() == comb(52, 5)
    assert sum(one.one_suit for one in ways_to_see(3)) == comb(13, 3)
