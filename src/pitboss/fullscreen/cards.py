"""Cards as cells: 7 by 5 for your own, 6 by 4 for the dealer's, 5 by 3 where there are many."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.fullscreen.canvas import CROSS, Canvas
from pitboss.fullscreen.colours import BACK, DIM_FACE, FACE, INK, LATTICE, RED
from pitboss.narrate import card_text

OWN, DEALERS, SMALL = (7, 5), (6, 4), (5, 3)
Size = tuple[int, int]


def draw_card(
    canvas: Canvas, x: int, y: int, card: str | None, size: Size, *, dim: bool = False, inset: int = 1
) -> None:
    """A card with its index in two corners, or a back."""
    width, height = size
    if card is None:
        rows = f"{CROSS}   {CROSS}   {CROSS}", f"  {CROSS}   {CROSS}  "
        for row in range(height):
            canvas.put(x, y + row, rows[row % 2][:width], f"{LATTICE} on {BACK}")
        return
    face = DIM_FACE if dim else FACE
    style = f"bold {RED if card[-1] in 'dh' else INK} on {face}"
    index = card_text(card)
    canvas.fill(x, y, width, height, style)
    canvas.put(x + inset, y, index, style)
    if height > 4:
        canvas.put(x + width // 2, y + height // 2, index[-1], style)
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
