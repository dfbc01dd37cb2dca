"""The file formats of reports: their suffixes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

PAR_SHEET = ("a par sheet", (".html", ".xlsx", ".csv"))
PICTURE = ("a picture", (".svg", ".png"))


class FileNameError(ValueError):
    """A file name with an unsupported suffix."""


def suffix_of(path: Path, what: str, taken: Sequence[str]) -> str:
    """The suffix of a path in lower case. It must be one of ``taken``.

    >>> suffix_of(Path("Par.HTML"), "a par sheet", (".html", ".csv"))
    '.html'
    """
    suffix = path.suffix.lower()
    if suffix not in taken:
        *others, last = taken
        given = f"'{suffix}'" if suffix else "empty"
        raise FileNameError(f"{path}: the suffix of {what} must be {', '.join(others)} or {last}, not {given}")
    return suffix
