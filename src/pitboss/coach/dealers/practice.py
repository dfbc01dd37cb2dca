"""Exercises for dealers, of five kinds, and how answers to them are graded. The engine makes every right answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from pitboss.coach.dealers.faults import misdeal, when_found
from pitboss.coach.dealers.pay import check, settle
from pitboss.coach.dealers.rounds import Exercise, PracticePayment
from pitboss.coach.dealers.steps import next_step
from pitboss.engine import registry
from pitboss.engine.game import Game

KINDS: Mapping[str, Callable[[Game, int], Exercise]] = {
    "settle": settle,
    "check": check,
    "misdeal": misdeal,
    "found": when_found,
    "next": next_step,
}
"""What does this seat get; is it paid rightly; is anything wrong here; when is it noticed; what comes next."""


class GradedLine(msgspec.Struct, frozen=True):
    line: PracticePayment
    right: bool


class GradedAsk(msgspec.Struct, frozen=True):
    name: str
    right: bool
    answer: int
    """The number of the right choice, or -1 if the question had to stay open."""
    clause: str
    why: str


class Verdict(msgspec.Struct, frozen=True):
    """How many answers are right, and which."""

    right: int
    of: int
    lines: list[GradedLine]
    asks: list[GradedAsk]
    planted: int
    """The line of the mistake that was planted, or -1."""


def exercise(game: str | Game, kind: str, seed: int) -> Exercise:
    """An exercise of a game. The same seed makes the same one.

    >>> exercise("double_down_stud", "next", 3).question
    'What comes next?'
    """
    return KINDS[kind](registry.game(game), seed)


def graded(asked: Exercise, said: Sequence[tuple[str, int]], chosen: Mapping[str, int]) -> Verdict:
    """Grade what the dealer does with each wager, and the choices.

    A seat that was paid by another counts as one answer: the mistake is found and nothing else is changed.
    """
    lines = [
        GradedLine(line, (line.fate, line.pays) == one)
        for line, one in zip(asked.lines, said, strict=bool(asked.lines))
    ]
    asks = [
        GradedAsk(one.name, chosen.get(one.name, -1) == one.right, one.right, one.clause, one.why) for one in asked.asks
    ]
    planted = next((at for at, line in enumerate(asked.lines) if asked.made and asked.made[at] != line), -1)
    if asked.made:
        right, of = int(all(one.right for one in lines)), 1
    else:
        counted = [*(one.right for one in lines), *(one.right for one in asks if one.answer >= 0)]
        right, of = sum(counted), len(counted)
    return Verdict(right, of, lines, asks, planted)
