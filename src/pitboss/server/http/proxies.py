"""Who passes requests on for others: trusted proxies, which say for whom, and the other processes of the house."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.types import Scope

from pitboss.server.http.limits import address_in

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
