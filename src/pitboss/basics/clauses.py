"""The clauses of the rule documents: their ids, our paraphrases, and the register of citations.

Each game's folder holds ``clauses.tsv``. A row has the id, ``code`` or ``premises`` (people, signs, furniture), the
cases of a clause with several pay tables, and a paraphrase, which is read as a sentence. The documents' own sentences
are not stored.

At the end: the rulings of docs/rulings.md, by game and name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pitboss.basics.errors import GameError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


COLUMNS = ("id", "kind", "cases", "words")
KINDS = ("code", "premises")


class Clause(msgspec.Struct, frozen=True):
    """One numbered clause of a game's document."""

    game: str
    id: str
    kind: str = "code"
    cases: tuple[str, ...] = ()
    words: str = ""

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


def read(game: str, listed: Traversable) -> dict[str, Clause]:
    """The clauses in a game's ``clauses.tsv``, in order."""
    import csv

    found: dict[str, Clause] = {}
    with listed.open(encoding="utf-8") as file:
        for number, row in enumerate(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE), 1):
            if not row:
                continue
            if len(row) != len(COLUMNS) or (number == 1 and tuple(row) != COLUMNS):
                said = f"a row has four columns with tabs between them: {', '.join(COLUMNS)}"
                raise GameError(f"{listed.name}, line {number}: {said}")
            id, kind, cases, words = row
            if number == 1:
                continue
            if kind not in KINDS or id in found:
                said = f"'{id}' is listed twice" if id in found else f"a clause is {' or '.join(KINDS)}, not '{kind}'"
                raise GameError(f"{listed.name}, line {number}: {said}")
            found[id] = Clause(game, id, kind, tuple(case for case in cases.split(",") if case), _sentence(words))
    return found


def _sentence(words: str) -> str:
    """Words with a capital and a full stop, so that the clauses of all games look alike."""
    return f"{words[:1].upper()}{words[1:].removesuffix('.')}." if words else ""


Witness = Callable[[str, str, str], None]
_witnesses: list[Witness] = []


def cite(game: str, clause: str, case: str = "") -> None:
    """Record that an event, a refusal or a figure follows this clause, if citations are being collected."""
    for witness in _witnesses:
        witness(game, clause, case)


def watched() -> bool:
    return bool(_witnesses)


@contextmanager
def citations() -> Iterator[set[tuple[str, str, str]]]:
    """Collect the citations (game, clause, case) made in the block."""
    found: set[tuple[str, str, str]] = set()

    def witness(game: str, clause: str, case: str) -> None:
        found.add((game, clause, ""))
        found.add((game, clause, case))

    _witnesses.append(witness)
    try:
        yield found
    finally:
        _witnesses.remove(witness)


# --- rulings

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
