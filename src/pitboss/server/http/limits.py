"""Rate limits: a token bucket for each client."""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic

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
