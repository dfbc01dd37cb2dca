"""Random rules, seats and stakes within the limits of the document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from random import Random
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pitboss.basics.errors import RulesError
from pitboss.basics.money import Odds
from pitboss.engine.game import Game
from pitboss.engine.rules import TableRules, load, to_builtins

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


# --- rules drawn from the types of the options alone

NUMBERS = (0, 1, 2, 3, 5, 7, 8, 20, 50, 70, 90, 100, 101, 500, 1000, 10_000, 50_000, 100_000_00, 300_000_00)
SHARES: tuple[dict[str, int], ...] = ({}, {"mega": 50, "major": 30, "minor": 20}, {"major": 60, "minor": 40})
REPAIRS = 4
"""How often options that a defect names are drawn again before a change is dropped."""


def any_rules(game: Game, random: Random, fixed: Mapping[str, Any] | None = None) -> TableRules:
    """The defaults with none, some or many options changed. Changes that the document does not permit are dropped.

    Those of ``fixed`` stay as they are given.
    """
    given = dict(fixed or {})
    plain = to_builtins(load(game.name, game.rules, given))
    hints = get_type_hints(game.rules, include_extras=True)
    free = sorted(plain.keys() - given.keys())
    many = random.choice((0, random.randint(1, 5), random.randint(len(free) // 2, len(free))))
    for name in random.sample(free, min(many, len(free))):
        trial = {**given, name: any_value(hints[name], plain[name], random)}
        for _ in range(REPAIRS):
            try:
                load(game.name, game.rules, trial)
            except RulesError as error:
                # A choice may need others: the defect of a progressive without a seed names the seed.
                for option in sorted({defect.option for defect in error.defects} & {*free}):
                    trial[option] = any_value(hints[option], plain[option], random)
            else:
                given = trial
                break
    return load(game.name, game.rules, given)


def any_value(hint: Any, default: Any, random: Random) -> Any:
    """A possible value of an option, according to its type alone."""
    if get_origin(hint) is Annotated:
        return any_value(get_args(hint)[0], default, random)
    if get_origin(hint) is Literal:
        return random.choice(get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return any_value(random.choice(get_args(hint)), default, random)
    if hint is bool:
        return random.random() < 0.5
    if hint is int:
        return random.choice((*NUMBERS, default))
    if get_args(hint) == (str, Odds):
        hand = random.choice(sorted(default))
        return {**default, hand: raised(default[hand])}
    if get_args(hint) == (str, int):
        return random.choice(SHARES)
    return default


def raised(odds: str) -> str:
    """Better odds: three times as many, and a half."""
    words = odds.replace(",", "").split()
    if words[1] not in ("to", "for"):
        return odds
    return f"{int(words[0]) * 3 + 1} {words[1]} {int(words[2]) * 2}"
