"""One pytest session with every test of the plan in it, which runs chosen tests when it is told to."""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import hypothesis
import pytest

from mutants.plan import PROJECT, SOURCE, Plan

ARGUMENTS = ["-p", "no:cacheprovider", "--disable-warnings", "--capture=sys", "--no-header", "-qq"]
PATIENCE = 3.0, 10.0
"""A test may take this many seconds, and so many times what it takes when nothing is broken; after that it hangs."""


def prepare() -> None:
    """What every process of a run needs: the sources, and hypothesis without chance, memory or shrinking."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # pytest tells of every test
    os.chdir(PROJECT)
    sys.path[:0] = [str(PROJECT / "src"), str(PROJECT / "tests" / "helpers")]
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, phases=phases, deadline=None)
    hypothesis.settings.load_profile("mutants")


def names(modules: Iterable[Path]) -> list[str]:
    """Modules by their dotted names."""
    return [".".join(("pitboss", *path.relative_to(SOURCE).with_suffix("").parts)) for path in modules]


class Session:
    """A pytest plugin: once the tests are collected, it hands itself to ``then`` instead of running them."""

    def __init__(self, then: Callable[[Session], None]) -> None:
        self.then = then
        self.items: dict[str, pytest.Item] = {}
        self.failed = False

    def collect(self, tests: list[str]) -> int:
        return int(pytest.main([*ARGUMENTS, *tests], plugins=[self]))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.then(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def passes(self, test: str) -> bool:
        item = self.items[test]
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failed

    def first_failure(self, tests: Iterable[str], durations: dict[str, float]) -> str:
        """The first of these tests that fails or hangs, or nothing; for a process that ends afterwards."""
        for test in tests:
            if test in self.items:
                with limited(PATIENCE[0] + PATIENCE[1] * durations.get(test, 0.0)):
                    if not self.passes(test):
                        return test
        return ""


class Hung(BaseException):
    """A test took too long. No ``Exception``: the code under test may catch those."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise ``Hung`` after so many seconds of the processor's time."""

    def hung(*_: object) -> None:
        raise Hung

    signal.signal(signal.SIGPROF, hung)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


# --- what each test executes

Covered = dict[str, dict[int, list[int]]]
"""By module and line, the numbers of the tests that execute it; ``IMPORT`` is the number of what comes before them."""
IMPORT = 0


class Cover:
    """Runs every test once, and keeps what each executes and how long it takes."""

    def __init__(self, plan: Plan) -> None:
        self.modules, self.plan = plan.every_module(), plan
        self.numbers: dict[str, int] = {}
        self.durations: dict[str, float] = {}
        """Of the tests that take no longer than the plan says; the others are not to be used."""
        self.failing: list[str] = []
        self.covered: Covered = {}

    def run(self, told: Callable[[int, int], None]) -> None:
        import coverage

        prepare()
        os.environ["COVERAGE_CORE"] = "ctrace"
        self.told = told
        measured = coverage.Coverage(data_file=None, include=[str(path) for path in self.modules], config_file=False)
        measured.start()
        self.measured = measured
        measured.switch_context("0")
        for name in names(self.modules):
            importlib.import_module(name)
        status = Session(self._each).collect(self.plan.every_test())
        measured.stop()
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            raise RuntimeError(f"pytest ended with status {status}")
        data = measured.get_data()
        for path in self.modules:
            lines = data.contexts_by_lineno(str(path))
            found = {line: sorted(int(one) for one in tests if one) for line, tests in lines.items()}
            self.covered[path.relative_to(PROJECT).as_posix()] = found

    def _each(self, session: Session) -> None:
        caches = [found for found in gc.get_objects() if isinstance(found, functools._lru_cache_wrapper)]
        caches = [found for found in caches if str(getattr(found, "__module__", "")).startswith("pitboss")]
        tests = [test for test in session.items if not self.plan.leaves_out(test)]
        for number, test in enumerate(tests, 1):
            for cache in caches:
                cache.cache_clear()  # else the first test alone would execute what is cached
            self.told(number, len(tests))
            self.measured.switch_context(str(number))
            begun = time.process_time()
            passed = session.passes(test)
            took = time.process_time() - begun
            if not passed:
                self.failing.append(test)
            elif took <= self.plan.slowest:
                self.numbers[test], self.durations[test] = number, took
        self.measured.switch_context("0")
