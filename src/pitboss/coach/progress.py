"""A person's progress in the drill: the rating, and when a missed puzzle comes back."""

from __future__ import annotations

FIRST_RATING = 1200
STEP = 32
"""The most that one answer changes a rating."""
DAY_MS = 24 * 60 * 60 * 1000
AFTER_A_MISS_MS = 3 * DAY_MS
AFTER_A_HIT_MS = 10 * DAY_MS
HITS = 2
"""A missed puzzle is learned after so many good answers in a row."""


def rated(rating: int, puzzle: int, score: float) -> int:
    """The new rating of a person, by Elo's formula. A mistake, with a score below 1, never raises it.

    >>> rated(1200, 1200, 1.0), rated(1200, 1200, 0.0), rated(1200, 1600, 0.0), rated(1200, 1600, 0.9)
    (1216, 1184, 1197, 1200)
    """
    expected = 1 / (1 + 10 ** ((puzzle - rating) / 400))
    return round(rating + STEP * (score - expected if score == 1 else min(0.0, score - expected)))


def due_after(now: int, *, right: bool, hits: int | None) -> int | None:
    """When a puzzle comes back. None if it does not.

    ``hits`` are the good answers since it was last missed, with this one; None if it was never missed.

    >>> due_after(0, right=False, hits=None) // DAY_MS, due_after(0, right=True, hits=1) // DAY_MS
    (3, 10)
    >>> due_after(0, right=True, hits=2), due_after(0, right=True, hits=None)
    (None, None)
    """
    if not right:
        return now + AFTER_A_MISS_MS
    return None if hits is None or hits >= HITS else now + AFTER_A_HIT_MS
