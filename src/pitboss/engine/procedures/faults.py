"""Faults that staff have reported for the coming deal, until they happen or lapse."""

from __future__ import annotations

from collections.abc import Collection, Iterable

MISDEAL, UNNOTICED, SHOE_JAM, BOXED = "misdeal", "unnoticed misdeal", "shoe jam", "boxed card"
"""The irregularities that staff report before they show."""

Lapse = tuple[str, str]
"""An irregularity that did not happen, and its place."""


class Faults:
    """The faults planted for the deal of one round."""

    def __init__(self) -> None:
        self.owed: dict[str, int] = {}
        """The coming misdeals: how many cards too many or too few each place will get."""
        self.misdealt: set[str] = set()
        """The places where such a misdeal has happened."""
        self.unnoticed: set[str] = set()
        """The places whose misdeal nobody notices before the stub is counted."""
        self.jam_after: int | None = None
        """How many cards the automated shoe still delivers before it jams; None if it will not jam."""
        self.boxed: tuple[int, ...] = ()
        """The positions in the shoe of cards that were reported to lie face up."""

    def misdeal(self, place: str, wrong: int, *, unnoticed: bool) -> None:
        """Plan to deal a place ``wrong`` cards too many, or too few if negative."""
        self.owed[place] = wrong
        self.misdealt.discard(place)
        if unnoticed:
            self.unnoticed.add(place)
        else:
            self.unnoticed.discard(place)

    def deal(self, place: str, due: int) -> int:
        """How many cards a place gets if it should get ``due``."""
        wrong = self.owed.get(place)
        if wrong is None:
            return due
        self.misdealt.add(place)
        given = max(0, due + wrong)
        self.owed[place] = wrong - (given - due)
        return given

    def jams_now(self) -> bool:
        """Whether the shoe jams at the next card. If not, it delivers the card."""
        if self.jam_after is None:
            return False
        jams = self.jam_after == 0
        self.jam_after = None if jams else self.jam_after - 1
        return jams

    # --- faults that lapse

    def misdeals_lapse(self, places: Iterable[str]) -> list[Lapse]:
        """Cancel the misdeals of these places."""
        gone = []
        for place in list(places):
            del self.owed[place]
            gone.append((UNNOTICED if place in self.unnoticed else MISDEAL, place))
            self.unnoticed.discard(place)
        return gone

    def elsewhere(self, dealt_to: Collection[str]) -> list[str]:
        """The places with a coming misdeal that get no cards."""
        return [place for place, wrong in self.owed.items() if wrong and place not in dealt_to]

    def jam_lapses(self) -> list[Lapse]:
        """Cancel the jam of the shoe."""
        gone = [] if self.jam_after is None else [(SHOE_JAM, "")]
        self.jam_after = None
        return gone

    def boxed_lapse(self, drawn: int) -> list[Lapse]:
        """Cancel the boxed cards that lie below the ``drawn`` cards."""
        gone = [(BOXED, "") for at in self.boxed if at >= drawn]
        self.boxed = ()
        return gone
