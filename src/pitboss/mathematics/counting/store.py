"""What was counted before: the cache on disk, in the user's cache folder, and the data that games ship.

A folder of the cache is named by the module that counts and the digest of its sources, a file by the digest of its
key: these sources and the inputs of the count. If a file is damaged or was written by another program, the count is
repeated.

What other sources left is stale: it is never used again, unless those sources come back. The names of answers do not
tell. They are few, and the oldest go by themselves. A module has one file of imports, which new sources replace.

The sources of a module are its own and those of every module that it imports, directly or indirectly. Imports are read
from the syntax tree, at any depth, without running the code. Two packages are followed: Pitboss and the package of the
first module. So a game in a separate package works in the same way. ``from package import name`` depends on the module
of that name if there is one, and otherwise on the package's ``__init__.py``. An ``__init__.py`` that merely runs before
a module does not count. Imports under ``TYPE_CHECKING`` never run and do not count either.
"""

from __future__ import annotations

import ast
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec, resolve_name
from io import BytesIO
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics.files import cache_folder, put
from pitboss.old_names import NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Counts = dict[str, NDArray[Any]]

OWN = "pitboss"
SHIPPED = "answers.json"
"""The file of a game's package with its figures. ``pitboss.mathematics.answers`` makes it."""


@cache
def shipped(package: str) -> dict[str, Any]:
    """The figures of the document's own rules that a game's package holds as data. Empty if it has none."""
    file = resources.files(package) / SHIPPED
    found: dict[str, Any] = msgspec.json.decode(file.read_bytes()) if file.is_file() else {}
    return found


_anew = False


@contextmanager
def counted_anew() -> Iterator[None]:
    """Ignore cached counts inside this context. Everything is counted again and cached."""
    global _anew
    _anew = True
    try:
        yield
    finally:
        _anew = False


def kept(game: str, what: str, key: Mapping[str, Any], count: Callable[[], Counts], *, module: str) -> Counts:
    """The counts of a game under this name and key, from the cache if possible, otherwise counted and cached.

    ``module`` names the module that counts. A change to its source, or to a module that it imports, makes a new key.
    """
    path, said = _place(game, what, key, module)
    found = None if _anew else _read(path, said)
    if found is None:
        found = count()
        _keep(path, said, found)
    return found


def are_kept(game: str, what: str, key: Mapping[str, Any], *, module: str) -> bool:
    """Whether the cache has these counts. It may have a damaged file of them."""
    return not _anew and _place(game, what, key, module)[0].exists()


def _place(game: str, what: str, key: Mapping[str, Any], module: str) -> tuple[Path, str]:
    """The file of these counts, and the key in words."""
    sources = sources_digest(module)
    said = f"{game} {what} {dict(sorted(key.items()))} {sources}"
    name = f"{game}-{what}-{sha256(said.encode()).hexdigest()[:16]}.counts"
    return cache_folder() / "counts" / f"{module}-{sources}" / name, said


def _read(path: Path, said: str) -> Counts | None:
    """The contents of a file. None if it is missing, damaged or of another key."""
    import numpy as np

    body = _unsealed(path, said.encode())
    if body is None:
        return None
    with np.load(BytesIO(body), allow_pickle=False) as file:
        return {part: file[part] for part in file.files}


def _keep(path: Path, said: str, counts: Mapping[str, Any]) -> None:
    import numpy as np

    file = BytesIO()
    np.savez(file, **counts)
    _put_sealed(path, said.encode(), file.getvalue())


def _seal(key: bytes, body: bytes | memoryview) -> bytes:
    """The first bytes of a file. They depend on the key and on every bit of the body."""
    digest = sha256(key + b"\0")
    digest.update(body)  # not copied: the body may have many megabytes
    return digest.digest()


def _unsealed(path: Path, key: bytes) -> memoryview | None:
    """The body of a file. None if it is missing, damaged or of another key."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    size = sha256().digest_size
    body = memoryview(whole)[size:]
    return body if whole[:size] == _seal(key, body) else None


def _put_sealed(path: Path, key: bytes, body: bytes) -> None:
    """Write a file atomically. If the disk rejects it, the next call computes it again."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, _seal(key, body) + body, replace=True)


# --- the sources that a module depends on


@cache
def sources_digest(*modules: str) -> str:
    """A digest of every source that the code of modules depends on."""
    return _digest(frozenset[str]().union(*map(reached, modules)))


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
    spec = _spec(module)
    package = module if spec and spec.submodule_search_locations is not None else module.rpartition(".")[0]
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
    """The import statements of a module, one a line, from the cache if possible: to parse sixty modules takes long."""
    source, path = read(module), cache_folder() / "imports" / f"{module}.imports"
    kept = _unsealed(path, source)
    if kept is not None:
        return bytes(kept)
    found = [one for one in _statements(ast.parse(source)) if isinstance(one, ast.Import | ast.ImportFrom)]
    lines = "\n".join(map(ast.unparse, found)).encode()
    _put_sealed(path, source, lines)
    return lines


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement inside a node that can run."""
    for child in ast.iter_child_nodes(node):
        test = child.test if isinstance(child, ast.If) else None
        if isinstance(child, ast.If) and "TYPE_CHECKING" in (getattr(test, "id", None), getattr(test, "attr", None)):
            yield from (inner for other in child.orelse for inner in (other, *_statements(other)))
        elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield child
            yield from _statements(child)


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


def modules_of(package: str) -> Iterator[str]:
    """The names of a package and of every module in it."""
    yield package
    spec = _spec(package)
    for found in iter_modules(spec.submodule_search_locations or () if spec else (), f"{package}."):
        yield from modules_of(found.name) if found.ispkg else (found.name,)


def _top(module: str) -> str:
    return module.partition(".")[0]


# --- what the cache holds, and its removal


PARTS = {
    "counts": (".counts", ".part", ".partial"),
    "compiled": (".nbi", ".nbc", ".tmp"),
    "answers": (".json", ".part", ".partial"),
    "imports": (".imports", ".partial"),
}
"""The folders in the cache, and how the names of their files end."""
BY_SOURCES = ("counts", "compiled")
"""Those with a folder for each module and digest of its sources."""


class CacheInDoubt(Exception):
    """The cache holds something that Pitboss did not write, so nothing was removed."""


@dataclass
class Held:
    """What lies in one folder of the cache."""

    files: int = 0
    bytes: int = 0
    stale_bytes: int = 0

    def add(self, path: Path, *, stale: bool) -> None:
        size = path.lstat().st_size
        self.files += 1
        self.bytes += size
        self.stale_bytes += size * stale


def survey() -> dict[str, Held]:
    """What lies in each folder of the cache."""
    found = {}
    for part in PARTS:
        folder, held, stale = cache_folder() / part, Held(), dict[str, bool]()
        for path in _files(folder):
            module = path.relative_to(folder).parts[0]
            if part in BY_SOURCES and module not in stale:
                stale[module] = _is_stale(module)
            with suppress(FileNotFoundError):  # another process may have replaced it
                held.add(path, stale=stale.get(module, False))
        found[part] = held
    return found


def clear() -> dict[str, Held]:
    """Remove the cache, and return what was there. If anything else lies among it, nothing is removed."""
    _check()
    found = survey()
    for part in PARTS:
        if (cache_folder() / part).exists():
            shutil.rmtree(cache_folder() / part)
    return found


def _check() -> None:
    """Raise an error if a folder of the cache is a link, or holds a file that Pitboss does not write."""
    for part, endings in PARTS.items():
        folder = cache_folder() / part
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise CacheInDoubt(f"{folder} is not a folder of its own")
        for path in _files(folder):
            if path.is_symlink() or not any(end in path.suffixes or path.name.endswith(end) for end in endings):
                raise CacheInDoubt(f"{path} is not a file that Pitboss writes there")


def _files(folder: Path) -> Iterator[Path]:
    """Every file below a folder. Links are not followed."""
    yield from sorted(path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())


def _is_stale(folder: str) -> bool:
    """Whether a folder of counts or compiled code belongs to other sources than those installed."""
    module, _, digest = folder.rpartition("-")
    try:
        return sources_digest(module) != digest
    except (ImportError, KeyError, OSError, SyntaxError, ValueError):  # no such module here
        return True
