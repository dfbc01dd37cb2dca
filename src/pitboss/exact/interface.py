"""What a game's ``odds.py`` provides, to everything that asks for odds without knowing the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from pitboss.exact.choices import Choices, Known, Strategy
from pitboss.exact.compiled import Tick
from pitboss.exact.picture import Picture
from pitboss.exact.results import Advice, GameOdds


class Pricing(Protocol):
    def __call__(self, rules: Any, strategy: Strategy, *, every: bool, tick: Tick | None) -> GameOdds:
        """The odds under rules; ``every`` adds the side wagers and pay tables that these rules leave out."""


class Mathematics(msgspec.Struct, frozen=True, kw_only=True):
    """The mathematics of one game, in one value."""

    game: str
    strategies: Mapping[str, str]
    """Strategies by name, with what each means."""
    asks: tuple[str, ...]
    """What a compiled strategy is given, in this order."""
    actions: tuple[str, ...]
    """What a strategy chooses from; a compiled one gives the number."""
    at_first: tuple[str, ...] = ()
    """What it chooses from before it has a hand, where it is asked then too."""
    odds: Pricing
    advise: Callable[[Any, Known], Advice]
    """From rules and the cards that the game says its advice takes."""
    pictures: Callable[[Any, Tick | None], list[Picture]]
    """The strategy as pictures that a player can use."""
    choices: Callable[[Any, Tick | None], Choices] | None = None
    """Every decision with what each action is worth; None where decisions are too many to be listed."""
