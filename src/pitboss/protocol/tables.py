"""Tables over HTTP: the lobby, opening, rules, the table inventory, and rounds as they were."""

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
