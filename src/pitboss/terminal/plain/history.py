"""Rounds that are over, at the prompt: a list of them, and one of them step by step with its clauses."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from pitboss.terminal.seat.answers import list_number
from pitboss.terminal.seat.bets import difference
from pitboss.terminal.seat.drawing import hang
from pitboss.terminal.seat.hints import NoHint
from pitboss.terminal.seat.past_rounds import History, PastRound

LAST = 20
"""The rounds in the list. Older ones are opened by their number."""
EMPTY = "Your rounds will be kept here. None is over yet."


def show_history(console: Console, history: History, said: str = "") -> None:
    """List the rounds, the newest first, or tell the one whose number was said."""
    try:
        lines = history.lines()
        if not lines:
            console.print(Text(EMPTY))
        elif not said:
            for number, line in enumerate(lines[:LAST], 1):
                console.print(Text(f"{number:>4}  {line.words}"), soft_wrap=True)
            older = f" There are {len(lines)} in all." if len(lines) > LAST else ""
            console.print(Text(f"Type history 1 to read the newest step by step.{older}", "dim"))
        elif 1 <= list_number(said) <= len(lines):
            _tell(console, history.open(list_number(said) - 1))
        else:
            console.print(Text(f"Type history and a number from 1 to {len(lines)}.", "red"))
    except NoHint as no:
        console.print(Text(f"{str(no)[:1].upper()}{str(no)[1:].rstrip('.')}.", "red"))


def _tell(console: Console, round: PastRound) -> None:
    console.print(Text(f"{round.where}, round {round.round}", "bold"))
    steps = round.steps
    for number, step in enumerate(steps, 1):
        words = Text.assemble(round.sentence(step), (f"  {step.clause}", "dim"))
        hang(console, Text(f"{number:>4}  ", "dim"), words, in_one_line=True)
    if round.player:
        console.print(Text(f"This round: {difference(round.net)}.", "bold"))
