"""HTTP routes about statements: your own, and those of people and tables. JSON comes page by page, CSV is whole."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from sqlalchemy import ColumnElement, Connection
from starlette.exceptions import HTTPException

from pitboss.house.money import statements
from pitboss.house.people import people
from pitboss.house.people.people import Person
from pitboss.house.tables import history
from pitboss.house.tables.history import table_row
from pitboss.protocol import account as wire
from pitboss.server.http.access import SignedIn, TheHouse, may, problems
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.routes.table import TableId

router = APIRouter(route_class=StructRoute, prefix="/api", tags=["statements"])
After = Annotated[str, Query(max_length=220, description="`next` of the page before.")]
Most = Annotated[int, Query(ge=1, le=statements.MOST)]
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


@router.get("/statement", responses=problems(401, 404, 422))
async def statement(
    house: TheHouse, person: SignedIn, after: After = "", most: Most = statements.MOST
) -> wire.Statement:
    """What moved your money, page by page."""

    def mine(connection: Connection) -> wire.Statement:
        own = statements.of_person(person.id)
        return one_page(connection, own, after, most, not_told(connection, person.id))

    return await house.read(mine)


@router.get("/statement.csv", response_class=Response, responses=problems(401) | CSV)
async def statement_csv(house: TheHouse, person: SignedIn) -> Response:
    """What moved your money, as CSV."""

    def mine(connection: Connection) -> Response:
        own = statements.of_person(person.id)
        return csv_of(connection, own, "statement.csv", not_told(connection, person.id))

    return await house.read(mine)


@router.get("/people/{id}/statement", responses=problems(401, 403, 404, 422))
async def statement_of(
    house: TheHouse,
    id: str,
    by: Annotated[Person, may("read statements of others")],
    after: After = "",
    most: Most = statements.MOST,
) -> wire.Statement:
    """What moved a person's money, page by page."""
    return await house.read(lambda connection: one_page(connection, of_person(connection, id), after, most))


@router.get("/people/{id}/statement.csv", response_class=Response, responses=problems(401, 403, 404) | CSV)
async def statement_of_csv(
    house: TheHouse, id: str, by: Annotated[Person, may("read statements of others")]
) -> Response:
    """What moved a person's money, as CSV."""
    return await house.read(lambda connection: csv_of(connection, of_person(connection, id), f"{id}.csv"))


@router.get("/tables/{id}/statement", responses=problems(401, 403, 404, 422))
async def table_statement(
    house: TheHouse,
    id: TableId,
    by: Annotated[Person, may("read statement of table")],
    after: After = "",
    most: Most = statements.MOST,
) -> wire.Statement:
    """What moved a table's money, page by page. The table may have closed."""
    return await house.read(lambda connection: one_page(connection, of_table(connection, id), after, most))


@router.get("/tables/{id}/statement.csv", response_class=Response, responses=problems(401, 403, 404, 422) | CSV)
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
) -> wire.Statement:
    try:
        found = statements.page(connection, whose, after=after, most=most, untold=untold)
    except statements.UnknownLine as no:
        raise HTTPException(404, str(no)) from None
    return wire.Statement(
        lines=tuple(
            wire.Line(
                at=one.at,
                entry=one.entry,
                kind=one.kind,
                table=one.table_id,
                act=one.seq,
                account=one.account,
                units=one.units,
                balance=one.balance,
                memo=one.memo,
            )
            for one in found.lines
        ),
        next=found.next,
    )


def csv_of(
    connection: Connection, whose: ColumnElement[bool], name: str, untold: statements.Untold = statements.NOTHING
) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    content = statements.as_csv(statements.lines(connection, whose, untold))
    return Response(content, media_type="text/csv", headers=headers)
