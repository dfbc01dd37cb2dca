"""Double Down Stud: one card a player, four in common, a double before the hole card is turned."""

from pitboss.games.double_down_stud.game import GAME

__all__ = ["GAME"]
