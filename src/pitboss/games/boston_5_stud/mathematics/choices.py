"""The worth of a second wager and a fold at Boston 5 Stud, and strategies: by name, as pictures, in a few rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from pitboss.basics.cards import PRINTED, RANK_NAMES, plural, texts
from pitboss.basics.poker import (
    CATEGORIES,
    CATEGORIES_3,
    FLUSH_3,
    HIGH_3,
    HIGHER,
    PAIR_3,
    STRAIGHT_3,
    STRAIGHT_FLUSH_3,
    THREE_3,
    category3,
)
from pitboss.games.boston_5_stud.mathematics.counting import DEALS, count
from pitboss.games.boston_5_stud.mathematics.one_hand import FOLD, SECOND
from pitboss.games.boston_5_stud.settle import FIRST, LINES, paid_by_ante
from pitboss.mathematics.choices import Choices, exact_dot, priced
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.mathematics.results import Cell, Grid, Heat, Picture
from pitboss.mathematics.short_strategy import Condition, Level, ShortStrategy, by_conditions, levels, losses, saved

if TYPE_CHECKING:
    from pitboss.games.boston_5_stud.rules import Boston5StudRules

STRATEGIES = {
    "optimal": "place the second wager if it is worth more than a fold, which loses three antes",
    "always": "place the second wager on every hand",
    "never": "fold every hand",
}


def _returned(rules: Boston5StudRules) -> tuple[list[list[list[int]]], int]:
    """What ante, first, second and ante bonus return after a second wager, by line and category, over a denominator."""
    pays, per = rules.ante_bonus_pays

    def returned(on: int, category: int) -> list[int]:
        return [one.returned for one in paid_by_ante(per, on, category, pays, per, higher=rules.on_higher)]

    return [[returned(on, category) for category in range(len(CATEGORIES))] for on in range(len(LINES))], per


def wins(rules: Boston5StudRules) -> tuple[list[list[int]], int]:
    """The win of first, second and ante bonus after a second wager, by line and category, with a common denominator."""
    found, per = _returned(rules)
    first = FIRST * per
    return [[max(0, one - first) + max(0, two - first) + bonus for _, one, two, bonus in row] for row in found], per


def nets(rules: Boston5StudRules) -> tuple[list[list[int]], int]:
    """The net win of a round with a second wager, by line and category, with a common denominator."""
    found, per = _returned(rules)
    return [[sum(back) - (1 + 2 * FIRST) * per for back in row] for row in found], per


def choices(rules: Boston5StudRules) -> Choices:
    """A second wager or a fold, for each start of three cards."""
    net, per = nets(rules)
    threes = suit_classes(3)
    second = priced(count().reshape(len(threes.hands), -1), [one for line in net for one in line])
    fold = np.full_like(second, -(1 + FIRST) * per * DEALS)

    def seen() -> dict[str, Ints]:
        return {"hand": threes.hands}

    def describe(state: int) -> str:
        return texts(map(int, threes.hands[state]))

    return Choices((FOLD, SECOND), np.stack((fold, second)), threes.weights, DEALS, per, seen, describe)


def named(made: Choices) -> dict[str, Callable[[], Ints]]:
    """The named strategies except the optimal one."""
    return {"always": lambda: made.always(SECOND), "never": lambda: made.always(FOLD)}


# --- pictures


def pictures(rules: Boston5StudRules, tick: Tick | None = None) -> list[Picture]:
    """The value of a second wager on each kind of start."""
    made = choices(rules)
    hands: list[list[int]] = suit_classes(3).hands.tolist()
    return [_kinds(made, hands), _by_ranks(made, hands)]


def _kinds(made: Choices, hands: list[list[int]]) -> Grid:
    """Starts by category: pairs by rank as well, and high cards by the highest card."""

    def kind(hand: list[int]) -> tuple[int, int]:
        category, ranks = category3(hand), sorted(card >> 2 for card in hand)
        return category, {PAIR_3: ranks[1], HIGH_3: ranks[2]}.get(category, -1)

    kinds = [kind(hand) for hand in hands]
    higher = count()[:, HIGHER].sum(axis=1)
    rows, cells = [], []
    for category, rank in sorted(set(kinds), reverse=True):
        inside = np.array([one == (category, rank) for one in kinds])
        ways = int(made.weights[inside].sum())
        seconds = int(made.weights[inside & (made.best == 1)].sum())
        choice = SECOND if seconds == ways else FOLD if not seconds else "depends"
        won = int((higher * made.weights)[inside].sum()) / (ways * DEALS)
        fold, second = _average(made, inside)
        rows.append(
            CATEGORIES_3[category]
            if rank < 0
            else f"pair of {plural(rank)}"
            if category == PAIR_3
            else f"{RANK_NAMES[rank]} high"
        )
        cells.append(
            (
                Cell(f"{ways / int(made.weights.sum()):.2%}", choice),
                Cell(f"{won:.1%}", choice),
                Cell(f"{second:+.4f}", choice),
                Cell(f"{second - fold:+.4f}", choice),
            )
        )
    return Grid(
        name="strategy",
        title="Boston 5 Stud Poker: when to place the second wager",
        rows=tuple(rows),
        columns=("how often", "ends higher", "second is worth", "more than a fold"),
        cells=tuple(cells),
        row_title="first three cards",
        legend={SECOND: "place the second wager", FOLD: "fold", "depends": "depends on the cards"},
        note="worth in antes; a fold loses three",
    )


def _by_ranks(made: Choices, hands: list[list[int]]) -> Heat:
    """The value of a second wager by the two highest ranks, without three of a kind."""
    inside: dict[tuple[int, int], Ints] = {}
    for state, hand in enumerate(hands):
        low, middle, high = sorted(card >> 2 for card in hand)
        if low == high:
            continue
        if middle in (low, high):
            place = middle, middle
        else:
            one_suit = len({card & 3 for card in hand}) == 1
            place = (high, middle) if one_suit else (middle, high)
        inside.setdefault(place, np.zeros(len(hands), bool))[state] = True
    down = range(12, -1, -1)
    values = tuple(
        tuple(_average(made, inside[row, column])[1] if (row, column) in inside else None for column in down)
        for row in down
    )
    return Heat(
        name="starts",
        title="Boston 5 Stud Poker: what the second wager is worth",
        rows=tuple(PRINTED[rank] for rank in down),
        columns=tuple(PRINTED[rank] for rank in down),
        values=values,
        texts=tuple(tuple("" if value is None else f"{value:+.2f}" for value in row) for row in values),
        unit="antes, on average over the third card",
        note="the two highest cards: above the diagonal all three of one suit, below it not; on it a pair of that rank",
    )


def _average(made: Choices, inside: Ints) -> tuple[float, ...]:
    """The average value of each action over these states, for display."""
    ways = made.weights[inside]
    deals = int(ways.sum()) * made.deals * made.per
    return tuple(float(Fraction(exact_dot(ways, worth[inside]), deals)) for worth in made.worth)


# --- the short strategy


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
