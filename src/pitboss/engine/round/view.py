"""What a viewer may know of a round: a seat, the public, the dealer, or surveillance."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.basics.money import dollars
from pitboss.engine.round.events import Event, seat_of
from pitboss.engine.round.layout import Layout


class View:
    """The events that a viewer has seen, and the layout that they make.

    >>> from pitboss import Table
    >>> table = Table("double_down_stud", seed=7)
    >>> table.sit("Ann")
    1
    >>> round = table.open_round()
    >>> view = View("seat 1")
    >>> for record in round.records:
    ...     seen = view.apply(record)
    >>> view.layout.seats
    {1: 'Ann'}
    """

    def __init__(self, viewer: str, records: Iterable[Event] = ()) -> None:
        self.viewer = viewer
        self.events: list[Event] = []
        self.layout = Layout()
        for record in records:
            self.apply(record)

    def apply(self, record: Event) -> Event | None:
        """Apply one more record of the round. Returns what this viewer may know of it; None if nothing."""
        event = record.seen_by(self.viewer)
        if event is not None:
            self.events.append(event)
            self.layout.apply(event)
        return event

    def cards(self, place: str, hand: int = 1) -> list[str | None]:
        """The cards at a place. None stands for a card that this viewer has not seen."""
        return self.layout.cards(place, hand)

    def __repr__(self) -> str:
        return f"<View of {self.viewer}: {len(self.events)} events>"

    def _repr_html_(self) -> str:
        """The layout as a notebook shows it."""
        from pitboss.engine.round.html import layout_html

        return layout_html(self.layout)

    def __str__(self) -> str:
        """The layout as text, one line per place.

        Unseen cards are ``??``. Cards that lie face down but are known to the viewer are in brackets.
        """
        lines = []
        for (place, number), hand in self.layout.hands.items():
            if not hand.cards and not hand.actions:
                continue
            cards = " ".join(
                "??" if card is None else card if face == "up" else f"[{card}]"
                for card, face in zip(hand.cards, hand.faces, strict=True)
            )
            which = place if number == 1 else f"{place} hand {number}"
            seat = seat_of(place)
            who = self.layout.called(self.layout.seats.get(seat, ""))
            wagers = ", ".join(
                f"{wager} {dollars(amount)}"
                for (_, _, on, wager), amount in self.layout.stakes_of(seat)
                if on == number
            )
            state = "folded" if hand.folded else "void" if hand.void else ""
            lines.append("  ".join(filter(None, (f"{which:<18}", who, cards, wagers, state))))
        return "\n".join(lines)
