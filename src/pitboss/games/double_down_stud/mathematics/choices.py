"""The value of a double and a pass at Double Down Stud for every four known cards, and named strategies."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.cards import texts
from pitboss.games.double_down_stud.mathematics.counting import HOLE_CARDS, count
from pitboss.games.double_down_stud.mathematics.one_hand import DOUBLE, PASS
from pitboss.games.double_down_stud.settle import LINES, original_or_double
from pitboss.mathematics.choices import Choices, Known, other_suits, priced
from pitboss.mathematics.counting.hands import Ints, suit_classes

if TYPE_CHECKING:
    from pitboss.games.double_down_stud.rules import DoubleDownStudRules

STRATEGIES = {
    "optimal": "double if a wager has a positive value",
    "always": "double every hand",
    "never": "never double",
}


def nets(rules: DoubleDownStudRules) -> tuple[list[int], int]:
    """The net win of one wager on each line, with a common denominator."""
    back, per = rules.back
    return [original_or_double(per, one, back, per) - per for one in range(len(LINES))], per


def choices(rules: DoubleDownStudRules) -> Choices:
    """A double or a pass, for each set of four known cards. A double is paid like the original wager."""
    won, per = nets(rules)
    original = priced(count(), won)
    fours = suit_classes(4)

    def seen() -> dict[str, Ints]:
        return {"hand": fours.hands[:, :1], "board": fours.hands[:, 1:]}

    def alike(known: Known, random: Random) -> Known:
        """Any of the four known cards can be the player's own, too."""
        four = [*known["hand"], *known["board"]]
        own = four.pop(random.randrange(4))
        return other_suits({"hand": (own,), "board": tuple(four)}, random)

    def describe(state: int) -> str:
        return texts(map(int, fours.hands[state]))

    worth = np.stack((original, 2 * original))
    return Choices((PASS, DOUBLE), worth, fours.weights, HOLE_CARDS, per, seen, describe, alike)


def named(made: Choices) -> dict[str, Callable[[], Ints]]:
    """The named strategies except the optimal one."""
    return {"always": lambda: made.always(DOUBLE), "never": lambda: made.always(PASS)}
