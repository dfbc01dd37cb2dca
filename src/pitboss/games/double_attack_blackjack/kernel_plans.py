"""Plans of play for fast rounds of Double Attack Blackjack: tables with the action on every hand, split or not.

A plan follows a hand card by card from state to state. If totals decide, as on a chart, the states are totals. If every
card decides, they are hands. A row has the action in each state. There is one row for each up card, and more for the
hands of splits, which are played by the information from splitting. A node is a stage of splitting and names the next
ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.games.double_attack_blackjack.mathematics import counting_play as play
from pitboss.games.double_attack_blackjack.mathematics.choices import CHART, attacks, from_function, resolve
from pitboss.games.double_attack_blackjack.mathematics.counting import (
    ACE,
    HIT,
    NONE,
    STAND,
    SURRENDER,
    VALUES,
    hand_of,
    hands,
)
from pitboss.games.double_attack_blackjack.settle import BEST
from pitboss.mathematics.choices import Chooser, Strategy
from pitboss.mathematics.counting.compiled import Tick, in_parallel
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.counting.store import kept

ROW, MORE, PAIR, OTHER, ORIGINAL = range(5)
"""The fields of a node: the row for its hand; the node after a second card of the pair's value that is split again, or
``NONE``; the nodes after a completed pair and after another second card; whether its hand is the first."""
RESCUE = 4
"""A bit beside the action: surrender this state after a double."""


class Plan(NamedTuple):
    """The action in each state, against each up card."""

    attacks: Ints
    """Whether the double attack is placed, by up card."""
    two: Ints
    """The state of two cards, by their values."""
    then: Ints
    """The state after another card, by state and value. A negative state is over 21."""
    ends: Ints
    """The end of a hand that stands in a state."""
    does: Ints
    """The action in each state, row by row, with ``RESCUE`` added."""
    roots: Ints
    """The first node of splitting a pair, by up card and value; ``NONE`` if the pair is not split."""
    nodes: Ints


Choose = Callable[[play.Context], play.Way]
Again = Callable[[int, play.Stage | None], bool]
"""Whether a pair of a value is split at a stage of its splitting, or without a stage whether it is split at all."""


class Rows:
    """The rows and nodes of a plan against one up card, as they are found. The first row is for first hands."""

    def __init__(self, terms: play.Terms, attack: bool, choose: Choose, again: Again) -> None:
        self.terms, self.attack, self.choose, self.again = terms, attack, choose, again
        self.rows: list[Ints] = []
        self.nodes: list[list[int]] = []
        self.roots = [NONE] * VALUES
        self._row_of: dict[bytes, int] = {}
        self._row(play.first_hand(attack))
        for value in range(VALUES):
            if again(value, None):
                self.roots[value] = self._node(value, play.Stage(2, 2, 0, 0, True), {})

    def _row(self, context: play.Context) -> int:
        """The row of a context. Equal rows are shared."""
        way = self.choose(context)
        row = np.maximum(way.chosen, STAND) | RESCUE * (way.rescued == SURRENDER)
        packed = row.astype(np.uint8)
        assert not ((packed & 3) >= HIT)[hands().total >= BEST].any()
        if packed.tobytes() not in self._row_of:
            self._row_of[packed.tobytes()] = len(self.rows)
            self.rows.append(packed)
        return self._row_of[packed.tobytes()]

    def _node(self, value: int, stage: play.Stage, found: dict[play.Stage, int]) -> int:
        if not stage.waiting:
            return NONE
        if stage not in found:
            wagers = play.Wagers(self.attack and (stage.original or self.terms.split_attack), stage.original)
            row = self._row(play.Context(value, stage.hands - 1 + stage.declined, stage.hidden, wagers))
            found[stage] = at = len(self.nodes)
            self.nodes.append([row, NONE, NONE, NONE, int(stage.original)])
            node = self.nodes[at]
            if stage.hands == self.terms.most_hands or value == ACE:
                node[PAIR] = node[OTHER] = self._node(value, stage.done(), found)
            else:
                node[OTHER] = self._node(value, stage.done(hidden=1), found)
                if self.again(value, stage):
                    node[MORE] = self._node(value, stage.more(), found)
                else:
                    node[PAIR] = self._node(value, stage.done(declined=1), found)
        return found[stage]


def _joined(ups: Sequence[int], found: Sequence[Rows]) -> dict[str, Ints]:
    """The rows and nodes of all up cards, joined in arrays: first rows first, by up card."""
    every = dict(zip(ups, found, strict=True))
    width = len(hands().cards)
    rows = [every[up].rows[0] if up in every else np.zeros(width, np.uint8) for up in range(VALUES)]
    nodes: list[list[int]] = []
    roots = np.full((VALUES, VALUES), NONE, np.int64)
    for up, one in every.items():
        below, first = len(rows) - 1, len(nodes)
        for row, *then, original in one.nodes:
            nodes.append([row + below if row else up, *(at + first if at != NONE else NONE for at in then), original])
        roots[up] = [root + first if root != NONE else NONE for root in one.roots]
        rows += one.rows[1:]
    attacks = np.array([up in every and every[up].attack for up in range(VALUES)], np.int64)
    return {
        "attacks": attacks,
        "does": np.array(rows, np.uint8),
        "roots": roots,
        "nodes": np.array(nodes, np.int16).reshape(-1, ORIGINAL + 1),
    }


def _plan(parts: dict[str, Ints], state_of: Ints) -> Plan:
    """A plan whose states are classes of hands with the same play and the same successors."""
    found, count = hands(), int(state_of.max()) + 1
    then, ends = np.full((count, VALUES), -1, np.int16), np.zeros(count, np.int8)
    does = np.zeros((len(parts["does"]), count), np.uint8)
    then[state_of] = np.where(found.then >= 0, state_of[found.then], -1)
    ends[state_of] = found.end
    does[:, state_of] = parts["does"]
    two = [[state_of[hand_of(one, other)] for other in range(VALUES)] for one in range(VALUES)]
    return Plan(parts["attacks"], np.array(two, np.int16), then, ends, does, parts["roots"], parts["nodes"])


# --- charts


def of_charts(terms: play.Terms, ups: Sequence[int], charts: Sequence[play.Chart]) -> Plan:
    """The plan of these charts, one for each up card. Its states are totals, hard and soft."""
    totals = zip(hands().total.tolist(), hands().soft.tolist(), strict=True)
    parts = _joined(ups, [_by_chart(terms, chart) for chart in charts])
    return _plan(parts, np.array([play.entry(total, soft) for total, soft in totals]))


def _by_chart(terms: play.Terms, chart: play.Chart) -> Rows:
    choose = chart.strategy().choose
    return Rows(terms, chart.attack, lambda context: _way(choose(context)), lambda value, stage: value in chart.splits)


def _way(way: play.Way | None) -> play.Way:
    assert way is not None, "charts and functions have an action for every hand"
    return way


# --- the best play, by every card


def of_best(terms: play.Terms, attacks: Sequence[bool], tick: Tick | None = None) -> Plan:
    """The plan of the best play from a full shoe, with the double attack against these up cards."""

    def count() -> dict[str, Ints]:
        pieces = [(terms, up, attack) for up, attack in zip(terms.ups, attacks, strict=True)]
        return _joined(terms.ups, in_parallel(_best, pieces, tick))

    key = {**terms._asdict(), "attacks": tuple(attacks)}
    return _plan(kept(play.NAME, "plan", key, count, module=__name__), np.arange(len(hands().cards)))


def _best(terms: play.Terms, up: int, attack: bool) -> Rows:
    against = terms.against(up)
    split = against.round(play.BEST_PLAY, attack).taken

    def again(value: int, stage: play.Stage | None) -> bool:
        if stage is None:
            return value in split
        return any(branch.piece is None for branch in against._split(play.BEST_PLAY, value, attack, stage).branches)

    return Rows(terms, attack, lambda context: _solved(against, context), again)


def _solved(against: play.Against, context: play.Context) -> play.Way:
    return against.solve(play.BEST_PLAY, context).way


# --- functions


def of_function(terms: play.Terms, choose: Chooser) -> Plan:
    """The plan of a function's choices, hand by hand."""
    return _plan(_joined(terms.ups, [_asked(terms, up, choose) for up in terms.ups]), np.arange(len(hands().cards)))


def _asked(terms: play.Terms, up: int, choose: Chooser) -> Rows:
    attack, way = attacks(up, choose), from_function(terms.against(up), choose)

    def again(value: int, stage: play.Stage | None) -> bool:
        return bool(way.split(value, stage.seen if stage else 1, play.first_hand(attack).wagers))

    return Rows(terms, attack, lambda context: _way(way.choose(context)), again)


# --- by name


def plan(strategy: Strategy, terms: play.Terms) -> Plan:
    """The plan of a strategy: a chart's, a function's, or the best play with the strategy's double attacks.

    A function is asked anew each time, because what it chooses may depend on more than its name.
    """
    return _of_name(strategy, terms) if isinstance(strategy, str) else of_function(terms, strategy)


@cache
def _of_name(strategy: str, terms: play.Terms) -> Plan:
    if strategy == CHART:
        return of_charts(terms, terms.ups, [chart for chart, _ in play.chart_rounds(terms)])
    _, rounds = resolve(strategy, terms)
    return of_best(terms, [one.attack for one in rounds])
