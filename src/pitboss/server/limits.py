"""Rate limits: a token bucket for each client."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic

from pitboss.server.settings import Rate

MOST = 10_000
"""Buckets that are kept before the full ones are forgotten."""


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


def neighbourhood(address: str) -> str:
    """What counts as one address. Whoever has an IPv6 address has all of its network.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8::1:2:3:4"), neighbourhood("unix")
    ('192.0.2.7', '2001:db8::/64', 'unix')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return address


def is_own_network(address: str) -> bool:
    """Whether an address is of this machine or of a private network.

    >>> is_own_network("127.0.0.1"), is_own_network("10.1.2.3"), is_own_network("8.8.8.8"), is_own_network("?")
    (True, True, False, False)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return found.is_loopback or found.is_private
