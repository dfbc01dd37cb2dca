"""Connections that do nothing: how long they may say nothing, and how many files the process may open for them."""

from __future__ import annotations

import asyncio
import resource
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 10.0
"""Seconds within which a client must send the head of a request."""
OTHER_FILES = 256
"""Files that a process opens besides the connections of its clients: databases, logs, other processes."""


class Http(H11Protocol):
    """An HTTP connection. uvicorn waits for ever for the head of a request; this class closes the connection."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._too_late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
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


def allow_open_files(connections: int) -> int:
    """Let this process open a file for each of so many connections, as far as the system allows. Returns the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft
