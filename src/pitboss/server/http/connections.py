"""Connections: how many there may be, how long they may say nothing, and how many files the process opens for them."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from typing import Any

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitboss.server.http.limits import Proxies, neighbourhood

HEAD_S = 10.0
"""Seconds within which a client must send the head of a request."""
OTHER_FILES = 256
"""Files that a process opens besides the connections of its clients: databases, logs, other processes."""

TOO_MANY = {"code": "limit", "why": "too many connections are open: try again later"}
RETRY_S = 10
MOST_TOLD, TOLD_S = 50, 1.0
"""The most refused connections that are told so at once, and the seconds that each gets to ask."""
NO_HANDSHAKE = {"code": "malformed", "why": "a request for a WebSocket must have no body and be valid HTTP"}


def _closing(status: bytes, said: dict[str, str], *headers: bytes) -> bytes:
    """The last answer on a connection, whole."""
    body = msgspec.json.encode(said)
    length = b"content-length: %d" % len(body)
    head = (b"HTTP/1.1 " + status, b"content-type: application/json", b"connection: close", *headers, length)
    return b"\r\n".join((*head, b"", body))


_REFUSED = _closing(b"503 Service Unavailable", TOO_MANY, b"retry-after: %d" % RETRY_S)
_NO_HANDSHAKE = _closing(b"400 Bad Request", NO_HANDSHAKE)


class Gate:
    """Counts open connections, in all and from each address.

    >>> gate = Gate(3, 2, Proxies([]))
    >>> [gate.enter(one) for one in ("192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.8", "192.0.2.9")]
    [True, True, False, True, False]
    >>> gate.leave("192.0.2.7")
    >>> gate.enter("192.0.2.9")
    True
    """

    def __init__(self, most: int, of_address: int, proxies: Proxies) -> None:
        self._most, self._of_address, self._proxies = most, of_address, proxies
        self._open: Counter[str] = Counter()
        self.told = 0
        """Refused connections that are told so when they ask."""

    def enter(self, address: str) -> bool:
        """Count one more, unless there are too many."""
        place = neighbourhood(address)
        full = self._open[place] >= self._of_address and not self._proxies.carries_many(address)
        if full or self._open.total() >= self._most:
            return False
        self._open[place] += 1
        return True

    def leave(self, address: str) -> None:
        place = neighbourhood(address)
        self._open[place] -= 1
        if not self._open[place]:
            del self._open[place]


class Http(H11Protocol):
    """An HTTP connection. uvicorn waits for ever for the head of a request; this class closes the connection."""

    def __init__(self, gate: Gate, **named: Any) -> None:
        super().__init__(**named)
        self._gate, self._entered, self._is_told = gate, False, False
        self._too_late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._entered = self._gate.enter(_host(self))
        if self._entered:
            self._watch()
        elif self._gate.told < MOST_TOLD:
            self._gate.told += 1
            self._is_told = True
            self._too_late = self.loop.call_later(TOLD_S, transport.abort)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._entered:
            super().data_received(data)
            self._watch()
        else:  # whoever is refused before the request was read sees a broken connection, and no answer
            self.transport.write(_REFUSED)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
        if self._entered:
            self._gate.leave(_host(self))
        if self._is_told:
            self._gate.told -= 1
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Set a limit while a head is awaited. It is not renewed by each byte."""
        if self._is_served or self.transport.get_protocol() is not self:  # a request, or a WebSocket by now
            if self._too_late is not None:
                self._too_late.cancel()
                self._too_late = None
        elif self._too_late is None:
            self._too_late = self.loop.call_later(HEAD_S, self._close_if_silent)

    @property
    def _is_served(self) -> bool:
        return bool(self.cycle) and not self.cycle.response_complete

    def _close_if_silent(self) -> None:
        self._too_late = None
        if not self._is_served and self.transport.get_protocol() is self:
            self.transport.close()


class Live(WebSocketsSansIOProtocol):
    """A WebSocket. It began as a connection of ``Http``, which entered."""

    def __init__(self, gate: Gate, **named: Any) -> None:
        super().__init__(**named)
        self._gate = gate

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # uvicorn hears nothing of a request that its library rejects, such as one with a body, and waits for ever.
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or _NO_HANDSHAKE)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gate.leave(_host(self))
        super().connection_lost(exc)


def _host(protocol: H11Protocol | WebSocketsSansIOProtocol) -> str:
    return protocol.client[0] if protocol.client else ""


def allow_open_files(connections: int) -> int:
    """Let this process open a file for each of so many connections, as far as the system allows.

    Returns the number of connections for which there are files, with others in reserve.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft == resource.RLIM_INFINITY:
        return connections
    return min(connections, max(soft - OTHER_FILES, soft // 2))
