"""Tests name the clauses that they show; a test whose clause was not cited while it ran has shown nothing.

Nor has one that opened a round and never looked at what the opening cites: every test of a game does that. Nor has one
that asserted nothing: it would pass whatever the clause's code does. The guards of the files beside the tests
(``scene.py`` and the like) are no assertions of a test, except ``pytest.raises``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from looks import Citation, shown

collect_ignore = ["sixth_game"]  # a project of its own, whose tests test_sixth_game.py runs


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(game, *ids, case=''): the clauses of a rule document that a test shows")


class Listener:
    """Hears of each ``assert`` in a test file that holds (``enable_assertion_pass_hook`` in ``pyproject.toml``)."""

    def pytest_assertion_pass(self, item: pytest.Item) -> None:
        item.asserted = True


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Listen to tests that name a clause, and to no other: pytest writes out every assertion for whoever listens."""
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
    """Collect what the test shows; fail it where it asserts nothing, or where a clause it names is not shown."""
    item = request.node
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
    """``pytest.raises`` is an assertion too, also in a file beside the tests."""
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
    return report
