"""High Card: one card, a raise or a fold, and the dealer's card to beat."""

from high_card.game import GAME

__all__ = ["GAME"]
