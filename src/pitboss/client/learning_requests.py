"""What players and the curious ask over HTTP: the coach, the drill, figures of any rules, and rounds that are over.

Amounts are in cents. Figures of the coach may have a fraction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pitboss.client.requests import Request, asking, given, part
from pitboss.protocol.coaching import (
    AdviceInfo,
    DrillInfo,
    GradeInfo,
    MistakesInfo,
    PlayedOutInfo,
    PlayedPage,
    PuzzleInfo,
    ReviewInfo,
    Said,
)

# --- the coach


def advice(table: str) -> Request[AdviceInfo]:
    return Request("GET", f"/api/tables/{part(table)}/advice", AdviceInfo)


def review(table: str, round: int) -> Request[ReviewInfo]:
    return Request("GET", f"/api/tables/{part(table)}/rounds/{round}/review", ReviewInfo)


# --- the drill


def puzzle(game: str, rules: Mapping[str, Any] | None = None) -> Request[PuzzleInfo]:
    text = msgspec.json.encode(dict(rules)).decode() if rules else ""
    return Request("GET", asking(f"/api/drill/{part(game)}", rules=text), PuzzleInfo)


def solve(game: str, puzzle: str, do: str) -> Request[GradeInfo]:
    return Request("POST", f"/api/drill/{part(game)}", GradeInfo, {"puzzle": puzzle, "do": do})


def missed_puzzle(game: str, kind: str = "", at: str = "") -> Request[PuzzleInfo]:
    return Request("GET", asking(f"/api/drill/{part(game)}", missed="true", kind=kind, at=at), PuzzleInfo)


def file_mistakes(game: str, table: str, round: int, numbers: Iterable[int]) -> Request[MistakesInfo]:
    mistakes = [{"table": table, "round": round, "number": number} for number in numbers]
    return Request("POST", f"/api/drill/{part(game)}/mistakes", MistakesInfo, {"mistakes": mistakes})


def play_out(game: str, puzzle: str) -> Request[PlayedOutInfo]:
    return Request("POST", f"/api/drill/{part(game)}/play-out", PlayedOutInfo, {"puzzle": puzzle})


def progress(game: str) -> Request[DrillInfo]:
    return Request("GET", f"/api/drill/{part(game)}/history", DrillInfo)


# --- games and figures


class Game(Said, frozen=True, kw_only=True):
    """A game of the house."""

    name: str
    title: str
    wagers: tuple[str, ...]
    minimum: int
    maximum: int
    docs: str = ""
    """The address of its page in the documentation. Empty if the house has no such page."""
    priced: bool = True
    """Whether the house has its exact odds, a coach and a drill."""


class Meaning(Said, frozen=True, kw_only=True):
    clause: str
    means: str


class WagerMeaning(Meaning, frozen=True, kw_only=True):
    coupon: bool
    """Whether a match play coupon may lie beside it, where the table takes coupons."""
    side: bool = False
    earned: bool = False
    """Whether it is won without a stake."""


class Words(Said, frozen=True, kw_only=True):
    """What a game's document says, in the project's words."""

    clauses: dict[str, str]
    rulings: dict[str, str]
    wagers: dict[str, WagerMeaning]
    decisions: dict[str, Meaning]


class Pays(Said, frozen=True, kw_only=True):
    """By pay table: each line and its odds. And the wagers that the table has."""

    pays: dict[str, dict[str, str]]
    wagers: tuple[str, ...] = ()


class Cost(Said, frozen=True, kw_only=True):
    """What the house keeps of each unit of a side wager, on average."""

    wager: str
    tables: tuple[str, ...]
    low: float
    high: float
    """The same with the pay table that is worst for the player."""
    meters: dict[str, int]


class Costs(Said, frozen=True, kw_only=True):
    """What each wager of a table costs on average, with its meters as they stand."""

    main: tuple[str, ...]
    """The wagers of the game itself, without side wagers."""
    keeps: float
    """What the house keeps of all that is staked on them."""
    side: tuple[Cost, ...]


class Option(Said, frozen=True, kw_only=True):
    """Something that may be chosen in a game's rules."""

    option: str
    means: str
    clauses: tuple[str, ...]
    default: Any
    values: tuple[Any, ...]
    takes: str
    lines: tuple[str, ...]
    """Every line of a pay table, also those that pay nothing."""
    fixed: bool
    """Whether the document fixes it, so that only a study may change it."""


class Options(Said, frozen=True, kw_only=True):
    """What may be chosen in a game's rules."""

    game: str
    title: str
    base: str
    options: tuple[Option, ...]


class Defect(Said, frozen=True, kw_only=True):
    """Something that a game's document forbids."""

    option: str
    line: str
    wrong: str
    clause: str


class Defects(Said, frozen=True, kw_only=True):
    """All that a game's document does not permit in some rules."""

    defects: tuple[Defect, ...]


class FileDefect(Defect, frozen=True, kw_only=True):
    at: int
    """The line of the file on which the option begins. 0 if the file does not have it."""


class RulesFile(Said, frozen=True, kw_only=True):
    """The options in a rules file, or its defects."""

    game: str
    rules: dict[str, Any]
    defects: tuple[FileDefect, ...]


class Odds(Said, frozen=True, kw_only=True):
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
    stated: dict[str, dict[str, Any]]
    """The pay tables that the document fixes, as it states them under these options."""
    odds: dict[str, Any]
    """As ``pitboss odds GAME --json`` has them."""


class Keeps(Said, frozen=True, kw_only=True):
    """What the house keeps on average: of all that is staked, and of the base wager."""

    game: str
    keeps: float
    edge: float


class Changed(Said, frozen=True, kw_only=True):
    """A decision whose best choice is another one."""

    state: str
    cards: dict[str, tuple[str, ...]]
    before: str
    after: str
    gained: float | None
    gained_before: float | None


class Changes(Said, frozen=True, kw_only=True):
    """The decisions that change under some rules, and examples of them."""

    count: int
    of: int
    examples: tuple[Changed, ...]


class Cell(Said, frozen=True, kw_only=True):
    text: str
    kind: str


class Chart(Said, frozen=True, kw_only=True):
    """A chart of the best choices."""

    title: str
    row_title: str
    column_title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    legend: dict[str, str]
    note: str
    breaks: tuple[int, ...]
    """The rows before which another kind of hand begins."""


class Strategy(Said, frozen=True, kw_only=True):
    """Rules in order that a player can remember, what they cost, and the whole strategy as charts."""

    lines: tuple[str, ...]
    note: str
    price: str
    cost: float
    charts: tuple[Chart, ...]


class Example(Said, frozen=True, kw_only=True):
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


def costs(table: str) -> Request[Costs]:
    return Request("GET", f"/api/tables/{part(table)}/costs", Costs)


def options(game: str) -> Request[Options]:
    return Request("GET", f"/api/games/{part(game)}/options", Options)


def defects(game: str, rules: Mapping[str, Any]) -> Request[Defects]:
    return Request("POST", f"/api/games/{part(game)}/defects", Defects, {"rules": dict(rules)})


def rules_file(text: str, game: str = "") -> Request[RulesFile]:
    return Request("POST", "/api/rules-file", RulesFile, {"text": text, "game": game})


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


class Story(Said, frozen=True, kw_only=True):
    """For each update of a round, in order, a sentence for each of its events."""

    sentences: tuple[tuple[str, ...], ...]


def rounds(game: str = "", *, after: str = "", most: int | None = None) -> Request[PlayedPage]:
    return Request("GET", asking("/api/rounds", game=game, after=after, most=most), PlayedPage)


def story(table: str, round: int) -> Request[Story]:
    return Request("GET", f"/api/tables/{part(table)}/rounds/{round}/story", Story)
