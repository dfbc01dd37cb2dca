"""Tables at which the end of each hand decides the wagers on it, as in the stud games.

A game supplies its rounds as two small functions. They are compiled into the loops here, and into those of a GPU.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from pitboss.basics.errors import SimulationError
from pitboss.mathematics.counting.compiled import inlined, inlined_late, own_key, told_apart, unmanaged, woven
from pitboss.mathematics.counting.hands import CATEGORY, MIXED, SUITED, WEIGHT, Ints
from pitboss.mathematics.results import WagerOdds
from pitboss.simulation.kernel import (
    CHUNK,
    MOST_NET,
    Arrays,
    Ended,
    Loop,
    Setup,
    Tally,
    WagerTally,
    copy,
    key_of,
    played,
    ready,
    summed,
)

NUMBER = 63
"""The mask of the card's number in a word."""
SUIT_AT, RANK_AT, ROW_AT = 6, 13, 20
SUITS = 15 << SUIT_AT
IN_ROW = (1 << ROW_AT - RANK_AT) - 1
PACK: Ints = np.array([int(WEIGHT[card]) << RANK_AT | 1 << SUIT_AT + (card & 3) | card for card in range(52)], np.int64)
"""The words of a pack, by card number."""


def _rows() -> Ints:
    """The place of every row of sums: longest rows first, each at the first place where it collides with none."""
    sums = np.flatnonzero(MIXED)
    rows, within = sums >> ROW_AT - RANK_AT, sums & IN_ROW
    places, room = np.zeros(rows[-1] + 1, np.uint16), 2 * len(sums)
    taken = np.zeros(room + IN_ROW, np.bool_)
    for row in np.argsort(-np.bincount(rows), kind="stable")[: len(np.unique(rows))]:
        there = within[rows == row]
        collides = np.any([taken[at : at + room] for at in there], axis=0)
        places[row] = np.argmin(collides)
        taken[there + places[row]] = True
    return places


ROWS = _rows()
_SUMS = np.flatnonzero(MIXED)
_SLOT_OF: Ints = ROWS[_SUMS >> ROW_AT - RANK_AT].astype(np.int64) + (_SUMS & IN_ROW)
SLOTS = int(_SLOT_OF.max()) + 1
"""The number of slots of hands of several suits. Hands of one suit have as many after them."""


@inlined
def slot_of(near: Ints, a: int, b: int, c: int, d: int, e: int) -> Any:
    """The slot of five cards, given as words. The table starts with ``ROWS``."""
    total = np.uint32(a + b + c + d + e)  # 32 bits are enough, and faster on a GPU
    slot = np.uint32(near[total >> ROW_AT] + (total >> RANK_AT & IN_ROW))
    return np.uint32(slot + SLOTS) if np.uint32(a & b & c & d & e & SUITS) else slot


def by_slot(values: Ints) -> Ints:
    """Values by strength, arranged by slot."""
    found = np.zeros(2 * SLOTS, values.dtype)
    found[_SLOT_OF] = values[MIXED[_SUMS]]
    ranks = np.arange(13)
    for held in np.flatnonzero(SUITED):
        total = int(WEIGHT[4 * ranks[held >> ranks & 1 == 1]].sum())
        found[SLOTS + int(ROWS[total >> ROW_AT - RANK_AT]) + (total & IN_ROW)] = values[SUITED[held]]
    return found


CATEGORY_AT = 12
_FIRST = np.searchsorted(CATEGORY, CATEGORY)
GRADES: Ints = (CATEGORY.astype(np.int64) << CATEGORY_AT) + np.arange(len(CATEGORY)) - _FIRST
"""Grades by strength: numbers of 16 bits in the same order, with the category in the upper bits."""


# --- sets of cards as numbers, as ``exact.hands.by_set`` arranges them. Arithmetic takes a GPU less time than a table.


@inlined_late
def number3(a: int, b: int, c: int) -> int:
    """The number of a set of three cards, in any order."""
    low, high = min(a, b), max(a, b)
    first, last = min(low, c), max(high, c)
    middle = a + b + c - first - last
    return first + (middle * (middle - 1) >> 1) + _triples(last)


@inlined_late
def number4(a: int, b: int, c: int, d: int) -> int:
    """The number of a set of four cards, in any order."""
    low, high = min(a, b), max(a, b)
    under, over = min(c, d), max(c, d)
    first, last = min(low, under), max(high, over)
    x, y = max(low, under), min(high, over)
    second, third = min(x, y), max(x, y)
    return first + (second * (second - 1) >> 1) + _triples(third) + (_triples(last) * (last - 3) >> 2)


@inlined
def _triples(card: int) -> int:
    """The number of sets of three cards below a card: a sixth of a product, without a division."""
    return card * (card - 1) * (card - 2) * 10_923 >> 16


def in_words(values: Ints, *, bits: int) -> Ints:
    """Small numbers, packed into words of 16 bits from the lowest bits up."""
    each = 16 // bits
    padded = np.zeros(-(-len(values) // each) * each, np.uint16)
    padded[: len(values)] = values
    shifts = np.arange(each, dtype=np.uint16) * bits
    found: Ints = np.bitwise_or.reduce(padded.reshape(-1, each) << shifts, axis=1)
    return found


F = TypeVar("F", bound=Callable[..., None])

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
    base: int = 0
    """The base wager in cents, if ``stakes`` are told."""
    stakes: Ints | None = None
    """The stake at each end in cents, if it varies."""

    @property
    def value(self) -> Fraction | None:
        """The exact value of a hand at these stakes, in units, as it is paid: in whole cents and under a payout limit.
        None without odds, or if the win depends on more than the outcome."""
        if self.odds is None:
            return None
        varies = self.stakes is not None
        stakes = np.ones_like(self.net) if self.stakes is None else self.stakes
        nets: dict[str, set[Fraction]] = {}
        for outcome, net, stake in zip(self.of_end.tolist(), self.net.tolist(), stakes.tolist(), strict=True):
            if outcome >= 0:
                nets.setdefault(self.outcomes[outcome], set()).add(Fraction(net, stake))
        total = Fraction(0)
        for one in self.odds.outcomes:
            won = nets.get(one.name, {Fraction(0)})  # a missing outcome means that the wager is not placed
            if len(won) > 1:
                return None
            staked = self.base * (self.odds.unit if one.unit is None else one.unit) if varies else 1
            total += Fraction(one.count) * staked * min(won)
        return total / (self.odds.combinations * self.unit)


@inlined
def add_moments(won: Ints, moments: Ints) -> None:
    """Add a round's win, by wager, to the sums and squares. A square takes two words."""
    for wager in range(len(won)):
        square = won[wager] * won[wager]
        moments[0, wager] += won[wager]
        moments[1, wager] += square & 0xFFFFFFFF
        moments[2, wager] += square >> 32


# --- rounds, compiled into loops


class HandRounds(NamedTuple):
    """A game's rounds: two functions that are compiled into loops, for processors and for GPUs.

    Both deal from ``pack``, the words of ``PACK`` in any order, by the stream ``state``. They look decisions
    and hands up in two tables. ``near`` has 16-bit numbers, begins with ``ROWS`` if it has values by slot, and is small
    enough for the fast memory of a GPU. ``far`` has any numbers and any size.
    """

    alone: Callable[[Ints, Ints, Ints, Ints], int]
    """Plays a round of one seat and returns the end of its hand."""
    table: Callable[[Ints, Ints, Ints, Ints, int, Ints], None]
    """Plays a round of some seats and writes the end of each hand."""


NO_TABLE: Ints = np.zeros(1, np.uint8)
"""The far table of a game that needs none."""

if TYPE_CHECKING:  # the loops are woven with the functions of a game

    def alone(near: Ints, far: Ints, pack: Ints, state: Ints) -> int: ...
    def table(near: Ints, far: Ints, pack: Ints, state: Ints, seats: int, found: Ints) -> None: ...


@inlined
def pack_of(room: Arrays, thread: int) -> Any:
    """The pack of a thread. On a GPU, a block of threads has its own packs, one for each of its threads."""
    return room[0][thread % len(room[0])]


def new_pack(tables: Arrays, room: Arrays, thread: int, counts: Arrays) -> None:
    """Take the cards in the order of the third table."""
    copy(tables[2], pack_of(room, thread), PACK_SIZE)


def play_alone(tables: Arrays, room: Arrays, thread: int, state: Ints, rounds: int, counts: Arrays) -> None:
    """Play rounds of one seat and count their ends."""
    near, far, _ = tables
    pack, ends = pack_of(room, thread), counts[0][thread]
    for _ in range(rounds):
        ends[alone(near, far, pack, state)] += 1


def play_table(tables: Arrays, room: Arrays, thread: int, state: Ints, rounds: int, counts: Arrays) -> None:
    """Play rounds of some seats. Count the ends of hands, and add the round's win, by wager, to sums and squares.

    ``nets`` are cents by end and wager. The room is for the pack, and for the ends and the wins of a round.
    """
    near, far, _, nets = tables
    pack, found, won = pack_of(room, thread), room[1][thread], room[2][thread]
    ends, moments = counts[0][thread], counts[1][thread]
    for _ in range(rounds):
        table(near, far, pack, state, len(found), found)
        for wager in range(len(won)):
            won[wager] = 0
        for seat in range(len(found)):
            end = found[seat]
            ends[end] += 1
            for wager in range(len(won)):
                won[wager] += nets[end, wager]
        add_moments(won, moments)


def first_results(near: Ints, far: Ints, pack: Ints, state: Ints, found: Ints, nets: Ints, results: Ints) -> None:
    """Play the same rounds and write the win of the first seat in each."""
    for at in range(len(results)):
        table(near, far, pack, state, len(found), found)
        results[at] = nets[found[0]]


PACK_SIZE = len(PACK)
IN_PACK = (PACK_SIZE,), PACK.dtype
"""The room of a pack."""


@cache
def with_rounds(loop: F, rounds: HandRounds) -> F:
    """A loop with the rounds of a game in it."""
    return told_apart(woven(loop, rounds.alone.__module__, **rounds._asdict()), own_key(rounds.alone))


def loop_alone(near: Ints, far: Ints, rounds: HandRounds, ends: int) -> Loop:
    """The loop of a table with one seat."""
    play = with_rounds(play_alone, rounds)
    return Loop(new_pack, play, (near, far, PACK), (IN_PACK,), {"ends": (ends,)}, from_pack=True, alone=rounds.alone)


@cache
def _results(rounds: HandRounds) -> Callable[..., None]:
    made: Callable[..., None] = unmanaged(with_rounds(first_results, rounds))
    return made


def results(near: Ints, far: Ints, rounds: HandRounds, seats: int, nets: Ints, state: Ints, count: int) -> Ints:
    """The win of the first seat in each of these rounds. ``nets`` are cents by end."""
    found = np.empty(count, np.int64)
    _results(rounds)(near, far, PACK.copy(), state, np.zeros(seats, np.int64), nets, found)
    return found


class HandTable:
    """A table at which the end of each hand decides the wagers on it."""

    chunk = CHUNK

    def __init__(self, setup: Setup, parts: Sequence[Part], near: Ints, far: Ints, rounds: HandRounds) -> None:
        self.setup, self.parts, self.key = setup, tuple(parts), key_of(setup, near, far)
        self._nets: Ints = np.ascontiguousarray(np.stack([part.net for part in self.parts], axis=1).astype(np.int64))
        most = int(np.abs(self._nets).max()) * setup.seats
        if most >= MOST_NET:
            raise SimulationError(
                f"a round could win or lose ${most // 100:,}; it must be less than ${MOST_NET // 100:,}, so lower the"
                " wagers"
            )
        ends, wagers = self._nets.shape
        if setup.seats == 1:
            self.loop = ready(loop_alone(near, far, rounds, ends))
        else:
            room = IN_PACK, ((setup.seats,), np.int64), ((wagers,), np.int64)
            play, counts = with_rounds(play_table, rounds), {"ends": (ends,), "moments": (3, wagers)}
            self.loop = ready(Loop(new_pack, play, (near, far, PACK, self._nets), room, counts, from_pack=True))
        self._results = partial(results, near, far, rounds, setup.seats, self._nets[:, 0].copy())

    def play(self, state: Ints, rounds: int) -> Tally:
        return self.summed(played(self.loop, state, rounds), rounds)

    def summed(self, counts: Tally, rounds: int) -> Tally:
        return summed(counts)

    def nets(self, state: Ints, rounds: int) -> Ints:
        return self._results(state, rounds)

    def wagers(self, tally: Tally, rounds: int) -> list[WagerTally]:
        return [self._wager(at, part, tally, rounds) for at, part in enumerate(self.parts)]

    def _wager(self, at: int, part: Part, tally: Tally, rounds: int) -> WagerTally:
        counts = [int(count) for count in tally["ends"]]
        nets = [int(net) for net in part.net]
        won, squares = sum(map(mul, counts, nets)), sum(c * n * n for c, n in zip(counts, nets, strict=True))
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
