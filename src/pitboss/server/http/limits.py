"""Rate limits, and the client's real address behind trusted proxies."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from urllib.parse import urlsplit

from starlette.types import Scope

from pitboss.house.process.settings import Rate

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
