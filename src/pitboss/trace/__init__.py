"""The trace: for every clause of a rule document, where it lives in the code and which tests show it.

Code is found by the clause's id, which stands there as a string: in the game's folder, else in what all games share.
Tests are found by their marks. Both are read, not run. A test that asserts nothing is named and does not count.
Whether a test really asserts, and cites the clauses that it names, is checked when it runs (``tests/conftest.py``).

In a clone the trace reads the tests. An installed package has none: the build reads them and ships the trace as data.
"""

from __future__ import annotations

from pathlib import Path

from pitboss import games
from pitboss.trace.data import shipped_trace
from pitboss.trace.reading import SOURCE, read_trace, tests_of
from pitboss.trace.traced import Shown, Trace, TracedClause

__all__ = ["SOURCE", "Shown", "Trace", "TracedClause", "trace"]


def trace(game: str, tests: Path | None = None) -> Trace:
    """Every clause of a game's document, with its places in the code and the tests that show it.

    Reads the given folder of tests. Default: the tests of the game's project; if it is installed, its shipped data.

    >>> trace("double_down_stud").missing
    []
    """
    games.clauses(game)  # which says what is missing, if the game lists no clauses
    found = tests or tests_of(game)
    return shipped_trace(game) if found is None else read_trace(game, found)
