"""Double Cross Poker as a seat sees it: names of hands, the lines of the pay table and the wagers that follow."""

from __future__ import annotations

from pitboss.games.double_cross_poker.dealing import CROSS
from pitboss.games.double_cross_poker.play import BOTTOM, CENTER, LEFT, RIGHT, TOP
from pitboss.table.at_seat import AtSeat, Holding
from pitboss.table.layout import Layout
from pitboss.table.naming import category_so_far, poker_name

ARRAYS = {"vertical": (TOP, CENTER, BOTTOM), "horizontal": (LEFT, CENTER, RIGHT)}


def holds(layout: Layout, place: str, hand: int) -> Holding:
    """What the hand makes with each array, as far as its cards are turned. The cross alone has no name."""
    own = layout.numbers(place, hand)
    if place in CROSS or not own:
        return Holding()
    lying = {array: [card for one in places for card in layout.numbers(one)] for array, places in ARRAYS.items()}
    hands = {array: [*own, *turned] for array, turned in lying.items() if turned}
    makes = {array: poker_name(cards) for array, cards in hands.items()}
    return Holding(
        name="; ".join(f"{array} {words}" for array, words in makes.items()) or poker_name(own),
        lines=tuple(dict.fromkeys(category_so_far(cards)[0] for cards in hands.values())),
        makes=makes,
    )


AT_SEAT = AtSeat(holds=holds, follows={"ante": (2, "the two raises")}, felt="#3F1324")
