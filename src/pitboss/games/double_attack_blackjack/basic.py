"""The basic policy: table minimum, a full attack on 2 to 8, and a chart of totals for a shoe without tens.

The chart is for games dealt from 48 cards. Fewer tens mean fewer busts, so it draws more often to stiff hands and
doubles less often on ten and eleven. A double that ends stiff against an eight or better is surrendered.
"""

from __future__ import annotations

from pitboss.basics.cards import NUMBER
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import Input
from pitboss.games.double_attack_blackjack.procedures.course import Count, count_of
from pitboss.games.double_attack_blackjack.settle import LOW

RULE = "attack fully against 2 to 8; no bonus, no insurance; then a chart of hard totals, soft totals and pairs"

ACE_UP = 1  # points of the dealer's up card; an ace is one


def basic(turn: Turn) -> Input | None:
    match turn.about:
        case "wagers":
            offer = turn.offer("wager", "initial")
            own = offer is not None and not offer.optional
            return turn.take(offer) if offer and own else None
        case "the cut":
            names: tuple[str, ...] = ("refuse",)
        case "double attack":
            names = ("attack" if 2 <= up_points(turn) <= 8 else "pass",)
        case "insurance":
            names = ("pass",)
        case "decision":
            names = decide(turn)
        case "double with the caller":
            names = ("double",)
        case "cover the split or name a hand":
            names = ("split",)
        case _:
            names = ("take card", "stand")
    for name in names:
        offer = turn.offer(name)
        if offer is not None and not offer.optional:
            return turn.take(offer, offer.most)
    return None


def up_points(turn: Turn) -> int:
    card = turn.cards("dealer")[0]
    return LOW[NUMBER[card]] if card else 0


def decide(turn: Turn) -> tuple[str, ...]:
    """The choices in order of preference. Those not allowed are skipped."""
    stand = turn.offer("stand")
    hand = stand.hand if stand else 1
    cards = tuple([NUMBER[card] for card in turn.cards(seat_place(turn.party.seat), hand) if card])
    points, up = count_of(cards), up_points(turn)
    if turn.offer("hit") is None:  # doubled, a split ace, 21, or after a refused card
        rescue = len(cards) != 2 and points.total < 17 and (up >= 8 or up == ACE_UP)
        return ("surrender",) if rescue else ("stand",)
    if len(cards) == 2 and turn.offer("split") and splits(LOW[cards[0]], up):
        return ("split",)
    return chart(points, up)


def splits(points: int, up: int) -> bool:
    """Whether to split a pair, by points of the card (an ace is one) and of the up card."""
    match points:
        case 1:
            return True
        case 2 | 3 | 7:
            return 2 <= up <= 7
        case 6:
            return 4 <= up <= 6
        case 8:
            return up != ACE_UP
        case 9:
            return 3 <= up <= 9 and up != 7
        case _:
            return False


def chart(points: Count, up: int) -> tuple[str, ...]:
    total = points.total
    if points.soft:
        if total >= 19 or (total == 18 and up in (2, 3, 7, 8)):
            return ("stand",)
        if (total == 18 and 4 <= up <= 6) or (total == 17 and 4 <= up <= 6) or (total == 16 and up == 6):
            return ("double", "hit")
        return ("hit",)
    if total >= 17:
        return ("stand",)
    if total == 16 and up == ACE_UP:
        return ("surrender",)
    stands_from = {2: 15, 3: 14, 4: 14, 5: 14, 6: 13}.get(up, 17)
    if total >= stands_from:
        return ("stand",)
    if (total == 11 and 2 <= up <= 8) or (total == 10 and 2 <= up <= 7) or (total == 9 and up == 6):
        return ("double", "hit")
    return ("hit",)
