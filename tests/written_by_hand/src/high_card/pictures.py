"""The strategy of High Card as a picture."""

from __future__ import annotations

from high_card.choices import FOLD, RAISE, choices
from high_card.counting import RANKS
from high_card.rules import HighCardRules
from pitboss.basics.cards import TEXT
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.results import Cell, Grid, Picture


def pictures(rules: HighCardRules, tick: Tick | None = None) -> list[Picture]:
    """The best decision for each rank, and the value of a raise."""
    made = choices(rules)
    cells = []
    for rank in reversed(range(RANKS)):
        action = made.actions[int(made.best[rank])]
        cells.append((Cell(action, action), Cell(f"{float(made.options(rank)[RAISE]):+.4f}", action)))
    return [
        Grid(
            name="strategy",
            title="High Card: when to raise",
            rows=tuple(TEXT[rank << 2][0] for rank in reversed(range(RANKS))),
            columns=("decision", "worth of a raise"),
            cells=tuple(cells),
            row_title="card",
            legend={RAISE: "raise", FOLD: "fold"},
        )
    ]
