"""Random rules, seats and stakes within the limits of the document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any, TypeVar

from pitboss.money import Odds
from pitboss.table.rules import TableRules, load

R = TypeVar("R", bound=TableRules)
CHIPS = (1, 5, 25, 100, 250)
HIGH = 0.25
"""The probability that pay tables are raised until hands often reach the payout limit."""


def drawn(
    game: str,
    kind: type[R],
    random: Random,
    seats: int,
    tables: Sequence[str],
    options: Mapping[str, Sequence[Any]],
    limit: str = "",
) -> R:
    """Random rules for at least ``seats`` seats, with raised pay tables and a random value for each of ``options``.

    If the game has a payout limit, ``limit`` names its option. Some draws then take the last of its values and raise
    pay tables until hands often reach it.
    """
    high = random.random() < HIGH
    chip = random.choice(CHIPS)
    least = chip * random.randint(1, 500 // chip + 1)
    given: dict[str, Any] = {
        "chip": chip,
        "table_minimum": least,
        "table_maximum": 2_000_00 if high else random.choice((least, 100_00, 1_000_00)),
        "positions": random.randint(max(3, seats), 6),
        "packs": random.choice((1, 2)),
        **{option: random.choice(values) for option, values in options.items()},
    }
    if high and limit:
        given[limit] = options[limit][-1]
    more = (0, 40, 400) if high else (0, 1, 5)
    for table in tables:
        given[table] = {line: _better(odds, random, more) for line, odds in getattr(kind(), table).items()}
    return load(game, kind, given)


def _better(odds: Odds, random: Random, more: Sequence[int]) -> str:
    """Odds that pay at least as much, often as a fraction."""
    per = random.randint(1, 3)
    least = ceil(Fraction(odds.pays, odds.per) * per)
    return f"{least + random.choice(more)} to {per}"


def seats_at(random: Random, rules: TableRules) -> int:
    """A random number of seats: mostly one or two, sometimes all."""
    return random.choice((*9 * (1,), *9 * (2,), 3, rules.positions))


def chips(random: Random, rules: TableRules, least: int, most: int) -> int:
    """A random amount in whole chips from the upper half of the allowed range."""
    steps = (most - least) // rules.chip
    return least + rules.chip * random.randint(steps // 2, steps)
