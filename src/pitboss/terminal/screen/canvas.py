"""A sheet of character cells with places that can be clicked."""

from __future__ import annotations

import msgspec
from rich.cells import cell_len
from rich.text import Text

from pitboss.log.narration import SYMBOLS
from pitboss.terminal.screen.colours import in_few

CROSS = "\N{BOX DRAWINGS LIGHT DIAGONAL CROSS}"
LETTERS = {
    **{symbol: letter for letter, symbol in SYMBOLS.items()},
    **dict.fromkeys("╭╮╰╯", "+"),
    **dict.fromkeys("─━", "-"),
    **dict.fromkeys("│┆", "|"),
    CROSS: "x",
    **dict(zip("▸●◉█░·…←→±", ">oo#.-.<>~", strict=True)),
}
"""What stands for a symbol where a terminal has no Unicode."""


class Place(msgspec.Struct, frozen=True):
    """A rectangle that does something when it is clicked."""

    does: str
    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """Cells with a style each. What does not fit is cut off.

    >>> canvas = Canvas(8, 2, "white on blue")
    >>> canvas.put(5, 0, "ante", "bold")
    >>> canvas.place("deal", 0, 1, 4, 1)
    >>> canvas.text().plain, canvas.at(3, 1), canvas.at(3, 0)
    ('     ant\\n        ', 'deal', '')
    """

    def __init__(
        self, width: int, height: int, ground: str, *, letters: bool = False, few_colours: bool = False
    ) -> None:
        self.width, self.height, self.ground = width, height, ground
        self._letters, self._few = letters, few_colours
        self._cells = [[(" ", ground)] * width for _ in range(height)]
        self.places: list[Place] = []
        self.down = 0
        """How many rows lower everything is drawn."""

    def put(self, x: int, y: int, words: str, style: str = "", *, width: int = 0) -> None:
        """Write words. ``width`` cuts them off, with a mark, or fills them up."""
        if width:
            words = words[: width - 1] + "…" if len(words) > width else words.ljust(width)
        y += self.down
        if not 0 <= y < self.height:
            return
        for at, letter in enumerate(words, x):
            if not letter.isascii() and cell_len(letter) != 1:
                letter = "?"  # a name may hold wide characters, which would move the rest of the row
            if 0 <= at < self.width:
                self._cells[y][at] = (LETTERS.get(letter, letter) if self._letters else letter, style or self.ground)

    def box(self, x: int, y: int, width: int, height: int, style: str, title: str = "", title_style: str = "") -> None:
        """Draw a frame."""
        self.put(x, y, "╭" + "─" * (width - 2) + "╮", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, "│", style)
            self.put(x + width - 1, row, "│", style)
        self.put(x, y + height - 1, "╰" + "─" * (width - 2) + "╯", style)
        if title:
            self.put(x + 2, y, f" {title} ", title_style or style)

    def fill(self, x: int, y: int, width: int, height: int, style: str) -> None:
        for row in range(y, y + height):
            self.put(x, row, " " * width, style)

    def place(self, does: str, x: int, y: int, width: int, height: int) -> None:
        """Let a rectangle do something when it is clicked."""
        self.places.append(Place(does, x, y + self.down, width, height))

    def at(self, x: int, y: int) -> str:
        """What a click here does. Empty if nothing."""
        return next((place.does for place in reversed(self.places) if place.holds(x, y)), "")

    def text(self) -> Text:
        """All cells. With few colours, those that every terminal has stand for ours."""
        style_of = in_few if self._few else str
        made = Text(no_wrap=True, end="")
        for number, row in enumerate(self._cells):
            if number:
                made.append("\n")
            run, style = "", row[0][1] if row else ""
            for letter, one in row:
                if one != style:
                    made.append(run, style_of(style))
                    run, style = "", one
                run += letter
            made.append(run, style_of(style))
        return made
