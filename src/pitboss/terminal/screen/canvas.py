"""Cells to draw on, and their colours. No colour speaks alone: a word or a mark goes with it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

import msgspec
from rich.cells import cell_len
from rich.text import Text

from pitboss.log.narration import SYMBOLS

PAGE, PANEL, RAISED = "#0D1013", "#14181D", "#262E38"
TEXT, SECOND, CAPTION = "#F4F0E7", "#BDB8AC", "#9E998D"
BRASS, WON, LOST, INFO = "#E6BC63", "#63D69E", "#FF8F7E", "#86BEFF"
INK, RED, FACE, DIM_FACE = "#14181C", "#C4122F", "#FCFAF4", "#B9B6AE"
BACK, LATTICE = "#23375F", "#7F92BC"
ON_BRASS, TURN, CLOCK = "#1B1407", "#4A3A12", "#8A3B00"

BLACK, WHITE, BRIGHT, CYAN, BLUE = "#000000", "#AAAAAA", "#FFFFFF", "#00AAAA", "#0000AA"
YELLOW, DARK_RED = "#FFFF55", "#AA0000"
FEW = {
    **dict.fromkeys((PAGE, PANEL, RAISED, INK, ON_BRASS, TURN), BLACK),
    **dict.fromkeys((TEXT, FACE), BRIGHT),
    **dict.fromkeys((SECOND, CAPTION, DIM_FACE), WHITE),
    **dict.fromkeys((BRASS, LATTICE), YELLOW),
    WON: "#55FF55",
    LOST: "#FF5555",
    INFO: "#55FFFF",
    **dict.fromkeys((RED, CLOCK), DARK_RED),
    BACK: BLUE,
}
"""Our colours on a terminal with 16. A felt is cyan."""
ON_CYAN = {BRIGHT: BRIGHT, WHITE: BLACK, YELLOW: YELLOW, "#55FF55": BRIGHT, "#FF5555": DARK_RED}
"""What can be read on a felt."""
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
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


@cache
def in_few(style: str) -> str:
    """A style in the colours of a terminal that has 16.

    >>> in_few("bold #E6BC63 on #14181D"), in_few("#BDB8AC on #0B3B40"), in_few("bold #C4122F on #FCFAF4")
    ('bold #FFFF55 on #000000', '#000000 on #00AAAA', 'bold #AA0000 on #FFFFFF')
    """
    words, on, ground = style.partition(" on ")
    ground = _COLOUR.sub(lambda found: FEW.get(found[0], CYAN), ground)
    words = _COLOUR.sub(lambda found: FEW.get(found[0], BRIGHT), words)
    if ground == YELLOW:
        words = _COLOUR.sub(BLACK, words)
    elif ground == CYAN:
        words = _COLOUR.sub(lambda found: ON_CYAN.get(found[0], BRIGHT), words)
    return f"{words}{on}{ground}"


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

    def put_rows(self, x: int, y: int, rows: Iterable[str], style: str, *, width: int = 0) -> None:
        """Write words in rows, one below the other."""
        for row, words in enumerate(rows, y):
            self.put(x, row, words, style, width=width)

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
