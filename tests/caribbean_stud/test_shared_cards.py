"""What shared cards are worth at Caribbean Stud Poker, beside hands that are dealt out one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.basics import poker
from pitboss.games.caribbean_stud.mathematics.choices import choices
from pitboss.games.caribbean_stud.mathematics.one_hand import count_with, nets
from pitboss.games.caribbean_stud.mathematics.shared_cards import bets, usual, worth
from pitboss.games.caribbean_stud.rules import CaribbeanStudRules
from pitboss.games.caribbean_stud.settle import line
from pitboss.mathematics.any_game import odds
from pitboss.simulation.shared_cards import gains
from pitboss.simulation.stream import packs, stream

RULES = CaribbeanStudRules()
PER = RULES.main_pays.per
TABLE = nets(RULES.main_pays)


def dealt_out(cards: list[int], seat: int, pack: range | list[int] = range(52)) -> int:
    """The sum of the nets of a seat's bet over all hole cards that nobody has seen."""
    own = poker.strength(cards[1 + 5 * seat : 6 + 5 * seat])
    left = [card for card in pack if card not in cards]
    pays = TABLE[poker.CATEGORY_OF[own]]
    return sum(pays[line(own, poker.strength((cards[0], *holes)))] for holes in combinations(left, 4))


@pytest.mark.parametrize("seats", [5, 6, 7])
def test_a_bet_is_worth_what_dealing_out_all_hole_cards_says(seats: int) -> None:
    known = 1 + 5 * seats
    cards = packs(stream(seats, 0), 3, known)[:, :known]
    suited = [4 * rank + 2 for rank in (12, 3, 4, 5, 6, 7, 8)]  # few of the up card's suit are left, or many
    rest = [card for card in range(52) if card not in suited]
    cards[1] = [suited[0], *Random(seats).sample(rest, known - 1)]
    cards[2] = [*suited, *Random(seats).sample(rest, known - 7)]
    found = worth(cards, TABLE, -PER)
    for deal, row in enumerate(cards.tolist()):
        assert found[deal, :, 1].tolist() == [dealt_out(row, seat) for seat in range(seats)]
        assert set(found[deal, :, 0].tolist()) == {-PER}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bet_is_worth_what_the_count_of_one_hand_says(seats: int) -> None:
    known = 1 + 5 * seats
    cards = packs(stream(seats, 1), 3, known)[:, :known]
    found = worth(cards, TABLE, 0)
    for deal, (up, *rows) in enumerate(cards.tolist()):
        for seat in range(seats):
            own, others = rows[5 * seat : 5 * seat + 5], rows[: 5 * seat] + rows[5 * seat + 5 :]
            pays = TABLE[poker.CATEGORY_OF[poker.strength(own)]]
            met = count_with(own, up, others)
            assert found[deal, seat, 1] == sum(net * times for net, times in zip(pays, met, strict=True))


def test_every_deal_of_a_small_pack_gains_what_dealing_it_out_says() -> None:
    """A pack of 16 cards and two seats. The other seat holds any five of the ten that one does not see."""
    pack = [4 * rank + suit for rank in (6, 9, 11, 12) for suit in range(4)]
    up, own = pack[13], [pack[at] for at in (3, 5, 6, 8, 15)]
    others = list(combinations([card for card in pack if card not in (up, *own)], 5))
    cards = np.array([(up, *own, *other) for other in others])
    behind = comb(5, 4)
    found = worth(cards, TABLE, -PER * behind, np.isin(np.arange(52), pack).astype(np.int64))
    by_hand = [[dealt_out(row, seat, pack) for seat in range(2)] for row in cards.tolist()]
    assert found[:, :, 1].tolist() == by_hand

    alone = dealt_out([up, *own], 0, pack)  # over all hole cards, whatever the other seat holds
    shares = Fraction(len(others) * behind, comb(10, 4))
    assert found[:, 0, 1].sum() == alone * shares
    blind = max(alone * shares, -PER * behind * len(others))
    best = sum(max(bets, -PER * behind) for bets, _ in by_hand)
    chosen = np.full((len(cards), 2), int(blind == alone * shares))
    gained = gains(cards, lambda cards: found, lambda cards: chosen)
    assert gained[:, 0].sum() == best - blind > 0


def test_a_seat_without_the_cards_of_others_plays_as_its_own_hand_says() -> None:
    cards = packs(stream("own", 0), 300, 11)[:, :11]
    cards[:40, 5] = cards[:40, 0] & ~3 | cards[:40, 0] + 1 & 3  # hands with the up card's rank are close
    cards = cards[[len(set(row)) == 11 for row in cards.tolist()]]
    made, chosen = choices(RULES), usual(cards, bets(RULES.main_pays))
    near = 0
    for deal, (up, *rows) in enumerate(cards.tolist()):
        hand = rows[:5]
        if near < 25 and poker.ACE_KING <= poker.strength(hand) < poker.weakest_pair(0):
            pays = TABLE[poker.CATEGORY_OF[poker.strength(hand)]]
            bet = sum(net * times for net, times in zip(pays, count_with(hand, up), strict=True))
            assert chosen[deal, 0] == (bet > -PER * made.deals), (hand, up)
            near += 1
        elif not poker.ACE_KING <= poker.strength(hand) < poker.weakest_pair(0):
            assert chosen[deal, 0] == (poker.strength(hand) >= poker.weakest_pair(0))
    assert near > 10


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 7])
def test_usual_play_is_worth_on_average_what_the_game_is(seats: int) -> None:
    known = 1 + 5 * seats
    behind = comb(52 - known, 4)
    cards = packs(stream("average", seats), 20_000, known)[:, :known]
    values = worth(cards, TABLE, -PER * behind)
    chosen = usual(cards, bets(RULES.main_pays))[:, :, None].astype(np.intp)
    won = np.take_along_axis(values, chosen, 2)[:, :, 0].mean(axis=1) / (behind * PER)
    fair = float(odds("caribbean_stud").expected_value)
    assert abs(won.mean() - fair) < 4 * won.std() / len(won) ** 0.5
