"""The address of a server, for commands that talk to one."""

from __future__ import annotations

from urllib.parse import urlsplit

from pitboss.cli.arguments import Unusable


def checked_server(server: str) -> str:
    """The address of a server, as the client needs it.

    >>> checked_server("http://127.0.0.1:8000/")
    'http://127.0.0.1:8000'
    """
    try:
        parts = urlsplit(server)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 0) >= 0
    except ValueError:
        good = False
    if not good:
        raise Unusable(f"--server must be an address such as http://127.0.0.1:8000, not {server}")
    return server.rstrip("/")
