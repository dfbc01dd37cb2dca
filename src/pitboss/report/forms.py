"""The forms that a report takes: which suffix of a file name asks for which, and which libraries each needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PAR_SHEET = ("a par sheet", (".html", ".xlsx", ".csv"))
PICTURE = ("a picture", (".svg", ".png"))


class FileNameError(ValueError):
    """A file name whose suffix says nothing that can be written."""


def suffix_of(path: Path, what: str, taken: Sequence[str]) -> str:
    """The suffix of a path, in small letters, if it is one of those that are taken.

    >>> suffix_of(Path("Par.HTML"), "a par sheet", (".html", ".csv"))
    '.html'
    """
    suffix = path.suffix.lower()
    if suffix not in taken:
        *others, last = taken
        given = f"'{suffix}'" if suffix else "no suffix"
        raise FileNameError(f"{path}: {what} is written as {', '.join(others)} or {last}, and this name has {given}")
    return suffix


@contextmanager
def needs(what: str) -> Iterator[None]:
    """Imports inside that fail say what they are for and how to get them."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{what} needs {error.name}: pip install 'pitboss[report]'", name=error.name
        ) from None
