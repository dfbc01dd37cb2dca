"""The short strategy of Double Down Stud."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pitboss.basics.cards import ACE, JACK, TEN, plural
from pitboss.games.double_down_stud.mathematics.choices import choices
from pitboss.games.double_down_stud.mathematics.one_hand import DOUBLE, PASS
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.mathematics.choices import Choices
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.mathematics.short_strategy import Condition, Level, ShortStrategy, by_conditions, levels, losses, saved

RANKS = 13
TWO_PAIR, THREE, FOUR = RANKS + 1, RANKS + 2, RANKS + 3
"""Places above the pairs, which have their rank plus one."""


def short_strategy(rules: DoubleDownStudRules, tick: Tick | None = None) -> ShortStrategy:
    made = choices(rules)
    return saved("double_down_stud", made, lambda: shortest(made), module=__name__)


def shortest(made: Choices) -> ShortStrategy:
    """The short strategy for these values of a double and a pass."""
    lost = losses(made)
    listed = by_conditions("double or pass", _conditions(lost), (PASS, DOUBLE), lost)
    return ShortStrategy(
        game="double_down_stud",
        base="original wager",
        steps=listed.steps,
        cost=made.cost(listed.chosen),
        optimal=made.value(made.best),
        note="The four cards are yours and the three community cards that are face up.",
    )


def _conditions(lost: Ints) -> list[Condition]:
    """Four cards by their like cards; what they can become; and how many are jacks or higher."""
    fours = suit_classes(4).hands.astype(np.int64)
    ranks = np.sort(fours >> 2, axis=1)
    order = np.array([_like(row) for row in ranks.tolist()])
    unlike = order == 0
    low = np.sort(np.where(ranks == ACE, -1, ranks), axis=1)
    straight = unlike & (np.minimum(np.ptp(ranks, axis=1), np.ptp(low, axis=1)) <= 4)
    ends = unlike & (np.ptp(ranks, axis=1) == 3) & (ranks[:, 3] < ACE)
    suited = (fours & 3 == fours[:, :1] & 3).all(axis=1)
    royal = suited & unlike & (ranks[:, 0] >= TEN)
    named = [Level(FOUR, "four of a kind"), Level(THREE, "three of a kind"), Level(TWO_PAIR, "two pair")]
    named += [Level(1, "a pair")] + [Level(1 + rank, f"a pair of {plural(rank)}") for rank in range(1, RANKS)]
    high = (ranks >= JACK).sum(axis=1)
    return [
        *levels(order, named, lost),
        Condition("four of one suit", "not four of one suit", suited, "suit"),
        Condition("four in a row that can grow at both ends", "not four in a row", ends, "row"),
        Condition("four to a straight", "not four to a straight", straight, "row"),
        Condition("four to a royal flush", "not four to a royal flush", royal, "row"),
        *(
            Condition(
                f"{many} or more of them jack or higher",
                f"fewer than {many} of them jack or higher",
                high >= many,
                "high",
            )
            for many in (1, 2, 3)
        ),
    ]


def _like(ranks: Sequence[int]) -> int:
    """The place of four ranks among hands of like cards, 0 if none are alike."""
    times = sorted((ranks.count(rank), rank) for rank in set(ranks))
    most, rank = times[-1]
    if most == 1:
        return 0
    if most == 2:
        return TWO_PAIR if len(times) == 2 else 1 + rank
    return THREE if most == 3 else FOUR
