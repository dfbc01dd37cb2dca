"""Every deal of a game, dealt out on processors or on GPUs.

A game supplies its deals as small functions. They are compiled for processors and for GPUs, and make no arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.mathematics.counting.compiled import Tick, in_parallel, inlined, unmanaged, woven
from pitboss.simulation.kernel import Arrays
from pitboss.verification.first_principles import Ints

if TYPE_CHECKING:  # the loop is woven with the functions of a game

    def ready(tables: Arrays, row: int, part: int, room: Arrays, at: int) -> None: ...
    def deal(tables: Arrays, row: int, part: int, room: Arrays, at: int, counts: Ints) -> None: ...


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
