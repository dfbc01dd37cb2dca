"""The basic policy: ante the table minimum, raise with a six or better."""

from __future__ import annotations

from pitboss.basics.cards import NUMBER, SIX
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import Input

RULE = "raise with a six or better"


def basic(turn: Turn) -> Input | None:
    if turn.about == "wagers":
        offer = turn.offer("wager", "ante")
        return turn.take(offer) if offer else None
    raises, folds = turn.offer("raise"), turn.offer("fold")
    if raises is None or folds is None:
        return None
    card = turn.cards(seat_place(turn.party.seat))[0]
    return turn.take(raises if card and NUMBER[card] >> 2 >= SIX else folds)
