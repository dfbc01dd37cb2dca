"""Verification of the figures by several checks. Each game declares its part of them in its ``verification.py``.

``published`` recounts figures that others have published. ``agreement`` compares simulated rounds with the exact odds.
``paired_rounds`` plays every game twice with the same cards and decisions: at a table, clause by clause, and in fast
rounds. Such a pair is called ``twins``. ``pairs`` reports two irregularities in one round, and holds the log against
the checker. ``cpu_against_gpu`` plays runs on GPUs and on processors. ``proofs`` deals out every deal of the stud
games, and records what was proved. ``trace`` shows the code and the tests of every clause.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules, load
from pitboss.mathematics.any_game import needs_the_compiler

if TYPE_CHECKING:
    from pitboss.verification.engine_against_kernel import Twins


BRUTE_FORCE = "brute_force"
"""The module of a game's folder that deals out every deal, if the game has one."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A table to simulate, with every wager that its rules offer."""

    game: str
    rules: dict[str, Any] = {}
    always: dict[str, Any] = {}
    """More rules, which all cases of the game share. The name of the case leaves them out."""
    strategy: str = "optimal"
    seats: int = 1
    more: dict[str, Any] = {}
    """Options that the game declares for its simulation."""

    @property
    def table_rules(self) -> TableRules:
        """The rules of the table."""
        return load(self.game, registry.game(self.game).rules, {**self.always, **self.rules})

    def __str__(self) -> str:
        told = [f"{name} {value}" for name, value in self.rules.items()]
        seats = [f"{self.seats} seats"] if self.seats > 1 else []
        return ", ".join((f"strategy {self.strategy}", *told, *seats))


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """An observation from a run that exact odds cannot show."""

    game: str
    title: str
    words: str


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """The verification of one game, in one value."""

    game: str
    cases: tuple[Case, ...]
    """Together they cover every wager, pay table and number of hands with exact odds, and strategies that play
    differently."""
    twins: Callable[[Random], Twins]
    """Makes a table and its fast rounds under random rules."""
    each: int
    """The number of rounds under one draw of the rules."""
    remark: Callable[[int, int | str], Remark] | None = None
    """Makes a remark from a number of rounds and a seed."""


def verification(game: Game) -> Verification:
    """The verification of a game."""
    with needs_the_compiler():
        found: Verification = registry.part(game, "verification").VERIFICATION
    return found
