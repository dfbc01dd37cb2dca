"""The pay tables of Boston 5 Stud Poker that can be searched."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.games.boston_5_stud.mathematics.choices import nets
from pitboss.games.boston_5_stud.mathematics.counting import DEALS, count
from pitboss.games.boston_5_stud.mathematics.one_hand import SECOND
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.games.boston_5_stud.settle import FIRST
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import suit_classes
from pitboss.mathematics.design_search import Design, Nets, OnWager, Part


def _parts(rules: Boston5StudRules, tick: Tick | None) -> tuple[Part, ...]:
    second = count().reshape(len(count()), -1)
    return (Part(suit_classes(3).weights, (np.full((len(second), 1), DEALS), second)),)


def _nets(rules: Boston5StudRules) -> Nets:
    """A fold loses ante and first wager."""
    won, per = nets(rules)
    return [[[Fraction(-1 - FIRST)], [Fraction(one, per) for line in won for one in line]]]


DESIGN = Design(
    game="boston_5_stud",
    round=("ante_bonus", "first_and_second_pays", "ante_pays"),
    parts=_parts,
    nets=_nets,
    plays=SECOND,
    wagers={"optional_bonus": (OnWager(lambda rules: "optional bonus"),)},
)
