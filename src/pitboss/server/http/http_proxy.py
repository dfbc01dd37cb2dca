"""Requests about tables that another process runs. They are passed on with the session of who asked."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi import Request, Response
from sqlalchemy import Connection, select
from starlette.exceptions import HTTPException

from pitboss.house.process import logs
from pitboss.house.process.house import House
from pitboss.house.storage import schema
from pitboss.server.live.relay import PATIENCE_S

if TYPE_CHECKING:
    import httpx

PASSED_ON = "x-pitboss-passed-on"
"""The header of a request from another process. Such a request is not passed on again."""
KEPT_HEADERS = ("authorization", "content-type")


class Elsewhere(Exception):
    """Another process runs the table that a request is about."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


async def find_elsewhere(house: House, request: Request, table: str) -> None:
    """Raise ``Elsewhere`` if another process runs a table."""
    if not house.shared or PASSED_ON in request.headers:
        return
    address = await house.address_of(table)
    if address:
        raise Elsewhere(address)


def addresses_of_others(connection: Connection, house: House) -> list[str]:
    """The addresses of the other processes that run open tables."""
    owner, table = schema.owner.c, schema.game_table.c
    is_open = (table.id == owner.table_id) & table.closed_at.is_(None)
    others = (
        select(owner.address)
        .join(schema.game_table, is_open)
        .where(owner.process.not_in((house.process, "")), owner.address != house.address)
    )
    return list(connection.execute(others.distinct()).scalars())


async def pass_on(request: Request, address: str) -> Response:
    """The answer of another process to this request."""
    answer = await _ask(request, address, request.method, params=request.query_params, content=await request.body())
    if answer is None:
        raise HTTPException(503, "the process that runs this table can't be reached: ask again")
    return Response(answer.content, answer.status_code, media_type=answer.headers.get("content-type"))


async def answers_of_others(
    house: House, request: Request, path: str = "", *, all_must_answer: bool = False
) -> list[Any]:
    """What the other processes that run open tables answer to this request, or to one for a path.

    One that is silent is left out. If all must answer, a silent one is an error with status 503.
    """
    # Anybody can send the header, and no process passes on a request to which all others must answer.
    if not house.shared or (PASSED_ON in request.headers and not all_must_answer):
        return []

    async def ask(address: str) -> Any:
        answer = await _ask(request, address, "GET", path) if address else None
        return answer.json() if answer is not None and answer.status_code == 200 else None

    others = await house.read(lambda connection: addresses_of_others(connection, house))
    found = await asyncio.gather(*map(ask, others))
    if all_must_answer and None in found:
        raise HTTPException(503, "another process of the house does not answer: ask again")
    return [one for one in found if one is not None]


async def _ask(request: Request, address: str, method: str, path: str = "", **more: Any) -> httpx.Response | None:
    """The answer of a process to a request of this session. None if it is silent. Default path: that of the request."""
    import httpx  # it costs time at a start, and only houses of several processes need it

    headers = {name: request.headers[name] for name in KEPT_HEADERS if name in request.headers} | {PASSED_ON: "1"}
    try:
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S, headers=headers, trust_env=False) as client:
            return await client.request(method, path or request.url.path, **more)
    except httpx.HTTPError as error:
        logs.error("another process does not answer", error)
        return None
