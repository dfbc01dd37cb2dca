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
    mean: float

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

        mean = round(1000 * sum(ordered) / len(ordered), 3)
        return cls(p50=at(0.5), p90=at(0.9), p99=at(0.99), most=at(1.0), mean=mean)


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the load: first what was asked for, then measures, then figures that must be 0."""

    tables: int
    players: int
    think: float
    """The mean time before an act, in seconds."""
    seconds: float
    """How long the players played."""
    acts: int
    """Wagers and decisions that the house has acknowledged."""
    acts_a_second: float
    other_commands: int
    """Other commands that the house has acknowledged: a player is ready to go on."""
    refused: dict[str, int]
    """Refused commands, by code. A few are late: the table went on before they came."""
    rounds: int
    """Rounds that began at the tables."""
    updates: int
    """Updates that the clients received."""
    latency_ms: Latencies
    """From a command until its answer comes in. The first second of play is not counted: see ``WARM_UP``."""
    own_delay_ms: Latencies
    """How long an answer waits in the load's own process, measured by a timer of that process. Latencies include it."""
    own_cores: float
    """How many cores the load's own process kept busy. It can use one."""
    cores: int
    """The cores of this machine. A house on the same machine shares them with the load."""
    coached: int = 0
    """Players who ask the coach at each of their questions."""
    advice: int = 0
    """Pieces of advice that the coach gave."""
    no_advice: dict[str, int] = {}
    """Questions to the coach without an answer, by code: ``coach`` if it was busy, ``conflict`` if they came late."""
    advice_ms: dict[str, Latencies] = {}
    """From a question to the coach until its advice comes in, by game and question."""
    first_advice_ms: dict[str, float] = {}
    """The same for the first question to the coach at each game, whenever it came."""
    reconnects: int
    resent: int
    """Commands that were sent again after a lost connection."""
    out_of_money: int
    """Players who ran out of money."""
    gaps: int
    """Gaps and repeats in the numbers of updates. There must be none."""
    unanswered: int
    """Commands without an answer in time. There must be none."""
    lost: int
    """Players who lost the house for good. There must be none."""

    @property
    def own_share(self) -> float:
        """The part of the mean latency that the load itself causes, about."""
        return min(1.0, self.own_delay_ms.mean / self.latency_ms.mean) if self.latency_ms.mean else 0.0

    @property
    def kept(self) -> bool:
        """Whether every figure that must be 0 is 0."""
        return not self.gaps + self.unanswered + self.lost
