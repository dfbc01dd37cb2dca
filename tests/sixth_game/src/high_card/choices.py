"""To raise or to fold: what each is worth with every card, and strategies."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from high_card.counting import DEALS, RANKS, count
from high_card.rules import HighCardRules
from high_card.settle import LINES, ante_or_raise
from pitboss.cards import texts
from pitboss.exact.choices import Choices, priced
from pitboss.exact.hands import Ints

FOLD, RAISE = "fold", "raise"
STRATEGIES = {
    "optimal": "raise wherever that is worth more than the ante that a fold loses",
    "always": "raise with every card",
    "never": "fold every card",
}


def nets(rules: HighCardRules) -> tuple[list[int], int]:
    """What ante and raise win together on each line, over one denominator."""
    (ante, per_ante), (more, per_more) = rules.ante_back, rules.raise_back
    per = per_ante * per_more
    back = [ante_or_raise(per, on, ante, per_ante) + ante_or_raise(per, on, more, per_more) for on in range(len(LINES))]
    return [both - 2 * per for both in back], per


def choices(rules: HighCardRules) -> Choices:
    """Whether to raise, for each rank."""
    net, per = nets(rules)
    raised = priced(count(), net)
    cards: Ints = np.arange(RANKS)[:, None] << 2

    def describe(state: int) -> str:
        return texts(map(int, cards[state]))

    worth = np.stack((np.full(RANKS, -DEALS * per), raised))
    return Choices((FOLD, RAISE), worth, np.full(RANKS, 4), DEALS, per, lambda: {"hand": cards}, describe)


def named(made: Choices) -> dict[str, Callable[[], Ints]]:
    """The strategies that are known by name, besides the optimal one."""
    return {"always": lambda: made.always(RAISE), "never": lambda: made.always(FOLD)}
