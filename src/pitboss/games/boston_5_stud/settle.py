"""What each wager wins at Boston 5 Stud Poker (sections 10 and 11): pure functions on whole numbers.

``pays`` and ``back`` are lines of a pay table over the denominator ``per``: what is won, and what is returned with the
stake in it. A broken cent goes to the player's favour.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.money import Paid, limited, returned
from pitboss.poker import HIGHER, LOWER

LINES = ("dealer higher", "tie", "player higher")
"""What decides ante, first and second: whose five cards are stronger, as ``poker.compare`` says."""

FIRST = 2
"""The first wager in antes, and the second, which is equal to it."""


def ante(stake: int, line: int) -> int:
    """The ante is never paid: it comes back unless the dealer's hand is higher."""
    return 0 if line == LOWER else stake


def first_or_second(stake: int, line: int) -> int:
    """First and second wagers win 1 to 1."""
    return stake * line


def ante_bonus(ante: int, category: int, pays: tuple[int, ...], per: int) -> int:
    """What five cards of a category win on the ante, whoever has the higher hand; there is no stake to return."""
    return returned(ante, category, pays, per)


def optional_bonus(stake: int, category: int, back: tuple[int, ...], per: int) -> int:
    """What three exposed cards of a category return."""
    return returned(stake, category, back, per)


def paid_on_hand(
    stakes: Sequence[int],
    line: int,
    category: int,
    pays: tuple[int, ...],
    per: int,
    cap: int = 0,
    coupons: Sequence[int] = (0, 0),
) -> list[Paid]:
    """Ante, first, second and ante bonus of a hand that is played on; ``stakes`` are those of the first three.

    The payout limit is on what first, second and ante bonus win, with what coupons beside first and second win (11(e)).
    """
    staked, *others = stakes
    found = []
    for stake, coupon in zip(others, coupons, strict=True):
        amount = first_or_second(stake, line)
        found.append((amount, amount - stake + coupon if line == HIGHER else 0))
    bonus = ante_bonus(staked, category, pays, per)
    return [Paid(ante(staked, line)), *limited([*found, (bonus, bonus)], cap)]


def paid_by_ante(stake: int, line: int, category: int, pays: tuple[int, ...], per: int, cap: int = 0) -> list[Paid]:
    """The same by the ante alone, from which first and second follow."""
    return paid_on_hand((stake, FIRST * stake, FIRST * stake), line, category, pays, per, cap)
