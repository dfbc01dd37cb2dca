"""Exact figures of any rules, in a process of their own, so that no table waits for them.

Answers are kept on disk, by the rules and the sources that they depend on.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import games, mathematics, studies
from pitboss.errors import RulesError
from pitboss.server.aside_process import serve
from pitboss.table.rules import TableRules, to_builtins

if TYPE_CHECKING:
    from pitboss.exact.picture import Grid

MOST_KEPT = 1000
"""How many answers stay on disk."""
PARTS = ("odds", "pictures", "carry")
"""The modules of a game from which figures come."""
EXAMPLES = 6
"""How many changed decisions are shown, one for each set of ranks."""


def settled(game: str, given: Mapping[str, Any]) -> TableRules:
    """The rules that are priced, perhaps as a study. Only unreadable rules raise ``RulesError``."""
    return mathematics.study(game, rules=given)


# --- figures


def odds(game: str, rules: TableRules) -> dict[str, Any]:
    """The exact odds of every wager under the rules."""
    found, base = mathematics.odds(game, rules), games.game(game).base
    said = found.as_dict()
    for name, wager in found.wagers.items():
        said["wagers"][name] |= {"clause": wager.clause, "side": wager.side, "earned": wager.earned}
        said["wagers"][name]["per"] = (wager.per or base) if wager.earned else name
    return said


def strategy(game: str, rules: TableRules) -> dict[str, Any]:
    """The strategy under the rules: short rules where the game has them, and its charts."""
    from pitboss.exact.picture import Grid

    grids = [one for one in mathematics.pictures(game, rules) if isinstance(one, Grid)]
    said: dict[str, Any] = {"charts": [_chart(one) for one in grids]}
    if not games.has(game, "carry"):
        return said
    found = mathematics.short_strategy(game, rules)
    return said | {"lines": list(found.lines), "note": found.note, "price": found.price, "cost": float(found.cost)}


def _chart(grid: Grid) -> dict[str, Any]:
    return {
        "title": grid.title,
        "row_title": grid.row_title,
        "column_title": grid.column_title,
        "rows": list(grid.rows),
        "columns": list(grid.columns),
        "cells": [[{"text": cell.text, "kind": cell.kind} for cell in row] for row in grid.cells],
        "legend": dict(grid.legend),
        "note": grid.note,
        "breaks": list(grid.breaks),
    }


def changes(game: str, rules: TableRules) -> dict[str, Any]:
    """The decisions whose best choice is not that under the document's rules. Empty if none can be listed."""
    found = studies.changes(game, games.game(game).rules(), rules)
    if found is None:
        return {}
    examples = [
        {
            "state": one.state,
            "cards": one.cards,
            "before": one.before,
            "after": one.after,
            "gained": None if one.gain is None else float(one.gain),
            "gained_before": None if one.gain_before is None else float(one.gain_before),
            "up": one.up,
        }
        for one in found.examples[:EXAMPLES]
    ]
    by_up = [one.as_dict() for one in found.by_up]
    return {"count": found.count, "of": found.of, "examples": examples, "by_up": by_up}


def sheet(game: str, rules: TableRules, form: str) -> str:
    """The par sheet as a file of this form, in base64."""
    from pitboss.report import write

    with TemporaryDirectory() as folder:
        path = Path(folder) / f"sheet.{form}"
        write(mathematics.odds(game, rules), path)
        return b64encode(path.read_bytes()).decode()


def chart(game: str, rules: TableRules, form: str) -> str:
    """The strategy to carry as a picture of this form: the short rules, and the chart below them. In base64."""
    from pitboss.exact.picture import Grid
    from pitboss.report import draw, stamped, with_steps

    grid = next(one for one in mathematics.pictures(game, rules) if isinstance(one, Grid))
    short = mathematics.short_strategy(game, rules) if games.has(game, "carry") else None
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"chart.{form}"
        draw(stamped(with_steps(grid, short) if short else grid, mathematics.odds(game, rules)), path)
        return b64encode(path.read_bytes()).decode()


FILES: dict[str, Callable[[str, TableRules, str], str]] = {"sheet": sheet, "chart": chart}
FIGURES: dict[str, Callable[[str, TableRules], Any]] = {"odds": odds, "strategy": strategy, "changes": changes}


# --- kept on disk


def kept(what: str, game: str, rules: TableRules) -> Any:
    """A figure from the disk if it is there, otherwise computed and stored."""
    from pitboss.exact.sources import sources_digest
    from pitboss.files import cache_folder

    parts = (part for part in PARTS if games.has(game, part))
    digest = " ".join(map(sources_digest, (__name__, *(f"{games.package(game)}.{part}" for part in parts))))
    said = sha256(f"{what} {game} {rules.digest} {digest}".encode()).hexdigest()
    path = cache_folder() / "answers" / f"{game}-{what}-{said[:16]}.json"
    with suppress(OSError, msgspec.DecodeError):  # not there, or damaged: it is computed again
        found = msgspec.json.decode(path.read_bytes())
        path.touch()  # it was asked for now
        return found
    answer = FIGURES[what](game, rules)
    part = path.with_suffix(f".{os.getpid()}.part")
    with suppress(OSError):  # if the disk rejects it, the next question computes it again
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.encode(answer))
        part.replace(path)
        _trim(path.parent)
    return answer


def _trim(folder: Path) -> None:
    """Remove the answers that nobody has asked for longest, if there are too many."""
    ages = sorted((path.stat().st_mtime_ns, path) for path in folder.iterdir())
    for _, path in ages[: max(0, len(ages) - MOST_KEPT)]:
        path.unlink(missing_ok=True)


# --- questions


def answered(question: bytes | msgspec.Raw) -> Any:
    """The answer to one question."""
    asked = msgspec.json.decode(question)
    game, what = asked["game"], asked["what"]
    rules = settled(game, asked["rules"])
    return FILES[what](game, rules, asked["form"]) if what in FILES else kept(what, game, rules)


def described(rules: TableRules) -> dict[str, Any]:
    """Rules as plain values, and whether the document permits them."""
    return {"rules": to_builtins(rules), "study": bool(rules.study)}


if __name__ == "__main__":
    serve(lambda desk: answered, (ModuleNotFoundError, RulesError))
