"""Reads Python files without running them."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path


def parsed(path: Path) -> ast.Module:
    """The tree of a file. It is shared until the file changes, so nobody may alter it."""
    return _parsed(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _parsed(path: Path, changed: int) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def dotted(node: ast.AST) -> str:
    """A name with its dots, such as ``pytest.raises``. Empty for any other expression."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join((node.id, *reversed(parts))) if isinstance(node, ast.Name) else ""


def root_of(folder: Path) -> Path:
    """The folder of the project, or of the installed packages, that a folder of code belongs to."""
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder.parent if folder.name == "src" else folder
