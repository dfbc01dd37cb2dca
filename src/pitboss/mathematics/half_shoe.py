"""What a decision can gain by the cards that are gone, when half of the shoe is dealt."""

from __future__ import annotations

from math import erfc, exp, pi, sqrt
from typing import Any


def half_way(spread: Any, cards: int) -> Any:
    """The standard deviation of a gap when half of the shoe is gone, from that of its effects over the ranks.

    Half of the shoe is drawn without replacement. A gap is the average over the cards that are left, so a card weighs
    more the fewer they are.
    """
    return spread * sqrt(cards - 1)


def mean_gain(gap: float, spread: float) -> float:
    """The mean of what is above zero in a normal curve around the gap.

    >>> f"{mean_gain(0.0, 1.0):.6f}"
    '0.398942'
    """
    if not spread > 0.0:
        return max(gap, 0.0)
    at = gap / spread
    return spread * exp(-at * at / 2) / sqrt(2 * pi) + gap * erfc(-at / sqrt(2)) / 2
