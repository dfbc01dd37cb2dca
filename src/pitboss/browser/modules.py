"""What a screen of the page needs, so that a browser can ask for all of it at once."""

from __future__ import annotations

import json
import re
from functools import cache
from os.path import normpath
from pathlib import Path

from pitboss.browser import FOLDER

IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
"""A static import. Imports within a function are for later, and those in comments are types."""
STYLES = re.compile(r'\bstyled\(("[\w", ]+)\)')
"""The style sheets that a screen begins with."""
PLACE = "<!-- needed -->"
"""Where the front page says what its screens need."""


def needed(module: Path) -> list[Path]:
    """A module, and all that it imports, those that others import too."""
    found = {module: None}
    waiting = [module]
    for one in waiting:
        new = [other for other in _imports(one) if other not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return waiting


@cache
def _imports(module: Path) -> tuple[Path, ...]:
    names = IMPORT.findall(module.read_text("utf-8"))
    return tuple(dict.fromkeys(Path(normpath(module.parent / name)) for name in names))


@cache
def preloaded(folder: Path = FOLDER) -> str:
    """HTML that asks for the modules of the frame at once, and tells the frame what each screen needs.

    A browser finds imports only when it has read the module before: without this, modules come in a long chain.
    """
    frame = needed(folder / "js" / "main.js")
    screens = {
        screen.stem: [*_styles(screen), *(_address(one, folder) for one in needed(screen) if one not in frame)]
        for screen in sorted((folder / "js" / "screens").glob("*.js"))
    }
    links = [f'<link rel="modulepreload" href="{_address(one, folder)}" />' for one in frame[1:]]
    said = json.dumps(screens, separators=(",", ":"))
    return "\n    ".join([*links, f'<script type="application/json" id="needed">{said}</script>'])


def _styles(screen: Path) -> list[str]:
    found = STYLES.search(screen.read_text("utf-8"))
    return [f"/style/{name}.css" for name in json.loads(f"[{found[1]}]")] if found else []


def _address(path: Path, folder: Path) -> str:
    return f"/{path.relative_to(folder).as_posix()}"
