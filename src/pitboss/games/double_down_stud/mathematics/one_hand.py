"""The choices at one hand of Double Down Stud, and the hole cards behind it. Needs no compiler."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.basics.cards import PACK_52
from pitboss.basics.poker import strength
from pitboss.games.double_down_stud.settle import LINES, line

PASS, DOUBLE = "pass", "double"


def count_with(four: Sequence[int], seen: Sequence[int] = ()) -> list[int]:
    """The number of unseen hole cards that lead to each line, for four known cards."""
    counts = [0] * len(LINES)
    for hole in PACK_52:
        if hole not in {*four, *seen}:
            counts[line(strength((*four, hole)))] += 1
    return counts
