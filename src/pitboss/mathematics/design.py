"""What a search for pay tables needs to know of a game: its decisions, how each can end, and what each end pays.

The counts do not depend on pay tables. ``nets`` does, and uses the settlement functions of the game. So the search
itself knows nothing of hands or wagers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss.basics.money import PayTable
from pitboss.mathematics.choices import Ints
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.results import WagerOdds

ROUND = "the round"


class Part(NamedTuple):
    """Some of a game's decisions: all that have the same ends."""

    weights: Ints
    """The number of states that each one stands for."""
    counts: tuple[Ints, ...]
    """For each action, the number of deals by state and end. Of equal actions the first is best, as in ``Choices``."""


Nets = Sequence[Sequence[Sequence[Fraction]]]
"""The net result of every end, by part, action and end, in units of the base wager."""


class Subject(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a search prices: a round with its decisions, or a wager that follows no decision of its own."""

    figure: str
    """What the figures are of: the round, or the name of a wager."""
    parts: tuple[Part, ...]
    nets: Callable[[Any], Nets]
    """The net results under rules with another pay table."""
    deals: int
    """The deals over which mean and variance are taken."""
    of: int
    """The deals of which hits are a share. More than ``deals`` if the wager is not always placed."""
    plays: str = ""
    """The choice to play on, in a word. Empty if there is no decision."""

    @cached_property
    def states(self) -> int:
        """The number of all states."""
        return sum(int(part.weights.sum()) for part in self.parts)


class OnWager(NamedTuple):
    """A wager that a pay table pays, and that no decision of a round depends on."""

    name: Callable[[Any], str]
    """Its name in the odds under these rules."""
    lines: Mapping[str, str] = {}
    """The lines of the pay table, by outcome, if the wager has only some of them or names them otherwise."""


class Design(msgspec.Struct, frozen=True, kw_only=True):
    """The pay tables of a game that can be searched, in one value."""

    game: str
    round: tuple[str, ...] = ()
    """The pay tables that change the round, and with it the best strategy."""
    parts: Callable[[Any, Tick | None], tuple[Part, ...]] | None = None
    """Every decision of a round. Needed if ``round`` names a pay table, as is ``nets``."""
    nets: Callable[[Any], Nets] | None = None
    plays: str = ""
    wagers: Mapping[str, tuple[OnWager, ...]] = {}
    """The wagers that each other pay table pays."""
    chosen_by: Mapping[str, str] = {}
    """The option that chooses a pay table, if the document lists several."""
    unranked: tuple[str, ...] = ()
    """The pay tables whose lines are not hands in order, so that no line must pay at least as much as another."""
    too_slow: Mapping[str, str] = {}
    """The pay tables that can't be searched, with the reason."""


def of_round(design: Design, rules: Any, tick: Tick | None = None) -> Subject:
    """The round under these rules."""
    assert design.parts is not None
    assert design.nets is not None
    parts = design.parts(rules, tick)
    deals = sum(int(part.weights @ part.counts[0].sum(axis=1, dtype=np.int64)) for part in parts)
    return Subject(figure=ROUND, parts=parts, nets=design.nets, deals=deals, of=deals, plays=design.plays)


def of_wager(wager: WagerOdds, table: str, lines: Mapping[str, str]) -> Subject:
    """A wager whose outcomes are those of its odds. ``lines`` has the line of the pay table by outcome."""
    ends = [one for one in wager.outcomes if one.net is not None]
    whole = lcm(*(Fraction(one.count).denominator for one in wager.outcomes))
    counts = np.array([[int(one.count * whole) for one in ends]], object)
    stake = 0 if wager.earned else 1

    def nets(rules: Any) -> Nets:
        pays: PayTable = getattr(rules, table)
        found = []
        for one in ends:
            odds = pays.get(lines.get(one.name, ""))
            fixed = odds is None or odds.kind == "share"
            found.append(one.net if fixed or odds is None else Fraction(*odds.back) - stake)
        return [[[net for net in found if net is not None]]]

    return Subject(
        figure=wager.name,
        parts=(Part(np.ones(1, object), (counts,)),),
        nets=nets,
        deals=int(counts.sum()),
        of=int(wager.combinations * whole),
    )
