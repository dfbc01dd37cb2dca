"""The figures of a load."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Latencies(msgspec.Struct, frozen=True, kw_only=True):
    """Percentiles of times, in milliseconds."""

    p50: float
    p90: float
    p99: float
    most: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Latencies:
        """The figures of these times.

        >>> Latencies.of([0.001, 0.002, 0.003, 0.1]).most
        100.0
        >>> Latencies.of([]).p50
        0.0
        """
        ordered = sorted(seconds) or [0.0]

        def at(share: float) -> float:
            return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3)

        return cls(p50=at(0.5), p90=at(0.9), p99=at(0.99), most=at(1.0))


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the load."""

    tables: int
    players: int
    seconds: float
    acts: int
    """Acts in rounds that the server has acknowledged."""
    acts_a_second: float
    commands: int
    """All acknowledged commands, also those that say only that a player is ready."""
    refused: dict[str, int]
    """Refused commands, by code."""
    unanswered: int
    """Commands without an answer in time."""
    latency_ms: Latencies
    lag_ms: Latencies
    """How late the clients' own timer ran. If this is high, the clients were slow, and latencies include that."""
    rounds: int
    """Rounds that began at the tables."""
    updates: int
    """Updates that clients received."""
    reconnects: int
    resent: int
    """Commands that were sent again after a lost connection."""
    gaps: int
    """Gaps and repeats in the numbers of updates. There must be none."""
    lost: int
    """Players whose connection was lost for good."""
    broke: int
    """Players who ran out of money."""
