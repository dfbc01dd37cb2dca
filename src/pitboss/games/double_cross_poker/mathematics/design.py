"""The pay tables of Double Cross Poker that can be searched."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.games.double_cross_poker.mathematics.choices import deals_by_end, nets
from pitboss.games.double_cross_poker.mathematics.counting import COMPLETIONS, starts
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.design_search import Design, Nets, OnWager, Part


def _parts(rules: DoubleCrossPokerRules, tick: Tick | None) -> tuple[Part, ...]:
    """A fold or a raise along either array."""
    every = starts(tick)
    vertical = deals_by_end().T
    fold = np.full((len(vertical), 1), COMPLETIONS)
    return (Part(every.weights, (fold, vertical, vertical[every.exchanged])),)


def _nets(rules: DoubleCrossPokerRules) -> Nets:
    won, per = nets(rules)
    array = [Fraction(one, per) for one in won]
    return [[[Fraction(-1)], array, array]]


DESIGN = Design(
    game="double_cross_poker",
    round=("raise_pays", "ante_pays"),
    parts=_parts,
    nets=_nets,
    plays="raise",
    wagers={"three_card_pays": (OnWager(lambda rules: "three-card"),)},
)
