"""What earlier versions of the program stored, in tests/before. It can't be made again.

Before revision 1 of the engine: a log, a journal and a database for each reading that it changed. Before the code got
its rooms (``rooms-``): logs of all games, a run of the simulation, a signed house and its backup.

Many journals and databases of a reading end within a round that it changes. The log and the journal of
``attack-recut-shared-box`` follow an earlier log."""

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
    "double-down-new-pack": "Double Down 4(d)(2): the rotation of the cut goes on with a new pack",
    "double-down-two-packs": "Double Down 3(d): one of two packs is shuffled before the bets",
    "boston-two-packs": "Boston 3(d): the same",
    "double-cross-two-packs": "Double Cross 3(d): the same",
    "boston-boxed-in-stub": "Boston 12(b): a boxed card is said to stay in the stub, and is then found",
    "caribbean-boxed-in-stub": "Caribbean 13(b): the same",
    "attack-reader-fails": "Double Attack 15(n): a reader that failed in the shuffle of the rack reads a hole card",
    "attack-recut-shared-box": "Double Attack 4(g): a recut goes by the boxes, and passes over one who stands",
    "attack-recut-refused": "Double Attack 4(g): after a cut that all refused, the recut begins at the far right",
    "attack-recut-dealer": "Double Attack 4(g): a player recuts where the dealer cuts for the table",
    "attack-insured-late": "Double Attack 11(b): somebody insures after a card was exposed in error",
    "attack-report-in-shuffle": "Double Attack 15(b), 15(c): a card is reported while the cards are shuffled",
    "attack-drawn-in-error": "Double Attack 15(f), 15(g): another card replaces a boxed card or a ten drawn in error",
    "attack-pat-hand-empty-shoe": "Double Attack 15(g): the rack is shuffled for a draw on a pat hand",
    "attack-exposed-empty-shoe": "Double Attack 15(f): the rack is shuffled for a card exposed in error",
    "attack-pat-hand-second-boxed": "Double Attack 15(g): a draw that finds the second boxed card is said not to come",
    "attack-planted-rack": "Double Attack 15(h): a planted rack of one card is cut",
    "attack-empty-order": "Double Attack 4(a): an order without cards is opened",
}
FROZEN = "boston-withdrawn-first"
"""Its journal and its database end in a round that nobody could end: an ante and an optional bonus without a first."""


def unpacked(name: str, kind: str, folder: Path) -> Path:
    """A stored file, unpacked into a folder."""
    path = folder / f"{name}.{kind}"
    path.write_bytes(gzip.decompress((FOLDER / f"{name}.{kind}.gz").read_bytes()))
    return path
