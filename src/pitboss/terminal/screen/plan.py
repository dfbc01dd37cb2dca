"""Where things lie on the felt. A larger felt has larger cards."""

from __future__ import annotations

import msgspec

from pitboss.terminal.screen.cards import DEALERS, OWN, SMALL, Size


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
