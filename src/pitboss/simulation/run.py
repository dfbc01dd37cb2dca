"""Runs: rounds in chunks, each with its own stream, on every core.

The result of a run depends only on its setup, seed and length. Chunks are numbered and independent, and sums of whole
numbers do not depend on their order. A continued run starts with the next chunk. If its last chunk was incomplete, that
chunk is played again.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial, reduce
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from pitboss.basics.errors import SimulationError
from pitboss.basics.files import put
from pitboss.mathematics.counting.compiled import Tick
from pitboss.simulation.kernel import CHUNK, OF_CENTS, FastTable, Tally, added
from pitboss.simulation.stream import checked_seed, streams

TOGETHER = 16
"""The maximum number of chunks of ``CHUNK`` rounds that a thread plays before it reports them. Of longer chunks, it
plays as many rounds, or one chunk. An interrupt waits for them."""
MOST_APART = 1 << 12
"""The maximum number of chunks whose tallies are reported at once, but separately."""
MEANWHILE = 0.25
"""Seconds between calls of ``meanwhile``."""
T = TypeVar("T")
Done = Callable[["Run"], None]
Each = Callable[[int, int, Tally], None]
"""Receives the number of a chunk, its rounds and its tally."""


class Work(NamedTuple):
    """The rest of a run that is still to be played."""

    table: FastTable
    seed: str
    first: int
    """The next chunk."""
    until: int
    """The end of the complete chunks: the number of the last one plus one."""
    rest: int
    """Rounds of the incomplete chunk at the end, 0 for none."""
    apart: bool
    """Whether the tally of every chunk is needed separately."""
    under_way: Callable[[int], None] = lambda rounds: None
    """May be called now and then, on the thread that plays the work, with the rounds that were played but not yielded
    yet. An error that it raises ends the work."""


Executor = Callable[[Work], Iterator[tuple[int, int, Tally]]]
"""Plays the rest of a run and yields, in order, a chunk's number, the rounds and their tally. Consecutive complete
chunks may be combined, unless ``apart`` is set."""


class Run(msgspec.Struct, kw_only=True):
    """The progress of a run and its counts."""

    key: str
    """The digest of the setup and its decisions."""
    seed: str
    chunk: int
    """The number of rounds in a chunk."""
    chunks: int = 0
    """The number of complete chunks, from the first."""
    tally: dict[str, list[Any]] = {}
    """The tally of the complete chunks."""
    rest: int = 0
    """Rounds played of an incomplete chunk at the end, 0 for none."""
    rest_tally: dict[str, list[Any]] = {}

    @property
    def rounds(self) -> int:
        return self.chunks * self.chunk + self.rest

    def total(self) -> Tally:
        whole = _arrays(self.tally)
        return added(whole, _arrays(self.rest_tally)) if self.rest and whole else whole or _arrays(self.rest_tally)


def _arrays(tally: dict[str, list[Any]]) -> Tally:
    return {name: np.array(part, object if name in OF_CENTS else np.int64) for name, part in tally.items()}


def _lists(tally: Tally) -> dict[str, list[Any]]:
    return {name: part.tolist() for name, part in tally.items()}


def begin(table: FastTable, seed: int | str) -> Run:
    return Run(key=table.key, seed=checked_seed(seed), chunk=table.chunk)


def play_chunks(table: FastTable, seed: str, first: int, rounds: int) -> Tally:
    """Play rounds from the chunk ``first``: less than one chunk, or several complete ones."""
    states = streams(seed, first, max(1, rounds // table.chunk))
    return reduce(added, (table.play(state, min(rounds, table.chunk)) for state in states))


def go_on(
    table: FastTable,
    run: Run,
    rounds: int,
    *,
    threads: int = 0,
    executor: Executor | None = None,
    tick: Tick | None = None,
    each: Each | None = None,
    save: Done | None = None,
) -> Run:
    """Continue a run to ``rounds`` rounds, on threads or with ``executor``. ``each`` receives every chunk, in order.
    ``save`` receives the run after every step.

    An interrupted run keeps the chunks up to the first that is missing. Later chunks are lost.
    """
    if run.key != table.key:
        raise SimulationError("the saved run has a different game, rules, wagers, seats, strategy or options")
    if rounds < 1:
        raise SimulationError(f"the number of rounds must be at least 1, not {rounds:,}")
    if rounds < run.rounds:
        raise SimulationError(f"the run already has {run.rounds:,} rounds, which is more than {rounds:,}")
    chunks, rest = divmod(rounds, run.chunk)
    done, todo, share = 0, max(1, rounds - run.chunks * run.chunk), 0.0

    def tell(under_way: int) -> None:
        nonlocal share
        share = max(share, (done + under_way) / todo)  # when chunks are complete, those under way are not told
        if tick:
            tick(share)

    work = Work(table, run.seed, run.chunks, chunks, rest, each is not None, tell)
    for at, size, tally in (executor or on_threads(threads))(work):
        if each:  # first, so that every counted chunk was reported
            each(at, size, tally)
        if size % run.chunk:
            run.rest, run.rest_tally = size, _lists(tally)
        else:
            whole = added(_arrays(run.tally), tally) if run.tally else tally
            run.chunks, run.tally = at + size // run.chunk, _lists(whole)
            run.rest, run.rest_tally = 0, {}  # they are part of that chunk
        done += size
        tell(0)
        if save:
            save(run)
    return run


def on_threads(threads: int = 0) -> Executor:
    """An executor that uses local threads and queues a few pieces for each. Default: one thread for each core."""
    count = threads or os.cpu_count() or 1

    def play(work: Work) -> Iterator[tuple[int, int, Tally]]:
        return in_order(
            ThreadPoolExecutor(count), _pieces(work, count), partial(play_chunks, work.table, work.seed), 4 * count
        )

    return play


def in_order(
    pool: ThreadPoolExecutor,
    pieces: Iterator[tuple[int, int]],
    play: Callable[[int, int], T],
    ahead: int,
    *,
    meanwhile: Callable[[], None] = lambda: None,
    stop: Callable[[], None] = lambda: None,
) -> Iterator[tuple[int, int, T]]:
    """Play pieces on a pool, up to ``ahead`` of them at a time. Yields each with its result, in order.

    ``meanwhile`` is called every ``MEANWHILE`` seconds while it waits for a result. ``stop`` is called at the end,
    before it waits for pieces whose results are not wanted any more.
    """
    waiting: deque[tuple[int, int, Future[T]]] = deque()
    try:
        while True:
            for at, size in islice(pieces, ahead - len(waiting)):
                waiting.append((at, size, pool.submit(play, at, size)))
            if not waiting:
                return
            at, size, future = waiting.popleft()
            while not wait([future], MEANWHILE).done:
                meanwhile()
            yield at, size, future.result()
    finally:
        stop()
        pool.shutdown(wait=True, cancel_futures=True)


def _pieces(work: Work, threads: int) -> Iterator[tuple[int, int]]:
    """Pieces of work for threads: several chunks each, and fewer towards the end, so that all finish together."""
    at, most = work.first, TOGETHER * CHUNK // work.table.chunk
    while at < work.until:
        several = 1 if work.apart else max(1, min(most, (work.until - at) // (4 * threads)))
        yield at, several * work.table.chunk
        at += several
    if work.rest:
        yield at, work.rest


def told(first: int, rounds: int, tallies: Sequence[Tally]) -> Iterator[tuple[int, int, Tally]]:
    """What an executor yields for a piece of work: its only tally, or the tally of each of its chunks."""
    for at, tally in enumerate(tallies):
        yield first + at, rounds // len(tallies), tally


# --- saved runs


class Kept(msgspec.Struct):
    """A saved run, with a digest that reveals changes and damage."""

    run: msgspec.Raw
    seal: str


def save(run: Run, path: Path, *, replace: bool = True) -> None:
    """Save a run atomically. Without ``replace``, an existing file is kept and the run is saved beside it."""
    body = msgspec.json.encode(run)
    put(path, msgspec.json.encode(Kept(msgspec.Raw(body), sha256(body).hexdigest())), replace=replace, late=True)


def load(path: Path) -> Run:
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
        run = msgspec.json.decode(kept.run, type=Run)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise SimulationError(f"{path} is not a saved run: {error}") from None
    if sha256(kept.run).hexdigest() != kept.seal:
        raise SimulationError(f"{path} is not a valid run: the file was changed or damaged after it was saved")
    checked_seed(run.seed, f"{path} can't be used: ")
    return run
