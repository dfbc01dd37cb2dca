"""What routes depend on: the house, the person of the session, roles and rate limits."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from starlette.exceptions import HTTPException

from pitboss.engine import registry
from pitboss.house.authorize import Forbidden, allow
from pitboss.house.people.people import STAFF, Person, person_of
from pitboss.house.process.house import House
from pitboss.house.process.prices import NOT_PRICED, has_odds
from pitboss.protocol import account as wire
from pitboss.protocol.bodies import Problem
from pitboss.server.http.limits import ADDRESS_KNOWN, Limiter, is_own_network, neighbourhood

HASHES = 2
"""Passwords that are hashed at once. Each takes 64 MiB."""
ALWAYS = (400, 408, 413, 422, 429, 503)
"""The errors of every route."""


class RateLimits:
    """How often people may ask."""

    def __init__(self, house: House) -> None:
        limits = house.settings.limits
        self.requests, self.guests = Limiter(limits.requests), Limiter(limits.guests)
        self.sign_ins, self.messages = Limiter(limits.sign_ins), Limiter(limits.messages)
        self.hashes = asyncio.Semaphore(HASHES)


class TooOften(Exception):
    """A client asks too often."""

    def __init__(self, why: str, wait: float) -> None:
        super().__init__(why, wait)
        self.why, self.wait = why, wait


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def limits_of(request: Request) -> RateLimits:
    limits: RateLimits = request.app.state.limits
    return limits


def address_of(request: Request) -> str:
    return neighbourhood(request.client.host if request.client else "")


def token_of(request: Request) -> str:
    """The token of the session. Empty if there is none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def visitor(request: Request) -> Person | None:
    """The person who is signed in, if any."""
    house, token = house_of(request), token_of(request)
    if not token:
        return None
    now = house.now()
    person = await house.read(lambda connection: person_of(connection, token, now))
    if person is None:
        raise Forbidden("signed-out", "this session is unknown or has ended: sign in again")
    if wait := limits_of(request).messages.wait(person.id):
        raise TooOften("this account asks too often", wait)
    return person


async def signed_in(person: Annotated[Person | None, Depends(visitor)]) -> Person:
    if person is None:
        raise Forbidden("signed-out", "sign in first")
    return person


def may(operation: str) -> Any:
    """The person who is signed in and may do something."""

    async def permitted(person: Annotated[Person | None, Depends(visitor)]) -> Person:
        return allow(person, operation)

    return Depends(permitted)


GameName = Annotated[str, Path(max_length=64, description="The name of a game.")]


def known_game(name: str) -> str:
    """The name of a game, if there is one of that name."""
    if name not in registry.games():
        raise HTTPException(404, f"there is no game {name!a}; the games are {', '.join(registry.games())}")
    return name


def needs_odds() -> None:
    """Refuse what takes exact odds, if the house has none. Another try gives the same answer."""
    if not has_odds():
        raise HTTPException(501, NOT_PRICED)


def own_network(request: Request) -> None:
    """Only the house's own network may see the state of the process."""
    known = getattr(request.state, ADDRESS_KNOWN)
    if not known or not is_own_network(request.client.host if request.client else ""):
        raise HTTPException(403, "only the house's own network may ask this")


def metrics_token(request: Request) -> None:
    """Only who has the token may see figures. A house without one shows them to its own network."""
    if not (token := house_of(request).settings.metrics_token):
        own_network(request)
    elif not secrets.compare_digest(token_of(request).encode(), token.encode()):
        raise HTTPException(403, "send the token of --metrics-token, as in Authorization: Bearer TOKEN")


def guests_limit(request: Request) -> None:
    if wait := limits_of(request).guests.wait(address_of(request)):
        raise TooOften("this address makes too many guests", wait)


def sign_in_limit(request: Request) -> None:
    if wait := limits_of(request).sign_ins.wait(address_of(request)):
        raise TooOften("this address signs in too often", wait)


def limit_login(request: Request, login: str) -> None:
    """A login has a limit of its own, from wherever it is tried."""
    if wait := limits_of(request).sign_ins.wait(f"login {login.lower()}"):
        raise TooOften("this login is tried too often", wait)


async def _the_house(request: Request) -> House:
    return house_of(request)  # as a coroutine: others take a thread each time


TheHouse = Annotated[House, Depends(_the_house)]
Visitor = Annotated[Person | None, Depends(visitor)]
SignedIn = Annotated[Person, Depends(signed_in)]


def shown(person: Person) -> wire.Person:
    return wire.Person(id=person.id, name=person.name, login=person.login, roles=tuple(map(str, person.roles)))


def is_staff(person: Person) -> bool:
    """Whether what a person does for themselves goes into the staff journal."""
    return not STAFF.isdisjoint(person.roles)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a route, for OpenAPI, besides those of every route."""
    return {status: {"model": Problem} for status in sorted({*statuses, *ALWAYS})}
