"""The strategy of Double Attack Blackjack as pictures: the best chart of totals, and the value of each up card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from pitboss.games.double_attack_blackjack.mathematics.choices import ATTACK, PASS, words
from pitboss.games.double_attack_blackjack.mathematics.counting_cards import ACE, ACTIONS, VALUES
from pitboss.games.double_attack_blackjack.mathematics.counting_chart import Chart, entry
from pitboss.games.double_attack_blackjack.mathematics.counting_rounds import SPLIT, Terms, chart_rounds, optimal
from pitboss.games.double_attack_blackjack.rules import CARD_READER, DoubleAttackRules
from pitboss.games.double_attack_blackjack.settle import BEST
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.results import Bars, Cell, Grid, Picture

UPS = (*range(1, VALUES), ACE)
"""Up cards in the order of a chart: two to nine, the tens, the ace."""
LETTERS = {"stand": "S", "surrender": "R", "hit": "H", "double": "D", SPLIT: "P"}
LAST = "last"
"""The kind of a total when no more cards come."""
LEGEND = {"stand": "S: stand", "hit": "H: hit", "double": "D: double", "surrender": "R: surrender"}


def pictures(rules: DoubleAttackRules, tick: Tick | None = None) -> list[Picture]:
    shoe = tuple(rules.decks * (12 if value == VALUES - 1 else 4) for value in range(VALUES))
    terms = Terms(shoe, rules.most_hands, rules.split_attack, rules.hole_card == CARD_READER, rules.wins)
    charts = {rounds.up: chart for chart, rounds in chart_rounds(terms, tick)}
    return [chart_picture(charts), _worth(terms, tick)]


class Row(NamedTuple):
    """A row of the chart: a kind of hand, which of its kind, and the action against each up card."""

    kind: str
    which: str
    actions: tuple[str, ...]


def chart_rows(charts: dict[int, Chart]) -> list[Row]:
    """A row for every pair, soft total and hard total, and for totals when no more cards come."""

    def row(kind: str, which: str, action: Callable[[Chart], str]) -> Row:
        return Row(kind, which, tuple(action(charts[up]) for up in UPS))

    return [
        *(row("pair", words([value]), _pair(value)) for value in UPS[::-1]),
        *(row("soft", f"{total}", _entry(entry(total, True))) for total in range(20, 12, -1)),
        *(row("hard", f"{total}", _entry(entry(total, False))) for total in range(20, 4, -1)),
        *(row(LAST, f"{total}", _entry(entry(total, False), last=True)) for total in range(18, 10, -1)),
    ]


def joined(rows: Sequence[Row]) -> list[Row]:
    """Rows with the same actions under one name, if they are next to each other: ``hard 17 to 20``, ``hard 15, 16``."""
    found = []
    for (kind, actions), alike in groupby(rows, key=lambda row: (row.kind, row.actions)):
        which = [row.which for row in alike][::-1]
        name = f"{which[0]} to {which[-1]}" if len(which) > 2 else ", ".join(which)
        found.append(Row(kind, f"{name}, no more cards" if kind == LAST else f"{kind} {name}", actions))
    return found


def chart_picture(charts: dict[int, Chart]) -> Grid:
    rows = joined(chart_rows(charts))
    return Grid(
        name="chart",
        title="Double Attack Blackjack: the best chart of totals",
        rows=tuple(row.which for row in rows),
        columns=tuple(words([up]) for up in UPS),
        cells=tuple(tuple(Cell(LETTERS[one], one) for one in row.actions) for row in rows),
        breaks=tuple(at for at in range(1, len(rows)) if rows[at].kind != rows[at - 1].kind),
        row_title="hand",
        column_title="dealer's up card",
        legend={**LEGEND, SPLIT: "P: split"},
        note="K stands for jack, queen and king. Rows with no more cards apply after a double and on split aces. Other"
        f" totals stand then. {BEST} always stands.",
    )


def _entry(at: int, *, last: bool = False) -> Callable[[Chart], str]:
    return lambda chart: ACTIONS[chart.last[at] if last else chart.draw[at]]


def _pair(value: int) -> Callable[[Chart], str]:
    """A pair that is not split is played by its total."""
    total = entry(12, True) if value == ACE else entry(2 * (value + 1), False)
    return lambda chart: SPLIT if value in chart.splits else ACTIONS[chart.draw[total]]


def _worth(terms: Terms, tick: Tick | None) -> Bars:
    rounds = {one.up: one for one in optimal(terms, tick)}
    return Bars(
        name="up-cards",
        title="Double Attack Blackjack: the value of each up card",
        labels=tuple(words([up]) for up in UPS),
        values=tuple(float(rounds[up].value) for up in UPS),
        kinds=tuple(ATTACK if rounds[up].attack else PASS for up in UPS),
        legend={ATTACK: "with the double attack", PASS: "without"},
        unit="initial wagers",
    )
