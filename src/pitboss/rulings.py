"""The rulings of docs/rulings.md, by game and name, in our own words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

EVERY_GAME = "Every game"
PACKAGE = Path(__file__).resolve().parent
PAGES = (PACKAGE / "rulings.md", PACKAGE.parent.parent / "docs" / "rulings.md")
"""Where the page is: in an installed package beside the code, in the project among the documents."""


class Ruling(msgspec.Struct, frozen=True):
    """How an unclear clause is read."""

    name: str
    clauses: str = ""
    words: str = ""


@cache
def rulings() -> dict[tuple[str, str], Ruling]:
    """Every ruling by the title of its part and its name."""
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
    """A ruling that a game follows: its own, or one of every game.

    >>> ruling("Double Down Stud", "to-and-for").clauses
    'all pay tables'
    """
    every = rulings()
    return every.get((title, name)) or every.get((EVERY_GAME, name)) or Ruling(name)
