"""Writing files: whole or not at all, or in place as they grow. An existing file is kept, unless the caller allows its
replacement."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from tempfile import mkstemp
from typing import Any, BinaryIO


class FileKept(FileExistsError):
    """A file that already exists and may not be replaced."""

    def __init__(self, path: Path, partial: Path | None = None) -> None:
        self.partial = partial
        """The path of the new content, if the file appeared during the run."""
        why = f"appeared during the run; the new file is in {partial}" if partial else "already exists"
        super().__init__(errno.EEXIST, why, str(path))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments of this class, since those of ``OSError`` differ."""
        return type(self), (Path(self.filename), self.partial), self.__dict__


def check_free(path: Path, *, replace: bool = False) -> None:
    """Reject a path that can't be written, or whose file may not be replaced. Devices are always allowed."""
    if _is_device(path):
        return
    if path.is_dir():
        raise _cannot(path, errno.EISDIR, "it is a directory")
    target = _resolved(path)
    if target.exists() and not replace:
        raise FileKept(path)
    if not target.parent.is_dir():
        raise _cannot(path, errno.ENOENT)
    if not os.access(target.parent, os.W_OK | os.X_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise _cannot(path, errno.EACCES)


@contextmanager
def written_whole(path: Path, *, replace: bool = False, late: bool = False, private: bool = False) -> Iterator[Path]:
    """A temporary path to write to. At the end it is renamed to ``path``. A failure leaves everything as it was.

    With ``late`` the path was free before the run, so a file that exists now has appeared since. A ``private`` file can
    be read by its owner alone.
    """
    check_free(path, replace=replace or late)
    if _is_device(path):
        with _named(path):
            yield path
        return
    target = _resolved(path)
    try:
        handle, name = mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".partial")
    except OSError as error:
        raise _cannot(path, error.errno or errno.EIO) from None
    os.close(handle)
    partial = Path(name)
    try:
        with _named(path, partial):
            yield partial
        if not private:  # the temporary file is
            partial.chmod(target.stat().st_mode & 0o777 if replace and target.is_file() else 0o666 & ~_umask())
        _put_in_place(partial, target, replace)
    except _Taken:
        raise FileKept(path, partial) from None
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def put(path: Path, content: bytes, *, replace: bool = False, late: bool = False) -> None:
    """Write a file whole."""
    with written_whole(path, replace=replace, late=late) as partial:
        partial.write_bytes(content)


def opened(path: Path, *, replace: bool = False) -> FileIO:
    """Open a file for writing as it grows. It must be new, unless ``replace``."""
    check_free(path, replace=replace)
    try:
        return _resolved(path).open("wb" if replace or _is_device(path) else "xb", buffering=0)
    except FileExistsError:
        raise FileKept(path) from None


def write_all(file: BinaryIO | FileIO, content: bytes) -> None:
    """Write all of the content. An unbuffered file may accept only a part at a time."""
    left = memoryview(content)
    while left:
        left = left[file.write(left) or 0 :]


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths name the same file, which need not exist."""
    try:
        return one.samefile(other)
    except OSError:
        return _resolved(one) == _resolved(other)


class _Taken(Exception):
    """A file of this name appeared while the new one was written."""


@contextmanager
def _named(path: Path, partial: Path | None = None) -> Iterator[None]:
    """Add the file's name to errors that lack it, such as a full disk."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is None or error.filename == str(partial):
            raise _cannot(path, error.errno or errno.EIO) from None
        raise


def _resolved(path: Path) -> Path:
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:  # symbolic links that lead to each other; resolve() says so before Python 3.13
            raise _cannot(path, errno.ELOOP) from None
    return path.resolve()


def _is_device(path: Path) -> bool:
    """Whether the path is a device or a pipe, which is written to and not replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _put_in_place(partial: Path, target: Path, replace: bool) -> None:
    if target.is_dir():
        raise _Taken
    try:
        if replace:
            os.replace(partial, target)
        else:
            _put_as_new(partial, target)
    except FileExistsError:
        raise _Taken from None
    except OSError as error:
        raise _cannot(target, error.errno or errno.EIO) from None


def _put_as_new(partial: Path, target: Path) -> None:
    """Rename a file, unless the new name is taken. Without hard links, an empty file reserves the name."""
    try:
        os.link(partial, target)
    except FileExistsError:
        raise
    except OSError:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.replace(partial, target)
    else:
        partial.unlink()


def _cannot(path: Path, number: int, why: str = "") -> OSError:
    return OSError(number, f"can't be written: {why or os.strerror(number).lower()}", str(path))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def state_folder() -> Path:
    """The folder for what is kept between runs: ``PITBOSS_STATE``. Default: the user's state folder."""
    from platformdirs import user_state_path

    return Path(os.environ.get("PITBOSS_STATE") or user_state_path("pitboss"))


def cache_folder() -> Path:
    """The folder for what can be computed again: ``PITBOSS_CACHE``. Default: the user's cache folder."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("PITBOSS_CACHE") or user_cache_path("pitboss"))
