"""The payments of Double Down Stud (sections 9 and 10): pure functions on whole numbers."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.basics.money import Paid, limited, returned
from pitboss.basics.poker import CATEGORY_OF, PAIR, weakest_pair

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
LOSE, PUSH, JACKS = range(3)

SIXES_UP = weakest_pair(4)
JACKS_UP = weakest_pair(9)


def line(strength: int) -> int:
    """The line of the pay table for a hand."""
    if strength < SIXES_UP:
        return LOSE
    if strength < JACKS_UP:
        return PUSH
    return CATEGORY_OF[strength] - PAIR + JACKS


def original_or_double(stake: int, line: int, back: tuple[int, ...], per: int) -> int:
    """Both wagers are paid by the line of the hand. A push returns the stake."""
    return returned(stake, line, back, per)


def paid_on_hand(
    stakes: Sequence[int], line: int, back: tuple[int, ...], per: int, cap: int = 0, coupons: Sequence[int] = (0, 0)
) -> list[Paid]:
    """Payments on the original and double of one area. The payout limit includes the win of a coupon (10(c))."""
    amounts = [original_or_double(stake, line, back, per) for stake in stakes]
    if line <= PUSH:
        return [Paid(amount) for amount in amounts]
    wagers = zip(amounts, stakes, coupons, strict=True)
    return limited(((amount, amount - stake + coupon) for amount, stake, coupon in wagers), cap)
