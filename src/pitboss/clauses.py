"""The clauses of the rule documents: their ids, our own short words for them, and the register of citations.

Each game's folder holds ``clauses.tsv``: id, whether the clause lives in ``code`` or is about ``premises`` (people,
signs, furniture), the cases it holds when it is several pay tables, and a paraphrase. Nothing of the documents' own
sentences is kept.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources.abc import Traversable

import msgspec


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
    """Every clause that a game's ``clauses.tsv`` lists, in its order."""
    with listed.open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {
            row["id"]: Clause(
                game, row["id"], row["kind"], tuple(case for case in row["cases"].split(",") if case), row["words"]
            )
            for row in rows
        }


Witness = Callable[[str, str, str], None]
_witnesses: list[Witness] = []


def cite(game: str, clause: str, case: str = "") -> None:
    """Tell whoever is listening that an event, a refusal or a figure rests on this clause."""
    for witness in _witnesses:
        witness(game, clause, case)


def watched() -> bool:
    return bool(_witnesses)


@contextmanager
def citations() -> Iterator[set[tuple[str, str, str]]]:
    """Collect every citation (game, clause, case) made while the block runs."""
    found: set[tuple[str, str, str]] = set()

    def witness(game: str, clause: str, case: str) -> None:
        found.add((game, clause, ""))
        found.add((game, clause, case))

    _witnesses.append(witness)
    try:
        yield found
    finally:
        _witnesses.remove(witness)
