"""Boston 5 Stud Poker as a seat sees it: names of hands, cards for advice, and the wagers that follow."""

from __future__ import annotations

from pitboss.table.at_seat import AtSeat, known_cards
from pitboss.table.naming import poker_name

AT_SEAT = AtSeat(
    name=lambda layout, place, hand: poker_name(layout.numbers(place, hand)),
    known=lambda layout, place, hand: ({"hand": known_cards(layout, place, hand)}, frozenset({(place, hand)})),
    follows={"ante": (4, "the first and the second wager"), "first": (1, "the second wager")},
    counted=frozenset({"first", "second"}),
    felt="#0D3A26",
)
