"""The games, a folder each. A new folder with a ``GAME`` in it is a new game; nothing else need know."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pitboss.table.game import Game


def games() -> list[str]:
    """The names of all games."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


@cache
def game(name: str) -> Game:
    """The game of this name."""
    if name not in games():
        raise ValueError(f"there is no game {name!r}; the games are {', '.join(games())}")
    found: Game = import_module(f"{__name__}.{name}").GAME
    return found
