"""Imports run downward only: what deals knows nothing of who watches, and no game knows another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import games
from pitboss.trace import SOURCE

LAYERS = (
    {"cards", "poker", "money", "meter", "clauses", "errors", "files"},
    {"table"},
    {"progressive", "exact"},
    {"simulation"},
    {"games"},
    {"log", "pit", "happenings", "mathematics", "simulation.any_game"},
    {"narrate", "trace", "assertions", "report", "gym", "verification"},
    {"games.*.verification", "games.*.twins", "games.*.twins_players"},
    {"terminal"},
    {"cli", "__main__"},
)
"""Rooms and files by what they may import; a file of a room stands by itself where it is above the room, and the star
is any game."""
LEVEL = {module: level for level, modules in enumerate(LAYERS) for module in modules}
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"]


def imported(source: str) -> Iterator[tuple[str, ...]]:
    """The modules of pitboss that a source imports, anywhere in it, as parts of their names."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found = [name.name for name in names]
            case ast.ImportFrom(level=level) if level:
                raise AssertionError("a relative import does not say which layer it is of")
            case ast.ImportFrom(module="pitboss", names=names):
                found = [f"pitboss.{name.name}" for name in names if name.name != "__version__"]
            case ast.ImportFrom(module=str(module), names=names):
                found = [f"{module}.{name.name}" if is_module(f"{module}.{name.name}") else module for name in names]
            case _:
                continue
        for name in found:
            top, *parts = name.split(".")
            if top == "pitboss":
                yield tuple(parts)


def is_module(name: str) -> bool:
    return (SOURCE.parent / f"{name.replace('.', '/')}.py").is_file()


def level(module: tuple[str, ...]) -> int:
    """The layer of a file by itself, or of its room."""
    itself = ".".join(("games", "*", *module[2:]) if module[0] == "games" else module)
    return LEVEL[itself] if itself in LEVEL else LEVEL[module[0]]


def upward(module: tuple[str, ...], source: str) -> list[str]:
    """What a module imports of a layer above its own."""
    return [".".join(to) for to in imported(source) if not to or level(to) > level(module)]


def parts_of(path: Path) -> tuple[str, ...]:
    return path.relative_to(SOURCE).with_suffix("").parts


@pytest.mark.parametrize("path", MODULES, ids=lambda path: ".".join(parts_of(path)))
def test_imports_run_downward_only(path: Path) -> None:
    assert upward(parts_of(path), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("game", games())
def test_games_do_not_import_each_other(game: str) -> None:
    paths = sorted((SOURCE / "games" / game).glob("*.py"))
    assert paths
    for path in paths:
        found = list(imported(path.read_text(encoding="utf-8")))
        assert [to for to in found if to[0] == "games" and to[1:2] != (game,)] == [], path.name


@pytest.mark.parametrize(
    "source",
    [
        "from pitboss.games import games",
        "from pitboss import pit",
        "import pitboss.log",
        "import pitboss",
        "def late():\n    from pitboss.cli.app import main",
        "from pitboss.simulation import any_game",
    ],
)
def test_an_import_that_runs_upward_is_found(source: str) -> None:
    assert len(upward(("table", "dealer"), source)) == 1
