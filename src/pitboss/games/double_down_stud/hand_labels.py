"""Double Down Stud as a seat sees it: names of hands, the lines of the pay table and the wager that follows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from pitboss.basics.cards import NUMBER, PACK_52, TEXT
from pitboss.basics.poker import strength, weakest_pair
from pitboss.engine.round.events import seat_of
from pitboss.engine.round.hand_labels import AtSeat, Holding, category_so_far, makers, poker_name
from pitboss.engine.round.layout import Layout
from pitboss.games.double_down_stud.play import COMMUNITY
from pitboss.games.double_down_stud.settle import LINES, LOSE, line

WHOLE = 5
"""The cards of a hand: one of the player's own, and four of the table."""


def held_line(cards: Sequence[int]) -> str:
    """The line of the pay table that cards hold already. Empty if they hold none.

    >>> from pitboss.basics.cards import parse_cards
    >>> held_line(parse_cards("7s 7d 2c")), held_line(parse_cards("Js Td"))
    ('pair of sixes to tens', '')
    """
    if len(cards) == WHOLE:
        return LINES[line(strength(cards))]
    category, rank = category_so_far(cards)
    if category == "pair":
        return LINES[line(weakest_pair(rank))]
    return category if category in LINES else ""


def within_reach(cards: Sequence[int], seen: Collection[int]) -> tuple[str, ...]:
    """The lines above the one held that a card which nobody has seen can bring, from the lowest."""
    held = held_line(cards)
    found = {line(strength((*cards, card))) for card in PACK_52 if card not in seen}
    above = LINES.index(held) if held else LOSE
    return tuple([LINES[one] for one in sorted(found) if one > above])


def holds(layout: Layout, place: str, hand: int) -> Holding:
    """A player's hand is their card with the community cards. Those alone have no name."""
    own = layout.numbers(place, hand) if seat_of(place) else []
    if not own:
        return Holding()
    community = layout.cards(COMMUNITY)
    cards = (*own, *[NUMBER[card] for card in community if card])
    one_more = len(cards) == len(community) == WHOLE - 1
    return held_by(cards, seen_in(layout) if one_more else None)


@lru_cache(maxsize=2000)  # everybody at a table is told of the same hands
def held_by(cards: tuple[int, ...], seen: frozenset[int] | None) -> Holding:
    """What cards hold. ``seen`` are the cards that can't come, if one card is still to come."""
    held = held_line(cards)
    made = makers(cards, category_so_far(cards)[0]) if held else ()
    return Holding(
        name=poker_name(cards),
        lines=(held,) if held else (),
        reach=within_reach(cards, seen) if seen is not None else (),
        cards=tuple([TEXT[card] for card in made]),
    )


def seen_in(layout: Layout) -> frozenset[int]:
    """Every card that the viewer of a layout has seen on the table."""
    return frozenset([NUMBER[card] for hand in layout.hands.values() for card in hand.cards if card])


AT_SEAT = AtSeat(holds=holds, follows={"original": (0, "a double")}, felt="#3F2915")
