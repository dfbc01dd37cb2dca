"""The trace: for every clause of a rule document, its places in the code and its tests.

The trace finds code by the clause's id as a string, in the game's folder or else in the code that all games share. It
finds tests by their marks. It reads both and runs neither. It lists tests that assert nothing, but does not count them.
``tests/conftest.py`` checks at run time that a test really asserts and cites the clauses that it names.

In a clone the trace reads the tests. An installed package has no tests, so the build ships the trace as data.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from pitboss.basics.clauses import Clause
from pitboss.engine import registry
from pitboss.engine.game import Game

T = TypeVar("T")


class Shown(msgspec.Struct, frozen=True):
    """A test that names a clause, and the case of the clause that it shows, such as a pay table."""

    test: str
    case: str = ""
    asserts: bool = True
    """A test without an assertion passes whatever the code does, so it shows nothing. Nor does one that is expected to
    fail."""


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
    """Tests and code that name a clause or a case that the document does not have: ``test: 99(z)``."""
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
        """Tests that name a clause and assert nothing, or are expected to fail."""
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
CITING = {"Defect": 2, "pays_at_least": 3, "cap_defects": 2}
"""What cites clauses in the rules of a game, and the arguments before them."""
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
    # a plain number in the code that all games share is no clause of one of them
    shared = code_of(SHARED, {id: clause for id, clause in document.items() if not id.isdigit()})
    shown: dict[str, list[Shown]] = {}
    strangers = list(_unknown_clauses(registry.folder(game), document))
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
        for text, lines in _strings_of(path).items():
            if text in document:
                found.setdefault(text, []).extend(f"{name}:{line}" for line in sorted(lines))
    return found


def _unknown_clauses(folder: Path, document: Mapping[str, Clause]) -> Iterator[str]:
    """The places in a folder where the rules cite a clause that the document does not have: ``rules.py:12: 8(q)``."""
    root = root_of(folder)
    for path in sorted(folder.glob("**/*.py")):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and dotted(node.func) in CITING:
                named = (key.value for key in node.keywords if key.arg == "clause")
                for said in (*node.args[CITING[dotted(node.func)] :], *named):
                    clause = said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
                    if clause and clause not in document:
                        yield f"{path.relative_to(root).as_posix()}:{said.lineno}: {clause}"


def _until_changed(read: Callable[[Path], T]) -> Callable[[Path], T]:
    """Remember what was read from a file until the file changes. It is shared, so nobody may alter it."""
    known = cache(lambda path, changed: read(path))
    return lambda path: known(path, path.stat().st_mtime_ns)


@_until_changed
def parsed(path: Path) -> ast.Module:
    """The tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@_until_changed
def _strings_of(path: Path) -> dict[str, set[int]]:
    """The strings in a file, with their lines."""
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


# --- the marks of tests, ``@pytest.mark.clause(GAME, "8(d)", case="A")``

# A file may give the mark a short name, which must contain the word clause: files without this word are not parsed,
# since that takes most of the time.

CLAUSE, XFAIL = "pytest.mark.clause", "pytest.mark.xfail"
Mark = tuple[str, tuple[str, ...], str]
"""A mark's game, ids and case."""
MarkedTest = tuple[str, tuple[str, ...], str, str, bool]
"""A mark, its test as ``tests/test_x.py::test_y``, and whether the test asserts."""
Values = dict[str, tuple[str, ...]]
"""Names that stand for one or more strings, such as a tuple of ids or the cases of a comprehension."""


def marks_in(tests: Path) -> Iterator[MarkedTest]:
    """Every clause mark on a test of a folder."""
    for path in sorted(tests.glob("**/test_*.py")):
        name = path.relative_to(tests.parent).as_posix()
        for game, ids, case, where, asserts in _marks_of(path):
            yield game, ids, case, f"{name}::{where}", asserts


@_until_changed
def _marks_of(path: Path) -> list[MarkedTest]:
    """The marks in a file, with the name of each test."""
    if "clause" not in path.read_text(encoding="utf-8"):
        return []
    tree, reader = parsed(path), _reader(path)
    everywhere = [mark for node in _assigned(tree, "pytestmark") for mark in reader.marks(node, {})]
    found = []
    failing = set()
    for where, decorators in _tests(tree.body, "", ()):
        if any(dotted(one.func if isinstance(one, ast.Call) else one) == XFAIL for one in decorators):
            failing.add(where)
        marks = [mark for decorator in decorators for mark in reader.marks(decorator, {})]
        found += [(mark, where) for mark in (*marks, *everywhere)]
    if not found:  # most files: to find out what asserts takes longer than the rest
        return []
    proofs = _asserting(path)
    return [(*mark, where, where.rpartition("::")[2] in proofs and where not in failing) for mark, where in found]


def _tests(
    body: list[ast.stmt], within: str, around: tuple[ast.expr, ...]
) -> Iterator[tuple[str, tuple[ast.expr, ...]]]:
    """The name of every test, and its decorators with those of the class around it."""
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield f"{within}{node.name}", (*node.decorator_list, *around)
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _tests(node.body, f"{node.name}::", (*node.decorator_list, *around))


def _assigned(tree: ast.Module, name: str) -> list[ast.expr]:
    return [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
    ]


class _Reader:
    """Reads the marks in one file, with its constants and its aliases of ``pytest.mark.clause``."""

    def __init__(self, path: Path) -> None:
        self.constants: Values = {}
        self.aliases: set[str] = set()
        for node in parsed(path).body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if dotted(value) == CLAUSE:
                    self.aliases.add(name)
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if values := self._texts(value, {}):
                    self.constants[name] = values
                case ast.ImportFrom(module=str(module)) if beside := beside_tests(path, module):
                    self._import(_reader(beside), node.names)

    def _import(self, other: _Reader, names: list[ast.alias]) -> None:
        """Take over constants and aliases from another test file."""
        for name in names:
            here = name.asname or name.name
            if name.name in other.constants:
                self.constants[here] = other.constants[name.name]
            if name.name in other.aliases:
                self.aliases.add(here)

    def marks(self, node: ast.AST, known: Values) -> Iterator[Mark]:
        """The marks in a decorator, including ``pytest.param(..., marks=...)`` and comprehensions over it."""
        if isinstance(node, ast.ListComp | ast.GeneratorExp) and len(node.generators) == 1:
            loop = node.generators[0]
            if isinstance(loop.target, ast.Name) and (values := self._each(loop.iter, known)):
                for value in values:
                    yield from self.marks(node.elt, {**known, loop.target.id: (value,)})
                return
        if isinstance(node, ast.Call) and dotted(node.func) in (CLAUSE, *self.aliases):
            if node.args:
                case = next((k.value for k in node.keywords if k.arg == "case"), None)
                game = self._texts(node.args[0], known)
                ids = tuple(id for arg in node.args[1:] for id in self._texts(arg, known))
                if len(game) == 1:
                    yield game[0], ids, "".join(self._texts(case, known)) if case is not None else ""
            return
        for child in ast.iter_child_nodes(node):
            yield from self.marks(child, known)

    def _each(self, node: ast.expr, known: Values) -> tuple[str, ...]:
        """The values of a loop: the letters of a string or the members of a tuple."""
        values = self._texts(node, known)
        single = isinstance(node, ast.Constant) and len(values) == 1
        return tuple(values[0]) if single else values

    def _texts(self, node: ast.expr, known: Values) -> tuple[str, ...]:
        """The strings that an expression stands for, as far as reading can tell."""
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


_reader = _until_changed(_Reader)
Functions = dict[str, tuple[bool, frozenset[str]]]
"""Functions by name: whether the function itself asserts, and the names that it calls."""


def _asserting(path: Path) -> set[str]:
    """The functions of a test file that assert."""
    functions = {**_beside(path, set()), **_functions(parsed(path), guards=False)}
    found = {name for name, (asserts, _) in functions.items() if asserts}
    while more := {name for name, (_, calls) in functions.items() if calls & found} - found:
        found |= more
    return found


def _beside(path: Path, read: set[Path]) -> Functions:
    """The functions of the helper files that this one imports, directly or indirectly."""
    found: Functions = {}
    for module in _imported(parsed(path)):
        beside = beside_tests(path, module)
        if beside is not None and beside not in read:
            read.add(beside)
            found |= {**_beside(beside, read), **_functions(parsed(beside), guards=True)}
    return found


def beside_tests(path: Path, module: str) -> Path | None:
    """The file that a test imports by this name, beside it or in a folder of helpers."""
    folders = (path.parent, path.parent / "helpers", path.parent.parent / "helpers")
    return next((file for folder in folders if (file := folder / f"{module}.py").is_file()), None)


@cache
def _imported(tree: ast.Module) -> list[str]:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return [
        module
        for node in imports
        for module in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names])
    ]


@cache
def _functions(tree: ast.Module, guards: bool) -> Functions:
    """The functions of a file. If their assertions are ``guards`` of a helper, only ``pytest.raises`` counts."""
    found: Functions = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            nodes = list(ast.walk(function))
            called = [node.func for node in nodes if isinstance(node, ast.Call)]
            asserts = not guards and any(isinstance(node, ast.Assert) for node in nodes)
            asserts = asserts or any(dotted(node) == "pytest.raises" for node in called)
            names = (getattr(node, "id", None) or getattr(node, "attr", "") for node in called)
            found[function.name] = asserts, frozenset(filter(None, names))
    return found


def dotted(node: ast.AST) -> str:
    """A name with its dots, such as ``pytest.raises``. Empty for any other expression."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else ""
