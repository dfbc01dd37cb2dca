"""Mississippi Stud: two own cards and three community cards, with a bet of one to three antes before each."""

from mississippi_stud.game import GAME

__all__ = ["GAME"]
