"""Caribbean Stud Poker as a seat sees it: names of hands and the wager that follows."""

from __future__ import annotations

from pitboss.table.at_seat import AtSeat
from pitboss.table.naming import poker_name

AT_SEAT = AtSeat(
    name=lambda layout, place, hand: poker_name(layout.numbers(place, hand)),
    follows={"ante": (2, "the bet wager")},
    felt="#0B3B40",
)
