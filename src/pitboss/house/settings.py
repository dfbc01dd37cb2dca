"""The settings of a live table that are no rules of the game, such as its pace and staff, and those of a house."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec

DAY = 86_400
"""The longest time that a pace may give, in seconds."""
UNHURRIED = 12
"""How many times longer a private table waits for a player who is away."""


TIMES = ("betting", "decision", "cut", "away", "grace", "between", "dealer")
"""The fields of a pace that are seconds."""


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
        for name in TIMES:
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
        return msgspec.structs.replace(self, **{name: getattr(self, name) * factor for name in TIMES})

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


# --- a house

DAY_MS = 24 * 60 * 60 * 1000
MOST_PLAYERS = 5
"""The most players of the house at one table."""


class Rate(msgspec.Struct, frozen=True):
    """How often something may happen: so many a second on average, and so many at once."""

    a_second: float
    at_once: float


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one client may ask for. A limit protects the other clients."""

    requests: Rate = Rate(50, 500)
    """HTTP requests of an address."""
    guests: Rate = Rate(5, 300)
    """New guests from an address."""
    sign_ins: Rate = Rate(0.5, 20)
    """Passwords and tokens that an address tries. A login has the same limit, from wherever it is tried."""
    messages: Rate = Rate(100, 400)
    """Messages and requests of an account, over all its connections."""
    connections: int = 4000
    """Open connections of the house."""
    connections_of_address: int = 100
    """Open connections of an address, and requests of it under way. A trusted proxy carries those of many addresses."""
    body_s: float = 10.0
    """Seconds within which the body of a request must come."""
    tables_of_person: int = 5
    """Private tables that a player may have open."""
    tables: int = 500


NO_LIMIT = Rate(1e9, 1e9)
UNLIMITED = Limits(
    requests=NO_LIMIT, guests=NO_LIMIT, sign_ins=NO_LIMIT, messages=NO_LIMIT, connections_of_address=4000
)
"""For load tests and benchmarks, in which one address plays for hundreds of people."""


class Backoff(msgspec.Struct, frozen=True, kw_only=True):
    """When to try again after a fault. Each wait is twice as long as the one before."""

    first_s: float
    longest_s: float
    most: int | None = None
    """The most attempts. None: no limit."""
    calm_s: float = 600.0
    """After so many seconds without a fault the waits begin anew."""


class PlayersSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the house fills seats at public tables with players of its own while somebody looks.

    >>> PlayersSettings(at_table=9)
    Traceback (most recent call last):
        ...
    ValueError: the players of the house at a table must be between 0 and 5, not 9
    """

    at_table: int = 0
    """How many, at a table where nobody sits. Each person who sits down takes the place of one. 0: none."""
    at_meters: bool = False
    """Whether they sit at tables on a link, too, and beside people at a table with a meter of its own."""
    if_new: bool = False
    """Whether ``at_table`` is for a house that this start makes, which remembers it. An older house has as many as it
    remembers: none, unless it was made so."""

    def __post_init__(self) -> None:
        if type(self.at_table) is not int or not 0 <= self.at_table <= MOST_PLAYERS:
            most = f"between 0 and {MOST_PLAYERS}"
            raise ValueError(f"the players of the house at a table must be {most}, not {self.at_table!r}")


class HouseSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a house."""

    pace: Pace = Pace()
    """The pace of tables that have none of their own."""
    starting_cents: int = 10_000_00
    """Play money that a new person gets."""
    take_cents: int = 1_000_00
    """Play money that a person with too little left to play may take. 0: none."""
    session_ms: int = 30 * DAY_MS
    """How long a session lasts."""
    validate_above: int | None = None
    """The payout in cents above which a person must validate. None if the automatic supervisor always does."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of trusted proxies. The house believes whom they name as the client."""
    metrics_token: str = ""
    """The token without which nobody reads ``/metrics``. Empty: only the house's own network may."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may open a WebSocket, such as ``https://play.example``."""
    seed_tables: bool = True
    """Whether an empty house opens a public table of each game."""
    coach_ahead: bool = False
    """Whether the coach's process starts with the house and gets ready, or else with the first request."""
    players: PlayersSettings = PlayersSettings()
    """The players of the house."""
    docs: Path | None = None
    """The folder of the built documentation. None: where ``make docs`` builds it."""
    limits: Limits = Limits()
    table_restarts: Backoff = Backoff(first_s=1.0, longest_s=60.0, most=5)
    """When a table that had a fault is brought back."""
    recoveries: Backoff = Backoff(first_s=0.2, longest_s=15.0)
    """When a table that the database did not give out is recovered again."""
    moves_after_s: float = 5.0
    """How long a process runs a table before it hands it over to another one. Whoever opened it looks at it first."""
    reopenings: Backoff = Backoff(first_s=0.5, longest_s=15.0)
    """When a house that lost its database is opened again."""

    @property
    def may_be_taken(self) -> int:
        """What a person may take, in cents. A house without play money for new people gives none to others either."""
        return self.take_cents if self.starting_cents else 0
