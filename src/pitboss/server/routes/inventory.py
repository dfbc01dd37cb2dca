"""HTTP routes about a table inventory: fills, credits and counts by staff.

The order of staff goes into the journal in the transaction that moves the money. The entry has the same key, so the two
can be compared.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy import Connection, select
from starlette.exceptions import HTTPException

from pitboss.basics.money import UNITS
from pitboss.house.authorize import Refusal
from pitboss.house.money import books, inventory
from pitboss.house.money.cashier import Movement
from pitboss.house.people.people import Person
from pitboss.house.process.house import House
from pitboss.house.storage import schema
from pitboss.house.storage.committer import PATIENCE_S
from pitboss.protocol import messages as msg
from pitboss.protocol import tables as wire
from pitboss.protocol.bodies import Nothing
from pitboss.server.http.access import TheHouse, may, problems
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.routes.table import TableId, conflict, table_of

router = APIRouter(route_class=StructRoute, prefix="/api/tables/{id}", tags=["inventory"])


@router.get("/inventory", responses=problems(401, 403, 404))
async def one_inventory(
    house: TheHouse, id: TableId, person: Annotated[Person, may("read inventory")]
) -> wire.Inventory:
    """The table inventory from the opening of the table: counts, fills and credits."""
    try:
        found = await house.read(lambda connection: inventory.sheet(connection, id))
    except inventory.UnknownTable as no:
        raise HTTPException(404, str(no)) from None
    return wire.Inventory(
        table=id,
        booked=found.booked,
        opened_at=found.opened_at,
        closed_at=found.closed_at,
        counts=tuple(wire.Count(**one._asdict()) for one in found.counts),
        moves=tuple(wire.Movement(**one._asdict()) for one in found.movements),
    )


@router.post("/fill", responses=problems(401, 403, 404, 409))
async def fill(
    house: TheHouse, request: Request, id: TableId, body: wire.InventoryBody, person: Annotated[Person, may("fill")]
) -> Nothing:
    """Move money of the house to the table inventory."""
    return await move(house, request, id, "fill", body, person)


@router.post("/credit", responses=problems(401, 403, 404, 409))
async def credit(
    house: TheHouse, request: Request, id: TableId, body: wire.InventoryBody, person: Annotated[Person, may("credit")]
) -> Nothing:
    """Move money of the table inventory back to the house."""
    return await move(house, request, id, "credit", body, person)


async def move(
    house: House, request: Request, id: str, kind: Movement, body: wire.InventoryBody, person: Person
) -> Nothing:
    table, key = await table_of(house, request, id), body.key or secrets.token_hex(8)
    moved = await house.read(
        lambda connection: cents_moved(connection, id, table.live.cashier.movement_id(kind, person.id, key))
    )
    if moved is not None:  # it was done before
        if moved != body.cents:
            raise HTTPException(409, "this key was used for another amount")
        return Nothing()
    done: asyncio.Future[msg.Done | msg.Refused] = house.loop.create_future()

    def answered(answer: msg.Done | msg.Refused) -> None:
        if not done.done():
            done.set_result(answer)

    try:
        table.check_inventory(kind, body.cents)
        table.live.cashier.move_inventory(kind, body.cents, person.id, key, answered)
    except Refusal as no:
        raise await conflict(house, no.why) from None
    answer = await asyncio.wait_for(done, PATIENCE_S)
    if isinstance(answer, msg.Refused):
        raise HTTPException(409, answer.why)
    return Nothing()


def cents_moved(connection: Connection, table: str, entry: str) -> int | None:
    """The cents that an entry moved to or from a table inventory. None if there is no such entry."""
    c = schema.posting.c
    mine = select(c.units).where(c.entry == entry, c.account == books.inventory(table))
    units = connection.execute(mine).scalar_one_or_none()
    return None if units is None else abs(units) // UNITS


@router.post("/count", responses=problems(401, 403, 404, 409))
async def count(
    house: TheHouse, id: TableId, body: wire.CountBody, person: Annotated[Person, may("count")]
) -> wire.Counted:
    """Compare what staff counted with the books. Both go into the staff journal, and no money moves."""
    now = house.now()
    try:
        made = await house.write(
            lambda connection: inventory.count(connection, now, person.id, id, body.kind, body.cents)
        )
    except inventory.UnknownTable as no:
        raise HTTPException(404, str(no)) from None
    except inventory.NotNow as no:
        raise HTTPException(409, str(no)) from None
    return wire.Counted(counted=made.counted, booked=made.booked)
