"""Help and pay tables of a game, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO

import msgspec
from rich.console import Console, Group, RenderableType
from rich.text import Text

from pitboss.engine.game import Game, PaySheet
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.rules import TableRules
from pitboss.terminal.seat.drawing import draw_meters, draw_pays, fit, plain_grid

HELP_TITLE = "Help"
ENDLESS = 1_000_000
"""The height of a page where nobody turns pages, as in a pipe."""


class Page(msgspec.Struct, frozen=True):
    """Something to read at once."""

    title: str
    body: RenderableType


def height_of(body: RenderableType, width: int) -> int:
    """How many lines a page takes."""
    out = StringIO()
    Console(file=out, width=width, force_terminal=False).print(body)
    return len(out.getvalue().splitlines())


def pay_pages(
    game: Game, rules: TableRules, terms: Sequence[MeterTerms], shows: Mapping[str, int], width: int, height: int
) -> list[Page]:
    """The pay tables in force, as many on a page as fit, and what the meters show."""
    bodies: list[RenderableType] = []
    page: dict[str, Mapping[str, str]] = {}
    for title, lines in _parts(game.pays(rules), height):
        if page and height_of(draw_pays({**page, title: lines}), width) > height:
            bodies.append(draw_pays(page))
            page = {}
        page[title] = lines
    if page:
        bodies.append(draw_pays(page))
    if known := [one for one in terms if one.name in shows]:
        meters = fit(draw_meters(known, shows), width)
        last = Group(bodies[-1], meters) if bodies else meters
        if bodies and height_of(last, width) > height:
            bodies.append(meters)
        else:
            bodies[-1:] = [last]
    return [Page("Pay tables", body) for body in bodies]


def _parts(sheet: PaySheet, height: int) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The pay tables, and a table that is higher than a page in parts."""
    room = max(height - 4, 1)  # a title, headers with their line, and a blank line
    for title, lines in sheet.items():
        rows = list(lines.items())
        for first in range(0, len(rows), room):
            yield title + (" (continued)" if first else ""), dict(rows[first : first + room])


def help_pages(game: Game, rules: TableRules, commands: str, others: str, width: int, height: int) -> list[Page]:
    """What can be typed, then what the wagers and decisions are."""
    typed = [line for line in commands.splitlines() if line.strip()]
    bodies: list[RenderableType] = [
        Text("\n").join(Text.from_markup(line) for line in typed[first : first + height])
        for first in range(0, len(typed), height)
    ]
    rows = [
        (f"{one.name} [dim]({'paid' if one.earned else 'wager'})[/]", one.clause, one.means)
        for one in game.wagers_at(rules)
    ]
    rows += [
        (", ".join(dict.fromkeys(said.name for said in game.words.all_of(one.action))), one.clause, one.means)
        for one in game.decisions_at(rules)
    ]
    part: list[tuple[str, str, str]] = []
    for row in rows:
        if part and height_of(_meanings([*part, row], width), width) > height:
            bodies.append(_meanings(part, width))
            part = []
        part.append(row)
    last: RenderableType = _meanings(part, width)
    bodies.append(Group(last, Text(others, "dim")) if others else last)
    if height_of(whole := Group(*bodies), width) <= height:
        bodies = [whole]
    return [Page(HELP_TITLE, body) for body in bodies]


def _meanings(rows: Sequence[tuple[str, str, str]], width: int) -> RenderableType:
    grid = plain_grid("name", "clause", "what it is")
    for row in rows:
        grid.add_row(*row)
    return fit(grid, width)
