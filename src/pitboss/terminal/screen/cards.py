"""Cards as cells: 7 by 5 for your own, 6 by 4 for the dealer's, 5 by 3 where there are many, more if there is room."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.log.narration import card_text
from pitboss.terminal.screen.canvas import CROSS, Canvas
from pitboss.terminal.screen.colours import BACK, DIM_FACE, FACE, INK, LATTICE, RED

OWN, DEALERS, SMALL = (7, 5), (6, 4), (5, 3)
Size = tuple[int, int]
PIPPED = 8
"""The height from which a card has as many pips as its rank says."""
MIDDLE = ((1, 2.0),)
_TWO, _THREE = ((1, 0.0), (1, 4.0)), ((1, 0.0), (1, 2.0), (1, 4.0))
_FOUR = ((0, 0.0), (2, 0.0), (0, 4.0), (2, 4.0))
_SIX = (*_FOUR, (0, 2.0), (2, 2.0))
_EIGHT = (*_FOUR, (0, 4 / 3), (2, 4 / 3), (0, 8 / 3), (2, 8 / 3))
PIPS = {
    "2": _TWO,
    "3": _THREE,
    "4": _FOUR,
    "5": (*_FOUR, *MIDDLE),
    "6": _SIX,
    "7": (*_SIX, (1, 1.0)),
    "8": (*_SIX, (1, 1.0), (1, 3.0)),
    "9": (*_EIGHT, *MIDDLE),
    "10": (*_EIGHT, (1, 2 / 3), (1, 10 / 3)),
}
"""Where the pips of a rank stand: the column from 0 to 2, and the row from 0 at the top to 4."""


def draw_card(
    canvas: Canvas, x: int, y: int, card: str | None, size: Size, *, dim: bool = False, inset: int = 1
) -> None:
    """A card with its index in two corners, or a back."""
    width, height = size
    if card is None:
        rows = f"{CROSS}   " * width, f"  {CROSS} " * width
        for row in range(height):
            canvas.put(x, y + row, rows[row % 2][:width], f"{LATTICE} on {BACK}")
        return
    face = DIM_FACE if dim else FACE
    style = f"bold {RED if card[-1] in 'dh' else INK} on {face}"
    index = card_text(card)
    canvas.fill(x, y, width, height, style)
    canvas.put(x + inset, y, index, style)
    for across, down in PIPS.get(index[:-1], MIDDLE) if height >= PIPPED else MIDDLE if height > 4 else ():
        pip = x + round((1 + across) * (width - 1) / 4), y + 1 + round(down * (height - 3) / 4)
        canvas.put(*pip, index[-1], style)
    last = index[-1] + index[:-1]
    canvas.put(x + width - len(last) - inset, y + height - 1, last, style)


def draw_row(
    canvas: Canvas, x: int, y: int, cards: Sequence[str | None], size: Size, room: int, *, dim: bool = False
) -> int:
    """Cards side by side, closer together where room is short. Returns the column after the last."""
    if not cards:
        return x
    width = size[0]
    step = width + 1
    if len(cards) > 1:
        step = min(step, max((room - width) // (len(cards) - 1), 2))
    for number, card in enumerate(cards):
        draw_card(canvas, x + number * step, y, card, size, dim=dim, inset=int(step >= SMALL[0]))
    return x + (len(cards) - 1) * step + width
