"""The errors, one class for each way in which a caller can react.

Each error is a sentence: what was wrong, what is allowed, and the clause. An error keeps its arguments and makes the
sentence from them, so it survives pickling.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class IllegalAction(ValueError):
    """An action that is not allowed now. Nothing has changed.

    >>> refusal = IllegalAction("double_down_stud", "6(a)", "an original wager of $1 is below the table minimum")
    >>> refusal.clause, str(refusal)
    ('6(a)', 'an original wager of $1 is below the table minimum (double_down_stud 6(a))')
    """

    def __init__(self, game: str, clause: str, wrong: str, allowed: str = "") -> None:
        self.game, self.clause, self.wrong, self.allowed = game, clause, wrong, allowed
        super().__init__(game, clause, wrong, allowed)

    @property
    def sentence(self) -> str:
        """What is wrong, for those who know the game and are told the clause beside it."""
        return f"{self.wrong}; {self.allowed}" if self.allowed else self.wrong

    def __str__(self) -> str:
        return f"{self.sentence} ({self.game} {self.clause})" if self.clause else self.sentence


class InputError(ValueError):
    """An input with fields that its kind does not have, or without fields that it needs.

    >>> raise InputError("a decision has no coupon")
    Traceback (most recent call last):
        ...
    pitboss.basics.errors.InputError: a decision has no coupon
    """


class Defect(msgspec.Struct, frozen=True):
    """One defect of a configuration: the option, the reason, and the clause that it violates.

    >>> str(Defect("table_minimum", "it must be at least $1", "6(a)"))
    'table_minimum: it must be at least $1 (6(a))'
    """

    option: str
    wrong: str
    clause: str = ""
    line: int = 0
    """The line of the rules file that sets the option. 0 if no file does."""

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.option}: {self.wrong}" + (f" ({self.clause})" if self.clause else "")


class RulesError(ValueError):
    """A configuration that the document does not permit. It lists all defects at once.

    >>> defects = Defect("packs", "it must be 1 or 2"), Defect("chip", "it must be at least 1")
    >>> len(RulesError("boston_5_stud", defects).defects)
    2
    >>> str(RulesError("boston_5_stud", [Defect("packs", "it must be 1 or 2", "2(b)", 7)], "my.toml"))
    'my.toml, rules of boston_5_stud: line 7: packs: it must be 1 or 2 (2(b))'
    """

    def __init__(self, game: str, defects: Iterable[Defect], file: str = "") -> None:
        self.game, self.defects, self.file = game, tuple(defects), file
        super().__init__(game, self.defects, file)

    def __str__(self) -> str:
        whose = f"{self.file}, rules of {self.game}" if self.file else self.game
        return f"{whose}: " + "; ".join(map(str, self.defects))


class LogError(ValueError):
    """A log that is false. It names the first wrong line.

    ``broke`` names the check that failed: chain, rules, input, event, table, commitment, meter, money, count or head.
    ``round`` is the number of the round, or 0 before the first.

    >>> error = LogError(12, "the hash does not fit", "chain")
    >>> error.line, error.broke, str(error)
    (12, 'chain', 'line 12: the hash does not fit')
    """

    def __init__(self, line: int, wrong: str, broke: str = "") -> None:
        self.line, self.wrong, self.broke = line, wrong, broke
        self.round = 0
        super().__init__(line, wrong)

    def __str__(self) -> str:
        return f"line {self.line}: {self.wrong}"


class UnreadableLog(LogError):
    """A file that can't be read as a log: it is missing or damaged, is not a log, or has an unknown format.

    >>> UnreadableLog(1, "the file is empty").broke
    'file'
    """

    def __init__(self, line: int, wrong: str) -> None:
        super().__init__(line, wrong, "file")


class GameError(ValueError):
    """A game that is unknown, can't be loaded, or lacks a module.

    >>> from pitboss import game
    >>> game("whist")
    Traceback (most recent call last):
        ...
    pitboss.basics.errors.GameError: there is no game 'whist'; ...
    """


class StrategyError(ValueError):
    """A strategy that is unknown, or that makes an illegal choice.

    >>> isinstance(StrategyError("there is no strategy 'bold'"), ValueError)
    True
    """


class SimulationError(ValueError):
    """A simulation that can't be run or resumed.

    >>> isinstance(SimulationError("a run needs at least one round"), ValueError)
    True
    """


class DesignError(ValueError):
    """A search for pay tables that can't be made as asked.

    >>> isinstance(DesignError("there is nothing to vary"), ValueError)
    True
    """


class Disagreement(Exception):
    """The table and the fast rounds pay different amounts for the same cards, so one of them is wrong."""
