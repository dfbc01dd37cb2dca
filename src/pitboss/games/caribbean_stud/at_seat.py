"""Caribbean Stud Poker as a seat sees it: names of hands, cards for advice, and the wager that follows."""

from __future__ import annotations

from pitboss.games.caribbean_stud.dealing import DEALER
from pitboss.table.at_seat import AtSeat, Known, Place, known_cards
from pitboss.table.layout import Layout
from pitboss.table.naming import poker_name


def known(layout: Layout, place: str, hand: int) -> tuple[Known, frozenset[Place]]:
    """The hand and the up card. A hole card that was exposed is seen too."""
    dealers = known_cards(layout, DEALER)
    cards = {"hand": known_cards(layout, place, hand), "up": dealers[:1], "seen": dealers[1:]}
    return cards, frozenset({(place, hand), (DEALER, 1)})


AT_SEAT = AtSeat(
    name=lambda layout, place, hand: poker_name(layout.numbers(place, hand)),
    known=known,
    follows={"ante": (2, "the bet wager")},
    felt="#0B3B40",
)
