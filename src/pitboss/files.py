"""Files written whole or not at all. What is there already is kept, unless the caller lets it be replaced."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedWriter
from pathlib import Path
from tempfile import mkstemp


class FileKept(FileExistsError):
    """A file that is there already, and that nobody has allowed to be replaced."""

    def __init__(self, path: Path, more: str = "") -> None:
        super().__init__(errno.EEXIST, f"it is there already, and is kept as it is{more}", str(path))


def check_free(path: Path, *, replace: bool = False) -> None:
    """Refuse a path at which a file can't be made, or where one is that may not be replaced. Devices are free."""
    if _is_device(path):
        return
    if path.is_dir():
        raise _cannot(path, errno.EISDIR, "it is a directory")
    target = path.resolve()
    if target.exists() and not replace:
        raise FileKept(path)
    if not target.parent.is_dir():
        raise _cannot(path, errno.ENOENT)
    if not os.access(target.parent, os.W_OK | os.X_OK) or (target.exists() and not os.access(target, os.W_OK)):
        raise _cannot(path, errno.EACCES)


@contextmanager
def written_whole(path: Path, *, replace: bool = False) -> Iterator[Path]:
    """A path to write to, whose file becomes that of ``path`` at the end; a failure leaves everything as it was."""
    check_free(path, replace=replace)
    if _is_device(path):
        yield path
        return
    target = path.resolve()
    try:
        handle, name = mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".partial")
    except OSError as error:
        raise _cannot(path, error.errno or errno.EIO) from None
    os.close(handle)
    partial = Path(name)
    try:
        yield partial
        partial.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        _put_in_place(partial, target, replace)
    except FileKept:
        raise FileKept(path, f"; it came while this one was written, which is in {partial}") from None
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def put(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Write a file whole."""
    with written_whole(path, replace=replace) as partial:
        try:
            partial.write_bytes(content)
        except OSError as error:
            raise _cannot(path, error.errno or errno.EIO) from None


def opened(path: Path, *, replace: bool = False) -> BufferedWriter:
    """A file to write to as it grows: a new one, unless what is there may be replaced."""
    check_free(path, replace=replace)
    try:
        return path.open("wb" if replace or _is_device(path) else "xb")
    except FileExistsError:
        raise FileKept(path) from None


def _is_device(path: Path) -> bool:
    """Whether what is there is a device or a pipe, which is written to and not replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _put_in_place(partial: Path, target: Path, replace: bool) -> None:
    try:
        if not replace and _linked(partial, target):
            partial.unlink()
        else:
            os.replace(partial, target)
    except FileKept:
        raise
    except OSError as error:
        raise _cannot(target, error.errno or errno.EIO) from None


def _linked(partial: Path, target: Path) -> bool:
    """Give a file another name, unless that is taken meanwhile. False where the file system knows no links."""
    try:
        os.link(partial, target)
    except OSError:
        if target.exists():
            raise FileKept(target) from None
        return False
    return True


def _cannot(path: Path, number: int, why: str = "") -> OSError:
    return OSError(number, f"can't be written: {why or os.strerror(number).lower()}", str(path))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
