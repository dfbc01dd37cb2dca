"""Python files, read and not run."""

from __future__ import annotations

import ast
from pathlib import Path


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def root_of(folder: Path) -> Path:
    """The folder that holds the project, or the installed packages, to which a folder of code belongs."""
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder.parent if folder.name == "src" else folder
