"""Double Down Stud as a seat sees it: names of hands, the lines of the pay table and the wager that follows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pitboss.cards import NUMBER, PACK_52, TEXT
from pitboss.games.double_down_stud.play import COMMUNITY
from pitboss.games.double_down_stud.settle import LINES, LOSE, line
from pitboss.poker import strength, weakest_pair
from pitboss.table.at_seat import AtSeat, Holding
from pitboss.table.events import seat_of
from pitboss.table.layout import Layout
from pitboss.table.naming import category_so_far, makers, poker_name

WHOLE = 5
"""The cards of a hand: one of the player's own, and four of the table."""


def held_line(cards: Sequence[int]) -> str:
    """The line of the pay table that cards hold already. Empty if they hold none.

    >>> from pitboss.cards import parse_cards
    >>> held_line(parse_cards("7s 7d 2c")), held_line(parse_cards("Js Td"))
    ('pair of sixes to tens', '')
    """
    if len(cards) == WHOLE:
        return LINES[line(strength(cards))]
    category, rank = category_so_far(cards)
    if category == "pair":
        return LINES[line(weakest_pair(rank))]
    return category if category in LINES else ""


@lru_cache(maxsize=1000)  # everybody at a table is told of the same hands
def within_reach(cards: tuple[int, ...], seen: frozenset[int]) -> tuple[str, ...]:
    """The lines above the one held that a card which nobody has seen can bring, from the lowest."""
    held = held_line(cards)
    found = {line(strength((*cards, card))) for card in PACK_52 if card not in seen}
    above = max(LINES.index(held) if held else LOSE, LOSE)
    return tuple([LINES[one] for one in sorted(found) if one > above])


def holds(layout: Layout, place: str, hand: int) -> Holding:
    """A player's hand is their card with the community cards. Those alone have no name."""
    own = layout.numbers(place, hand)
    if not own or not seat_of(place):
        return Holding()
    cards = [*own, *layout.numbers(COMMUNITY)]
    held = held_line(cards)
    one_more = len(cards) == WHOLE - 1 and len(layout.cards(COMMUNITY)) == WHOLE - 1
    return Holding(
        name=poker_name(cards),
        lines=(held,) if held else (),
        reach=within_reach(tuple(cards), seen_in(layout)) if one_more else (),
        cards=tuple([TEXT[card] for card in makers(cards, category_so_far(cards)[0])]) if held else (),
    )


def seen_in(layout: Layout) -> frozenset[int]:
    """Every card that the viewer of a layout has seen on the table."""
    return frozenset([NUMBER[card] for hand in layout.hands.values() for card in hand.cards if card])


AT_SEAT = AtSeat(holds=holds, follows={"original": (0, "a double")}, felt="#3F2915")
