"""What can go wrong, told apart by what the caller can do about it.

Each error is a sentence: what was wrong, what is allowed, and which clause says so. An error keeps its arguments and
makes the sentence from them, so that it survives pickling.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class IllegalAction(ValueError):
    """Something that may not be done now. Nothing was changed by asking for it."""

    def __init__(self, game: str, clause: str, wrong: str, allowed: str = "") -> None:
        self.game, self.clause, self.wrong, self.allowed = game, clause, wrong, allowed
        super().__init__(game, clause, wrong, allowed)

    def __str__(self) -> str:
        sentence = f"{self.wrong}; {self.allowed}" if self.allowed else self.wrong
        return f"{sentence} ({self.game} {self.clause})" if self.clause else sentence


class InputError(ValueError):
    """An input that has fields which its kind does not have, or lacks some that it needs."""


class Defect(msgspec.Struct, frozen=True):
    """One thing wrong with a configuration: which option, why, and the clause that it breaks."""

    option: str
    wrong: str
    clause: str = ""

    def __str__(self) -> str:
        return f"{self.option}: {self.wrong}" + (f" ({self.clause})" if self.clause else "")


class RulesError(ValueError):
    """A configuration that the document does not permit; lists every defect at once."""

    def __init__(self, game: str, defects: Iterable[Defect]) -> None:
        self.game, self.defects = game, tuple(defects)
        super().__init__(game, self.defects)

    def __str__(self) -> str:
        return f"{self.game}: " + "; ".join(map(str, self.defects))


class LogError(ValueError):
    """A log that does not prove what it says; names the first bad line.

    ``broke`` says in a word what does not hold: chain, rules, input, event, table, commitment, meter, money, count or
    head. ``round`` is the round in which it broke, 0 before the first.
    """

    def __init__(self, line: int, wrong: str, broke: str = "") -> None:
        self.line, self.wrong, self.broke = line, wrong, broke
        self.round = 0
        super().__init__(line, wrong)

    def __str__(self) -> str:
        return f"line {self.line}: {self.wrong}"


class UnreadableLog(LogError):
    """A file that can't be read as a log: it is missing, damaged, something else, or of a form that is not known."""

    def __init__(self, line: int, wrong: str) -> None:
        super().__init__(line, wrong, "file")


class GameError(ValueError):
    """A game that is not known, can't be loaded, or lacks what was asked of it."""


class StrategyError(ValueError):
    """A strategy that no game knows, or one that chooses what can't be chosen."""


class SimulationError(ValueError):
    """A run that can't be made, or can't go on where another stopped."""


class Disagreement(Exception):
    """The table and the fast rounds come to different amounts from the same cards: one of them is wrong."""
