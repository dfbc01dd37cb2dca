"""The results of a wager or a game: how often each occurs, and the figures that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import sqrt


class Moments:
    """Mean, variance and skewness of a result, in units of the wager.

    >>> even_money = Moments(Fraction(-1, 37), Fraction(1368, 1369))
    >>> round(even_money.standard_deviation, 4), even_money.skewness is None
    (0.9996, True)
    """

    def __init__(self, mean: Fraction, variance: Fraction, skewness: float | None = None) -> None:
        self._mean, self._variance, self._skewness = mean, variance, skewness

    @property
    def mean(self) -> Fraction:
        return self._mean

    @property
    def variance(self) -> Fraction:
        return self._variance

    @property
    def skewness(self) -> float | None:
        """None if it is unknown or the variance is zero."""
        return self._skewness

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    def band(self, rounds: int, deviations: float = 1.96) -> tuple[float, float]:
        """The range of the average result over ``rounds`` rounds: the mean plus or minus so many standard errors."""
        half = deviations * self.standard_deviation / sqrt(rounds)
        return float(self.mean) - half, float(self.mean) + half


class Distribution(Moments):
    """Net results, each with the number (or the weight) of the deals that end in it.

    >>> dice = Distribution({Fraction(1): 1, Fraction(-1): 3})
    >>> dice.total, dice.mean, dice.variance
    (4, Fraction(-1, 2), Fraction(3, 4))
    """

    def __init__(self, weights: Mapping[Fraction, int | Fraction]) -> None:
        self.weights = {net: weight for net, weight in sorted(weights.items()) if weight}
        self.total = sum(self.weights.values())

    @classmethod
    def of(cls, pairs: Iterable[tuple[Fraction, int | Fraction]]) -> Distribution:
        """A distribution of results that may appear more than once in ``pairs``."""
        weights: dict[Fraction, int | Fraction] = {}
        for net, weight in pairs:
            weights[net] = weights.get(net, 0) + weight
        return cls(weights)

    def _moment(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        return Fraction(sum(((net - about) ** power * weight for net, weight in self.weights.items()), Fraction(0))) / (
            self.total
        )

    @cached_property
    def mean(self) -> Fraction:
        return self._moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self._moment(2) - self.mean**2

    @cached_property
    def skewness(self) -> float | None:
        return float(self._moment(3, self.mean)) / self.standard_deviation**3 if self.variance else None

    def above(self, net: Fraction | int = 0) -> Fraction:
        """The share of deals with a higher result."""
        return Fraction(sum(weight for result, weight in self.weights.items() if result > net)) / self.total

    def over(self, limit: Fraction) -> Fraction:
        """The average excess of results over a limit, which is the cost of a cap at that limit."""
        beyond = ((net - limit) * weight for net, weight in self.weights.items() if net > limit)
        return Fraction(sum(beyond, Fraction(0))) / self.total
