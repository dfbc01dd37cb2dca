"""The basic policy: wager the table minimum, leave the optional bonus alone, and never fold.

The second wager risks two more antes, and a fold loses three. So two wins in nine are enough for a second wager. Even
the worst three cards, such as two, three and seven of different suits, win about a third of the time.
"""

from __future__ import annotations

from pitboss.basics.cards import NUMBER
from pitboss.basics.poker import HIGH_3, category3
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import Input

RULE = "always place the second wager; expose three cards that win the optional bonus and no others"


def basic(turn: Turn) -> Input | None:
    match turn.about:
        case "wagers":
            offer = turn.offer("wager", "ante") or turn.offer("wager", "first")
        case "expose or conceal":
            known = [NUMBER[card] for card in turn.cards(seat_place(turn.party.seat)) if card]
            offer = turn.offer("expose" if wins(known) else "conceal")
        case _:
            offer = turn.offer("second")
    return turn.take(offer) if offer else None


def wins(known: list[int]) -> bool:
    """Whether the cards win the optional bonus."""
    return len(known) == 3 and category3(known) != HIGH_3
