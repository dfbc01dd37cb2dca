"""Brute force: hands evaluated from first principles, every deal dealt out, and what a game's ``brute_force.py`` says.

A game gives its states, its deals and their settlement. ``proofs`` compares the results with the exact odds. Nothing
here is shared with the code that counts: hands are evaluated by the ranks that they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations
from math import comb
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.basics import poker
from pitboss.mathematics.counting.compiled import Tick, compiled, in_parallel, inlined, unmanaged, woven
from pitboss.simulation.kernel import Arrays

if TYPE_CHECKING:

    def ready(tables: Arrays, row: int, part: int, room: Arrays, at: int) -> None: ...
    def deal(tables: Arrays, row: int, part: int, room: Arrays, at: int, counts: Ints) -> None: ...


Ints = NDArray[Any]
CARDS = 52
RANKS = 13
CATEGORY_AT = 2 * RANKS
"""The lowest bit of the category in a grade."""
IN_SUIT = 16
"""Bits for each suit in a packed hand."""
SUIT = (1 << IN_SUIT) - 1
TEN_UP = 1 << 9
"""A run from ten to ace, where the lowest bit is an ace below the deuce."""


@inlined
def grade(hand: int) -> int:
    """The grade of five cards. A higher hand has a higher grade, and hands that tie have the same.

    ``hand`` holds the four sets of ranks, ``IN_SUIT`` bits each. Below the category, a grade has the ranks that occur
    most often, and then all ranks.
    """
    clubs, diamonds = hand & SUIT, hand >> IN_SUIT & SUIT
    hearts, spades = hand >> 2 * IN_SUIT & SUIT, hand >> 3 * IN_SUIT & SUIT
    ranks = clubs | diamonds | hearts | spades
    black, red = clubs | spades, diamonds | hearts
    two_black, two_red = clubs & spades, diamonds & hearts
    two = two_black | two_red | black & red
    if two == 0:
        aces = ranks << 1 | ranks >> 12  # an ace also lies below the deuce
        run = aces & aces >> 1 & aces >> 2 & aces >> 3 & aces >> 4
        suited = ranks in (clubs, diamonds, hearts, spades)
        if run:
            if suited:
                return (poker.ROYAL_FLUSH if run == TEN_UP else poker.STRAIGHT_FLUSH) << CATEGORY_AT | run
            return poker.STRAIGHT << CATEGORY_AT | run
        return (poker.FLUSH if suited else poker.HIGH_CARD) << CATEGORY_AT | ranks
    four = two_black & two_red
    if four:
        return poker.FOUR << CATEGORY_AT | four << RANKS | ranks
    three = two_black & red | two_red & black
    if three:
        return (poker.FULL_HOUSE if two != three else poker.THREE) << CATEGORY_AT | three << RANKS | ranks
    return (poker.TWO_PAIR if two & two - 1 else poker.PAIR) << CATEGORY_AT | two << RANKS | ranks


@inlined
def category3(hand: int) -> int:
    """The category of three cards."""
    clubs, diamonds = hand & SUIT, hand >> IN_SUIT & SUIT
    hearts, spades = hand >> 2 * IN_SUIT & SUIT, hand >> 3 * IN_SUIT & SUIT
    ranks = clubs | diamonds | hearts | spades
    if not ranks & ranks - 1:
        return poker.THREE_3
    if not (ranks & ranks - 1) & (ranks & ranks - 1) - 1:
        return poker.PAIR_3
    aces = ranks << 1 | ranks >> 12
    suited = ranks in (clubs, diamonds, hearts, spades)
    if aces & aces >> 1 & aces >> 2:
        return poker.STRAIGHT_FLUSH_3 if suited else poker.STRAIGHT_3
    return poker.FLUSH_3 if suited else poker.HIGH_3


PACKED: Ints = np.array([1 << IN_SUIT * (card & 3) + (card >> 2) for card in range(CARDS)], np.int64)
"""Each card as a hand of its own."""
HELD: Ints = np.array([1 << card for card in range(CARDS)], np.int64)
"""Each card as a set."""


@cache
def sets(size: int) -> Ints:
    """Every set of so many cards."""
    cards = chain.from_iterable(combinations(range(CARDS), size))
    return np.fromiter(cards, np.int8, comb(CARDS, size) * size).reshape(-1, size)


def packed(cards: Ints) -> Ints:
    """Each row of cards as a hand."""
    found: Ints = np.bitwise_or.reduce(PACKED[cards], axis=-1)
    return found


def held(cards: Ints) -> Ints:
    """Each row of cards as a set of bits."""
    found: Ints = np.bitwise_or.reduce(HELD[cards], axis=-1)
    return found


def words(masks: Ints, count: int) -> Ints:
    """Sets or hands of 64 bits as rows of words of 16 bits, of which a processor handles many at a time."""
    return np.stack([(masks >> 16 * at & 0xFFFF).astype(np.uint16) for at in range(count)])


@compiled
def _grade_all(hands: Ints, found: Ints) -> None:
    for at in range(len(hands)):
        found[at] = grade(hands[at])


@compiled
def _categories3(hands: Ints, found: Ints) -> None:
    for at in range(len(hands)):
        found[at] = category3(hands[at])


def grades(cards: Ints) -> Ints:
    """The grade of each row of five cards."""
    hands = packed(cards)
    found = np.empty(len(hands), np.int64)
    _grade_all(hands, found)
    return found


def categories3(cards: Ints) -> Ints:
    """The category of each row of three cards."""
    hands = packed(cards)
    found = np.empty(len(hands), np.int64)
    _categories3(hands, found)
    return found


@cache
def ladder() -> Ints:
    """Every grade of five cards, the lowest first."""
    return np.unique(grades(sets(5)))


def strengths(cards: Ints) -> Ints:
    """The strength of each row of five cards, by which a game settles: 1 for the lowest grade, 2 for the next."""
    return (np.searchsorted(ladder(), grades(cards)) + 1).astype(np.int16)


@inlined
def strength_of(ladder: Ints, found: int) -> int:
    """The strength of one grade."""
    low, high = 0, len(ladder)
    while low < high:
        middle = (low + high) // 2
        if ladder[middle] < found:
            low = middle + 1
        else:
            high = middle
    return low + 1


# --- up to suits


def named_first(cards: Ints, *singles: Ints) -> Ints:
    """A number for each row that is the same for rows that differ only by suits, and for no others.

    ``cards`` are rows of cards in any order. Up to two ``singles`` are cards with a place of their own.
    """
    best = np.full(len(cards), np.iinfo(np.uint64).max, np.uint64)
    for suits in permutations(range(4)):
        renamed = np.array([card & ~3 | suits[card & 3] for card in range(CARDS)])
        number = np.zeros(len(cards), np.uint64)
        for at in range(cards.shape[1]):
            number |= np.uint64(1) << renamed[cards[:, at]].astype(np.uint64)
        for place, single in enumerate(singles):
            number |= renamed[single].astype(np.uint64) << np.uint64(CARDS + 6 * place)
        best = np.minimum(best, number)
    return best


class Classes(NamedTuple):
    """Sets of cards up to suits."""

    rows: Ints
    """One set of each class."""
    ways: Ints
    """The number of sets that it stands for."""


@cache
def classes(size: int) -> Classes:
    """All sets of so many cards up to suits, found by listing all of them."""
    _, first, ways = np.unique(named_first(sets(size)), return_index=True, return_counts=True)
    return Classes(sets(size)[first], ways)


AT_ONCE = 64
"""Rows that a thread of a processor deals out at a time."""


class Deals(NamedTuple):
    """The deals of a game, in rows of parts. First all parts of a row are made ready, and then they are dealt out.

    Both functions look things up in tables, and may use the room of the row, which is ``room[...][at]``. Rows, and the
    parts of a row, can be taken in any order.
    """

    deal: Callable[[Arrays, int, int, Arrays, int, Ints], None]
    """Deals out one part of one row: a function of (tables, row, part, room, at, counts). It calls ``add`` to count how
    the deals end."""
    tables: Arrays
    rows: int
    parts: int
    counts: tuple[int, int]
    """How many counts there are: for so many states, so many ends."""
    each: int
    """The deals of a row."""
    ready: Callable[[Arrays, int, int, Arrays, int], None]
    """Makes one part of one row ready: a function of (tables, row, part, room, at)."""
    room: tuple[tuple[int, Any], ...] = ()
    """The size and the type of each array that a row has for itself."""
    shared: bool = False
    """Whether several rows count for the same states."""

    def room_for(self, rows: int) -> Arrays:
        return tuple(np.empty((rows, size), kind) for size, kind in self.room) or (np.empty((rows, 1), np.int8),)


Dealer = Callable[[Deals, Tick | None], Ints]
"""Deals out every row. Returns the counts."""


@inlined
def nothing(tables: Arrays, row: int, part: int, room: Arrays, at: int) -> None:
    """Makes a part ready that needs nothing."""


@inlined
def add(counts: Ints, state: int, end: int, deals: int) -> None:
    """Count deals that end in this way. On a GPU, threads add to the same counts without losing any."""
    counts[state, end] += deals


def on_processors(deals: Deals, tick: Tick | None = None) -> Ints:
    """Deal out every row on every core."""
    deal_out = _compiled(deals.ready, deals.deal)
    total = np.zeros(deals.counts, np.int64)
    free: SimpleQueue[Ints] = SimpleQueue()  # the counts of threads that are not at work

    def some(first: int, until: int) -> None:
        counts = total
        if deals.shared:
            try:
                counts = free.get_nowait()
            except Empty:
                counts = np.zeros(deals.counts, np.int64)
        deal_out(deals.tables, first, until, deals.parts, deals.room_for(until - first), counts)
        if deals.shared:
            free.put(counts)

    in_parallel(some, [(first, min(first + AT_ONCE, deals.rows)) for first in range(0, deals.rows, AT_ONCE)], tick)
    while not free.empty():
        total += free.get()
    return total


def deal_rows(tables: Arrays, first: int, until: int, parts: int, room: Arrays, counts: Ints) -> None:
    """Deal out some rows. The tables of a part stay in the nearest memory while it is dealt out for each row."""
    for row in range(first, until):
        for part in range(parts):
            ready(tables, row, part, room, row - first)
    for part in range(parts):
        for row in range(first, until):
            deal(tables, row, part, room, row - first, counts)


@cache
def _compiled(ready: Callable[..., None], deal: Callable[..., None]) -> Callable[..., None]:
    made: Callable[..., None] = unmanaged(woven(deal_rows, deal.__module__, ready=ready, deal=deal))
    return made


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
