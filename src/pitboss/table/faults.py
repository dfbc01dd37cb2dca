"""Faults that staff have reported for the deal to come, until they come or are known not to."""

from __future__ import annotations

from collections.abc import Collection, Iterable

MISDEAL, UNNOTICED, SHOE_JAM, BOXED = "misdeal", "unnoticed misdeal", "shoe jam", "boxed card"
"""The irregularities that are reported before they show."""

Lapse = tuple[str, str]
"""An irregularity that did not come, and its place."""


class Faults:
    """What will go wrong in the deal of one round."""

    def __init__(self) -> None:
        self.owed: dict[str, int] = {}
        """Cards too many or too few that a place is about to be dealt: misdeals to come."""
        self.misdealt: set[str] = set()
        """Places at which such a misdeal has come."""
        self.unnoticed: set[str] = set()
        """Places whose misdeal nobody notices before the stub is counted."""
        self.jam_after: int | None = None
        """Cards that the automated shoe still delivers before it jams; None: it works."""
        self.boxed: tuple[int, ...] = ()
        """Where in the shoe cards have been reported to lie face up."""

    def misdeal(self, place: str, wrong: int, *, unnoticed: bool) -> None:
        """A place will be dealt so many cards too many, or too few."""
        self.owed[place] = wrong
        self.misdealt.discard(place)
        if unnoticed:
            self.unnoticed.add(place)
        else:
            self.unnoticed.discard(place)

    def deal(self, place: str, due: int) -> int:
        """How many cards a place gets that is due so many."""
        wrong = self.owed.get(place)
        if wrong is None:
            return due
        self.misdealt.add(place)
        given = max(0, due + wrong)
        self.owed[place] = wrong - (given - due)
        return given

    def jams_now(self) -> bool:
        """Whether the shoe jams at the next card; if not, it delivers it."""
        if self.jam_after is None:
            return False
        jams = self.jam_after == 0
        self.jam_after = None if jams else self.jam_after - 1
        return jams

    # --- what does not come

    def misdeals_lapse(self, places: Iterable[str]) -> list[Lapse]:
        """The misdeals of these places will not come."""
        gone = []
        for place in list(places):
            del self.owed[place]
            gone.append((UNNOTICED if place in self.unnoticed else MISDEAL, place))
            self.unnoticed.discard(place)
        return gone

    def elsewhere(self, dealt_to: Collection[str]) -> list[str]:
        """Places with a misdeal to come that are not among those dealt to."""
        return [place for place, wrong in self.owed.items() if wrong and place not in dealt_to]

    def jam_lapses(self) -> list[Lapse]:
        """The shoe will not jam."""
        gone = [] if self.jam_after is None else [(SHOE_JAM, "")]
        self.jam_after = None
        return gone

    def boxed_lapse(self, drawn: int) -> list[Lapse]:
        """The cards face up that lie below the ``drawn`` ones will not be found."""
        gone = [(BOXED, "") for at in self.boxed if at >= drawn]
        self.boxed = ()
        return gone
