"""Double Attack Blackjack as a seat sees it: totals and the wager that follows."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.basics.cards import ACE
from pitboss.engine.round.events import seat_of
from pitboss.engine.round.hand_labels import AtSeat, Holding
from pitboss.engine.round.layout import Layout
from pitboss.games.double_attack_blackjack.procedures.course import INITIAL
from pitboss.games.double_attack_blackjack.settle import BEST, LOW


def total(cards: Sequence[int], *, split: bool = False) -> str:
    """The total of a hand in words. ``split`` hands can't be a blackjack.

    >>> from pitboss.basics.cards import parse_cards
    >>> total(parse_cards("As 6d")), total(parse_cards("9s 8d 9c")), total(parse_cards("As Kd"))
    ('soft 17', '26, over 21', 'blackjack')
    """
    if not cards:
        return ""
    count, soft = points(cards)
    if count == BEST and len(cards) == 2 and not split:
        return "blackjack"
    if count > BEST:
        return f"{count}, over {BEST}"
    return f"soft {count}" if soft and count < BEST else str(count)


def points(cards: Sequence[int]) -> tuple[int, bool]:
    """The points of cards, and whether an ace counts 11."""
    low = sum(LOW[card] for card in cards)
    soft = any(card >> 2 == ACE for card in cards) and low + 10 <= BEST
    return low + 10 * soft, soft


def holds(layout: Layout, place: str, hand: int) -> Holding:
    """The total of a hand. It has points when every card of it is known."""
    cards = layout.numbers(place, hand)
    split = bool(seat_of(place)) and (hand > 1 or bool(layout.cards(place, 2)))
    known = len(cards) == len(layout.cards(place, hand))
    return Holding(
        name=total(cards, split=split),
        total=points(cards)[0] if known else 0,
        pair=len(cards) == 2 and LOW[cards[0]] == LOW[cards[1]],
    )


AT_SEAT = AtSeat(holds=holds, follows={INITIAL: (0, "a double attack")}, felt="#142A55")
