"""What the coach, the drill and the history of a house answer over HTTP, as values.

The coach of a program without a house gives the same answers. Amounts are in cents.
"""

from __future__ import annotations

from typing import Any

import msgspec


class ChoiceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A choice with its value. ``value`` is an exact fraction of the base, or of ``amount`` for a wager."""

    do: str
    wager: str = ""
    amount: int = 0
    value: str | None = None
    best: bool = False
    costs: float = 0.0


class CounselInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The value of each choice at a question."""

    about: str
    seat: int
    hand: int
    base: int
    choices: tuple[ChoiceInfo, ...]
    deals: str
    exact: bool
    note: str = ""


class AdviceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The counsel on the present turn, for each seat at which a player may act."""

    table: str
    round: int
    turn: int
    advice: tuple[CounselInfo, ...]


class DecisionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A decision in a finished round, against the best one."""

    about: str
    seat: int
    hand: int
    chosen: str
    best: str
    cost: float


class ReviewInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round: ``net`` is the due of ``perfect`` play, less the ``cost`` of mistakes, and ``luck``."""

    round: int
    decisions: tuple[DecisionInfo, ...]
    net: int
    perfect: float
    cost: float
    luck: float
    exact: bool
    note: str = ""


class PuzzleInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A decision to solve. ``events`` are what its seat has seen."""

    puzzle: str
    about: str
    seat: int
    hand: int
    base: int
    choices: tuple[ChoiceInfo, ...]
    events: tuple[dict[str, Any], ...]
    number: int = 0
    again: bool = False
    """Whether you missed it before."""
    rating: int = 0


class GradeInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The grade of an answer."""

    puzzle: str
    chosen: str
    best: str
    right: bool
    cost: float
    score: float
    sentence: str
    puzzle_rating: int
    counsel: CounselInfo
    before: int = 0
    rating: int = 0


class DrillLine(msgspec.Struct, frozen=True, kw_only=True):
    """An answer of the past. ``cost`` is in units of the base wager."""

    cost: float
    rating: int


class DrillInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The last answers at a game, from the oldest."""

    rating: int
    answers: tuple[DrillLine, ...]


class PlayedInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A round that a person played, and what it brought."""

    table: str
    name: str
    game: str
    round: int
    at: int
    net: int
    over: bool


class PlayedPage(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds that a person played, newest first."""

    rounds: tuple[PlayedInfo, ...]
    next: str = ""
