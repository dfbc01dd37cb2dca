"""The basic policy: wager the table minimum, bet with ace-king-jack-eight-three or better, no side wagers."""

from __future__ import annotations

from pitboss.basics.cards import NUMBER, parse_cards
from pitboss.basics.poker import strength
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import Input

RULE = "bet with ace-king-jack-eight-three or better, else fold; no side wagers"
LEAST = strength(parse_cards("As Kd Jh 8c 3s"))


def basic(turn: Turn) -> Input | None:
    if turn.about == "wagers":
        offer = turn.offer("wager", "ante")
        return turn.take(offer) if offer else None
    bet, fold = turn.offer("bet"), turn.offer("fold")
    if bet is None or fold is None:
        return None
    held = [NUMBER[card] for card in turn.cards(seat_place(turn.party.seat)) if card]
    if len(held) != 5:  # a misdeal that nobody has noticed yet
        return turn.take(fold)
    return turn.take(bet if strength(held) >= LEAST else fold)
