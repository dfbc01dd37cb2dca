"""The payments of Caribbean Stud Poker (sections 10 to 12): pure functions on whole numbers.

A pay table is a tuple of cents returned for each cent staked, by category of hand, 0 if the line does not pay.
"""

from __future__ import annotations

from pitboss.basics.cards import TEN
from pitboss.basics.poker import ACE_KING, CATEGORIES, CATEGORY_OF, PAIR, compare, weakest_pair

LINES = ("dealer below ace-king", "lower than the dealer", "equal to the dealer", "higher than the dealer")
BELOW, LOWER, EQUAL, HIGHER = range(4)

TENS_UP = weakest_pair(TEN)
BONUS_LINES = ("below a pair of tens", "pair of tens or better", *CATEGORIES[PAIR + 1 :])


def line(player: int, dealer: int) -> int:
    """The deciding line between two strengths (10(c)(3))."""
    return BELOW if dealer < ACE_KING else LOWER + compare(player, dealer)


def ante(stake: int, line: int) -> int:
    """Pays 1 to 1 on a win or if the dealer does not qualify. Returned on a tie."""
    return (2 * stake, 0, stake, 2 * stake)[line]


def bet(stake: int, line: int, category: int, back: tuple[int, ...]) -> int:
    """Pays by the table on a win. Returned on a tie or if the dealer does not qualify."""
    return back[category] * stake if line == HIGHER else 0 if line == LOWER else stake


def bonus_line(strength: int) -> int:
    """The line of a bonus table: 0 below a pair of tens, 1 for tens or better, then one for each category."""
    return CATEGORY_OF[strength] if strength >= TENS_UP else 0


def multiple(stake: int, line: int, back: tuple[int, ...]) -> int:
    """The payout of a wager by a pay table line: bonus, fixed progressive pays, Cover All."""
    return back[line] * stake


def drawn(stake: int, pays: int) -> int:
    """The win of a magic card or a lucky seat on its underlying stake. There is no stake to return (11(e)(3))."""
    return pays * stake


def part(jackpot: int, among: int, place: int) -> int:
    """A share of an equally divided jackpot. The first players paid get the odd cents."""
    return jackpot // among + (place < jackpot % among)
