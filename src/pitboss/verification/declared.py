"""What a game's ``verification.py`` provides: tables to simulate, and rounds to play both ways."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import games
from pitboss.mathematics import needs_the_compiler

if TYPE_CHECKING:
    from pitboss.verification.twins import Twins


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A table that is simulated, with every wager placed that its rules offer."""

    game: str
    rules: dict[str, Any] = {}
    always: dict[str, Any] = {}
    """More rules, which all cases of the game share, so that its name leaves them out."""
    strategy: str = "optimal"
    seats: int = 1
    more: dict[str, Any] = {}
    """Options that only this game's simulation takes."""

    def __str__(self) -> str:
        told = [f"{name} {value}" for name, value in self.rules.items()]
        seats = [f"{self.seats} seats"] if self.seats > 1 else []
        return ", ".join((f"strategy {self.strategy}", *told, *seats))


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a run shows and exact odds can't tell."""

    game: str
    title: str
    words: str


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """What one game is verified by, in one value."""

    game: str
    cases: tuple[Case, ...]
    """Between them, every wager, pay table and number of hands that has exact odds, and strategies that play
    differently."""
    twins: Callable[[Random], Twins]
    """A table and its fast rounds under rules drawn at random."""
    each: int
    """Rounds under one draw of the rules."""
    remark: Callable[[int, int | str], Remark] | None = None
    """From a number of rounds and a seed."""


def verification(game: str) -> Verification:
    """What a game is verified by."""
    with needs_the_compiler():
        found: Verification = games.part(game, "verification").VERIFICATION
    return found
