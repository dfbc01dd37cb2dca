"""What a game's ``kernel.py`` provides: a table set up for simulation, that plays rounds and counts how they end.

A kernel counts in whole numbers, by the joint end of a hand: everything that decides what its wagers come to. Sums,
squares and counts by wager and outcome follow from that exactly, so that tallies of any runs can be added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from pitboss.errors import SimulationError
from pitboss.exact.compiled import inlined
from pitboss.exact.hands import Ints
from pitboss.exact.results import GameOdds, WagerOdds

Tally = dict[str, Ints]
"""Whole numbers by name; tallies of the same table are added part by part."""

CHUNK = 1 << 16
"""Rounds of a chunk, where nothing lasts from round to round."""
MOST_NET = 1 << 31
"""Cents that a table can win or lose in a round, so that squares stay within 64 bits."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What is simulated: everything that decides the result of a run, but its seed and length."""

    game: str
    rules: Any
    stakes: dict[str, int]
    """Cents on each wager that every seat places: the base wager first, then side wagers."""
    strategy: Any = "optimal"
    """A strategy's name, or a function of the cards that a player sees."""
    seats: int = 1
    more: dict[str, Any] = {}
    """The options that the game declares, None where the rules decide."""

    @property
    def strategy_name(self) -> str:
        return self.strategy if isinstance(self.strategy, str) else getattr(self.strategy, "__name__", "a function")


def key_of(setup: Setup, *decisions: Ints) -> str:
    """A digest of what is simulated and of what is done in every state: runs of the same key and seed can go on where
    one stopped. Two functions are told apart by what they choose."""
    said = (setup.game, setup.rules.digest, sorted(setup.stakes.items()), setup.strategy_name, setup.seats)
    digest = sha256(repr((*said, sorted(setup.more.items()))).encode())
    for part in decisions:
        digest.update(repr((part.shape, part.dtype.str)).encode() + part.tobytes())
    return digest.hexdigest()


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How often a wager ended in one way, and what it won by that in all, in cents."""

    name: str
    count: int
    won: int


class MeterTally(msgspec.Struct, frozen=True, kw_only=True):
    """A meter over a run: how often and at what amounts it was won."""

    name: str
    seed: int
    """Cents that it begins with in every chunk, and after a win of all of it."""
    hits: int
    """Wins of all of it."""
    paid: int
    """Cents that those won together."""
    parts: int
    """Wins of a part of it."""
    parts_paid: int
    width: int
    """Cents from one range of the meter to the next."""
    at_hits: tuple[int, ...]
    """Wins of all of it by the range that it stood in, from nothing up; the last range has no end."""

    def at_most(self, share: float) -> int | None:
        """Cents that it had not passed in this share of the wins of all of it, up to the end of a range; None where
        there were none, or in the range without an end."""
        so_far = 0
        for at, count in enumerate(self.at_hits[:-1]):
            so_far += count
            if count and so_far >= share * self.hits:
                return (at + 1) * self.width
        return None


class ByChunk(NamedTuple):
    """Whole chunks of a run: how many, what was won in them, and the sum of the squares of that."""

    chunks: int
    won: int
    squares: int


class WagerTally(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a wager over a run, all seats together."""

    name: str
    unit: int
    """Cents that one unit of the result is: the stake, or the base wager for the round as a whole. Where one hand
    decides the wagers of all seats, it is all their stakes."""
    ends: tuple[Ended, ...]
    hands: int
    """Hands on which it could be placed: rounds times seats, or rounds where one hand decides for all."""
    placed: int
    """How often it was placed."""
    rounds: int
    won: int
    """Cents, losses taken off."""
    squares: int
    """The sum of the squares of what all seats won with it in a round."""
    odds: WagerOdds | None = None
    """Its exact odds, where they are known. The ends are in the order of their outcomes."""
    exact: Fraction | None = None
    """The exact value of a hand, where it does not follow from the odds."""
    apart: bool = False
    """Whether the exact odds are of something else: of a full shoe, where one is dealt to a cut card, or of no payout
    limit, where one bears on it."""
    meters: tuple[MeterTally, ...] = ()
    """The meters that it wins from. They move, so that its ends have exact shares, and the wager no exact value."""
    by_chunk: ByChunk | None = None
    """What it won by chunk, where rounds of a chunk hang together by a meter; errors are then those of chunks."""
    note: str = ""
    """What a reader of its results must know."""


class FastTable(Protocol):
    """A table at which rounds are simulated."""

    setup: Setup
    key: str
    """The digest of the setup and its decisions."""
    chunk: int
    """Rounds that are played from one stream, with a shoe and meters of their own."""

    def play(self, state: Ints, rounds: int) -> Tally:
        """Play rounds from a stream's state, and count."""

    def wagers(self, tally: Tally, rounds: int) -> list[WagerTally]:
        """What became of each wager; the first is the round as a whole."""

    def nets(self, state: Ints, rounds: int) -> Ints:
        """What the first seat won in each of these rounds, in cents."""


Limits = Mapping[str, tuple[int, int]]
"""The least and the most of each side wager, in cents; none can be placed where the most is less."""


class Kernel(msgspec.Struct, frozen=True, kw_only=True):
    """The fast rounds of one game, in one value."""

    game: str
    table: Callable[[Setup, GameOdds | None], FastTable]
    base: str
    """The base wager."""
    limits: Callable[[Any, int], Limits] = lambda rules, base: {}
    """The side wagers that a seat can place under these rules, beside a base wager of so many cents."""
    follows: Callable[[Any], int] = lambda rules: 0
    """What may have to be wagered in a round under these rules beyond the stakes, in units of the base wager."""


LIMITED = (
    "A wager has no exact value here where the payout limit shares what a hand wins out among several wagers;"
    " 'pitboss odds' tells what the limit costs."
)


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A wager as the ends of a hand decide it."""

    name: str
    unit: int
    outcomes: tuple[str, ...]
    of_end: Ints
    """The outcome that each end is, below zero where the wager is not placed."""
    net: Ints
    """Cents that each end wins."""
    odds: WagerOdds | None = None

    @property
    def value(self) -> Fraction | None:
        """What a hand is worth exactly at these stakes, in units: as it is paid, in whole cents and under a payout
        limit. None without odds, or where what an outcome wins hangs on more than the outcome."""
        if self.odds is None:
            return None
        nets: dict[str, set[int]] = {}
        for outcome, net in zip(self.of_end.tolist(), self.net.tolist(), strict=True):
            if outcome >= 0:
                nets.setdefault(self.outcomes[outcome], set()).add(net)
        total = Fraction(0)
        for one in self.odds.outcomes:
            won = nets.get(one.name, {0})  # the rest are hands on which it is not placed
            if len(won) > 1:
                return None
            total += Fraction(one.count) * min(won)
        return total / (self.odds.combinations * self.unit)


class HandTable:
    """A table whose wagers are decided hand by hand, each by the end of its own.

    ``decisions`` is what is done in every state. ``rounds`` plays compiled: (decisions, state, rounds, seats, nets,
    ends, moments), where ``nets`` are cents by end and wager, ``ends`` counts, and ``moments`` are sums and squares
    over rounds, which are left out where one seat plays alone. ``results`` plays the same and writes down what the
    first seat wins.
    """

    chunk = CHUNK

    def __init__(
        self,
        setup: Setup,
        parts: Sequence[Part],
        decisions: Ints,
        rounds: Callable[[Ints, Ints, int, int, Ints, Ints, Ints], None],
        results: Callable[[Ints, Ints, int, int, Ints, Ints], None],
    ) -> None:
        self.setup, self.parts, self.key = setup, tuple(parts), key_of(setup, decisions)
        self._rounds, self._results = partial(rounds, decisions), partial(results, decisions)
        self._nets: Ints = np.ascontiguousarray(np.stack([part.net for part in self.parts], axis=1).astype(np.int64))
        most = int(np.abs(self._nets).max()) * setup.seats
        if most >= MOST_NET:
            raise SimulationError(
                f"a round could win ${most // 100:,}, which is more than a run adds up: lower the wagers"
            )

    def play(self, state: Ints, rounds: int) -> Tally:
        ends = np.zeros(len(self._nets), np.int64)
        moments = np.zeros((3, len(self.parts)), np.int64)
        self._rounds(state, rounds, self.setup.seats, self._nets, ends, moments)
        return {"ends": ends, "moments": moments}

    def nets(self, state: Ints, rounds: int) -> Ints:
        found = np.empty(rounds, np.int64)
        self._results(state, rounds, self.setup.seats, self._nets[:, 0].copy(), found)
        return found

    def wagers(self, tally: Tally, rounds: int) -> list[WagerTally]:
        return [self._wager(at, part, tally, rounds) for at, part in enumerate(self.parts)]

    def _wager(self, at: int, part: Part, tally: Tally, rounds: int) -> WagerTally:
        counts = [int(count) for count in tally["ends"]]
        nets = [int(net) for net in part.net]
        won, squares = sum(map(_product, counts, nets)), sum(c * n * n for c, n in zip(counts, nets, strict=True))
        if self.setup.seats > 1:
            squares = int(tally["moments"][1, at]) + (int(tally["moments"][2, at]) << 32)
        ends = []
        for outcome, name in enumerate(part.outcomes):
            inside = [end for end, found in enumerate(part.of_end) if found == outcome]
            count, total = sum(counts[end] for end in inside), sum(counts[end] * nets[end] for end in inside)
            ends.append(Ended(name=name, count=count, won=total))
        return WagerTally(
            name=part.name,
            unit=part.unit,
            ends=tuple(ends),
            hands=rounds * self.setup.seats,
            placed=sum(count for count, found in zip(counts, part.of_end, strict=True) if found >= 0),
            rounds=rounds,
            won=won,
            squares=squares,
            odds=part.odds,
            exact=(value := part.value),
            apart=(apart := value is None and part.odds is not None),
            note=LIMITED if apart else "",
        )


def _product(a: int, b: int) -> int:
    return a * b


@inlined
def add_hand(end: int, nets: Ints, ends: Ints, won: Ints) -> None:
    """Count how a seat's hand ended, and add what it won, by wager, to what the round has won."""
    ends[end] += 1
    for wager in range(len(won)):
        won[wager] += nets[end, wager]


@inlined
def add_moments(won: Ints, moments: Ints) -> None:
    """Add a round's winnings, by wager, to the sums and to the squares, which are kept in two words each."""
    for wager in range(len(won)):
        square = won[wager] * won[wager]
        moments[0, wager] += won[wager]
        moments[1, wager] += square & 0xFFFFFFFF
        moments[2, wager] += square >> 32


WORD = 26
"""Bits of the lower word of what a chunk wins, whose square is kept in three parts."""


def no_chunk(wagers: int) -> Ints:
    """Nothing of what is counted by whole chunks: chunks, what they won, and its squares in parts, by wager."""
    return np.zeros((5, wagers), np.int64)


def whole_chunk(won: Ints) -> Ints:
    """A chunk in which so much was won, by wager."""
    high, low = np.abs(won) >> WORD, np.abs(won) & (1 << WORD) - 1
    return np.stack((np.ones_like(won), won, high * high, high * low, low * low))


def by_chunk(counted: Ints, wager: int) -> ByChunk:
    chunks, won, high, middle, low = (int(part) for part in counted[:, wager])
    return ByChunk(chunks, won, (high << 2 * WORD) + (middle << WORD + 1) + low)


def odds_of(odds: GameOdds | None, wager: str) -> WagerOdds | None:
    """The exact odds of a wager, where there are any."""
    return None if odds is None else odds.wagers.get(wager)


def added(first: Tally, second: Tally) -> Tally:
    """Two tallies of the same table, part by part. What the lower words of squares hold too much goes to the upper."""
    total = {name: part + second[name] for name, part in first.items()}
    if "moments" in total:
        moments = total["moments"]
        moments[2] += moments[1] >> 32
        moments[1] &= 0xFFFFFFFF
    return total
