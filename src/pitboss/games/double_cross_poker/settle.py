"""What a wager wins at Double Cross Poker (sections 10 and 11): pure functions on whole numbers."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.money import Paid, limited, returned
from pitboss.poker import EQUAL, HIGHER, LOWER

LINES = ("lower than the dealer's hand", "equal to the dealer's hand", "higher than the dealer's hand")
"""How the player's hand stands to the dealer's, as ``poker.compare`` says."""

RAISES = 2
ARRAYS = ("vertical", "horizontal")
VERTICAL, HORIZONTAL = range(2)


def dealer_array(vertical: int, horizontal: int) -> int:
    """The array that gives the dealer the higher hand; the vertical one where they are equal (ruling equal-arrays)."""
    return HORIZONTAL if horizontal > vertical else VERTICAL


def ante(stake: int, line: int) -> int:
    """Cents that go back for an ante: 1 to 1 on a higher hand, the stake on an equal one."""
    if line == LOWER:
        return 0
    return stake if line == EQUAL else 2 * stake


def raised(stake: int, line: int, category: int, back: tuple[int, ...], per: int) -> int:
    """Cents that go back for one raise: ``back`` over ``per`` by category, a broken cent in the player's favour."""
    if line == LOWER:
        return 0
    return stake if line == EQUAL else returned(stake, category, back, per)


def three_card(stake: int, category: int, back: tuple[int, ...], per: int) -> int:
    """Cents that go back for a three-card wager whose hand was exposed; a hand without a line returns nothing."""
    return returned(stake, category, back, per)


def paid_on_hand(
    stakes: Sequence[int],
    line: int,
    category: int,
    back: tuple[int, ...],
    per: int,
    cap: int = 0,
    coupons: Sequence[int] = (0, 0, 0),
) -> list[Paid]:
    """Ante and raises of a hand that is played, under the payout limit; what coupons beside them win counts (11(d))."""
    first, *others = stakes
    amounts = [ante(first, line), *(raised(stake, line, category, back, per) for stake in others)]
    if line != HIGHER:
        return [Paid(amount) for amount in amounts]
    wagers = zip(amounts, stakes, coupons, strict=True)
    return limited(((amount, amount - stake + coupon) for amount, stake, coupon in wagers), cap)


def paid_by_ante(stake: int, line: int, category: int, back: tuple[int, ...], per: int, cap: int = 0) -> list[Paid]:
    """The same by the ante alone, which every raise equals."""
    return paid_on_hand((stake,) * (1 + RAISES), line, category, back, per, cap)
