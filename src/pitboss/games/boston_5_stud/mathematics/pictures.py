"""The strategy of Boston 5 Stud Poker as pictures, and the value of starts."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.basics.cards import PRINTED, RANK_NAMES, plural
from pitboss.basics.poker import CATEGORIES_3, HIGH_3, HIGHER, PAIR_3, category3
from pitboss.games.boston_5_stud.mathematics.choices import choices
from pitboss.games.boston_5_stud.mathematics.counting import DEALS, count
from pitboss.games.boston_5_stud.mathematics.one_hand import FOLD, SECOND
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.mathematics.choices import Choices, exact_dot
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints, suit_classes
from pitboss.mathematics.results import Cell, Grid, Heat, Picture


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
