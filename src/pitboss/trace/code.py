"""The places of a clause in the code, where its id stands as a string."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from pitboss.clauses import Clause
from pitboss.trace.sources import parsed, root_of


def code_of(folder: Path, document: Mapping[str, Clause]) -> dict[str, list[str]]:
    """The places in a folder where each clause's id stands as a string, in order: ``play.py:12``."""
    root = root_of(folder)
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("**/*.py")):
        name = path.relative_to(root).as_posix()
        for text, lines in _strings_of(path, path.stat().st_mtime_ns).items():
            if text in document:
                found.setdefault(text, []).extend(f"{name}:{line}" for line in sorted(lines))
    return found


@lru_cache(maxsize=256)
def _strings_of(path: Path, changed: int) -> dict[str, set[int]]:
    """The strings in a file, with their lines. Cached until the file changes."""
    lines: dict[str, set[int]] = {}
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            lines.setdefault(node.value, set()).add(node.lineno)
    return lines
