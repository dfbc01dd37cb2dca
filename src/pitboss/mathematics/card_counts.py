"""What one card less in the shoe changes, and the balanced counts that follow it best.

The effect of a rank on a wager is its value from the shoe less one card of that rank, minus its value from the full
shoe, each off the top and with the best play. A count gives every rank a whole number, its tag, and is balanced if the
tags of a pack come to zero. Correlations are Pearson's, between tags and effects, over all cards of a pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt
from statistics import pstdev
from typing import Any, NamedTuple

import msgspec

from pitboss.mathematics.half_shoe import half_way, mean_gain
from pitboss.mathematics.results import exact_dict


class Removal(msgspec.Struct, frozen=True, kw_only=True):
    """A wager off the top of a full shoe, and of one without a card of each rank."""

    wager: str
    means: str
    """What the value is of."""
    part_of: str = ""
    """The wager that this is a part of, as one up card is."""
    value: Fraction
    without: dict[str, Fraction]
    """By rank."""

    @property
    def effects(self) -> dict[str, Fraction]:
        return {rank: value - self.value for rank, value in self.without.items()}

    def as_dict(self) -> dict[str, Any]:
        effects = {rank: float(effect) for rank, effect in self.effects.items()}
        return exact_dict(self) | {"expected_value": float(self.value), "effects": effects}


class Decision(NamedTuple):
    """A choice after the first wager, and the other one that may become better as cards go."""

    weight: float
    """How often it comes, times the stake in first wagers."""
    gap: float
    """What the other choice gains from a full shoe: never above zero."""
    effects: Sequence[float]
    """What a card less of each rank adds to the gap, in the order of ranks."""


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """A balanced count, and how closely it follows each wager."""

    most: int
    """The largest tag that was allowed. The least is minus as much."""
    tags: dict[str, int]
    correlations: dict[str, float]
    """With the effects on each wager. That with the first is the betting correlation."""
    gain: Fraction
    """What a true count of one adds to the first wager's value, by the line that fits the effects best."""
    value: Fraction
    """The first wager's value from a full shoe."""
    playing: float | None = None
    """The playing efficiency, estimated: see ``playing_gain``."""

    @property
    def even(self) -> Fraction:
        """The true count at which that line is at zero."""
        return -self.value / self.gain

    def as_dict(self) -> dict[str, Any]:
        return exact_dict(self) | {"gain_per_true_count": float(self.gain), "even_at": float(self.even)}


def correlation(tags: Sequence[float], effects: Sequence[Fraction | float]) -> float:
    """Pearson's correlation, or zero if all effects are the same."""
    one, other = (_around_mean(numbers) for numbers in (tags, effects))
    scale = _dot(one, one) * _dot(other, other)
    return float(_dot(one, other)) / sqrt(scale) if scale else 0.0


def _around_mean(numbers: Sequence[Any]) -> list[Any]:
    mean = sum(numbers) / Fraction(len(numbers))
    return [number - mean for number in numbers]


def _dot(one: Iterable[Any], other: Iterable[Any]) -> Any:
    return sum(a * b for a, b in zip(one, other, strict=True))


def best_tags(effects: Mapping[str, Fraction], most: int) -> dict[str, int]:
    """The balanced tags from ``-most`` to ``most`` of the highest correlation with the effects.

    All ranks have as many cards. Of all ways to give out the same tags, none follows the effects closer than the one
    in which they grow together. So all balanced tags are compared by trying each set of them in that order. Of equally
    good ones, those with the smaller tags are taken.

    >>> best_tags({"low": Fraction(3), "middle": Fraction(0), "high": Fraction(-2)}, 1)
    {'low': 1, 'middle': 0, 'high': -1}
    """
    ordered = sorted(effects, key=lambda rank: effects[rank])
    values = [effects[rank] for rank in ordered]

    def closeness(tags: tuple[int, ...]) -> tuple[Fraction, int]:
        size = sum(tag * tag for tag in tags)
        return (_dot(tags, values) ** 2 / size if size else Fraction(0)), -size

    sets = combinations_with_replacement(range(-most, most + 1), len(ordered))
    closest = max((tags for tags in sets if not sum(tags)), key=closeness)
    best = dict(zip(ordered, closest, strict=True))
    return {rank: best[rank] for rank in effects}


def playing_gain(decisions: Iterable[Decision], cards: int, tags: Sequence[float] = ()) -> float:
    """What play that follows the cards adds to a round when half of the shoe is gone. With tags: the count alone.

    An estimate, as playing efficiency is by its definition: the share of all this that a count gains. Effects of
    single cards add up, gaps are normal, each decision is weighed as it comes from a full shoe, and one other choice
    stands for all. A count knows as much of the spread of a gap as its correlation with it.
    """
    total, tags = 0.0, [float(tag) for tag in tags]
    for weight, gap, effects in decisions:
        known = abs(correlation(tags, effects)) if tags else 1.0
        total += weight * mean_gain(gap, known * half_way(pstdev(effects), cards))
    return total


def best_counts(
    removals: Sequence[Removal],
    cards: int,
    pack: int,
    decisions: Sequence[Decision] = (),
    largest: Iterable[int] = (1, 2),
) -> tuple[Count, ...]:
    """The best balanced count for the first wager, for each limit of the tags. ``cards`` are those of a full shoe.

    A true count is the sum of the tags of all cards seen, for each pack that is left.
    """
    first = removals[0]
    perfect = playing_gain(decisions, cards)
    effects = first.effects
    found = []
    for most in largest:
        tags = best_tags(effects, most)
        said = list(tags.values())
        size = sum(tag * tag for tag in said)
        slope = _dot(said, effects.values()) / size if size else Fraction(0)
        found.append(
            Count(
                most=most,
                tags=tags,
                correlations={one.wager: correlation(said, list(one.effects.values())) for one in removals},
                gain=slope * Fraction(cards - 1, pack),
                value=first.value,
                playing=playing_gain(decisions, cards, said) / perfect if perfect else None,
            )
        )
    return tuple(found)
