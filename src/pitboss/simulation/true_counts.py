"""Rounds tallied by the true count at their start, and by how much of the shoe is dealt by then.

Every card has a tag, a whole number. The running count is the sum of the tags of all cards that lay face up since the
shuffle; the burn card lies face down. The true count is the running count for each pack that is left in the shoe,
rounded down to hundredths, and its bin is the whole number below. Bins beyond ``MOST`` are one with it.

A round begins if the cut card did not come before. So of rounds that begin in the first part of a shoe, the tally is
that of a shoe with its cut card there.
"""

from __future__ import annotations

from typing import Any

from pitboss.mathematics.counting.compiled import inlined
from pitboss.mathematics.counting.hands import Ints

MOST = 20
BINS = 2 * MOST + 1
PARTS = 20
"""The parts of the shoe by which rounds are told apart."""
CELLS = (PARTS + 1) * BINS
HUNDRED = 100

ROUNDS, COUNTS = range(2)
"""The rows of the first part of a tally: rounds, and the sum of their true counts in hundredths."""
BY_COUNT, MOMENTS = "by count", "count moments"
"""The parts of a tally. The second has sums and squares of wins in cents, as ``add_moments`` makes them."""
COUNTED: dict[str, tuple[int, ...]] = {BY_COUNT: (2, CELLS), MOMENTS: (3, CELLS)}


@inlined
def tallied(running: Any, dealt: Any, size: Any, pack: Any, won: Any, by_count: Ints, moments: Ints) -> None:
    """Add a round that began at this running count, when so many cards of a shoe of this size were dealt."""
    left = size - dealt
    true = HUNDRED * pack * running // left if left > 0 else 0  # if the shoe is empty, the whole rack follows
    cell = (PARTS * dealt + size - 1) // size * BINS + min(max(true // HUNDRED, -MOST), MOST) + MOST
    square = won * won
    by_count[ROUNDS, cell] += 1
    by_count[COUNTS, cell] += true
    moments[0, cell] += won
    moments[1, cell] += square & 0xFFFFFFFF
    moments[2, cell] += square >> 32
