"""Double Attack Blackjack as a seat sees it: totals, cards for advice, and the wager that follows."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import ACE, NUMBER
from pitboss.games.double_attack_blackjack.course import ATTACK, DEALER, INITIAL
from pitboss.games.double_attack_blackjack.settle import BEST, LOW
from pitboss.table.at_seat import AtSeat, Known, Place, known_cards
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


def known(layout: Layout, place: str, hand: int) -> tuple[Known, frozenset[Place]]:
    """The hand and the up card, and after a split the cards of the pair's value on the player's other hands."""
    own = known_cards(layout, place, hand)
    dealers = known_cards(layout, DEALER)
    mine = [key for key in layout.hands if key[0] == place and key[1] != hand]
    others = [card for key in mine for card in layout.hands[key].cards if card]
    pair = {LOW[NUMBER[card]] for card in own[:1]}
    split = [card for card in others if LOW[NUMBER[card]] in pair]
    rest = [card for card in others if LOW[NUMBER[card]] not in pair]
    cards = {"hand": own, "up": dealers[:1], "split": split, "seen": [*rest, *dealers[1:]]}
    return cards, frozenset({(place, hand), (DEALER, 1), *mine})


AT_SEAT = AtSeat(name=name, known=known, follows={INITIAL: (0, "a double attack")}, scales=ATTACK, felt="#142A55")
