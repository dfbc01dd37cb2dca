"""HTTP routes about accounts: the directory of people, disabled accounts and passwords."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy import Connection
from starlette.exceptions import HTTPException

from pitboss.basics.money import UNITS
from pitboss.house.money import books, ledger
from pitboss.house.people import credentials, people, sessions, staff
from pitboss.house.people.people import PeopleError, Person
from pitboss.protocol import account as wire
from pitboss.protocol.bodies import Nothing
from pitboss.server.http.access import (
    SignedIn,
    TheHouse,
    is_staff,
    limit_login,
    limits_of,
    may,
    problems,
    shown,
    sign_in_limit,
    token_of,
)
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.routes.people import known_role, opened

router = APIRouter(route_class=StructRoute, prefix="/api", tags=["accounts"])


def account(person: Person) -> wire.Account:
    return wire.Account(
        id=person.id,
        name=person.name,
        login=person.login,
        roles=tuple(map(str, person.roles)),
        made_at=person.made_at,
        disabled_at=person.disabled_at,
    )


# --- the directory


@router.get("/people", responses=problems(401, 403, 404))
async def find_people(
    house: TheHouse,
    by: Annotated[Person, may("read people")],
    name: Annotated[str, Query(max_length=40, description="A part of the name or of the login.")] = "",
    role: Annotated[str, Query(max_length=40)] = "",
    after: Annotated[str, Query(max_length=64, description="`next` of the page before.")] = "",
    most: Annotated[int, Query(ge=1, le=people.MOST)] = people.MOST,
) -> wire.People:
    """The people whom the house knows, page by page: all, or by a part of the name, or by role."""
    wanted = known_role(role) if role else None
    page = await house.read(
        lambda connection: people.people_found(connection, part=name, role=wanted, after=after, most=most)
    )
    return wire.People(people=tuple(map(account, page.people)), next=page.next)


@router.get("/people/{id}", responses=problems(401, 403, 404))
async def one_person(house: TheHouse, id: str, by: Annotated[Person, may("read people")]) -> wire.WholeAccount:
    """A person, their money, and how many sessions they have."""
    now = house.now()

    def look(connection: Connection) -> wire.WholeAccount:
        person = people.known(connection, id)
        names = books.wallet(id), books.coupons(id), books.game_account(id)
        wallet, coupons, game_account = (ledger.balance(connection, name) // UNITS for name in names)
        return wire.WholeAccount(
            person=account(person),
            wallet=wallet,
            coupons=coupons,
            game_account=game_account,
            chips=ledger.chips_of(connection, id) // UNITS,
            sessions=sessions.count_sessions(connection, person, now),
        )

    return await house.read(look)


# --- disabled accounts


@router.post("/people/{id}/disable", responses=problems(401, 403, 404, 409))
async def disable(house: TheHouse, id: str, by: Annotated[Person, may("disable account")]) -> wire.OneAccount:
    """Close an account: its sessions end and it can't sign in. Its money stays, and its seats time out."""
    now = house.now()

    def close(connection: Connection) -> Person:
        person = people.disable(connection, id, now)
        sessions.revoke_all(connection, person, now)
        staff.record(connection, now, by.id, staff.DISABLE, {"person": id})
        return person

    person = await house.write(close)
    await house.check_sessions()
    return wire.OneAccount(person=account(person))


@router.post("/people/{id}/enable", responses=problems(401, 403, 404))
async def enable(house: TheHouse, id: str, by: Annotated[Person, may("disable account")]) -> wire.OneAccount:
    """Open a disabled account again. The person signs in anew."""
    now = house.now()

    def open_again(connection: Connection) -> Person:
        if people.hold(connection, id).disabled_at is not None:
            # whoever registered at the moment in which they were disabled got a session
            sessions.revoke_all(connection, people.enable(connection, id), now)
        staff.record(connection, now, by.id, staff.ENABLE, {"person": id})
        return people.known(connection, id)

    return wire.OneAccount(person=account(await house.write(open_again)))


# --- passwords


@router.post("/password", dependencies=[Depends(sign_in_limit)], responses=problems(401, 403, 409))
async def change_password(house: TheHouse, request: Request, body: wire.PasswordBody, person: SignedIn) -> Nothing:
    """Change your password. All your other sessions end."""
    if person.is_guest:
        raise PeopleError("guest", "a guest has no password: register first")
    limit_login(request, person.login)
    people.checked_password(body.new)
    if body.new == body.old:
        raise PeopleError("password", "the new password must differ from the old one")
    stored = await house.read(lambda connection: people.stored_hash(connection, person.login))
    async with limits_of(request).hashes:
        proof = await asyncio.to_thread(people.prove, stored, body.old)
        if proof is None:
            raise PeopleError("old-password", "the old password is wrong")
        new = await asyncio.to_thread(people.hashed, body.new)
    now, token = house.now(), token_of(request)

    def change(connection: Connection) -> None:
        credentials.change_password(connection, person, proof, new)
        sessions.revoke_all(connection, person, now, but=token)
        if is_staff(person):
            staff.record(connection, now, person.id, "change password", {})

    await house.write(change)
    await house.check_sessions()
    return Nothing()


@router.post("/people/{id}/password", responses=problems(401, 403, 404, 409))
async def reset_password(house: TheHouse, id: str, by: Annotated[Person, may("reset password")]) -> wire.Code:
    """End a person's password and sessions. With the one-time code of the answer, they choose a new password."""
    if id == by.id:
        raise HTTPException(409, "change your own password with the old one")
    now = house.now()

    def reset(connection: Connection) -> credentials.Code:
        code = credentials.reset(connection, id, now)
        sessions.revoke_all(connection, people.known(connection, id), now)
        staff.record(connection, now, by.id, staff.RESET_PASSWORD, {"person": id})
        return code

    code = await house.write(reset)
    await house.check_sessions()
    return wire.Code(code=code.text, expires_at=code.expires_at)


@router.post("/password/reset", dependencies=[Depends(sign_in_limit)], responses=problems(401, 403))
async def use_code(house: TheHouse, request: Request, body: wire.CodeBody) -> wire.SignedIn:
    """Choose a new password with a one-time code, and sign in."""
    limit_login(request, body.login)
    people.checked_password(body.password)
    now = house.now()
    await house.read(lambda connection: credentials.check_code(connection, body.login, body.code, now))
    async with limits_of(request).hashes:
        new = await asyncio.to_thread(people.hashed, body.password)

    def use(connection: Connection) -> wire.SignedIn:
        person = credentials.use_code(connection, body.login, body.code, new, now)
        return wire.SignedIn(token=opened(house, connection, person, now), person=shown(person))

    return await house.write(use)
