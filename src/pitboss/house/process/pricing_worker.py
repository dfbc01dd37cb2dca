"""Exact figures of any rules, and files of them, in a process of their own, so that no table waits for them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from pitboss.basics.errors import RulesError
from pitboss.engine import registry
from pitboss.engine.rules import TableRules, to_builtins
from pitboss.house.process.worker import serve
from pitboss.mathematics import answers, any_game


def settled(game: str, given: Mapping[str, Any]) -> TableRules:
    """The rules that are priced, perhaps as a study. Only unreadable rules raise ``RulesError``."""
    return any_game.study(game, rules=given)


# --- files


def sheet(game: str, rules: TableRules, form: str) -> str:
    """The par sheet as a file of this form, in base64."""
    from pitboss.report import write

    with TemporaryDirectory() as folder:
        path = Path(folder) / f"sheet.{form}"
        write(any_game.odds(game, rules), path)
        return b64encode(path.read_bytes()).decode()


def chart(game: str, rules: TableRules, form: str) -> str:
    """The strategy to carry as a picture of this form: the short rules, and the chart below them. In base64."""
    from pitboss.mathematics.picture import Grid
    from pitboss.report import draw, stamped, with_steps

    grid = next(one for one in any_game.pictures(game, rules) if isinstance(one, Grid))
    short = any_game.short_strategy(game, rules) if registry.has(game, "short_strategy") else None
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"chart.{form}"
        draw(stamped(with_steps(grid, short) if short else grid, any_game.odds(game, rules)), path)
        return b64encode(path.read_bytes()).decode()


FILES: dict[str, Callable[[str, TableRules, str], str]] = {"sheet": sheet, "chart": chart}


# --- questions


def answered(question: bytes | msgspec.Raw) -> Any:
    """The answer to one question."""
    asked = msgspec.json.decode(question)
    game, what = asked["game"], asked["what"]
    rules = settled(game, asked["rules"])
    return FILES[what](game, rules, asked["form"]) if what in FILES else answers.kept(what, game, rules)


def described(rules: TableRules) -> dict[str, Any]:
    """Rules as plain values, and whether the document permits them."""
    return {"rules": to_builtins(rules), "study": bool(rules.study)}


if __name__ == "__main__":
    serve(lambda desk: answered, (ModuleNotFoundError, RulesError))
