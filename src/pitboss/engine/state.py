"""The table between rounds: everything that one round passes to the next, as one frozen value."""

from __future__ import annotations

import msgspec

NEW, OPEN, SPREAD, SPREAD_UP = "new", "open", "spread", "spread face up"


class TableState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table as a round leaves it and the next one finds it.

    >>> TableState().condition
    'new'
    """

    round: int = 0
    """Number of the last round."""
    condition: str = NEW
    """new: the cards must be inspected and spread. open: the cards are in play. spread: the table is idle, and the
    cards are spread out. spread face up: the same, if the document leaves the choice to the dealer."""
    pack: int = 1
    """The pack played last, if two alternate. After an idle spread, the pack to be played next."""
    missing: tuple[int, ...] = ()
    """The packs, of two, that have left the table and must be replaced."""
    since_count: int = 0
    """Rounds dealt since the stub was counted, including void rounds."""
    pack_since: tuple[int, ...] = ()
    """For each of two packs: rounds dealt from it since it was counted. Empty if there are none."""
    uncounted: int = 0
    """Cards of the pack played last, if a void prevented its due count; otherwise 0."""
    cut_offered: int = 0
    """The seat that was last offered the cut, from which the offer rotates; 0 if it starts anew."""
    last_cutter: int = 0
    """The seat that cut last; 0 for the dealer."""
    removed: tuple[str, ...] = ()
    """Devices removed from the table: shuffler, automated shoe, card reader."""
    to_come: tuple[str, ...] = ()
    """Irregularities reported for the next wash or shuffle."""

    # The stack for the next round: a lasting shoe, or the pack that was shuffled during this round.
    order: str = ""
    """The shuffled stack from the top. A card followed by ^ lies face up."""
    key: str = ""
    depth: int = 0
    """The depth of the cut."""
    cursor: int = 0
    """Cards drawn since the cut."""
    cut_card: int = 0
    """How many cards are dealt before the cut card appears; 0 if there is none."""
    cut_card_box: int = -1
    """The box at which the cut card appeared: 0 for the dealer, -1 if it has not appeared."""
    cut_card_player: str = ""
    """The player who made the decisions on that box."""
    rack: str = ""
    """Cards in the discard rack."""
    reshuffle: bool = True
    """Whether the cards are shuffled before the next round."""
    burn: bool = False
    """Whether a card is burned before the next round, for a new shoe or a new dealer."""
    burned: str = ""
    """Cards burned from this shoe and not disclosed."""
    entered: tuple[str, ...] = ()
    """Players who have wagered in every round since the shuffle."""

    def with_since(self, pack: int, rounds: int) -> tuple[int, ...]:
        """``pack_since`` with a new number of rounds for one of the two packs."""
        first, second = self.pack_since or (0, 0)
        return (rounds, second) if pack == 1 else (first, rounds)
