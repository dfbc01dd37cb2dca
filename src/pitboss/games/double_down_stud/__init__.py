"""Double Down Stud: one card each, four community cards, and a double before the hole card is turned."""

from pitboss.games.double_down_stud.game import GAME

__all__ = ["GAME"]
