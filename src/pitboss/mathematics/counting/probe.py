"""A tiny compiled function, to see whether compiled code works on this machine and can be cached."""

from __future__ import annotations

from pitboss.mathematics.counting.compiled import compiled

NUMBER = 1000


@compiled
def squares(many: int) -> int:
    """The sum of the squares below a number."""
    total = 0
    for one in range(many):
        total += one * one
    return total


def works() -> bool:
    """Whether the compiled function gives the right sum.

    >>> works()
    True
    """
    return squares(NUMBER) == (NUMBER - 1) * NUMBER * (2 * NUMBER - 1) // 6
