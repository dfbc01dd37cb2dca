"""Finds the tests of a clause by their marks, ``@pytest.mark.clause(GAME, "8(d)", case="A")``.

A file may give the mark a short name, which must contain the word clause: files without this word are not parsed, since
that takes most of the time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

CLAUSE = "pytest.mark.clause"
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
        for game, ids, case, where, asserts in _marks_of(path, path.stat().st_mtime_ns):
            yield game, ids, case, f"{name}::{where}", asserts


@cache
def _marks_of(path: Path, changed: int) -> list[MarkedTest]:
    """The marks in a file, with the name of each test. Cached until the file changes."""
    if "clause" not in path.read_text(encoding="utf-8"):
        return []
    tree = parsed(path)
    reader = _reader(path, changed)
    everywhere = [mark for node in _assigned(tree, "pytestmark") for mark in reader.marks(node, {})]
    found = []
    for where, decorators in _tests(tree.body, "", ()):
        marks = [mark for decorator in decorators for mark in reader.marks(decorator, {})]
        found += [(mark, where) for mark in (*marks, *everywhere)]
    if not found:  # most files: to find out what asserts takes longer than the rest
        return []
    proofs = asserting(path, changed)
    return [(*mark, where, where.rpartition("::")[2] in proofs) for mark, where in found]


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
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self._assign(name, value)
                case ast.ImportFrom(module=str(module)) if beside := beside_tests(path, module):
                    self._import(_reader(beside, beside.stat().st_mtime_ns), node.names)

    def _assign(self, name: str, value: ast.expr) -> None:
        if dotted(value) == CLAUSE:
            self.aliases.add(name)
        elif values := self._texts(value, {}):
            self.constants[name] = values

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
        name = dotted(function)
        return name == CLAUSE or name in self.aliases

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


@cache
def _reader(path: Path, changed: int) -> _Reader:
    """The reader of a file, until the file changes."""
    return _Reader(path)


Functions = dict[str, tuple[bool, frozenset[str]]]
"""Functions by name: whether the function itself asserts, and the names that it calls."""


@cache
def asserting(path: Path, changed: int) -> frozenset[str]:
    """The functions of a test file that assert. Cached until ``changed``, the file's time, changes."""
    functions = {**_beside(path, set()), **_functions(parsed(path), guards=False)}
    found = {name for name, (asserts, _) in functions.items() if asserts}
    while more := {name for name, (_, calls) in functions.items() if calls & found} - found:
        found |= more
    return frozenset(found)


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


@lru_cache(maxsize=512)
def _imported(tree: ast.Module) -> list[str]:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return [
        module
        for node in imports
        for module in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names])
    ]


@lru_cache(maxsize=512)
def _functions(tree: ast.Module, guards: bool) -> Functions:
    return {
        node.name: (_asserts(node, guards), frozenset(_calls(node)))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def _asserts(function: ast.FunctionDef, guards: bool) -> bool:
    return any(
        (isinstance(node, ast.Assert) and not guards)
        or (isinstance(node, ast.Call) and dotted(node.func) == "pytest.raises")
        for node in ast.walk(function)
    )


def _calls(function: ast.FunctionDef) -> set[str]:
    called = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {node.id for node in called if isinstance(node, ast.Name)} | {
        node.attr for node in called if isinstance(node, ast.Attribute)
    }


def parsed(path: Path) -> ast.Module:
    """The tree of a file. It is shared until the file changes, so nobody may alter it."""
    return _parsed(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _parsed(path: Path, changed: int) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def dotted(node: ast.AST) -> str:
    """A name with its dots, such as ``pytest.raises``. Empty for any other expression."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else ""
