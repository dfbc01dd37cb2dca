"""Runs the tests of every mutant on several workers. A worker has one process to fork from for each way to mutate."""

from __future__ import annotations

import gc
import multiprocessing
import queue
import threading
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection

import msgspec

from mutants.broken import Job, Verdict, functions, run_anew, run_in_place, serve
from mutants.mutations import Mutant, Shape
from mutants.plan import PROJECT, Plan
from mutants.session import IMPORT, Cover, Covered, Session, prepare

PROCESSES = multiprocessing.get_context("fork")
CONTROL = Mutant("src/pitboss/basics/money.py", "", "", "", "control", 0, 0, "", "")
"""A mutant that breaks nothing."""


class Measured(msgspec.Struct):
    """The measurements of a run with nothing broken."""

    numbers: dict[str, int]
    durations: dict[str, float]
    covered: Covered
    failing: list[str]


def measure(plan: Plan, told: Callable[[int, int], None]) -> Measured:
    """Run every test once, in a separate process."""
    mine, theirs = PROCESSES.Pipe()
    process = PROCESSES.Process(target=_measure, args=(plan, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        while not isinstance(news := mine.recv(), bytes):
            told(*news)
    except EOFError:
        raise RuntimeError("the tests can't be run: the process that measures them ended early") from None
    process.join()
    return msgspec.json.decode(news, type=Measured)


def _measure(plan: Plan, connection: Connection) -> None:
    cover = Cover(plan)
    cover.run(lambda number, tests: connection.send((number, tests)))
    found = Measured(cover.numbers, cover.durations, cover.covered, cover.failing)
    connection.send(msgspec.json.encode(found))


class Jobs:
    """Chooses the tests to run for each mutant."""

    def __init__(self, plan: Plan, measured: Measured) -> None:
        self.plan, self.measured = plan, measured
        self.tests = {number: test for test, number in measured.numbers.items()}
        self.shapes: dict[str, Shape] = {}

    def job(self, mutant: Mutant, thorough: bool) -> Job | None:
        """A mutant with the tests that execute its statement, fastest first. None if there are none.

        A statement that runs on import gets every test of the part, since a test that reads a table executes none of
        its lines. A ``thorough`` job gets every test too, since results may be cached between calls.
        """
        covered = self.measured.covered[mutant.module]
        executing = {number for line in self._statement(mutant) for number in covered.get(line, ())}
        if not executing:
            return None
        files = self.plan.tests_of(mutant.module)
        anew = IMPORT in executing
        every = set(self.tests)
        first = self._fastest(every if anew else executing, files)
        more = self._fastest(every - executing, files) if thorough and not anew else []
        return Job(mutant, first + more, files, anew)

    def control(self) -> Job:
        """Every test, fastest first, with nothing broken. All must pass."""
        return Job(CONTROL, self._fastest(set(self.tests), self.plan.every_test()), [], False)

    def control_anew(self) -> Job:
        files = self.plan.tests_of(CONTROL.module)
        return Job(CONTROL, self._fastest(set(self.tests), files), files, True)

    def _fastest(self, numbers: set[int], files: list[str]) -> list[str]:
        found = [self.tests[number] for number in numbers if number in self.tests]
        return sorted((t for t in found if t.partition("::")[0] in files), key=self.measured.durations.__getitem__)

    def _statement(self, mutant: Mutant) -> range:
        if mutant.module not in self.shapes:
            self.shapes[mutant.module] = Shape((PROJECT / mutant.module).read_text(encoding="utf-8"))
        return self.shapes[mutant.module].statement(mutant.line)


class Worker:
    """Two processes to fork from: one has collected every test, the other is bare."""

    def __init__(self, plan: Plan, durations: dict[str, float]) -> None:
        self.in_place = _started(_serve_in_place, plan, durations)
        self.anew = _started(_serve_anew, plan, durations)

    def do(self, job: Job) -> Verdict:
        verdict = _asked(self.anew if job.anew else self.in_place, job)
        return verdict if verdict.end != "cannot" else _asked(self.anew, job)

    def stop(self) -> None:
        for connection in (self.in_place, self.anew):
            connection.send(None)


def _asked(connection: Connection, job: Job) -> Verdict:
    connection.send(job)
    found: Verdict = connection.recv()
    return found


def _started(serves: Callable[..., None], plan: Plan, durations: dict[str, float]) -> Connection:
    mine, theirs = PROCESSES.Pipe()
    PROCESSES.Process(target=serves, args=(plan, durations, theirs), daemon=True).start()
    theirs.close()
    return mine


def _serve_in_place(plan: Plan, durations: dict[str, float], connection: Connection) -> None:
    prepare()

    def then(session: Session) -> None:
        gc.collect()
        there = functions()
        gc.freeze()  # forked processes then share unchanged memory
        serve(connection, partial(run_in_place, session, durations, there))

    Session(then).collect(plan.every_test())


def _serve_anew(plan: Plan, durations: dict[str, float], connection: Connection) -> None:
    prepare()
    serve(connection, partial(run_anew, durations))


def run(plan: Plan, jobs: list[Job], measured: Measured, workers: int) -> Iterator[tuple[Job, Verdict]]:
    """Yield the verdict of each job as it ends. Closing the iterator stops the workers."""
    todo: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[Job, Verdict]] = queue.SimpleQueue()
    crew = [Worker(plan, measured.durations) for _ in range(workers)]
    for job in [*jobs, *[None] * workers]:
        todo.put(job)

    def labour(worker: Worker) -> None:
        while (job := todo.get()) is not None:
            try:
                done.put((job, worker.do(job)))
            except (EOFError, OSError) as error:
                done.put((job, Verdict("error", f"a worker has ended: {error!r}")))
        worker.stop()

    for worker in crew:
        threading.Thread(target=labour, args=(worker,), daemon=True).start()
    for _ in jobs:
        yield done.get()
