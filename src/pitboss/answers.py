"""The figures of a game as plain data: what the pages, the coach and the operator ask for first.

Those of each document's own rules are shipped as ``answers.json`` in the game's folder, so that nobody waits for them.
``python -m pitboss.answers`` makes the files, and a test counts every one again. The figures of other rules are kept on
disk, by the rules and the sources that they depend on.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import games, mathematics, studies
from pitboss.exact.sources import sources_digest
from pitboss.exact.spots import Spots
from pitboss.exact.store import SHIPPED, shipped
from pitboss.files import cache_folder, put
from pitboss.table.rules import TableRules

if TYPE_CHECKING:
    from pitboss.exact.picture import Grid

MOST_KEPT = 1000
"""How many answers stay on disk."""
PARTS = ("odds", "pictures", "carry")
"""The modules of a game from which figures come."""
EXAMPLES = 6
"""How many changed decisions are shown, one for each set of ranks."""


# --- figures


def odds(game: str, rules: TableRules) -> dict[str, Any]:
    """The exact odds of every wager under the rules."""
    found, base = mathematics.odds(game, rules), games.game(game).base
    said = found.as_dict() | {"set_cap": found.set_cap}
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


FIGURES: dict[str, Callable[[str, TableRules], Any]] = {"odds": odds, "strategy": strategy, "changes": changes}


# --- shipped, or kept on disk


def ready(what: str, game: str, rules: TableRules) -> Any:
    """A figure that is shipped. None if it is not, or if the rules are not the document's own."""
    return shipped(games.package(game)).get(what) if rules == games.game(game).rules() else None


def kept(what: str, game: str, rules: TableRules) -> Any:
    """A figure: shipped, or from the disk, or computed and stored."""
    known = ready(what, game, rules)
    if known is not None:
        return known
    parts = (part for part in PARTS if games.has(game, part))
    digest = " ".join(map(sources_digest, (__name__, *(f"{games.package(game)}.{part}" for part in parts))))
    said = sha256(f"{what} {game} {rules.digest} {digest}".encode()).hexdigest()
    path = cache_folder() / "answers" / f"{game}-{what}-{said[:16]}.json"
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


def made(game: str) -> dict[str, Any]:
    """Every figure of the document's own rules, and the values of first decisions that take long to count."""
    rules = games.game(game).rules()
    found = {what: figure(game, rules) for what, figure in FIGURES.items()}
    spots: Spots = games.part(game, "spots").SPOTS
    return found | ({"starts": spots.starts(rules)} if spots.starts is not None else {})


def main() -> None:
    """Count what is shipped, and write the file of each game."""
    for game in games.games():
        path = games.folder(game) / SHIPPED
        if not path.is_relative_to(Path(__file__).parent):  # another package's
            continue
        path.write_bytes(msgspec.json.format(msgspec.json.encode(made(game)), indent=1) + b"\n")
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
