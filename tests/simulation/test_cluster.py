"""Runs on Dask clusters give the same bytes as on one thread, even if workers die."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest

from pitboss.basics.errors import SimulationError
from pitboss.simulation import cluster as clusters
from pitboss.simulation.any_game import setup, table
from pitboss.simulation.cluster import at_address, of_its_own, on_cluster
from pitboss.simulation.kernel import FastTable
from pitboss.simulation.run import Run, begin, go_on, load, play_chunks, save
from waiting import HANG_S, until

from shell import Captured, refused, run

NAME = "double_down_stud"


def bytes_of(made: Run) -> bytes:
    return msgspec.json.encode(made)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    from distributed import Client, LocalCluster

    # The scheduler runs in this process and logs to standard error whenever a client leaves while it is being written
    # to. A user's scheduler is elsewhere, so no command may be blamed for what this one says.
    logging.getLogger("distributed").handlers[:] = [logging.NullHandler()]
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50) as cluster,
        Client(cluster, set_as_default=False) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def at() -> FastTable:
    return table(setup(NAME, seats=2))


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make tasks small, so that a short run has many."""
    monkeypatch.setattr(clusters, "TASK", 0.03)


def address(client: Any) -> str:
    found: str = client.scheduler_info()["address"]
    return found


# --- the same bytes


@pytest.mark.long
def test_a_run_on_one_worker_is_that_of_one_thread(at: FastTable) -> None:
    rounds = 40 * at.chunk + 1234
    with of_its_own(1, table) as executor:
        found = go_on(at, begin(at, 5), rounds, executor=executor)
    assert bytes_of(found) == bytes_of(go_on(at, begin(at, 5), rounds, threads=1))


@pytest.mark.long
def test_a_run_on_two_workers_is_that_of_one_thread(client: Any, at: FastTable) -> None:
    rounds = 40 * at.chunk + 1234
    found = go_on(at, begin(at, 5), rounds, executor=on_cluster(client, table))
    assert bytes_of(found) == bytes_of(go_on(at, begin(at, 5), rounds, threads=1))


@pytest.mark.long
def test_a_worker_that_is_killed_in_the_middle_of_a_run_changes_nothing(client: Any, at: FastTable) -> None:
    rounds = 100 * at.chunk + 77
    killed: list[int] = []

    def kill(run: Run) -> None:
        if run.chunks >= 10 and not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    found = go_on(at, begin(at, 5), rounds, executor=on_cluster(client, table), save=kill)
    assert len(killed) == 1
    assert not psutil.pid_exists(killed[0]) or psutil.Process(killed[0]).status() == "zombie"
    assert bytes_of(found) == bytes_of(go_on(at, begin(at, 5), rounds, threads=1))


def test_chunks_come_apart_and_in_order(client: Any, at: FastTable) -> None:
    told: list[tuple[int, int]] = []

    def each(chunk: int, rounds: int, tally: Any) -> None:
        told.append((chunk, rounds))
        assert (tally["ends"] == play_chunks(at, "5", chunk, rounds)["ends"]).all()

    go_on(at, begin(at, 5), 12 * at.chunk + 3, executor=on_cluster(client, table), each=each)
    assert told == [(chunk, at.chunk) for chunk in range(12)] + [(12, 3)]


def test_a_task_reports_only_so_many_chunks_apart(client: Any, at: FastTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "TASK", 10.0)
    monkeypatch.setattr(clusters, "MOST_APART", 3)
    counts: list[int] = []

    def counted(*asked: Any) -> Any:
        played = result(*asked)
        counts.append(len(played.tallies))
        return played

    result = clusters._result
    monkeypatch.setattr(clusters, "_result", counted)
    go_on(at, begin(at, 5), 20 * at.chunk, executor=on_cluster(client, table), each=lambda *_: None)
    assert (max(counts), sum(counts)) == (3, 20)


@pytest.mark.long
def test_a_run_goes_from_cluster_to_threads_and_back(client: Any, at: FastTable, tmp_path: Path) -> None:
    file, executor = tmp_path / "run.json", on_cluster(client, table)
    save(go_on(at, begin(at, 5), 5 * at.chunk + 9, executor=executor), file)
    save(go_on(at, load(file), 8 * at.chunk + 1), file)
    found = go_on(at, load(file), 20 * at.chunk, executor=executor)
    assert bytes_of(found) == bytes_of(go_on(at, begin(at, 5), 20 * at.chunk, threads=1))


@pytest.mark.long
def test_an_interrupted_run_on_a_cluster_resumes_to_the_same_bytes(client: Any, at: FastTable) -> None:
    rounds = 60 * at.chunk
    stopped = begin(at, 5)

    def interrupt(run: Run) -> None:
        if run.chunks >= 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        go_on(at, stopped, rounds, executor=on_cluster(client, table), save=interrupt)
    assert 9 <= stopped.chunks < 60
    found = go_on(at, stopped, rounds, executor=on_cluster(client, table))
    assert bytes_of(found) == bytes_of(go_on(at, begin(at, 5), rounds, threads=1))


# --- errors


def test_a_worker_of_another_version_refuses(client: Any, at: FastTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "package_digest", lambda package: "another")
    with pytest.raises(SimulationError, match="a different version"):
        go_on(at, begin(at, 5), 10, executor=on_cluster(client, table))


@pytest.mark.long
def test_a_cluster_without_workers_is_given_up(at: FastTable, monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(clusters, "PATIENCE", 0.3)
    with (
        LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=50) as empty,
        at_address(empty.scheduler_address, table) as executor,
        pytest.raises(SimulationError, match="no worker for"),
    ):
        go_on(at, begin(at, 5), 10, executor=executor)


def test_no_scheduler_answers(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWER", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        closed = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert f"no scheduler answers at {closed}" in refused(capsys, "simulate", NAME, "--cluster", closed)
        silent.listen()
        assert f"no scheduler answers at {closed}" in refused(capsys, "simulate", NAME, "--cluster", closed)


def test_a_worker_is_no_scheduler(capsys: Captured, client: Any) -> None:
    worker = next(iter(client.nthreads()))
    assert "is the address of a worker" in refused(capsys, "simulate", NAME, "--cluster", worker)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--cluster", "here"), "here is not a scheduler address"),
        (("--workers", "0"), "the number of workers must be between 1 and 256, not 0"),
        (("--workers", "two"), "'two' is not a whole number"),
        (("--workers", "2", "--cluster", "tcp://127.0.0.1:1"), "use only one of them"),
        (("--workers", "2", "--threads", "2"), "leave it out"),
    ],
)
def test_what_is_no_cluster_is_one_sentence(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "simulate", NAME, *arguments)


@pytest.mark.parametrize("arguments", [("--workers", "2"), ("--cluster", "tcp://127.0.0.1:1")])
def test_without_dask_a_sentence_says_how_to_get_it(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'pitboss[cluster]'" in refused(capsys, "simulate", NAME, *arguments)


# --- the command line


def test_simulate_on_a_cluster_that_is_there(capsys: Captured, client: Any, tmp_path: Path) -> None:
    there, file = address(client), tmp_path / "run.json"
    asked = ("simulate", NAME, "--cluster", there, "--seed", "9", "--rounds", "300000")
    run(capsys, *asked, "--checkpoint", file)
    more = json.loads(run(capsys, *asked, "--continue", file, "--json"))
    assert more == json.loads(run(capsys, "simulate", NAME, "--seed", "9", "--rounds", "600000", "--json"))


@pytest.mark.long
def test_simulate_on_workers_of_its_own(capsys: Captured, tmp_path: Path) -> None:
    files = tmp_path / "cluster.csv", tmp_path / "threads.csv"
    asked = ("simulate", NAME, "--seed", "9", "--rounds", "300000", "--json")
    on_workers = run(capsys, *asked, "--workers", "2", "--chunks", files[0])
    assert on_workers == run(capsys, *asked, "--threads", "1", "--chunks", files[1])
    assert files[0].read_bytes() == files[1].read_bytes()


OFTEN = """
import sys
from pitboss import cli
from pitboss.simulation import any_game
any_game.EVERY = 0.0
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.mark.long
def test_an_interrupt_ends_the_workers_and_keeps_the_run(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    asked = ["simulate", NAME, "--rounds", "1e12", "--workers", "2", "--checkpoint", str(file)]
    started = subprocess.Popen(
        [sys.executable, "-c", OFTEN, *asked], start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        until(lambda: file.exists() or started.poll() is not None)
        children = psutil.Process(started.pid).children(recursive=True)
        os.killpg(started.pid, signal.SIGINT)  # like a terminal
        _, said = started.communicate(timeout=HANG_S)
    finally:
        started.kill()
    assert started.returncode == 130
    assert b"Traceback" not in said
    assert len(children) >= 2
    assert not psutil.wait_procs(children, timeout=HANG_S)[1]
    assert load(file).chunks > 0
