"""The figures of a game as plain data: what the pages, the coach and the operator ask for first.

Those of each document's own rules are shipped as ``answers.json`` in the game's folder, so that nobody waits for them.
``python -m pitboss.mathematics.answers`` makes the files, and a test counts every one again. The figures of other rules
are kept on disk, by the rules and the sources that they depend on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.basics.files import cache_folder, put
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules
from pitboss.mathematics import any_game
from pitboss.mathematics.counting.store import SHIPPED, shipped, sources_digest
from pitboss.mathematics.decision_values import Spots

if TYPE_CHECKING:
    from pitboss.mathematics.results import Grid

MOST_KEPT = 1000
"""How many answers stay on disk."""
PARTS = ("odds", "pictures", "short_strategy")
"""The modules of a game from which figures come."""
WIDTH = 120
"""The most characters of a line of what is shipped, if its value can be broken."""
EXAMPLES = 6
"""How many changed decisions are shown, one for each set of ranks."""


# --- figures


def odds(game: Game, rules: TableRules) -> dict[str, Any]:
    """The exact odds of every wager under the rules."""
    found = any_game.odds(game, rules)
    said = found.as_dict() | {"set_cap": found.set_cap}
    for name, wager in found.wagers.items():
        said["wagers"][name] |= {"clause": wager.clause, "side": wager.side, "earned": wager.earned}
        said["wagers"][name]["per"] = (wager.per or game.base) if wager.earned else name
    return said


def strategy(game: Game, rules: TableRules) -> dict[str, Any]:
    """The strategy under the rules: short rules where the game has them, and its charts."""
    from pitboss.mathematics.results import Grid

    grids = [one for one in any_game.pictures(game, rules) if isinstance(one, Grid)]
    said: dict[str, Any] = {"charts": [_chart(one) for one in grids]}
    if not registry.has(game, "short_strategy"):
        return said
    found = any_game.short_strategy(game, rules)
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


def changes(game: Game, rules: TableRules) -> dict[str, Any]:
    """The decisions whose best choice is not that under the document's rules. Empty if none can be listed."""
    found = any_game.changes(game, game.rules(), rules)
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
    by_up = msgspec.to_builtins(found.by_up)
    return {"count": found.count, "of": found.of, "examples": examples, "by_up": list(by_up)}


FIGURES: dict[str, Callable[[Game, TableRules], Any]] = {"odds": odds, "strategy": strategy, "changes": changes}


# --- shipped, or kept on disk


def ready(what: str, game: Game, rules: TableRules) -> Any:
    """A figure that is shipped. None if it is not, or if the rules are not the document's own."""
    return shipped(registry.package(game.name)).get(what) if rules == game.rules() else None


def kept(what: str, game: Game, rules: TableRules) -> Any:
    """A figure: shipped, or from the disk, or computed and stored."""
    known = ready(what, game, rules)
    if known is not None:
        return known
    modules = (name for part in PARTS for name in registry.sources(game, part))
    digest = sources_digest(__name__, *modules)
    said = sha256(f"{what} {game.name} {rules.digest} {digest}".encode()).hexdigest()
    path = cache_folder() / "answers" / f"{game.name}-{what}-{said[:16]}.json"
    with suppress(OSError, msgspec.DecodeError):  # not there, or damaged: it is computed again
        found = msgspec.json.decode(path.read_bytes())
        path.touch()  # it was asked for now
        return found
    answer = FIGURES[what](game, rules)
    with suppress(OSError):  # if the disk rejects it, the next question computes it again
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, msgspec.json.encode(answer), replace=True)
        _trim(path.parent)
    return answer


def _trim(folder: Path) -> None:
    """Remove the answers that nobody has asked for longest, if there are too many."""
    ages = sorted((path.stat().st_mtime_ns, path) for path in folder.iterdir())
    for _, path in ages[: max(0, len(ages) - MOST_KEPT)]:
        path.unlink(missing_ok=True)


# --- what is shipped


def made(game: Game) -> dict[str, Any]:
    """Every figure of the document's own rules, and the values of first decisions that take long to count."""
    rules = game.rules()
    found = {what: figure(game, rules) for what, figure in FIGURES.items()}
    spots: Spots = registry.part(game, "decision_values").SPOTS
    return found | ({"starts": spots.starts(rules)} if spots.starts is not None else {})


def laid_out(value: Any, depth: int = 0) -> str:
    """JSON in which a value stands on one line if it fits there, so that rows can be compared as rows.

    >>> print(laid_out({"name": "ante", "outcomes": ["win", "lose"]}))
    {"name":"ante","outcomes":["win","lose"]}
    """
    line = msgspec.json.encode(value).decode()
    if depth + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        begin, end = "{}"
        rows = [f"{laid_out(name)}:{laid_out(one, depth + 1)}" for name, one in value.items()]
    else:
        begin, end = "[]"
        rows = [laid_out(one, depth + 1) for one in value]
    inner = ",\n".join(" " * (depth + 1) + row for row in rows)
    return f"{begin}\n{inner}\n{' ' * depth}{end}"


def main() -> None:
    """Count what is shipped, and write the file of each game."""
    for name in registry.games():
        if not registry.package(name).startswith(registry.GROUP):  # another package's
            continue
        game = registry.game(name)
        path = registry.folder(game) / SHIPPED
        path.write_text(laid_out(made(game)) + "\n", encoding="utf-8")
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
