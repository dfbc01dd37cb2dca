"""Exact figures of any rules, in a process of their own, so that no table waits for them.

The process reads questions from its standard input, a line of JSON each, and answers each with a line. It ends when its
input does, so it never outlives the house. Answers are kept on disk, by the rules and the sources that they depend on.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from pitboss import games, mathematics
from pitboss.cards import texts
from pitboss.errors import RulesError
from pitboss.table.rules import TableRules, to_builtins

if TYPE_CHECKING:
    from pitboss.exact.choices import Choices
    from pitboss.exact.picture import Grid

EXAMPLES = 6
"""How many changed decisions are shown, one for each set of ranks."""
CANDIDATES = 2000
"""The decisions among which examples of different ranks are sought."""
_SUIT = re.compile(r"(?<=[2-9TJQKA])[cdhs]\b")


def settled(game: str, given: Mapping[str, Any]) -> TableRules:
    """The rules that are priced. If studies can be priced, only unreadable rules raise ``RulesError``."""
    study = getattr(mathematics, "study", None)
    if study is not None:
        rules: TableRules = study(game, rules=given)
        return rules
    return mathematics.rules_for(games.game(game), given)


# --- figures


def odds(game: str, rules: TableRules) -> dict[str, Any]:
    """The exact odds of every wager under the rules."""
    found = mathematics.odds(game, rules)
    said = found.as_dict()
    for name, wager in found.wagers.items():
        said["wagers"][name] |= {"clause": wager.clause, "side": wager.side, "earned": wager.earned}
    return said


def strategy(game: str, rules: TableRules) -> dict[str, Any]:
    """The strategy under the rules: short rules where the game has them, and its charts."""
    from pitboss.exact.picture import Grid

    grids = [one for one in mathematics.pictures(game, rules) if isinstance(one, Grid)]
    said: dict[str, Any] = {"charts": [_chart(one) for one in grids]}
    short = getattr(mathematics, "short_strategy", None)
    if short is None or find_spec(f"{games.package(game)}.carry") is None:
        return said
    found = short(game, rules)
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
    }


def changes(game: str, rules: TableRules) -> dict[str, Any]:
    """The decisions whose best choice is not that under the document's rules. Empty if none can be listed."""
    known, document = mathematics.mathematics(game), games.game(game).rules()
    other = getattr(known, "changes", None)
    if other is not None:  # a game that compares decisions in its own way
        return _told(other(document, rules, None).as_dict())
    if known.choices is None:
        return {}
    before, after = known.choices(document, None), known.choices(rules, None)
    states = range(len(after.weights))
    lost = after.worth[after.best, states] - after.worth[before.best, states]
    wrong = (lost > 0).nonzero()[0]
    most = sorted(wrong.tolist(), key=lambda state: -int(lost[state]) * int(after.weights[state]))
    examples: dict[str, dict[str, Any]] = {}
    for state in most[:CANDIDATES]:
        if len(examples) < EXAMPLES:
            examples.setdefault(_SUIT.sub("", after.describe(state)), _example(before, after, state))
    count, total = int(after.weights[wrong].sum()), int(after.weights.sum())
    return {"count": count, "of": total, "examples": list(examples.values())}


def _example(before: Choices, after: Choices, state: int) -> dict[str, Any]:
    was, now = before.actions[int(before.best[state])], after.actions[int(after.best[state])]
    old, new = before.options(state), after.options(state)
    return {
        "state": after.describe(state),
        "cards": {place: texts(cards).split() for place, cards in after.known(state).items()},
        "before": was,
        "after": now,
        "gained": float(new[now] - new[was]),
        "gained_before": float(old[now] - old[was]),
    }


def _told(found: dict[str, Any]) -> dict[str, Any]:
    """Changes as the library has them, for those who show them."""
    examples = [
        {
            "state": one["state"],
            "cards": {},
            "before": one["before"],
            "after": one["after"],
            "gained": None if one["gain"] is None else float(Fraction(one["gain"])),
            "gained_before": None,
        }
        for one in found["examples"][:EXAMPLES]
    ]
    return {"count": found["count"], "of": found["of"], "examples": examples}


def sheet(game: str, rules: TableRules, form: str) -> str:
    """The par sheet as a file of this form, in base64."""
    from pitboss.report import write

    with TemporaryDirectory() as folder:
        path = Path(folder) / f"sheet.{form}"
        write(mathematics.odds(game, rules), path)
        return b64encode(path.read_bytes()).decode()


FIGURES: dict[str, Callable[[str, TableRules], Any]] = {"odds": odds, "strategy": strategy, "changes": changes}


# --- kept on disk


def kept(what: str, game: str, rules: TableRules) -> Any:
    """A figure from the disk if it is there, otherwise computed and stored."""
    from pitboss.exact.sources import sources_digest
    from pitboss.exact.store import cache_folder

    digest = f"{sources_digest(__name__)} {sources_digest(f'{games.package(game)}.odds')}"
    said = sha256(f"{what} {game} {rules.digest} {digest}".encode()).hexdigest()
    path = cache_folder() / "answers" / f"{game}-{what}-{said[:16]}.json"
    with suppress(OSError, msgspec.DecodeError):  # not there, or damaged: it is computed again
        return msgspec.json.decode(path.read_bytes())
    answer = FIGURES[what](game, rules)
    part = path.with_suffix(f".{os.getpid()}.part")
    with suppress(OSError):  # if the disk rejects it, the next question computes it again
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.encode(answer))
        part.replace(path)
    return answer


# --- questions


def answered(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question, or what went wrong."""
    game, what = asked["game"], asked["what"]
    try:
        rules = settled(game, asked["rules"])
        if what == "sheet":
            return {"answer": sheet(game, rules, asked["form"])}
        return {"answer": kept(what, game, rules)}
    except (ModuleNotFoundError, RulesError) as error:
        return {"error": str(error)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def described(rules: TableRules) -> dict[str, Any]:
    """Rules as plain values, and whether the document permits them."""
    return {"rules": to_builtins(rules), "study": bool(getattr(rules, "study", False))}


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until the questions end."""
    for line in questions:
        answers.write(msgspec.json.encode(answered(msgspec.json.decode(line))) + b"\n")
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house ends it
    os.nice(5)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # whatever a library prints is no answer
    serve(sys.stdin.buffer, out)
