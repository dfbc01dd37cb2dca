"""What shared cards are worth at Double Cross Poker, beside hands that are dealt out one by one."""

from __future__ import annotations

from itertools import chain, combinations, permutations
from math import comb

import numpy as np
import pytest

from long import first_of
from pitboss.basics import poker
from pitboss.games.double_cross_poker.mathematics.choices import choices, nets
from pitboss.games.double_cross_poker.mathematics.counting import starts
from pitboss.games.double_cross_poker.mathematics.exposure import table_of
from pitboss.games.double_cross_poker.mathematics.one_hand import count_with
from pitboss.games.double_cross_poker.mathematics.shared_cards import usual, worth
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.mathematics.any_game import odds
from pitboss.simulation.shared_cards import gains
from pitboss.simulation.stream import packs, stream

RULES = DoubleCrossPokerRules()
NET, PER = nets(RULES)
TABLE = table_of(NET)
SUITS = {"two suits": (7, 42), "one suit": (7, 39)}
"""The shown cards, vertical and horizontal."""


def net_of(own: int, dealer: int) -> int:
    """The net of a raised hand, from the clauses: it risks an ante and two raises, and wins one to one on the ante."""
    if own == dealer:
        return 0
    category = poker.CATEGORIES[poker.CATEGORY_OF[own]]
    odds = RULES.raise_pays[category]
    return PER + 2 * PER * odds.pays // odds.per if own > dealer else -3 * PER


def dealt_out(vertical: int, horizontal: int, hands: list[list[int]], pack: list[int]) -> list[list[int]]:
    """What each seat wins along each array over every center, both other cards of the cross and the dealer's two."""
    left = [card for card in pack if card not in {vertical, horizontal, *chain(*hands)}]
    totals = [[0, 0] for _ in hands]
    for center, other, last in permutations(left, 3):
        arrays = (center, vertical, other), (center, horizontal, last)
        own = [[poker.strength((*array, *hand)) for array in arrays] for hand in hands]
        for pair in combinations([card for card in left if card not in (center, other, last)], 2):
            dealer = max(poker.strength((*array, *pair)) for array in arrays)
            for seat, along in enumerate(own):
                for array in range(2):
                    totals[seat][array] += net_of(along[array], dealer)
    return totals


@pytest.mark.parametrize("shown", first_of(reversed(SUITS)))
def test_every_deal_of_a_small_pack_gains_what_dealing_it_out_says(shown: str) -> None:
    """A pack of 12 cards and two seats. The other seat holds any two of the eight that one does not see."""
    pack = [7, 10, 11, 13, 14, 15, 18, 19, 37, 38, 39, 42]
    vertical, horizontal = SUITS[shown]
    own = [11, 15]
    others = list(combinations([card for card in pack if card not in (vertical, horizontal, *own)], 2))
    cards = np.array([(vertical, horizontal, *own, *other) for other in others])
    behind = 6 * 5 * 4 * comb(3, 2)
    found = worth(cards, TABLE, -PER * behind, np.isin(np.arange(52), pack).astype(np.int64))
    by_hand = [dealt_out(vertical, horizontal, [own, list(other)], pack) for other in others]
    assert found[:, :, 1:].tolist() == by_hand

    first = [(-PER * behind, *hands[0]) for hands in by_hand]
    blind = max(range(3), key=lambda choice: sum(values[choice] for values in first))
    gained = gains(cards, lambda cards: found, lambda cards: np.full((len(cards), 2), blind))
    assert gained[:, 0].sum() == sum(max(values) - values[blind] for values in first) > 0


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_raise_is_worth_what_the_count_of_one_hand_says(seats: int) -> None:
    known = 2 + 2 * seats
    cards = packs(stream(seats, 0), 5, known)[:, :known]
    cards = cards[[0, *np.flatnonzero(cards[:, 0] & 3 == cards[:, 1] & 3)[:1]]]
    found = worth(cards, TABLE, -PER)
    for deal, (vertical, horizontal, *rows) in enumerate(cards.tolist()):
        for seat in (0, seats - 1):
            own, others = rows[2 * seat : 2 * seat + 2], rows[: 2 * seat] + rows[2 * seat + 2 :]
            met = count_with(own, vertical, horizontal, others)
            assert found[deal, seat].tolist() == [-PER, *(int((one * np.array(TABLE)).sum()) for one in met)]


def test_a_seat_without_the_cards_of_others_plays_as_its_own_cards_say() -> None:
    cards = packs(stream("own", 0), 200, 8)[:, :8]
    found = usual(cards, np.arange(len(starts().weights)))
    for (vertical, horizontal, *rows), classes in zip(cards.tolist(), found.tolist(), strict=True):
        for seat, state in enumerate(classes):
            assert state == starts().index(rows[2 * seat : 2 * seat + 2], vertical, horizontal)


@pytest.mark.long
def test_usual_play_is_worth_on_average_what_the_game_is() -> None:
    seats, many = 8, 1_000
    behind = 34 * 33 * 32 * comb(31, 2)
    cards = packs(stream("average", 0), many, 18)[:, :18]
    values = worth(cards, TABLE, -PER * behind)
    chosen = usual(cards, choices(RULES).best)[:, :, None].astype(np.intp)
    won = np.take_along_axis(values, chosen, 2)[:, :, 0].mean(axis=1) / (behind * PER)
    fair = float(odds("double_cross_poker").expected_value)
    assert values.shape[1] == seats
    assert abs(won.mean() - fair) < 4 * won.std() / many**0.5
