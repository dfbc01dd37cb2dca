"""What a screen of the page needs, so that a browser can ask for all of it at once."""

from __future__ import annotations

import json
import re
from functools import cache
from os.path import normpath
from pathlib import Path

from pitboss.browser import FOLDER
from pitboss.engine import registry

IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
"""A static import. Imports within a function are for later, and those in comments are types."""
GAMES = Path("js", "games")
"""Where a game may have a folder."""
OWN = "page"
"""The folder of a game's own package that replaces parts of the page."""
MODULE = re.compile(r"\w+\.js")
STYLES = re.compile(r'\bstyled\(("[\w", ]+)\)')
"""The style sheets that a screen begins with."""
PART = re.compile(r'\bpartOf\([^"\n]*"(\w+)"\)')
"""A module of a game that is loaded by name. Which game it is shows later, so all of them are asked for."""
PLACE = "<!-- needed -->"
"""Where the front page says what its screens need."""


def needed(module: Path, folder: Path = FOLDER) -> list[Path]:
    """A module, all that it imports, those that others import too, and the parts of games that it loads by name."""
    found = {module: None}
    waiting = [module]
    for one in waiting:
        new = [other for other in _imports(one, folder) if other not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return waiting


@cache
def _imports(module: Path, folder: Path) -> tuple[Path, ...]:
    source = module.read_text("utf-8")
    static = [Path(normpath(module.parent / name)) for name in IMPORT.findall(source)]
    games = [path for part in PART.findall(source) for path in sorted((folder / GAMES).glob(f"*/{part}.js"))]
    return tuple(dict.fromkeys([*static, *games]))


def games(folder: Path = FOLDER) -> dict[str, list[str]]:
    """The modules that each game has for the page, without their endings: here, or in its own package."""
    found: dict[str, list[str]] = {}
    for path in sorted((folder / GAMES).glob("*/*.js")):
        found.setdefault(path.parent.name, []).append(path.stem)
    own = {name: sorted(one.stem for one in (registry.folder(name) / OWN).glob("*.js")) for name in registry.games()}
    return {name: parts for name, parts in own.items() if parts} | found


def own_module(path: str) -> Path | None:
    """The file of a module that a game's own package has, by its path below ``js``."""
    games, _, rest = path.partition("/")
    name, _, module = rest.partition("/")
    if games != GAMES.name or name not in registry.games() or not MODULE.fullmatch(module):
        return None
    found = registry.folder(name) / OWN / module
    return found if found.is_file() else None


@cache
def preloaded(folder: Path = FOLDER) -> str:
    """HTML that asks for the modules of the frame at once, and tells the frame what each screen needs.

    A browser finds imports only when it has read the module before: without this, modules come in a long chain.
    """
    frame = needed(folder / "js" / "main.js", folder)
    screens = {
        screen.stem: [*_styles(screen), *(_address(one, folder) for one in needed(screen, folder) if one not in frame)]
        for screen in sorted((folder / "js" / "screens").glob("*.js"))
    }
    links = [f'<link rel="modulepreload" href="{_address(one, folder)}" />' for one in frame[1:]]
    said = json.dumps(screens, separators=(",", ":"))
    by_name = json.dumps(games(folder), separators=(",", ":"))
    return "\n    ".join([*links, _data("needed", said), _data("games", by_name)])


def _data(id: str, said: str) -> str:
    """Data for the scripts of the page."""
    return f'<script type="application/json" id="{id}">{said}</script>'


def _styles(screen: Path) -> list[str]:
    found = STYLES.search(screen.read_text("utf-8"))
    return [f"/style/{name}.css" for name in json.loads(f"[{found[1]}]")] if found else []


def _address(path: Path, folder: Path) -> str:
    return f"/{path.relative_to(folder).as_posix()}"
