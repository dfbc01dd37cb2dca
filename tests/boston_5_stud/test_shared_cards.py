"""What shared cards are worth at Boston 5 Stud Poker, beside hands that are dealt out one by one."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from long import first_of
from pitboss.basics import poker
from pitboss.games.boston_5_stud.mathematics.choices import choices, nets
from pitboss.games.boston_5_stud.mathematics.one_hand import count_with
from pitboss.games.boston_5_stud.mathematics.shared_cards import usual, worth
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.mathematics.any_game import odds
from pitboss.mathematics.counting.hands import strengths
from pitboss.simulation.shared_cards import gains
from pitboss.simulation.stream import packs, stream

RULES = Boston5StudRules()
TABLE, PER = nets(RULES)
FOLD = -3 * PER


def dealt_out(start: list[int], left: list[int]) -> int:
    """The sum of the nets of a second wager over all last two cards and all hands of the dealer."""
    total = 0
    for two in combinations(left, 2):
        own = poker.strength((*start, *two))
        for dealer in combinations([card for card in left if card not in two], 5):
            line = poker.compare(own, poker.strength(dealer))
            total += TABLE[line][poker.CATEGORY_OF[own]]
    return total


@pytest.mark.parametrize("seats", first_of([9, 5, 2]))
def test_a_second_wager_is_worth_what_the_count_of_one_hand_says(seats: int) -> None:
    cards = packs(stream(seats, 0), 3, 3 * seats)[:, : 3 * seats]
    cards[2, :3] = (5, 9, 13)  # three to a straight flush, with the rest of the suit among the unseen cards
    cards[2, 3:] = [card for card in range(52) if card & 3 != 1][: 3 * seats - 3]
    found = worth(cards, TABLE, FOLD)
    for deal, row in enumerate(cards.tolist()):
        for seat in (0, seats - 1):
            own, others = row[3 * seat : 3 * seat + 3], row[: 3 * seat] + row[3 * seat + 3 :]
            met = count_with(own, others)
            assert found[deal, seat].tolist() == [FOLD, int((met * np.array(TABLE)).sum())]


def test_a_second_wager_is_worth_what_dealing_out_all_hands_says() -> None:
    """A seat of nine, against all hands of the dealer."""
    row = packs(stream("dealt out", 0), 1, 27)[0, :27].tolist()
    left = [card for card in range(52) if card not in row]
    dealers = np.array(list(combinations(left, 5)))
    strong = strengths(dealers)
    (found,) = worth(np.array([row]), TABLE, FOLD)
    total = 0
    for two in combinations(left, 2):
        own = poker.strength((*row[12:15], *two))
        met = strong[~np.isin(dealers, two).any(axis=1)]
        kind = poker.CATEGORY_OF[own]
        ends = {poker.HIGHER: met < own, poker.EQUAL: met == own, poker.LOWER: met > own}
        total += sum(int(those.sum()) * TABLE[line][kind] for line, those in ends.items())
    assert found[4, 1] == total


def test_every_deal_of_a_small_pack_gains_what_dealing_it_out_says() -> None:
    """A pack of 14 cards and two seats. The other seat holds any three of the eleven that one does not see."""
    pack = [4 * rank + suit for rank in (2, 3, 4, 5, 6, 7, 8) for suit in (1, 2)]
    own = [pack[at] for at in (0, 2, 7)]
    others = list(combinations([card for card in pack if card not in own], 3))
    cards = np.array([(*own, *other) for other in others])
    behind = comb(8, 2) * comb(6, 5)
    fold = -2 * PER * behind  # in this pack many a second wager loses more
    by_hand = []
    for row in cards.tolist():
        left = [card for card in pack if card not in row]
        by_hand.append([dealt_out(row[:3], left), dealt_out(row[3:], left)])
    found = worth(cards, TABLE, fold, np.isin(np.arange(52), pack).astype(np.int64))
    assert found[:, :, 1].tolist() == by_hand

    blind = max(sum(seconds for seconds, _ in by_hand), fold * len(others))
    best = sum(max(seconds, fold) for seconds, _ in by_hand)
    chosen = np.full((len(cards), 2), int(blind != fold * len(others)))
    gained = gains(cards, lambda cards: found, lambda cards: chosen)
    assert gained[:, 0].sum() == best - blind > 0


def test_a_seat_without_the_cards_of_others_plays_as_its_own_start_says() -> None:
    cards = packs(stream("own", 0), 10, 6)[:, :6]
    made = choices(RULES)
    best = np.arange(len(made.best))  # so that every class can be told
    for row, (one, two) in zip(cards.tolist(), usual(cards, best).tolist(), strict=True):
        for start, state in ((row[:3], one), (row[3:], two)):
            met = count_with(start, ())
            assert int((met * np.array(TABLE)).sum()) == made.worth[1, state]


@pytest.mark.long
def test_usual_play_is_worth_on_average_what_the_game_is() -> None:
    seats, many = 9, 3_000
    behind = comb(25, 2) * comb(23, 5)
    cards = packs(stream("average", 0), many, 3 * seats)[:, : 3 * seats]
    values = worth(cards, TABLE, FOLD * behind)
    chosen = usual(cards, choices(RULES).best)[:, :, None].astype(np.intp)
    won = np.take_along_axis(values, chosen, 2)[:, :, 0].mean(axis=1) / (behind * PER)
    fair = float(odds("boston_5_stud").expected_value)
    assert abs(won.mean() - fair) < 4 * won.std() / many**0.5
