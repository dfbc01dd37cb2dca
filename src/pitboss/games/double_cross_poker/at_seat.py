"""Double Cross Poker as a seat sees it: names of hands and the wagers that follow."""

from __future__ import annotations

from pitboss.games.double_cross_poker.dealing import CROSS
from pitboss.games.double_cross_poker.play import BOTTOM, CENTER, LEFT, RIGHT, TOP
from pitboss.table.at_seat import AtSeat
from pitboss.table.layout import Layout
from pitboss.table.naming import poker_name

ARRAYS = {"vertical": (TOP, CENTER, BOTTOM), "horizontal": (LEFT, CENTER, RIGHT)}


def makes(layout: Layout, place: str, hand: int) -> dict[str, str]:
    """What the hand makes with each array, as far as its cards are turned."""
    own = layout.numbers(place, hand)
    lying = {array: [card for one in places for card in layout.numbers(one)] for array, places in ARRAYS.items()}
    return {array: poker_name([*own, *turned]) for array, turned in lying.items() if own and turned}


def name(layout: Layout, place: str, hand: int) -> str:
    """What the hand makes with each array, in one text. The cross alone has no name."""
    if place in CROSS:
        return ""
    made = [f"{array} {words}" for array, words in makes(layout, place, hand).items()]
    return "; ".join(made) or poker_name(layout.numbers(place, hand))


AT_SEAT = AtSeat(name=name, makes=makes, follows={"ante": (2, "the two raises")}, felt="#3F1324")
