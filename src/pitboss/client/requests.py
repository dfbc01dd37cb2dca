"""The requests that are asked once over HTTP, as values, and the types of their answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from ssl import SSLContext
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

import httpx
import msgspec

from pitboss.client.errors import Refused

T = TypeVar("T")


class Request(msgspec.Struct, Generic[T], frozen=True):
    """A request, and the type of its answer."""

    method: str
    path: str
    answer: type[T]
    body: dict[str, Any] | None = None


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


def guest(name: str = "") -> Request[SignedIn]:
    return Request("POST", "/api/guest", SignedIn, given(name=name))


def register(login: str, password: str, name: str = "") -> Request[SignedIn]:
    return Request("POST", "/api/register", SignedIn, given(login=login, password=password, name=name))


def login(login: str, password: str) -> Request[SignedIn]:
    return Request("POST", "/api/login", SignedIn, given(login=login, password=password))


def logout() -> Request[Nothing]:
    return Request("POST", "/api/logout", Nothing)


def change_password(old: str, new: str) -> Request[Nothing]:
    return Request("POST", "/api/password", Nothing, {"old": old, "new": new})


def use_code(login: str, code: str, password: str) -> Request[SignedIn]:
    return Request("POST", "/api/password/reset", SignedIn, {"login": login, "code": code, "password": password})


def me() -> Request[Me]:
    return Request("GET", "/api/me", Me)


def tables() -> Request[list[TableInfo]]:
    return Request("GET", "/api/tables", list[TableInfo])


def table(id: str) -> Request[TableInfo]:
    return Request("GET", f"/api/tables/{part(id)}", TableInfo)


def open_table(
    game: str,
    rules: Mapping[str, Any] | None = None,
    *,
    name: str = "",
    private: bool = True,
    link: str = "",
    practice: bool = False,
    coach: bool = True,
    seed: int | None = None,
    pace: float | None = None,
) -> Request[TableInfo]:
    said = given(rules=dict(rules or {}), name=name, link=link, practice=practice, seed=seed, pace=pace)
    if not coach:
        said["coach"] = False
    return Request("POST", "/api/tables", TableInfo, {"game": game, "private": private, **said})


def close_table(id: str) -> Request[Nothing]:
    return Request("POST", f"/api/tables/{part(id)}/close", Nothing)


def statement(*, after: str = "", most: int | None = None) -> Request[Statement]:
    return Request("GET", asking("/api/statement", after=after, most=most), Statement)


def pay_into_game_account(cents: int, key: str) -> Request[Nothing]:
    return Request("POST", "/api/game-account", Nothing, {"cents": cents, "key": key})


def cash_out_game_account(cents: int, key: str) -> Request[Nothing]:
    return Request("POST", "/api/game-account/cash-out", Nothing, {"cents": cents, "key": key})


def take() -> Request[Taken]:
    return Request("POST", "/api/take", Taken)


def round(table: str, number: int) -> Request[RoundInfo]:
    return Request("GET", f"/api/tables/{part(table)}/rounds/{number}", RoundInfo)


def house_key() -> Request[HouseKey]:
    return Request("GET", "/api/key", HouseKey)


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

    >>> read(table("t1"), 404, b'{"code": "unknown", "why": "there is no table t1"}')
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
