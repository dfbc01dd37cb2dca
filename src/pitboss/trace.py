"""The trace: for every clause of a rule document, where it lives in the code and which tests show it.

Code is found by looking for the clause's id as a string in the game's folder (else in what all games share), tests by
their marks ``@pytest.mark.clause(NAME, "8(d)", case="A")``; both by reading the files, not by running them. A test
that asserts nothing is named and does not count. That a test really asserts, and cites what it names, is checked when
it runs (``tests/conftest.py``).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from pitboss import games
from pitboss.assertions import asserting, beside_tests
from pitboss.clauses import Clause

SOURCE = Path(__file__).parent
PROJECT = SOURCE.parent.parent


class Shown(msgspec.Struct, frozen=True):
    """A test that names a clause, and the case of it (a pay table, say) that it shows."""

    test: str
    case: str = ""
    asserts: bool = True
    """One that only runs would pass whatever the clause's code does, and shows nothing."""


class TracedClause(msgspec.Struct, kw_only=True):
    """One clause: where it lives, and what shows it."""

    clause: Clause
    code: list[str]
    tests: list[Shown]

    @property
    def proofs(self) -> list[Shown]:
        """The tests that count: those that assert."""
        return [shown for shown in self.tests if shown.asserts]

    @property
    def missing(self) -> list[str]:
        """What is not there: the id itself, or ``id case X``."""
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
    """A game's whole document."""

    game: str
    clauses: list[TracedClause]
    strangers: list[str]
    """Tests that name a clause or a case which the document has not: ``test: 99(z)``."""

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


def tests_folder(game: str) -> Path:
    """Where a game's tests are; they come with a clone of its project and not with an installed package."""
    package = games.folder(game)
    ours = package.is_relative_to(SOURCE)
    near: tuple[Path, ...] = (PROJECT,) if ours else (package, package.parent, package.parent.parent)
    folders = [where / "tests" for where in (*near, Path.cwd())]
    found = next((folder for folder in folders if folder.is_dir()), None)
    if found is None:
        raise FileNotFoundError(
            "the tests are not here: the trace needs a clone of the game's project, with its folder 'tests'"
        )
    return found


def trace(game: str, tests: Path | None = None) -> Trace:
    """Every clause of a game's document, with where it lives and what shows it."""
    document = games.clauses(game)
    shared = [code_of(SOURCE / folder, document) for folder in ("table", "progressive")]
    code = code_of(games.folder(game), document)
    shown: dict[str, list[Shown]] = {}
    strangers = []
    for named, ids, case, test, asserts in marks_in(tests or tests_folder(game)):
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
    return Trace(game=game, clauses=traced, strangers=strangers)


# --- where a clause lives


def code_of(folder: Path, document: Mapping[str, Clause]) -> dict[str, list[str]]:
    """Where each clause's id stands as a string in the game's folder: ``play.py:12``, first place first."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("**/*.py")):
        for text, lines in _strings_of(path, path.stat().st_mtime_ns).items():
            if text in document:
                found.setdefault(text, []).extend(f"{_shortened(path)}:{line}" for line in sorted(lines))
    return found


@lru_cache(maxsize=256)
def _strings_of(path: Path, changed: int) -> dict[str, set[int]]:
    """The strings in a file and the lines that they stand in, read once; ``changed`` is when it was written."""
    lines: dict[str, set[int]] = {}
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            lines.setdefault(node.value, set()).add(node.lineno)
    return lines


# --- which tests show it

Mark = tuple[str, tuple[str, ...], str]
"""A mark's game, ids and case."""
MarkedTest = tuple[str, tuple[str, ...], str, str, bool]
"""The same, then the test as ``tests/test_x.py::test_y``, and whether it asserts."""
Values = dict[str, tuple[str, ...]]
"""Names that stand for a text, or for several (a tuple of ids, the cases that a comprehension runs through)."""


def marks_in(tests: Path) -> Iterator[MarkedTest]:
    """Every clause mark on a test."""
    for path in sorted(tests.glob("**/test_*.py")):
        yield from _marks_of(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _marks_of(path: Path, changed: int) -> list[MarkedTest]:
    """The marks in a file, read once; ``changed`` is when it was written."""
    tree = _parsed(path)
    reader = _Reader(path)
    proofs = asserting(path, changed)
    everywhere = [mark for node in _assigned(tree, "pytestmark") for mark in reader.marks(node, {})]
    found = []
    for where, test in _tests(tree.body, ""):
        marks = [mark for decorator in test.decorator_list for mark in reader.marks(decorator, {})]
        found += [(*mark, f"{_shortened(path)}::{where}", test.name in proofs) for mark in (*marks, *everywhere)]
    return found


def _tests(body: list[ast.stmt], within: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield f"{within}{node.name}", node
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for name, test in _tests(node.body, f"{node.name}::"):
                test.decorator_list = [*test.decorator_list, *node.decorator_list]
                yield name, test


def _assigned(tree: ast.Module, name: str) -> list[ast.expr]:
    return [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
    ]


class _Reader:
    """Reads marks in one file, knowing its constants and its short names for ``pytest.mark.clause``."""

    def __init__(self, path: Path) -> None:
        self.constants: Values = {}
        self.aliases: set[str] = set()
        for node in _parsed(path).body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self._assign(name, value)
                case ast.ImportFrom(module=str(module)) if beside := beside_tests(path, module):
                    self._import(_Reader(beside), node.names)

    def _assign(self, name: str, value: ast.expr) -> None:
        if ast.unparse(value) == "pytest.mark.clause":
            self.aliases.add(name)
        elif values := self._texts(value, {}):
            self.constants[name] = values

    def _import(self, other: _Reader, names: list[ast.alias]) -> None:
        """Take over what another file of the tests defines."""
        for name in names:
            here = name.asname or name.name
            if name.name in other.constants:
                self.constants[here] = other.constants[name.name]
            if name.name in other.aliases:
                self.aliases.add(here)

    def marks(self, node: ast.AST, known: Values) -> Iterator[Mark]:
        """The marks in a decorator, also those of ``pytest.param(..., marks=...)`` and in comprehensions over them."""
        if isinstance(node, ast.ListComp | ast.GeneratorExp) and len(node.generators) == 1:
            loop = node.generators[0]
            if isinstance(loop.target, ast.Name) and (values := self._each(loop.iter, known)):
                for value in values:
                    yield from self.marks(node.elt, {**known, loop.target.id: (value,)})
                return
        if isinstance(node, ast.Call) and self._is_clause(node.func):
            if node.args:
                case = next((k.value for k in node.keywords if k.arg == "case"), None)
                game = self._texts(node.args[0], known)
                ids = tuple(id for arg in node.args[1:] for id in self._texts(arg, known))
                if len(game) == 1:
                    yield game[0], ids, "".join(self._texts(case, known)) if case is not None else ""
            return
        for child in ast.iter_child_nodes(node):
            yield from self.marks(child, known)

    def _is_clause(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Name):
            return function.id in self.aliases
        return ast.unparse(function) == "pytest.mark.clause"

    def _each(self, node: ast.expr, known: Values) -> tuple[str, ...]:
        """What a loop runs through: the letters of a text, the members of a tuple."""
        values = self._texts(node, known)
        single = isinstance(node, ast.Constant) and len(values) == 1
        return tuple(values[0]) if single else values

    def _texts(self, node: ast.expr, known: Values) -> tuple[str, ...]:
        """The text or texts that an expression stands for, as far as reading can tell."""
        match node:
            case ast.Constant(value=str(text)):
                return (text,)
            case ast.Name(id=name):
                return known.get(name) or self.constants.get(name, ())
            case ast.Starred(value=inner):
                return self._texts(inner, known)
            case ast.Tuple(elts=members) | ast.List(elts=members) | ast.Set(elts=members):
                return tuple(text for member in members for text in self._texts(member, known))
            case ast.Dict(keys=keys):
                return tuple(text for key in keys if key is not None for text in self._texts(key, known))
            case ast.JoinedStr(values=parts):
                texts = [self._texts(p.value if isinstance(p, ast.FormattedValue) else p, known) for p in parts]
                return ("".join(text[0] for text in texts),) if all(len(text) == 1 for text in texts) else ()
            case _:
                return ()


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def _shortened(path: Path) -> str:
    try:
        return path.relative_to(PROJECT).as_posix()
    except ValueError:
        return path.name
