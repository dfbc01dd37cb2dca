"""What a conductor is told and what it answers: situations, clocks and steps. All times are whole milliseconds."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pitboss.engine.round.asks import Party
from pitboss.engine.round.inputs import AnyInput
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table

# --- what a conductor is told


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment.

    >>> table = Table("double_down_stud")
    >>> table.sit("Ann")
    1
    >>> Situation.of(table, connected={"Ann"}).condition
    'new'
    """

    round: Round | None
    people: tuple[tuple[int, str], ...]
    """Everyone at the table, seat and id. The seat is 0 for those who stand behind."""
    condition: str
    """The condition of the cards between rounds: ``TableState.condition``."""
    connected: frozenset[str]
    """The people who are connected, staff included."""
    sitting_out: frozenset[str] = frozenset()
    """The players who do not want to wager for now. Nobody waits for their wagers."""
    closing: bool = False
    """Whether the table closes after this round."""
    undealt: int = 0
    """Cards that the person who deals has yet to deal. Until then, nobody knows what the round asks."""

    @classmethod
    def of(
        cls,
        table: Table,
        connected: Iterable[str],
        sitting_out: Iterable[str] = (),
        *,
        closing: bool = False,
        undealt: int = 0,
    ) -> Situation:
        return cls(
            round=table.round,
            people=tuple(table.seats),
            condition=table.state.condition,
            connected=frozenset(connected),
            sitting_out=frozenset(sitting_out),
            closing=closing,
            undealt=undealt,
        )


# --- what a client may show


class Clock(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A limit that a client can show. It never ends before the time that was told."""

    about: str
    """What the clock counts for: the subject of the question."""
    turn: int
    """The number of the question. A window has one number for all its questions."""
    party: Party | None = None
    """The player whose time runs. None if it runs for everyone: the betting window."""
    began: int
    ends: int
    away: bool = False
    """Whether the limit is that of an absent player. If the player comes back, the clock becomes a usual one."""
    stopped: int = 0
    """When another question interrupted this one; 0 if the clock runs."""


# --- what a conductor answers


class Step(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag=str.lower):
    """What happens next at a table."""


class Wait(Step, frozen=True, kw_only=True):
    """Do nothing until somebody acts, or comes or goes, or the time is reached."""

    until: int | None
    """When to ask again. None if only an act can change anything."""
    parties: tuple[Party, ...] = ()
    """Those who are waited for."""
    why: str


class Act(Step, frozen=True, kw_only=True):
    """Give this input of the automatic dealer or supervisor to the round."""

    given: AnyInput
    why: str = ""
    """The reason, where the input does not say it."""


class Default(Step, frozen=True, kw_only=True):
    """Give the round the default of a player who ran out of time (ruling time-out)."""

    given: AnyInput
    party: Party


class AskDevice(Step, frozen=True, kw_only=True):
    """The round waits for a shuffler or a meter that has no attendant. Answer for it."""

    party: Party
    turn: int


class OpenRound(Step, frozen=True, kw_only=True):
    """Open a round."""

    new_dealer: bool = False
    """Whether another dealer comes to the table first: ``Table.new_dealer``."""


class ReleaseSeat(Step, frozen=True, kw_only=True):
    """Let a player leave who has missed too many rounds. There is nothing of theirs in play."""

    player: str
    missed: int


class DealOut(Step, frozen=True, kw_only=True):
    """The automatic dealer deals the cards that a person was to deal."""

    words: str
    """What to tell everyone first. Empty if they know it."""


class Announce(Step, frozen=True, kw_only=True):
    """Tell everyone at the table."""

    words: str


class Close(Step, frozen=True, kw_only=True):
    """The last round is over, and the table may close."""


AnyStep = Wait | Act | Default | AskDevice | OpenRound | ReleaseSeat | DealOut | Announce | Close
