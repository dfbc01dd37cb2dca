"""Pitboss runs and proves regulated table games, straight from the regulator's rule documents."""

__version__ = "0.1.0"

from pitboss.errors import IllegalAction, LogError, RulesError
from pitboss.games import game
from pitboss.pit import Table

__all__ = ["IllegalAction", "LogError", "RulesError", "Table", "__version__", "game"]
