"""One process of a house that anybody may kill: ``python -m pitboss.stress.process URL PORT KEY SEED``.

It is the server of ``pitboss serve`` without pauses and limits. Jackpots are planted, since they are rare. When the
house is open, it prints its address.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from pitboss.house.process import house
from pitboss.house.process.settings import UNLIMITED, HouseSettings
from pitboss.house.tables.live import LiveTable
from pitboss.house.tables.settings import Pace
from pitboss.server.http import run
from pitboss.server.http.listening import listen
from pitboss.stress.core_soak_worker import FORTUNE, JACKPOTS, PLANTED

GRACE_MS = 300
"""The time that people get to connect again after a restart. Lives are short, so it is too."""


def plant_jackpots(random: Random) -> None:
    """Let some rounds with a meter begin with cards that win from it."""
    open_round = LiveTable.open_round

    def planted(self: LiveTable) -> None:
        if self.table.terms and random.random() < PLANTED:
            self.table.stack(JACKPOTS)
        open_round(self)

    LiveTable.open_round = planted  # type: ignore[method-assign]


def main(url: str, port: int, key: Path, seed: int) -> None:
    plant_jackpots(Random(seed))
    house.GRACE_MS = GRACE_MS
    settings = HouseSettings(pace=Pace().times(0), starting_cents=FORTUNE, seed_tables=False, limits=UNLIMITED)
    run.serve(url, listen("127.0.0.1", port), settings, lambda address, token: print(address, flush=True), key=key)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
