"""Double Down Stud as a seat sees it: names of hands and the wager that follows."""

from __future__ import annotations

from pitboss.games.double_down_stud.play import COMMUNITY
from pitboss.table.at_seat import AtSeat
from pitboss.table.events import seat_of
from pitboss.table.layout import Layout
from pitboss.table.naming import poker_name


def name(layout: Layout, place: str, hand: int) -> str:
    """A player's hand is their card with the community cards. Those alone have no name."""
    return poker_name([*layout.numbers(place, hand), *layout.numbers(COMMUNITY)]) if seat_of(place) else ""


AT_SEAT = AtSeat(name=name, follows={"original": (0, "a double")}, felt="#3F2915")
