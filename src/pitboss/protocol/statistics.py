"""A person's statistics over HTTP: the rounds that they played and that were reviewed, added up.

Amounts are in cents; what the coach worked out may have a fraction.
"""

from __future__ import annotations

from pitboss.protocol.bodies import Said
from pitboss.protocol.coaching import MistakeBody

AT_ONCE = 20
"""The most rounds that one request lets the coach review."""


class PlayTotals(Said, frozen=True, kw_only=True):
    """Reviewed rounds, added up: ``net`` is the due of ``perfect`` play, less ``cost`` and ``late``, and ``luck``."""

    rounds: int
    staked: int
    """The chips that you risked. Wagers that went back for a void are left out."""
    net: int
    """What you won or lost."""
    perfect: float
    """What your wagers were worth before the cards were dealt, with the best play."""
    own: float
    """The same as you played: 'perfect' less 'cost' and 'late'."""
    cost: float
    """What your mistakes lost on average: this is skill."""
    late: float
    """What was lost on average because your time was over."""
    luck: float
    """'net' less 'own'."""
    inexact: int
    """The rounds in which some price is not exact, or is missing."""


class GameTotals(Said, frozen=True, kw_only=True):
    """The rounds of a game."""

    game: str
    totals: PlayTotals


class DayTotals(Said, frozen=True, kw_only=True):
    """The rounds of a day by your clock."""

    day: str
    """As in 2026-11-19."""
    totals: PlayTotals


class KindTotals(Said, frozen=True, kw_only=True):
    """Your decisions of a kind. Those that the clock made are left out."""

    game: str
    kind: str
    """What kind of decision it is, in words, as in the drill."""
    decisions: int
    mistakes: int
    """Those that cost a cent or more."""
    cost: float
    """What they lost on average, all together."""
    last: tuple[MistakeBody, ...]
    """The newest mistakes that make a puzzle, for `POST /api/drill/GAME/mistakes`, the oldest first."""


class LeftOutInfo(Said, frozen=True, kw_only=True):
    """A wager that has no price before the cards are dealt. All that it won or lost is in `luck`."""

    game: str
    wager: str
    rounds: int


class LinePoint(Said, frozen=True, kw_only=True):
    """What came together by the end of a round."""

    rounds: int
    at: int
    net: int
    own: float
    perfect: float


class RatingPoint(Said, frozen=True, kw_only=True):
    """Your rating after an answer in the drill."""

    at: int
    rating: int


class RatingInfo(Said, frozen=True, kw_only=True):
    """Your rating at a game over time."""

    game: str
    rating: int
    course: tuple[RatingPoint, ...]
    """After each of your last answers, from the oldest."""


class StatisticsInfo(Said, frozen=True, kw_only=True):
    """Your statistics. Tables for practice are left out."""

    whole: PlayTotals
    games: tuple[GameTotals, ...]
    """By name."""
    days: tuple[DayTotals, ...]
    """From the oldest."""
    kinds: tuple[KindTotals, ...]
    """The costliest first."""
    left_out: tuple[LeftOutInfo, ...]
    line: tuple[LinePoint, ...]
    """From the first round to the last. Of many rounds, some are left out."""
    ratings: tuple[RatingInfo, ...]
    """Of the games that you drilled, by name."""
    missing: int
    """Rounds that are over and were not reviewed yet. Ask for their review with `review`."""
    unpriced: int
    """Rounds of games without exact odds, which nobody can review."""
