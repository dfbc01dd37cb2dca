"""The coach, the drill, rounds that you played, and the dealers' practice over HTTP.

The coach of a program without a house gives the same answers; fields that only a house can fill have a default. Amounts
are in cents. Figures of the coach may have a fraction.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from pitboss.protocol.bodies import LOWER_CASE, Body, Cents, Said, Text, form

PuzzleId = Annotated[str, Meta(max_length=64)]

# --- the coach


class ChoiceInfo(Said, frozen=True, kw_only=True):
    """Something that you may do now, and its value."""

    do: str
    wager: str = ""
    """The wager that is placed, while bets are open."""
    amount: int = 0
    """The most that is offered, if you choose the amount."""
    cents: float | None = None
    """The expected net result. Null if it has no price."""
    value: str | None = None
    """The same as an exact fraction of the base, or of `amount` for a wager: '-407631797/200434696'."""
    best: bool = False
    costs: float = 0.0
    """What it loses against the best choice, on average."""


class EndInfo(Said, frozen=True, kw_only=True):
    """A way in which a choice may end."""

    do: str
    """The choice."""
    how: str
    """How the hand ends after it."""
    share: float
    """The part of the counted deals that end so."""
    cents: float
    """The net result of the wagers on the hand then, without side wagers, on average."""


class CounselInfo(Said, frozen=True, kw_only=True):
    """The value of each choice at a question."""

    about: str
    seat: int
    hand: int
    known: dict[str, str] = {}
    """The cards that the values depend on, by place."""
    base: int
    """The wager of which 'value' is a multiple."""
    choices: tuple[ChoiceInfo, ...]
    deals: str
    """The number of ways in which the unseen cards can fall, as they were counted."""
    exact: bool
    note: str = ""
    ends: tuple[EndInfo, ...] = ()
    """How the hand may end after each choice, where the count tells. Else empty."""

    @property
    def best(self) -> ChoiceInfo | None:
        return next((choice for choice in self.choices if choice.best), None)


class AdviceInfo(Said, frozen=True, kw_only=True):
    """Counsel on the present turn."""

    table: str
    round: int
    turn: int
    advice: tuple[CounselInfo, ...]
    """One for each seat at which you may act."""


class DecisionInfo(Said, frozen=True, kw_only=True):
    """A decision in a finished round, against the best one."""

    number: int = 0
    """Its place among the choices that you made in the round, from 0."""
    about: str
    kind: str = ""
    """What kind of decision it is, in words."""
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
    """The value of every choice, at the most that it could stake."""
    cost: float
    """What the choice lost against the best one, on average."""
    exact: bool = True
    by_clock: bool = False
    """Your time was over, and the house chose this. It is no mistake of yours."""


class ReviewInfo(Said, frozen=True, kw_only=True):
    """A finished round: ``net`` is the due of ``perfect`` play, less ``cost`` and ``late``, and ``luck``."""

    table: str = ""
    round: int
    decisions: tuple[DecisionInfo, ...]
    staked: int = 0
    """The chips that you risked. Wagers that went back for a void are left out."""
    net: int
    """What you won or lost."""
    perfect: float
    """What your wagers were worth before the cards were dealt, with the best play."""
    left_out: tuple[str, ...] = ()
    """Wagers that have no price before the cards are dealt. All that they won or lost is in 'luck'."""
    own: float = 0.0
    """The same as you played: 'perfect' less 'cost' and 'late'."""
    cost: float
    """What your mistakes lost on average."""
    late: float = 0.0
    """What was lost on average because your time was over."""
    luck: float
    """'net' less 'own'."""
    exact: bool
    note: str = ""


# --- the drill


class SolutionBody(Body, frozen=True, kw_only=True):
    """Answer a puzzle."""

    puzzle: PuzzleId
    do: Annotated[str, Meta(max_length=64)]


class PuzzleBody(Body, frozen=True, kw_only=True):
    """Play out the round of a puzzle."""

    puzzle: PuzzleId


class MistakeBody(Body, frozen=True, kw_only=True):
    """A mistake that you made at a table."""

    table: Annotated[str, Meta(max_length=40), form(LOWER_CASE)]
    round: Annotated[int, Meta(ge=1, le=10**15)]
    number: Annotated[int, Meta(ge=0, lt=10**4)]
    """The decision's `number` in the review."""


class MistakesBody(Body, frozen=True, kw_only=True):
    """Put mistakes among the puzzles that you missed."""

    mistakes: Annotated[tuple[MistakeBody, ...], Meta(min_length=1, max_length=20)]


class PuzzleChoice(Said, frozen=True, kw_only=True):
    """Something that you may do in a puzzle."""

    do: str
    clause: str = ""
    """The clause that permits it."""
    amount: int = 0
    amount_is: str = ""
    """What the amount is, in words: 'twice the ante wager'."""
    stakes: int = 0
    """The cents that it puts on the table."""
    adds: tuple[tuple[str, int], ...] = ()
    """The wagers that it puts on the table, with their cents, if they are several."""
    gives_up: int = 0
    """The cents on the table that it gives up."""


class PuzzleInfo(Said, frozen=True, kw_only=True):
    """A decision to solve."""

    game: str = ""
    number: int = 0
    """The number of the puzzle among those that you were asked at this game."""
    puzzle: str
    again: bool = False
    """Whether you missed it before."""
    rules: dict[str, Any] = {}
    about: str
    seat: int
    hand: int
    known: dict[str, str] = {}
    base: int
    choices: tuple[PuzzleChoice, ...]
    names: dict[str, str] = {}
    """The names or totals of hands, by place and number: 'seat 1/1'."""
    makes: dict[str, str] = {}
    """What the hand makes by each choice between cards of the table."""
    events: tuple[dict[str, Any], ...]
    """What the seat has seen of the round."""
    rating: int = 0
    """Your rating at this game."""


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
    """Whether it is as good as the best, within a cent."""
    cost: float
    """What the answer loses on average, in cents."""
    score: float
    """1 for a best choice, 0 if it costs a tenth of the base wager or more."""
    sentence: str
    counsel: CounselInfo
    puzzle_rating: int
    before: int = 0
    """Your rating before the answer."""
    rating: int = 0
    due_at: int | None = None
    """When the puzzle comes back. Null if it does not."""


class EndingInfo(Said, frozen=True, kw_only=True):
    """How the round of a puzzle ends after a choice."""

    do: str
    net: int
    """What you would have won or lost in the round, in cents."""
    events: tuple[dict[str, Any], ...]
    """What the seat has seen of the round, to its end."""


class PlayedOutInfo(Said, frozen=True, kw_only=True):
    """How the round of a puzzle ends after each choice."""

    game: str
    puzzle: str
    endings: tuple[EndingInfo, ...]
    """One for each choice, with the cards that were dealt."""


class MistakesInfo(Said, frozen=True, kw_only=True):
    """Mistakes at tables are filed."""

    game: str
    left: int
    """Puzzles of this game, these included, whose last answer was a mistake."""


class DrillLine(Said, frozen=True, kw_only=True):
    """An answer of the past."""

    number: int = 0
    at: int = 0
    puzzle: str = ""
    kind: str = ""
    """What kind of decision it is, in words. Empty for answers before kinds were kept."""
    chosen: str = ""
    cost: float
    """In units of the base wager."""
    rating: int
    due_at: int | None = None


class DrillInfo(Said, frozen=True, kw_only=True):
    """The last answers at a game."""

    game: str = ""
    rating: int
    answers: tuple[DrillLine, ...]
    """Your last answers, from the oldest."""


# --- rounds that are over


class PlayedInfo(Said, frozen=True, kw_only=True):
    """A round that a person played, and what it brought."""

    table: str
    name: str
    """The table's name."""
    game: str
    round: int
    at: int
    """When you placed the first wager."""
    net: int
    """What you won, in cents: negative for a loss. Coupons are no money."""
    over: bool


class PlayedPage(Said, frozen=True, kw_only=True):
    """Rounds that a person played."""

    rounds: tuple[PlayedInfo, ...]
    """Newest first."""
    next: str = ""
    """Ask for the page after this. Empty if no round follows."""


# --- the dealers' practice

PracticeKind = Literal["settle", "check", "misdeal", "found", "next"]


class Deed(Said, frozen=True, kw_only=True):
    """What is done with a wager."""

    fate: str
    """pay, take or leave"""
    pays: int
    """Cents beside the stake."""


class WagerAsked(Said, frozen=True, kw_only=True):
    """A wager of an exercise."""

    wager: str
    hand: int
    stake: int
    made: Deed | None
    """What a colleague did with it, which may be wrong. Null if you settle it."""


class ChoiceAsked(Said, frozen=True, kw_only=True):
    """An answer from which a dealer may choose."""

    words: str
    clause: str


class ChoicesAsked(Said, frozen=True, kw_only=True):
    """A question of an exercise, and the answers to choose from."""

    name: str
    title: str
    choices: tuple[ChoiceAsked, ...]


class ExerciseInfo(Said, frozen=True, kw_only=True):
    """A round up to a question."""

    game: str
    title: str
    kind: PracticeKind
    seed: int
    question: str
    told: str
    seat: int
    """The seat that the question is about, or 0."""
    events: tuple[dict[str, Any], ...]
    """The round as everybody saw it, up to the question."""
    wagers: tuple[WagerAsked, ...]
    asks: tuple[ChoicesAsked, ...]


class DeedBody(Body, frozen=True, kw_only=True):
    """What a dealer does with a wager."""

    fate: Text
    """pay, take or leave"""
    pays: Cents = 0
    """Cents beside the stake."""


class ExerciseBody(Body, frozen=True, kw_only=True):
    """Answer an exercise."""

    kind: PracticeKind = "settle"
    seed: Annotated[int, Meta(ge=0, lt=2**31)]
    said: Annotated[tuple[DeedBody, ...], Meta(max_length=50)] = ()
    """In the order of the wagers."""
    chosen: Annotated[dict[str, Annotated[int, Meta(ge=-1, le=50)]], Meta(max_length=5)] = {}
    """The number of the choice for each question by its name, from 0."""


class GradedWager(Said, frozen=True, kw_only=True):
    """What the document does with a wager, and whether the answer was right."""

    wager: str
    hand: int
    stake: int
    fate: str
    pays: int
    right: bool
    why: str
    clause: str


class GradedChoice(Said, frozen=True, kw_only=True):
    """Whether the answer to a question was right."""

    name: str
    right: bool
    answer: int
    """The number of the right choice, or -1 if there is nothing to choose."""
    clause: str
    """The clause that decides this question, if it has one of its own."""
    why: str
    """What that clause says, in our words."""


class GradedExercise(Said, frozen=True, kw_only=True):
    """What the document does, and which of the answers were right."""

    right: int
    of: int
    lines: tuple[GradedWager, ...]
    asks: tuple[GradedChoice, ...]
    planted: int
    """The wager that the colleague settled wrongly, or -1."""
    clause: str
    why: str
    """What the clause says, in our words."""
