"""The short strategy of Boston 5 Stud Poker."""

from __future__ import annotations

import numpy as np

from pitboss.basics.cards import RANK_NAMES, plural
from pitboss.basics.poker import FLUSH_3, PAIR_3, STRAIGHT_3, STRAIGHT_FLUSH_3, THREE_3, category3
from pitboss.games.boston_5_stud.mathematics.choices import choices
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.mathematics.choices import Choices
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.short_strategy import Condition, Level, ShortStrategy, by_conditions, levels, losses, saved

ACTIONS = "fold", "place the second wager"
RANKS = 13


def short_strategy(rules: Boston5StudRules, tick: Tick | None = None) -> ShortStrategy:
    made = choices(rules)
    return saved("boston_5_stud", made, lambda: shortest(made), module=__name__)


def shortest(made: Choices) -> ShortStrategy:
    """The short strategy for these values of a second wager and a fold."""
    lost = losses(made)
    listed = by_conditions("second wager or fold", _conditions(made, lost), ACTIONS, lost)
    return ShortStrategy(
        game="boston_5_stud",
        base="ante",
        steps=listed.steps,
        cost=made.cost(listed.chosen),
        optimal=made.value(made.best),
    )


def _conditions(made: Choices, lost: Ints) -> list[Condition]:
    """A start by its like cards, else by its two highest cards; and whether it can become a flush or a straight."""
    starts: list[list[int]] = made.seen["hand"].tolist()
    category = np.array([category3(start) for start in starts])
    _, middle, high = np.sort(made.seen["hand"] >> 2, axis=1).astype(np.int64).T
    pairs = RANKS * RANKS
    threes = pairs + RANKS
    order = np.select((category == THREE_3, category == PAIR_3), (threes, pairs + middle), RANKS * high + middle)
    named = [Level(threes, "three of a kind"), Level(pairs, "a pair")]
    named += [Level(pairs + rank, f"a pair of {plural(rank)}") for rank in range(1, RANKS)]
    for top in range(2, RANKS):  # the lowest start is four-three-two
        named.append(Level(RANKS * top + 1, f"{RANK_NAMES[top]} high"))
        named += [Level(RANKS * top + second, f"{RANK_NAMES[top]}-{RANK_NAMES[second]}") for second in range(2, top)]
    suited = np.isin(category, (FLUSH_3, STRAIGHT_FLUSH_3))
    row = np.isin(category, (STRAIGHT_3, STRAIGHT_FLUSH_3))
    return [
        *levels(order, named, lost),
        Condition("your three cards are of one suit", "your three cards are not of one suit", suited, "suit"),
        Condition("your three cards are in a row", "your three cards are not in a row", row, "row"),
    ]
