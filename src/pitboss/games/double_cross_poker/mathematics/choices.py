"""The value of a fold and of each array at Double Cross Poker for every start, and named strategies."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.cards import texts
from pitboss.games.double_cross_poker.mathematics.counting import COMPLETIONS, starts
from pitboss.games.double_cross_poker.mathematics.one_hand import ENDS, FOLD, by_end
from pitboss.games.double_cross_poker.settle import ARRAYS, RAISES, paid_by_ante
from pitboss.mathematics.choices import Choices
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints

if TYPE_CHECKING:
    from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules

ACTIONS = (FOLD, *ARRAYS)
STRATEGIES = {
    "optimal": "raise along the better array if that is worth more than a fold, which loses the ante",
    "always": "raise on every hand, along the better array",
    "never": "fold every hand",
}


@cache
def deals_by_end() -> Ints:
    """Deals by end and start, if the vertical array is played."""
    return by_end(starts().counts)


def nets(rules: DoubleCrossPokerRules) -> tuple[list[int], int]:
    """The net win of ante and both raises by end, with a common denominator."""
    back, per = rules.raise_back
    stakes, higher = (1 + RAISES) * per, rules.ante_back
    return [
        sum(one.returned for one in paid_by_ante(per, on, kind, back, per, higher=higher)) - stakes for on, kind in ENDS
    ], per


def choices(rules: DoubleCrossPokerRules, tick: Tick | None = None) -> Choices:
    """A fold or a raise along either array, for each start. Values have 64 bits if they fit."""
    every = starts(tick)
    net, per = nets(rules)
    whole = np.int64 if COMPLETIONS * max(map(abs, net)) < 2**63 else object
    vertical = np.zeros(len(every.weights), whole)
    for deals, one in zip(deals_by_end(), net, strict=True):
        vertical += deals.astype(whole, copy=False) * one
    fold = np.full(len(vertical), -per * COMPLETIONS, whole)

    def seen() -> dict[str, Ints]:
        return {
            "hand": np.sort(every.cards[:, 2:], axis=1),
            "vertical": every.cards[:, :1],
            "horizontal": every.cards[:, 1:2],
        }

    def describe(state: int) -> str:
        top, right, *own = map(int, every.cards[state])
        return f"{texts(own)}, vertical {texts([top])}, horizontal {texts([right])}"

    worth = np.stack((fold, vertical, vertical[every.exchanged]))
    return Choices(ACTIONS, worth, every.weights, COMPLETIONS, per, seen, describe)


def better_array(made: Choices) -> Ints:
    """The better array of each start, without the option to fold."""
    better: Ints = 1 + (made.worth[2] > made.worth[1]).astype(np.int8)
    return better


def named(made: Choices) -> dict[str, Callable[[], Ints]]:
    """The named strategies except the optimal one."""
    return {"always": lambda: better_array(made), "never": lambda: made.always(FOLD)}
