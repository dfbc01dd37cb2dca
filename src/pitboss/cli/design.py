"""``pitboss design``: search for pay tables with a wanted edge."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from pitboss.basics.money import Odds
from pitboss.cli.arguments import (
    GameName,
    Json,
    RulesFile,
    Settings,
    Unusable,
    flag,
    game_named,
    many,
    option,
    priced_rules,
    usable,
)
from pitboss.cli.output import console, in_background, print_json, share_done
from pitboss.engine import registry
from pitboss.engine.rules import STUDY
from pitboss.mathematics.designs import SORTS, Designed, Found, Range, design, span
from pitboss.terminal.seat.drawing import fit, fits, hang, plain_grid

MOST_ROWS = 100_000
ORDERS = {
    "near": "nearest to the middle of the target",
    "edge": "with the lowest house edge",
    "sd": "with the lowest standard deviation",
    "hits": "that win least often",
}
"""Which pay tables come first in each order of ``SORTS``."""


def design_command(
    game: GameName = "",
    target: str = option(
        "",
        "LO..HI",
        "The house edge, as 0.045..0.05 or 4.5%..5%: of the round if the pay table changes the round, and of"
        " its wager otherwise.",
    ),
    vary: list[str] | None = option(
        None, "TABLE", "The pay table to vary, as bet, or one of its lines, as bet.flush. Repeat it for more lines."
    ),
    ranges: list[str] | None = option(
        None,
        "LINE=LO..HI",
        "The whole odds to try on a line, as bet.flush=4..8, or bet.royal-flush=50..200/25 in steps of 25."
        " Default: a few odds around those of the rules.",
        "--range",
    ),
    sd: str = option("", "LO..HI", "The standard deviation, as 2..2.5."),
    hits: str = option("", "LO..HI", "The share of rounds or wagers that win, as 30%..40%.", "--hit"),
    study: bool = flag("--study", "Search pay tables that the document forbids, and mark them."),
    rules: RulesFile = None,
    settings: Settings = None,
    sort: str = option("near", "ORDER", "near (to the middle of the target), edge, sd or hits, the lowest first."),
    most: int = option(20, "N", "List at most N pay tables.", parser=many),
    every: bool = flag("--all", "Search even if there are millions of pay tables."),
    as_json: Json = False,
) -> None:
    """Search for pay tables of whole odds with a wanted house edge, standard deviation and hit rate.

    Every pay table is priced exactly, with its own best strategy. A better hand always pays at least as much as a lower
    one. Only lawful pay tables are searched, unless you ask for studies with --study. A study is marked on every output
    and can't be dealt.

    [bold]Examples[/]

      pitboss design caribbean_stud --target 0.045..0.05 --vary bet --study
      pitboss design double_down_stud --target 3%..4% --vary pays.flush --vary pays.straight
      pitboss design double_cross_poker --target 1%..2% --vary raise --sd 3..3.2
      pitboss design caribbean_stud --target 2%..6% --vary bonus
      pitboss design boston_5_stud --target 6%..7.5% --range optional_bonus.three-of-a-kind=25..40/5
    """
    found_game = game_named(game)
    if not target:
        raise Unusable("--target is missing: give the wanted house edge, as 0.045..0.05 or 4.5%..5%")
    if not 1 <= most <= MOST_ROWS:
        raise Unusable(f"--most must be between 1 and {MOST_ROWS:,}, not {most:,}")
    if sort not in SORTS:
        raise Unusable(f"--sort must be one of {', '.join(SORTS)}, not {sort}")
    settled = priced_rules(found_game, rules, settings, study and rules is not None)
    with usable():
        edges = span(target, "--target")
        others: dict[str, Range | None] = {
            "sd": span(sd, "--sd", shares=False) if sd else None,
            "hits": span(hits, "--hit") if hits else None,
        }
        with share_done(f"searching {found_game.name}") as tick:
            found = in_background(
                lambda: design(
                    found_game.name,
                    vary or (),
                    edges,
                    ranges=ranges or (),
                    rules=settled,
                    study=study,
                    sort=sort,
                    most=most,
                    every=every,
                    tick=tick,
                    **others,
                )
            )
    if as_json:
        print_json(found.as_dict())
        return
    show(found, edges, others, sort, study=study)
    if found.rows:
        show_command(console(), found, rules, settings or ())


def show(found: Designed, edges: Range, others: dict[str, Range | None], sort: str, *, study: bool) -> None:
    out, title = console(), registry.game(found.game).title
    out.print(Text.assemble((title, "bold green"), f"  {found.table}, by the figures of {found.figure}"))
    if not found.rows:
        show_nothing(out, found, edges, others, study=study)
        return
    many_found = f"{found.found:,} of {found.searched:,} pay tables fit"
    first = f"; listed are the {len(found.rows):,} {ORDERS[sort]}" if found.found > len(found.rows) else ""
    hang(out, Text("  "), Text(f"{many_found}{first}"), in_one_line=True)
    rows = (*found.rows, found.base)
    names = [line for line in found.base.pays if len({row.pays.get(line) for row in rows}) > 1]
    alike = [f"{line} {odds}" for line, odds in found.base.pays.items() if line not in names]
    if alike and names:
        hang(out, Text("  the same in all: ", "dim"), Text(", ".join(alike)), in_one_line=True)
    if any(row.study for row in rows):
        out.print(Text(f"  marked as study: {STUDY}", "bold yellow"))
    figures = ("house edge", "SD", "hits", *((found.plays,) if found.plays else ()))
    grid = plain_grid("", *names, *figures, "", right=(*names, *figures))
    for name, row in listed(found):
        grid.add_row(name, *(short(row.pays.get(line)) for line in names), *cells(row), mark(found, row))
    if not fits(grid, out.width):
        grid = compact(found, names, figures)
    out.print(fit(grid, out.width))


def listed(found: Designed) -> Iterator[tuple[str, Found]]:
    """The rows by name: the pay table of the rules first, then those that were found."""
    yield "now", found.base
    for at, row in enumerate(found.rows, 1):
        yield str(at), row


def mark(found: Designed, row: Found) -> str:
    """Whether a pay table is lawful, or the setting that chooses it if the document lists it."""
    if row.study:
        return "study"
    return "lawful" if found.varied else ", ".join(row.settings)


def compact(found: Designed, names: Sequence[str], figures: Sequence[str]) -> Grid:
    """The same with all pays in one column, for pay tables with many lines."""
    grid = plain_grid("", "-".join(names), *figures, "", right=figures)
    for name, row in listed(found):
        pays = "-".join(short(row.pays.get(line)) for line in names)
        grid.add_row(name, pays, *cells(row), mark(found, row))
    return grid


def cells(row: Found) -> tuple[str, ...]:
    played = () if row.played is None else (f"{float(row.played):.4%}",)
    return f"{row.house_edge:.4%}", f"{row.standard_deviation:.4f}", f"{float(row.hit_frequency):.4%}", *played


def short(odds: Odds | None) -> str:
    """Odds without their words: ``6``, or ``3:2``."""
    if odds is None:
        return "none"
    if odds.kind == "share":
        return str(odds)
    return str(odds.pays) if odds.per == 1 else f"{odds.pays}:{odds.per}"


def show_nothing(out: Console, found: Designed, edges: Range, others: dict[str, Range | None], *, study: bool) -> None:
    """Say that nothing fits, and how near the nearest is."""
    kind = "pay table" if study or found.base.study else "lawful pay table"
    low, high = (f"{float(one):.4%}" for one in edges)
    wanted = f"a house edge of {low} to {high}"
    if found.nearest is not None:
        tried, nearest = f"{kind} among the {found.searched:,} tried", f"the nearest has {found.nearest.house_edge:.4%}"
        hang(out, Text("  "), Text(f"No {tried} has {wanted}: {nearest}."), in_one_line=True)
        show_pays(out, found)
    elif found.right_edge:
        asked = " and ".join(f"--{'sd' if name == 'sd' else 'hit'}" for name, one in others.items() if one)
        words = f"{found.right_edge:,} of {found.searched:,} have {wanted}, but none of them fits {asked}"
        hang(out, Text("  "), Text(f"No {kind} fits: {words}."), in_one_line=True)
    else:
        out.print(Text(f"  No {kind} is within these ranges."))
    if not study and not found.base.study:
        hang(out, Text("  "), Text("--study searches pay tables that the document forbids, too.", "dim"))


def show_pays(out: Console, found: Designed) -> None:
    assert found.nearest is not None
    pays = ", ".join(f"{line} {odds}" for line, odds in found.nearest.pays.items())
    mark = f" ({found.nearest.study})" if found.nearest.study else ""
    hang(out, Text("  it pays: ", "dim"), Text(f"{pays}{mark}"), in_one_line=True)


def show_command(out: Console, found: Designed, rules: Path | None, settings: Sequence[str]) -> None:
    """The command that prices the first pay table in full."""
    words = ["pitboss", "odds", found.game, *(("--rules", str(rules)) if rules else ())]
    for setting in (*settings, *found.rows[0].settings):
        words += ["--set", setting]
    hang(out, Text("  price the first in full: ", "dim"), Text(shlex.join(words)), in_one_line=True)
