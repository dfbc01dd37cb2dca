"""Commands and updates of tables that another process runs, passed on over a WebSocket of the client's own session.

A client may connect to any process of the house. If it asks for a table that another process runs, this process
connects there with the client's token and passes messages on, both ways. The other process checks everything as if the
client had connected to it. If it dies, the client hears that the table has stopped, and asks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from pitboss.protocol import messages as msg

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
