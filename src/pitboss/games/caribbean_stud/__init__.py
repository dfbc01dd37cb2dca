"""Caribbean Stud Poker: five cards against the dealer's, a bet of twice the ante or a fold, and many side wagers."""

from pitboss.games.caribbean_stud.game import GAME

__all__ = ["GAME"]
