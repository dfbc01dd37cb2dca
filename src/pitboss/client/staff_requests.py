"""What staff asks over HTTP: people, accounts, money, tables and the journal. Amounts are in cents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from pitboss.client.requests import Nothing, Person, Request, Statement, asking, part

CountKind = Literal["opening", "closing", ""]


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


# --- people


def become_administrator(token: str) -> Request[OnePerson]:
    return Request("POST", "/api/administrator", OnePerson, {"token": token})


def people(name: str = "", role: str = "", *, after: str = "", most: int | None = None) -> Request[People]:
    """
    >>> people("Lee", most=10).path
    '/api/people?name=Lee&most=10'
    """
    return Request("GET", asking("/api/people", name=name, role=role, after=after, most=most), People)


def person(id: str) -> Request[WholeAccount]:
    return Request("GET", f"/api/people/{part(id)}", WholeAccount)


def statement_of(person: str, *, after: str = "", most: int | None = None) -> Request[Statement]:
    return Request("GET", asking(f"/api/people/{part(person)}/statement", after=after, most=most), Statement)


def disable(person: str) -> Request[OneAccount]:
    return Request("POST", f"/api/people/{part(person)}/disable", OneAccount)


def enable(person: str) -> Request[OneAccount]:
    return Request("POST", f"/api/people/{part(person)}/enable", OneAccount)


def reset_password(person: str) -> Request[Code]:
    return Request("POST", f"/api/people/{part(person)}/password", Code)


def sign_out(person: str) -> Request[Nothing]:
    return Request("POST", f"/api/people/{part(person)}/sign-out", Nothing)


def roles(person: str, grant: Sequence[str] = (), withdraw: Sequence[str] = ()) -> Request[OnePerson]:
    body = {"grant": list(grant), "withdraw": list(withdraw)}
    return Request("POST", f"/api/people/{part(person)}/roles", OnePerson, body)


def issue(person: str, cents: int, coupons: int, key: str) -> Request[Nothing]:
    body = {"cents": cents, "coupons": coupons, "key": key}
    return Request("POST", f"/api/people/{part(person)}/issue", Nothing, body)


def journal(*, after: int = 0, most: int | None = None) -> Request[StaffActs]:
    return Request("GET", asking("/api/staff", after=after or None, most=most), StaffActs)


# --- tables


def hold() -> Request[Hold]:
    return Request("GET", "/api/floor/hold", Hold)


def deal_at(table: str) -> Request[Nothing]:
    return Request("POST", f"/api/tables/{part(table)}/dealer", Nothing)


def stop_dealing(table: str) -> Request[Nothing]:
    return Request("DELETE", f"/api/tables/{part(table)}/dealer", Nothing)


def answer_call(table: str, person: str) -> Request[Nothing]:
    return Request("POST", f"/api/tables/{part(table)}/calls/{part(person)}", Nothing)


def change_rules(table: str, rules: Mapping[str, Any]) -> Request[Nothing]:
    return Request("POST", f"/api/tables/{part(table)}/rules", Nothing, {"rules": dict(rules)})


def validate_above(table: str, cents: int | None) -> Request[Nothing]:
    return Request("POST", f"/api/tables/{part(table)}/staffing", Nothing, {"validate_above": cents})


def restart_table(table: str) -> Request[Nothing]:
    return Request("POST", f"/api/tables/{part(table)}/restart", Nothing)


# --- table inventories


def fill(table: str, cents: int, key: str) -> Request[Nothing]:
    return Request("POST", f"/api/tables/{part(table)}/fill", Nothing, {"cents": cents, "key": key})


def credit(table: str, cents: int, key: str) -> Request[Nothing]:
    return Request("POST", f"/api/tables/{part(table)}/credit", Nothing, {"cents": cents, "key": key})


def count(table: str, cents: int, kind: CountKind = "") -> Request[Counted]:
    return Request("POST", f"/api/tables/{part(table)}/count", Counted, {"cents": cents, "kind": kind})


def inventory(table: str) -> Request[Inventory]:
    return Request("GET", f"/api/tables/{part(table)}/inventory", Inventory)


def table_statement(table: str, *, after: str = "", most: int | None = None) -> Request[Statement]:
    return Request("GET", asking(f"/api/tables/{part(table)}/statement", after=after, most=most), Statement)
