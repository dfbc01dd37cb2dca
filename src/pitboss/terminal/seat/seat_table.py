"""The interface between a seat and its table. ``own_table`` and ``house_table`` implement it."""

# ruff: noqa: B027  (methods that are empty here are for the few that have something to do)

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import msgspec

from pitboss.basics.errors import IllegalAction
from pitboss.engine.game import Game
from pitboss.engine.meters.meter import MeterTerms
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.events import Event
from pitboss.engine.round.layout import Layout, View
from pitboss.engine.rules import TableRules
from pitboss.protocol.messages import Turn
from pitboss.terminal.seat.answers import Answer, Choice, choices
from pitboss.terminal.seat.bets import WAGERS
from pitboss.terminal.seat.hints import Coach


class Leave(Exception):
    """The player gets up."""


class ToLobby(Leave):
    """The player leaves for another table."""


class MustStay(Exception):
    """The player can't leave yet. They have been told why."""


class Gone(Exception):
    """The player is no longer at the table."""


class Question(msgspec.Struct, frozen=True):
    """What a player is asked now."""

    about: str
    seat: int
    known: Sequence[Choice]
    key: tuple[int, int, int]
    """Its round, its turn and its seat."""
    view: View
    """What the player sees."""

    @property
    def layout(self) -> Layout:
        return self.view.layout


class Teller(Protocol):
    """What a table needs of its seat."""

    def say(self, words: str, style: str = "") -> None: ...

    def complain(self, words: str) -> None: ...

    def refuse(self, refusal: IllegalAction) -> None: ...

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if the player wants to leave while the table does not answer."""

    def show_again(self) -> None:
        """Show the table and the question again."""


class SeatTable(ABC):
    """A table as the seat of one player needs it."""

    waits_for_you = False
    """Whether nothing happens at the table until the player has answered."""
    waiting_style = ""
    """How the words that you wait are written."""
    money_in_words: str
    """What chips are called where amounts of them are told: ``" in chips"``, or nothing."""
    tells: Teller
    """The seat, which sets this when it is made."""

    def __init__(self, game: Game, rules: TableRules, terms: Sequence[MeterTerms], you: str) -> None:
        self.game, self.rules, self.terms, self.you = game, rules, terms, you
        self.bought = 0
        """What you have paid for chips since you came, in cents."""
        self.decided: set[tuple[int, int, int]] = set()
        """The questions that you have decided. What is optional beside the decision is not asked for."""
        self.passed: set[tuple[int, int, int]] = set()
        """The questions at which you want nothing more."""

    # --- coming and going

    @abstractmethod
    def come(self) -> bool:
        """Take your place, and say so. If that is refused, says why and returns False."""

    @abstractmethod
    def leave(self, why: Leave, *, at_once: bool) -> int | None:
        """Get up. Returns the chips that you take along, or None if there is nothing to say of them.

        ``at_once`` says that nobody will type anything again. Raises ``MustStay`` if you can't leave yet.
        """

    def go_at_once(self) -> None:
        """Get up without a word to the table, which does not answer. Says what happens with wagers and chips."""

    @abstractmethod
    def leave_question(self, staked: int) -> str:
        """What to ask a player who wants to leave while so many cents lie on the layout. Empty if nothing."""

    def last_words(self) -> str:
        """What to say to a player who has left. Empty if nothing."""
        return ""

    def close(self) -> None:
        """Nobody looks at this table any longer."""

    # --- what happens

    @abstractmethod
    def news(self) -> Iterable[Sequence[Event]]:
        """What you have seen since the last time, act by act. Tells by itself what is no event."""

    def wait(self, seconds: float) -> None:
        """Wait for news."""

    def is_there(self) -> bool:
        """Whether the table can be played at. Tells the player if it can't, and when it can again."""
        return True

    @property
    def is_down(self) -> bool:
        """Whether the player was told that the table does not answer."""
        return False

    @property
    def is_closed(self) -> bool:
        """Whether nothing will happen here any more."""
        return False

    def round_over(self, won: int) -> None:
        """The end of the round has been told. You have won so many cents."""

    # --- what is asked

    @property
    @abstractmethod
    def turn(self) -> Turn | None:
        """What the round asks, and what you may do."""

    @property
    def is_fresh(self) -> bool:
        """Whether the turn is the present one. Otherwise another is about to come."""
        return True

    sits_out = False
    """Whether you keep your seat without playing."""

    def question(self) -> Question | None:
        """What you are asked. Your own seat comes first."""
        turn = self.turn
        if turn is None or (self.sits_out and turn.about == WAGERS):
            return None
        for seat, offers in sorted(turn.offers, key=lambda one: one[0] != self.seat):
            if (asked := self.asked_at(turn, seat, offers)) is not None:
                return asked
        return None

    def asked_at(self, turn: Turn, seat: int, offers: Iterable[Offer]) -> Question | None:
        """What you are asked at a seat. None if you want nothing more there, or can do nothing."""
        known, key = choices(offers, turn.about, self.game), (turn.round, turn.turn, seat)
        if key in self.passed or all(choice.offer.why_not for choice in known):
            return None
        own = self.seat
        if turn.about == WAGERS:  # free areas beside your own are offered once you have wagered
            optional = own > 0 and seat != own and not any(self.view.layout.stakes_of(own, self.you))
        else:
            optional = key in self.decided
        if optional and may_go_on(self.game, known):
            return None
        return Question(turn.about, seat, known, key, self.view)

    @abstractmethod
    def waiting(self) -> tuple[object, str]:
        """Whom the table waits for, if it is not you: something to tell this wait from another, and the words.

        The words are empty if nothing needs to be said.
        """

    def between(self, *, again: int) -> str:
        """The prompt between two rounds, if the next one waits for you. Empty otherwise.

        ``again`` is what the wagers of the last round cost, in cents, if Enter places them.
        """
        return ""

    @property
    def seconds_left(self) -> float | None:
        """The seconds that you have to answer, if a clock runs."""
        return None

    @property
    def clock_ends(self) -> int:
        """Something to tell this clock from another."""
        return 0

    @property
    def window(self) -> tuple[int, int, int] | None:
        """The betting window, if its clock runs: its round, its turn and its end."""
        return None

    # --- what you do

    @abstractmethod
    def why_not(self, asked: Question, answer: Answer) -> str | IllegalAction | None:
        """Why an answer can't be given, as far as this table knows without trying. None if it can."""

    @abstractmethod
    def take(self, asked: Question, answer: Answer) -> bool:
        """Give an answer. Returns whether it was taken; says why if not."""

    def go_on(self, asked: Question) -> None:
        """You want nothing more at this question."""
        self.passed.add(asked.key)

    def usual(self, asked: Question) -> Answer | None:
        """What Enter means at this question, beside placing a wager that is due."""
        return None

    @abstractmethod
    def unasked(self, line: str) -> str:
        """Take a line that was typed while nothing was asked. Returns a complaint, or nothing if it was understood."""

    @abstractmethod
    def command(self, line: str) -> bool:
        """Carry out a command that only this kind of table knows. Returns whether the line was one."""

    def more_choices(self, asked: Question) -> Iterable[tuple[str, str, str]]:
        """What else may be typed at this question: the word, its price and its meaning."""
        return ()

    @abstractmethod
    def reports(self) -> Sequence[Offer]:
        """What you may report as irregular."""

    @abstractmethod
    def report(self, answer: Answer) -> bool:
        """Report an irregularity. Returns whether it was done; says why if not."""

    def nothing_to_report(self) -> str:
        """What to say to somebody who can't report anything."""
        return "There is nothing to report now."

    @abstractmethod
    def coach(self) -> Coach:
        """Who is asked for hints and reviews, if the player brings nobody."""

    # --- what you know

    @property
    @abstractmethod
    def view(self) -> View:
        """What you have seen of the round."""

    @property
    @abstractmethod
    def seat(self) -> int:
        """Your seat, or 0."""

    @property
    @abstractmethod
    def seats(self) -> Iterable[tuple[int, str]]:
        """The players' ids by seat."""

    @property
    def names(self) -> Mapping[str, str]:
        """The names of players by their ids, where the two differ."""
        return {}

    def called(self, player: str) -> str:
        """The name by which a player is told of."""
        return player

    @property
    def waits(self) -> Sequence[int]:
        """The seats that the round waits for."""
        return ()

    @property
    @abstractmethod
    def chips(self) -> int:
        """Your chips, in cents."""

    @abstractmethod
    def money(self) -> str:
        """What you have, in words."""

    @property
    @abstractmethod
    def meters(self) -> Mapping[str, int]:
        """What the meters show, in cents."""

    def meters_in_words(self) -> str:
        """A line below the table that says what the meters show. Empty for none."""
        return ""

    @property
    def lying(self) -> list[tuple[str, int]]:
        """Your wagers on the layout, in cents."""
        return [(stake[3], amount) for stake, amount in self.view.layout.stakes.items() if stake[1] == self.you]

    # --- help

    @abstractmethod
    def more_help(self) -> str:
        """The further commands of this table."""

    def help_others(self) -> str:
        """How other seats are played."""
        return ""


def may_go_on(game: Game, known: Sequence[Choice]) -> bool:
    """Whether every open choice is optional."""
    side = {wager.name for wager in game.wagers if wager.side}
    return all(c.offer.why_not or c.offer.optional or c.offer.wager in side for c in known)


def in_brackets(left: float | None) -> str:
    """The seconds that are left, in brackets. Empty if no clock runs.

    >>> in_brackets(29.7), in_brackets(1.0), in_brackets(None)
    (' (30 seconds left)', ' (1 second left)', '')
    """
    return "" if left is None else f" ({left:.0f} second{'' if round(left) == 1 else 's'} left)"
