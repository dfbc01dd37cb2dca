"""Pitboss runs, prices and proves regulated table games, straight from the regulator's rule documents."""

from pitboss.errors import IllegalAction, LogError, RulesError, StrategyError
from pitboss.games import game
from pitboss.mathematics import advise, odds
from pitboss.pit import Table
from pitboss.version import __version__

__all__ = ["IllegalAction", "LogError", "RulesError", "StrategyError", "Table", "__version__", "advise", "game", "odds"]
