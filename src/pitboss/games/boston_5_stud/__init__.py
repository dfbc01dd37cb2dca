"""Boston 5 Stud Poker: three cards, a second wager or a fold, two more, and the dealer's hand to beat."""

from pitboss.games.boston_5_stud.game import GAME

__all__ = ["GAME"]
