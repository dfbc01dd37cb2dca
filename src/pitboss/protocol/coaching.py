"""What the coach, the drill and the history of a house answer over HTTP, as values.

The coach of a program without a house gives the same answers; fields that only a house can fill have a default. Amounts
are in cents. Figures of the coach may have a fraction.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What the house answers."""


# --- the coach


class ChoiceInfo(Said, frozen=True, kw_only=True):
    """Something that you may do now, and its value."""

    do: str
    wager: str = ""
    amount: int = 0
    """The most that is offered, if you choose the amount."""
    cents: float | None = None
    """The expected net result. None if it has no price."""
    value: str | None = None
    """The same as an exact fraction of the base, or of ``amount`` for a wager."""
    best: bool = False
    costs: float = 0.0
    """What it loses against the best choice, on average."""
    clause: str = ""
    """The clause that offers it, in a puzzle."""
    stakes: int = 0
    """What it puts on the table, in a puzzle."""
    adds: tuple[tuple[str, int], ...] = ()
    """The wagers that it places, in a puzzle, if they are several."""
    gives_up: int = 0
    """What it gives up on the table, in a puzzle."""


class EndInfo(Said, frozen=True, kw_only=True):
    """A way in which a choice may end."""

    do: str
    how: str
    share: float
    """Of all deals that are possible."""
    cents: float
    """The net result of the wagers on the hand, without side wagers, on average."""


class CounselInfo(Said, frozen=True, kw_only=True):
    """The value of each choice at a question."""

    about: str
    seat: int
    hand: int
    known: dict[str, str] = {}
    """The cards that the values depend on, by place."""
    base: int
    choices: tuple[ChoiceInfo, ...]
    deals: str
    exact: bool
    note: str = ""
    ends: tuple[EndInfo, ...] = ()
    """How the hand may end after each choice, where the count tells. Else empty."""

    @property
    def best(self) -> ChoiceInfo | None:
        return next((choice for choice in self.choices if choice.best), None)


class AdviceInfo(Said, frozen=True, kw_only=True):
    """Counsel on the present turn, for each seat at which you may act."""

    table: str
    round: int
    turn: int
    advice: tuple[CounselInfo, ...]


class DecisionInfo(Said, frozen=True, kw_only=True):
    """A decision in a finished round, against the best one."""

    number: int = 0
    """Its place among the choices that you made in the round, from 0."""
    about: str
    seat: int
    hand: int
    known: dict[str, str] = {}
    chosen: str
    amount: int = 0
    value: float = 0.0
    best: str
    best_amount: int = 0
    best_value: float = 0.0
    values: dict[str, float] = {}
    cost: float
    exact: bool = True
    by_clock: bool = False
    """Whether the house chose this, because the player's time was over. It is no mistake of the player."""


class ReviewInfo(Said, frozen=True, kw_only=True):
    """A finished round: ``net`` is the due of ``perfect`` play, less ``cost`` and ``late``, and ``luck``.

    ``cost`` is what mistakes lost, and ``late`` what was lost because time ran out.
    """

    table: str = ""
    round: int
    decisions: tuple[DecisionInfo, ...]
    net: int
    perfect: float
    own: float = 0.0
    cost: float
    late: float = 0.0
    luck: float
    exact: bool
    note: str = ""


# --- the drill


class PuzzleInfo(Said, frozen=True, kw_only=True):
    """A decision to solve. ``events`` are what its seat has seen."""

    game: str = ""
    number: int = 0
    puzzle: str
    again: bool = False
    """Whether you missed it before."""
    rules: dict[str, Any] = {}
    about: str
    seat: int
    hand: int
    known: dict[str, str] = {}
    base: int
    choices: tuple[ChoiceInfo, ...]
    events: tuple[dict[str, Any], ...]
    rating: int = 0


class GradeInfo(Said, frozen=True, kw_only=True):
    """The grade of an answer to a puzzle."""

    game: str = ""
    number: int = 0
    puzzle: str
    kind: str = ""
    """What kind of decision it is, in words."""
    chosen: str
    best: str
    right: bool
    cost: float
    score: float
    sentence: str
    counsel: CounselInfo
    puzzle_rating: int
    before: int = 0
    rating: int = 0
    due_at: int | None = None


class EndingInfo(Said, frozen=True, kw_only=True):
    """How the round of a puzzle ends after a choice. ``events`` are what its seat has seen."""

    do: str
    net: int
    events: tuple[dict[str, Any], ...]


class PlayedOutInfo(Said, frozen=True, kw_only=True):
    """How the round of a puzzle ends after each choice."""

    game: str
    puzzle: str
    endings: tuple[EndingInfo, ...]


class MistakesInfo(Said, frozen=True, kw_only=True):
    """Mistakes at tables are filed. ``left`` counts the puzzles of the game whose last answer was a mistake."""

    game: str
    left: int


class DrillLine(Said, frozen=True, kw_only=True):
    """An answer of the past."""

    number: int = 0
    at: int = 0
    puzzle: str = ""
    kind: str = ""
    chosen: str = ""
    cost: float
    """In units of the base wager."""
    rating: int
    due_at: int | None = None


class DrillInfo(Said, frozen=True, kw_only=True):
    """The last answers at a game, from the oldest."""

    game: str = ""
    rating: int
    answers: tuple[DrillLine, ...]


# --- rounds that are over


class PlayedInfo(Said, frozen=True, kw_only=True):
    """A round that a person played, and what it brought."""

    table: str
    name: str
    game: str
    round: int
    at: int
    net: int
    over: bool


class PlayedPage(Said, frozen=True, kw_only=True):
    """Rounds that a person played, newest first."""

    rounds: tuple[PlayedInfo, ...]
    next: str = ""
    """Ask for the page after this. Empty if no round follows."""
