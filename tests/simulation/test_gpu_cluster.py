"""Runs on the GPUs of a cluster's workers give the same bytes as on threads. Here numba simulates the GPUs."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.basics.errors import SimulationError
from pitboss.mathematics.counting.hands import Ints
from pitboss.mathematics.counting.store import OWN
from pitboss.simulation import cluster as clusters
from pitboss.simulation.any_game import setup, table
from pitboss.simulation.cluster import Build, PlayedTask, on_cluster, on_worker
from pitboss.simulation.kernel import FastTable, Setup, Tally
from pitboss.simulation.run import begin, go_on, play_chunks
from waiting import until

from shell import Captured, refused, run

pytestmark = pytest.mark.long

NAME, CHUNK = "double_down_stud", 16


@contextmanager
def cluster(workers: int, **environment: str) -> Iterator[Any]:
    """A client of a cluster whose workers have this environment."""
    from distributed import Client, LocalCluster

    logging.getLogger("distributed").handlers[:] = [logging.NullHandler()]  # of the scheduler in this process
    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=2, dashboard_address="127.0.0.1:0", silence_logs=50, env=environment
        ) as made,
        Client(made, set_as_default=False) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with cluster(2, NUMBA_ENABLE_CUDASIM="1") as made:
        yield made


def short_chunks() -> Build:
    """Builds tables with short chunks, as the simulator takes milliseconds for a round."""

    def build(made: Setup) -> FastTable:
        at = table(made)
        at.chunk = CHUNK
        return at

    return build


def address(client: Any) -> str:
    found: str = client.scheduler_info()["address"]
    return found


def kept(client: Any) -> list[tuple[int, int]]:
    """For each worker, how often it made its GPUs ready, and how often they were ready already."""
    return [(told.misses, told.hits) for told in client.run(lambda: clusters._gpus.cache_info()).values()]


def forget() -> None:
    clusters._gpus.cache_clear()


@pytest.mark.parametrize("seats", [1, 2])
def test_a_run_on_gpus_of_workers_is_that_of_threads(client: Any, seats: int) -> None:
    client.run(forget)
    build = short_chunks()
    at, rounds = build(setup(NAME, seats=seats)), 30 * CHUNK + 5
    found = go_on(at, begin(at, 5), rounds, executor=on_cluster(client, build, gpu=True))
    assert msgspec.json.encode(found) == msgspec.json.encode(go_on(at, begin(at, 5), rounds, threads=1))
    assert all(made == 1 and again > 0 for made, again in kept(client)), kept(client)


def test_chunks_come_apart_from_gpus(client: Any) -> None:
    build, told = short_chunks(), []
    at = build(setup(NAME))

    def each(chunk: int, rounds: int, tally: Tally) -> None:
        told.append((chunk, rounds))
        assert (tally["ends"] == play_chunks(at, "5", chunk, rounds)["ends"]).all()

    go_on(at, begin(at, 5), 20 * CHUNK + 3, executor=on_cluster(client, build, gpu=True), each=each)
    assert told == [(chunk, CHUNK) for chunk in range(20)] + [(20, 3)]


def at_work(client: Any) -> int:
    """How many tasks the workers execute."""
    return sum(client.run(lambda dask_worker: len(dask_worker.state.executing)).values())


def test_a_worker_leaves_a_long_chunk_that_nobody_waits_for(client: Any) -> None:
    """A thread of a GPU plays minutes for a chunk with a meter. In the simulator it would be hours."""
    from distributed.protocol.pickle import dumps

    made = setup("caribbean_stud", wagers={"progressive": 100})
    asked = (dumps((table, made)), clusters._sources([OWN]), "5", 0, table(made).chunk, False, True)
    client.run(forget)
    task = client.submit(on_worker, *asked)
    until(lambda: task.done() or sum(made for made, _ in kept(client)) == 1)
    assert not task.done(), task.result()
    assert at_work(client) == 1
    client.cancel([task])
    until(lambda: at_work(client) == 0)


def test_workers_use_their_gpus_only_if_the_run_asks_for_them(client: Any) -> None:
    client.run(forget)
    build = short_chunks()
    at = build(setup(NAME))
    go_on(at, begin(at, 5), 20 * CHUNK, executor=on_cluster(client, build))
    assert kept(client) == [(0, 0), (0, 0)]


def test_the_command_prints_and_writes_the_same_bytes(capsys: Captured, client: Any, tmp_path: Path) -> None:
    client.run(forget)
    files = tmp_path / "gpus.csv", tmp_path / "threads.csv"
    asked = ("simulate", NAME, "--rounds", "200", "--seed", "5", "--json", "--chunks")
    on_gpus = run(capsys, *asked, files[0], "--gpu", "--cluster", address(client))
    assert sum(made for made, _ in kept(client)) == 1
    assert on_gpus == run(capsys, *asked, files[1])
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_worker_without_a_gpu_ends_the_run_with_one_sentence(capsys: Captured) -> None:
    with cluster(1, NUMBA_ENABLE_CUDASIM="0", NUMBA_DISABLE_CUDA="1") as without:
        said = refused(capsys, "simulate", NAME, "--rounds", "1000", "--gpu", "--cluster", address(without))
    why = "a GPU needs numba-cuda: pip install|there is no GPU to use"
    assert re.match(rf"the worker tcp://\S+ can't play: ({why})", said)


def old_for_once() -> None:
    """Let this worker find an old GPU, but only the first time that it looks."""
    from pitboss.simulation import gpu

    cards = gpu.cards

    def old() -> Any:
        vars(gpu)["cards"] = cards
        raise SimulationError("Fermi is too old")

    forget()
    vars(gpu)["cards"] = old


def test_one_worker_with_an_old_gpu_ends_the_run_and_no_other_takes_its_task(client: Any) -> None:
    first, *_ = client.scheduler_info()["workers"]
    client.run(old_for_once, workers=[first])
    build = short_chunks()
    at = build(setup(NAME))
    with pytest.raises(SimulationError, match=f"^the worker {first} can't play: Fermi is too old$"):
        go_on(at, begin(at, 5), 20 * CHUNK, executor=on_cluster(client, build, gpu=True))


def break_gpus() -> None:
    from pitboss.simulation import gpu
    from pitboss.simulation.gpu import SoFar

    class Broken(gpu.InFastMemory):
        def play(self, states: Ints, rounds: int, so_far: SoFar) -> Tally:
            raise SimulationError("Volta failed: CUDA_ERROR_ECC_UNCORRECTABLE")

    forget()
    vars(gpu)["InFastMemory"] = Broken


def mend_gpus() -> None:
    from pitboss.simulation import gpu

    forget()
    vars(gpu)["InFastMemory"] = gpu.InFastMemory.__base__


def test_a_gpu_that_fails_is_named_with_its_worker(client: Any) -> None:
    build = short_chunks()
    at = build(setup(NAME))
    client.run(break_gpus)
    try:
        with pytest.raises(SimulationError, match=r"^the worker tcp://\S+ can't play: Volta failed: CUDA_ERROR_ECC"):
            go_on(at, begin(at, 5), 5, executor=on_cluster(client, build, gpu=True))
    finally:
        client.run(mend_gpus)


@pytest.mark.parametrize(
    ("size", "chunks", "seconds", "together", "following"),
    [
        (1, 1, 0.01, 1, 4),  # a processor: it grows slowly
        (64, 64, 0.25, 1, 128),  # to half a second
        (64, 64, 64.0, 1, 1),
        (1, 1, 0.05, 100_000, 100_000),  # a GPU: it is filled at once
        (100_000, 100_000, 0.1, 100_000, 400_000),
        (400_000, 400_000, 0.5, 100_000, 400_000),
        (400_000, 100_001, 0.5, 100_000, 200_000),
        (400_000, 400_000, 30.0, 100_000, 100_000),
    ],
)
def test_tasks_last_half_a_second_and_fill_a_gpu(
    size: int, chunks: int, seconds: float, together: int, following: int
) -> None:
    assert clusters._next_size(size, chunks, PlayedTask([], seconds, together)) == following
