"""``pitboss trace``: every clause with its code and its tests."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from pitboss import games
from pitboss import trace as tracing
from pitboss.cli.arguments import AnyGame, Json, Unusable, game_named
from pitboss.cli.output import console, print_json, waiting
from pitboss.terminal.drawing import fit, hang, plain_grid
from pitboss.trace import Trace

Tests = Annotated[
    Path | None,
    typer.Option(
        "--tests",
        metavar="FOLDER",
        show_default=False,
        help="The folder of tests to read. Default: the tests of the game's project, or the trace in its installed"
        " package.",
    ),
]


def trace(game: AnyGame = "", tests: Tests = None, as_json: Json = False) -> None:
    """List every clause of the rule documents with its code and its tests.

    A test counts only if it asserts something. A clause about people or premises has no code, and its text says why.

    [bold]Examples[/]

      pitboss trace                       the counts and the gaps of every game
      pitboss trace double_down_stud      each clause
      pitboss trace my_game --tests tests
      pitboss trace --json
    """
    names = [game_named(game).name] if game else games.games()
    try:
        with waiting("reading code and tests"):
            traces = [tracing.trace(name, tests) for name in names]
    except (OSError, ValueError) as error:
        raise Unusable(str(error)) from None
    if as_json:
        print_json({one.game: plain(one) for one in traces})
        return
    if game:
        show_clauses(traces[0])
    show_counts(traces)


def plain(one: Trace) -> dict[str, Any]:
    return {
        "source": {"tests": one.tests} if one.tests else {"data": one.built_from},
        "clauses": len(one.clauses),
        "code": one.code,
        "premises": one.premises,
        "missing": one.missing,
        "strangers": one.strangers,
        "only_run": one.only_run,
        "details": [
            {
                "id": traced.clause.id,
                "kind": traced.clause.kind,
                "words": traced.clause.words,
                "cases": list(traced.clause.cases),
                "code": traced.code,
                "tests": [{"test": shown.test, "case": shown.case, "asserts": shown.asserts} for shown in traced.tests],
            }
            for traced in one.clauses
        ],
    }


def show_clauses(one: Trace) -> None:
    """Show each clause in our words, then its code and its tests."""
    out = console()
    margin = max(len(traced.clause.id) for traced in one.clauses) + 2
    below = Text(" " * margin)
    for traced in one.clauses:
        hang(out, Text(f"{traced.clause.id:<{margin}}", "bold cyan"), Text(traced.clause.words), in_one_line=True)
        if traced.clause.kind == "premises":
            continue
        tests = dict.fromkeys(shown.test for shown in traced.proofs)
        for heading, found, most in (("in", traced.code, 4), ("shown by", list(tests), 2)):
            words = Text(_list(found, most), "dim") if found else Text("missing", "red")
            hang(out, below, Text(f"{heading} ", "dim") + words, in_one_line=True)
        for shown in traced.tests:
            if not shown.asserts:
                only_runs = Text(f"runs but asserts nothing: {shown.test}", "yellow")
                hang(out, below, only_runs, in_one_line=True)
        if traced.code and traced.proofs and traced.missing:
            hang(out, below, Text(traced.why_missing, "red"), in_one_line=True)
    out.print(Text("--json lists every place and every test.", "dim"))
    out.print()


def _list(found: list[str], most: int) -> str:
    rest = len(found) - most
    return ", ".join(found[:most]) + (f" and {rest} more" if rest > 0 else "")


def show_counts(traces: list[Trace]) -> None:
    out = console()
    numbers = ("clauses", "code", "premises", "missing")
    grid = plain_grid("game", *numbers, right=numbers)
    for one in traces:
        gaps = Text(str(len(one.missing)), "red" if one.missing else "green")
        grid.add_row(one.game, str(len(one.clauses)), str(one.code), str(one.premises), gaps)
    if len(traces) > 1:
        sums = (sum(len(t.clauses) for t in traces), sum(t.code for t in traces), sum(t.premises for t in traces))
        grid.add_section()
        grid.add_row("all", *map(str, sums), str(sum(len(t.missing) for t in traces)))
    out.print(fit(grid, out.width))
    for one in traces:
        for traced in one.clauses:
            if traced.missing:
                out.print(Text(f"{one.game} {traced.clause.id}: {traced.why_missing}", "red"), soft_wrap=True)
        for test in one.only_run:
            words = f"{one.game}: {test} does not count, since it asserts nothing"
            out.print(Text(words, "yellow"), soft_wrap=True)
        for stranger in one.strangers:
            words = f"{one.game}: a test names an unknown clause or case: {stranger}"
            out.print(Text(words, "red"), soft_wrap=True)
    for source in dict.fromkeys(map(source_of, traces)):
        out.print(Text(source, "dim"), soft_wrap=True)


def source_of(one: Trace) -> str:
    """The source of a trace, in words."""
    return f"read from the tests in {one.tests}" if one.tests else f"read from the data built with {one.built_from}"
