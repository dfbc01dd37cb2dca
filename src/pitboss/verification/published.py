"""Published figures, compared with ours. Each game lists its figures in ``published.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.basics.money import ceil_div
from pitboss.engine import registry
from pitboss.mathematics.any_game import odds
from pitboss.mathematics.results import GameOdds


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A published figure, its place in our odds, and its source."""

    game: str
    """The folder of the file. It is not written in the file."""
    what: str
    """The figure in words."""
    figure: str
    """The part of the odds: expected_value, total (the expected value times the combinations), house_edge,
    element_of_risk, standard_deviation, combinations, action_frequency.ACTION, wagers.NAME.house_edge,
    wagers.NAME.count.OUTCOME, or wagers.NAME.break_even.METER (in dollars)."""
    value: str
    """The published value. Ours must round to it."""
    source: str
    """The publisher."""
    rules: dict[str, Any] = {}
    strategy: str = "optimal"
    differs: str = ""
    """The reason why our value differs, if it must."""


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A published figure and ours, with the same number of decimal places."""

    figure: Figure
    ours: str

    @property
    def agrees(self) -> bool:
        return self.ours == self.figure.value


def figures() -> list[Figure]:
    """Every published figure of every game."""
    kept = {name: registry.file(name, "published.toml") for name in registry.games()}
    listed = [
        {**one, "game": name}
        for name, file in kept.items()
        if file.is_file()
        for one in tomllib.loads(file.read_text(encoding="utf-8"))["figures"]
    ]
    return msgspec.convert(listed, list[Figure])


def checks(wanted: Iterable[Figure]) -> Iterator[Check]:
    """Recount the figures one by one. Figures from the same odds share one count."""
    counted: dict[tuple[str, str, str], GameOdds] = {}
    for one in wanted:
        key = (one.game, one.strategy, str(one.rules))
        if key not in counted:
            counted[key] = odds(one.game, one.rules or None, strategy=one.strategy)
        yield Check(figure=one, ours=like(part(counted[key], one.figure), one.value))


def part(found: GameOdds, figure: str) -> Fraction:
    """The part of the odds that a figure names, exact or as a float."""
    match figure.split("."):
        case ["total"]:
            return found.expected_value * found.combinations
        case ["action_frequency", action]:
            return found.action_frequency[action]
        case ["wagers", name, "count", outcome]:
            return Fraction(sum(one.count for one in found.wagers[name].outcomes if one.name == outcome))
        case ["wagers", name, "break_even", meter]:
            progressive = found.wagers[name].progressive
            if progressive is None:
                raise ValueError(f"{name} is not a progressive wager, so it has no meter")
            return progressive.break_even(meter) / 100
        case ["wagers", name, field]:
            return Fraction(getattr(found.wagers[name], field))
        case [field]:
            return Fraction(getattr(found, field))
        case _:
            raise ValueError(f"{figure!r} does not name a part of the odds")


def like(value: Fraction, published: str) -> str:
    """A value in the form of a published one: the same number of decimal places, and percent if that has it.

    >>> like(Fraction(5224, 100000), "5.22%"), like(Fraction(-7, 3), "-2.333")
    ('5.22%', '-2.333')
    """
    percent = published.endswith("%")
    places = -int(Decimal(published.rstrip("%")).as_tuple().exponent)
    scaled = value * (100 if percent else 1) * 10**places
    rounded = ceil_div(2 * scaled.numerator - scaled.denominator, 2 * scaled.denominator)
    with localcontext() as context:
        context.prec = 60
        return f"{Decimal(rounded).scaleb(-places):f}" + "%" * percent
