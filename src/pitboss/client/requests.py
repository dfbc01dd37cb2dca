"""The requests that are asked once over HTTP, as values. The types of bodies and answers are in ``protocol/``."""

from __future__ import annotations

import warnings
from functools import cache
from ssl import SSLContext
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

import httpx
import msgspec

from pitboss.client.errors import Refused
from pitboss.protocol import account, floor, games, tables
from pitboss.protocol.account import AtTable, Me, Person
from pitboss.protocol.bodies import Body, Nothing
from pitboss.protocol.tables import TableInfo

__all__ = ["AtTable", "Me", "Nothing", "Person", "Request", "TableInfo", "asking", "certificates", "part", "read"]

T = TypeVar("T")


class Request(msgspec.Struct, Generic[T], frozen=True):
    """A request, and the type of its answer."""

    method: str
    path: str
    answer: type[T]
    body: Body | dict[str, Any] | None = None

    @property
    def content(self) -> bytes | None:
        """The body as it is sent. Fields with their default are left out: the server has the same."""
        return None if self.body is None else msgspec.json.encode(self.body)


def part(id: str) -> str:
    """An id as a part of a path."""
    return quote(id, safe="")


def asking(path: str, **fields: Any) -> str:
    """A path with a query of the fields that were given.

    >>> asking("/api/statement", after="t1/12:1", most=None)
    '/api/statement?after=t1%2F12%3A1'
    """
    asked = urlencode({name: value for name, value in fields.items() if value not in (None, "")})
    return f"{path}?{asked}" if asked else path


@cache
def certificates() -> SSLContext:
    """The certificates that clients trust. They are read once, since that takes longer than a request."""
    return httpx.create_ssl_context()


def read(request: Request[T], status: int, content: bytes) -> T:
    """The answer to a request. An error of the server raises ``Refused``.

    >>> read(Request("GET", "/api/tables/t1", TableInfo), 404, b'{"code": "unknown", "why": "there is no table t1"}')
    Traceback (most recent call last):
        ...
    pitboss.client.errors.Refused: there is no table t1
    """
    try:
        if status >= 400:
            said = msgspec.json.decode(content, type=dict[str, Any])
            raise Refused(str(said.get("code", status)), str(said.get("why", f"the server answered {status}")))
        return msgspec.json.decode(content or b"{}", type=request.answer)
    except msgspec.DecodeError as error:
        why = f"the server answered {request.path} with status {status} in a form that this client does not know"
        raise Refused("malformed", f"{why}: {error}") from None


# --- types that stood here before


def __getattr__(name: str) -> Any:
    """A type of an answer by the module in which it was before. It works for one version, with a warning."""
    for module in (account, tables, floor, games):
        if not name.startswith("_") and hasattr(module, name):
            warnings.warn(f"{__name__}.{name} is now {module.__name__}.{name}", DeprecationWarning, stacklevel=2)
            return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
