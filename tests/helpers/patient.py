"""``pitboss`` with a house that waits long for players, also for those who are away, and pauses for nothing else.

At pace 0 a player who reloads the page is away, so the house acts for them at once.
"""

from __future__ import annotations

from pitboss.cli import run
from pitboss.house.settings import Pace

HOUR = 3600.0
PATIENT = Pace(betting=HOUR, decision=HOUR, cut=HOUR, away=HOUR, grace=0.0, between=0.0, dealer=0.0)

if __name__ == "__main__":
    Pace.times = lambda self, factor: PATIENT  # type: ignore[method-assign]
    run()
