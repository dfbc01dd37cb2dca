"""The requests that are asked once over HTTP, as values, and the types of their answers.

Amounts are in cents, unless the type says otherwise. Figures of the coach may have a fraction.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from ssl import SSLContext
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote, urlencode

import httpx
import msgspec

from pitboss.client.errors import Refused
from pitboss.engine.words import ChoiceWords
from pitboss.protocol.coaching import Said

T = TypeVar("T")
CountKind = Literal["opening", "closing", ""]


class Request(msgspec.Struct, Generic[T], frozen=True):
    """A request, and the type of its answer."""

    method: str
    path: str
    answer: type[T]
    body: dict[str, Any] | None = None


def part(id: str) -> str:
    """An id as a part of a path."""
    return quote(id, safe="")


def asking(path: str, **fields: Any) -> str:
    """A path with a query of the fields that were given.

    >>> asking("/api/statement", after="t1/12:1", most=None)
    '/api/statement?after=t1%2F12%3A1'
    """
    asked = urlencode(given(**fields))
    return f"{path}?{asked}" if asked else path


def given(**fields: Any) -> dict[str, Any]:
    """The fields that were given. The server has defaults for the others."""
    return {name: value for name, value in fields.items() if value not in (None, "", {}) and value is not False}


@cache
def certificates() -> SSLContext:
    """The certificates that clients trust. They are read once, since that takes longer than a request."""
    return httpx.create_ssl_context()


def read(request: Request[T], status: int, content: bytes) -> T:
    """The answer to a request. An error of the server raises ``Refused``.

    >>> read(Request("GET", "/api/tables/t1", TableInfo), 404, b'{"code": "unknown", "why": "there is no table t1"}')
    Traceback (most recent call last):
        ...
    pitboss.client.errors.Refused: there is no table t1
    """
    try:
        if status >= 400:
            said = msgspec.json.decode(content, type=dict[str, Any])
            raise Refused(str(said.get("code", status)), str(said.get("why", f"the server answered {status}")))
        return msgspec.json.decode(content or b"{}", type=request.answer)
    except msgspec.DecodeError as error:
        why = f"the server answered {request.path} with status {status} in a form that this client does not know"
        raise Refused("malformed", f"{why}: {error}") from None


# --- people, tables and money


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom the house knows."""

    id: str
    name: str
    login: str = ""
    """Empty for a guest."""
    roles: tuple[str, ...] = ()


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """A new session."""

    token: str
    person: Person


class AtTable(msgspec.Struct, frozen=True, kw_only=True):
    """A person's place at a table. Seat 0 is behind the seats."""

    table: str
    name: str
    seat: int
    chips: int
    staked: int = 0
    """The person's wagers on the layout."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """What the house holds for a person. Amounts are in cents."""

    person: Person
    wallet: int
    coupons: int
    game_account: int
    tables: tuple[AtTable, ...]
    take: int = 0
    """Play money that the person may take now. 0 if none."""


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """Play money that was taken."""

    cents: int


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A player at a table."""

    seat: int
    person: str
    name: str
    sits_out: bool = False


class RulesChange(msgspec.Struct, frozen=True, kw_only=True):
    """An option of the rules that changes after the round, or after the shoe."""

    option: str
    line: str = ""
    """The line that changes, if the option is a table such as a pay table."""
    before: Any
    after: Any


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby. Amounts are in cents."""

    id: str
    name: str
    game: str
    title: str
    state: str
    """open, closing or stopped"""
    private: bool
    coach: bool = False
    """Whether players may ask the coach during a round."""
    practice: bool = False
    """Chips are given out, and no wallet is touched. Only such a table may have cards that are repeatable."""
    seats: tuple[Seated, ...]
    positions: int
    minimum: int
    maximum: int
    round: int
    playing: bool
    why: str = ""
    """Why it has stopped."""
    link: str = ""
    dealer: str = ""
    """The id of the person who deals. Empty for the automatic dealer."""
    dealer_name: str = ""
    watchers: int = 0
    rules: dict[str, Any] = {}
    """Only if the table was asked for by its id."""
    changes: tuple[RulesChange, ...] = ()
    """Changes of the rules that were announced. Only if the table was asked for by its id."""
    meters: dict[str, int] = {}

    @property
    def is_full(self) -> bool:
        return sum(one.seat > 0 for one in self.seats) >= self.positions


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a statement. Amounts are in units of 1/10,000 cent."""

    at: int
    entry: str
    kind: str
    table: str
    act: int
    account: str
    units: int
    balance: int
    memo: str


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A page of movements of money, in the order of time."""

    lines: tuple[Line, ...]
    next: str = ""
    """Ask for the page after this. Empty if no line follows."""


class SignedHead(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a table's chain, with the signature of the house."""

    number: int
    before: str
    chain: str
    seq: int
    head: str
    at: int
    key: str
    signature: str


class OwnOpenings(msgspec.Struct, frozen=True, kw_only=True):
    """Commitments to cards that the reader alone has seen: position, card and salt of each."""

    pack: int
    cards: tuple[tuple[int, str, str], ...]


class RoundInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A round as its reader may know it. The updates are those of the WebSocket."""

    table: str
    game: str
    round: int
    over: bool
    updates: tuple[dict[str, Any], ...]
    own: OwnOpenings | None = None
    signed: SignedHead | None


class HouseKey(msgspec.Struct, frozen=True, kw_only=True):
    """The public key that signs chain heads: Ed25519, as SubjectPublicKeyInfo in base64."""

    key: str


class Nothing(msgspec.Struct, frozen=True):
    """An answer that says only that it was done."""


# --- games, figures and rounds that are over


class Speech(Said, frozen=True, kw_only=True):
    """How people speak of the choices of a game, in the order of their buttons, of its questions and of its wagers."""

    choices: tuple[ChoiceWords, ...] = ()
    questions: Mapping[str, str] = {}
    wagers: Mapping[str, str] = {}


class Game(Said, frozen=True, kw_only=True):
    """A game of the house."""

    name: str
    title: str
    wagers: tuple[str, ...]
    minimum: int
    maximum: int
    docs: str = ""
    """The address of its page in the documentation. Empty if the house has no such page."""
    priced: bool = True
    """Whether the house has its exact odds, a coach and a drill."""
    words: Speech = Speech()


class Meaning(Said, frozen=True, kw_only=True):
    clause: str
    means: str


class WagerMeaning(Meaning, frozen=True, kw_only=True):
    coupon: bool
    """Whether a match play coupon may lie beside it, where the table takes coupons."""
    side: bool = False
    earned: bool = False
    """Whether it is won without a stake."""


class Words(Said, frozen=True, kw_only=True):
    """What a game's document says, in the project's words."""

    clauses: dict[str, str]
    rulings: dict[str, str]
    wagers: dict[str, WagerMeaning]
    decisions: dict[str, Meaning]


class Pays(Said, frozen=True, kw_only=True):
    """By pay table: each line and its odds. And the wagers that the table has."""

    pays: dict[str, dict[str, str]]
    wagers: tuple[str, ...] = ()


class Cost(Said, frozen=True, kw_only=True):
    """What the house keeps of each unit of a side wager, on average."""

    wager: str
    tables: tuple[str, ...]
    low: float
    high: float
    """The same with the pay table that is worst for the player."""
    meters: dict[str, int]


class Costs(Said, frozen=True, kw_only=True):
    """What each wager of a table costs on average, with its meters as they stand."""

    main: tuple[str, ...]
    """The wagers of the game itself, without side wagers."""
    keeps: float
    """What the house keeps of all that is staked on them."""
    side: tuple[Cost, ...]


class Option(Said, frozen=True, kw_only=True):
    """Something that may be chosen in a game's rules."""

    option: str
    means: str
    clauses: tuple[str, ...]
    default: Any
    values: tuple[Any, ...]
    takes: str
    lines: tuple[str, ...]
    """Every line of a pay table, also those that pay nothing."""
    fixed: bool
    """Whether the document fixes it, so that only a study may change it."""


class Options(Said, frozen=True, kw_only=True):
    """What may be chosen in a game's rules."""

    game: str
    title: str
    base: str
    options: tuple[Option, ...]


class Defect(Said, frozen=True, kw_only=True):
    """Something that a game's document forbids."""

    option: str
    line: str
    wrong: str
    clause: str


class Defects(Said, frozen=True, kw_only=True):
    """All that a game's document does not permit in some rules."""

    defects: tuple[Defect, ...]


class FileDefect(Defect, frozen=True, kw_only=True):
    at: int
    """The line of the file on which the option begins. 0 if the file does not have it."""


class RulesFile(Said, frozen=True, kw_only=True):
    """The options in a rules file, or its defects."""

    game: str
    rules: dict[str, Any]
    defects: tuple[FileDefect, ...]


class Odds(Said, frozen=True, kw_only=True):
    """The exact odds of every wager under some rules."""

    game: str
    title: str
    base: str
    rules: dict[str, Any]
    changed: tuple[str, ...]
    study: bool
    """Whether the document forbids these rules, so that no table opens with them."""
    defects: tuple[Defect, ...]
    pays: dict[str, dict[str, str]]
    stated: dict[str, dict[str, Any]]
    """The pay tables that the document fixes, as it states them under these options."""
    odds: dict[str, Any]
    """As ``pitboss odds GAME --json`` has them."""


class Keeps(Said, frozen=True, kw_only=True):
    """What the house keeps on average: of all that is staked, and of the base wager."""

    game: str
    keeps: float
    edge: float


class Changed(Said, frozen=True, kw_only=True):
    """A decision whose best choice is another one."""

    state: str
    cards: dict[str, tuple[str, ...]]
    before: str
    after: str
    gained: float | None
    gained_before: float | None


class Changes(Said, frozen=True, kw_only=True):
    """The decisions that change under some rules, and examples of them."""

    count: int
    of: int
    examples: tuple[Changed, ...]


class Cell(Said, frozen=True, kw_only=True):
    text: str
    kind: str


class Chart(Said, frozen=True, kw_only=True):
    """A chart of the best choices."""

    title: str
    row_title: str
    column_title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    legend: dict[str, str]
    note: str
    breaks: tuple[int, ...]
    """The rows before which another kind of hand begins."""


class Strategy(Said, frozen=True, kw_only=True):
    """Rules in order that a player can remember, what they cost, and the whole strategy as charts."""

    lines: tuple[str, ...]
    note: str
    price: str
    cost: float
    charts: tuple[Chart, ...]


class Example(Said, frozen=True, kw_only=True):
    """One hand, dealt and played by the engine."""

    game: str
    seed: int
    seat: int
    player: str
    net: int
    how: str
    events: tuple[dict[str, Any], ...]
    sentences: tuple[str, ...]


class Story(Said, frozen=True, kw_only=True):
    """For each update of a round, in order, a sentence for each of its events."""

    sentences: tuple[tuple[str, ...], ...]


# --- staff


class Account(Person, frozen=True, kw_only=True):
    """A person as an administrator sees them."""

    made_at: int
    disabled_at: int | None = None
    """None if the account is not disabled."""


class People(msgspec.Struct, frozen=True, kw_only=True):
    """A page of people, in the order of their names."""

    people: tuple[Account, ...]
    next: str
    """Ask for the page after this. Empty if nobody follows."""


class WholeAccount(msgspec.Struct, frozen=True, kw_only=True):
    """An account with its money."""

    person: Account
    wallet: int
    coupons: int
    game_account: int
    chips: int
    """At all tables."""
    sessions: int
    """How many sessions are open."""


class OnePerson(msgspec.Struct, frozen=True, kw_only=True):
    """A person with their present roles."""

    person: Person


class OneAccount(msgspec.Struct, frozen=True, kw_only=True):
    """An account after it changed."""

    person: Account


class Code(msgspec.Struct, frozen=True, kw_only=True):
    """A one-time code with which a person chooses a new password."""

    code: str
    expires_at: int


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """What was counted in a table inventory, and what the books say."""

    counted: int
    booked: int


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """A count in the past of a table."""

    at: int
    kind: str
    """opening, closing, or empty for a count in between"""
    person: str
    counted: int
    booked: int


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or a credit. ``person`` ordered it; it is empty if the table took it by itself."""

    at: int
    kind: str
    cents: int
    person: str


class Inventory(msgspec.Struct, frozen=True, kw_only=True):
    """A table inventory from the opening of the table."""

    table: str
    booked: int
    opened_at: int
    closed_at: int | None
    counts: tuple[Count, ...]
    moves: tuple[Movement, ...]


class TableHold(msgspec.Struct, frozen=True, kw_only=True):
    """What a table took and kept, in all its rounds."""

    rounds: int
    handle: int
    """All that was staked."""
    kept: int
    """The win: what the house kept of it."""
    win_of_handle: float | None
    """None if nothing was staked."""
    purchases: int
    """The drop: what was bought in at the table."""
    hold: float | None
    """The win divided by the drop. None if nothing was bought in."""


class WagerHold(msgspec.Struct, frozen=True, kw_only=True):
    """What the house won of a wager, in all rounds of all tables."""

    game: str
    wager: str
    """A side wager, or ``hand`` for all other wagers of a hand together."""
    table: str
    """The pay table, if the document has several."""
    hands: int
    staked: int
    kept: int
    exact: float | None
    """The exact share of what is staked. None if it is not known."""
    z: float | None
    """Standard errors from the exact edge. None with too few hands."""


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """What the house won, by wager and by table."""

    lines: tuple[WagerHold, ...]
    tables: dict[str, TableHold]
    why: str
    """Why there are no exact edges. Empty if there are."""


class StaffAct(msgspec.Struct, frozen=True, kw_only=True):
    """An act in the staff journal. ``head`` is the head of the journal's chain after it."""

    number: int
    at: int
    person: str
    what: str
    body: dict[str, Any]
    head: str


class StaffActs(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the staff journal, in order."""

    acts: tuple[StaffAct, ...]
    next: int = 0
    """Ask for the page after this. 0 if no act follows."""
