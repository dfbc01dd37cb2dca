"""Runs: rounds cut into chunks, each with a stream of its own, on every core.

What a run adds up to depends on its setup, seed and length alone: chunks are numbered, each begins anew, and whole
numbers add up the same in any order. A run that stopped goes on with the next chunk; its last, which may be cut short,
is played again as far as it is needed.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import reduce
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss.errors import SimulationError
from pitboss.exact.compiled import Tick
from pitboss.files import put
from pitboss.simulation.kernel import FastTable, Tally, added
from pitboss.simulation.stream import stream

TOGETHER = 16
"""Chunks that a thread plays at most before it tells of them."""
Done = Callable[["Run"], None]
Each = Callable[[int, int, Tally], None]
"""Told the number of a chunk, its rounds and what it counted."""


class Work(NamedTuple):
    """What a run has still to play."""

    table: FastTable
    seed: str
    first: int
    """The next chunk."""
    until: int
    """The chunk before which the last whole one is."""
    rest: int
    """Rounds of that chunk, where the run is cut short in it."""
    apart: bool
    """Whether every chunk's tally is wanted apart from the others."""


Player = Callable[[Work], Iterator[tuple[int, int, Tally]]]
"""Plays what is left of a run, and gives it in order: a chunk's number, rounds, and their tally. Whole chunks that
follow one another may come together, unless they are wanted apart."""


class Run(msgspec.Struct, kw_only=True):
    """How far a run has come, and what it has counted."""

    key: str
    """The digest of what is simulated."""
    seed: str
    chunk: int
    """Rounds of a chunk."""
    chunks: int = 0
    """Chunks that were played whole, from the first on."""
    tally: dict[str, list[Any]] = {}
    """What those counted."""
    rest: int = 0
    """Rounds of the next chunk that were played too, where the run is cut short in it."""
    rest_tally: dict[str, list[Any]] = {}

    @property
    def rounds(self) -> int:
        return self.chunks * self.chunk + self.rest

    def total(self) -> Tally:
        whole = _arrays(self.tally)
        return added(whole, _arrays(self.rest_tally)) if self.rest and whole else whole or _arrays(self.rest_tally)


def _arrays(tally: dict[str, list[Any]]) -> Tally:
    return {name: np.array(part, np.int64) for name, part in tally.items()}


def _lists(tally: Tally) -> dict[str, list[Any]]:
    return {name: part.tolist() for name, part in tally.items()}


def begin(table: FastTable, seed: int | str) -> Run:
    return Run(key=table.key, seed=str(seed), chunk=table.chunk)


def play_chunk(table: FastTable, seed: str, chunk: int, rounds: int) -> Tally:
    """One chunk of a run, or the first rounds of it."""
    return table.play(stream(seed, chunk), rounds)


def play_chunks(table: FastTable, seed: str, first: int, rounds: int) -> Tally:
    """So many rounds from a chunk on: less than a chunk, or several whole ones."""
    sizes = [table.chunk] * (rounds // table.chunk) or [rounds]
    return reduce(added, (play_chunk(table, seed, first + at, size) for at, size in enumerate(sizes)))


def go_on(
    table: FastTable,
    run: Run,
    rounds: int,
    *,
    threads: int = 0,
    player: Player | None = None,
    tick: Tick | None = None,
    each: Each | None = None,
    save: Done | None = None,
) -> Run:
    """Play on until the run has this many rounds, on so many threads or wherever ``player`` plays. ``each`` is told
    every chunk, in order; ``save`` now and then.

    What is interrupted leaves the run as far as it has come: chunks that were played after one that was not are lost.
    """
    if run.key != table.key:
        raise SimulationError("the run that is to go on was of another game, other rules, wagers, seats or strategy")
    if rounds < 1:
        raise SimulationError(f"{rounds} rounds can't be played: give one or more")
    if rounds < run.rounds:
        raise SimulationError(f"the run has {run.rounds:,} rounds already, and {rounds:,} are fewer")
    chunks, rest = divmod(rounds, run.chunk)
    begun = run.rounds
    work = Work(table, run.seed, run.chunks, chunks, rest, each is not None)
    for at, size, tally in (player or on_threads(threads))(work):
        if each:  # first, so that no chunk is counted that was not told
            each(at, size, tally)
        if size % run.chunk:
            run.rest, run.rest_tally = size, _lists(tally)
        else:
            whole = added(_arrays(run.tally), tally) if run.tally else tally
            run.chunks, run.tally = at + size // run.chunk, _lists(whole)
            run.rest, run.rest_tally = 0, {}  # which were the first rounds of that chunk
        if tick:
            tick((run.rounds - begun) / max(1, rounds - begun))
        if save:
            save(run)
    return run


def on_threads(threads: int = 0) -> Player:
    """Chunks on threads of this machine, a few pieces of work ahead; on every core without a number."""
    count = threads or os.cpu_count() or 1

    def play(work: Work) -> Iterator[tuple[int, int, Tally]]:
        pieces = _pieces(work, count)
        pool = ThreadPoolExecutor(count)
        waiting: deque[tuple[int, int, Future[Tally]]] = deque()
        try:
            while True:
                for at, size in islice(pieces, 4 * count - len(waiting)):
                    waiting.append((at, size, pool.submit(play_chunks, work.table, work.seed, at, size)))
                if not waiting:
                    return
                at, size, future = waiting.popleft()
                yield at, size, future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    return play


def _pieces(work: Work, threads: int) -> Iterator[tuple[int, int]]:
    """What threads play without a word between: several chunks, and fewer towards the end, so that all end together."""
    at = work.first
    while at < work.until:
        several = 1 if work.apart else max(1, min(TOGETHER, (work.until - at) // (4 * threads)))
        yield at, several * work.table.chunk
        at += several
    if work.rest:
        yield at, work.rest


# --- a run on the disk


class Kept(msgspec.Struct):
    """A run in a file, with a digest by which a file that was changed or damaged is known."""

    run: msgspec.Raw
    seal: str


def save(run: Run, path: Path, *, replace: bool = True) -> None:
    """Keep a run, whole or not at all. Without ``replace``, a file that has appeared is kept, the run beside it."""
    body = msgspec.json.encode(run)
    put(path, msgspec.json.encode(Kept(msgspec.Raw(body), sha256(body).hexdigest())), replace=replace, late=True)


def load(path: Path) -> Run:
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Kept)
        run = msgspec.json.decode(kept.run, type=Run)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise SimulationError(f"{path} is no run that can go on: {error}") from None
    if sha256(kept.run).hexdigest() != kept.seal:
        raise SimulationError(f"{path} is no run that can go on: it was changed or damaged since it was kept")
    return run
