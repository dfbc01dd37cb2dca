"""The basic policy: wager the ante alone, play any pair and any two good cards along the array that helps more.

Over all deals it loses 5.3% of the ante to the house. The best play loses 2.2%.
"""

from __future__ import annotations

from pitboss.basics.cards import KING, NUMBER, TEN
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import Input

RULE = (
    "raise with a pair, with an ace or king in hand, or with both cards ten or higher, along the array whose shown "
    "card makes the higher pair, else three of one suit, else is higher"
)
SHOWN = {"vertical": "vertical top", "horizontal": "horizontal right"}


def basic(turn: Turn) -> Input | None:
    if turn.about == "wagers":
        offer = turn.offer("wager", "ante")
        return turn.take(offer) if offer else None
    if expose := turn.offer("expose"):
        return turn.take(expose)
    own = [NUMBER[card] for card in turn.cards(seat_place(turn.party.seat)) if card]
    shown = {array: [NUMBER[card] for card in turn.cards(place) if card] for array, place in SHOWN.items()}
    array = max(shown, key=lambda array: promise([*own, *shown[array]]))
    choice = turn.offer(array if worth_raising(own, shown[array]) else "fold")
    return turn.take(choice) if choice else None


def promise(cards: list[int]) -> tuple[int, int, bool, list[int]]:
    """A key that orders the known cards of a hand: like cards and their rank, then one suit, then high cards."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    times, rank = max((ranks.count(rank), rank) for rank in ranks)
    one_suit = len({card & 3 for card in cards}) == 1
    return times, rank if times > 1 else 0, one_suit, ranks


def worth_raising(own: list[int], shown: list[int]) -> bool:
    """Whether two cards in hand and the array's shown card are worth two raises."""
    ranks = [card >> 2 for card in own]
    paired = len({card >> 2 for card in (*own, *shown)}) < len(own) + len(shown)
    return paired or max(ranks, default=0) >= KING or min(ranks, default=0) >= TEN
