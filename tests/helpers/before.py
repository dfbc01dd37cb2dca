"""What earlier versions of the program stored, in tests/before. It can't be made again.

Before revision 1 of the engine: a log, a journal and a database for each reading that it changed. Before the code got
its rooms (``rooms-``): logs of all games, a run of the simulation, a signed house and its backup."""

from __future__ import annotations

import gzip
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "before"
READINGS = {
    "boston-withdrawn-first": "Boston 6(c): the first wager is withdrawn while an optional bonus lies",
    "attack-pat-hand": "Double Attack 15(f), 15(g): a draw on a pat hand takes the card after the exposed one",
    "attack-hole-card": "Double Attack 15(c), 15(f): a new hole card is the card after the exposed one",
    "attack-standing": "3(b), 3(c): somebody who stands inspects the cards",
    "caribbean-idle-face-down": "Caribbean 4(e), 3(d): one of two packs is turned, and one is shuffled before the bets",
    "double-down-closed": "Double Down 4(d)(2): the rotation of the cut goes on after a close",
    "double-down-two-packs": "Double Down 3(d): one of two packs is shuffled before the bets",
    "boston-two-packs": "Boston 3(d): the same",
    "double-cross-two-packs": "Double Cross 3(d): the same",
}
FROZEN = "boston-withdrawn-first"
"""Its journal and its database end in a round that nobody could end: an ante and an optional bonus without a first."""


def unpacked(name: str, kind: str, folder: Path) -> Path:
    """A stored file, unpacked into a folder."""
    path = folder / f"{name}.{kind}"
    path.write_bytes(gzip.decompress((FOLDER / f"{name}.{kind}.gz").read_bytes()))
    return path
