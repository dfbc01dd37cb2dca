"""Five-card strength inside compiled code, from the tables of ``hands``."""

from __future__ import annotations

from pitboss.mathematics.counting.compiled import inlined
from pitboss.mathematics.counting.hands import MIXED, SUITED, WEIGHT


@inlined
def strength5(a: int, b: int, c: int, d: int, e: int) -> int:
    """``poker.strength`` of five cards."""
    if (a ^ b | a ^ c | a ^ d | a ^ e) & 3:
        return int(MIXED[WEIGHT[a] + WEIGHT[b] + WEIGHT[c] + WEIGHT[d] + WEIGHT[e]])
    return int(SUITED[1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)])
