"""The short strategy of Boston 5 Stud Poker."""

from __future__ import annotations

import numpy as np

from pitboss.cards import ACE, plural
from pitboss.exact.choices import Choices
from pitboss.exact.compiled import Tick
from pitboss.exact.hands import Ints
from pitboss.exact.rule_search import Condition
from pitboss.exact.short import Level, ShortStrategy, by_conditions, levels, losses, one_of, saved
from pitboss.games.boston_5_stud.choices import choices
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.poker import FLUSH_3, PAIR_3, STRAIGHT_3, STRAIGHT_FLUSH_3, THREE_3, category3

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
    """A start by its like cards, else by its highest card; and whether it can become a flush or a straight."""
    starts: list[list[int]] = made.seen["hand"].tolist()
    category = np.array([category3(start) for start in starts])
    ranks = np.sort(made.seen["hand"] >> 2, axis=1).astype(np.int64)
    pairs, threes = RANKS, 2 * RANKS
    order = np.where(category == THREE_3, threes, np.where(category == PAIR_3, pairs + ranks[:, 1], ranks[:, 2]))
    named = [Level(threes, "three of a kind"), Level(pairs, "a pair")]
    named += [Level(pairs + rank, f"a pair of {plural(rank)}") for rank in range(1, RANKS)]
    named += [Level(rank, one_of(rank)) for rank in range(ACE, 0, -1)]
    suited = np.isin(category, (FLUSH_3, STRAIGHT_FLUSH_3))
    row = np.isin(category, (STRAIGHT_3, STRAIGHT_FLUSH_3))
    return [
        *levels(order, named, lost),
        Condition("your three cards are of one suit", "your three cards are not of one suit", suited, "suit"),
        Condition("your three cards are in a row", "your three cards are not in a row", row, "row"),
    ]
