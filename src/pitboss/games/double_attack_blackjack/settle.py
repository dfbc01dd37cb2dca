"""The payments of Double Attack Blackjack (sections 5, 6, 8 to 11): pure functions on whole numbers.

A hand is given as ``low``, its points with every ace as one, and ``aces``, the number of aces. Flags are 0 or 1. Stakes
and amounts returned are in cents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.basics.cards import EIGHT, red
from pitboss.basics.money import ceil_div, returned, whole_chips

BEST = 21
STANDS = 17
"""The dealer draws below this total and stands on it, hard or soft (12(b))."""

# Points by rank, from the two (rank 0): 2 to 9, the ten that no pack holds, jack, queen and king, and the ace as one.
LOW_POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
LOW = tuple(LOW_POINTS[card >> 2] for card in range(52))
"""The same by card."""

LINES = (
    "bust",
    "dealer blackjack",
    "both blackjack",
    "blackjack",
    "dealer over 21",
    "above the dealer",
    "below the dealer",
    "equal to the dealer",
)
BUST, DEALER_BLACKJACK, BOTH_BLACKJACK, BLACKJACK, DEALER_BUST, ABOVE, BELOW, EQUAL = range(8)
SURRENDERED = len(LINES)
"""A line in addition to those that the cards decide."""
WORDS = (*LINES, "surrendered")
"""Every line in words."""

WINS = BLACKJACK, DEALER_BUST, ABOVE
"""The lines on which the wagers on a hand win."""


class Wins(NamedTuple):
    """What winning wagers on a hand return, over ``per``: one number for each of ``WINS``. The stake is included."""

    blackjack: int
    dealer_bust: int
    above: int
    per: int


EVEN_MONEY = Wins(2, 2, 2, 1)
"""5(e), 9(b): 1 to 1 on every line. Only a study has others."""

BONUS_LINES = (
    "no bust in three cards",
    "ten",
    "nine",
    "eight",
    "seven",
    "six",
    "three eights of the same color",
    "three eights of the same suit",
)
NO_BUST, THREE_EIGHTS_COLOR, THREE_EIGHTS_SUIT = 0, 6, 7


def total(low: int, aces: int) -> int:
    """The points of a hand: an ace is eleven unless that would exceed 21 (2(b)(3))."""
    return low + 10 if aces > 0 and low + 10 <= BEST else low


def soft(low: int, aces: int) -> bool:
    """Whether an ace counts eleven."""
    return aces > 0 and low + 10 <= BEST


def blackjack(cards: int, low: int, aces: int) -> bool:
    """An ace and a ten-point card as the first two cards. Callers exclude split hands, which are never one."""
    return cards == 2 and aces == 1 and low == 11


def outcome(player: int, player_blackjack: int, dealer: int, dealer_blackjack: int) -> int:
    """The deciding line between a hand's total and the dealer's (5(a), 5(b))."""
    if player > BEST:
        return BUST
    if dealer_blackjack:
        return BOTH_BLACKJACK if player_blackjack else DEALER_BLACKJACK
    if player_blackjack:
        return BLACKJACK
    if dealer > BEST:
        return DEALER_BUST
    if player > dealer:
        return ABOVE
    return BELOW if player < dealer else EQUAL


def initial(stake: int, line: int, original: int, wins: Wins = EVEN_MONEY) -> int:
    """An initial wager. ``original`` is 0 on a hand formed by a split, which a dealer's blackjack spares (10(d))."""
    if line == DEALER_BLACKJACK:
        return 0 if original else stake
    return extra(stake, line, wins)


def extra(stake: int, line: int, wins: Wins = EVEN_MONEY) -> int:
    """A double attack or double down wager. Pays even money, and a dealer's blackjack spares it (5(b), 5(e), 9(c))."""
    if line in (BUST, BELOW):
        return 0
    if line in WINS:
        return returned(stake, WINS.index(line), wins[:3], wins.per)
    return stake


def surrendered(stake: int) -> int:
    """Half of the stake goes back. A fraction of a cent is rounded in the player's favour (8(a))."""
    return ceil_div(stake, 2)


def shares(stakes: Sequence[int]) -> list[int]:
    """The amounts returned for a player's wagers on a surrendered hand (8(a), ruling surrender).

    The wagers are halved together. A fraction of a cent is rounded once and goes to the wager that makes the sum odd.
    """
    found, so_far = [], 0
    for stake in stakes:
        found.append(surrendered(so_far + stake) - surrendered(so_far))
        so_far += stake
    return found


def paid_on_hand(stakes: Sequence[int], line: int, original: int, wins: Wins = EVEN_MONEY) -> list[int]:
    """The amounts returned for a player's initial, double attack and double wagers. ``original`` as for ``initial``."""
    if line == SURRENDERED:
        return shares(stakes)
    first, *others = stakes
    return [initial(first, line, original, wins), *(extra(stake, line, wins) for stake in others)]


def most_insurance(initial: int, chip: int) -> int:
    """Half the initial wager, or the next chip above if chips can't make the half (11(b))."""
    return whole_chips(ceil_div(initial, 2), chip)


def insurance(stake: int, ten: int, back: int, per: int) -> int:
    """Insurance wins if the dealer's second card counts ten. It then returns ``back`` over ``per`` (11(c))."""
    return ceil_div(stake * back, per) if ten else 0


def bonus_line(cards: int, total: int, third: int, eights: int, one_color: int, one_suit: int) -> int:
    """The line of the bust bonus, from the number of dealer's ``cards``, their total, and the points of the third card.

    ``eights`` tells whether all three are eights, ``one_color`` and ``one_suit`` whether they match (6(d)).
    """
    if cards != 3 or total <= BEST:
        return NO_BUST
    if eights and one_suit:
        return THREE_EIGHTS_SUIT
    if eights and one_color:
        return THREE_EIGHTS_COLOR
    return 11 - third


def alike(cards: tuple[int, ...]) -> tuple[int, int, int]:
    """Whether cards are all eights, of one color, and of one suit."""
    return (
        int(all(card >> 2 == EIGHT for card in cards)),
        int(len({red(card) for card in cards}) == 1),
        int(len({card & 3 for card in cards}) == 1),
    )


def bust_bonus(stake: int, line: int, back: tuple[int, ...], per: int) -> int:
    """The optional bonus wager. Each line returns ``back`` over ``per``."""
    return returned(stake, line, back, per)
