"""Runs on a Dask cluster: an existing one, or one of local processes.

A task is a series of consecutive chunks. Tallies are added in order, so a run gives the same bytes on any cluster and
in any grouping of chunks. If a worker dies, another repeats its work. A worker builds the table from the setup once,
and rejects the task if its version of Pitboss differs from that of the run.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import lru_cache, reduce
from importlib.util import find_spec
from itertools import count
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from pitboss.errors import SimulationError
from pitboss.exact.sources import OWN, package_digest
from pitboss.extras import needs
from pitboss.simulation.interrupts import hear_none, held_back
from pitboss.simulation.kernel import FastTable, Setup, Tally, added
from pitboss.simulation.run import Player, Work, play_chunks

if TYPE_CHECKING:
    from distributed import Client, Future

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
MOST_CHUNKS = 1 << 12
"""The maximum number of chunks in a task."""
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
        raise SimulationError("a worker of the cluster has a different version of Pitboss")
    build, made = loads(setup)
    found: FastTable = build(made)
    return found


def on_worker(
    setup: bytes, sources: Sources, seed: str, first: int, sizes: tuple[int, ...], apart: bool
) -> tuple[list[Tally], float]:
    """Play consecutive chunks of these sizes. Returns their tallies, added or apart, and the seconds taken."""
    with _building:
        table = _table(setup, sources)
    begun = monotonic()
    played = [play_chunks(table, seed, chunk, size) for chunk, size in zip(count(first), sizes, strict=False)]
    return played if apart else [reduce(added, played)], monotonic() - begun


# --- on the client


def on_cluster(client: Client, build: Build) -> Player:
    """A player that uses the workers of a cluster and queues a few tasks for each."""

    def play(work: Work) -> Iterator[tuple[int, int, Tally]]:
        from distributed.protocol.pickle import dumps

        setup, chunk = dumps((build, work.table.setup)), work.table.chunk
        sources = _sources(sorted({OWN, type(work.table.setup.rules).__module__.partition(".")[0]}))
        waiting: deque[tuple[int, tuple[int, ...], Future[Any]]] = deque()
        at, size, rest = work.first, 1, work.rest

        def submit(sizes: tuple[int, ...]) -> None:
            asked = (setup, sources, work.seed, at, sizes, work.apart)
            waiting.append((at, sizes, client.submit(on_worker, *asked, pure=False, retries=RETRIES)))

        try:
            while True:
                while len(waiting) < 3 * max(2, _threads(client)) and (at < work.until or rest):
                    if at < work.until:
                        sizes = (chunk,) * min(size, work.until - at)
                        submit(sizes)
                        at += len(sizes)
                    else:
                        submit((rest,))
                        rest = 0
                if not waiting:
                    return
                first, sizes, future = waiting[0]
                tallies, seconds = _result(client, future)
                waiting.popleft()
                size = min(MOST_CHUNKS, max(1, int(len(sizes) * TASK / max(seconds, 1e-6))), 4 * size)
                if work.apart:
                    yield from zip(count(first), sizes, tallies, strict=False)
                else:
                    yield first, sum(sizes), tallies[0]
        finally:
            client.cancel([future for _, _, future in waiting])

    return play


def _threads(client: Client) -> int:
    return sum(client.nthreads().values())


def _result(client: Client, future: Future[Any]) -> tuple[list[Tally], float]:
    """The result of a task. Waits for any time while the cluster has workers."""
    from distributed import CancelledError, KilledWorker
    from distributed.comm.core import CommClosedError

    seen = monotonic()
    while True:
        try:
            found: tuple[list[Tally], float] = future.result(timeout=min(5.0, PATIENCE))
            return found
        except TimeoutError:
            if _threads(client):
                seen = monotonic()
            elif monotonic() - seen >= PATIENCE:
                raise SimulationError(f"the cluster has had no worker for {PATIENCE:.0f} seconds") from None
        except KilledWorker:
            raise SimulationError("several workers of the cluster died during the same chunks") from None
        except (CancelledError, CommClosedError):
            raise SimulationError("the connection to the cluster was lost before the run was complete") from None


def at_address(address: str, build: Build) -> AbstractContextManager[Player]:
    """Play on an existing cluster, given the address of its scheduler. The cluster keeps running."""
    with needs("playing on a cluster needs"):
        import distributed  # noqa: F401
    _check(address)
    return _at_address(address, build)


@contextmanager
def _at_address(address: str, build: Build) -> Iterator[Player]:
    from distributed import Client

    with _quiet(), Client(address, timeout=ANSWER, set_as_default=False) as client:
        yield on_cluster(client, build)


def _check(address: str) -> None:
    """Check that a scheduler answers soon. A connection to another kind of server could wait forever."""
    from distributed.core import rpc

    async def asked() -> Any:
        server = rpc(address, timeout=ANSWER)
        try:
            return await asyncio.wait_for(server.identity(), ANSWER)
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


def of_its_own(workers: int, build: Build) -> AbstractContextManager[Player]:
    """Play on a cluster of local processes, which end with the context."""
    if not 1 <= workers <= MOST_WORKERS:
        raise SimulationError(f"the number of workers must be between 1 and {MOST_WORKERS}, not {workers}")
    with needs("playing on a cluster needs"):
        import distributed  # noqa: F401
    return _of_its_own(workers, build)


@contextmanager
def _of_its_own(workers: int, build: Build) -> Iterator[Player]:
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
