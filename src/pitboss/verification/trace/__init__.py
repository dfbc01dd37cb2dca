"""The trace: for every clause of a rule document, its places in the code and its tests.

The trace finds code by the clause's id as a string, in the game's folder or else in the code that all games share. It
finds tests by their marks. It reads both and runs neither. It lists tests that assert nothing, but does not count them.
``tests/conftest.py`` checks at run time that a test really asserts and cites the clauses that it names.

In a clone the trace reads the tests. An installed package has no tests, so the build ships the trace as data.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from pitboss.basics.clauses import Clause
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.verification.trace.marks import marks_in, parsed


class Shown(msgspec.Struct, frozen=True):
    """A test that names a clause, and the case of the clause that it shows, such as a pay table."""

    test: str
    case: str = ""
    asserts: bool = True
    """A test without an assertion passes whatever the code does, so it shows nothing."""


class TracedClause(msgspec.Struct, kw_only=True):
    """A clause with its code and its tests."""

    clause: Clause
    code: list[str]
    tests: list[Shown]

    @property
    def proofs(self) -> list[Shown]:
        """The tests that assert. Only these count."""
        return [shown for shown in self.tests if shown.asserts]

    @property
    def missing(self) -> list[str]:
        """The gaps: the id itself, or ``id case X`` for a case without a test."""
        clause = self.clause
        if clause.kind == "premises":
            return []
        if not self.code or not self.proofs:
            return [clause.id]
        cases = {shown.case for shown in self.proofs}
        return [f"{clause.id} case {case}" for case in clause.cases if case not in cases]

    @property
    def why_missing(self) -> str:
        test = "test that asserts" if self.tests else "test"
        absent = [what for what, found in (("code", self.code), (test, self.proofs)) if not found]
        if absent:
            return " and ".join(f"no {what}" for what in absent)
        return "no test of " + ", ".join(gap.rpartition(" ")[2] for gap in self.missing)


class Trace(msgspec.Struct, kw_only=True):
    """The trace of a game's whole document."""

    game: str
    clauses: list[TracedClause]
    strangers: list[str]
    """Tests that name a clause or a case that the document does not have: ``test: 99(z)``."""
    tests: str = ""
    """The folder of tests. Empty if the trace comes from data."""
    built_from: str = ""
    """The version of the data, ``pitboss 0.1.0``. Empty if the trace comes from tests."""

    @property
    def code(self) -> int:
        return sum(one.clause.kind == "code" for one in self.clauses)

    @property
    def premises(self) -> int:
        return sum(one.clause.kind == "premises" for one in self.clauses)

    @property
    def only_run(self) -> list[str]:
        """Tests that name a clause and assert nothing."""
        return list(dict.fromkeys(shown.test for one in self.clauses for shown in one.tests if not shown.asserts))

    @property
    def missing(self) -> list[str]:
        return [gap for one in self.clauses for gap in one.missing]


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


FILE = "trace.json"
"""The name of the data file in a game's folder."""


def build(game: str | Game, tests: Path, version: str) -> bytes:
    """Read a game's tests and encode its trace. ``version`` names the build, such as ``pitboss 0.1.0``."""
    found = msgspec.structs.replace(read_trace(registry.game(game), tests), tests="", built_from=version)
    return msgspec.json.encode(found)


def shipped_trace(game: Game) -> Trace:
    """The trace that was built with a game's package."""
    path = registry.folder(game) / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Trace)
    except FileNotFoundError:
        raise FileNotFoundError(
            f"the package of {game.name} has neither tests nor a trace: name the folder of its tests with --tests"
        ) from None
    except msgspec.DecodeError as error:
        raise ValueError(f"{path} is not a trace: {error}") from None
