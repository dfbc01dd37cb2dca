"""What the cache on disk holds, and its removal.

The folders of a module's counts and of its compiled code are named by the digest of its sources, so what other sources
left is stale: it is never used again, unless those sources come back. The names of answers do not tell. They are few,
and the oldest go by themselves. A module has one file of imports, which new sources replace.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pitboss.basics.files import cache_folder
from pitboss.mathematics.counting.sources import sources_digest

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
