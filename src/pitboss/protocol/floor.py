"""The operator's page and the dealer's desk over HTTP: the floor, the hold, the audit and reports."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pitboss.protocol.bodies import Body, Said, Text
from pitboss.protocol.tables import LobbyTable

# --- the floor


class FloorTable(LobbyTable, frozen=True, kw_only=True):
    """A table as staff sees it."""

    about: str
    """What the round waits for. Empty between rounds."""
    clause: str
    waiting: tuple[str, ...]
    """Names of those who may act."""
    inventory: int


class Alarm(Said, frozen=True, kw_only=True):
    """Something that needs somebody."""

    kind: str
    """stopped, jackpot or call"""
    table: str
    name: str
    words: str
    clause: str = ""
    round: int = 0
    cents: int = 0
    """What waits for validation."""
    since: int = 0
    """0 if it is not known."""
    seat: int = 0
    """The seat that calls the floor; 0 behind the seats."""
    person: str = ""
    """Who calls the floor."""
    called: str = ""
    """The name of who calls the floor."""
    private: bool = False


class FloorMeter(Said, frozen=True, kw_only=True):
    """A meter, and the tables that share it."""

    of: str
    """A link or a table."""
    name: str
    cents: int
    tables: tuple[str, ...]
    private: bool = False
    """Whether it belongs to a private table."""


class Finding(Said, frozen=True, kw_only=True):
    """Something that an audit found."""

    what: str
    sentence: str
    table: str = ""
    round: int = 0
    act: int = 0


class Audit(Said, frozen=True, kw_only=True):
    """The proof of the whole house from its database."""

    at: int
    seconds: float
    counts: dict[str, int]
    differences: int
    findings: tuple[Finding, ...]
    on_trust: tuple[str, ...]


class Floor(Said, frozen=True, kw_only=True):
    """All tables with who sits where, what needs somebody, the meters, and the last audit."""

    now: int
    tables: tuple[FloorTable, ...]
    alarms: tuple[Alarm, ...]
    meters: tuple[FloorMeter, ...]
    audit: Audit | None
    """The last audit that this process ran. Null before the first."""
    signed_at: int | None
    """When the house last signed a head."""
    signed: int
    """The number of heads that the house has signed."""


# --- the hold


class WagerHold(Said, frozen=True, kw_only=True):
    """What the house won of a wager, in all rounds of all tables."""

    game: str
    title: str = ""
    wager: str
    """A side wager, or `hand` for all other wagers of a hand together."""
    table: str
    """The pay table, if the document has several."""
    hands: int
    staked: int
    kept: int
    exact: float | None
    """The exact share of what is staked. Null if it is not known."""
    z: float | None
    """Standard errors from the exact edge. Null with too few hands."""


class TableHold(Said, frozen=True, kw_only=True):
    """What a table took and kept, in all its rounds."""

    rounds: int
    handle: int
    """All that was staked."""
    kept: int
    """The win: what the house kept of it."""
    win_of_handle: float | None
    """The win divided by the handle. Null if nothing was staked."""
    purchases: int
    """The drop: what was bought in at the table."""
    hold: float | None
    """The win divided by the drop. Null if nothing was bought in."""
    drop: int = 0
    """The handle, by its name before. In the next version: what was bought in."""


class Hold(Said, frozen=True, kw_only=True):
    """What the house won, by wager and by table."""

    lines: tuple[WagerHold, ...]
    tables: dict[str, TableHold]
    broken: dict[str, str] = {}
    """Tables whose acts can't be played again, and why."""
    few: int = 0
    """With fewer hands there is no z."""
    left_out: int = 0
    """Hands at private tables with rules of their own, which no line has."""
    why: str
    """Why there are no exact edges. Empty if there are."""


# --- the dealer's desk


class ReportBody(Body, frozen=True, kw_only=True):
    """An irregularity to report."""

    what: Text
    place: Text = ""
    amount: Annotated[int, Meta(ge=0, le=10**6)] = 0
    by: Text = "dealer"


class Remedy(Said, frozen=True, kw_only=True):
    """What the document does at once."""

    what: str
    remedy: str
    clause: str
    place: str


class Back(Said, frozen=True, kw_only=True):
    """A wager that goes back."""

    seat: int
    name: str
    wager: str
    cents: int


class Preview(Said, frozen=True, kw_only=True):
    """What the document would do if something were reported now."""

    why_not: str
    """Why the report would be refused. Empty if it would be accepted."""
    clause: str
    words: str
    """The clause in our own words."""
    now: tuple[Remedy, ...] = ()
    """What happens at once. Empty if the fault shows later."""
    void: tuple[str, ...] = ()
    """The places whose hands become void; `round` for all."""
    back: tuple[Back, ...] = ()
    """Wagers that go back."""
