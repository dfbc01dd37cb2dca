"""A person's statistics over HTTP: the rounds that they played and that were reviewed, added up.

Amounts are in cents; what the coach worked out may have a fraction.
"""

from __future__ import annotations

from pitboss.protocol.bodies import Said
from pitboss.protocol.coaching import MistakeBody
from pitboss.protocol.games import Fan

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


class EveningPlayed(Said, frozen=True, kw_only=True):
    """An evening of yours beside all evenings of as many rounds with the same wager and best play.

    It is made of the rounds at one table without a pause of four hours.
    """

    table: str
    game: str
    at: int
    """When its first round was."""
    line: tuple[int, ...]
    """What you had won or lost in all after each round, from 0."""
    bet: int = 0
    """The base wager of each round. 0 if there were others."""
    below: float = 0.0
    """The share of such evenings that end with less than yours."""
    level: float = 0.0
    """The share that ends with the same."""
    mean: float = 0.0
    """What such an evening brings on average."""
    fan: Fan | None = None
    """What was won or lost in all, over the rounds of such evenings. Null if `why` says why not."""
    why: str = ""
    """Why there is no such law for this evening, in words. Empty if there is one."""


class LastEvening(Said, frozen=True, kw_only=True):
    """Your last evening. Tables for practice are left out."""

    evening: EveningPlayed | None
    """Null if you have not played."""


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
