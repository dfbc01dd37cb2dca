"""Your rating over time, as a line of characters."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.fullscreen.canvas import Canvas
from pitboss.fullscreen.colours import BRASS, SECOND

LABEL = 6
"""The columns of a figure beside the line."""


def line_of(values: Sequence[int], width: int, height: int) -> list[str]:
    """A line through the last values, the highest in the first row and the lowest in the last.

    >>> print(*line_of([1200, 1210, 1220, 1205, 1205], 10, 3), sep="\\n")
      ╭╮
     ╭╯│
    ─╯ ╰─
    """
    last = values[-width:]
    low, high = min(last), max(last)
    steps = [round((value - low) * (height - 1) / (high - low)) if high > low else 0 for value in last]
    cells = [[" "] * len(last) for _ in range(height)]
    before = steps[0]
    for column, step in enumerate(steps):
        if step == before:
            cells[step][column] = "─"
        else:
            for between in range(min(before, step) + 1, max(before, step)):
                cells[between][column] = "│"
            cells[before][column] = "╯" if step > before else "╮"
            cells[step][column] = "╭" if step > before else "╰"
        before = step
    return ["".join(row).rstrip() for row in reversed(cells)]


def draw_rating(canvas: Canvas, x: int, y: int, width: int, height: int, ratings: Sequence[int], ground: str) -> None:
    """The line with its highest and lowest rating at the left. One rating is no line."""
    if len(ratings) < 2 or height < 2:
        return
    wide = width - LABEL - 1
    shown = ratings[-wide:]
    for row, words in enumerate(line_of(ratings, wide, height), y):
        canvas.put(x + LABEL + 1, row, words, f"{BRASS} on {ground}")
        canvas.put(x + LABEL, row, "┆", f"{SECOND} on {ground}")
    canvas.put(x, y, f"{max(shown):,}".rjust(LABEL - 1), f"{SECOND} on {ground}")
    canvas.put(x, y + height - 1, f"{min(shown):,}".rjust(LABEL - 1), f"{SECOND} on {ground}")
