"""Double Cross Poker as a seat sees it: names of hands, the lines of the pay table and the wagers that follow."""

from __future__ import annotations

from functools import lru_cache

from pitboss.engine.round.hand_labels import AtSeat, Holding, category_so_far, poker_name
from pitboss.engine.round.layout import Layout
from pitboss.games.double_cross_poker.play import BOTTOM, CENTER, LEFT, RIGHT, TOP
from pitboss.games.double_cross_poker.procedures.dealing import CROSS

ARRAYS = {"vertical": (TOP, CENTER, BOTTOM), "horizontal": (LEFT, CENTER, RIGHT)}


def holds(layout: Layout, place: str, hand: int) -> Holding:
    """What the hand makes with each array, as far as its cards are turned. The cross alone has no name."""
    own = layout.numbers(place, hand) if place not in CROSS else []
    if not own:
        return Holding()
    lying = tuple([tuple([card for one in places for card in layout.numbers(one)]) for places in ARRAYS.values()])
    return held_by(tuple(own), lying)


@lru_cache(maxsize=2000)  # everybody at a table is told of the same hands
def held_by(own: tuple[int, ...], lying: tuple[tuple[int, ...], ...]) -> Holding:
    """What cards hold with the turned cards of each array."""
    hands = {array: (*own, *turned) for array, turned in zip(ARRAYS, lying, strict=True) if turned}
    makes = {array: poker_name(cards) for array, cards in hands.items()}
    return Holding(
        name="; ".join(f"{array} {words}" for array, words in makes.items()) or poker_name(own),
        lines=tuple(dict.fromkeys(category_so_far(cards)[0] for cards in hands.values())),
        makes=makes,
    )


AT_SEAT = AtSeat(holds=holds, follows={"ante": (2, "the two raises")}, felt="#3F1324")
