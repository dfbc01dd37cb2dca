"""What a wager wins at Double Down Stud (sections 9 and 10): pure functions on whole numbers."""

from __future__ import annotations

from pitboss.poker import CATEGORY_OF, PAIR, weakest_pair

LINES = (
    "pair of fives or less",
    "pair of sixes to tens",
    "pair of jacks or better",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
LOSE, PUSH, JACKS = 0, 1, 2

SIXES_UP = weakest_pair(4)
JACKS_UP = weakest_pair(9)


def line(strength: int) -> int:
    """The line of the pay table that a hand falls on."""
    if strength < SIXES_UP:
        return LOSE
    if strength < JACKS_UP:
        return PUSH
    return CATEGORY_OF[strength] - PAIR + JACKS


def returned(stake: int, line: int, back: tuple[int, ...], per: int) -> int:
    """Cents that go back for a stake: ``back`` over ``per`` by line, a broken cent in the player's favour."""
    return -(-stake * back[line] // per)


def over_cap(winnings: int, cap: int) -> int:
    """Cents of a hand's winnings that a payout limit cuts off; a cap of 0 is none."""
    return max(0, winnings - cap) if cap else 0
