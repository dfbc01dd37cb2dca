"""Cards and tables, drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from pitboss.money import dollars
from pitboss.narrate import card_text
from pitboss.table import events as ev
from pitboss.table.events import UP, Event
from pitboss.table.layout import Hand, Layout

RED, BLACK, BACK = "bold red", "bold", "blue"


def card_style(card: str | None) -> str:
    return BACK if card is None else RED if card[-1] in "dh" else BLACK


def draw_cards(cards: Sequence[str | None], faces: Sequence[str]) -> Text:
    """Cards side by side: a solid edge for face up, a dotted one for a card that only you know, a back for the rest."""
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
    """Cards in one line; those that lie face down and are known stand in brackets."""
    words = [
        Text(card_text(card) if card is None or face == UP else f"[{card_text(card)}]", card_style(card))
        for card, face in zip(cards, faces, strict=True)
    ]
    return Text(" ").join(words)


def at_its_end(events: Iterable[Event]) -> Layout:
    """The layout as it was before the wagers were settled and the cards picked up: the picture of a finished round."""
    return Layout(event for event in events if not isinstance(event, ev.Collected | ev.Settled | ev.Concealed))


def draw_table(layout: Layout, seats: Iterable[tuple[int, str]], you: str, title: str, status: str) -> RenderableType:
    """The table as its layout shows it: the dealer's side, your hands in full, the others in a line each."""
    seated = dict(seats)
    wagering = {seat: player for seat, player, _, _ in layout.stakes}
    mine = sorted({seat for seat, player in (seated | wagering).items() if player == you})
    others = sorted((seated | wagering).keys() - set(mine))
    rows: list[RenderableType] = []
    house = [
        _block(_title(place, number), hand)
        for (place, number), hand in layout.hands.items()
        if not place.startswith("seat ") and hand.cards
    ]
    if house:
        rows += [Columns(house, padding=(0, 2)), Text()]
    for seat in mine:
        rows.append(_own(layout, seat))
    if others:
        grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
        for seat in others:
            _other(grid, layout, seat, wagering.get(seat) or seated[seat])
        rows += [Text(), grid]
    return Panel(
        Group(*rows), title=title, subtitle=status, title_align="left", subtitle_align="left", border_style="green"
    )


def _title(place: str, number: int) -> str:
    return place if number == 1 else f"{place}, hand {number}"


def _block(title: str, hand: Hand) -> RenderableType:
    return Group(Text(title, "dim"), draw_cards(hand.cards, hand.faces))


def _hands(layout: Layout, seat: int) -> list[tuple[int, Hand]]:
    return [(number, hand) for (place, number), hand in layout.hands.items() if place == ev.seat_place(seat)]


def draw_wagers(layout: Layout, seat: int, hand: int = 0) -> str:
    """The wagers at a seat, on one hand or on all, in words."""
    found = layout.stakes_of(seat, hand=hand)
    return ", ".join(f"{wager} {dollars(amount)}" for (_, _, _, wager), amount in found)


def _state(hand: Hand) -> str:
    return "folded" if hand.folded else "void" if hand.void else ""


def _own(layout: Layout, seat: int) -> RenderableType:
    hands = [(number, hand) for number, hand in _hands(layout, seat) if hand.cards]
    wagers = draw_wagers(layout, seat) or "no wagers yet"
    parts: list[RenderableType] = [Text.assemble(("You", "bold green"), f", seat {seat}: ", (wagers, "yellow"))]
    many = len(hands) > 1
    blocks = []
    for number, hand in hands:
        notes = [f"hand {number}" if many else "", draw_wagers(layout, seat, number) if many else "", _state(hand)]
        label = "  ".join(filter(None, notes))
        blocks.append(_block(label, hand) if label else draw_cards(hand.cards, hand.faces))
    if blocks:
        parts.append(Columns(blocks, padding=(0, 2)))
    return Group(*parts)


def _other(grid: Grid, layout: Layout, seat: int, player: str) -> None:
    hands = _hands(layout, seat) or [(1, Hand())]
    for number, hand in hands:
        who = f"{player}, seat {seat}" if number == 1 else f"  hand {number}"
        wagers = draw_wagers(layout, seat, number)
        grid.add_row(who, small_cards(hand.cards, hand.faces), Text(wagers, "yellow"), Text(_state(hand), "dim"))


def plain_grid(*headers: str, right: Sequence[str] = ()) -> Grid:
    """A table without lines but for the one below its headers."""
    grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="dim", pad_edge=False, show_edge=False)
    for header in headers:
        grid.add_column(header, justify="right" if header in right else "left", overflow="fold")
    return grid
