"""Three Card Poker: ante and play against the dealer, and pair plus on one's own three cards."""

from three_card_poker.game import GAME

__all__ = ["GAME"]
