"""Finds the functions of a test file that assert something, by reading the file.

An ``assert`` counts in a test file, and ``pytest.raises`` counts everywhere. A call counts if the function that it
names asserts. An ``assert`` in a helper file does not count: it is a guard (``assert given is not None, "the round
hangs"``) and tests no rule. Functions and methods are known by their bare names, since reading can't tell whose method
is called.
"""

from __future__ import annotations

import ast
from functools import cache, lru_cache
from pathlib import Path

from pitboss.trace.sources import dotted, parsed

Functions = dict[str, tuple[bool, frozenset[str]]]
"""Functions by name: whether the function itself asserts, and the names that it calls."""


@cache
def asserting(path: Path, changed: int) -> frozenset[str]:
    """The functions of a test file that assert. Cached until ``changed``, the file's time, changes."""
    functions = {**_beside(path, set()), **_functions(parsed(path), guards=False)}
    found = {name for name, (asserts, _) in functions.items() if asserts}
    while more := {name for name, (_, calls) in functions.items() if calls & found} - found:
        found |= more
    return frozenset(found)


def _beside(path: Path, read: set[Path]) -> Functions:
    """The functions of the helper files that this one imports, directly or indirectly."""
    found: Functions = {}
    for module in _imported(parsed(path)):
        beside = beside_tests(path, module)
        if beside is not None and beside not in read:
            read.add(beside)
            found |= {**_beside(beside, read), **_functions(parsed(beside), guards=True)}
    return found


def beside_tests(path: Path, module: str) -> Path | None:
    """The file that a test imports by this name, beside it or in a folder of helpers."""
    folders = (path.parent, path.parent / "helpers", path.parent.parent / "helpers")
    return next((file for folder in folders if (file := folder / f"{module}.py").is_file()), None)


@lru_cache(maxsize=512)
def _imported(tree: ast.Module) -> list[str]:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return [
        module
        for node in imports
        for module in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names])
    ]


@lru_cache(maxsize=512)
def _functions(tree: ast.Module, guards: bool) -> Functions:
    return {
        node.name: (_asserts(node, guards), frozenset(_calls(node)))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def _asserts(function: ast.FunctionDef, guards: bool) -> bool:
    return any(
        (isinstance(node, ast.Assert) and not guards)
        or (isinstance(node, ast.Call) and dotted(node.func) == "pytest.raises")
        for node in ast.walk(function)
    )


def _calls(function: ast.FunctionDef) -> set[str]:
    called = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {node.id for node in called if isinstance(node, ast.Name)} | {
        node.attr for node in called if isinstance(node, ast.Attribute)
    }
