"""HTTP routes about money: statements of people and tables, and fills, credits and counts of a table inventory.

Statements as JSON come page by page, CSV is whole. The order of staff to move money goes into the journal in the
transaction that moves it. The entry has the same key, so the two can be compared.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import ColumnElement, Connection, select
from starlette.exceptions import HTTPException

from pitboss.basics.money import UNITS
from pitboss.house.money import books, statements
from pitboss.house.money.cashier import Movement
from pitboss.house.people import people
from pitboss.house.people.people import Person
from pitboss.house.process.house import House
from pitboss.house.storage import schema
from pitboss.house.storage.committer import PATIENCE_S
from pitboss.house.tables import history
from pitboss.house.tables.history import table_row
from pitboss.protocol import messages as msg
from pitboss.protocol import tables as wire
from pitboss.protocol.account import Statement
from pitboss.protocol.bodies import Nothing
from pitboss.server.http.access import SignedIn, TheHouse, may, problems
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.routes.table import TableId, table_of

# --- statements

statement_routes = APIRouter(route_class=StructRoute, prefix="/api", tags=["statements"])
After = Annotated[str, Query(max_length=220, description="`next` of the page before.")]
Most = Annotated[int, Query(ge=1, le=statements.MOST)]
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


@statement_routes.get("/statement", responses=problems(401, 404, 422))
async def statement(house: TheHouse, person: SignedIn, after: After = "", most: Most = statements.MOST) -> Statement:
    """What moved your money, page by page."""

    def mine(connection: Connection) -> Statement:
        own = statements.of_person(person.id)
        return one_page(connection, own, after, most, not_told(connection, person.id))

    return await house.read(mine)


@statement_routes.get("/statement.csv", response_class=Response, responses=problems(401) | CSV)
async def statement_csv(house: TheHouse, person: SignedIn) -> Response:
    """What moved your money, as CSV."""

    def mine(connection: Connection) -> Response:
        own = statements.of_person(person.id)
        return csv_of(connection, own, "statement.csv", not_told(connection, person.id))

    return await house.read(mine)


@statement_routes.get("/people/{id}/statement", responses=problems(401, 403, 404, 422))
async def statement_of(
    house: TheHouse,
    id: str,
    by: Annotated[Person, may("read statements of others")],
    after: After = "",
    most: Most = statements.MOST,
) -> Statement:
    """What moved a person's money, page by page."""
    return await house.read(lambda connection: one_page(connection, of_person(connection, id), after, most))


@statement_routes.get("/people/{id}/statement.csv", response_class=Response, responses=problems(401, 403, 404) | CSV)
async def statement_of_csv(
    house: TheHouse, id: str, by: Annotated[Person, may("read statements of others")]
) -> Response:
    """What moved a person's money, as CSV."""
    return await house.read(lambda connection: csv_of(connection, of_person(connection, id), f"{id}.csv"))


@statement_routes.get("/tables/{id}/statement", responses=problems(401, 403, 404, 422))
async def table_statement(
    house: TheHouse,
    id: TableId,
    by: Annotated[Person, may("read statement of table")],
    after: After = "",
    most: Most = statements.MOST,
) -> Statement:
    """What moved a table's money, page by page. The table may have closed."""
    return await house.read(lambda connection: one_page(connection, of_table(connection, id), after, most))


@statement_routes.get(
    "/tables/{id}/statement.csv", response_class=Response, responses=problems(401, 403, 404, 422) | CSV
)
async def table_statement_csv(
    house: TheHouse, id: TableId, by: Annotated[Person, may("read statement of table")]
) -> Response:
    """What moved a table's money, as CSV."""
    return await house.read(lambda connection: csv_of(connection, of_table(connection, id), f"{id}.csv"))


def not_told(connection: Connection, person: str) -> statements.Untold:
    """The acts that a player's own statement leaves out, until the cards are dealt that bring them."""
    return {one.table: one.since for one in history.undealt_of(connection, person).values()}


def of_person(connection: Connection, id: str) -> ColumnElement[bool]:
    return statements.of_person(people.known(connection, id).id)


def of_table(connection: Connection, id: str) -> ColumnElement[bool]:
    if table_row(connection, id) is None:
        raise HTTPException(404, "there is no such table")
    return statements.of_table(id)


def one_page(
    connection: Connection,
    whose: ColumnElement[bool],
    after: str,
    most: int,
    untold: statements.Untold = statements.NOTHING,
) -> Statement:
    try:
        return statements.page(connection, whose, after=after, most=most, untold=untold)
    except statements.UnknownLine as no:
        raise HTTPException(404, str(no)) from None


def csv_of(
    connection: Connection, whose: ColumnElement[bool], name: str, untold: statements.Untold = statements.NOTHING
) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    content = statements.as_csv(statements.lines(connection, whose, untold))
    return Response(content, media_type="text/csv", headers=headers)


# --- the table inventory

inventory_routes = APIRouter(route_class=StructRoute, prefix="/api/tables/{id}", tags=["inventory"])


@inventory_routes.get("/inventory", responses=problems(401, 403, 404))
async def one_inventory(
    house: TheHouse, id: TableId, person: Annotated[Person, may("read inventory")]
) -> wire.Inventory:
    """The table inventory from the opening of the table: counts, fills and credits."""
    try:
        return await house.read(lambda connection: statements.inventory_of(connection, id))
    except statements.UnknownTable as no:
        raise HTTPException(404, str(no)) from None


@inventory_routes.post("/fill", responses=problems(401, 403, 404, 409))
async def fill(
    house: TheHouse, request: Request, id: TableId, body: wire.InventoryBody, person: Annotated[Person, may("fill")]
) -> Nothing:
    """Move money of the house to the table inventory."""
    return await move(house, request, id, "fill", body, person)


@inventory_routes.post("/credit", responses=problems(401, 403, 404, 409))
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

    table.check_runs()
    table.live.cashier.check_inventory(kind, body.cents)
    table.live.cashier.move_inventory(kind, body.cents, person.id, key, answered)
    async with asyncio.timeout(PATIENCE_S):
        answer = await done
    if isinstance(answer, msg.Refused):
        raise HTTPException(409, answer.why)
    return Nothing()


def cents_moved(connection: Connection, table: str, entry: str) -> int | None:
    """The cents that an entry moved to or from a table inventory. None if there is no such entry."""
    c = schema.posting.c
    mine = select(c.units).where(c.entry == entry, c.account == books.inventory(table))
    units = connection.execute(mine).scalar_one_or_none()
    return None if units is None else abs(units) // UNITS


@inventory_routes.post("/count", responses=problems(401, 403, 404, 409))
async def count(
    house: TheHouse, id: TableId, body: wire.CountBody, person: Annotated[Person, may("count")]
) -> wire.Counted:
    """Compare what staff counted with the books. Both go into the staff journal, and no money moves."""
    now = house.now()
    try:
        return await house.write(
            lambda connection: statements.count_inventory(connection, now, person.id, id, body.kind, body.cents)
        )
    except statements.UnknownTable as no:
        raise HTTPException(404, str(no)) from None
    except statements.NotNow as no:
        raise HTTPException(409, str(no)) from None
