"""The exact odds of High Card against a second count, which shares only the settlement with the first."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from high_card.rules import HighCardRules
from high_card.settle import ante_or_raise, line

from pitboss import advise, odds
from pitboss.basics.cards import TEXT


def test_best_play_dealt_out_card_by_card() -> None:
    rules = HighCardRules()
    won = dict.fromkeys(range(52), 0)
    for own, dealers in permutations(range(52), 2):
        on = line(own >> 2, dealers >> 2)
        won[own] += ante_or_raise(100, on, *rules.ante_back) + ante_or_raise(100, on, *rules.raise_back) - 200
    best = sum(max(total, -100 * 51) for total in won.values())
    found = odds("high_card")
    assert found.expected_value == Fraction(best, 100 * 52 * 51) == Fraction(-4, 221)
    assert found.action_frequency["raise"] == Fraction(9, 13)


def test_advice_counts_the_cards_that_are_left() -> None:
    kings = " ".join(TEXT[card] for card in range(52) if card >> 2 == 11)
    assert advise("high_card", hand="As").options["raise"] == Fraction(48 * 5, 51 * 2)
    assert advise("high_card", hand="Qs").best == "raise"
    assert advise("high_card", hand="5d", seen=kings).best == "raise"
    assert advise("high_card", hand="5d").best == "fold"
