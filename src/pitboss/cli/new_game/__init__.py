"""``pitboss new-game``: write a package with a small complete game, to be changed into another.

The files beside this one are its texts. In them, ``new_game``, ``New Game`` and ``NewGame`` stand for the game's name.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from pitboss.cli.arguments import Json, Unusable, shown
from pitboss.cli.output import console, print_json
from pitboss.engine import registry

TEXTS = Path(__file__).parent
FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "hatch_build.py": "hatch_build.py",
    "src/new_game/__init__.py": "__init__.py",
    "src/new_game/game.py": "game.py",
    "src/new_game/rules.py": "rules.py",
    "src/new_game/settle.py": "settle.py",
    "src/new_game/clauses.tsv": "clauses.tsv",
    "src/new_game/py.typed": "",
    "tests/test_new_game.py": "of_a_game.py",
}
"""The files of a package, each with the text beside this module that it is made from. An empty one has none."""
LONGEST = 40

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="The game's name in lower-case letters, such as high_card. Required.")
]
Title = Annotated[
    str, typer.Option("--title", metavar="TITLE", help="The title that people read. Default: made from the name.")
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="The folder to make. Default: one of the game's name, here.")
]


def new_game(name: Name = "", title: Title = "", out: Out = None, as_json: Json = False) -> None:
    """Write a package with a small complete game, to be changed into yours.

    It has two cards a hand, an ante, a raise, a bonus, and a test for each clause. One test fails until you fill in
    three amounts. Once it is installed, every command takes the game.

    [bold]Examples[/]

      pitboss new-game high_card
      pitboss new-game high_card --title "High Card Deluxe" --out games/high_card
      pip install -e high_card
      pitboss play high_card
    """
    check_name(name)
    folder = out or Path(name)
    if folder.exists() or folder.is_symlink():
        raise Unusable(f"{folder} exists already: name another folder with --out")
    said = title.strip() or name.replace("_", " ").title()
    if not re.fullmatch(r"[\w .,'&!-]{1,60}", said):
        raise Unusable(f"--title must be at most 60 letters, digits and plain signs, not {shown(title)}")
    written = write(name, said, folder)
    steps = {
        f"pip install -e '{folder}[test]'": "Pitboss then finds the game by its entry point",
        f"pitboss play {name}": "or 'pitboss serve', for a table in the browser",
        f"pitboss odds {name}": "exact odds and the best strategy",
        f"pitboss verify {name} --simulate": "the table against fast rounds and exact odds",
        f"pytest {folder}": "one test fails: fill in its three amounts",
    }
    if as_json:
        print_json({"game": name, "title": said, "folder": str(folder), "files": written, "next": list(steps)})
        return
    lines = console()
    lines.print(Text(f"{said} is in {folder}: {len(written)} files, a small complete game. Next:\n"))
    width = max(map(len, steps))
    for command, means in steps.items():
        lines.print(Text(f"  {command:<{width}}  ") + Text(means, "dim"), soft_wrap=True)
    lines.print(Text(f"\nThen change it into your game. {folder / 'README.md'} says which file holds what."))


def check_name(name: str) -> None:
    """Reject a name that no package and no game can have, or that another has already."""
    if not name:
        raise Unusable("name the game in lower-case letters, as in 'pitboss new-game high_card'")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > LONGEST or iskeyword(name):
        like = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_0123456789")[:LONGEST]
        hint = f", such as {like}" if like and like != name else ""
        raise Unusable(f"{shown(name)} can't be a game's name: use lower-case letters, digits and single _{hint}")
    if name in registry.packages():
        raise Unusable(f"there is a game '{name}' already: choose another name")
    if (found := find_spec(name)) and found.origin:  # a mere folder hides nothing
        raise Unusable(f"there is a Python package '{name}' already, which yours would hide: choose another name")


def write(name: str, title: str, folder: Path) -> list[str]:
    """Write the files of the package. Returns their names."""
    words = {"new_game": name, "New Game": title, "NewGame": "".join(map(str.capitalize, name.split("_")))}
    words["new-game"] = name.replace("_", "-")

    def named(text: str) -> str:
        return re.sub("|".join(words), lambda found: words[found[0]], text)

    written = []
    for path, text in FILES.items():
        file = folder / named(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(named((TEXTS / f"{text}.txt").read_text(encoding="utf-8")) if text else "", encoding="utf-8")
        written.append(named(path))
    return written
