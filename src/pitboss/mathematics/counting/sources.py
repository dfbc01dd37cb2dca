"""The sources that code depends on: its module, and every module that it imports directly or indirectly.

Imports are read from the syntax tree, at any depth, without running the code. Two packages are followed: Pitboss and
the package of the first module. So a game in a separate package works in the same way.

``from package import name`` depends on the module of that name if there is one, and otherwise on the package's
``__init__.py``. An ``__init__.py`` that merely runs before a module does not count. Imports under ``TYPE_CHECKING``
never run and do not count either.

To parse sixty modules takes half a second. So the import statements of each are cached on disk, under the digest of its
source. What they name is looked up every time: a module may have come or gone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec, resolve_name
from pathlib import Path
from pkgutil import iter_modules

from pitboss.basics.files import cache_folder, put
from pitboss.old_names import NAMES

OWN = "pitboss"


@cache
def sources_digest(module: str) -> str:
    """A digest of every source that the code of a module depends on."""
    return _digest(reached(module))


def package_digest(package: str) -> str:
    """A digest of every source in a package."""
    return _digest(modules_of(package))


def _digest(modules: Iterable[str]) -> str:
    digest = sha256()
    for name in sorted(modules):
        digest.update(name.encode() + b"\0" + read(name) + b"\0")
    return digest.hexdigest()[:16]


@cache
def reached(module: str) -> frozenset[str]:
    """The names of a module and of all modules that it imports, directly or indirectly."""
    tops = {OWN, _top(module)}
    found, waiting = {module}, [module]
    while waiting:
        more = {name for name in imported(waiting.pop()) if _top(name) in tops} - found
        found |= more
        waiting += more
    return frozenset(found)


@cache
def imported(module: str) -> frozenset[str]:
    """The names of the modules that a module imports, anywhere in its code."""
    package = module if _is_package(module) else module.rpartition(".")[0]
    found = set[str]()
    for statement in ast.parse(_imports(module)).body:
        if isinstance(statement, ast.Import):
            found |= {name.name for name in statement.names}
        elif isinstance(statement, ast.ImportFrom):
            origin = resolve_name("." * statement.level + (statement.module or ""), package)
            names = {f"{origin}.{name.name}" for name in statement.names}
            found |= {name if _top(name) in (OWN, _top(module)) and _spec(name) else origin for name in names}
    return frozenset(found)


def _imports(module: str) -> bytes:
    """The import statements of a module, one a line, from the cache if possible."""
    source, path = read(module), cache_folder() / "imports" / f"{module}.imports"
    with suppress(OSError):
        seal, _, lines = path.read_bytes().partition(b"\n")
        if seal == _seal(source, lines):
            return lines
    found = [one for one in _statements(ast.parse(source)) if isinstance(one, ast.Import | ast.ImportFrom)]
    lines = "\n".join(map(ast.unparse, found)).encode()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, _seal(source, lines) + b"\n" + lines, replace=True)
    return lines


def _seal(source: bytes, lines: bytes) -> bytes:
    """The first line of a cached file. It depends on every bit of the source and of the other lines."""
    return sha256(sha256(source).digest() + lines).hexdigest().encode()


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement inside a node that can run."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and _for_type_checkers(child.test):
            yield from (inner for other in child.orelse for inner in (other, *_statements(other)))
        elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield child
            yield from _statements(child)


def _for_type_checkers(test: ast.expr) -> bool:
    """Whether a condition is ``TYPE_CHECKING`` or ``typing.TYPE_CHECKING``."""
    return "TYPE_CHECKING" in (getattr(test, "id", None), getattr(test, "attr", None))


@cache
def read(module: str) -> bytes:
    """The source of a module, empty for a folder without ``__init__.py``."""
    spec = _spec(module)
    if spec is None:
        raise ModuleNotFoundError(f"{module} has no source", name=module)
    return Path(spec.origin).read_bytes() if spec.origin else b""


@cache
def _spec(module: str) -> ModuleSpec | None:
    """The spec of a module. Only the outermost package uses ``find_spec``, so that no parent is imported."""
    module = NAMES.get(module, module)
    package, _, name = module.rpartition(".")
    if not package:
        return find_spec(name)
    around = _spec(package)
    if around is None or around.submodule_search_locations is None:
        return None
    return PathFinder.find_spec(module, around.submodule_search_locations)


def _is_package(module: str) -> bool:
    spec = _spec(module)
    return spec is not None and spec.submodule_search_locations is not None


def modules_of(package: str) -> Iterator[str]:
    """The names of a package and of every module in it."""
    yield package
    spec = _spec(package)
    for found in iter_modules(spec.submodule_search_locations or () if spec else (), f"{package}."):
        yield from modules_of(found.name) if found.ispkg else (found.name,)


def _top(module: str) -> str:
    return module.partition(".")[0]
