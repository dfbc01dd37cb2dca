"""Double Cross Poker: two cards each, five in a cross, and a choice of the array to play before three are seen."""

from pitboss.games.double_cross_poker.game import GAME

__all__ = ["GAME"]
