"""The answers of the coach. Values are in cents and may have a fraction; ``value`` is exact, as a text."""

from __future__ import annotations

from pydantic import BaseModel, Field


class ChoiceAnswer(BaseModel):
    do: str
    wager: str = Field(description="The wager that is placed, while bets are open.")
    amount: int = Field(description="The most that is offered, if you choose the amount.")
    cents: float | None = Field(description="The expected net result. Null if it has no price.")
    value: str | None = Field(description="The same as a fraction of the base: '-407631797/200434696'.")
    best: bool
    costs: float = Field(description="What it loses against the best choice, on average.")


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


class AdviceAnswer(BaseModel):
    table: str
    round: int
    turn: int
    advice: list[CounselAnswer] = Field(description="One for each seat at which you may act.")


class DecisionAnswer(BaseModel):
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


class ReviewAnswer(BaseModel):
    table: str
    round: int
    decisions: list[DecisionAnswer]
    net: int = Field(description="What you won or lost.")
    perfect: float = Field(description="What your wagers were worth before the cards were dealt, with the best play.")
    own: float = Field(description="The same as you played: 'perfect' less 'cost'.")
    cost: float = Field(description="What your mistakes lost on average.")
    luck: float = Field(description="'net' less 'own'.")
    exact: bool
    note: str
