"""The interface of a game's ``kernel.py``: a table for simulation, which plays rounds and counts how they end.

A kernel counts, in whole numbers, the ends of hands. An end determines the results of all wagers on the hand. Sums,
squares and counts by wager and outcome follow exactly, so the tallies of different runs can be added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import msgspec
import numpy as np

from pitboss.mathematics.counting.compiled import inlined, unmanaged
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.results import GameOdds, WagerOdds

if TYPE_CHECKING:
    from pitboss.engine.game import Game

Tally = dict[str, Ints]
"""Whole numbers by name. Tallies of the same table are added part by part."""
OF_CENTS = ("moments", "count moments", "chunks", "meters", "paid")
"""Parts that add up cents or squares. Those of a long run exceed 64 bits, so their sums are Python's whole numbers. The
other parts count hands."""

CHUNK = 1 << 16
"""The rounds of a chunk in games whose rounds are independent."""
MOST_NET = 1 << 31
"""A round must win or lose fewer cents than this, so that squares fit in 64 bits."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that determines the result of a run, except its seed and length."""

    game: Game
    rules: Any
    stakes: dict[str, int]
    """The cents that every seat places on each wager, the base wager first, then side wagers."""
    strategy: Any = "optimal"
    """The name of a strategy, or a function of the cards that a player sees."""
    seats: int = 1
    more: dict[str, Any] = {}
    """The options that the game declares. None means that the rules decide."""
    tags: tuple[int, ...] = ()
    """The tag of each card by its number, if rounds are also tallied by the true count at their start."""

    @property
    def strategy_name(self) -> str:
        return self.strategy if isinstance(self.strategy, str) else getattr(self.strategy, "__name__", "a function")


def key_of(setup: Setup, *decisions: Ints) -> str:
    """A digest of the setup and of the decision in every state. A run can be continued at a table with the same key.
    Two functions have different keys if they choose differently."""
    said = (setup.game.name, setup.rules.digest, sorted(setup.stakes.items()), setup.strategy_name, setup.seats)
    digest = sha256(repr((*said, sorted(setup.more.items()), *([setup.tags] if setup.tags else []))).encode())
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


Arrays = tuple[Ints, ...]


@inlined
def copy(given: Ints, to: Ints, size: int) -> None:
    """Copy the first numbers of an array to another. Loops compile faster than slices."""
    for at in range(size):
        to[at] = given[at]


class Loop(NamedTuple):
    """The rounds of a table as one loop, the same on a processor and in a thread of a GPU.

    The loop makes no arrays. It looks things up in tables, works in its room and adds up its counts. Room and counts
    have a row for each thread. Room may hold anything at the start, and counts hold zeros.
    """

    begin: Callable[[Arrays, Arrays, int, Arrays], None]
    """Prepares room and counts for the first round of a chunk: a function of (tables, room, thread, counts), not
    compiled."""
    play: Callable[[Arrays, Arrays, int, Ints, int, Arrays], None]
    """Plays rounds from what lies in the room: a function of (tables, room, thread, state, rounds, counts), not
    compiled."""
    tables: Arrays
    room: tuple[tuple[tuple[int, ...], Any], ...]
    """The shape and the type of each array that it works in."""
    counts: dict[str, tuple[int, ...]]
    """The shape of each part of the tally."""
    in_parts: bool = True
    """Whether it goes on where its last rounds ended. Then a chunk may be played in several calls."""
    from_pack: bool = False
    """Whether the first array of its room is for a pack, which it gets by ``hand_table.pack_of``. When a GPU plays,
    that array has 32-bit words and lies in fast memory."""
    alone: Callable[[Ints, Ints, Ints, Ints], int] | None = None
    """Plays a round of one seat and returns its end, if counting ends is all that the loop does."""
    from_shoe: Callable[..., None] | None = None
    """Plays rounds of one seat from a shoe, if that is all that the loop does. A function, not compiled, of (first
    table, others, shoe, across, state, rounds, further room, ends of hands that are alone, ends of other hands,
    moments). The cards of the shoe are the last table. Of ``across`` shoes, words of four cards are
    interleaved. On a GPU, its globals ``count`` and ``any_of`` have other values."""

    def counts_for(self, threads: int, order: Literal["C", "F"] = "C") -> Tally:
        return {name: np.zeros((threads, *shape), np.int64, order) for name, shape in self.counts.items()}

    def room_for(self, threads: int) -> Arrays:
        return tuple(np.empty((threads, *shape), kind) for shape, kind in self.room)


@cache
def _compiled(play: Callable[..., None]) -> Callable[..., None]:
    return unmanaged(play)


def ready(loop: Loop) -> Loop:
    """Give a loop to the compiler, once for all threads that will play it."""
    _compiled(loop.begin)
    _compiled(loop.play)
    return loop


def played(loop: Loop, state: Ints, rounds: int) -> Tally:
    """Play the first rounds of a chunk on a processor. Returns the counts of the loop in one row."""
    counts, room = loop.counts_for(1), loop.room_for(1)
    _compiled(loop.begin)(loop.tables, room, 0, tuple(counts.values()))
    play_more(loop, room, state, rounds, counts)
    return counts


def play_more(loop: Loop, room: Arrays, state: Ints, rounds: int, counts: Tally) -> None:
    """Play rounds on a processor from what lies in the room, and add to the counts. Both have one row."""
    _compiled(loop.play)(loop.tables, room, 0, state, rounds, tuple(counts.values()))


class FastTable(Protocol):
    """A table for simulated rounds."""

    setup: Setup
    key: str
    """The digest of the setup and its decisions."""
    chunk: int
    """The rounds played from one stream. Every chunk starts with a new shoe and new meters."""

    loop: Loop
    """Its rounds."""

    def play(self, state: Ints, rounds: int) -> Tally:
        """Play rounds from the state of a stream and count how they end."""

    def summed(self, counts: Tally, rounds: int) -> Tally:
        """The tally of several chunks of so many rounds, from the counts of its loop, a row for each."""

    def wagers(self, tally: Tally, rounds: int) -> list[WagerTally]:
        """The results of each wager. The first is the round as a whole."""

    def nets(self, state: Ints, rounds: int) -> Ints:
        """The net win of the first seat in each of these rounds, in cents."""


Limits = Mapping[str, tuple[int, int]]
"""The minimum and maximum of each side wager in cents. If the maximum is lower, the wager cannot be placed."""


class Shoe(NamedTuple):
    """A shoe that lasts, as far as it matters to a player who counts."""

    dealt: float
    """The part that is dealt before a shuffle: its penetration."""
    may_return: bool
    """Whether a player who missed a round may wager before the next shuffle."""


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
    shoe: Callable[[Setup], Shoe] | None = None
    """The shoe, if cards last from round to round. Then tables tally rounds by the true count, given tags."""


WORD = 26
"""The bits in the low part of a chunk's win. Its square is stored in three parts."""


def no_chunk(won: Ints) -> Ints:
    """The empty tally of complete chunks, by wager: their number, their wins, and the squares in three parts."""
    return np.zeros_like(whole_chunk(won))


def whole_chunk(won: Ints) -> Ints:
    """The tally of one chunk with these wins, by wager, or of several chunks, a row for each."""
    high, low = np.abs(won) >> WORD, np.abs(won) & (1 << WORD) - 1
    return np.stack((np.ones_like(won), won, high * high, high * low, low * low), axis=-2)


def by_chunk(counted: Ints, wager: int) -> ByChunk:
    chunks, won, high, middle, low = (int(part) for part in counted[:, wager])
    return ByChunk(chunks, won, (high << 2 * WORD) + (middle << WORD + 1) + low)


def odds_of(odds: GameOdds | None, wager: str) -> WagerOdds | None:
    """The exact odds of a wager, if known."""
    return None if odds is None else odds.wagers.get(wager)


def added(first: Tally, second: Tally) -> Tally:
    """The sum of two tallies of the same table."""
    return _carried({name: part + second[name] for name, part in first.items()})


def summed(counts: Tally) -> Tally:
    """The sum of the tallies of several chunks, a row for each."""
    rows = _carried(counts).items()
    return _carried({name: _of_any_size(part) if name in OF_CENTS else part.sum(axis=0) for name, part in rows})


def _of_any_size(part: Ints) -> Ints:
    """The sum of rows of 64 bits, in Python's whole numbers. Their halves are added up apart, since those sums fit."""
    high, low = (half.sum(axis=0).astype(object) for half in (part >> 32, part & 0xFFFFFFFF))
    total: Ints = (high << 32) + low
    return total


def _carried(tally: Tally) -> Tally:
    """Carry overflow into the high words of squares. Tallies may have a row for each chunk."""
    for name in tally.keys() & {"moments", "count moments"}:
        low, high = (tally[name][..., at, :] for at in (1, 2))
        high += low >> 32
        low &= 0xFFFFFFFF
    if "chunks" in tally:
        high, middle, low = (tally["chunks"][..., at, :] for at in (2, 3, 4))
        middle += low >> WORD + 1
        low &= (1 << WORD + 1) - 1
        high += middle >> WORD - 1
        middle &= (1 << WORD - 1) - 1
    return tally
