"""The trace: for every clause of a rule document, its places in the code and its tests.

The trace finds code by the clause's id as a string, in the game's folder or else in the code that all games share. It
finds tests by their marks. It reads both and runs neither. It lists tests that assert nothing, but does not count them.
``tests/conftest.py`` checks at run time that a test really asserts and cites the clauses that it names.

In a clone the trace reads the tests. An installed package has no tests, so the build ships the trace as data.
"""

from __future__ import annotations

from pathlib import Path

from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.verification.trace.data import shipped_trace
from pitboss.verification.trace.reading import SOURCE, read_trace, tests_of
from pitboss.verification.trace.traced import Shown, Trace, TracedClause

__all__ = ["SOURCE", "Shown", "Trace", "TracedClause", "trace"]


def trace(game: str | Game, tests: Path | None = None) -> Trace:
    """Every clause of a game's document, with its places in the code and its tests.

    Reads the given folder of tests. Default: the tests of the game's project, or the data of an installed package.

    >>> trace("double_down_stud").missing
    []
    """
    found = registry.game(game)
    registry.clauses(found)  # raises an error if the game lists no clauses
    read = tests or tests_of(found)
    return shipped_trace(found) if read is None else read_trace(found, read)
