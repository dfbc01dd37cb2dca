"""HTTP routes about a table inventory: fills, credits and counts by staff.

The order of staff is recorded first, and then the money moves: nothing moves without a line in the journal. The entry
has the same key, so the two can be compared.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy import Connection, select
from starlette.exceptions import HTTPException

from pitboss.house import books, ledger, schema, staff
from pitboss.house.cashier import Movement, Refusal
from pitboss.house.people import Person
from pitboss.money import UNITS
from pitboss.protocol import messages as msg
from pitboss.server.access import TheHouse, may, problems
from pitboss.server.bodies import CountAnswer, CountBody, InventoryBody, Nothing
from pitboss.server.house import House
from pitboss.server.table_routes import TableId, record, table_of
from pitboss.server.transactions import PATIENCE_S

router = APIRouter(prefix="/api/tables/{id}", tags=["inventory"])


@router.post("/fill", responses=problems(401, 403, 404, 409))
async def fill(
    house: TheHouse, request: Request, id: TableId, body: InventoryBody, person: Annotated[Person, may("fill")]
) -> Nothing:
    """Move money of the house to the table inventory."""
    return await move(house, request, id, "fill", body, person)


@router.post("/credit", responses=problems(401, 403, 404, 409))
async def credit(
    house: TheHouse, request: Request, id: TableId, body: InventoryBody, person: Annotated[Person, may("credit")]
) -> Nothing:
    """Move money of the table inventory back to the house."""
    return await move(house, request, id, "credit", body, person)


async def move(house: House, request: Request, id: str, kind: Movement, body: InventoryBody, person: Person) -> Nothing:
    table, key = await table_of(house, request, id), body.key or secrets.token_hex(8)
    entry = select(schema.entry.c.id).where(schema.entry.c.id == table.live.cashier.movement_id(kind, person.id, key))
    if await house.read(lambda connection: connection.execute(entry).first()) is not None:
        return Nothing()  # it was done before
    done: asyncio.Future[msg.Done | msg.Refused] = house.loop.create_future()

    def answered(answer: msg.Done | msg.Refused) -> None:
        if not done.done():
            done.set_result(answer)

    try:
        table.check_inventory(kind, body.cents)
        await record(house, person, kind, {"table": id, "cents": body.cents, "key": key})
        table.check_inventory(kind, body.cents)  # the round went on meanwhile
        table.live.cashier.move_inventory(kind, body.cents, person.id, key, answered)
    except Refusal as no:
        raise HTTPException(409, no.why) from None
    answer = await asyncio.wait_for(done, PATIENCE_S)
    if isinstance(answer, msg.Refused):
        raise HTTPException(409, answer.why)
    return Nothing()


@router.post("/count", responses=problems(401, 403, 404))
async def count(
    house: TheHouse, request: Request, id: TableId, body: CountBody, person: Annotated[Person, may("count")]
) -> CountAnswer:
    """Compare what staff counted with the books. Both go into the staff journal, and no money moves."""
    await table_of(house, request, id)
    now = house.now()

    def compare(connection: Connection) -> int:
        booked = ledger.balance(connection, books.inventory(id)) // UNITS
        staff.record(connection, now, person.id, "count", {"table": id, "counted": body.cents, "booked": booked})
        return booked

    return CountAnswer(counted=body.cents, booked=await house.write(compare))
