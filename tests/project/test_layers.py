"""Imports run downward and never in a circle. The table does not know its watchers, and no game knows another.

The layers are the blocks between two bars in the drawing of the house in ``docs/architecture.md``. Every import counts,
even in a function or under ``TYPE_CHECKING``.
"""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from pitboss.engine.registry import games
from pitboss.verification.trace import SOURCE

PAGE = SOURCE.parent.parent / "docs" / "architecture.md"
ROOMS = re.compile(r" {3}((?:[\w*/]+(?:\.py|/)(?: +|$))+)")
"""A line of the drawing: files and folders, then words. The files of a game's folder are indented further."""
FRONT = ("pitboss", "pitboss.__main__")
"""The modules above all layers, which users import and run."""

Graph = Mapping[str, set[str]]


# --- the graph of imports


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


def imported(source: str) -> Iterator[str]:
    """The modules of pitboss that a source imports anywhere."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found = [name.name for name in names]
            case ast.ImportFrom(level=level) if level:
                raise AssertionError("a relative import does not name its layer")
            case ast.ImportFrom(module=str(module), names=names):
                within = [f"{module}.{name.name}" for name in names]
                found = [name if name in FILES else module for name in within]
            case _:
                continue
        yield from (name for name in found if name.partition(".")[0] == "pitboss")


@cache
def graph() -> Graph:
    """The imports of every module."""
    return {module: set(imported(path.read_text(encoding="utf-8"))) for module, path in FILES.items()}


def circle(imports: Graph, module: str) -> list[str]:
    """The shortest path from a module back to itself, if there is one."""
    ways = deque([[module]])
    seen = set()
    while ways:
        way = ways.popleft()
        for to in sorted(imports[way[-1]]):
            if to == module:
                return [*way, to]
            if to not in seen:
                seen.add(to)
                ways.append([*way, to])
    return []


# --- the layers


def layers(page: str) -> list[list[str]]:
    """The files and folders of each layer in the drawing, from the top."""
    drawing = page.split("## Layers", 1)[1].split("```")[1]
    blocks = re.split(r"\n +│\n", drawing)
    return [
        [name for row in map(ROOMS.match, block.splitlines()) if row for name in row[1].split()] for block in blocks
    ]


LAYERS = layers(PAGE.read_text(encoding="utf-8"))


def shows(room: str, module: str) -> bool:
    """Whether a file or folder of the drawing is or contains a module."""
    file = FILES[module].relative_to(SOURCE).as_posix()
    return fnmatch(file, room + "*") if room.endswith("/") else fnmatch(file, room)


@cache
def height(module: str) -> int:
    """The height of a module's layer. The most exact name in the drawing decides."""
    if module in FRONT:
        return len(LAYERS)
    found = [(len(room), -level) for level, rooms in enumerate(LAYERS, 1) for room in rooms if shows(room, module)]
    assert found, f"the drawing in {PAGE.name} does not show {module}"
    return len(LAYERS) + max(found)[1]


def upward(module: str, targets: set[str]) -> list[str]:
    """The imports of a module from layers above its own."""
    return [to for to in sorted(targets) if height(to) > height(module)]


# --- the rules


def test_imports_run_downward_only() -> None:
    assert {module: up for module, targets in graph().items() if (up := upward(module, targets))} == {}


def test_no_module_imports_itself_by_a_detour() -> None:
    assert [" -> ".join(found) for module in graph() if (found := circle(graph(), module))] == []


@pytest.mark.parametrize("game", games())
def test_games_do_not_import_each_other(game: str) -> None:
    folder = f"pitboss.games.{game}"
    modules = [module for module in graph() if module == folder or module.startswith(f"{folder}.")]
    assert modules
    for module in modules:
        of_games = [to for to in graph()[module] if to == "pitboss.games" or to.startswith("pitboss.games.")]
        assert [to for to in of_games if to != folder and not to.startswith(f"{folder}.")] == [], module


def test_the_checker_of_logs_imports_nothing_of_ours() -> None:
    assert graph()["pitboss.checker"] == set()


def test_what_the_drawing_shows_exists() -> None:
    assert [room for layer in LAYERS for room in layer if not any(shows(room, module) for module in FILES)] == []


# --- the domain knows no HTTP

WEB = frozenset(
    ["aiohttp", "fastapi", "h11", "http", "httpx", "pydantic", "requests", "starlette", "uvicorn", "websockets"]
)
"""Packages that speak HTTP."""
CLIENTS = ("pitboss.client", "pitboss.browser")
"""Below the server too, but they truly speak HTTP."""
STATUSES = re.compile(r"HTTPException|HTTPStatus|status_code|\bstatus (?:code )?[1-5]\d\d\b")


def of_the_web(source: str) -> Iterator[str]:
    """The imports from packages that speak HTTP, also inside functions."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found = [name.name for name in names]
            case ast.ImportFrom(module=str(module)):
                found = [module]
            case _:
                continue
        yield from (name for name in found if name.partition(".")[0] in WEB)


def domain() -> list[str]:
    """The modules below the server, but for clients."""
    below = [module for module in FILES if height(module) < height("pitboss.server")]
    return [module for module in below if not module.startswith(CLIENTS)]


def test_nothing_below_the_server_imports_a_type_of_the_web() -> None:
    assert {"pitboss.house.authorize", "pitboss.engine.table"} <= set(domain())
    found = {module: list(of_the_web(FILES[module].read_text(encoding="utf-8"))) for module in domain()}
    assert {module: names for module, names in found.items() if names} == {}


def test_the_house_names_no_status_of_http() -> None:
    house = [module for module in domain() if module.startswith("pitboss.house")]
    assert [module for module in house if STATUSES.search(FILES[module].read_text(encoding="utf-8"))] == []


# --- the checks themselves


@pytest.mark.parametrize(
    "source", ["import httpx", "from starlette.exceptions import HTTPException", "def late():\n    import http.client"]
)
def test_an_import_of_the_web_is_found(source: str) -> None:
    assert len(list(of_the_web(source))) == 1


def test_the_drawing_has_layers_in_order() -> None:
    assert len(LAYERS) > 5
    assert LAYERS[0] == ["cli/"]
    assert "basics/" in LAYERS[-1]
    assert (
        height("pitboss.basics.cards")
        < height("pitboss.engine.round.round")
        < height("pitboss.games")
        < height("pitboss.cli.app")
    )


@pytest.mark.parametrize(
    "source",
    [
        "from pitboss.games import boston_5_stud",
        "from pitboss.mathematics import any_game",
        "from pitboss import odds",
        "import pitboss.log",
        "import pitboss",
        "def late():\n    from pitboss.cli.app import main",
        "if TYPE_CHECKING:\n    from pitboss.report import drawing",
    ],
)
def test_an_import_that_runs_upward_is_found(source: str) -> None:
    assert len(upward("pitboss.engine.round.dealer", set(imported(source)))) == 1


def test_an_import_of_a_module_is_not_one_of_the_package_that_holds_it() -> None:
    source = "from pitboss.report import drawing, write\nfrom pitboss.report.numbers import cents"
    assert set(imported(source)) == {"pitboss.report.drawing", "pitboss.report", "pitboss.report.numbers"}


@pytest.mark.parametrize(
    ("imports", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"b"}}, []),
        ({"a": {"b", "c"}, "b": {"c"}, "c": {"a"}}, ["a", "c", "a"]),
        ({"a": {"a"}}, ["a", "a"]),
    ],
)
def test_a_circle_is_found(imports: Graph, found: list[str]) -> None:
    assert circle(imports, "a") == found
