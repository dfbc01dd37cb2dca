"""What was counted before: the cache on disk, in the user's cache folder, and the data that games ship.

A folder of the cache is named by the module that counts and the digest of its sources, a file by the digest of its
key: these sources and the inputs of the count. If a file is damaged or was written by another program, the count is
repeated.

What other sources left is stale: it is never used again, unless those sources come back. The names of answers do not
tell. They are few, and the oldest go by themselves. A module has one file of imports, which new sources replace.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics.files import cache_folder, put
from pitboss.mathematics.counting.sources import sources_digest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Counts = dict[str, NDArray[Any]]


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


def _seal(said: str, body: bytes | memoryview) -> bytes:
    """The first bytes of a file. They depend on the key and on every bit of the body."""
    digest = sha256(said.encode() + b"\0")
    digest.update(body)  # not copied: the body may have many megabytes
    return digest.digest()


def _read(path: Path, said: str) -> Counts | None:
    """The contents of a file. None if it is missing, damaged or of another key."""
    import numpy as np

    try:
        whole = path.read_bytes()
    except OSError:
        return None
    size = sha256().digest_size
    body = memoryview(whole)[size:]
    if whole[:size] != _seal(said, body):
        return None
    with np.load(BytesIO(body), allow_pickle=False) as file:
        return {part: file[part] for part in file.files}


def _keep(path: Path, said: str, counts: Mapping[str, Any]) -> None:
    """Write the counts atomically. If the disk rejects them, the next call counts again."""
    import numpy as np

    file = BytesIO()
    np.savez(file, **counts)
    body = file.getvalue()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, _seal(said, body) + body, replace=True)


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
