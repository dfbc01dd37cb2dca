"""Drawings of cards and tables, and the pages of help and pay tables."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import zip_longest
from typing import Any

import msgspec
from rich import box
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.segment import Segment
from rich.table import Table as Grid
from rich.text import Text

from pitboss.basics.money import dollars
from pitboss.engine.game import Game, PaySheet
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.registry import at_seat
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import UP, Event, seat_of
from pitboss.engine.round.layout import Hand, Layout
from pitboss.engine.rules import TableRules
from pitboss.log.narration import card_text, meter_name

Names = Mapping[tuple[str, int], str]
"""The words for hands, by their place and number. Empty if there is nothing to say."""

RED, BLACK, BACK = "bold red", "bold", "blue"


def card_style(card: str | None) -> str:
    return BACK if card is None else RED if card[-1] in "dh" else BLACK


def draw_cards(cards: Sequence[str | None], faces: Sequence[str]) -> Text:
    """Cards side by side: a solid edge for a card face up, a dotted one for a card only you know, else a back."""
    lines = [Text(), Text(), Text()]
    for card, face in zip(cards, faces, strict=True):
        if card is None:
            drawn, style = ("┌───┐", "│░░░│", "└───┘"), BACK
        elif face == UP:
            drawn, style = ("┌───┐", f"│{card_text(card):>3}│", "└───┘"), card_style(card)
        else:
            drawn, style = ("┌┄┄┄┐", f"┆{card_text(card):>3}┆", "└┄┄┄┘"), card_style(card)
        for line, part in zip(lines, drawn, strict=True):
            line.append(part, style)
            line.append(" ")
    return Text("\n").join(lines)


def small_cards(cards: Sequence[str | None], faces: Sequence[str]) -> Text:
    """Cards in one line. Known cards that lie face down stand in brackets."""
    words = [
        Text(card_text(card) if card is None or face == UP else f"[{card_text(card)}]", card_style(card))
        for card, face in zip(cards, faces, strict=True)
    ]
    return Text(" ").join(words)


def at_its_end(events: Iterable[Event]) -> Layout:
    """The final layout of a round, before wagers are settled and cards picked up."""
    return Layout(event for event in events if not isinstance(event, ev.Collected | ev.Settled | ev.Concealed))


Figure = Mapping[str, tuple[int, int]]
"""The row and column of each place in a figure, such as a cross."""


def draw_table(
    game: Game, layout: Layout, seats: Iterable[tuple[int, str]], you: str, title: str, status: str
) -> RenderableType:
    """The table: the dealer's side, your hands in full, the others in one line each."""
    seated, figure, names = dict(seats), game.lies, hand_names(game.name, layout)
    wagering = {seat: player for seat, player, _, _ in layout.stakes}
    mine = sorted({seat for seat, player in (seated | wagering).items() if player == you})
    others = sorted((seated | wagering).keys() - set(mine))
    rows: list[RenderableType] = []
    middle = [
        _block(": ".join(filter(None, (_title(place, number), names[place, number]))), hand)
        for (place, number), hand in list(layout.hands.items())
        if not seat_of(place) and place not in figure and hand.cards
    ]
    if any(layout.cards(place) for place in figure):
        middle.append(draw_figure(layout, figure))
    if middle:
        rows += [Columns(middle, padding=(0, 2)), Text()]
    for seat in mine:
        rows.append(_own(layout, seat, names))
    if others:
        grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
        for seat in others:
            _other(grid, layout, seat, layout.called(wagering.get(seat) or seated[seat]), names)
        rows += [Text(), grid]
    return Panel(
        Group(*rows),
        title=title or None,
        subtitle=status,
        title_align="left",
        subtitle_align="left",
        border_style="green",
    )


def draw_figure(layout: Layout, figure: Figure) -> RenderableType:
    """The cards of places that form a figure on the layout, such as a cross, as players see it.

    The figure says where they lie as the dealer sees them.
    """
    grid = Grid(box=None, show_header=False, padding=0)
    last_row, last_column = (max(at[axis] for at in figure.values()) for axis in (0, 1))
    places = {at: place for place, at in figure.items()}
    for row in range(last_row, -1, -1):
        across = [places.get((row, column), "") for column in range(last_column, -1, -1)]
        hands = [layout.hands.get((place, 1), Hand()) for place in across]
        grid.add_row(*(draw_cards(hand.cards, hand.faces) for hand in hands))
    return grid


def _title(place: str, number: int) -> str:
    if place == "community":
        return "community cards"
    return place if number == 1 else f"{place}, hand {number}"


def _block(title: str, hand: Hand) -> RenderableType:
    return Group(Text(title, "dim"), draw_cards(hand.cards, hand.faces))


def _hands(layout: Layout, seat: int) -> list[tuple[int, Hand]]:
    return [(number, hand) for (place, number), hand in layout.hands.items() if place == ev.seat_place(seat)]


def draw_wagers(layout: Layout, seat: int, hand: int = 0) -> str:
    """The wagers at a seat in words, on one hand or on all."""
    found = layout.stakes_of(seat, hand=hand)
    return ", ".join(
        f"{stake[3]} {dollars(amount)}{with_coupon(layout.coupons.get(stake, 0))}"
        + (" by coupon" if stake in layout.redeemed else "")
        for stake, amount in found
    )


def with_coupon(face: int) -> str:
    return f" with a {dollars(face)} coupon" if face else ""


def state_of(hand: Hand) -> str:
    return "folded" if hand.folded else "void" if hand.void else ""


def _own(layout: Layout, seat: int, names: Names) -> RenderableType:
    hands = [(number, hand) for number, hand in _hands(layout, seat) if hand.cards]
    wagers = draw_wagers(layout, seat) or "no wagers yet"
    parts: list[RenderableType] = [Text.assemble(("You", "bold green"), f", seat {seat}: ", (wagers, "yellow"))]
    many = len(hands) > 1
    blocks = []
    for number, hand in hands:
        name = names[ev.seat_place(seat), number]
        staked = draw_wagers(layout, seat, number) if many else ""
        notes = [f"hand {number}" if many else "", name, staked, state_of(hand)]
        label = "  ".join(filter(None, notes))
        blocks.append(_block(label, hand) if label else draw_cards(hand.cards, hand.faces))
    if blocks:
        parts.append(Columns(blocks, padding=(0, 2)))
    return Group(*parts)


def _other(grid: Grid, layout: Layout, seat: int, player: str, names: Names) -> None:
    hands = _hands(layout, seat) or [(1, Hand())]
    for number, hand in hands:
        who = f"{player}, seat {seat}" if number == 1 else f"  hand {number}"
        wagers, state = (
            draw_wagers(layout, seat, number),
            state_of(hand) or names.get((ev.seat_place(seat), number), ""),
        )
        grid.add_row(Text(who), small_cards(hand.cards, hand.faces), Text(wagers, "yellow"), Text(state, "dim"))


GAP = 3
"""The space between two columns of a plain grid."""


class PlainGrid(Grid):
    """A table whose only line is below its headers.

    If its columns fit and hold only words, it draws itself line by line. Rich would draw every cell as a page of
    its own, which takes several times as long. If they don't fit without breaking words, each row becomes a list.
    """

    def add_row(self, *cells: RenderableType | None, **given: Any) -> None:
        super().add_row(*(_text(cell) if isinstance(cell, str) else cell for cell in cells), **given)

    def _widths(self, room: int) -> list[int]:
        """The widths of the columns, or none if the table can't be drawn line by line."""
        if any(row.end_section or row.style for row in self.rows) or not self._in_words():
            return []
        widths = [column.width or max(map(_width, (column.header, *column.cells))) for column in self.columns]
        return widths if sum(widths) + GAP * (len(widths) - 1) <= room else []

    def _in_words(self) -> bool:
        return all(isinstance(cell, str | Text) for column in self.columns for cell in column.cells)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        if widths := self._widths(options.max_width):
            total = sum(widths) + GAP * (len(widths) - 1)
            return Measurement(total, total)
        return super().__rich_measure__(console, options)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = self._widths(options.max_width)
        if not widths and self._in_words() and not fits(self, options.max_width):
            yield from self._lists(console, options.max_width)
            return
        if not widths:
            yield from super().__rich_console__(console, options)
            return
        yield from self._row(console, [Text(str(column.header), self.header_style) for column in self.columns], widths)
        yield Segment("─" * (sum(widths) + GAP * (len(widths) - 1)) + "\n")
        for cells in zip(*(column.cells for column in self.columns), strict=True):
            yield from self._row(console, [_text(cell) for cell in cells], widths)

    def _lists(self, console: Console, width: int) -> Iterator[Segment]:
        """Each row below its first cell, with its header beside each other cell."""
        title, *heads = (Text(str(column.header), self.header_style) for column in self.columns)
        most = max(len(head) for head in heads)
        lists = PlainGrid("", "", "")
        yield from lists._row(console, [title], [width])
        yield Segment("─" * width + "\n")
        for first, *rest in zip(*(column.cells for column in self.columns), strict=True):
            yield from lists._row(console, [_text(first)], [width])
            for head, cell in zip(heads, map(_text, rest), strict=True):
                if cell.plain and head.plain:
                    yield from lists._row(console, [Text(), head, cell], [0, most, width - most - 2 * GAP])
                elif cell.plain:
                    yield from lists._row(console, [Text(), cell], [0, width - GAP])

    def _row(self, console: Console, cells: Sequence[Text], widths: Sequence[int]) -> Iterator[Segment]:
        """The lines of one row. Each cell is wrapped in its column."""
        wrapped = [_wrapped(console, cell, width) for cell, width in zip(cells, widths, strict=True)]
        for words in zip_longest(*wrapped, fillvalue=Text()):
            for at, (line, width) in enumerate(zip(words, widths, strict=True)):
                space = width - cell_len(line.plain)
                left = space if self.columns[at].justify == "right" else 0
                yield Segment(" " * (left + GAP * (at > 0)))
                yield from line.render(console) if line.spans else [Segment(line.plain, console.get_style(line.style))]
                yield Segment(" " * (space - left))
            yield Segment.line()


def _text(cell: RenderableType) -> Text:
    return cell if isinstance(cell, Text) else Text.from_markup(str(cell), emoji=False)


def _width(cell: RenderableType) -> int:
    return max(map(cell_len, _text(cell).plain.split("\n")))


def _wrapped(console: Console, words: Text, width: int) -> Sequence[Text]:
    if cell_len(words.plain) <= width and "\n" not in words.plain:
        return [words]
    lines = list(words.wrap(console, width, overflow="fold"))
    for line in lines:
        line.rstrip()
    return lines


def plain_grid(*headers: str, right: Sequence[str] = ()) -> Grid:
    """An empty table with these headers. The columns named in ``right`` are aligned there."""
    grid = PlainGrid(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="dim", pad_edge=False, show_edge=False)
    for header in headers:
        grid.add_column(header, justify="right" if header in right else "left", overflow="fold")
    return grid


def print_rows(
    out: Console, heads: Sequence[str], rows: Iterable[Sequence[RenderableType]], right: Sequence[str] = ()
) -> None:
    """Print rows below these headers, no wider than the output."""
    grid = plain_grid(*heads, right=right)
    for row in rows:
        grid.add_row(*row)
    out.print(fit(grid, out.width))


def fit(grid: Grid, width: int) -> Grid:
    """Narrow the table to this width, the widest columns first. No column gets narrower than its longest word."""
    widths = [max(map(cell_len, column)) for column in _lines(grid)]
    least = _longest_words(grid)
    over = sum(widths) + GAP * (len(widths) - 1) - width
    while over > 0 and (wide := [at for at in range(len(widths)) if widths[at] > least[at]]):
        widths[max(wide, key=widths.__getitem__)] -= 1
        over -= 1
    for column, chosen in zip(grid.columns, widths, strict=True):
        column.width = chosen
    return grid


def fits(grid: Grid, width: int) -> bool:
    """Whether the table fits this width without breaking a word."""
    return sum(_longest_words(grid)) + GAP * (len(grid.columns) - 1) <= width


def _lines(grid: Grid) -> list[list[str]]:
    return [[_text(cell).plain for cell in (column.header, *column.cells)] for column in grid.columns]


def _longest_words(grid: Grid) -> list[int]:
    return [max(cell_len(word) for cell in column for word in cell.split() or [""]) for column in _lines(grid)]


def hang(out: Console, head: Text, words: Text, *, in_one_line: bool = False) -> None:
    """Print words beside a head and wrap them there.

    ``in_one_line`` does not wrap if the output is not a terminal and nobody said how wide it is.
    """
    margin = cell_len(head.plain)
    endless = in_one_line and not out.is_terminal and "COLUMNS" not in os.environ
    width = len(words) + 1 if endless else out.width - margin
    for part in words.wrap(out, max(width, 20)):
        part.rstrip()
        out.print(head + part, soft_wrap=True)
        head = Text(" " * margin)


def visible(words: str) -> str:
    """The words with invisible and control characters escaped.

    >>> visible("a\\x1b[31mb")
    'a\\\\x1b[31mb'
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in words)


# --- pay tables and meters


def draw_pays(sheet: PaySheet) -> RenderableType:
    """Every pay table under the names of its wagers, side by side as far as there is room."""
    blocks: list[RenderableType] = []
    for title, lines in sheet.items():
        grid = plain_grid("hand", "pays")
        for line, pays in lines.items():
            grid.add_row(line, pays)
        blocks.append(Padding(Group(Text(title, "bold"), grid), (0, 0, 1, 0)))
    return Columns(blocks, padding=(0, 3))


def draw_meters(meters: Iterable[MeterTerms], shows: Mapping[str, int] | None = None) -> Grid:
    """The meters of a table: the amount of each if known, its start and its contributions."""
    stands = ("stands at",) if shows is not None else ()
    grid = plain_grid("meter", *stands, "begins at", "gains", right=("stands at", "begins at"))
    for one in meters:
        now = (dollars(shows[one.name]),) if shows is not None else ()
        gains = f"{float(one.rate * 100):g}% of each {' and '.join(one.wagers)} wager of {dollars(one.stake)}"
        grid.add_row(meter_name(one.name), *now, dollars(one.seed), gains)
    return grid


def hand_names(game: str, layout: Layout) -> dict[tuple[str, int], str]:
    """The names of the hands of a layout, from the cards that its viewer knows."""
    name = at_seat(game).name
    return {(place, hand): name(layout, place, hand) for place, hand in list(layout.hands)}


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
