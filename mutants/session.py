"""A pytest session that collects every test of the plan, and runs chosen tests on demand."""

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
"""A test hangs if it takes longer than the first number in seconds plus the second times its unbroken duration."""


def prepare() -> None:
    """Set up a process of a run: the sources, and hypothesis without randomness, database or shrinking."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # pytest reports every test
    os.chdir(PROJECT)
    sys.path[:0] = [str(PROJECT / "src"), str(PROJECT / "tests" / "helpers")]
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutants", derandomize=True, database=None, phases=phases, deadline=None)
    hypothesis.settings.load_profile("mutants")


def names(modules: Iterable[Path]) -> list[str]:
    """Modules by their dotted names."""
    return [".".join(("pitboss", *path.relative_to(SOURCE).with_suffix("").parts)) for path in modules]


class Session:
    """A pytest plugin that calls ``then`` with itself after collection, instead of running the tests."""

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
        """The first of these tests that fails, or an empty string. A test that hangs raises ``Hung``."""
        for test in tests:
            if test in self.items:
                with limited(PATIENCE[0] + PATIENCE[1] * durations.get(test, 0.0)):
                    if not self.passes(test):
                        return test
        return ""


class Hung(BaseException):
    """A test took too long. Not an ``Exception``, since the code under test may catch those."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise ``Hung`` after this many seconds of processor time."""

    def hung(*_: object) -> None:
        raise Hung

    signal.signal(signal.SIGPROF, hung)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


# --- coverage of each test

Covered = dict[str, dict[int, list[int]]]
"""The numbers of the tests that execute each line, by module and line. ``IMPORT`` stands for the imports."""
IMPORT = 0


class Cover:
    """Runs every test once, and records its coverage and its duration."""

    def __init__(self, plan: Plan) -> None:
        self.modules, self.plan = plan.every_module(), plan
        self.numbers: dict[str, int] = {}
        self.durations: dict[str, float] = {}
        """The durations of tests that are fast enough for the plan. Slower tests are not used."""
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
                cache.cache_clear()  # otherwise only the first test would execute cached functions
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
