"""``pitboss`` with a house at pace 0 in which each result lies for a minute, or until all players are ready."""

from __future__ import annotations

import msgspec

from pitboss.cli import run
from pitboss.house.settings import PACE_ZERO, Pace

MINUTE = 60.0
LINGERING = msgspec.structs.replace(PACE_ZERO, between=MINUTE)

if __name__ == "__main__":
    Pace.times = lambda self, factor: LINGERING  # type: ignore[method-assign]
    run()
