"""The payments of Double Cross Poker (sections 10 and 11): pure functions on whole numbers."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.basics.money import Paid, ceil_div, limited, returned
from pitboss.basics.poker import EQUAL, HIGHER, LOWER

LINES = ("lower than the dealer's hand", "equal to the dealer's hand", "higher than the dealer's hand")
"""The results of ``poker.compare`` on the player's and the dealer's hand."""

RAISES = 2
ARRAYS = ("vertical", "horizontal")
VERTICAL, HORIZONTAL = range(2)


def dealer_array(vertical: int, horizontal: int) -> int:
    """The array that gives the dealer the higher hand, or the vertical one if they are equal (ruling equal-arrays)."""
    return HORIZONTAL if horizontal > vertical else VERTICAL


EVEN = 2, 1
"""What the ante returns on a higher hand, as a fraction of the stake. Only a study changes this."""


def ante(stake: int, line: int, higher: tuple[int, int] = EVEN) -> int:
    """Cents returned for an ante: stake and win on a higher hand, the stake on an equal one."""
    if line == LOWER:
        return 0
    return stake if line == EQUAL else ceil_div(stake * higher[0], higher[1])


def raised(stake: int, line: int, category: int, back: tuple[int, ...], per: int) -> int:
    """Cents returned for one raise: ``back`` over ``per`` by category, rounded in the player's favour."""
    if line == LOWER:
        return 0
    return stake if line == EQUAL else returned(stake, category, back, per)


def three_card(stake: int, category: int, back: tuple[int, ...], per: int) -> int:
    """Cents returned for an exposed three-card hand. A hand without a line in the pay table returns nothing."""
    return returned(stake, category, back, per)


def paid_on_hand(
    stakes: Sequence[int],
    line: int,
    category: int,
    back: tuple[int, ...],
    per: int,
    cap: int = 0,
    coupons: Sequence[int] = (0, 0, 0),
    higher: tuple[int, int] = EVEN,
) -> list[Paid]:
    """Payments on the ante and raises of a hand. The payout limit includes the wins of coupons (11(d))."""
    first, *others = stakes
    amounts = [ante(first, line, higher), *(raised(stake, line, category, back, per) for stake in others)]
    if line != HIGHER:
        return [Paid(amount) for amount in amounts]
    wagers = zip(amounts, stakes, coupons, strict=True)
    return limited(((amount, amount - stake + coupon) for amount, stake, coupon in wagers), cap)


def paid_by_ante(
    stake: int, line: int, category: int, back: tuple[int, ...], per: int, cap: int = 0, higher: tuple[int, int] = EVEN
) -> list[Paid]:
    """The same from the ante alone, which every raise equals."""
    return paid_on_hand((stake,) * (1 + RAISES), line, category, back, per, cap, higher=higher)
