"""The basic policy: wager the table minimum, double with a hand that can't lose or with four to a flush or straight."""

from __future__ import annotations

from collections import Counter

from pitboss.basics.cards import NUMBER, SIX
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import Input

RULE = "double with a pair of sixes or better, four to a flush, or four in sequence"


def basic(turn: Turn) -> Input | None:
    if turn.about == "wagers":
        offer = turn.offer("wager", "original")
        return turn.take(offer) if offer else None
    if turn.about == "the cut":
        return turn.take(offer) if (offer := turn.offer("refuse")) else None
    double, wait = turn.offer("double"), turn.offer("pass")
    if double is None or wait is None:
        return None
    known = [NUMBER[c] for c in turn.cards(seat_place(turn.party.seat)) + turn.cards("community") if c]
    return turn.take(double, double.most) if good(known) else turn.take(wait)


def good(known: list[int]) -> bool:
    """Whether to double with these four known cards."""
    ranks = sorted(card >> 2 for card in known)
    paired = any(times > 1 and rank >= SIX for rank, times in Counter(ranks).items())
    suited = len({card & 3 for card in known}) == 1
    in_sequence = len(set(ranks)) == 4 and ranks[-1] - ranks[0] == 3
    return paired or suited or in_sequence
