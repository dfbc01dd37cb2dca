"""Counts kept on disk, under the user's cache folder, by what they depend on.

A file's name holds the digest of its key: what was counted, and the sources that the count depends on. A file that is
damaged, or that another program put there, is counted again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.exact.sources import sources_digest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Counts = dict[str, NDArray[Any]]


def cache_folder() -> Path:
    """Where counts and compiled code are kept: ``PITBOSS_CACHE``, or the user's own cache folder."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("PITBOSS_CACHE") or user_cache_path("pitboss"))


_anew = False


@contextmanager
def counted_anew() -> Iterator[None]:
    """While this holds, counts on the disk are not used: everything is counted, and kept."""
    global _anew
    _anew = True
    try:
        yield
    finally:
        _anew = False


def kept(game: str, what: str, key: Mapping[str, Any], count: Callable[[], Counts], *, module: str) -> Counts:
    """The counts of a game under this name and key: from the disk if they are there and whole, else counted and kept.

    ``module`` names the module that counts. When its source changes, or one that it imports, it is counted again.
    """
    said = f"{game} {what} {dict(sorted(key.items()))} {sources_digest(module)}"
    path = cache_folder() / "counts" / f"{game}-{what}-{sha256(said.encode()).hexdigest()[:16]}.counts"
    found = None if _anew else _read(path, said)
    if found is None:
        found = count()
        _keep(path, said, found)
    return found


def _seal(said: str, body: bytes | memoryview) -> bytes:
    """What a file begins with. It is another for another key, or once a bit of the file is another."""
    digest = sha256(said.encode() + b"\0")
    digest.update(body)  # which may be many megabytes, and is not copied
    return digest.digest()


def _read(path: Path, said: str) -> Counts | None:
    """What a file holds, if it is there, whole, and of this key."""
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
    """Write them whole or not at all. A disk that takes nothing costs a recount next time, not the answer."""
    import numpy as np

    file = BytesIO()
    np.savez(file, **counts)
    body = file.getvalue()
    part = path.with_suffix(f".{os.getpid()}.part")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(_seal(said, body) + body)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
