"""The interface of a game's ``kernel.py``: a table for simulation, which plays rounds and counts how they end.

A kernel counts, in whole numbers, the ends of hands. An end determines the results of all wagers on the hand. Sums,
squares and counts by wager and outcome follow exactly, so the tallies of different runs can be added.
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
"""Whole numbers by name. Tallies of the same table are added part by part."""

CHUNK = 1 << 16
"""The rounds of a chunk in games whose rounds are independent."""
MOST_NET = 1 << 31
"""A round must win or lose fewer cents than this, so that squares fit in 64 bits."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that determines the result of a run, except its seed and length."""

    game: str
    rules: Any
    stakes: dict[str, int]
    """The cents that every seat places on each wager, the base wager first, then side wagers."""
    strategy: Any = "optimal"
    """The name of a strategy, or a function of the cards that a player sees."""
    seats: int = 1
    more: dict[str, Any] = {}
    """The options that the game declares. None means that the rules decide."""

    @property
    def strategy_name(self) -> str:
        return self.strategy if isinstance(self.strategy, str) else getattr(self.strategy, "__name__", "a function")


def key_of(setup: Setup, *decisions: Ints) -> str:
    """A digest of the setup and of the decision in every state. A run can be continued at a table with the same key.
    Two functions have different keys if they choose differently."""
    said = (setup.game, setup.rules.digest, sorted(setup.stakes.items()), setup.strategy_name, setup.seats)
    digest = sha256(repr((*said, sorted(setup.more.items()))).encode())
    for part in decisions:
        digest.update(repr((part.shape, part.dtype.str)).encode() + part.tobytes())
    return digest.hexdigest()


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How often a wager had one outcome, and its total win from it in cents."""

    name: str
    count: int
    won: int


class MeterTally(msgspec.Struct, frozen=True, kw_only=True):
    """How often a meter was won in a run, and at what amounts."""

    name: str
    seed: int
    """The cents on the meter at the start of every chunk and after a win of the whole meter."""
    hits: int
    """Wins of the whole meter."""
    paid: int
    """The total of those wins in cents."""
    parts: int
    """Wins of a part of the meter."""
    parts_paid: int
    width: int
    """The width of a range of the meter in cents."""
    at_hits: tuple[int, ...]
    """Wins of the whole meter by range, starting at zero. The last range has no upper end."""

    def at_most(self, share: float) -> int | None:
        """The amount in cents, rounded up to the end of a range, that the meter did not exceed in this share of its
        full wins. None if there were none, or if it is in the last range."""
        so_far = 0
        for at, count in enumerate(self.at_hits[:-1]):
            so_far += count
            if count and so_far >= share * self.hits:
                return (at + 1) * self.width
        return None


class ByChunk(NamedTuple):
    """Complete chunks of a run: their number, their total win, and the sum of the squares of their wins."""

    chunks: int
    won: int
    squares: int


class WagerTally(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a wager over a run, all seats together."""

    name: str
    unit: int
    """The cents in one unit of the result: the stake, or the base wager for the round as a whole. If one hand decides
    the wagers of all seats, it is the sum of their stakes."""
    ends: tuple[Ended, ...]
    hands: int
    """Hands on which it could be placed: rounds times seats, or rounds if one hand decides for all seats."""
    placed: int
    """How often it was placed."""
    rounds: int
    won: int
    """The net win in cents."""
    squares: int
    """The sum over rounds of the squared win of all seats together."""
    odds: WagerOdds | None = None
    """Its exact odds, if known. The ends are in the order of their outcomes."""
    exact: Fraction | None = None
    """The exact value of a hand, if it does not follow from the odds."""
    apart: bool = False
    """Whether the exact odds are for other conditions: a full shoe when the shoe is dealt to a cut card, or no payout
    limit when one applies."""
    meters: tuple[MeterTally, ...] = ()
    """The meters that it can win. They move, so the ends have exact shares but the wager has no exact value."""
    by_chunk: ByChunk | None = None
    """Wins by chunk, if a meter makes the rounds of a chunk dependent. Standard errors then come from chunks."""
    note: str = ""
    """A note for readers of the results."""


class FastTable(Protocol):
    """A table for simulated rounds."""

    setup: Setup
    key: str
    """The digest of the setup and its decisions."""
    chunk: int
    """The rounds played from one stream. Every chunk starts with a new shoe and new meters."""

    def play(self, state: Ints, rounds: int) -> Tally:
        """Play rounds from the state of a stream and count how they end."""

    def wagers(self, tally: Tally, rounds: int) -> list[WagerTally]:
        """The results of each wager. The first is the round as a whole."""

    def nets(self, state: Ints, rounds: int) -> Ints:
        """The net win of the first seat in each of these rounds, in cents."""


Limits = Mapping[str, tuple[int, int]]
"""The minimum and maximum of each side wager in cents. If the maximum is lower, the wager cannot be placed."""


class Kernel(msgspec.Struct, frozen=True, kw_only=True):
    """The fast rounds of one game, in one value."""

    game: str
    table: Callable[[Setup, GameOdds | None], FastTable]
    base: str
    """The base wager."""
    limits: Callable[[Any, int], Limits] = lambda rules, base: {}
    """The limits of side wagers under the rules, given the base wager in cents."""
    follows: Callable[[Any], int] = lambda rules: 0
    """The most that a round may require beyond the stakes under the rules, in units of the base wager."""


LIMITED = (
    "A wager has no exact value here if the payout limit applies to the total of several wagers."
    " 'pitboss odds' reports the cost of the limit."
)


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome and net win of a wager at each end of a hand."""

    name: str
    unit: int
    outcomes: tuple[str, ...]
    of_end: Ints
    """The outcome of the wager at each end, negative if the wager is not placed."""
    net: Ints
    """The net win at each end in cents."""
    odds: WagerOdds | None = None

    @property
    def value(self) -> Fraction | None:
        """The exact value of a hand at these stakes, in units, as it is paid: in whole cents and under a payout limit.
        None without odds, or if the win depends on more than the outcome."""
        if self.odds is None:
            return None
        nets: dict[str, set[int]] = {}
        for outcome, net in zip(self.of_end.tolist(), self.net.tolist(), strict=True):
            if outcome >= 0:
                nets.setdefault(self.outcomes[outcome], set()).add(net)
        total = Fraction(0)
        for one in self.odds.outcomes:
            won = nets.get(one.name, {0})  # a missing outcome means that the wager is not placed
            if len(won) > 1:
                return None
            total += Fraction(one.count) * min(won)
        return total / (self.odds.combinations * self.unit)


class HandTable:
    """A table at which the end of each hand decides the wagers on it.

    ``decisions`` holds the decision in every state. ``rounds`` is a compiled function of (decisions, state, rounds,
    seats, nets, ends, moments). ``nets`` are cents by end and wager, ``ends`` are counts, and ``moments`` are sums and
    squares over rounds, which are skipped if there is one seat. ``results`` plays the same rounds and writes the wins
    of the first seat.
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
                f"a round could win or lose ${most // 100:,}; it must be less than ${MOST_NET // 100:,}, so lower the"
                " wagers"
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
    """Count the end of a seat's hand, and add its win, by wager, to the win of the round."""
    ends[end] += 1
    for wager in range(len(won)):
        won[wager] += nets[end, wager]


@inlined
def add_moments(won: Ints, moments: Ints) -> None:
    """Add a round's win, by wager, to the sums and squares. A square takes two words."""
    for wager in range(len(won)):
        square = won[wager] * won[wager]
        moments[0, wager] += won[wager]
        moments[1, wager] += square & 0xFFFFFFFF
        moments[2, wager] += square >> 32


WORD = 26
"""The bits in the low part of a chunk's win. Its square is stored in three parts."""


def no_chunk(wagers: int) -> Ints:
    """The empty tally of complete chunks, by wager: their number, their wins, and the squares in three parts."""
    return np.zeros((5, wagers), np.int64)


def whole_chunk(won: Ints) -> Ints:
    """The tally of one chunk with these wins, by wager."""
    high, low = np.abs(won) >> WORD, np.abs(won) & (1 << WORD) - 1
    return np.stack((np.ones_like(won), won, high * high, high * low, low * low))


def by_chunk(counted: Ints, wager: int) -> ByChunk:
    chunks, won, high, middle, low = (int(part) for part in counted[:, wager])
    return ByChunk(chunks, won, (high << 2 * WORD) + (middle << WORD + 1) + low)


def odds_of(odds: GameOdds | None, wager: str) -> WagerOdds | None:
    """The exact odds of a wager, if known."""
    return None if odds is None else odds.wagers.get(wager)


def added(first: Tally, second: Tally) -> Tally:
    """The sum of two tallies of the same table. Carries overflow into the high words of squares."""
    total = {name: part + second[name] for name, part in first.items()}
    if "moments" in total:
        moments = total["moments"]
        moments[2] += moments[1] >> 32
        moments[1] &= 0xFFFFFFFF
    return total
