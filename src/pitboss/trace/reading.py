"""Makes the trace of a game by reading its code and its tests."""

from __future__ import annotations

from pathlib import Path

from pitboss import games
from pitboss.trace.code import code_of
from pitboss.trace.marks import marks_in
from pitboss.trace.sources import root_of
from pitboss.trace.traced import Shown, Trace, TracedClause

SOURCE = Path(__file__).resolve().parent.parent
SHARED = (SOURCE / "table", SOURCE / "progressive")
"""Code that all games share. It counts for clauses that the game's own folder does not name."""


def tests_of(game: str) -> Path | None:
    """The tests of the project in which a game is developed. An installed game has none."""
    project = root_of(games.folder(game))
    tests = project / "tests"
    return tests if tests.is_dir() and (project / "pyproject.toml").is_file() else None


def read_trace(game: str, tests: Path) -> Trace:
    """Trace a game by reading its code and this folder of tests."""
    if not tests.is_dir():
        raise FileNotFoundError(f"{tests} is not a folder of tests")
    tests = tests.resolve()
    document = games.clauses(game)
    code = code_of(games.folder(game), document)
    shared = [code_of(folder, document) for folder in SHARED]
    shown: dict[str, list[Shown]] = {}
    strangers = []
    for named, ids, case, test, asserts in marks_in(tests):
        if named != game:
            continue
        for id in ids:
            if id not in document:
                strangers.append(f"{test}: {id}")
            elif case and document[id].cases and case not in document[id].cases:
                strangers.append(f"{test}: {id} case {case}")
            else:
                shown.setdefault(id, []).append(Shown(test, case, asserts))
    traced = [
        TracedClause(
            clause=clause,
            code=code.get(id) or [place for folder in shared for place in folder.get(id, ())],
            tests=shown.get(id, []),
        )
        for id, clause in document.items()
    ]
    return Trace(game=game, clauses=traced, strangers=strangers, tests=str(tests))
