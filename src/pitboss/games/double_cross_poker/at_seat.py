"""Double Cross Poker as a seat sees it: names of hands and the wagers that follow."""

from __future__ import annotations

from pitboss.games.double_cross_poker.dealing import CROSS
from pitboss.games.double_cross_poker.play import BOTTOM, CENTER, LEFT, RIGHT, TOP
from pitboss.table.at_seat import AtSeat
from pitboss.table.layout import Layout
from pitboss.table.naming import poker_name

ARRAYS = {"vertical": (TOP, CENTER, BOTTOM), "horizontal": (LEFT, CENTER, RIGHT)}


def name(layout: Layout, place: str, hand: int) -> str:
    """What the hand makes with each array, as far as its cards are turned. The cross alone has no name."""
    own = layout.numbers(place, hand)
    if place in CROSS or not own:
        return ""
    made = []
    for array, places in ARRAYS.items():
        if turned := [card for one in places for card in layout.numbers(one)]:
            made.append(f"{array} {poker_name([*own, *turned])}")
    return "; ".join(made) or poker_name(own)


AT_SEAT = AtSeat(name=name, follows={"ante": (2, "the two raises")}, felt="#3F1324")
