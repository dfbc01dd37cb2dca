"""Whether the house has exact odds, and with them prices, a coach and a drill. It needs an extra of the package."""

from __future__ import annotations

from functools import cache

from starlette.exceptions import HTTPException

from pitboss.basics.extras import ODDS
from pitboss.engine import registry

NOT_PRICED = "this house has no exact odds, so it has no coach and no drill"


@cache
def has_odds() -> bool:
    """Whether exact odds can be computed here. A library that is installed later counts after the next start."""
    return ODDS.is_installed


def is_priced(game: str) -> bool:
    """Whether the house has the exact odds of a game, a coach and a drill."""
    return has_odds() and registry.has(game, "odds") and registry.has(game, "decision_values")


def needs_odds() -> None:
    """For routes: refuse what takes exact odds, if the house has none. Another try gives the same answer."""
    if not has_odds():
        raise HTTPException(501, NOT_PRICED)
