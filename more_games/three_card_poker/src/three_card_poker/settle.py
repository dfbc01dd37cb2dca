"""The payments of Three Card Poker (section 8): one function a wager, in cents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.basics.money import returned

if TYPE_CHECKING:
    from three_card_poker.rules import ThreeCardPokerRules


def ante(rules: ThreeCardPokerRules, stake: int, against: int) -> int:
    """8(a) to (d): even money if the hand is higher, or if the dealer does not qualify."""
    return (0, 1, 2, 2)[against] * stake


def play(rules: ThreeCardPokerRules, stake: int, against: int) -> int:
    """8(a) to (d): even money if the hand is higher; it goes back if the dealer does not qualify."""
    return (0, 1, 2, 1)[against] * stake


def ante_bonus(rules: ThreeCardPokerRules, stake: int, line: int) -> int:
    """8(e): a straight or better is paid on the ante, whoever wins."""
    back, per = rules.ante_bonus_back
    return max(0, returned(stake, line, back, per) - stake)


def pair_plus(rules: ThreeCardPokerRules, stake: int, line: int) -> int:
    """8(f): a pair or better is paid by the pay table."""
    back, per = rules.pair_plus_back
    return returned(stake, line, back, per)
