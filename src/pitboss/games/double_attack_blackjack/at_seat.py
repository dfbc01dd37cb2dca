"""Double Attack Blackjack as a seat sees it: totals and the wager that follows."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import ACE
from pitboss.games.double_attack_blackjack.course import INITIAL
from pitboss.games.double_attack_blackjack.settle import BEST, LOW
from pitboss.table.at_seat import AtSeat
from pitboss.table.events import seat_of
from pitboss.table.layout import Layout


def total(cards: Sequence[int], *, split: bool = False) -> str:
    """The total of a hand. ``split`` hands can't be a blackjack.

    >>> from pitboss.cards import parse_cards
    >>> total(parse_cards("As 6d")), total(parse_cards("9s 8d 9c")), total(parse_cards("As Kd"))
    ('soft 17', '26, over 21', 'blackjack')
    """
    if not cards:
        return ""
    low = sum(LOW[card] for card in cards)
    soft = any(card >> 2 == ACE for card in cards) and low + 10 <= BEST
    count = low + 10 * soft
    if count == BEST and len(cards) == 2 and not split:
        return "blackjack"
    if count > BEST:
        return f"{count}, over {BEST}"
    return f"soft {count}" if soft and count < BEST else str(count)


def name(layout: Layout, place: str, hand: int) -> str:
    split = bool(seat_of(place)) and (hand > 1 or bool(layout.cards(place, 2)))
    return total(layout.numbers(place, hand), split=split)


AT_SEAT = AtSeat(name=name, follows={INITIAL: (0, "a double attack")}, felt="#142A55")
