"""Tests name the clauses that they show; a test whose clause was not cited while it ran has shown nothing.

Nor has one that opened a round and never looked at what the opening cites: every test of a game does that.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from looks import Citation, shown


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(game, *ids, case=''): the clauses of a rule document that a test shows")


@pytest.fixture(autouse=True)
def cited(request: pytest.FixtureRequest) -> Iterator[set[Citation]]:
    """Collect what the test shows, and fail it where a clause it names is not among it."""
    with shown() as found:
        yield found
    if getattr(request.node, "failed", False):
        return
    named = {
        (mark.args[0], clause, str(mark.kwargs.get("case", "")))
        for mark in request.node.iter_markers("clause")
        for clause in mark.args[1:]
    }
    missing = sorted(named - found)
    assert not missing, f"named by the test, and cited by nothing that it does or looks at: {missing}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.when == "call" and report.failed:
        item.failed = True
    return report
