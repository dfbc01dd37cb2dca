"""How commands show a study, and what a change of the rules does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.text import Text

from pitboss.basics.errors import Defect
from pitboss.cli.output import console
from pitboss.mathematics.results import GameOdds
from pitboss.terminal.seat.drawing import fit, hang, plain_grid


def show_study(out: Console, mark: str, defects: Sequence[Defect] = ()) -> None:
    """Mark a study, and say what the document forbids in it. Nothing for lawful rules."""
    if mark:
        out.print(Text(f"  {mark}", "bold yellow"))
    for defect in defects:
        hang(out, Text("  forbidden: ", "yellow"), Text(str(defect)), in_one_line=True)


def show_compared(odds: GameOdds, found: Mapping[str, Any]) -> None:
    """Compare with the document's default rules: the edge of each wager, then the decisions that change."""
    out, document, numbers = console(), found["document"], ("document", "here", "difference")
    grid = plain_grid("house edge", *numbers, right=numbers)
    grid.add_row("round", *_edges(document["house_edge"], odds.house_edge))
    for name, wager in odds.wagers.items():
        if name in document["wagers"]:
            there, here = document["wagers"][name]["house_edge"], wager.house_edge
            grid.add_row(name, *_edges(there, here))
    out.print(fit(grid, out.width))
    changed = found["decisions"]
    if changed is None:
        return
    out.print(Text(f"  {changed['count']:,} of {changed['of']:,} decisions change, {changed['share']:.4%} of all"))
    if changed["examples"]:
        grid = plain_grid("for example", "document", "here", "gains", right=("gains",))
        for one in changed["examples"]:
            gain = "" if one["gain"] is None else f"{float(Fraction(one['gain'])):+.6f}"
            grid.add_row(one["state"], one["before"], one["after"], gain)
        out.print(fit(grid, out.width))
    out.print()


def _edges(there: float, here: float) -> tuple[str, str, str]:
    return f"{there:.4%}", f"{here:.4%}", f"{here - there:+.4%}"
