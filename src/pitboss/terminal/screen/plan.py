"""Where things lie on the felt, and how cards are drawn. A larger felt has larger cards."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pitboss.log.narration import card_text
from pitboss.terminal.screen.canvas import BACK, CROSS, DIM_FACE, FACE, INK, LATTICE, RED, Canvas

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


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Rows and columns of the felt, and the sizes of cards."""

    rows: int
    width: int
    """The least width that it needs."""
    call: int
    """The row of the question."""
    seats: int
    """The first row of the box with the seats."""
    hand: int
    """The first row of your cards. Your betting areas lie above it."""
    buttons: int
    """The first row of the buttons."""
    own: Size
    dealers: Size
    figure: Size
    """A card of a figure, such as a cross."""
    beside_figure: Size
    """A dealer's card beside a figure."""
    several: tuple[Size, Size]
    """A card of two hands, and one of more."""
    below: bool = True
    """Whether the buttons lie below your cards in a row. Else they lie beside them in two columns."""

    @property
    def chip(self) -> int:
        """The height of a chip in the tray."""
        return 3 if self.below else 1


COMPACT = Plan(
    rows=18,
    width=76,
    call=6,
    seats=5,
    hand=12,
    buttons=13,
    own=OWN,
    dealers=DEALERS,
    figure=SMALL,
    beside_figure=DEALERS,
    several=(DEALERS, SMALL),
    below=False,
)
"""The felt on a screen of 80 by 24."""
ROOMY = Plan(
    rows=33,
    width=78,
    call=9,
    seats=8,
    hand=20,
    buttons=29,
    own=(11, 8),
    dealers=(9, 6),
    figure=(7, 4),
    beside_figure=(8, 5),
    several=((9, 6), OWN),
)
"""The felt on a screen of 120 by 40."""
GRAND = Plan(
    rows=44,
    width=120,
    call=12,
    seats=11,
    hand=26,
    buttons=39,
    own=(16, 11),
    dealers=(13, 9),
    figure=(11, 6),
    beside_figure=(8, 5),
    several=((13, 9), (9, 6)),
)
"""The felt on a screen of 200 by 50."""


def plan_of(width: int, height: int) -> Plan | None:
    """The largest plan that fits a felt of this size. None if it is too small for any.

    >>> [plan_of(*size) is plan for size, plan in (((80, 18), COMPACT), ((80, 38), ROOMY), ((140, 48), GRAND))]
    [True, True, True]
    >>> plan_of(60, 9) is None
    True
    """
    return next((one for one in (GRAND, ROOMY, COMPACT) if one.width <= width and one.rows <= height), None)
