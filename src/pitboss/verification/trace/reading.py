"""Makes the trace of a game by reading its code and its tests. It runs neither."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from pitboss.basics.clauses import Clause
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.verification.trace.marks import marks_in, parsed
from pitboss.verification.trace.traced import Shown, Trace, TracedClause

SOURCE = Path(__file__).resolve().parents[2]
SHARED = SOURCE / "engine"
"""Code that all games share. It counts for clauses that the game's own folder does not name."""


def tests_of(game: Game) -> Path | None:
    """The tests of the project in which a game is developed. An installed game has none."""
    project = root_of(registry.folder(game))
    tests = project / "tests"
    return tests if tests.is_dir() and (project / "pyproject.toml").is_file() else None


def read_trace(game: Game, tests: Path) -> Trace:
    """Trace a game by reading its code and this folder of tests."""
    if not tests.is_dir():
        raise FileNotFoundError(f"{tests} is not a folder of tests")
    tests = tests.resolve()
    document = registry.clauses(game)
    code = code_of(registry.folder(game), document)
    shared = code_of(SHARED, document)
    shown: dict[str, list[Shown]] = {}
    strangers = []
    for named, ids, case, test, asserts in marks_in(tests):
        if named != game.name:
            continue
        for id in ids:
            if id not in document:
                strangers.append(f"{test}: {id}")
            elif case and document[id].cases and case not in document[id].cases:
                strangers.append(f"{test}: {id} case {case}")
            else:
                shown.setdefault(id, []).append(Shown(test, case, asserts))
    traced = [
        TracedClause(clause=clause, code=code.get(id) or shared.get(id, []), tests=shown.get(id, []))
        for id, clause in document.items()
    ]
    return Trace(game=game.name, clauses=traced, strangers=strangers, tests=str(tests))


def root_of(folder: Path) -> Path:
    """The folder of the project, or of the installed packages, that a folder of code belongs to."""
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder.parent if folder.name == "src" else folder


def code_of(folder: Path, document: Mapping[str, Clause]) -> dict[str, list[str]]:
    """The places in a folder where each clause's id stands as a string, in order: ``play.py:12``."""
    root = root_of(folder)
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("**/*.py")):
        name = path.relative_to(root).as_posix()
        for text, lines in _strings_of(path, path.stat().st_mtime_ns).items():
            if text in document:
                found.setdefault(text, []).extend(f"{name}:{line}" for line in sorted(lines))
    return found


@lru_cache(maxsize=256)
def _strings_of(path: Path, changed: int) -> dict[str, set[int]]:
    """The strings in a file, with their lines. Cached until the file changes."""
    lines: dict[str, set[int]] = {}
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            lines.setdefault(node.value, set()).add(node.lineno)
    return lines
