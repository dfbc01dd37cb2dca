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
from pitboss.games.caribbean_stud.mathematics import counting_seen, exposure
from pitboss.games.caribbean_stud.mathematics.counting import HOLE_CARDS, hand_strengths
from pitboss.games.caribbean_stud.mathematics.counting import count as counted
from pitboss.games.caribbean_stud.mathematics.exposure import seen
from pitboss.games.caribbean_stud.mathematics.one_hand import nets
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.games.caribbean_stud.settle import line
from pitboss.mathematics.any_game import odds
from pitboss.mathematics.counting import divisions
from pitboss.mathematics.counting.hands import CATEGORY, Ints, suit_classes
from pitboss.mathematics.counting.seen import hands, nets_by_strength, of, ways_to_see, worth
from pitboss.mathematics.exposure import by_marks

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


# --- marked cards


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hole_card_of_each_rank_is_worth_what_dealing_out_all_hands_says(seed: int) -> None:
    random = Random(seed)
    up, *hand = random.sample(range(52), 6)
    if seed == 1:  # four cards of the up card's suit
        up, hand = 4 * 7 + 2, [4 * rank + 2 for rank in (0, 3, 8, 12)] + [4 * 3 + 1]
    own, fold = poker.strength(tuple(hand)), -PAYS.per * comb(45, 3)
    ranks = sorted({card >> 2 for card in hand})
    mine = sum(1 << (card >> 2) for card in hand if card & 3 == up & 3)
    chosen = sum(1 << at for at, rank in enumerate(ranks) if mine >> rank & 1)
    assert hands().ranks[own, chosen] == mine
    gains, cards = np.zeros((2, 13), np.int64)
    beside = counting_seen.worth_beside(up >> 2, nets_by_strength(TABLE))
    counting_seen.fill_gains(up >> 2, fold, *beside, own, chosen, mine, hands().held, gains, cards)
    for rank in [*random.sample(range(13), 3), up >> 2]:
        hole = [4 * rank + suit for suit in range(4) if 4 * rank + suit not in {up, *hand}]
        assert cards[rank] == len(hole)
        assert gains[rank] == sum(dealt_out(tuple(hand), (up, card)) - fold for card in hole)


@pytest.mark.long
def test_marks_that_tell_nothing_leave_the_game_as_it_is_and_all_others_help() -> None:
    totals = counting_seen.count_marked(TABLE, PAYS.per)
    states = comb(52, 5) * 47 * 46
    deals = states * comb(45, 3) * PAYS.per
    fair = odds("caribbean_stud")
    gains, bold = totals[: divisions.DIVISIONS], totals[divisions.DIVISIONS :]
    assert Fraction(gains[0] - deals, deals) == fair.expected_value
    assert Fraction(bold[0], states) == fair.action_frequency["bet"]
    assert min(gains[1:]) > 0
    least = seen(2, TABLE, PAYS.per)  # who knows the class of a card knows less than who sees it
    threshold, aces_and_kings, best = exposure.marked_cards(CaribbeanStudRules())
    assert fair.expected_value < aces_and_kings.value < threshold.value < best.value < least.value


@pytest.mark.parametrize(("seed", "least"), [(1, -9), (2, 0), (3, -20)])
@pytest.mark.parametrize("choices", [1, 2])
def test_every_division_gains_what_its_parts_do(seed: int, least: int, choices: int) -> None:
    random = np.random.default_rng(seed)
    gains, cards = random.integers(least, 9, (choices, 13)), random.integers(0, 5, 13)
    totals, bold = totals_of(gains, cards)
    for division in range(divisions.DIVISIONS):
        inside = np.array([division >> rank & 1 for rank in range(13)], np.bool_)
        parts = [(gains[:, part].sum(axis=1).max(), cards[part].sum()) for part in (inside, ~inside)]
        common = 0 if division == 0 else 1
        assert totals[division] + common * totals[0] == 3 * sum(max(gain, 0) for gain, _ in parts)
        assert bold[division] + common * bold[0] == 3 * sum(many for gain, many in parts if gain > 0)


def test_no_division_changes_a_state_in_which_one_choice_is_always_better() -> None:
    gains, cards = np.arange(1, 14), np.full(13, 4)
    for all_alike, each in (([gains], (3 * 91, 3 * 52)), ([-gains], (0, 0)), ([gains - 1, gains], (3 * 91, 3 * 52))):
        for added, one in zip(totals_of(np.array(all_alike), cards), each, strict=True):
            assert added.tolist() == [one, *[0] * (divisions.DIVISIONS - 1)]


def totals_of(gains: Ints, cards: Ints) -> tuple[Ints, Ints]:
    into = divisions.empty()
    divisions.add_state(gains[0], gains[-1], cards, 3, into)
    return into.totals, into.bold


def test_divisions_are_named_by_their_smaller_part() -> None:
    gains, bold = [0] * divisions.DIVISIONS, [0] * divisions.DIVISIONS
    gains[0b111], gains[0b11111111110] = 2, 3
    found = [one.what for one in by_marks("the card", [*gains, *bold], 0, 1, 1)]
    assert found == [
        "whether the card is a five or higher",
        "whether the card is an ace or a king",
        "whether the card is a two, a king or an ace",
    ]
