"""The answers of the coach. Values are in cents and may have a fraction; ``value`` is exact, as a text."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from pitboss.server.http.bodies import LOWER_CASE, Body


class ChoiceAnswer(BaseModel):
    do: str
    wager: str = Field(description="The wager that is placed, while bets are open.")
    amount: int = Field(description="The most that is offered, if you choose the amount.")
    cents: float | None = Field(description="The expected net result. Null if it has no price.")
    value: str | None = Field(description="The same as a fraction of the base: '-407631797/200434696'.")
    best: bool
    costs: float = Field(description="What it loses against the best choice, on average.")


class EndAnswer(BaseModel):
    do: str = Field(description="The choice.")
    how: str = Field(description="How the hand ends after it.")
    share: float = Field(description="The part of the counted deals that end so.")
    cents: float = Field(description="The net result of the wagers on the hand then, on average.")


class CounselAnswer(BaseModel):
    about: str
    seat: int
    hand: int
    known: dict[str, str] = Field(description="The cards that the values depend on, by place.")
    base: int = Field(description="The wager of which 'value' is a multiple.")
    choices: list[ChoiceAnswer]
    deals: str = Field(description="The number of ways in which the unseen cards can fall, as they were counted.")
    exact: bool
    note: str
    ends: list[EndAnswer] = Field(default=[], description="How the hand may end, where the count tells.")


class AdviceAnswer(BaseModel):
    table: str
    round: int
    turn: int
    advice: list[CounselAnswer] = Field(description="One for each seat at which you may act.")


class DecisionAnswer(BaseModel):
    number: int = Field(description="Its place among the choices that you made in the round, from 0.")
    about: str
    seat: int
    hand: int
    known: dict[str, str]
    chosen: str
    amount: int
    value: float
    best: str
    best_amount: int
    best_value: float
    values: dict[str, float] = Field(description="The value of every choice, at the most that it could stake.")
    cost: float = Field(description="What the choice lost against the best one, on average.")
    exact: bool
    by_clock: bool = Field(description="Your time was over, and the house chose this. It is no mistake of yours.")


class ReviewAnswer(BaseModel):
    table: str
    round: int
    decisions: list[DecisionAnswer]
    net: int = Field(description="What you won or lost.")
    perfect: float = Field(description="What your wagers were worth before the cards were dealt, with the best play.")
    own: float = Field(description="The same as you played: 'perfect' less 'cost' and 'late'.")
    cost: float = Field(description="What your mistakes lost on average.")
    late: float = Field(description="What was lost on average because your time was over.")
    luck: float = Field(description="'net' less 'own'.")
    exact: bool
    note: str


# --- the drill


class PuzzleChoice(BaseModel):
    do: str
    clause: str = Field(default="", description="The clause that permits it.")
    amount: int
    amount_is: str = Field(default="", description="What the amount is, in words: 'twice the ante wager'.")
    stakes: int = Field(default=0, description="The cents that it puts on the table.")
    adds: list[tuple[str, int]] = Field(
        default=[], description="The wagers that it puts on the table, with their cents, if they are several."
    )
    gives_up: int = Field(default=0, description="The cents on the table that it gives up.")


class PuzzleAnswer(BaseModel):
    game: str
    number: int = Field(description="The number of the puzzle among those that you were asked at this game.")
    puzzle: str
    again: bool = Field(description="Whether you missed it before.")
    rules: dict[str, Any]
    about: str
    seat: int
    hand: int
    known: dict[str, str]
    base: int
    choices: list[PuzzleChoice]
    names: dict[str, str] = Field(description="The names or totals of hands, by place and number: 'seat 1/1'.")
    makes: dict[str, str] = Field(description="What the hand makes by each choice between cards of the table.")
    events: list[dict[str, Any]] = Field(description="What the seat has seen of the round.")
    rating: int = Field(description="Your rating at this game.")


class SolutionBody(Body):
    puzzle: Annotated[str, Field(max_length=64)]
    do: Annotated[str, Field(max_length=64)]


class GradeAnswer(BaseModel):
    game: str
    number: int
    puzzle: str
    kind: str = Field(description="What kind of decision it is, in words.")
    chosen: str
    best: str
    right: bool = Field(description="Whether it is as good as the best, within a cent.")
    cost: float = Field(description="What the answer loses on average, in cents.")
    score: float = Field(description="1 for a best choice, 0 if it costs a tenth of the base wager or more.")
    sentence: str
    counsel: CounselAnswer
    puzzle_rating: int
    before: int = Field(description="Your rating before the answer.")
    rating: int
    due_at: int | None = Field(description="When the puzzle comes back. Null if it does not.")


class MistakeBody(Body):
    table: Annotated[str, Field(max_length=40, pattern=LOWER_CASE)]
    round: Annotated[int, Field(ge=1, le=10**15)]
    number: Annotated[int, Field(ge=0, lt=10**4, description="The decision's `number` in the review.")]


class MistakesBody(Body):
    mistakes: Annotated[list[MistakeBody], Field(min_length=1, max_length=20)]


class MistakesAnswer(BaseModel):
    game: str
    left: int = Field(description="Puzzles of this game, these included, whose last answer was a mistake.")


class PuzzleBody(Body):
    puzzle: Annotated[str, Field(max_length=64)]


class EndingAnswer(BaseModel):
    do: str
    net: int = Field(description="What you would have won or lost in the round, in cents.")
    events: list[dict[str, Any]] = Field(description="What the seat has seen of the round, to its end.")


class PlayedOutAnswer(BaseModel):
    game: str
    puzzle: str
    endings: list[EndingAnswer] = Field(description="One for each choice, with the cards that were dealt.")


class DrillLine(BaseModel):
    number: int
    at: int
    puzzle: str
    kind: str = Field(description="What kind of decision it is, in words. Empty for answers before kinds were kept.")
    chosen: str
    cost: float = Field(description="In units of the base wager.")
    rating: int
    due_at: int | None


class DrillAnswer(BaseModel):
    game: str
    rating: int
    answers: list[DrillLine] = Field(description="Your last answers, from the oldest.")
