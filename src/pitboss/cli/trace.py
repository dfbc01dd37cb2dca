"""``pitboss trace``: every clause, where it lives and which test shows it."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from pitboss import games
from pitboss import trace as tracing
from pitboss.cli.arguments import AnyGame, Json, Unusable, game_named
from pitboss.cli.output import console, print_json
from pitboss.terminal.drawing import plain_grid
from pitboss.trace import Trace, TracedClause


def trace(game: AnyGame = "", as_json: Json = False) -> None:
    """Every clause of the rule documents: where it lives in the code and which tests show it.

    A clause about people or premises stands with the reason why it is no code.

    [bold]Examples[/]

      pitboss trace                       the counts and the gaps of every game
      pitboss trace double_down_stud      each clause
      pitboss trace --json
    """
    names = [game_named(game).name] if game else games.games()
    try:
        traces = [tracing.trace(name) for name in names]
    except FileNotFoundError as error:
        raise Unusable(str(error)) from None
    if as_json:
        print_json({one.game: plain(one) for one in traces})
        return
    if game:
        show_clauses(traces[0])
    show_counts(traces)


def plain(one: Trace) -> dict[str, Any]:
    return {
        "clauses": len(one.clauses),
        "code": one.code,
        "premises": one.premises,
        "missing": one.missing,
        "strangers": one.strangers,
        "details": [
            {
                "id": traced.clause.id,
                "kind": traced.clause.kind,
                "words": traced.clause.words,
                "cases": list(traced.clause.cases),
                "code": traced.code,
                "tests": [{"test": shown.test, "case": shown.case} for shown in traced.tests],
            }
            for traced in one.clauses
        ],
    }


def show_clauses(one: Trace) -> None:
    out = console()
    grid = plain_grid("clause", "in our words", "where it lives", "shown by")
    for traced in one.clauses:
        grid.add_row(traced.clause.id, traced.clause.words, _code(traced), _tests(traced))
    out.print(grid)


def _more(found: list[str], shown: int) -> str:
    rest = len(found) - shown
    return "\n".join(found[:shown]) + (f"\nand {rest} more" if rest > 0 else "")


def _code(traced: TracedClause) -> Text:
    if traced.clause.kind == "premises":
        return Text("people and premises", "dim")
    places = [place.split("/")[-1] for place in traced.code]
    return Text(_more(places, 2)) if places else Text("missing", "red")


def _tests(traced: TracedClause) -> Text:
    if traced.clause.kind == "premises":
        return Text("")
    names = list(dict.fromkeys(shown.test.split("::")[-1] for shown in traced.tests))
    text = Text(_more(names, 2)) if names else Text("missing", "red")
    if names and traced.missing:
        text.append(f"\n{traced.why_missing}", "red")
    return text


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
    out.print(grid)
    for one in traces:
        for traced in one.clauses:
            if traced.missing:
                out.print(Text(f"{one.game} {traced.clause.id}: {traced.why_missing}", "red"))
        for stranger in one.strangers:
            out.print(Text(f"{one.game}: a test names what the document has not: {stranger}", "red"))
