"""Rounds for a learner: many seats at separate tables, all advanced by one compiled call.

This is the interface of a game's ``EPISODES``. An episode is one round from a full pack or shoe. Each seat
has its own stream of random numbers, so its rounds do not depend on the number of other seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.counting.compiled import compiled, inlined, woven
from pitboss.mathematics.counting.hands import Ints
from pitboss.simulation.stream import WORDS, checked_seed, deal, stream

Floats = NDArray[Any]


class Rounds(Protocol):
    """The current rounds of all seats, one for each."""

    streams: Ints
    """The random number stream of each seat."""
    over: Ints
    """Whether each seat's round is over. If so, the next step deals a new one, whatever the action."""

    def step(self, actions: Ints, observations: Ints, rewards: Floats) -> None:
        """Take one decision for each seat, or deal it a new round. Writes the next observations and the rewards."""

    def deal(self, observations: Ints) -> None:
        """Deal a new round to each seat whose round is over, and write what it sees. Other seats keep theirs."""

    def masks(self) -> Ints:
        """The allowed actions, by seat. If a round is over, all are allowed, since none is taken."""

    def values(self) -> Floats:
        """The value of each action, by seat, in units of the base wager. NaN if there is no action to take."""


class Episodes(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds of one game for a learner, in one value."""

    game: str
    base: str
    """The base wager, which is the unit of rewards."""
    actions: tuple[str, ...]
    observation: tuple[tuple[str, int], ...]
    """The numbers that a seat sees: the name of each, and the number of its values, counted from 0."""
    rounds: Callable[[Any, int, int], Rounds]
    """Makes rounds from rules, the base wager in cents and the number of seats. All rounds begin as over."""


def seeded(seeds: Sequence[int]) -> Ints:
    """The streams of seats with these seeds."""
    return np.stack([stream(f"episodes {checked_seed(seed)}", 0) for seed in seeds])


NEW_PACK: Ints = np.arange(52, dtype=np.int8)


@inlined
def deal_anew(state: Ints, pack: Ints, cards: Ints, count: int) -> None:
    """Deal ``count`` cards from a new pack. A constant ``count`` makes the compiled code four times as fast."""
    for place in range(52):
        pack[place] = NEW_PACK[place]
    deal(state, pack, 0, count)
    for place in range(count):
        cards[place] = pack[place]


if TYPE_CHECKING:  # the steps are woven with the numbers and the function of a game
    CARDS, SEEN = 52, 52  # the cards of a round, and those that the seat sees, which come first

    def end_with(hand: Ints, action: int) -> int:
        """The end of a round with these cards."""
        return 0


def _play(
    streams: Ints, cards: Ints, over: Ints, actions: Ints, won: Floats, observations: Ints, rewards: Floats
) -> None:
    """One step of each seat: take its decision and end its round, or deal it a new one."""
    pack = np.empty(52, np.int8)
    hand = np.empty(CARDS, np.int64)
    for at in range(len(over)):
        if over[at]:
            deal_anew(streams[at], pack, cards[at], CARDS)
            rewards[at] = 0.0
        else:
            for place in range(CARDS):
                hand[place] = cards[at, place]
            rewards[at] = won[end_with(hand, actions[at])]
        over[at] = not over[at]
        for place in range(SEEN):
            observations[at, place] = cards[at, place]


def one_decision(end_with: Callable[[Ints, int], int], cards: int, seen: int) -> Callable[..., None]:
    """The compiled steps of rounds with one decision, from the inlined function that tells how a round ends."""
    return compiled(woven(_play, end_with.__module__, end_with=end_with, CARDS=cards, SEEN=seen))


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """The exact value of each action in every state."""

    totals: Ints
    """Numerators by action and state, over the common denominator ``per``."""
    per: int
    states: Callable[[Ints], Ints]
    """The state of each row of cards that a seat sees."""


class OneDecision:
    """Rounds with one decision, in which every action is allowed: the stud games.

    ``play`` is what ``one_decision`` makes. ``won`` is the net result of each end of a round, in units of the base
    wager.
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

    def deal(self, observations: Ints) -> None:
        deal_where_over(self.over, (self.streams, self.cards), observations, self._deal)

    def _deal(self, over: Ints, kept: Sequence[Ints], observations: Ints) -> None:
        count = len(over)
        self._play(*kept, over, np.zeros(count, np.int64), self._won, observations, np.empty(count))

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


def deal_where_over(
    over: Ints, kept: Sequence[Ints], observations: Ints, deal: Callable[[Ints, Sequence[Ints], Ints], None]
) -> None:
    """Deal to the seats whose round is over. ``kept`` are arrays by seat, and ``deal`` deals to all seats in them."""
    if over.all():
        deal(over, kept, observations)
        return
    seats = np.flatnonzero(over)
    arrays = (over, *kept, observations)
    over_there, *kept_there, seen_there = some = [one[seats] for one in arrays]
    deal(over_there, kept_there, seen_there)
    for whole, part in zip(arrays, some, strict=True):
        whole[seats] = part


def cards_seen(*names: str) -> tuple[tuple[str, int], ...]:
    """An observation of these cards, each by its number."""
    return tuple((name, 52) for name in names)
