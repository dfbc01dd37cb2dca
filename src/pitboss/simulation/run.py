"""Runs: rounds in chunks, each with its own stream, on every core.

The result of a run depends only on its setup, seed and length. Chunks are numbered and independent, and sums of whole
numbers do not depend on their order. A continued run starts with the next chunk. If its last chunk was incomplete, that
chunk is played again.

At the end: the results of a run, which are means with their standard errors, and the exact values.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from fractions import Fraction
from functools import partial, reduce
from hashlib import sha256
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from pitboss.basics.errors import SimulationError
from pitboss.basics.files import put
from pitboss.basics.money import dollars
from pitboss.mathematics.counting.compiled import Tick
from pitboss.simulation.kernel import CHUNK, OF_CENTS, FastTable, MeterTally, Setup, Tally, WagerTally, added
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


# --- the results of a run

FEWEST = 10
"""The minimum number of complete chunks for a standard error by chunk."""
WITH_METERS = (
    "A meter makes rounds dependent. So the standard errors of the wagers that win it, and of the round, are computed"
    " from complete chunks, which are independent."
)
TOO_FEW = (
    "A meter makes rounds dependent. With so few chunks, the standard errors of the wagers that win it, and of the"
    f" round, ignore that and are too large. Play at least {FEWEST} chunks for correct ones."
)
SEVERAL = (
    "The hands of one round share cards, so they are dependent. The z of a share counts all seats of a round as one"
    " hand. It is conservative: never too large."
)


class OutcomeShare(msgspec.Struct, frozen=True, kw_only=True):
    """How often a wager had one outcome."""

    name: str
    count: int
    share: float
    exact: float | None = None
    z: float | None = None
    """The difference from the exact share in standard errors. It is conservative with several seats: the error is that
    of one hand a round."""
    average: float | None = None
    """The average net win of this outcome, in units of the wager. None if it did not occur."""


class WagerResult(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a wager, for each hand on which it could be placed, in units of its stake.

    >>> from pitboss import simulate
    >>> first = simulate("double_down_stud", rounds=1000, seed=1).results[0]
    >>> first.hands, first.exact is not None
    (1000, True)
    """

    name: str
    unit: int
    hands: int
    placed: int
    mean: float
    standard_error: float
    standard_deviation: float | None
    """The standard deviation for one hand. None with several seats, because only sums over a round are counted."""
    exact: str | None = None
    z: float | None = None
    outcomes: tuple[OutcomeShare, ...] = ()
    meters: tuple[MeterTally, ...] = ()


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """A run and its results. The first result is the round as a whole, in units of the base wager.

    >>> from pitboss import simulate
    >>> found = simulate("double_down_stud", rounds=1000, seed=1)
    >>> found.rounds, found.results[0].name
    (1000, 'round')
    """

    game: str
    rules_hash: str
    strategy: str
    seats: int
    stakes: dict[str, int]
    seed: str
    rounds: int
    chunk: int
    options: dict[str, Any]
    """Options that the game declares, such as the penetration of a shoe."""
    results: tuple[WagerResult, ...]
    notes: tuple[str, ...] = ()
    study: str = ""
    """The mark of a study, if the document forbids the rules. Empty if they are lawful."""

    def as_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain if self.study else {name: value for name, value in plain.items() if name != "study"}

    def __repr__(self) -> str:
        mark, whole = f", {self.study}" if self.study else "", self.results[0]
        worth = f"{whole.mean:+.6f}, standard error {whole.standard_error:.6f}"
        return f"<Simulated {self.rounds:,} rounds of {self.game}{mark}, strategy {self.strategy}: mean {worth}>"

    def _repr_html_(self) -> str:
        """The results for display in a notebook."""
        rows = "".join(
            f"<tr><td>{one.name}</td><td>{dollars(one.unit)}</td><td>{one.mean:+.8f}</td><td>{one.standard_error:.8f}</td>"
            f"<td>{'' if one.exact is None else f'{float(Fraction(one.exact)):+.8f}'}</td>"
            f"<td>{'' if one.z is None else f'{one.z:+.2f}'}</td></tr>"
            for one in self.results
        )
        mark = f"<p><b>{self.study}</b></p>" if self.study else ""
        heads = "".join(f"<th>{head}</th>" for head in ("wager", "unit", "mean", "standard error", "exact", "z"))
        return (
            f"<h4>{self.game}, {self.strategy}</h4>{mark}<p>{self.rounds:,} rounds, seats: {self.seats}, seed"
            f" {self.seed}</p><table><tr>{heads}</tr>{rows}</table>{''.join(f'<p>{note}</p>' for note in self.notes)}"
        )


def exact_value(tally: WagerTally) -> Fraction | None:
    """The exact value of a hand, in units of the wager, if known."""
    if tally.exact is None and tally.odds is not None and not tally.meters and not tally.apart:
        return tally.odds.expected_value * tally.odds.placed
    return tally.exact


def value_of_round(whole: WagerTally, rest: Sequence[WagerTally]) -> Fraction | None:
    """The exact value of a round for one seat, in base wagers. None if the value of a wager is unknown."""
    if whole.exact is not None or whole.apart:
        return whole.exact
    total = Fraction(0)
    for one in rest:
        value = exact_value(one)
        if value is None:
            return None
        total += value * one.unit * one.hands
    return total / (whole.unit * whole.hands)


def result(tally: WagerTally, exact: Fraction | None, chunk: int) -> WagerResult:
    """The results of a wager, with the exact value of a hand. ``chunk`` is the number of rounds in a chunk."""
    rounds, seats = tally.rounds, tally.hands // tally.rounds
    scale = tally.unit * seats
    mean = Fraction(tally.won, rounds * scale)
    variance = Fraction(tally.squares, rounds * scale**2) - mean**2
    error = sqrt(variance / rounds)
    if tally.by_chunk is not None and tally.by_chunk.chunks >= FEWEST:
        chunks, won, squares = tally.by_chunk
        of_chunks = Fraction(squares - Fraction(won * won, chunks), (chunks - 1) * scale**2)
        error = sqrt(of_chunks / (chunk * rounds))
    return WagerResult(
        name=tally.name,
        unit=tally.unit,
        hands=tally.hands,
        placed=tally.placed,
        mean=float(mean),
        standard_error=error,
        standard_deviation=sqrt(variance) if seats == 1 else None,
        exact=None if exact is None else f"{exact.numerator}/{exact.denominator}",
        z=None if exact is None or not error else float(mean - exact) / error,
        outcomes=_outcomes(tally),
        meters=tally.meters,
    )


def _outcomes(tally: WagerTally) -> tuple[OutcomeShare, ...]:
    exact: dict[str, Fraction] = {}
    if tally.odds is not None:
        total = tally.odds.combinations
        for one in tally.odds.outcomes:
            exact[one.name] = exact.get(one.name, Fraction(0)) + Fraction(one.count) / total
    found = []
    for end in tally.ends:
        share, chance = end.count / tally.hands, exact.get(end.name)
        z = None
        if chance is not None and 0 < chance < 1:
            z = (share - float(chance)) / sqrt(float(chance * (1 - chance)) / tally.rounds)
        found.append(
            OutcomeShare(
                name=end.name,
                count=end.count,
                share=share,
                exact=None if chance is None else float(chance),
                z=z,
                average=end.won / (end.count * tally.unit) if end.count else None,
            )
        )
    return tuple(found)


def _notes(setup: Setup, wagers: list[WagerTally]) -> Iterator[str]:
    """Notes for readers of the results."""
    for one in wagers:
        if one.note:
            yield one.note
    counted = [one.by_chunk.chunks for one in wagers if one.by_chunk is not None]
    if counted:
        yield WITH_METERS if counted[0] >= FEWEST else TOO_FEW
    if setup.seats > 1 and any(one.hands != one.rounds for one in wagers if one.odds is not None):
        yield SEVERAL


def simulated(setup: Setup, seed: str, rounds: int, chunk: int, wagers: list[WagerTally]) -> Simulated:
    """All results of a run."""
    whole, *rest = wagers
    exact = (value_of_round(whole, rest), *map(exact_value, rest))
    results = tuple(result(one, value, chunk) for one, value in zip(wagers, exact, strict=True))
    return Simulated(
        game=setup.game.name,
        rules_hash=setup.rules.digest,
        strategy=setup.strategy_name,
        seats=setup.seats,
        stakes=dict(setup.stakes),
        seed=seed,
        rounds=rounds,
        chunk=chunk,
        options=dict(setup.more),
        results=results,
        notes=tuple(dict.fromkeys(_notes(setup, wagers))),
        study=setup.rules.study,
    )
