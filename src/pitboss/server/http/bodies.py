"""The bodies of HTTP requests and answers. Money is in whole cents, times are milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Cents = Annotated[int, Field(ge=0, le=10**12)]
Text = Annotated[str, Field(max_length=200)]
MOST_OPTIONS = 100
"""The most options that rules may name. No game has so many."""
Options = Annotated[dict[str, Any], Field(max_length=MOST_OPTIONS)]

# Patterns of texts. ``malformed.py`` has words for each.
A_KEY, NO_KEY_OR_ONE = "^[A-Za-z0-9_-]{1,64}$", "^[A-Za-z0-9_-]{0,64}$"
LOWER_CASE, LOWER_CASE_OR_NOTHING = "^[a-z0-9-]+$", "^[a-z0-9-]*$"


class Body(BaseModel):
    """A request. A field that it does not have is an error."""

    model_config = ConfigDict(extra="forbid", strict=True)


class GuestBody(Body):
    name: Text = ""


class RegisterBody(Body):
    login: Text
    password: Text
    name: Text = ""


class LoginBody(Body):
    login: Text
    password: Text


class PasswordBody(Body):
    old: Text
    new: Text


class CodeBody(Body):
    login: Text
    code: Text = Field(description="The one-time code that an administrator gave you.")
    password: Text = Field(description="Your new password.")


class TokenBody(Body):
    token: Text


class TableBody(Body):
    game: Text
    rules: Options = Field(default={}, description="Options of the game, as in a rules file.")
    name: Annotated[str, Field(max_length=60)] = ""
    private: bool = True
    link: Annotated[str, Field(max_length=32, pattern=LOWER_CASE_OR_NOTHING)] = ""
    practice: bool = Field(default=False, description="Chips are given out, and no wallet is touched.")
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = Field(
        default=None, description="Makes the cards repeatable. Only a table for practice may have one."
    )
    coach: bool = Field(default=True, description="Whether players at a private table may ask the coach.")
    asks_dealer: bool = Field(default=False, description="Whether a dealer of the house may take the private table.")
    pace: Annotated[float, Field(ge=0, le=100)] | None = Field(
        default=None,
        description="A factor on all times of the usual pace. At 0 nothing waits. Without it, a private table has no"
        " limit for players who are connected.",
    )


class RulesBody(Body):
    rules: Options = Field(
        description="Options of the game, as in a rules file: what is left out has the document's default."
    )


class GameAccountBody(Body):
    cents: Annotated[int, Field(ge=1, le=10**12)]
    key: Annotated[str, Field(pattern=A_KEY)]


class StaffingBody(Body):
    validate_above: Cents | None = Field(description="A person must validate payouts above this; null: never.")


class InventoryBody(Body):
    cents: Annotated[int, Field(ge=1, le=10**12)]
    key: Annotated[str, Field(pattern=NO_KEY_OR_ONE)] = Field(
        default="", description="The same key moves money only once."
    )


class CountBody(Body):
    cents: Cents = Field(description="What staff counted in the table inventory.")
    kind: Literal["opening", "closing", ""] = Field(
        default="",
        description="An opening count comes before the first wager, a closing count when the table has closed.",
    )


class IssueBody(Body):
    cents: Cents = 0
    coupons: Cents = 0
    key: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{0,64}$")] = Field(
        default="", description="The same key issues only once."
    )


class RolesBody(Body):
    grant: list[Text] = []
    withdraw: list[Text] = []


# --- answers


class Nothing(BaseModel):
    pass


class Problem(BaseModel):
    code: str = Field(description="Stable, for programs.")
    why: str = Field(description="A sentence for people.")


class PersonAnswer(BaseModel):
    id: str
    name: str
    login: str = Field(description="Empty for a guest.")
    roles: list[str]


class SessionAnswer(BaseModel):
    token: str
    person: PersonAnswer


class OnePerson(BaseModel):
    person: PersonAnswer


class AccountAnswer(PersonAnswer):
    made_at: int
    disabled_at: int | None = Field(description="Null if the account is not disabled.")


class PeoplePage(BaseModel):
    people: list[AccountAnswer] = Field(description="In the order of their names.")
    next: str = Field(description="Ask for the page after this id. Empty if nobody follows.")


class WholeAccount(BaseModel):
    person: AccountAnswer
    wallet: int
    coupons: int
    game_account: int
    chips: int = Field(description="At all tables.")
    sessions: int = Field(description="How many sessions are open.")


class OneAccount(BaseModel):
    person: AccountAnswer


class CodeAnswer(BaseModel):
    code: str = Field(description="With this the person chooses a new password, once. It is shown only now.")
    expires_at: int


class AtTable(BaseModel):
    table: str
    name: str
    seat: int = Field(description="0 behind the seats.")
    chips: int
    staked: int = Field(default=0, description="Your wagers on the layout, in cents. 0 at a table for practice.")


class Me(BaseModel):
    person: PersonAnswer
    wallet: int
    coupons: int
    game_account: int
    tables: list[AtTable]
    take: int = Field(description="Play money that you may take now, since you have too little left. 0 if none.")


class TakeAnswer(BaseModel):
    cents: int = Field(description="What you took.")


class ChoiceWordsAnswer(BaseModel):
    action: str
    about: str = Field(description="The question at which it has these words. Empty if they hold at every question.")
    clause: str = Field(description="The clause under which it has these words. Events name it. Empty for any.")
    name: str = Field(description="What logs and the coach call it.")
    shown: str = Field(description="What people read for it.")
    button: str = Field(description="What a wide button says. The wager, or what the player names, follows.")
    doing: str = Field(description="The choice as the subject of a sentence.")
    does: str = Field(description="What somebody does who takes it, in the third person. Empty if there is no verb.")
    late: str = Field(description="What the house did for a player who ran out of time.")
    key: str = Field(description="Its key, if that is free. Empty: a letter of its name.")
    means: str
    then: list[str] = Field(
        description="What follows from it, from the fullest phrase to the briefest. Say the first that fits and whose"
        " figures, in braces, you know: cost, gives_up, plays_on, adds, each, back, holds."
    )
    aside: bool = Field(description="Whether it is seldom wanted.")


class SpeechAnswer(BaseModel):
    choices: list[ChoiceWordsAnswer] = Field(description="In the order of their buttons.")
    questions: dict[str, str] = Field(description="What people read for a question, where its name would puzzle them.")
    wagers: dict[str, str] = Field(description="The same for wagers.")


class GameAnswer(BaseModel):
    name: str
    title: str
    wagers: list[str]
    minimum: int = Field(description="The least base wager by default, in cents.")
    maximum: int = Field(description="The most.")
    docs: str = Field(description="The address of its page in the documentation. Empty if the house has no such page.")
    priced: bool = Field(description="Whether this house has its exact odds, a coach and a drill.")
    words: SpeechAnswer = Field(description="How people speak of its choices and wagers.")


class SeatAnswer(BaseModel):
    seat: int
    person: str
    name: str
    sits_out: bool


class TableAnswer(BaseModel):
    id: str
    name: str
    game: str
    title: str
    state: str = Field(description="open, closing or stopped")
    why: str = Field(description="Why it has stopped.")
    private: bool
    asks_dealer: bool = Field(description="Whether this private table asks for a person who deals.")
    practice: bool = Field(description="Chips are given out, and no wallet is touched. Its cards may be repeatable.")
    coach: bool = Field(description="Whether players may ask the coach during a round.")
    link: str
    seats: list[SeatAnswer]
    positions: int
    minimum: int
    maximum: int
    round: int
    playing: bool
    dealer: str = Field(description="The id of the person who deals. Empty for the automatic dealer.")
    dealer_name: str
    watchers: int
    meters: dict[str, int] = Field(description="What each meter of the table shows, in cents.")


class ChangeAnswer(BaseModel):
    option: str
    line: str = Field(default="", description="The line of a table such as a pay table.")
    before: Any
    after: Any


class WholeTable(TableAnswer):
    rules: dict[str, Any]
    changes: list[ChangeAnswer] = Field(description="Changes of the rules that were announced and are not in force.")


class SignedHeadAnswer(BaseModel):
    number: int = Field(description="The house numbers its signatures from 1.")
    before: str = Field(description="The SHA-256 of the text that was signed before it.")
    chain: str
    seq: int
    head: str
    at: int
    key: str
    signature: str


class OwnOpenings(BaseModel):
    """Commitments to cards that you alone have seen, opened to you when the round is over."""

    pack: int = Field(description="The pack of the `committed` event.")
    cards: list[tuple[int, str, str]] = Field(description="Position, card and salt of each, as in an `opened` event.")


class RoundAnswer(BaseModel):
    table: str
    game: str
    round: int
    over: bool
    updates: list[dict[str, Any]] = Field(description="As over the WebSocket (docs/protocol.md).")
    own: OwnOpenings | None = Field(description="Opens the cards that you alone have seen, as after a fold.")
    signed: SignedHeadAnswer | None = Field(description="A signed head of the table's chain that covers the round.")


class LineAnswer(BaseModel):
    at: int
    entry: str
    kind: str
    table: str
    act: int
    account: str
    units: int = Field(description="In 1/10,000 cent.")
    balance: int = Field(description="In 1/10,000 cent.")
    memo: str


class StatementAnswer(BaseModel):
    lines: list[LineAnswer] = Field(description="In the order of time.")
    next: str = Field(description="Ask for the page after this. Empty if no line follows.")


class CountAnswer(BaseModel):
    counted: int
    booked: int = Field(description="What the books say.")


class CountLine(BaseModel):
    at: int
    kind: str = Field(description="opening, closing, or empty for a count in between")
    person: str
    counted: int
    booked: int


class InventoryMove(BaseModel):
    at: int
    kind: str = Field(description="fill or credit")
    cents: int
    person: str = Field(description="Who ordered it. Empty if the table did.")


class InventoryAnswer(BaseModel):
    table: str
    booked: int = Field(description="What the inventory holds by the books.")
    opened_at: int
    closed_at: int | None
    counts: list[CountLine]
    moves: list[InventoryMove] = Field(description="Fills and credits, from the first.")


class StaffActAnswer(BaseModel):
    number: int
    at: int
    person: str
    what: str
    body: dict[str, Any]
    head: str


class StaffActs(BaseModel):
    acts: list[StaffActAnswer]
    next: int = Field(description="Ask for the page after this number. 0 if no act follows.")


class KeyAnswer(BaseModel):
    key: str = Field(description="An Ed25519 public key (SubjectPublicKeyInfo in base64).")


class State(BaseModel):
    state: str
