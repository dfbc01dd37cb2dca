"""A test names the clauses that it shows. Events, refusals or defects must cite each of them while it runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.basics.clauses import citations


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(game, *ids): the clauses of a rule document that a test shows")


@pytest.fixture(autouse=True)
def cites_what_it_names(request: pytest.FixtureRequest) -> Iterator[None]:
    with citations() as found:
        yield
    named = {(*mark.args[:1], id, "") for mark in request.node.iter_markers("clause") for id in mark.args[1:]}
    assert named <= found
