"""The value of a raise and a fold at High Card for every card, and named strategies."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from high_card.counting import DEALS, RANKS, count
from high_card.rules import HighCardRules
from high_card.settle import LINES, ante_or_raise
from pitboss.basics.cards import texts
from pitboss.mathematics.choices import Choices, priced
from pitboss.mathematics.counting.hands import Ints

FOLD, RAISE = "fold", "raise"
STRATEGIES = {
    "optimal": "raise if that is worth more than a fold, which loses the ante",
    "always": "raise with every card",
    "never": "fold every card",
}


def nets(rules: HighCardRules) -> tuple[list[int], int]:
    """The net win of ante and raise on each line, with a common denominator."""
    (ante, per_ante), (more, per_more) = rules.ante_back, rules.raise_back
    per = per_ante * per_more
    back = [ante_or_raise(per, on, ante, per_ante) + ante_or_raise(per, on, more, per_more) for on in range(len(LINES))]
    return [both - 2 * per for both in back], per


def choices(rules: HighCardRules) -> Choices:
    """A raise or a fold, for each rank."""
    net, per = nets(rules)
    raised = priced(count(), net)
    cards: Ints = np.arange(RANKS)[:, None] << 2

    def describe(state: int) -> str:
        return texts(map(int, cards[state]))

    worth = np.stack((np.full(RANKS, -DEALS * per), raised))
    return Choices((FOLD, RAISE), worth, np.full(RANKS, 4), DEALS, per, lambda: {"hand": cards}, describe)


def named(made: Choices) -> dict[str, Callable[[], Ints]]:
    """The named strategies except the optimal one."""
    return {"always": lambda: made.always(RAISE), "never": lambda: made.always(FOLD)}
