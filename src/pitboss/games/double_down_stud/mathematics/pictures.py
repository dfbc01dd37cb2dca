"""When to double at Double Down Stud, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.games.double_down_stud.game import GAME
from pitboss.mathematics.choices import exact_dot
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import suit_classes
from pitboss.mathematics.declared.odds import only_choices
from pitboss.mathematics.results import Cell, Grid, Picture

if TYPE_CHECKING:
    from pitboss.games.double_down_stud.rules import DoubleDownStudRules

_DRAWS = (
    "at least a pair of jacks",
    "pair of sixes to tens",
    "pair of fives or less",
    "four to a flush and a straight",
    "four to a flush",
    "open-ended straight",
    "inside straight",
    "four unpaired cards",
)


def pictures(rules: DoubleDownStudRules, tick: Tick | None = None) -> list[Picture]:
    """How often to double each kind of four cards, and the value of a wager on it."""
    made = only_choices(GAME, rules)
    stay, double = made.actions
    hands = suit_classes(4).hands
    kinds = np.array([_kind(tuple(map(int, hand))) for hand in hands])
    rows, cells = [], []
    for at, words in enumerate(_DRAWS):
        inside = kinds == at
        weight = int(made.weights[inside].sum())
        doubled = int(made.weights[inside & (made.best == 1)].sum())
        value = exact_dot(made.weights[inside], made.worth[0, inside]) / (weight * made.deals * made.per)
        kind = double if doubled == weight else stay if not doubled else "depends"
        rows.append(words)
        cells.append(
            (
                Cell(f"{weight / int(made.weights.sum()):.2%}", kind),
                Cell(f"{doubled / weight:.1%}", kind),
                Cell(f"{value:+.4f}", kind),
            )
        )
    legend = {double: "always double", stay: "never double", "depends": "depends on the cards"}
    columns = ("how often", "doubled", "worth of a wager")
    return [
        Grid(
            name="strategy",
            title="Double Down Stud: when to double",
            rows=tuple(rows),
            columns=columns,
            cells=tuple(cells),
            row_title="four known cards",
            legend=legend,
        )
    ]


def _kind(cards: tuple[int, ...]) -> int:
    """The index of four cards in ``_DRAWS``."""
    ranks = sorted({card >> 2 for card in cards})
    if len(ranks) < 4:
        counts = [sum(card >> 2 == rank for card in cards) for rank in ranks]
        if max(counts) > 2 or counts.count(2) > 1:
            return 0
        pair = next(rank for rank, held in zip(ranks, counts, strict=True) if held == 2)
        return 0 if pair >= 9 else 1 if pair >= 4 else 2
    suited = len({card & 3 for card in cards}) == 1
    low = sorted(-1 if rank == 12 else rank for rank in ranks)
    close = min(ranks[3] - ranks[0], low[3] - low[0])
    open_ended = ranks[3] - ranks[0] == 3 and ranks[3] < 12
    if suited:
        return 3 if close <= 4 else 4
    return 5 if open_ended else 6 if close <= 4 else 7
