"""What Double Down Stud is worth to a player who sees the hole card, or knows the class of its rank by its back."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.games.double_down_stud.settle import line, original_or_double
from pitboss.mathematics.any_game import odds
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.divisions import add_state, empty
from pitboss.mathematics.counting.hands import Ints, strengths, suit_classes
from pitboss.mathematics.counting.seen import STRENGTHS, check_size
from pitboss.mathematics.exposure import Known, by_marks
from pitboss.mathematics.results import Distribution

FACE_UP = "8(c)"
"""The clause by which the players' cards lie face up."""
KNOWN = 4
"""The cards that lie face up when the player may double."""


def cards_seen(rules: DoubleDownStudRules, tick: Tick | None = None) -> Iterator[Known]:
    """Whoever sees the hole card doubles the hands that win."""
    never = odds("double_down_stud", rules, strategy="never", tick=tick).results
    assert isinstance(never, Distribution)
    deals = sum(never.weights.values())
    wins = {net: many for net, many in never.weights.items() if net > 0}
    single = sum(net * many for net, many in never.weights.items())
    yield Known(
        what="the hole card",
        value=Fraction(single + sum(net * many for net, many in wins.items())) / deals,
        plays=Fraction(sum(wins.values()), deals),
    )


def marked_cards(rules: DoubleDownStudRules, tick: Tick | None = None) -> Iterator[Known]:
    """The class of the hole card, if the backs of two parts of the ranks can be told apart."""
    back, per = rules.back
    deals = comb(52, KNOWN) * (52 - KNOWN)
    nets = [original_or_double(per, line(strength), back, per) - per for strength in range(STRENGTHS)]
    check_size(2 * max(map(abs, nets)) * deals)
    classes, into = suit_classes(KNOWN), empty()
    gains, cards = by_hole_card(classes.hands, np.array(nets, np.int64))
    for gain, many, weight in zip(gains, cards, classes.weights, strict=True):
        add_state(gain, gain, many, weight, into)
    single = int((gains.sum(axis=1) * classes.weights).sum())
    yield from by_marks("the hole card", into.added(), single, deals * per, deals)


def by_hole_card(hands: Ints, nets: Ints) -> tuple[Ints, Ints]:
    """What a double adds to four known cards by the rank of the hole card, and how many cards of that rank it can be.

    ``nets`` has what the original wins by the strength of the hand. A double of the same amount wins as much again.
    """
    gains, cards = np.zeros((len(hands), 13), np.int64), np.zeros((len(hands), 13), np.int64)
    for hole in range(52):
        free = (hands != hole).all(axis=1)
        whole = np.column_stack((hands[free], np.full(int(free.sum()), hole)))
        gains[free, hole >> 2] += nets[strengths(whole)]
        cards[free, hole >> 2] += 1
    return gains, cards
