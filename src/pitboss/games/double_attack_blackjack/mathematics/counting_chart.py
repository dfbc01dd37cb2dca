"""The best chart of totals: play that depends only on hard or soft total, pairs and the up card.

A chart has the action on each total before a double, the action on each total when no more cards come (after a double,
and on split aces), and the pairs that are always split. The search changes entries as long as that gains. No hand uses
the same entry twice, so the gain of one change follows from how often play reaches the entry. When no single change
gains, the chart is taken as the best.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from pitboss.games.double_attack_blackjack.mathematics.counting import reach
from pitboss.games.double_attack_blackjack.mathematics.counting_cards import (
    ACE,
    HIT,
    STAND,
    VALUES,
    Floats,
    Ints,
    hand_of,
    hands,
    holding,
)
from pitboss.games.double_attack_blackjack.mathematics.counting_play import (
    ANY,
    BEST_PLAY,
    PAIR,
    Against,
    Context,
    Piece,
    Round,
    Solved,
    Split,
    Strategy,
    Way,
    first_hand,
)
from pitboss.games.double_attack_blackjack.settle import BEST

ENTRIES = 2 * (BEST + 1)
"""Hard totals up to 21, then soft ones."""
GAIN = 1e-13
"""A smaller gain is floating-point noise."""


def entry(total: int, soft: bool) -> int:
    return total + (BEST + 1) * soft


class Chart(NamedTuple):
    """The actions against one up card, by entry."""

    attack: bool
    draw: tuple[int, ...]
    """Before a double: stand, surrender, hit or double."""
    last: tuple[int, ...]
    """When no more cards come: stand or surrender."""
    splits: tuple[int, ...]
    """Values whose pairs are split."""

    def strategy(self) -> Strategy:
        draw, last = _ways(self.draw), _ways(self.last)

        def choose(context: Context) -> Way:
            return Way(last if context.value == ACE else draw, last)

        return Strategy(choose, lambda value, count, wagers: value in self.splits)


def _entries() -> Ints:
    found = hands()
    entries: Ints = found.total + (BEST + 1) * found.soft
    return entries


def _ways(table: tuple[int, ...]) -> Ints:
    return np.array(table, np.int8)[_entries()]


def best_chart(against: Against, attack: bool) -> tuple[float, Chart]:
    """The best chart against an up card, with or without a double attack, and its value."""
    chart = _first_guess(against, attack)
    worth, played, chart = _evaluate(against, chart)
    while True:
        wishes = _wishes(against, chart, played)
        if not wishes:
            return worth, chart
        tried = _evaluate(against, _changed(chart, wishes))
        if tried[0] <= worth + GAIN:  # together they do not gain: try only the best one
            tried = _evaluate(against, _changed(chart, wishes[:1]))
        if tried[0] <= worth + GAIN:
            return worth, chart
        worth, played, chart = tried


def _first_guess(against: Against, attack: bool) -> Chart:
    """A first guess from the best play by cards: the best action on average over hands drawn without ever standing."""
    context = first_hand(attack)
    solved = against.solve(BEST_PLAY, context)
    always = np.where(hands().total < BEST, HIT, STAND).astype(np.int8)
    came = reached(against, context, _first_starts(against, ()), Way(always, always))[0]
    draw, last = np.zeros((ENTRIES, 4)), np.zeros((ENTRIES, 2))
    _add(draw, came, solved.options)
    _add(last, came, solved.doubled)
    splits = tuple(against.round(BEST_PLAY, attack).taken)
    return Chart(attack, tuple(map(int, draw.argmax(axis=1))), tuple(map(int, last.argmax(axis=1))), splits)


def _evaluate(against: Against, chart: Chart) -> tuple[float, Round, Chart]:
    """The value of a chart. Its splits become the pairs that gain by splitting."""
    open_pairs = Strategy(chart.strategy().choose, lambda value, count, wagers: None if count == 1 else True)
    played = against.round(open_pairs, chart.attack)
    return played.worth, played, chart._replace(splits=played.taken)


def _wishes(against: Against, chart: Chart, played: Round) -> list[tuple[float, str, int, int]]:
    """Single changes that gain, the best first."""
    strategy = chart.strategy()
    draw, last = np.zeros((ENTRIES, 4)), np.zeros((ENTRIES, 2))

    def add(context: Context, solved: Solved, starts: Floats) -> None:
        came = reached(against, context, starts, solved.way)
        if context.value == ACE:
            _add(last, came[0], solved.options[:, :HIT])
        else:
            _add(draw, came[0], solved.options)
            _add(last, came[1], solved.doubled)

    add(first_hand(chart.attack), played.first, _first_starts(against, played.taken))
    pairs = {one: chance for (one, two), chance in against.two_cards() if one == two}
    for value in played.taken:
        for (context, second), chance in weights(played.splits[value]).items():
            starts = np.zeros(len(hands().cards))
            for two, share in enumerate(against.chances(context, hand_of(value))):
                if second == ANY or (two == value) == (second == PAIR):
                    starts[hand_of(value, two)] = pairs[value] * chance * share
            add(context, against.solve(strategy, context), starts)
    found = []
    for part, now, gains in (("draw", chart.draw, draw), ("last", chart.last, last)):
        for at in range(ENTRIES):
            gain = gains[at] - gains[at, now[at]]
            if gain.max() > GAIN:
                found.append((float(gain.max()), part, at, int(gain.argmax())))
    return sorted(found, reverse=True)


def _changed(chart: Chart, wishes: list[tuple[float, str, int, int]]) -> Chart:
    tables = {"draw": list(chart.draw), "last": list(chart.last)}
    for _, part, at, action in wishes:
        tables[part][at] = action
    return chart._replace(draw=tuple(tables["draw"]), last=tuple(tables["last"]))


def weights(split: Split) -> dict[Piece, float]:
    """How often a split leads to each of its hands."""
    found: dict[Piece, float] = defaultdict(float)

    def visit(split: Split, chance: float) -> None:
        for branch in split.branches:
            if branch.piece is not None:
                found[branch.piece] += chance
            visit(branch.then, chance * branch.chance)

    visit(split, 1.0)
    return found


def _first_starts(against: Against, taken: tuple[int, ...]) -> Floats:
    starts = np.zeros(len(hands().cards))
    for (one, two), chance in against.two_cards():
        if one != two or one not in taken:
            starts[hand_of(one, two)] = chance
    return starts


def reached(against: Against, context: Context, starts: Floats, way: Way) -> Floats:
    """How often play decides each hand, before a double and after one."""
    found, came = hands(), np.zeros((2, len(starts)))
    came[0] = starts
    reach(
        came,
        np.empty(VALUES),
        np.empty(VALUES, np.int64),
        holding(context.value),
        found.held,
        found.then,
        against.left(context),
        context.value,
        context.hidden,
        against.barred,
        way.chosen,
    )
    return came


def _add(table: Floats, came: Floats, options: Floats) -> None:
    """Add the values of options, weighted by how often play reaches them. Options not allowed get a low value."""
    there = came > 0.0
    worth = np.where(np.isfinite(options[there]), options[there], -1e9)
    np.add.at(table, _entries()[there], came[there, None] * worth)
