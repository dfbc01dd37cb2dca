"""Boston 5 Stud Poker as a seat sees it: names of hands and the wagers that follow."""

from __future__ import annotations

from pitboss.engine.round.hand_labels import AtSeat, poker_hand

AT_SEAT = AtSeat(
    holds=poker_hand,
    follows={"ante": (4, "the first and the second wager"), "first": (1, "the second wager")},
    comes_with={"first": ("ante", 2)},
    felt="#0D3A26",
)
