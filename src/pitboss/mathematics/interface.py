"""The interface of a game's ``odds.py`` for callers that do not know the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from pitboss.mathematics.choices import Changes, Choices, Known, Strategy
from pitboss.mathematics.counting.compiled import Tick
from pitboss.mathematics.picture import Picture
from pitboss.mathematics.results import Advice, GameOdds


class Pricing(Protocol):
    def __call__(self, rules: Any, strategy: Strategy, *, every: bool, tick: Tick | None) -> GameOdds:
        """The odds under the rules. ``every`` adds the side wagers and pay tables that the rules leave out."""


class Mathematics(msgspec.Struct, frozen=True, kw_only=True):
    """The mathematics of one game, in one value."""

    game: str
    strategies: Mapping[str, str]
    """The meaning of each strategy, by name."""
    asks: tuple[str, ...]
    """The arguments of a compiled strategy, in order."""
    actions: tuple[str, ...]
    """The actions that a strategy can choose. A compiled strategy returns the action's number."""
    at_first: tuple[str, ...] = ()
    """The actions before the hand is dealt, if the game has a decision then."""
    odds: Pricing
    advise: Callable[[Any, Known], Advice]
    """Advice under the rules, from the cards that the game declares for its advice."""
    pictures: Callable[[Any, Tick | None], list[Picture]]
    """The strategy as charts that a player can use."""
    choices: Callable[[Any, Tick | None], Choices] | None = None
    """Every decision with the value of each action. None if there are too many decisions to list."""
    changes: Callable[[Any, Any, Tick | None], Changes] | None = None
    """The decisions that change between two sets of rules, for a game that can't list its decisions."""
