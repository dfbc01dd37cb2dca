"""Tests name the clauses that they show. A test fails if its clause was not cited while it ran.

Every test of a game opens a round, so citations of the opening count only if the test looked at them. A test that
asserts nothing shows nothing, since it would pass whatever the code does. Assertions in helper files (``scene.py`` and
others) do not count, except ``pytest.raises``.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import evidence
from looks import Citation, shown
from pitboss.engine.procedures import shoe
from postgres import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]

# The same examples in every run, however long they take, so that a red build means a change and not bad luck.
settings.register_profile(
    "repeatable", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")

collect_ignore = ["written_by_hand"]  # a separate project; test_sixth_game.py runs its tests


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in a shell's background; tests' processes inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("COLUMNS", None)  # that of the machine, or of a worker; commands obey it
    if not config.option.collectonly:
        evidence.begin(config.rootpath)
        log = logging.getLogger("pitboss")
        evidence.sources.append(own := evidence.OwnLog())
        log.addHandler(own)
        log.setLevel(logging.INFO)
    config.addinivalue_line("markers", "long: make test leaves this test to make test-all")
    config.addinivalue_line("markers", "hangs: PostgreSQL ends transactions of this test that do nothing for a while")
    config.addinivalue_line("markers", "clause(game, *ids, case=''): the clauses of a rule document that a test shows")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: Sequence[object]) -> None:
    """Compile new test files once, on all cores. Otherwise each worker compiles all of them, which takes longest."""
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return  # somebody named the files to run
    files = sorted((config.rootpath / "tests").glob("*/test_*.py"))
    if sum(not any(file.parent.glob(f"__pycache__/{file.stem}.*-pytest-*.pyc")) for file in files) < len(files) // 2:
        return
    number = min(len(specs), os.cpu_count() or 1)
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:xdist"]
    running = [
        subprocess.Popen([*command, *map(str, files[first::number])], cwd=config.rootpath, stdout=subprocess.DEVNULL)
        for first in range(number)
    ]
    for one in running:
        one.wait()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in a random order, the same for the same seed")
    parser.addoption("--far", metavar="MS", type=int, help="whatever a page says or hears takes so long each way")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    marked = [item.nodeid for item in items if item.get_closest_marker("clause") and item.get_closest_marker("long")]
    if marked:
        raise pytest.UsageError(f"make test runs every test of a clause, so none may be long: {', '.join(marked)}")
    if seed := config.getoption("shuffle"):
        Random(seed).shuffle(items)


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what was collected, which lives to the end."""
    gc.collect()
    gc.freeze()


class Listener:
    """Receives each passing ``assert`` of a test file (``enable_assertion_pass_hook`` in ``pyproject.toml``)."""

    def pytest_assertion_pass(self, item: pytest.Item) -> None:
        item.asserted = True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Listen only to tests that name a clause, since pytest formats every assertion for a listener."""
    if not item.get_closest_marker("clause"):
        return (yield)
    plugins, listener = item.config.pluginmanager, Listener()
    plugins.register(listener)
    try:
        return (yield)
    finally:
        plugins.unregister(listener)


@pytest.fixture(autouse=True)
def cited(request: pytest.FixtureRequest) -> Iterator[set[Citation]]:
    """Collect what the test shows. Fail it if it asserts nothing, or if it does not show a clause that it names."""
    item = request.node
    if not item.get_closest_marker("clause"):  # nothing to check, and collecting citations slows every round
        yield set()
        return
    with shown() as found, raises_heard(item):
        yield found
    if getattr(item, "failed", False):
        return
    named = {
        (mark.args[0], clause, str(mark.kwargs.get("case", "")))
        for mark in item.iter_markers("clause")
        for clause in mark.args[1:]
    }
    if named and not getattr(item, "asserted", False):
        pytest.fail("names a clause and asserts nothing (or tests/__pycache__ is of older options: remove it)")
    missing = sorted(named - found)
    assert not missing, f"named by the test, and cited by nothing that it does or looks at: {missing}"


@contextmanager
def raises_heard(item: pytest.Item) -> Iterator[None]:
    """``pytest.raises`` is an assertion too, even in a helper file."""
    raises = pytest.raises

    def heard(*given: Any, **named: Any) -> Any:
        item.asserted = True
        return raises(*given, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pytest, "raises", heard)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True
    if report.failed and (left := evidence.leave(item.nodeid)):
        report.sections.append(("What it left", str(left)))
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    evidence.forget()
    shoe.urandom = shoe.SeededSource(item.nodeid.partition("::")[0])  # fixtures of a file, whichever test is its first


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Deal cards that nobody has seeded from the name of the test, so that chance is the same in every run."""
    shoe.urandom = shoe.SeededSource(item.nodeid)
