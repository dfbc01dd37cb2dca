"""The strategy of Double Cross Poker as pictures: when to raise, along which array, and the value of hands."""

from __future__ import annotations

import numpy as np

from pitboss.basics.cards import ACE, PRINTED
from pitboss.games.double_cross_poker.mathematics.choices import choices
from pitboss.games.double_cross_poker.mathematics.counting import starts
from pitboss.games.double_cross_poker.mathematics.one_hand import FOLD
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.games.double_cross_poker.settle import ARRAYS
from pitboss.mathematics.choices import Choices
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.results import Cell, Grid, Heat, Picture, share_text

DOWN = range(12, -1, -1)
GIVES = (
    "a pair with the higher card",
    "a pair with the lower card",
    "three of one suit",
    "three to a straight",
    "less",
)
"""What a shown card gives to two unpaired cards."""


def pictures(rules: DoubleCrossPokerRules, tick: Tick | None = None) -> list[Picture]:
    """When to raise, along which array, and the value of hands."""
    made = choices(rules, tick)
    return [_when_to_raise(made), _which_array(made), _what_hands_are_worth(made)]


def _by_hand(made: Choices, values: Ints) -> list[list[float]]:
    """Averages over the starts of each hand: suited above the diagonal, unsuited below it, pairs on it."""
    own = starts().cards[:, 2:].astype(np.intp)
    high, low = own.max(axis=1) >> 2, own.min(axis=1) >> 2
    suited = (own[:, 0] ^ own[:, 1]) & 3 == 0
    hand = np.where(suited, high * 13 + low, low * 13 + high)
    averages = np.bincount(hand, made.weights * values, 169) / np.bincount(hand, made.weights, 169)
    table: list[list[float]] = averages.reshape(13, 13)[::-1, ::-1].tolist()
    return table


_HANDS = "two cards of one suit above the diagonal, of two suits below it, pairs on it"


def _when_to_raise(made: Choices) -> Grid:
    def kind(share: float) -> str:
        return "raise" if share == 1 else FOLD if share == 0 else "mostly" if share >= 0.5 else "seldom"

    shares = _by_hand(made, made.best > 0)
    return Grid(
        name="strategy",
        title="Double Cross Poker: how often to raise",
        rows=tuple(PRINTED[rank] for rank in DOWN),
        columns=tuple(PRINTED[rank] for rank in DOWN),
        cells=tuple(tuple(Cell(share_text(share), kind(share), share) for share in row) for row in shares),
        legend={
            "raise": "always raise",
            "mostly": "raise more often than not",
            "seldom": "fold more often than not",
            FOLD: "always fold",
        },
        note=f"{_HANDS}; the share of shown cards for which a raise is best",
    )


def _what_hands_are_worth(made: Choices) -> Heat:
    worth = made.worth.max(axis=0).astype(np.float64) / (made.deals * made.per)
    values = _by_hand(made, worth)
    return Heat(
        name="hands",
        title="Double Cross Poker: what a hand is worth",
        rows=tuple(PRINTED[rank] for rank in DOWN),
        columns=tuple(PRINTED[rank] for rank in DOWN),
        values=tuple(map(tuple, values)),
        texts=tuple(tuple(f"{value:+.2f}" for value in row) for row in values),
        unit="antes, on average over the shown cards",
        note=_HANDS,
    )


def gives(own: Ints, shown: Ints) -> Ints:
    """The index in ``GIVES`` of a shown card with two unpaired cards, row by row."""
    high, low, rank = own.max(axis=1) >> 2, own.min(axis=1) >> 2, shown >> 2
    one_suit = ((own[:, 0] ^ own[:, 1]) | (own[:, 0] ^ shown)) & 3 == 0
    ranks = np.stack((high, low, rank))
    ace_low = np.where(ranks == ACE, -1, ranks)
    near = (np.ptp(ranks, axis=0) <= 4) | (np.ptp(ace_low, axis=0) <= 4)
    return np.select((rank == high, rank == low, one_suit, near), range(4), 4)


def _which_array(made: Choices) -> Grid:
    cards = starts().cards.astype(np.intp)
    own, unlike = cards[:, 2:], cards[:, 2] >> 2 != cards[:, 3] >> 2
    places = gives(own, cards[:, 0]) * len(GIVES) + gives(own, cards[:, 1])

    def cell(row: int, column: int) -> Cell:
        inside = unlike & (places == row * len(GIVES) + column)
        shares = np.bincount(made.best[inside], made.weights[inside], 3)
        fold, *arrays = shares / shares.sum()
        if row == column:
            return Cell(f"raise {share_text(1 - fold)}", "either" if fold == 0 else "depends", 1 - fold)
        better = int(arrays[1] > arrays[0])
        kind = ARRAYS[better] if arrays[better] == 1 else "depends"
        folding = f", fold {share_text(fold)}" if fold else ""
        return Cell(f"{ARRAYS[better]} {share_text(arrays[better])}{folding}", kind, float(arrays[better]))

    return Grid(
        name="arrays",
        title="Double Cross Poker: which array to raise along",
        rows=GIVES,
        columns=GIVES,
        cells=tuple(tuple(cell(row, column) for column in range(len(GIVES))) for row in range(len(GIVES))),
        row_title="the vertical card gives",
        column_title="the horizontal card gives",
        legend={
            **{array: f"raise, {array}" for array in ARRAYS},
            "either": "raise along the array that has the better card",
            "depends": "depends on the cards",
        },
        note="two unpaired cards; the share of starts for which this is best",
    )
