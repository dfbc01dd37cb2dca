"""What each wager is worth before the cards, as little data: it is asked most often, and first in a new house.

It comes from the answers, so that a new process need not load the mathematics for it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules
from pitboss.mathematics import answers

MOST_KEPT = 256
"""Edges of so many rules stay in memory. Rules are not hashable, so they are told apart by their digest."""


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """The expected net result of one unit on a wager, as a function of its meters."""

    name: str
    table: str
    value: Fraction
    """The value while each meter shows what ``at`` has."""
    at: dict[str, int]
    """Cents on each meter."""
    per_cent: dict[str, Fraction]
    """What one more cent on a meter adds."""
    exact: bool

    def value_at(self, showing: Mapping[str, int]) -> Fraction:
        """The value with these cents on the meters. A meter that is not named stays as it is."""
        more = (each * (showing.get(name, self.at[name]) - self.at[name]) for name, each in self.per_cent.items())
        return self.value + sum(more, Fraction(0))


class Edges(msgspec.Struct, frozen=True, kw_only=True):
    """The edges of a game's wagers with the best play."""

    value: Fraction
    """The whole round, without side wagers."""
    combinations: int
    set_cap: int
    """The payout limit in cents, which the values leave out. 0: none."""
    wagers: tuple[Edge, ...]

    def find(self, wager: str) -> Edge | None:
        """The edge of a wager under its pay table; None if the table depends on what happens later."""
        found = [one for one in self.wagers if wager in (one.name, one.name.removesuffix(f" {one.table}"))]
        return found[0] if len(found) == 1 else None


def edges_from(odds: Mapping[str, Any]) -> Edges:
    """The edges in the figures of a game."""
    return Edges(
        value=Fraction(odds["expected_value"]),
        combinations=odds["combinations"],
        set_cap=odds["set_cap"],
        wagers=tuple(_edge(name, one) for name, one in odds["wagers"].items()),
    )


def _edge(name: str, one: Mapping[str, Any]) -> Edge:
    progressive = one.get("progressive", {"meters": {}})
    return Edge(
        name=name,
        table=one.get("table", ""),
        value=Fraction(one["expected_value"]),
        at={meter: of["at"] for meter, of in progressive["meters"].items()},
        per_cent={meter: Fraction(of["share"]) / progressive["stake"] for meter, of in progressive["meters"].items()},
        exact="estimate" not in one,
    )


_KEPT: OrderedDict[tuple[str, str], Edges] = OrderedDict()


def edges_of(game: Game, rules: TableRules) -> Edges:
    """The edges under these rules. The last ones that were asked for stay in memory."""
    key = game.name, rules.digest
    found = _KEPT.pop(key, None) or edges_from(answers.kept("odds", game, rules))
    _KEPT[key] = found  # last now; several threads may do this at once
    if len(_KEPT) > MOST_KEPT:
        _KEPT.popitem(last=False)
    return found
