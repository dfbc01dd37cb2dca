"""Tables that another process of the house runs. A client may ask any process, over HTTP and over the WebSocket.

A request is passed on with the session of who asked. For the WebSocket, this process connects to the other one with the
client's token and passes messages on, both ways. The other process checks everything as if the client had connected to
it. If it dies, the client hears that the table has stopped, and asks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from fastapi import Request, Response
from sqlalchemy import Connection, select
from starlette.exceptions import HTTPException
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from pitboss.house.process import logs
from pitboss.house.process.house import House
from pitboss.house.storage import schema
from pitboss.protocol import messages as msg

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


LARGEST = 4 * 1024 * 1024
"""The largest message of another process, in bytes."""
PATIENCE_S = 3.0
"""How long another process may take to answer, in seconds."""
_OWN = (b'{"type":"welcome"', b'{"type":"pong"')
"""The beginnings of messages that concern the connection between the processes."""
_STOPPED = b'{"type":"stopped"'


class Receiver(Protocol):
    """The client's connection to this process."""

    def send(self, message: bytes) -> None: ...
    async def room(self) -> None: ...


class Relay:
    """A client's connection to one other process."""

    def __init__(self, address: str, token: str, client: Receiver, ended: Callable[[Relay], None]) -> None:
        self.address, self._token, self._client, self._ended = address, token, client, ended
        self.tables: set[str] = set()
        """The tables that the client watches through it."""
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._task = asyncio.create_task(self._run())

    def pass_on(self, message: msg.Message) -> None:
        """Pass a message of the client on."""
        self._out.put_nowait(msg.encode(message))

    def close(self) -> None:
        self._task.cancel()

    async def _run(self) -> None:
        url = self.address.replace("http", "ws", 1) + "/ws"
        try:
            async with asyncio.timeout(PATIENCE_S):
                peer = await connect(url, max_size=LARGEST, compression=None, proxy=None)
            async with peer:
                await peer.send(msg.encode(msg.Hello(version=msg.VERSION, token=self._token)).decode())
                writer = asyncio.create_task(self._write(peer))
                try:
                    await self._read(peer)
                finally:
                    writer.cancel()
        except (OSError, TimeoutError, WebSocketException):
            return
        finally:
            for table in self.tables:
                why = "the process that runs this table can't be reached; ask again"
                self._client.send(msg.encode(msg.Stopped(table=table, why=why)))
            self._ended(self)

    async def _read(self, peer: ClientConnection) -> None:
        try:
            async for frame in peer:
                encoded = frame if isinstance(frame, bytes) else frame.encode()
                for line in encoded.split(b"\n"):
                    if line.startswith(_STOPPED):  # perhaps another process runs it now: the client asks again
                        self.tables.discard(msgspec.json.decode(line, type=msg.Stopped).table)
                    if not line.startswith(_OWN):
                        self._client.send(line)
                await self._client.room()
        except ConnectionClosed:
            return

    async def _write(self, peer: ClientConnection) -> None:
        while True:
            await peer.send((await self._out.get()).decode())
