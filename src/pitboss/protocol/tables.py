"""Tables over HTTP: the lobby, opening, rules, the table inventory, and rounds as they were.

Also the operator's page and the dealer's desk: the floor, the hold, the audit and reports.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from pitboss.protocol.bodies import (
    LOWER_CASE_OR_NOTHING,
    Body,
    Cents,
    KeyOrNone,
    RulesGiven,
    Said,
    SomeCents,
    Text,
    form,
)
from pitboss.protocol.messages import MOST

CountKind = Literal["opening", "closing", ""]

# --- the lobby


class TableBody(Body, frozen=True, kw_only=True):
    """Open a table."""

    game: Text
    rules: RulesGiven = {}
    """Options of the game, as in a rules file."""
    name: Annotated[str, Meta(max_length=60)] = ""
    private: bool = True
    link: Annotated[str, Meta(max_length=32), form(LOWER_CASE_OR_NOTHING)] = ""
    practice: bool = False
    """Chips are given out, and no wallet is touched."""
    seed: Annotated[int, Meta(ge=0, le=MOST)] | None = None
    """Makes the cards repeatable. Only a table for practice may have one."""
    coach: bool = True
    """Whether players at a private table may ask the coach."""
    asks_dealer: bool = False
    """Whether a dealer of the house may take the private table."""
    pace: Annotated[float, Meta(ge=0, le=100)] | None = None
    """A factor on all times of the usual pace. At 0 nothing waits. Without it, a private table has no limit for players
    who are connected."""


class RulesBody(Body, frozen=True, kw_only=True):
    """Change the rules of a table."""

    rules: RulesGiven
    """Options of the game, as in a rules file: what is left out has the document's default."""


class StaffingBody(Body, frozen=True, kw_only=True):
    """Say what a person must do at a table."""

    validate_above: Cents | None
    """A person must validate payouts above this; null: never."""


class Seated(Said, frozen=True, kw_only=True):
    """A player at a table."""

    seat: int
    person: str
    name: str
    sits_out: bool = False
    house: bool = False
    """Whether this is a player of the house, who gives up the seat when somebody wants it."""


class LobbyTable(Said, frozen=True, kw_only=True):
    """A table in the lobby. Amounts are in cents."""

    id: str
    name: str
    game: str
    title: str
    state: str
    """open, closing or stopped"""
    why: str = ""
    """Why it has stopped."""
    private: bool
    asks_dealer: bool = False
    """Whether this private table asks for a person who deals."""
    practice: bool = False
    """Chips are given out, and no wallet is touched. Its cards may be repeatable."""
    coach: bool = False
    """Whether players may ask the coach during a round."""
    link: str = ""
    seats: tuple[Seated, ...]
    positions: int
    minimum: int
    maximum: int
    round: int
    playing: bool
    dealer: str = ""
    """The id of the person who deals. Empty for the automatic dealer."""
    dealer_name: str = ""
    watchers: int = 0
    meters: dict[str, int] = {}
    """What each meter of the table shows, in cents."""

    @property
    def is_full(self) -> bool:
        return sum(one.seat > 0 for one in self.seats) >= self.positions


class RulesChange(Said, frozen=True, kw_only=True):
    """An option of the rules that changes after the round, or after the shoe."""

    option: str
    line: str = ""
    """The line of a table such as a pay table."""
    before: Any
    after: Any


class TableInfo(LobbyTable, frozen=True, kw_only=True):
    """A table with its rules. They are empty if the client asked for the lobby."""

    rules: dict[str, Any] = {}
    changes: tuple[RulesChange, ...] = ()
    """Changes of the rules that were announced and are not in force."""


# --- the table inventory


class InventoryBody(Body, frozen=True, kw_only=True):
    """Fill a table inventory, or take a credit."""

    cents: SomeCents
    key: KeyOrNone = ""
    """The same key moves money only once."""


class CountBody(Body, frozen=True, kw_only=True):
    """Compare a count with the books."""

    cents: Cents
    """What staff counted in the table inventory."""
    kind: CountKind = ""
    """An opening count comes before the first wager, a closing count when the table has closed."""


class Counted(Said, frozen=True, kw_only=True):
    """What was counted in a table inventory."""

    counted: int
    booked: int
    """What the books say."""


class Count(Said, frozen=True, kw_only=True):
    """A count in the past of a table."""

    at: int
    kind: str
    """opening, closing, or empty for a count in between"""
    person: str
    counted: int
    booked: int


class Movement(Said, frozen=True, kw_only=True):
    """A fill or a credit."""

    at: int
    kind: str
    """fill or credit"""
    cents: int
    person: str
    """Who ordered it. Empty if the table did."""


class Inventory(Said, frozen=True, kw_only=True):
    """A table inventory from the opening of the table."""

    table: str
    booked: int
    """What the inventory holds by the books."""
    opened_at: int
    closed_at: int | None
    counts: tuple[Count, ...]
    moves: tuple[Movement, ...]
    """Fills and credits, from the first."""


# --- rounds


class SignedHead(Said, frozen=True, kw_only=True):
    """The head of a table's chain, with the signature of the house."""

    number: int
    """The house numbers its signatures from 1."""
    before: str
    """The SHA-256 of the text that was signed before it."""
    chain: str
    seq: int
    head: str
    at: int
    key: str
    signature: str


class OwnOpenings(Said, frozen=True, kw_only=True):
    """Commitments to cards that you alone have seen, opened to you when the round is over."""

    pack: int
    """The pack of the `committed` event."""
    cards: tuple[tuple[int, str, str], ...]
    """Position, card and salt of each, as in an `opened` event."""


class RoundInfo(Said, frozen=True, kw_only=True):
    """A round as its reader may know it."""

    table: str
    game: str
    round: int
    over: bool
    updates: tuple[dict[str, Any], ...]
    """As over the WebSocket (docs/protocol.md)."""
    own: OwnOpenings | None = None
    """Opens the cards that you alone have seen, as after a fold."""
    signed: SignedHead | None
    """A signed head of the table's chain that covers the round."""


class Story(Said, frozen=True, kw_only=True):
    """What happened in a round, in words."""

    sentences: tuple[tuple[str, ...], ...]
    """For each update of the round, in order, a sentence for each of its events."""


class HouseKey(Said, frozen=True, kw_only=True):
    """The public key that signs chain heads."""

    key: str
    """An Ed25519 public key (SubjectPublicKeyInfo in base64)."""


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


class HousePlayersInfo(Said, frozen=True, kw_only=True):
    """The players of the house, who fill seats while somebody looks."""

    at_table: int
    """How many the house puts at a table. 0: none."""
    seated: int
    account: int
    """The balance of their account. It is below zero by what they have lost and what they have in chips."""
    chips: int
    """Their chips at the tables, and their wagers on the layouts."""
    result: int | None
    """What they have won so far; below zero if they have lost. Null while a table with chips of theirs is silent."""


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
    players: HousePlayersInfo | None = None
    """The players of the house. Null if it never had any."""


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
    chance: float | None = None
    """How often chance alone strays as far, to this side or the other. Null with too few hands."""
    chance_error: float | None = None
    """How far `chance` can be off. Null if that is unknown."""
    counted: bool = False
    """Whether `chance` was counted. It is by the normal distribution otherwise."""


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
    players: TableHold | None = None
    """What players of the house staked and lost. No line and no table has it."""
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
