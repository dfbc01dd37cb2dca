"""``pitboss trace``: every clause with its code and its tests."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from pitboss.basics.errors import GameError
from pitboss.cli.arguments import AnyGame, Json, Unusable, game_named
from pitboss.cli.output import complain, console, print_json, waiting
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.terminal.seat.drawing import fit, hang, plain_grid
from pitboss.verification import trace as tracing
from pitboss.verification.trace import Trace

ALL = sys.maxsize

Tests = Annotated[
    Path | None,
    typer.Option(
        "--tests",
        metavar="FOLDER",
        help="The folder of tests to read. Default: the tests of the game's project, or the trace in its installed"
        " package.",
    ),
]


OneClause = Annotated[
    str, typer.Argument(metavar="[CLAUSE]", help="One clause of the document, in quotation marks. Default: all.")
]


def trace(game: AnyGame = "", clause: OneClause = "", tests: Tests = None, as_json: Json = False) -> None:
    """List every clause of the rule documents with its code and its tests.

    A test counts only if it asserts something. A clause about people or premises has no code, and its text says why.

    [bold]Examples[/]

      pitboss trace                       the counts and the gaps of every game
      pitboss trace double_down_stud      each clause
      pitboss trace caribbean_stud "11(c)"      one clause, with all its code and tests
      pitboss trace my_game --tests tests
      pitboss trace --json
    """
    games = [game_named(game)] if game else list(filter(lists_clauses, map(registry.game, registry.games())))
    try:
        with waiting("reading code and tests"):
            traces = [tracing.trace(one, tests) for one in games]
    except (OSError, ValueError) as error:
        raise Unusable(str(error)) from None
    if clause:
        traces = [only(traces[0], clause)]
    if as_json:
        print_json({one.game: plain(one) for one in traces})
        return
    if game:
        show_clauses(traces[0], *((ALL, ALL) if clause else (4, 2)))
    if clause:
        console().print(Text(source_of(traces[0]), "dim"), soft_wrap=True)
    else:
        show_counts(traces)


def lists_clauses(game: Game) -> bool:
    """Whether a game lists its clauses. A sentence says so if it does not."""
    try:
        return bool(registry.clauses(game))
    except GameError as error:
        complain(str(error))
        return False


def only(one: Trace, clause: str) -> Trace:
    """The trace of one clause. Its id may be written with spaces, in capitals or without its last full stop."""
    found = [traced for traced in one.clauses if _bare(traced.clause.id) == _bare(clause)]
    if not found:
        near = get_close_matches(_bare(clause), [traced.clause.id for traced in one.clauses], 3)
        hint = f"; similar clauses are {', '.join(near)}" if near else ""
        raise Unusable(f"{one.game} has no clause '{clause}'{hint}")
    return msgspec.structs.replace(one, clauses=found, strangers=[])


def _bare(id: str) -> str:
    return "".join(id.split()).rstrip(".").lower()


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


def show_clauses(one: Trace, most_code: int, most_tests: int) -> None:
    """Show each clause in our words, then its code and its tests, or the first of many."""
    out = console()
    margin = max(len(traced.clause.id) for traced in one.clauses) + 2
    below = Text(" " * margin)
    for traced in one.clauses:
        hang(out, Text(f"{traced.clause.id:<{margin}}", "bold cyan"), Text(traced.clause.words), in_one_line=True)
        if traced.clause.kind == "premises":
            continue
        tests = dict.fromkeys(shown.test for shown in traced.proofs)
        for heading, found, most in (("in", traced.code, most_code), ("shown by", list(tests), most_tests)):
            words = Text(_list(found, most), "dim") if found else Text("missing", "red")
            hang(out, below, Text(f"{heading} ", "dim") + words, in_one_line=True)
        for shown in traced.tests:
            if not shown.asserts:
                only_runs = Text(f"asserts nothing, or is expected to fail: {shown.test}", "yellow")
                hang(out, below, only_runs, in_one_line=True)
        if traced.code and traced.proofs and traced.missing:
            hang(out, below, Text(traced.why_missing, "red"), in_one_line=True)
    if most_code < ALL:
        out.print(Text("Name a clause to list its every place and every test; --json lists those of all.", "dim"))
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
            words = f"{one.game}: {test} does not count: it asserts nothing, or is expected to fail"
            out.print(Text(words, "yellow"), soft_wrap=True)
        for stranger in one.strangers:
            words = f"{one.game}: an unknown clause or case is named: {stranger}"
            out.print(Text(words, "red"), soft_wrap=True)
    for source in dict.fromkeys(map(source_of, traces)):
        out.print(Text(source, "dim"), soft_wrap=True)


def source_of(one: Trace) -> str:
    """The source of a trace, in words."""
    return f"read from the tests in {one.tests}" if one.tests else f"read from the data built with {one.built_from}"
