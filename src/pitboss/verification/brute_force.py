"""The interface of a game's ``brute_force.py``: its states, its deals, and their settlement.

``proving`` deals everything out and compares it with the exact odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss.verification.every_deal import Deals
from pitboss.verification.first_principles import Ints, categories3, named_first, sets

Seen = Mapping[str, Ints]
"""The cards that a player sees in each state, by place: a row for each state."""
Nets = Sequence[Sequence[Fraction | None]]
"""The net win for each unit of a wager, by kind of state and end. None if the wager is not placed."""
Results = dict[Fraction, int]
"""Deals by net win."""


DIFFERS = -1
"""A count that no state can have: the deals of states that are alike cannot be divided among them."""


class Places(NamedTuple):
    """States as rows of cards in any order, and up to two cards with a place of their own."""

    cards: Ints
    singles: tuple[Ints, ...] = ()

    def numbers(self) -> Ints:
        """A number for each state, the same for states that differ only by suits."""
        return named_first(self.cards, *self.singles)


class Action(NamedTuple):
    """What follows an action: its results by wager at each end."""

    name: str
    nets: Mapping[str, Nets]
    ends: slice = slice(None)
    """The ends that count the deals after this action."""


class BruteForce(msgspec.Struct, frozen=True, kw_only=True):
    """The deals of one game and their settlement, in one value."""

    game: str
    states: Callable[[], Places]
    """Every state, one by one."""
    stand_for: Callable[[Seen], Places]
    """The states of the odds in the same form."""
    deals: Callable[[Seen], Deals]
    """Every deal behind these states."""
    by_state: Callable[[Seen, Ints], Ints] = lambda seen, counts: counts
    """Counts by state and end, from the counts of the deals."""
    counted: Callable[[], Ints]
    """The same from the odds."""
    kinds: Callable[[Seen], Ints] = lambda seen: np.zeros(len(next(iter(seen.values()))), np.int64)
    """The kind of each state, if settlement depends on it."""
    units: Mapping[str, int]
    """The stake of each wager in units of the base wager, and 0 if it is a side wager."""
    actions: Callable[[Any], tuple[Action, ...]]
    """The settlement of every action under the rules, in the order of the odds."""
    apart: Callable[[Any], Mapping[str, Results]] = lambda rules: {}
    """The results of wagers that no decision changes."""


def per_unit(returned: int, stake: int) -> Fraction:
    """The net win for each unit of a stake."""
    return Fraction(returned, stake) - 1


def by_category3(nets: Sequence[Fraction]) -> Results:
    """The results of a wager on three cards, from the net win of each category."""
    found: Results = {}
    for net, deals in zip(nets, np.bincount(categories3(sets(3)), minlength=len(nets)).tolist(), strict=True):
        found[net] = found.get(net, 0) + deals
    return found
