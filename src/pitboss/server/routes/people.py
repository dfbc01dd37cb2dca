"""HTTP routes about people: sign in and out, accounts and passwords, roles, money and the staff journal."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy import Connection, select
from starlette.exceptions import HTTPException

from pitboss.basics.money import UNITS, dollars
from pitboss.house.authorize import Forbidden
from pitboss.house.money import books, free_chips, ledger
from pitboss.house.people import people, staff
from pitboss.house.people.people import PeopleError, Person, Role
from pitboss.house.process.house import House
from pitboss.house.storage import schema
from pitboss.house.storage.committer import Job
from pitboss.protocol import account as wire
from pitboss.protocol.bodies import Nothing
from pitboss.server.http.access import (
    SignedIn,
    TheHouse,
    Visitor,
    guests_limit,
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
from pitboss.server.other_processes import answers_of_others

router = APIRouter(route_class=StructRoute, prefix="/api", tags=["people"])
MOST_ACTS = 1000
"""The most acts of the staff journal in one page."""


def opened(house: House, connection: Connection, person: Person, now: int) -> str:
    """Open a session, and return its token. The staff journal notes who comes to work."""
    if is_staff(person):
        staff.record(connection, now, person.id, "login", {})
    return people.open_session(connection, person, now, house.settings.session_ms)


# --- sign in and out


@router.post("/guest", dependencies=[Depends(guests_limit)], responses=problems(422, 429))
async def guest(house: TheHouse, body: wire.GuestBody) -> wire.NewGuest:
    """Make a guest with play money."""
    now = house.now()
    person = await house.write(lambda connection: people.guest(connection, now, body.name))
    await house.start_money(person.id)
    now = house.now()
    token = await house.write(lambda connection: opened(house, connection, person, now))
    return wire.NewGuest(token=token, person=shown(person), me=await held_by(house, person, []))


@router.post("/register", dependencies=[Depends(sign_in_limit)], responses=problems(401, 403, 409, 422, 429))
async def register(house: TheHouse, request: Request, visitor: Visitor, body: wire.RegisterBody) -> wire.SignedIn:
    """Register. A guest who is signed in keeps chips and history, and gets a new session: the old ones end."""
    people.checked_login(body.login)
    async with limits_of(request).hashes:
        hashed = await asyncio.to_thread(people.hashed, body.password)
    now, guest = house.now(), visitor.id if visitor else None
    name = body.name or ("" if guest else body.login)

    def sign_up(connection: Connection) -> wire.SignedIn:
        person = people.register(connection, guest, body.login, hashed, name, now)
        people.revoke_all(connection, person, now)
        return wire.SignedIn(token=opened(house, connection, person, now), person=shown(person))

    made = await house.write(sign_up)
    await house.start_money(made.person.id)
    return made  # connections of the old sessions end within SESSIONS_S, when the client has the new token


@router.post("/login", dependencies=[Depends(sign_in_limit)], responses=problems(401, 403, 422, 429))
async def login(house: TheHouse, request: Request, body: wire.LoginBody) -> wire.SignedIn:
    """Sign in."""
    limit_login(request, body.login)
    stored = await house.read(lambda connection: people.stored_hash(connection, body.login))
    async with limits_of(request).hashes:
        proof = await asyncio.to_thread(people.prove, stored, body.password)
    now = house.now()

    def sign_in(connection: Connection) -> wire.SignedIn | None:
        if proof is None:
            return None
        if (person := people.accept(connection, body.login, proof)) is None:
            people.refuse_disabled_login(connection, body.login, proof)
            return None
        return wire.SignedIn(token=opened(house, connection, person, now), person=shown(person))

    answer = await house.write(sign_in) if proof else None
    if answer is None:
        raise Forbidden("wrong-password", "the login or the password is wrong")
    return answer


@router.post("/logout", responses=problems(401))
async def logout(house: TheHouse, request: Request, person: SignedIn) -> Nothing:
    """End this session."""
    now, token = house.now(), token_of(request)
    await house.write(lambda connection: people.revoke(connection, token, now))
    await house.check_sessions()
    return Nothing()


@router.post("/administrator", dependencies=[Depends(sign_in_limit)], responses=problems(401, 403, 409, 422, 429))
async def administrator(house: TheHouse, person: SignedIn, body: wire.TokenBody) -> wire.OnePerson:
    """Become the first administrator with the token that the house printed."""
    now = house.now()

    def use(connection: Connection) -> Person:
        made = people.use_first_token(connection, body.token, person.id)
        staff.record(connection, now, person.id, staff.FIRST_ADMINISTRATOR, {})
        return made

    made = await house.write(use)
    await house.check_sessions()
    return wire.OnePerson(person=shown(made))


# --- what somebody has


@router.get("/me", responses=problems(401))
async def me(house: TheHouse, request: Request, person: SignedIn) -> wire.Me:
    """You, your money, and the tables at which you are."""
    return await held_by(house, person, await tables_elsewhere(house, request) + own_tables(house, person))


async def held_by(house: House, person: Person, tables: list[wire.AtTable]) -> wire.Me:
    """What the house holds for somebody who is at these tables."""
    names = books.wallet(person.id), books.coupons(person.id), books.game_account(person.id)
    at_tables = units_at(tables)

    def find(connection: Connection) -> tuple[list[int], bool]:
        return [ledger.balance(connection, name) for name in names], free_chips.may_take(
            connection, person.id, at_tables
        )

    (wallet, coupons, game), broke = await house.read(find)
    allowed = broke and Role.PLAYER in person.roles and not any(one.staked for one in tables)
    return wire.Me(
        person=shown(person),
        wallet=wallet // UNITS,
        coupons=coupons // UNITS,
        game_account=game // UNITS,
        tables=tuple(tables),
        take=house.settings.may_be_taken if allowed else 0,
    )


def own_tables(house: House, person: Person) -> list[wire.AtTable]:
    """Where a person is, at tables of this process. Chips for practice are no money, so none are staked there."""
    return [
        wire.AtTable(
            table=table.id,
            name=table.name,
            seat=seat,
            chips=table.live.chips_told(person.id) // UNITS,
            staked=0 if table.live.settings.practice else table.live.staked_told(person.id),
        )
        for table in house.tables.values()
        for seat, player in table.live.table.seats
        if player == person.id
    ]


async def tables_elsewhere(house: House, request: Request, *, all_must_answer: bool = False) -> list[wire.AtTable]:
    """Where the person who asks is, at tables of other processes."""
    others = await answers_of_others(house, request, "/api/me", all_must_answer=all_must_answer)
    return [one for other in others for one in msgspec.convert(other, wire.Me).tables]


def units_at(tables: Sequence[wire.AtTable]) -> dict[str, int]:
    """What a person has at each table: chips, and wagers on the layout."""
    return {one.table: (one.chips + one.staked) * UNITS for one in tables}


@router.post("/take", responses=problems(401, 403, 409, 503))
async def take(house: TheHouse, request: Request, person: Annotated[Person, may("buy in")]) -> wire.Taken:
    """Take play money, if you have too little left to play. The house notes it in the staff journal."""
    cents = house.settings.may_be_taken
    if not cents:
        raise Forbidden("forbidden", "this house gives out no play money")
    elsewhere = await tables_elsewhere(house, request, all_must_answer=True)
    await house.settled()  # what was won may wait to be stored
    # From here to the write nothing else runs, so no wager can move chips to a layout, which names no person.
    tables = elsewhere + own_tables(house, person)
    if any(one.staked for one in tables):
        raise HTTPException(409, "your wagers lie on a layout: wait for the end of the round")
    at_tables = units_at(tables)
    if not await house.write(lambda connection: free_chips.take(connection, person.id, cents, house.now(), at_tables)):
        raise HTTPException(
            409, f"you can take play money only with less than {dollars(free_chips.least_wager())} left"
        )
    return wire.Taken(cents=cents)


@router.post("/game-account", responses=problems(401, 403, 409))
async def game_account(
    house: TheHouse, body: wire.GameAccountBody, person: Annotated[Person, may("buy in")]
) -> Nothing:
    """Pay from your wallet into your game account (ruling game-account). The same key pays once."""
    await move(house, person, "game account", books.wallet(person.id), books.game_account(person.id), body)
    return Nothing()


@router.post("/game-account/cash-out", responses=problems(401, 403, 409))
async def cash_out_game_account(
    house: TheHouse, body: wire.GameAccountBody, person: Annotated[Person, may("cash out")]
) -> Nothing:
    """Pay from your game account into your wallet. The same key pays once."""
    await move(house, person, "game account", books.game_account(person.id), books.wallet(person.id), body)
    return Nothing()


async def move(house: House, person: Person, kind: str, out_of: str, into: str, body: wire.GameAccountBody) -> None:
    """Move a person's money between two of their accounts, if the first holds it."""
    lines = books.transfer(out_of, into, body.cents * UNITS)
    id = f"{person.id}/{out_of.partition(':')[0]}/{body.key}"
    entry = ledger.Entry(id, kind, house.now(), lines, person=person.id)
    outcome = await house.submit(Job(entries=(entry,), guarded=True))
    if outcome.short:
        what = "wallet" if out_of == books.wallet(person.id) else "game account"
        raise HTTPException(409, f"your {what} does not hold {dollars(body.cents)}")
    if outcome.other:
        raise HTTPException(409, "this key was used for another payment")


# --- administration


@router.post("/people/{id}/issue", responses=problems(401, 403, 404, 409, 422))
async def issue(house: TheHouse, id: str, body: wire.IssueBody, by: Annotated[Person, may("issue money")]) -> Nothing:
    """Issue play money and coupons to a person. The order goes into the staff journal with the money."""
    key = body.key or secrets.token_hex(8)
    said = {"person": id, "cents": body.cents, "coupons": body.coupons, "key": key}
    if not body.cents + body.coupons:
        raise HTTPException(422, "say how many cents or coupons to issue")

    def is_other(connection: Connection) -> bool:
        """Whether the key was used for another issue."""
        people.known(connection, id)
        ordered = [one for one in staff.acts(connection, staff.ISSUE) if (one["person"], one["key"]) == (id, key)]
        return any(one != said for one in ordered)

    other = await house.read(is_other)
    if not other:
        order = staff.Order.of(house.now(), by.id, staff.ISSUE, said)
        named = {"id": f"issue/{id}/{key}", "memo": f"issued by {by.id}"}
        other = (await house.issue(id, body.cents, body.coupons, order=order, **named)).other
    if other:
        raise HTTPException(409, "this key was used for another issue")
    return Nothing()


@router.post("/people/{id}/roles", responses=problems(401, 403, 404, 409, 422))
async def roles(
    house: TheHouse, id: str, body: wire.RolesBody, by: Annotated[Person, may("grant role")]
) -> wire.OnePerson:
    """Grant and withdraw roles."""
    changes = [(people.grant, role) for role in map(known_role, body.grant)]
    changes += [(people.withdraw, role) for role in map(known_role, body.withdraw)]
    said = {"person": id, "grant": list(body.grant), "withdraw": list(body.withdraw)}
    now = house.now()

    def change(connection: Connection) -> Person:
        person = people.known(connection, id)
        if Role.ADMINISTRATOR in body.withdraw:
            people.hold_administrators(connection)
        for do, role in changes:
            person = do(connection, id, role)
        staff.record(connection, now, by.id, staff.ROLES, said)
        return person

    person = await house.write(change)
    await house.check_sessions()
    return wire.OnePerson(person=shown(person))


@router.post("/people/{id}/sign-out", responses=problems(401, 403, 404))
async def sign_out(house: TheHouse, id: str, by: Annotated[Person, may("revoke session")]) -> Nothing:
    """End all sessions of a person."""
    now = house.now()

    def end(connection: Connection) -> None:
        people.revoke_all(connection, people.known(connection, id), now)
        staff.record(connection, now, by.id, staff.SIGN_OUT, {"person": id})

    await house.write(end)
    await house.check_sessions()
    return Nothing()


def known_role(name: str) -> Role:
    try:
        return Role(name)
    except ValueError:
        raise people.PeopleError("role", f"there is no role {name!a}; the roles are {', '.join(Role)}") from None


@router.get("/staff", responses=problems(401, 403))
async def staff_acts(
    house: TheHouse,
    by: Annotated[Person, may("read audit")],
    after: Annotated[int, Query(ge=0, le=10**15, description="`next` of the page before, or any number.")] = 0,
    most: Annotated[int, Query(ge=1, le=MOST_ACTS)] = MOST_ACTS,
) -> wire.StaffActs:
    """The journal of staff acts from the first, page by page."""
    number = schema.staff_act.c.number
    in_order = select(schema.staff_act).where(number > after).order_by(number).limit(most + 1)
    rows: Any = await house.read(lambda connection: connection.execute(in_order).all())
    return wire.StaffActs(
        acts=tuple(
            wire.StaffAct(
                number=row.number,
                at=row.at,
                person=row.person,
                what=row.what,
                body=msgspec.json.decode(row.body),
                head=row.head,
            )
            for row in rows[:most]
        ),
        next=rows[most - 1].number if len(rows) > most else 0,
    )


# --- accounts

account_routes = APIRouter(route_class=StructRoute, prefix="/api", tags=["accounts"])


# --- the directory


@account_routes.get("/people", responses=problems(401, 403, 404))
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
    return await house.read(
        lambda connection: people.people_found(connection, part=name, role=wanted, after=after, most=most)
    )


@account_routes.get("/people/{id}", responses=problems(401, 403, 404))
async def one_person(house: TheHouse, id: str, by: Annotated[Person, may("read people")]) -> wire.WholeAccount:
    """A person, their money, and how many sessions they have."""
    now = house.now()

    def look(connection: Connection) -> wire.WholeAccount:
        person = people.known(connection, id)
        names = books.wallet(id), books.coupons(id), books.game_account(id)
        wallet, coupons, game_account = (ledger.balance(connection, name) // UNITS for name in names)
        return wire.WholeAccount(
            person=person,
            wallet=wallet,
            coupons=coupons,
            game_account=game_account,
            chips=ledger.chips_of(connection, id) // UNITS,
            sessions=people.count_sessions(connection, person, now),
        )

    return await house.read(look)


# --- disabled accounts


@account_routes.post("/people/{id}/disable", responses=problems(401, 403, 404, 409))
async def disable(house: TheHouse, id: str, by: Annotated[Person, may("disable account")]) -> wire.OneAccount:
    """Close an account: its sessions end and it can't sign in. Its money stays, and its seats time out."""
    now = house.now()

    def close(connection: Connection) -> Person:
        person = people.disable(connection, id, now)
        people.revoke_all(connection, person, now)
        staff.record(connection, now, by.id, staff.DISABLE, {"person": id})
        return person

    person = await house.write(close)
    await house.check_sessions()
    return wire.OneAccount(person=person)


@account_routes.post("/people/{id}/enable", responses=problems(401, 403, 404))
async def enable(house: TheHouse, id: str, by: Annotated[Person, may("disable account")]) -> wire.OneAccount:
    """Open a disabled account again. The person signs in anew."""
    now = house.now()

    def open_again(connection: Connection) -> Person:
        if people.hold(connection, id).disabled_at is not None:
            # whoever registered at the moment in which they were disabled got a session
            people.revoke_all(connection, people.enable(connection, id), now)
        staff.record(connection, now, by.id, staff.ENABLE, {"person": id})
        return people.known(connection, id)

    return wire.OneAccount(person=await house.write(open_again))


# --- passwords


@account_routes.post("/password", dependencies=[Depends(sign_in_limit)], responses=problems(401, 403, 409))
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
        people.change_password(connection, person, proof, new)
        people.revoke_all(connection, person, now, but=token)
        if is_staff(person):
            staff.record(connection, now, person.id, "change password", {})

    await house.write(change)
    await house.check_sessions()
    return Nothing()


@account_routes.post("/people/{id}/password", responses=problems(401, 403, 404, 409))
async def reset_password(house: TheHouse, id: str, by: Annotated[Person, may("reset password")]) -> wire.Code:
    """End a person's password and sessions. With the one-time code of the answer, they choose a new password."""
    if id == by.id:
        raise HTTPException(409, "change your own password with the old one")
    now = house.now()

    def reset(connection: Connection) -> wire.Code:
        code = people.reset_password(connection, id, now)
        people.revoke_all(connection, people.known(connection, id), now)
        staff.record(connection, now, by.id, staff.RESET_PASSWORD, {"person": id})
        return code

    code = await house.write(reset)
    await house.check_sessions()
    return code


@account_routes.post("/password/reset", dependencies=[Depends(sign_in_limit)], responses=problems(401, 403))
async def use_code(house: TheHouse, request: Request, body: wire.CodeBody) -> wire.SignedIn:
    """Choose a new password with a one-time code, and sign in."""
    limit_login(request, body.login)
    people.checked_password(body.password)
    now = house.now()
    await house.read(lambda connection: people.check_code(connection, body.login, body.code, now))
    async with limits_of(request).hashes:
        new = await asyncio.to_thread(people.hashed, body.password)

    def use(connection: Connection) -> wire.SignedIn:
        person = people.use_code(connection, body.login, body.code, new, now)
        return wire.SignedIn(token=opened(house, connection, person, now), person=shown(person))

    return await house.write(use)
