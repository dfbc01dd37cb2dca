"""The settings of a live table: its pace, its staff, and what else is no rule of the game."""

from __future__ import annotations

import math

import msgspec

DAY = 86_400
"""The longest time that a pace may give, in seconds."""
UNHURRIED = 12
"""How many times longer a private table waits for a player who is away."""


class Pace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long a table waits, in seconds.

    ``betting``, ``decision`` and ``cut`` are limits for players; 0 sets no limit. A player who is connected is then
    waited for. The other times are pauses of the house; 0 means no pause.

    >>> Pace(decision=30).decision, PACE_ZERO.decision
    (30, 0.0)
    >>> Pace(betting=-1)
    Traceback (most recent call last):
        ...
    ValueError: betting must be between 0 and 86,400 seconds, not -1
    """

    betting: float = 20.0
    """The betting window."""
    decision: float = 20.0
    """A decision of a player."""
    cut: float = 10.0
    """A player's choice to cut the cards or refuse."""
    away: float = 5.0
    """The limit for a player who is not connected when the clock begins, if it is shorter."""
    grace: float = 10.0
    """After a restart, clocks begin when this time is over."""
    between: float = 9.0
    """The pause between two rounds, in which players look at the result. It ends early when all of them are ready."""
    dealer: float = 1.0
    """The pause before the automatic dealer or supervisor acts. It is always the same, so it tells nothing."""
    idle_after: int = 3
    """Betting windows without a wager after which the cards are spread out."""
    missed_rounds: int = 5
    """Rounds without a wager after which a seat is released; 0 releases none."""

    def __post_init__(self) -> None:
        for name in ("betting", "decision", "cut", "away", "grace", "between", "dealer"):
            check_seconds(name, getattr(self, name))
        for name, least in (("idle_after", 1), ("missed_rounds", 0)):
            number = getattr(self, name)
            if type(number) is not int or not least <= number <= DAY:
                raise ValueError(f"{name} must be a whole number between {least} and {DAY:,}, not {number!r}")

    def times(self, factor: float) -> Pace:
        """This pace with every time multiplied. A factor of 0 is ``PACE_ZERO``.

        >>> Pace(betting=20).times(0.5).betting, Pace().times(0) == PACE_ZERO
        (10.0, True)
        """
        if type(factor) not in (int, float) or not 0 <= factor < math.inf:
            raise ValueError(f"a pace must be a number of at least 0, not {factor!r}")
        if not factor:
            return PACE_ZERO
        return msgspec.structs.replace(
            self,
            betting=self.betting * factor,
            decision=self.decision * factor,
            cut=self.cut * factor,
            away=self.away * factor,
            grace=self.grace * factor,
            between=self.between * factor,
            dealer=self.dealer * factor,
        )

    def unhurried(self) -> Pace:
        """This pace without limits for players who are connected. One who is away is waited for longer.

        A private table has it, since nobody else is kept waiting there.

        >>> Pace().unhurried().decision, Pace().unhurried().away, PACE_ZERO.unhurried() == PACE_ZERO
        (0.0, 60.0, True)
        """
        return msgspec.structs.replace(self, betting=0.0, decision=0.0, cut=0.0, away=self.away * UNHURRIED)


def check_seconds(name: str, seconds: object) -> None:
    """Raise ``ValueError`` if this is not a time that a setting may have."""
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0 <= seconds <= DAY:
        raise ValueError(f"{name} must be between 0 and {DAY:,} seconds, not {seconds!r}")


PACE_ZERO = Pace(
    betting=0.0, decision=0.0, cut=0.0, away=0.0, grace=0.0, between=0.0, dealer=0.0, idle_after=1, missed_rounds=0
)
"""Nothing waits for a clock. The house acts at once, players set the pace, and for an absent player the default applies
at once."""


class Staffing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who deals, and which payouts a person must validate.

    >>> Staffing(validate_above=1_000_00).validate_above
    100000
    """

    dealer: str = ""
    """The id of the person who deals. Empty if the dealer is automatic."""
    dealer_name: str = ""
    """The name that players see."""
    dealer_grace: float = 15.0
    """How long a person who deals may be disconnected before the automatic dealer takes over, in seconds."""
    deal_silence: float = 30.0
    """How long a person who deals may leave a card undealt before the automatic dealer deals it, in seconds."""
    validate_above: int | None = None
    """The amount in cents above which a person must validate. 0 means every amount; None means no amount."""

    def __post_init__(self) -> None:
        check_seconds("dealer_grace", self.dealer_grace)
        check_seconds("deal_silence", self.deal_silence)
        above = self.validate_above
        if above is not None and (type(above) is not int or above < 0):
            raise ValueError(f"validate_above must be a whole number of cents of at least 0, not {above!r}")


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The settings of a table that are no rules of the game."""

    private: bool = False
    practice: bool = False
    """A table for practice touches no wallet and joins no link: its chips are given out, and not paid back."""
    asks_dealer: bool = False
    """Whether who opened a private table asks for a person who deals. At other private tables none may."""
    coach: bool = True
    """Whether players may ask the coach during a round. Only a private table has one."""
    seed: int | None = None
    """Makes the cards repeatable. Only a table for practice may have one."""
    pace: Pace | None = None
    """None if the table has the pace of the house."""
    staffing: Staffing = Staffing()

    @property
    def coached(self) -> bool:
        return self.private and self.coach

    def __post_init__(self) -> None:
        if self.seed is not None and not self.practice:
            raise ValueError("only a table for practice may have a seed")

    def pace_in(self, house: Pace) -> Pace:
        """The pace of the table in a house of this pace. Players at a private table take their time.

        >>> TableSettings(private=True).pace_in(Pace()).decision, TableSettings().pace_in(Pace()) == Pace()
        (0.0, True)
        """
        if self.pace is not None:
            return self.pace
        return house.unhurried() if self.private else house
