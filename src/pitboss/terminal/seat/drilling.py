"""The drill: decisions to solve one after another, of a program of one's own or of a house."""

from __future__ import annotations

import time
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Protocol

import msgspec

from pitboss.basics.files import state_folder, written_whole
from pitboss.coach.answering import Draw, Show, Solve
from pitboss.coach.drill import FIRST_RATING, SEEDS, due_after, rated
from pitboss.engine.game import Game
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.layout import View
from pitboss.engine.round.records import AnyRecord
from pitboss.engine.rules import TableRules, to_builtins
from pitboss.protocol.coaching import DrillInfo, DrillLine, GradeInfo, PuzzleInfo
from pitboss.terminal.seat.answers import Choice, choices
from pitboss.terminal.seat.hints import Ask, asked, money

if TYPE_CHECKING:
    from pitboss.client.synchronous import Client

FILE = "drill.json"
MOST_KEPT = 200
"""Answers that are kept on this machine."""


class Drill(Protocol):
    """Where puzzles come from. Each call may take a while; ``NoHint`` says why there is no answer."""

    game: Game
    note: str
    """What the player should know of the progress. Empty if nothing."""

    def next(self) -> PuzzleInfo: ...

    def solve(self, puzzle: PuzzleInfo, do: str) -> GradeInfo: ...

    def past(self) -> DrillInfo:
        """Your last answers, from the oldest."""


def view_of(puzzle: PuzzleInfo) -> View:
    """What the seat of a puzzle has seen."""
    return View(seat_place(puzzle.seat), msgspec.convert(puzzle.events, list[AnyRecord]))


def choices_of(game: Game, puzzle: PuzzleInfo) -> list[Choice]:
    """The choices of a puzzle, with the names to type for them."""
    clauses = {one.action: one.clause for one in game.decisions}
    offers = [
        Offer(
            do=one.do,
            clause=one.clause or clauses.get(one.do, ""),
            hand=puzzle.hand,
            least=one.amount,
            most=one.amount,
            fixed_cost=one.stakes or None,
            adds=one.adds,
            gives_up=one.gives_up,
        )
        for one in puzzle.choices
    ]
    return choices(offers, puzzle.about, game)


def verdict(grade: GradeInfo) -> str:
    """What is said of an answer."""
    if not grade.right:
        return f"That costs {money(grade.cost)}."
    return "Right, within a cent." if grade.cost else "Right."


class Missed(msgspec.Struct):
    """A puzzle that was missed: when it comes back, and the good answers since."""

    due: int
    hits: int = 0


class Progress(msgspec.Struct):
    """What is kept of a person's drill at one game."""

    rating: int = FIRST_RATING
    answers: list[DrillLine] = []
    missed: dict[str, Missed] = {}
    solved: int = 0
    """All answers ever given, also those that are not kept."""

    def __post_init__(self) -> None:
        self.solved = max(self.solved, len(self.answers))  # a file of an earlier version has no count


class OwnDrill:
    """Puzzles of this program, with the progress kept on this machine.

    If the file can't be used, the progress is that of this session alone, and ``note`` says so.
    """

    def __init__(self, game: Game, rules: TableRules, ask: Ask, folder: Path | None = None) -> None:
        self.game, self._rules, self._ask = game, to_builtins(rules), ask
        plain = rules.digest == game.rules().digest
        self._name = game.name if plain else f"{game.name} {rules.digest[:16]}"
        self.path = (folder or state_folder()) / FILE
        self.note = ""
        self._all = self._read()
        self.progress = self._all.setdefault(self._name, Progress())

    def next(self) -> PuzzleInfo:
        now = _now()
        due = [puzzle for puzzle, missed in self.progress.missed.items() if missed.due <= now]
        game, rules = self.game.name, self._rules
        found = self._ask(
            Show(game=game, rules=rules, puzzle=due[0])
            if due
            else Draw(game=game, rules=rules, seed=SystemRandom().randrange(SEEDS))
        )
        asked = {"number": self.progress.solved + 1, "again": bool(due), "rating": self.progress.rating}
        return msgspec.convert({**found, **asked}, PuzzleInfo)

    def solve(self, puzzle: PuzzleInfo, do: str) -> GradeInfo:
        found = self._ask(Solve(game=self.game.name, rules=self._rules, puzzle=puzzle.puzzle, do=do))
        progress, before, right = self.progress, self.progress.rating, bool(found["right"])
        progress.rating = rated(before, found["puzzle_rating"], found["score"])
        line = DrillLine(cost=found["cost_millionths"] / 1_000_000, rating=progress.rating)
        progress.answers = [*progress.answers[-MOST_KEPT + 1 :], line]
        progress.solved += 1
        missed = progress.missed.pop(puzzle.puzzle, None)
        hits = 0 if not right else None if missed is None else missed.hits + 1
        due = due_after(_now(), right=right, hits=hits)
        if due is not None:
            progress.missed[puzzle.puzzle] = Missed(due, hits or 0)
        self._write()
        return msgspec.convert({**found, "before": before, "rating": progress.rating}, GradeInfo)

    def past(self) -> DrillInfo:
        return DrillInfo(rating=self.progress.rating, answers=tuple(self.progress.answers))

    def _read(self) -> dict[str, Progress]:
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, Progress])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError):
            self.note = f"Your rating is not kept: {self.path} can't be read."
            return {}

    def _write(self) -> None:
        if self.note:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with written_whole(self.path, replace=True) as partial:
                partial.write_bytes(msgspec.json.encode(self._all))
        except OSError as error:
            self.note = f"Your rating is not kept: {self.path} can't be written: {error.strerror}."


class HouseDrill:
    """Puzzles of a house, with the progress on its record."""

    note = ""

    def __init__(self, client: Client, game: Game) -> None:
        self.client, self.game = client, game

    def next(self) -> PuzzleInfo:
        return asked(self.client.puzzle, self.game.name)

    def solve(self, puzzle: PuzzleInfo, do: str) -> GradeInfo:
        return asked(self.client.solve, self.game.name, puzzle.puzzle, do)

    def past(self) -> DrillInfo:
        return asked(self.client.progress, self.game.name)


def _now() -> int:
    return int(time.time() * 1000)
