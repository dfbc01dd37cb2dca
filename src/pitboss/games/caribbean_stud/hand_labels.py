"""Caribbean Stud Poker as a seat sees it: names of hands and the wager that follows."""

from __future__ import annotations

from pitboss.engine.round.hand_labels import AtSeat, poker_hand

AT_SEAT = AtSeat(holds=poker_hand, follows={"ante": (2, "the bet wager")}, felt="#0B3B40")
