"""Every deal of a game, dealt out on GPUs: a thread deals out one part of one row."""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numba.cuda
import numpy as np

from pitboss.mathematics.counting.compiled import Tick, woven
from pitboss.simulation.gpu import SIMULATED, Card, cards, fetched, kernel_of, new_stream, plain, using
from pitboss.simulation.kernel import Arrays
from pitboss.verification.brute_force import Deals, Ints

if TYPE_CHECKING:  # the kernels are woven with the functions of a game

    def ready(tables: Arrays, row: int, part: int, room: Arrays, at: int) -> None: ...
    def deal(tables: Arrays, row: int, part: int, room: Arrays, at: int, counts: Ints) -> None: ...


cuda: Any = numba.cuda
THREADS = 4 if SIMULATED else 128
PARTS_AT_ONCE = 1 << 20
"""About how many parts a launch deals out: several times the threads that a large GPU has at work."""
STREAMS = 1 if SIMULATED else 3
"""Launches under way on each GPU, so that no processor of it waits for the last threads of one."""


def make_ready(tables: Arrays, first: int, rows: int, parts: int, room: Arrays) -> None:
    """Make some rows ready."""
    thread = cuda.grid(1)
    if thread < rows * parts:
        ready(tables, first + thread // parts, thread % parts, room, thread // parts)


def deal_out(tables: Arrays, first: int, rows: int, parts: int, room: Arrays, counts: Ints) -> None:
    """Deal out some rows. Neighbouring threads have the same part of neighbouring rows."""
    thread = cuda.grid(1)
    if thread < rows * parts:
        at = thread % rows
        deal(tables, first + at, thread // rows, room, at, counts)


def add(counts: Ints, state: int, end: int, deals: int) -> None:
    """Count deals that end in this way, although other threads may add to the same count."""
    cuda.atomic.add(counts, (state, end), deals)


def on_gpus(deals: Deals, tick: Tick | None = None) -> Ints:
    """Deal out every row on every GPU of this machine."""
    rows = 2 if SIMULATED else max(1, PARTS_AT_ONCE // deals.parts)
    there = [OnGpu(card, deals, rows) for card in cards()]
    turns = cycle([(gpu, lane) for lane in range(STREAMS) for gpu in there])
    waiting: deque[tuple[OnGpu, int]] = deque()
    firsts = range(0, deals.rows, rows)
    for done, first in enumerate(firsts):
        gpu, lane = next(turns)
        if len(waiting) == STREAMS * len(there):
            earlier, its_lane = waiting.popleft()
            earlier.wait(its_lane)
        gpu.launch(lane, first, min(rows, deals.rows - first))
        waiting.append((gpu, lane))
        if tick:
            tick(max(0, done + 1 - len(waiting)) / len(firsts))
    total: Ints = np.sum([gpu.counts() for gpu in there], axis=0)
    if tick:
        tick(1.0)
    return total


class OnGpu:
    """The deals of a game on one GPU."""

    def __init__(self, card: Card, deals: Deals, rows: int) -> None:
        self._card, self._deals = card, deals
        with using(card):
            self._make_ready, self._deal_out = _kernels(deals.ready, deals.deal)
            self._streams = [new_stream() for _ in range(STREAMS)]
            self._tables = tuple(cuda.to_device(table) for table in deals.tables)
            self._room = [tuple(cuda.to_device(part) for part in deals.room_for(rows)) for _ in range(STREAMS)]
            self._counts = cuda.to_device(np.zeros(deals.counts, np.int64))

    def launch(self, lane: int, first: int, rows: int) -> None:
        """Begin to deal out so many rows from the first on."""
        with using(self._card):
            stream, parts = self._streams[lane], self._deals.parts
            how = -(-rows * parts // THREADS), THREADS, stream
            asked = self._tables, first, rows, parts, self._room[lane]
            if self._deals.room:
                self._make_ready[how](*asked)
            self._deal_out[how](*asked, self._counts)

    def wait(self, lane: int) -> None:
        with using(self._card):
            if self._streams[lane]:
                self._streams[lane].synchronize()

    def counts(self) -> Ints:
        """The counts of all that was launched."""
        for lane in range(STREAMS):
            self.wait(lane)
        with using(self._card):
            return fetched(self._counts, self._streams[0])


@cache
def _kernels(ready: Any, deal: Any) -> tuple[Any, Any]:
    """Both kernels. What the game counts is added as threads of a GPU must."""
    dealing = woven(plain(deal) if SIMULATED else deal.py_func, deal.__module__, add=cuda.jit(device=True)(add))
    return kernel_of(make_ready, ready=ready), kernel_of(deal_out, deal=dealing)
