"""The payments of Boston 5 Stud Poker (sections 10 and 11): pure functions on whole numbers.

``pays`` and ``back`` are lines of a pay table over the denominator ``per``. ``pays`` is the win, ``back`` the win with
the stake. A fraction of a cent is rounded in the player's favour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.basics.money import Paid, ceil_div, limited, returned
from pitboss.basics.poker import HIGHER, LOWER

LINES = ("dealer higher", "tie", "player higher")
"""The results of ``poker.compare`` on both hands, which decide ante, first and second."""

FIRST = 2
"""The first wager in antes. The second wager equals it."""


class OnHigher(NamedTuple):
    """What ante, first and second return on a higher hand: a fraction of the stake. Only a study changes these."""

    ante: tuple[int, int] = (1, 1)
    others: tuple[int, int] = (2, 1)


DOCUMENT = OnHigher()


def ante(stake: int, line: int, higher: tuple[int, int] = DOCUMENT.ante) -> int:
    """The ante never wins. It is returned unless the dealer's hand is higher."""
    return _compared(stake, line, higher)


def first_or_second(stake: int, line: int, higher: tuple[int, int] = DOCUMENT.others) -> int:
    """First and second wagers win 1 to 1."""
    return _compared(stake, line, higher)


def _compared(stake: int, line: int, higher: tuple[int, int]) -> int:
    """A wager that loses to a higher hand, is returned on a tie, and returns a fraction of the stake otherwise."""
    if line == HIGHER:
        return ceil_div(stake * higher[0], higher[1])
    return 0 if line == LOWER else stake


def ante_bonus(ante: int, category: int, pays: tuple[int, ...], per: int) -> int:
    """The win of a five-card category on the ante, whoever has the higher hand. There is no stake to return."""
    return returned(ante, category, pays, per)


def optional_bonus(stake: int, category: int, back: tuple[int, ...], per: int) -> int:
    """The return of three exposed cards of a category."""
    return returned(stake, category, back, per)


def paid_on_hand(
    stakes: Sequence[int],
    line: int,
    category: int,
    pays: tuple[int, ...],
    per: int,
    cap: int = 0,
    coupons: Sequence[int] = (0, 0),
    higher: OnHigher = DOCUMENT,
) -> list[Paid]:
    """Payments on ante, first, second and ante bonus of a hand with a second wager.

    ``stakes`` are those of ante, first and second. The payout limit applies to the wins of first, second and ante
    bonus, with the wins of coupons beside first and second (11(e)).
    """
    staked, *others = stakes
    found = []
    for stake, coupon in zip(others, coupons, strict=True):
        amount = first_or_second(stake, line, higher.others)
        found.append((amount, amount - stake + coupon if line == HIGHER else 0))
    bonus = ante_bonus(staked, category, pays, per)
    return [Paid(ante(staked, line, higher.ante)), *limited([*found, (bonus, bonus)], cap)]


def paid_by_ante(
    stake: int, line: int, category: int, pays: tuple[int, ...], per: int, cap: int = 0, higher: OnHigher = DOCUMENT
) -> list[Paid]:
    """The same from the ante alone, which determines first and second."""
    stakes = stake, FIRST * stake, FIRST * stake
    return paid_on_hand(stakes, line, category, pays, per, cap, higher=higher)
