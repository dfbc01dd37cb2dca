"""Rate limits, and the client's real address behind trusted proxies."""

from __future__ import annotations

import asyncio
import re
import resource
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitboss.house.settings import Rate

MOST = 10_000
"""Buckets that are kept before the full ones are forgotten."""
_WITH_PORT = re.compile(r"\[(?P<six>[^][]+)\](?::[0-9]+)?|(?P<four>[^][:]+):[0-9]+")


class Limiter:
    """Allows each client a rate.

    >>> time = 0.0
    >>> limiter = Limiter(Rate(a_second=2, at_once=1), clock=lambda: time)
    >>> limiter.wait("ann"), limiter.wait("ann"), limiter.wait("bob")
    (0.0, 0.5, 0.0)
    >>> time = 0.5
    >>> limiter.wait("ann")
    0.0
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self._clock = rate, clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """For each client, what is left, and when that was."""

    def wait(self, client: str) -> float:
        """Take one. Returns 0 if it may happen now; otherwise takes none, and returns the seconds until it may."""
        now = self._clock()
        left = self._left(client, now)
        if left < 1:
            return (1 - left) / self.rate.a_second
        if len(self._buckets) >= MOST and client not in self._buckets:
            self._forget(now)
        self._buckets[client] = (left - 1, now)
        return 0.0

    def _left(self, client: str, now: float) -> float:
        left, at = self._buckets.get(client, (self.rate.at_once, now))
        return min(self.rate.at_once, left + (now - at) * self.rate.a_second)

    def _forget(self, now: float) -> None:
        """Forget full buckets, which are like new ones."""
        self._buckets = {
            client: bucket for client, bucket in self._buckets.items() if self._left(client, now) < self.rate.at_once
        }


def address_in(text: str) -> str:
    """The address in a text, without a port and in its shortest form. Empty if there is none.

    >>> address_in("192.0.2.7:4711"), address_in("[2001:db8::0:1]:443"), address_in("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::1', '192.0.2.7')
    >>> address_in("unix"), address_in("192.0.2.7:1:1")
    ('', '')
    """
    host = text.strip()
    if with_port := _WITH_PORT.fullmatch(host):
        host = with_port["six"] or with_port["four"]
    try:
        found = ip_address(host)
    except ValueError:
        return ""
    return str(found.ipv4_mapped or found if isinstance(found, IPv6Address) else found)


def neighbourhood(address: str) -> str:
    """What counts as one address. Whoever has an IPv6 address has all of its network.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8::1:2:3:4"), neighbourhood("unix")
    ('192.0.2.7', '2001:db8::/64', 'unix')
    """
    bare = address_in(address)
    if ":" in bare:
        return f"{IPv6Address(int(IPv6Address(bare)) >> 64 << 64)}/64"
    return bare or address


def is_own_network(address: str) -> bool:
    """Whether an address is of this machine or of a private network.

    >>> is_own_network("127.0.0.1"), is_own_network("10.1.2.3"), is_own_network("8.8.8.8"), is_own_network("?")
    (True, True, False, False)
    """
    bare = address_in(address)
    return bool(bare) and (ip_address(bare).is_loopback or ip_address(bare).is_private)


FORWARDED_FOR = b"x-forwarded-for"
PASSED_ON = {FORWARDED_FOR, b"forwarded", b"x-real-ip", b"via"}
"""Headers that a proxy adds."""
ADDRESS_KNOWN = "address_known"
"""The key in a request's state that says whether the client's address is known. Behind an unknown proxy it is not."""


class Proxies:
    """Those who pass requests on.

    >>> proxies = Proxies(["10.0.0.0/24"])
    >>> proxies.client("10.0.0.5", ["6.6.6.6, 192.0.2.7, 10.0.0.9"]), proxies.client("192.0.2.7", ["6.6.6.6"])
    ('192.0.2.7', '')
    """

    def __init__(self, trusted: Iterable[str]) -> None:
        self._trusted = [ip_network(one) for one in trusted]
        self.processes: frozenset[str] = frozenset()
        """The addresses of other processes of the house. Each carries the connections of many clients."""

    def trusts(self, address: str) -> bool:
        bare = address_in(address)
        return bool(bare) and any(ip_address(bare) in one for one in self._trusted)

    def is_process(self, address: str) -> bool:
        """Whether another process of the house has this address."""
        return address_in(address) in self.processes

    def carries_many(self, address: str) -> bool:
        """Whether the connections of an address are those of many clients."""
        return self.is_process(address) or self.trusts(address)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """For whom a peer asks, if it is trusted: the last address that is not a trusted proxy itself. Else empty.

        Whatever stands before that address, the client may have written itself.
        """
        if not self.trusts(peer):
            return ""
        for word in reversed([word for line in forwarded for word in line.split(",")]):
            if not self.trusts(word):
                return address_in(word)
        return ""

    def note(self, scope: Scope) -> None:
        """Let a request show the client for whom a trusted proxy asks."""
        peer = scope["client"][0] if scope.get("client") else ""
        values = [value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED_FOR]
        if client := self.client(peer, values):
            scope["client"] = (client, 0)
            known = True
        else:
            known = not self.trusts(peer) and PASSED_ON.isdisjoint(name for name, _ in scope["headers"])
        scope.setdefault("state", {})[ADDRESS_KNOWN] = known

    async def know(self, processes: Iterable[str]) -> None:
        """Know the other processes of the house, by their URLs."""
        loop, found = asyncio.get_running_loop(), set[str]()
        for url in processes:
            with suppress(OSError, ValueError):  # its name is not known here, so it does not connect either
                place = urlsplit(url)
                found |= {address_in(str(one[4][0])) for one in await loop.getaddrinfo(place.hostname, place.port)}
        self.processes = frozenset(found)


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
