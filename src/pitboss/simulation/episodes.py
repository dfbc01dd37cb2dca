"""Rounds for a learner: many seats, each alone at a table of its own, all brought forward by one compiled call.

What a game's ``kernel_episodes.py`` provides. An episode is one round, with every card from its own stream of random
numbers and a full pack or shoe: what happens to one seat does not depend on how many others there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.exact.compiled import inlined
from pitboss.exact.hands import Ints
from pitboss.simulation.stream import WORDS, deal, stream

Floats = NDArray[Any]


class Rounds(Protocol):
    """Rounds of a number of seats, one each."""

    streams: Ints
    """The random numbers of each seat."""
    over: Ints
    """Whose round is over: the next step deals a new one, whatever the action."""

    def step(self, actions: Ints, observations: Ints, rewards: Floats) -> None:
        """One decision of each seat, or a new round for it. Writes what the seat then sees, and what it has won."""

    def masks(self) -> Ints:
        """Which actions are allowed, by seat. Where a round is over any is, since none is taken."""

    def values(self) -> Floats:
        """What each action is worth, by seat, in units of the base wager; not a number where there is none to take."""


class Episodes(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds of one game for a learner, in one value."""

    game: str
    base: str
    """The base wager, in units of which rewards are."""
    actions: tuple[str, ...]
    observation: tuple[tuple[str, int], ...]
    """What a seat sees, number by number: its name, and how many values it has, from 0 on."""
    rounds: Callable[[Any, int, int], Rounds]
    """From rules, the base wager in cents and a number of seats: their rounds, all of them over."""


def seeded(seeds: Sequence[int]) -> Ints:
    """The streams of seats with these seeds."""
    return np.stack([stream(f"episodes {seed}", 0) for seed in seeds])


NEW_PACK: Ints = np.arange(52, dtype=np.int8)


@inlined
def deal_anew(state: Ints, pack: Ints, cards: Ints, count: int) -> None:
    """Deal so many cards from a new pack: a number that the compiler knows, which makes it four times as fast."""
    for place in range(52):
        pack[place] = NEW_PACK[place]
    deal(state, pack, 0, count)
    for place in range(count):
        cards[place] = pack[place]


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """What actions are worth in every state, exactly."""

    totals: Ints
    """By action and state, over one denominator."""
    per: int
    states: Callable[[Ints], Ints]
    """The state of each row of cards that a seat sees."""


class OneDecision:
    """Rounds with one decision, for which every action is allowed: the stud games.

    ``play`` is compiled: (streams, cards, over, actions, won, observations, rewards). ``won`` is what each end of a
    round wins, in units of the base wager. The cards lie in the order that the game's ``CARDS`` tells, those that the
    seat sees first.
    """

    def __init__(
        self,
        count: int,
        cards: int,
        episodes: Episodes,
        play: Callable[..., None],
        won: Floats,
        worth: Callable[[], Worth],
    ) -> None:
        self.streams: Ints = np.zeros((count, WORDS), np.uint64)
        self.over: Ints = np.ones(count, np.bool_)
        self.cards: Ints = np.zeros((count, cards), np.int8)
        self._seen, self._actions = len(episodes.observation), len(episodes.actions)
        self._play, self._won, self._worth = play, won, worth

    def step(self, actions: Ints, observations: Ints, rewards: Floats) -> None:
        self._play(self.streams, self.cards, self.over, actions, self._won, observations, rewards)

    def masks(self) -> Ints:
        return np.ones((len(self.over), self._actions), np.int8)

    @cached_property
    def worth(self) -> Worth:
        return self._worth()

    def values(self) -> Floats:
        found = np.full((len(self.over), self._actions), np.nan)
        live = np.flatnonzero(~self.over)
        if len(live):
            states = self.worth.states(self.cards[live, : self._seen].astype(np.int64))
            found[live] = (self.worth.totals[:, states] / self.worth.per).T
        return found


def cards_seen(*names: str) -> tuple[tuple[str, int], ...]:
    """An observation of so many cards, each by its number."""
    return tuple((name, 52) for name in names)
