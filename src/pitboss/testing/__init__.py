"""Tests for any game, and for a house: property tests for the suite of a game's author, load and soak.

An author writes one line into a file of their own tests, and pytest finds one test for each property:

    TestHighCard = tests_of("high_card")
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.testing.suite import GameTests

LEAST = 10
"""With fewer rounds, some properties would find too little to compare."""
CHECKING = ("suite", "finished_rounds", "offers", "clock")
"""The modules whose assertions pytest explains."""


def tests_of(
    game: str,
    *,
    rounds: int = 50,
    rules: Sequence[Mapping[str, Any]] = (),
    reaches: Iterable[str] = (),
    defaults: Mapping[str, Sequence[str]] | None = None,
) -> type[GameTests]:
    """A class of tests for a game: one method a property, so that each has its own name in the report.

    ``rounds`` is about how many rounds each property plays. ``rules`` are options that together bring about every
    irregularity. Default: random ones. ``reaches`` names what else must happen while everything is tried, as
    ``pitboss deal --random-events`` names it. ``defaults`` are the acts of ruling time-out, by the question. Default:
    those of the declaration, or any that costs nothing.
    """
    if rounds < LEAST:
        raise ValueError(f"rounds must be at least {LEAST}, not {rounds}")
    if pytest := sys.modules.get("pytest"):
        names = [f"{__name__}.{module}" for module in CHECKING]
        pytest.register_assert_rewrite(*(name for name in names if name not in sys.modules))
    from pitboss.testing.suite import GameTests

    given = {"name": game, "rounds": rounds, "rules": tuple(rules), "reaches": frozenset(reaches), "defaults": defaults}
    return type(f"Test{game.title().replace('_', '')}", (GameTests,), given)


tests_of.__test__ = False  # type: ignore[attr-defined]  # pytest takes every function whose name begins so for a test
