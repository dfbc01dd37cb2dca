"""The rulings of docs/rulings.md, by game and name, in our own words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

EVERY_GAME = "Every game"
PACKAGE = Path(__file__).resolve().parent.parent
PAGES = (PACKAGE / "rulings.md", PACKAGE.parent.parent / "docs" / "rulings.md")
"""The possible paths of the page: beside the code in an installed package, in docs/ in the project."""


class Ruling(msgspec.Struct, frozen=True):
    """Our interpretation of an unclear clause."""

    name: str
    clauses: str = ""
    words: str = ""


@cache
def rulings() -> dict[tuple[str, str], Ruling]:
    """Every ruling, by the title of its section and its name."""
    page = next(path for path in PAGES if path.is_file())
    found, part = {}, ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            part = line[3:].strip()
        elif line.startswith("|") and part:
            name, clauses, words = (cell.strip() for cell in line.strip().strip("|").split("|"))
            found[part, name] = Ruling(name, clauses, words.replace("**", ""))
    return found


def ruling(title: str, name: str) -> Ruling:
    """A ruling for a game: the game's own, or one for every game.

    >>> ruling("Double Down Stud", "to-and-for").clauses
    'all pay tables'
    """
    every = rulings()
    return every.get((title, name)) or every.get((EVERY_GAME, name)) or Ruling(name)
