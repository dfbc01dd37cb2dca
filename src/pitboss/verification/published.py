"""Figures that others have published, and ours beside them. Each game keeps those of its own in ``published.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import msgspec

from pitboss import games
from pitboss.exact.results import GameOdds
from pitboss.mathematics import odds
from pitboss.money import ceil_div


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A published figure: of which odds it is a part, and where it was published."""

    game: str
    """Taken from the folder that the file is in, and not written in it."""
    what: str
    """The figure in words."""
    figure: str
    """What of the odds it is: expected_value, total (the expected value times the combinations), house_edge,
    element_of_risk, standard_deviation, combinations, action_frequency.ACTION, wagers.NAME.house_edge,
    wagers.NAME.count.OUTCOME, or wagers.NAME.break_even.METER (in dollars)."""
    value: str
    """As it was published; ours must round to it."""
    source: str
    """Who published it."""
    rules: dict[str, Any] = {}
    strategy: str = "optimal"
    differs: str = ""
    """Why ours is another, where it must be."""


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A published figure and ours, written with as many places."""

    figure: Figure
    ours: str

    @property
    def agrees(self) -> bool:
        return self.ours == self.figure.value


def figures() -> list[Figure]:
    """Every published figure that the games keep."""
    kept = {name: games.file(name, "published.toml") for name in games.games()}
    listed = [
        {**one, "game": name}
        for name, file in kept.items()
        if file.is_file()
        for one in tomllib.loads(file.read_text(encoding="utf-8"))["figures"]
    ]
    return msgspec.convert(listed, list[Figure])


def checks(wanted: Iterable[Figure]) -> Iterator[Check]:
    """Count them again, one after the other; odds that several are a part of are counted once."""
    counted: dict[tuple[str, str, str], GameOdds] = {}
    for one in wanted:
        key = (one.game, one.strategy, str(one.rules))
        if key not in counted:
            counted[key] = odds(one.game, one.rules or None, strategy=one.strategy)
        yield Check(figure=one, ours=like(part(counted[key], one.figure), one.value))


def part(found: GameOdds, figure: str) -> Fraction:
    """The part of the odds that a figure is, exact or as near as a float is."""
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
                raise ValueError(f"{name} is no progressive wager, and has no meter to break even")
            return progressive.break_even(meter) / 100
        case ["wagers", name, field]:
            return Fraction(getattr(found.wagers[name], field))
        case [field]:
            return Fraction(getattr(found, field))
        case _:
            raise ValueError(f"{figure!r} is no part of the odds")


def like(value: Fraction, published: str) -> str:
    """A value written as a published one is: as many decimal places, and per cent where that is.

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
