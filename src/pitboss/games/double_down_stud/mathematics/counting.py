"""Count every deal of Double Down Stud: the lines on which each set of four known cards ends.

The player's card and the three face-up community cards make one set of four. It does not matter which is the player's.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pitboss.games.double_down_stud.settle import LINES, line
from pitboss.mathematics.counting.compiled import compiled, strength5
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.mathematics.counting.store import kept

if TYPE_CHECKING:
    from pitboss.mathematics.counting.store import Counts

HOLE_CARDS = 48
LINE_OF: Ints = np.array([line(max(1, strength)) for strength in range(7463)], np.int8)


@compiled
def _count(counts: Ints, fours: Ints) -> None:
    for at in range(len(fours)):
        a, b, c, d = fours[at, 0], fours[at, 1], fours[at, 2], fours[at, 3]
        for hole in range(52):
            if hole not in (a, b, c, d):
                counts[at, LINE_OF[strength5(a, b, c, d, hole)]] += 1


@cache
def count() -> Ints:
    """For each suit class of four cards, the number of the 48 hole cards that lead to each line of the pay table."""

    def counted() -> Counts:
        fours = suit_classes(4).hands
        lines = np.zeros((len(fours), len(LINES)), np.int64)
        _count(lines, fours)
        return {"lines": lines}

    return kept("double_down_stud", "lines", {}, counted, module=__name__)["lines"]
