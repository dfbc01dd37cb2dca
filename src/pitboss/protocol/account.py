"""People over HTTP: sessions, accounts, money, statements and the staff journal."""

from __future__ import annotations

from typing import Any

from pitboss.protocol.bodies import Body, Cents, Key, KeyOrNone, Said, SomeCents, Text

# --- sessions


class GuestBody(Body, frozen=True, kw_only=True):
    """Become a guest."""

    name: Text = ""


class RegisterBody(Body, frozen=True, kw_only=True):
    """Register."""

    login: Text
    password: Text
    name: Text = ""


class LoginBody(Body, frozen=True, kw_only=True):
    """Sign in."""

    login: Text
    password: Text


class PasswordBody(Body, frozen=True, kw_only=True):
    """Change a password."""

    old: Text
    new: Text


class CodeBody(Body, frozen=True, kw_only=True):
    """Choose a new password with a one-time code."""

    login: Text
    code: Text
    """The one-time code that an administrator gave you."""
    password: Text
    """Your new password."""


class TokenBody(Body, frozen=True, kw_only=True):
    """Become the first administrator."""

    token: Text


class Person(Said, frozen=True, kw_only=True):
    """Somebody whom the house knows."""

    id: str
    name: str
    login: str = ""
    """Empty for a guest."""
    roles: tuple[str, ...] = ()


class SignedIn(Said, frozen=True, kw_only=True):
    """A new session."""

    token: str
    person: Person


class OnePerson(Said, frozen=True, kw_only=True):
    """A person with their present roles."""

    person: Person


# --- money


class GameAccountBody(Body, frozen=True, kw_only=True):
    """Pay into a game account, or out of it."""

    cents: SomeCents
    key: Key


class AtTable(Said, frozen=True, kw_only=True):
    """A person's place at a table."""

    table: str
    name: str
    seat: int
    """0 behind the seats."""
    chips: int
    staked: int = 0
    """Your wagers on the layout, in cents. 0 at a table for practice."""


class Me(Said, frozen=True, kw_only=True):
    """What the house holds for a person. Amounts are in cents."""

    person: Person
    wallet: int
    coupons: int
    game_account: int
    tables: tuple[AtTable, ...]
    take: int = 0
    """Play money that you may take now, since you have too little left. 0 if none."""


class NewGuest(SignedIn, frozen=True, kw_only=True):
    """A new guest, and what the house holds for them."""

    me: Me


class Taken(Said, frozen=True, kw_only=True):
    """Play money that was taken."""

    cents: int


class Line(Said, frozen=True, kw_only=True):
    """A line of a statement."""

    at: int
    entry: str
    kind: str
    table: str
    act: int
    account: str
    units: int
    """In 1/10,000 cent."""
    balance: int
    """In 1/10,000 cent."""
    memo: str


class Statement(Said, frozen=True, kw_only=True):
    """A page of movements of money, in the order of time."""

    lines: tuple[Line, ...]
    """In the order of time."""
    next: str = ""
    """Ask for the page after this. Empty if no line follows."""


# --- staff


class IssueBody(Body, frozen=True, kw_only=True):
    """Issue play money and coupons."""

    cents: Cents = 0
    coupons: Cents = 0
    key: KeyOrNone = ""
    """The same key issues only once."""


class RolesBody(Body, frozen=True, kw_only=True):
    """Grant and withdraw roles."""

    grant: tuple[Text, ...] = ()
    withdraw: tuple[Text, ...] = ()


class Account(Person, frozen=True, kw_only=True):
    """A person as an administrator sees them."""

    made_at: int
    disabled_at: int | None = None
    """Null if the account is not disabled."""


class People(Said, frozen=True, kw_only=True):
    """A page of people."""

    people: tuple[Account, ...]
    """In the order of their names."""
    next: str
    """Ask for the page after this id. Empty if nobody follows."""


class WholeAccount(Said, frozen=True, kw_only=True):
    """An account with its money."""

    person: Account
    wallet: int
    coupons: int
    game_account: int
    chips: int
    """At all tables."""
    sessions: int
    """How many sessions are open."""


class OneAccount(Said, frozen=True, kw_only=True):
    """An account after it changed."""

    person: Account


class Code(Said, frozen=True, kw_only=True):
    """A one-time code."""

    code: str
    """With this the person chooses a new password, once. It is shown only now."""
    expires_at: int


class StaffAct(Said, frozen=True, kw_only=True):
    """An act in the staff journal."""

    number: int
    at: int
    person: str
    what: str
    body: dict[str, Any]
    head: str
    """The head of the journal's chain after it."""


class StaffActs(Said, frozen=True, kw_only=True):
    """A page of the staff journal, in order."""

    acts: tuple[StaffAct, ...]
    next: int = 0
    """Ask for the page after this number. 0 if no act follows."""
