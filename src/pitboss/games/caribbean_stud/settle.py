"""What each wager wins at Caribbean Stud Poker (sections 10 to 12): pure functions on whole numbers.

Pay tables are tuples by category of hand: what goes back for each cent staked, 0 where the line does not pay.
"""

from __future__ import annotations

from pitboss.cards import TEN
from pitboss.poker import ACE_KING, CATEGORIES, CATEGORY_OF, PAIR, compare, weakest_pair

LINES = ("dealer below ace-king", "lower than the dealer", "equal to the dealer", "higher than the dealer")
BELOW, LOWER, EQUAL, HIGHER = range(4)

TENS_UP = weakest_pair(TEN)
BONUS_LINES = ("below a pair of tens", "pair of tens or better", *CATEGORIES[PAIR + 1 :])


def line(player: int, dealer: int) -> int:
    """The deciding line between two strengths (10(c)(3))."""
    return BELOW if dealer < ACE_KING else LOWER + compare(player, dealer)


def ante(stake: int, line: int) -> int:
    """Paid 1 to 1 on a win and where the dealer does not qualify, returned on a tie."""
    return (2 * stake, 0, stake, 2 * stake)[line]


def bet(stake: int, line: int, category: int, back: tuple[int, ...]) -> int:
    """Paid by the table on a win, returned on a tie and where the dealer does not qualify."""
    return back[category] * stake if line == HIGHER else 0 if line == LOWER else stake


def bonus_line(strength: int) -> int:
    """The line of a bonus table: 0 below a pair of tens, 1 for tens or better, then one a category."""
    return CATEGORY_OF[strength] if strength >= TENS_UP else 0


def multiple(stake: int, line: int, back: tuple[int, ...]) -> int:
    """A wager that is paid by a line of a table: bonus, fixed progressive pays, Cover All."""
    return back[line] * stake


def drawn(stake: int, pays: int) -> int:
    """What a magic card or a lucky seat wins on the stake that it goes by; there is none to return (11(e)(3))."""
    return pays * stake


def part(jackpot: int, among: int, place: int) -> int:
    """A jackpot divided equally: the share of whoever is paid in this place, odd cents to those first paid."""
    return jackpot // among + (place < jackpot % among)
