"""What each wager is worth before the cards, as little data: it is asked most often, and first in a new house.

The edges of each document's own rules are kept on disk, so that a new process need not load the mathematics for them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pitboss import games
from pitboss.exact.results import GameOdds, WagerOdds, ratio
from pitboss.table.game import Game
from pitboss.table.rules import TableRules

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
    wagers: tuple[Edge, ...]

    def find(self, wager: str) -> Edge | None:
        """The edge of a wager under its pay table; None if the table depends on what happens later."""
        found = [one for one in self.wagers if wager in (one.name, one.name.removesuffix(f" {one.table}"))]
        return found[0] if len(found) == 1 else None


def edges_from(odds: GameOdds) -> Edges:
    wagers = tuple(_edge(one) for one in odds.wagers.values())
    return Edges(value=odds.expected_value, combinations=odds.combinations, wagers=wagers)


def _edge(one: WagerOdds) -> Edge:
    """A wager's value is linear in each of its meters, so that one more dollar tells what each cent adds."""
    at = {meter.name: meter.at for meter in one.progressive.meters} if one.progressive is not None else {}
    value = one.expected_value
    return Edge(
        name=one.name,
        table=one.table,
        value=value,
        at=at,
        per_cent={
            name: (one.at_meters({name: cents + 100}).expected_value - value) / 100 for name, cents in at.items()
        },
        exact=one.estimate is None,
    )


_KEPT: OrderedDict[tuple[str, str], Edges] = OrderedDict()


def edges_of(game: Game, rules: TableRules, odds: Callable[[Game, TableRules], GameOdds]) -> Edges:
    """The edges under these rules. ``odds`` counts them if they are not kept. The last ones that were asked for are."""
    key = game.name, rules.digest
    if key not in _KEPT:
        own = rules == game.rules()
        _KEPT[key] = _from_disk(game, rules, odds) if own else edges_from(odds(game, rules))
        if len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    _KEPT.move_to_end(key)
    return _KEPT[key]


def _from_disk(game: Game, rules: TableRules, odds: Callable[[Game, TableRules], GameOdds]) -> Edges:
    import numpy as np

    from pitboss.exact.sources import sources_digest
    from pitboss.exact.store import kept

    def counted() -> dict[str, Any]:
        said = msgspec.json.encode(edges_from(odds(game, rules)), enc_hook=lambda one: ratio(one))
        return {"json": np.frombuffer(said, np.uint8)}

    inputs = {"rules": rules.digest, "by": sources_digest(__name__)}
    found = kept(game.name, "edges", inputs, counted, module=f"{games.package(game.name)}.odds")
    return msgspec.json.decode(found["json"].tobytes(), type=Edges, dec_hook=lambda kind, said: kind(said))
