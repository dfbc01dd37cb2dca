"""The table between rounds: everything that one round hands to the next, as one frozen value."""

from __future__ import annotations

import msgspec

NEW, OPEN, SPREAD, SPREAD_UP = "new", "open", "spread", "spread face up"


class TableState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table as a round leaves it, and as the next one finds it."""

    round: int = 0
    """Number of the last round."""
    condition: str = NEW
    """new: the cards must be inspected and spread; open: in play; spread: idle, spread out on the table,
    face up where the document leaves the choice and the dealer made it."""
    pack: int = 1
    """Which pack was played last, where two alternate; after an idle spread, which one is next."""
    missing: tuple[int, ...] = ()
    """Which of two packs have left the table and must be replaced."""
    since_count: int = 0
    """Rounds dealt since the stub was counted, void ones among them."""
    pack_since: tuple[int, ...] = ()
    """The same for each of two packs: rounds dealt from it since it was counted. Empty while there are none."""
    uncounted: int = 0
    """Cards of the pack played last, where its count was due and a void came first; 0 where none is due."""
    cut_offered: int = 0
    """Seat that was offered the cut last, from which the offer rotates; 0 where it begins anew."""
    last_cutter: int = 0
    """Seat of whoever cut last; 0 for the dealer."""
    removed: tuple[str, ...] = ()
    """Devices taken from the table: shuffler, automated shoe, card reader."""
    to_come: tuple[str, ...] = ()
    """Irregularities that were reported for the next wash or shuffle."""

    # A stack that waits for the next round: a shoe that lasts, or the pack that was shuffled meanwhile.
    order: str = ""
    """The shuffled stack, from the top; a card followed by ^ lies face up."""
    key: str = ""
    depth: int = 0
    """Where the stack was cut."""
    cursor: int = 0
    """Cards drawn since the cut."""
    cut_card: int = 0
    """How many cards are dealt before the cut card shows; 0 where there is none."""
    cut_card_box: int = -1
    """The box at which the cut card appeared, 0 for the dealer, -1 where it has not."""
    cut_card_player: str = ""
    """Who called the decisions on that box."""
    rack: str = ""
    """Cards in the discard rack."""
    reshuffle: bool = True
    """The cards are shuffled before the next round."""
    burn: bool = False
    """A card is burned before the next round: a new shoe, a new dealer."""
    burned: str = ""
    """Cards burned from this shoe that have not been disclosed."""
    entered: tuple[str, ...] = ()
    """Players who have wagered in every round since the shuffle."""

    def with_since(self, pack: int, rounds: int) -> tuple[int, ...]:
        """``pack_since`` with another number of rounds for one of the two packs."""
        first, second = self.pack_since or (0, 0)
        return (rounds, second) if pack == 1 else (first, rounds)
