"""The layout of a table as a picture: the house's side, every position, and one position with the names of its areas.

It is drawn from what the table has: its positions, the wagers under its rules, and how the house's cards were dealt. A
position has an area for each wager that is staked. A circle takes chips before the cards, a box during the round, and
a slot a chip that a meter counts. Areas of side wagers are dashed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import cos, radians, sin

from pitboss.engine import registry
from pitboss.engine.game import Game, Wager
from pitboss.engine.rules import TableRules
from pitboss.report.drawing import FONTS

WIDE, HIGH = 1000, 660
MIDDLE = WIDE / 2
LINE, WORDS, RAIL = "#d8bd7a", "#f4efe2", "#6b4a2f"
CARD = (46, 64)
HOUSE_TOP, HOUSE_WIDE = 96, 470
"""Where the cards of the house begin, and the room for them in a row."""
BELOW = 492
"""Where the enlarged position begins."""
ARC = (430.0, 300.0)
"""The half axes of the arc on which the positions lie, round the middle of the house's edge."""
SPREAD = 64.0
"""The most degrees of a position from the middle."""
CLOSE, LARGE = 29.0, 150.0
"""The step between the areas of a position, small and enlarged."""


def areas(game: Game, rules: TableRules) -> list[Wager]:
    """The wagers that have an area, with those on the hand itself first."""
    staked = [one for one in game.wagers_at(rules) if not one.earned]
    return sorted(staked, key=lambda one: one.side)


def layout(game: Game, rules: TableRules, cards: Mapping[str, Sequence[str]], before: frozenset[str]) -> str:
    """The layout as SVG. ``cards`` says how the cards of each place lie, ``before`` which wagers precede them."""
    metered = {wager for meter in game.meters(rules) for wager in meter.wagers}
    marks = [(one, _kind(one, before, metered)) for one in areas(game, rules)]
    parts = [
        *_table(registry.at_seat(game).felt),
        *_edge(rules.shuffler),
        *_house(game, cards),
        *_positions(rules.positions, marks),
        *_one_position(game, marks),
    ]
    title = f"{game.title}: the layout of a table of {rules.positions}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" role="img"'
        f' font-family="{", ".join(FONTS)}, sans-serif"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _kind(wager: Wager, before: frozenset[str], metered: set[str]) -> str:
    return "slot" if wager.name in metered else "circle" if wager.name in before else "box"


def _text(x: float, y: float, words: str, size: float, *, bold: bool = False, colour: str = WORDS) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="middle" fill="{colour}"{weight}>'
        f"{escape(words)}</text>"
    )


def _box(x: float, y: float, wide: float, high: float, more: str = "", round: float = 4) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="{round:g}" {more}/>'


OUTLINE = f'fill="none" stroke="{LINE}" stroke-width="1.4"'


def _table(felt: str) -> Iterator[str]:
    """The felt: straight at the house's side, and round where the players sit."""
    for margin, colour in ((8, RAIL), (24, felt)):
        right, low = WIDE - margin, BELOW - margin
        round = f"C{right} {low - 60} {MIDDLE + 260} {low} {MIDDLE} {low}C{MIDDLE - 260} {low} {margin} {low - 60}"
        yield f'<path d="M{margin} {margin}H{right}V190{round} {margin} 190Z" fill="{colour}"/>'


def _edge(shuffler: str) -> Iterator[str]:
    """What stands at the house's edge."""
    for x, wide, words in ((74, 130, "Discard rack"), (MIDDLE - 170, 340, "Chip tray"), (WIDE - 204, 130, "Shoe")):
        yield _box(x, 34, wide, 34, OUTLINE)
        yield _text(x + wide / 2, 55, words, 12)
    if shuffler == "automated":
        yield _text(WIDE - 139, 84, "beside the shuffler", 10)


def _card(x: float, y: float, face: str) -> str:
    if face == "up":
        return _box(x, y, *CARD, f'fill="none" stroke="{LINE}" stroke-width="1.4"')
    lines = f'<path d="M{x + 8:.1f} {y + CARD[1] - 8:.1f}L{x + CARD[0] - 8:.1f} {y + 8:.1f}" stroke="{LINE}"/>'
    return _box(x, y, *CARD, f'fill="{LINE}" fill-opacity="0.16" stroke="{LINE}" stroke-width="1.4"') + lines


def _house(game: Game, cards: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The places of the house: those of a figure in its shape beside the others, which lie in a row each."""
    figure = [place for place in cards if place in game.lies]
    middle = MIDDLE - 130 if figure else MIDDLE
    rows = [place for place in game.places if place in cards and place not in game.lies]
    for row, place in enumerate(rows):
        faces = cards[place]
        step = min(CARD[0] + 8, HOUSE_WIDE / max(1, len(faces)))
        left = middle - ((len(faces) - 1) * step + CARD[0]) / 2
        top = HOUSE_TOP + row * (CARD[1] + 30)
        for at, face in enumerate(faces):
            yield _card(left + at * step, top, face)
        yield _text(middle, top + CARD[1] + 16, f"{place.capitalize()} cards", 11)
    if figure:
        yield from _figure(game, figure, cards, MIDDLE + 130)
    yield _text(middle, HOUSE_TOP + max(1, len(rows)) * (CARD[1] + 30) + 24, game.title, 24, bold=True, colour=LINE)


def _figure(game: Game, figure: Sequence[str], cards: Mapping[str, Sequence[str]], middle: float) -> Iterator[str]:
    wide, high = CARD[0] * 0.86 + 4, CARD[1] * 0.62
    rows, columns = (max(game.lies[place][axis] for place in figure) for axis in (0, 1))
    for place in figure:
        row, column = game.lies[place]
        # the document says where they lie as the dealer sees them; the picture is drawn from the players' side
        x, y = (
            middle + (columns / 2 - column) * wide * 1.25 - CARD[0] * 0.43,
            HOUSE_TOP - 10 + (rows - row) * (high + 22),
        )
        for face in cards[place]:
            yield f'<g transform="translate({x:.1f} {y:.1f}) scale(0.82)">{_card(0, 0, face)}</g>'
    yield _text(middle, HOUSE_TOP + (rows + 1) * (high + 22) + 2, "Community cards", 11)


def _area(x: float, y: float, size: float, kind: str, side: bool) -> str:
    looks = f'fill="{WORDS}" fill-opacity="0.07" stroke="{LINE}" stroke-width="{1.2 if size < 20 else 1.8}"' + (
        ' stroke-dasharray="4 2.5"' if side else ""
    )
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" {looks}/>'
    if kind == "slot":
        return _box(x - size * 1.2, y - size * 0.55, size * 2.4, size * 1.1, looks, size * 0.55)
    return _box(x - size, y - size * 0.85, size * 2, size * 1.7, looks)


def _positions(many: int, marks: Sequence[tuple[Wager, str]]) -> Iterator[str]:
    """Every position, with the numbers of its areas. The first is at the dealer's left, which is our right."""
    main = [at for at, (wager, _) in enumerate(marks) if not wager.side]
    rows = [row for row in (main, [at for at in range(len(marks)) if at not in main]) if row]
    for seat in range(1, many + 1):
        angle = SPREAD * (1 - 2 * (seat - 1) / (many - 1)) if many > 1 else 0.0
        x, y = MIDDLE + ARC[0] * sin(radians(angle)), 96 + ARC[1] * cos(radians(angle))
        yield f'<g transform="translate({x:.1f} {y:.1f}) rotate({-angle * 0.72:.1f})">'
        for row, those in enumerate(rows):
            step = min(CLOSE, 116 / len(those))
            for place, at in enumerate(those):
                wager, kind = marks[at]
                across, down = (place - (len(those) - 1) / 2) * step, -row * 31.0
                yield _area(across, down, step * 0.42, kind, wager.side)
                yield _text(across, down + 3.8, str(at + 1), 10.5)
        yield _text(0, 32, str(seat), 13, bold=True, colour=LINE) + "</g>"


def _one_position(game: Game, marks: Sequence[tuple[Wager, str]]) -> Iterator[str]:
    """One position enlarged, with the names of its areas."""
    step = min(LARGE, (WIDE - 40) / len(marks))
    yield _text(MIDDLE, BELOW + 24, "One position, enlarged", 13, bold=True, colour="#1d2733")
    yield _box(8, BELOW + 38, WIDE - 16, HIGH - BELOW - 46, f'fill="{registry.at_seat(game).felt}"', 10)
    for at, (wager, kind) in enumerate(marks):
        x = MIDDLE + (at - (len(marks) - 1) / 2) * step
        yield _area(x, BELOW + 80, min(26.0, step * 0.28), kind, wager.side)
        yield _text(x, BELOW + 85, str(at + 1), 14)
        for line, words in enumerate(_lines(game.shown(wager.name), step)):
            yield _text(x, BELOW + 126 + 15 * line, words, 12)


def _lines(name: str, wide: float) -> list[str]:
    """A name in lines that fit."""
    found: list[str] = []
    for word in name.split():
        if found and 6.6 * len(f"{found[-1]} {word}") < wide - 8:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
