"""The settings of a house."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pitboss.house.tables.settings import Pace

DAY_MS = 24 * 60 * 60 * 1000


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
