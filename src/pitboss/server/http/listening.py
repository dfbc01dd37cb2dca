"""The socket of a house. It imports little: a start listens first, and whoever connects while the rest loads waits."""

from __future__ import annotations

import errno
import os
import socket

UNREAD_MS = 30_000
"""How long what was sent may stay unread before the system ends a connection."""


class ServeError(ValueError):
    """The house can't be served, and why. Nothing has changed."""


def listen(host: str, port: int) -> socket.socket:
    """A socket at which clients can connect."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise ServeError(f"the host {host!r} is not known") from None
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            others = "choose another with --port, or with make run PORT=N"
            raise ServeError(f"port {port} of {host} is in use: {others}") from None
        why = os.strerror(error.errno or 0).lower()
        raise ServeError(f"the house can't listen at {host}, port {port}: {why}") from None
    return listening
