"""What players and the curious ask over HTTP: the coach, the drill, figures of any rules, and rounds that are over.

Amounts are in cents. Figures of the coach may have a fraction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.client.requests import Request, asking, given, part


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the house answers."""


# --- the coach


class Choice(Answer, frozen=True, kw_only=True):
    """Something that you may do now, and its value."""

    do: str
    wager: str
    amount: int
    """The most that is offered, if you choose the amount."""
    cents: float | None
    """The expected net result. None if it has no price."""
    value: str | None
    """The same as a fraction of the base."""
    best: bool
    costs: float
    """What it loses against the best choice, on average."""


class Counsel(Answer, frozen=True, kw_only=True):
    """The value of each choice at a question."""

    about: str
    seat: int
    hand: int
    known: dict[str, str]
    """The cards that the values depend on, by place."""
    base: int
    choices: tuple[Choice, ...]
    deals: str
    exact: bool
    note: str

    @property
    def best(self) -> Choice | None:
        return next((choice for choice in self.choices if choice.best), None)


class Advice(Answer, frozen=True, kw_only=True):
    """Counsel for each seat at which you may act."""

    table: str
    round: int
    turn: int
    advice: tuple[Counsel, ...]


class Decision(Answer, frozen=True, kw_only=True):
    """A decision of yours, against the best one."""

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
    values: dict[str, float]
    cost: float
    exact: bool


class Review(Answer, frozen=True, kw_only=True):
    """A round that is over: ``net`` is ``perfect`` play's due, less the ``cost`` of mistakes, and ``luck``."""

    table: str
    round: int
    decisions: tuple[Decision, ...]
    net: int
    perfect: float
    own: float
    cost: float
    luck: float
    exact: bool
    note: str


def advice(table: str) -> Request[Advice]:
    return Request("GET", f"/api/tables/{part(table)}/advice", Advice)


def review(table: str, round: int) -> Request[Review]:
    return Request("GET", f"/api/tables/{part(table)}/rounds/{round}/review", Review)


# --- the drill


class PuzzleChoice(Answer, frozen=True, kw_only=True):
    do: str
    amount: int


class Puzzle(Answer, frozen=True, kw_only=True):
    """A decision to solve."""

    game: str
    number: int
    puzzle: str
    again: bool
    """Whether you missed it before."""
    rules: dict[str, Any]
    about: str
    seat: int
    hand: int
    known: dict[str, str]
    base: int
    choices: tuple[PuzzleChoice, ...]
    events: tuple[dict[str, Any], ...]
    rating: int


class Grade(Answer, frozen=True, kw_only=True):
    """The grade of an answer to a puzzle."""

    game: str
    number: int
    puzzle: str
    chosen: str
    best: str
    right: bool
    cost: float
    score: float
    sentence: str
    counsel: Counsel
    puzzle_rating: int
    before: int
    rating: int
    due_at: int | None


class Solved(Answer, frozen=True, kw_only=True):
    """An answer of yours."""

    number: int
    at: int
    puzzle: str
    chosen: str
    cost: float
    """In units of the base wager."""
    rating: int
    due_at: int | None


class Progress(Answer, frozen=True, kw_only=True):
    """Your last answers, from the oldest."""

    game: str
    rating: int
    answers: tuple[Solved, ...]


def puzzle(game: str, rules: Mapping[str, Any] | None = None) -> Request[Puzzle]:
    text = msgspec.json.encode(dict(rules)).decode() if rules else ""
    return Request("GET", asking(f"/api/drill/{part(game)}", rules=text), Puzzle)


def solve(game: str, puzzle: str, do: str) -> Request[Grade]:
    return Request("POST", f"/api/drill/{part(game)}", Grade, {"puzzle": puzzle, "do": do})


def progress(game: str) -> Request[Progress]:
    return Request("GET", f"/api/drill/{part(game)}/history", Progress)


# --- games and figures


class Game(Answer, frozen=True, kw_only=True):
    """A game of the house."""

    name: str
    title: str
    wagers: tuple[str, ...]
    minimum: int
    maximum: int


class Meaning(Answer, frozen=True, kw_only=True):
    clause: str
    means: str


class Words(Answer, frozen=True, kw_only=True):
    """What a game's document says, in the project's words."""

    clauses: dict[str, str]
    rulings: dict[str, str]
    wagers: dict[str, Meaning]
    decisions: dict[str, Meaning]


class Pays(Answer, frozen=True, kw_only=True):
    """By pay table: each line and its odds."""

    pays: dict[str, dict[str, str]]


class Option(Answer, frozen=True, kw_only=True):
    """Something that may be chosen in a game's rules."""

    option: str
    means: str
    clauses: tuple[str, ...]
    default: Any
    values: tuple[Any, ...]
    takes: str
    fixed: bool
    """Whether the document fixes it, so that only a study may change it."""


class Options(Answer, frozen=True, kw_only=True):
    """What may be chosen in a game's rules."""

    game: str
    title: str
    base: str
    options: tuple[Option, ...]


class Defect(Answer, frozen=True, kw_only=True):
    """Something that a game's document forbids."""

    option: str
    line: str
    wrong: str
    clause: str


class Odds(Answer, frozen=True, kw_only=True):
    """The exact odds of every wager under some rules."""

    game: str
    title: str
    base: str
    rules: dict[str, Any]
    changed: tuple[str, ...]
    study: bool
    """Whether the document forbids these rules, so that no table opens with them."""
    defects: tuple[Defect, ...]
    pays: dict[str, dict[str, str]]
    odds: dict[str, Any]
    """As ``pitboss odds GAME --json`` has them."""


class Keeps(Answer, frozen=True, kw_only=True):
    """What the house keeps on average: of all that is staked, and of the base wager."""

    game: str
    keeps: float
    edge: float


class Changed(Answer, frozen=True, kw_only=True):
    """A decision whose best choice is another one."""

    state: str
    cards: dict[str, tuple[str, ...]]
    before: str
    after: str
    gained: float | None
    gained_before: float | None


class Changes(Answer, frozen=True, kw_only=True):
    """The decisions that change under some rules, and examples of them."""

    count: int
    of: int
    examples: tuple[Changed, ...]


class Cell(Answer, frozen=True, kw_only=True):
    text: str
    kind: str


class Chart(Answer, frozen=True, kw_only=True):
    """A chart of the best choices."""

    title: str
    row_title: str
    column_title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    legend: dict[str, str]
    note: str


class Strategy(Answer, frozen=True, kw_only=True):
    """Rules in order that a player can remember, what they cost, and the whole strategy as charts."""

    lines: tuple[str, ...]
    note: str
    price: str
    cost: float
    charts: tuple[Chart, ...]


class Example(Answer, frozen=True, kw_only=True):
    """One hand, dealt and played by the engine."""

    game: str
    seed: int
    seat: int
    player: str
    net: int
    how: str
    events: tuple[dict[str, Any], ...]
    sentences: tuple[str, ...]


def games() -> Request[list[Game]]:
    return Request("GET", "/api/games", list[Game])


def words(game: str) -> Request[Words]:
    return Request("GET", f"/api/games/{part(game)}/clauses", Words)


def pays(table: str) -> Request[Pays]:
    return Request("GET", f"/api/tables/{part(table)}/pays", Pays)


def options(game: str) -> Request[Options]:
    return Request("GET", f"/api/games/{part(game)}/lab", Options)


def keeps(game: str) -> Request[Keeps]:
    return Request("GET", f"/api/games/{part(game)}/keeps", Keeps)


def odds(game: str, rules: Mapping[str, Any] | None = None) -> Request[Odds]:
    if not rules:
        return Request("GET", f"/api/games/{part(game)}/odds", Odds)
    return Request("POST", f"/api/games/{part(game)}/odds", Odds, {"rules": dict(rules)})


def changes(game: str, rules: Mapping[str, Any]) -> Request[Changes]:
    return Request("POST", f"/api/games/{part(game)}/changes", Changes, {"rules": dict(rules)})


def strategy(game: str, rules: Mapping[str, Any] | None = None) -> Request[Strategy]:
    return Request("POST", f"/api/games/{part(game)}/strategy", Strategy, given(rules=dict(rules or {})))


def example(game: str, seed: int = 0) -> Request[Example]:
    return Request("GET", asking(f"/api/games/{part(game)}/example", seed=seed or None), Example)


# --- rounds that are over


class PlayedRound(Answer, frozen=True, kw_only=True):
    """A round that you played."""

    table: str
    name: str
    game: str
    round: int
    at: int
    net: int
    over: bool


class PlayedRounds(Answer, frozen=True, kw_only=True):
    """A page of your rounds, newest first."""

    rounds: tuple[PlayedRound, ...]
    next: str
    """Ask for the page after this. Empty if no round follows."""


class Story(Answer, frozen=True, kw_only=True):
    """For each update of a round, in order, a sentence for each of its events."""

    sentences: tuple[tuple[str, ...], ...]


def rounds(game: str = "", *, after: str = "", most: int | None = None) -> Request[PlayedRounds]:
    return Request("GET", asking("/api/rounds", game=game, after=after, most=most), PlayedRounds)


def story(table: str, round: int) -> Request[Story]:
    return Request("GET", f"/api/tables/{part(table)}/rounds/{round}/story", Story)
