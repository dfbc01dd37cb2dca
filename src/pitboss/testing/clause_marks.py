"""A plugin of pytest for the suite of a game's author: a test names the clauses that it shows.

    @pytest.mark.clause("high_card", "5(a)")
    def test_5a_an_ante_is_within_the_limits_of_the_table() -> None: ...

While the test runs, an event, a refusal or a defect of the rules must cite each of them, or the test fails. Write
``addopts = "-p pitboss.testing.clause_marks"`` into the settings of pytest.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.basics.clauses import citations


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(game, *ids): the clauses of a rule document that a test shows")


@pytest.fixture(autouse=True)
def cites_what_it_names(request: pytest.FixtureRequest) -> Iterator[None]:
    marks = list(request.node.iter_markers("clause"))
    if not marks:  # collecting citations slows every round
        yield
        return
    with citations() as found:
        yield
    named = {(mark.args[0], clause, "") for mark in marks for clause in mark.args[1:]}
    missing = sorted(named - found)
    assert not missing, f"named by the test, and cited by nothing that it does: {missing}"
