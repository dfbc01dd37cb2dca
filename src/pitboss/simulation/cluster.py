"""Runs on a Dask cluster: an existing one, or one of local processes.

A task is a series of consecutive chunks. Tallies are added in order, so a run gives the same bytes on any cluster and
in any grouping of chunks. If a worker dies, another repeats its work. A worker builds the table from the setup once.

If the run asks for GPUs, every worker plays on all GPUs of its machine, and none falls back to processors. A worker
without a GPU, or with another version of Pitboss, rejects its task, which ends the run.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import lru_cache, reduce
from importlib.util import find_spec
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.basics.errors import SimulationError
from pitboss.basics.extras import needs
from pitboss.mathematics.counting.store import OWN, package_digest
from pitboss.simulation.kernel import FastTable, Setup, Tally, added
from pitboss.simulation.pieces import hear_none, held_back
from pitboss.simulation.run import MOST_APART, Executor, Work, on_threads, told

if TYPE_CHECKING:
    from distributed import Client, Future

    from pitboss.simulation.gpu import Gpus

Build = Callable[[Setup], FastTable]
"""Builds the table of a setup. Workers must be able to import this function."""

Sources = tuple[tuple[str, str], ...]
"""Two packages, Pitboss and that of the game, each with the digest of its sources."""

ANSWER = 3.0
"""Seconds within which a scheduler must answer."""
PATIENCE = 60.0
"""Seconds that a cluster may have no worker."""
RETRIES = 3
"""Retries of a failed task."""
DEATHS = 20
"""The number of local workers that may die during the same task."""
TASK = 0.5
"""The target duration of a task in seconds."""
MOST_WORKERS = 256


# --- on a worker

_building = Lock()


def _sources(packages: Iterable[str]) -> Sources:
    """The digest of each package's sources, empty if the package is missing."""
    return tuple((package, package_digest(package) if find_spec(package) else "") for package in packages)


@lru_cache(maxsize=4)
def _table(setup: bytes, sources: Sources) -> FastTable:
    """The table built from a pickled setup and its build function."""
    from distributed.protocol.pickle import loads

    if _sources(package for package, _ in sources) != sources:
        raise SimulationError("it has a different version of Pitboss")
    build, made = loads(setup)
    found: FastTable = build(made)
    return found


@lru_cache(maxsize=2)  # they hold memory of the GPUs
def _gpus(setup: bytes, sources: Sources, apart: bool) -> Gpus:
    """The GPUs of this worker, ready for the table of a setup."""
    from pitboss.simulation.gpu import Gpus, cards

    return Gpus(cards(), _table(setup, sources), apart=apart)


@contextmanager
def _worker_named() -> Iterator[None]:
    """Say which worker can't play, and why."""
    from distributed import get_worker

    try:
        yield
    except (ModuleNotFoundError, SimulationError) as error:
        raise SimulationError(f"the worker {get_worker().address} can't play: {error}") from None


def _unless_cancelled() -> Callable[[int], None]:
    """A check for long work in this task: it raises an error if nobody waits for the result any more."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def check(rounds: int) -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise CancelledError

    return check


class PlayedTask(NamedTuple):
    """The result of a task."""

    tallies: list[Tally]
    """One in all, or one for each chunk if they are needed separately."""
    seconds: float
    together: int
    """The chunks that fill the GPUs of the worker. 1 on a processor."""


def on_worker(
    setup: bytes, sources: Sources, seed: str, first: int, rounds: int, apart: bool, gpu: bool
) -> PlayedTask | SimulationError:
    """Play rounds from the chunk ``first``: less than one chunk, or several complete ones.

    A worker that can play no task returns the reason. If it raised it, another worker would get the task.
    """
    try:
        with _worker_named(), _building:
            table = _table(setup, sources)
            gpus = _gpus(setup, sources, apart) if gpu else None
    except SimulationError as error:
        return error
    begun = monotonic()
    chunks, rest = divmod(rounds, table.chunk)
    play = gpus.play if gpus else on_threads(1)
    work = Work(table, seed, first, first + chunks, rest, apart, _unless_cancelled())
    with _worker_named():
        played = [tally for _, _, tally in play(work)]
    together = gpus.together if gpus else 1
    return PlayedTask(played if apart else [reduce(added, played)], monotonic() - begun, together)


# --- on the client


def on_cluster(client: Client, build: Build, *, gpu: bool = False) -> Executor:
    """An executor that uses the workers of a cluster, or their GPUs, and queues a few tasks for each."""

    def play(work: Work) -> Iterator[tuple[int, int, Tally]]:
        from distributed.protocol.pickle import dumps

        setup, chunk = dumps((build, work.table.setup)), work.table.chunk
        sources = _sources(sorted({OWN, type(work.table.setup.rules).__module__.partition(".")[0]}))
        waiting: deque[tuple[int, int, Future[Any]]] = deque()
        at, size, rest = work.first, 1, work.rest

        def submit(rounds: int) -> None:
            asked = (setup, sources, work.seed, at, rounds, work.apart, gpu)
            waiting.append((at, rounds, client.submit(on_worker, *asked, pure=False, retries=RETRIES)))

        try:
            while True:
                while len(waiting) < 3 * max(2, _threads(client)) and (at < work.until or rest):
                    if at < work.until:
                        chunks = min(size, work.until - at)
                        submit(chunks * chunk)
                        at += chunks
                    else:
                        submit(rest)
                        rest = 0
                if not waiting:
                    return
                first, rounds, future = waiting[0]
                played = _result(client, future)
                waiting.popleft()
                size = _next_size(size, -(-rounds // chunk), played)
                if work.apart:
                    size = min(size, MOST_APART)
                yield from told(first, rounds, played.tallies)
        finally:
            client.cancel([future for _, _, future in waiting])

    return play


def _next_size(size: int, chunks: int, played: PlayedTask) -> int:
    """The chunks of the next task, from the size of the latest one and the result of an earlier one of ``chunks``.

    A task is to last ``TASK`` seconds, to grow slowly, and to fill the GPUs of a worker at least once.
    """
    fills = -(-chunks // played.together)
    in_time = int(fills * TASK / max(played.seconds, 1e-6))
    return played.together * max(1, min(in_time, 4 * size // played.together))


def _threads(client: Client) -> int:
    return sum(client.nthreads().values())


def _result(client: Client, future: Future[Any]) -> PlayedTask:
    """The result of a task. Waits for any time while the cluster has workers."""
    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    seen = monotonic()
    while True:
        try:
            found: PlayedTask | SimulationError = future.result(timeout=min(5.0, PATIENCE))
        except TimeoutError:
            if _threads(client):
                seen = monotonic()
            elif monotonic() - seen >= PATIENCE:
                raise SimulationError(f"the cluster has had no worker for {PATIENCE:.0f} seconds") from None
        except KilledWorker:
            raise SimulationError("several workers of the cluster died during the same chunks") from None
        except (CancelledError, CommClosedError):
            raise SimulationError("the connection to the cluster was lost before the run was complete") from None
        else:
            if isinstance(found, SimulationError):
                raise found
            return found


def at_address(address: str, build: Build, *, gpu: bool = False) -> AbstractContextManager[Executor]:
    """Play on an existing cluster, given the address of its scheduler, or on the GPUs of its workers. The cluster keeps
    running."""
    with needs("playing on a cluster needs"):
        import distributed  # noqa: F401
    _check(address)
    return _at_address(address, build, gpu=gpu)


@contextmanager
def _at_address(address: str, build: Build, *, gpu: bool) -> Iterator[Executor]:
    from distributed import Client

    with _quiet(), Client(address, timeout=ANSWER, set_as_default=False) as client:
        yield on_cluster(client, build, gpu=gpu)


def _check(address: str) -> None:
    """Check that a scheduler answers soon. A connection to another kind of server could wait forever."""
    from distributed.core import rpc

    async def asked() -> Any:
        server = rpc(address, timeout=ANSWER)
        try:
            async with asyncio.timeout(ANSWER):
                return await server.identity()
        finally:
            await server.close_rpc()

    try:
        with _quiet():
            kind = asyncio.run(asked())["type"]
    except ValueError as error:
        raise SimulationError(f"{address} is not a scheduler address such as tcp://host:8786: {error}") from None
    except Exception:
        raise SimulationError(f"no scheduler answers at {address}; check that the cluster is running") from None
    if kind != "Scheduler":
        raise SimulationError(f"{address} is the address of a {str(kind).lower()}; give the scheduler's address")


def of_its_own(workers: int, build: Build) -> AbstractContextManager[Executor]:
    """Play on a cluster of local processes, which end with the context."""
    if not 1 <= workers <= MOST_WORKERS:
        raise SimulationError(f"the number of workers must be between 1 and {MOST_WORKERS}, not {workers}")
    with needs("playing on a cluster needs"):
        import distributed  # noqa: F401
    return _of_its_own(workers, build)


@contextmanager
def _of_its_own(workers: int, build: Build) -> Iterator[Executor]:
    import dask
    from distributed import Client, LocalCluster, WorkerPlugin

    class Undisturbed(WorkerPlugin):
        """Makes replacement workers ignore interrupts too."""

        def setup(self, worker: Any) -> None:
            hear_none()

    settings = {"distributed.scheduler.allowed-failures": DEATHS, "logging": {"distributed": "critical"}}
    with ExitStack() as ending:
        ending.enter_context(_quiet())
        ending.enter_context(dask.config.set(settings))
        with held_back():
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
            ending.enter_context(cluster)
            client = ending.enter_context(Client(cluster, set_as_default=False))
            client.register_plugin(Undisturbed())
        yield on_cluster(client, build)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the cluster's messages about connections and workers."""
    loggers = [logging.getLogger(name) for name in ("distributed", "tornado.application", "asyncio")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
