"""The rail at the right of a wide screen, below the coach: the pay tables in force, and the log."""

from __future__ import annotations

from pitboss.terminal.screen.canvas import Canvas
from pitboss.terminal.screen.choices import wrapped
from pitboss.terminal.screen.colours import BRASS, LOST, PANEL, RAISED, SECOND, TEXT
from pitboss.terminal.screen.model import Shown

RAIL = 8
"""The height from which a panel stands in a rail at the right."""
COACH, LEAST_LOG = 12, 8
"""The rows of the coach, and the least rows of the log, where there is room for pay tables between them."""
Row = tuple[str, str, str]
"""Words at the left, words at the right, and the style of both."""


def draw_section(canvas: Canvas, y: int, title: str) -> None:
    """A line across the panel with a title."""
    canvas.put(0, y, "─" * canvas.width, f"{RAISED} on {PANEL}")
    canvas.put(2, y, f" {title} ", f"bold {BRASS} on {PANEL}")


def draw_rail(canvas: Canvas, shown: Shown) -> int:
    """The log, and above it as many pay tables as there is room for. Returns the row where the coach ends."""
    top, rows = COACH, pay_rows(shown, canvas.height - COACH - LEAST_LOG - 2)
    if not rows:
        top = canvas.height // 2
        _log(canvas, shown, top)
        return top
    draw_section(canvas, top, "Pays")
    for y, (left, right, style) in enumerate(rows, top + 1):
        room = canvas.width - 4
        canvas.put(2, y, left, style, width=room - len(right) - 1)
        canvas.put(2 + room - len(right), y, right, style)
    _log(canvas, shown, top + len(rows) + 1)
    return top


def pay_rows(shown: Shown, most: int) -> list[Row]:
    """The pay tables in so many rows: whole ones, the longest first, those of side wagers last.

    Then the key that shows all of them.
    """
    rows: list[Row] = []
    left_out = False
    side = tuple(wager.name for wager in shown.game.wagers if wager.side)
    sheet = sorted(shown.pays.items(), key=lambda one: (one[0].lower().startswith(side), -len(one[1])))
    for title, lines in sheet:
        if len(rows) + 1 + len(lines) > most - 1:  # the last row names the key
            left_out = True
            continue
        rows.append((f"{title[:1].upper()}{title[1:]}", "", f"bold {TEXT} on {PANEL}"))
        rows += [(line, pays, f"{SECOND} on {PANEL}") for line, pays in lines.items()]
    return [*rows, ("P shows all of them.", "", f"{SECOND} on {PANEL}")] if rows and left_out else rows


def _log(canvas: Canvas, shown: Shown, top: int) -> None:
    """What happened before, the last at the bottom."""
    draw_section(canvas, top, "Log")
    lines: list[tuple[str, str]] = []
    for said in reversed([said for said in shown.log[-canvas.height :] if said.words]):
        rows = [(row, said.style) for row in wrapped(f"{said.clause}  {said.words}", canvas.width - 4)]
        if lines and len(rows) + len(lines) > canvas.height - top - 1:
            break  # only whole sentences
        lines = rows + lines
    for row, (words, style) in enumerate(lines[-(canvas.height - top - 1) :], top + 1):
        canvas.put(2, row, words, f"{LOST if 'red' in style else SECOND} on {PANEL}")
