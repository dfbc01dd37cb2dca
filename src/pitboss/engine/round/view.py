"""What a viewer may know of a round: a seat, the public, the dealer, or surveillance."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.basics.money import dollars
from pitboss.engine.round.events import UP, Event, seat_of
from pitboss.engine.round.layout import Hand, Layout


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


# --- the layout as HTML, for rounds and views in a notebook


SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
CARD = "display:inline-block;min-width:1.6em;margin:1px;padding:1px 3px;border:1px solid #888;border-radius:3px;"


def card_html(card: str | None, face: str) -> str:
    """One card. An unknown card shows its back, and a known card that lies face down is grey.

    >>> "A♠" in card_html("As", "up"), "A♠" in card_html(None, "down")
    (True, False)
    """
    if card is None:
        return f'<span style="{CARD}background:#446;color:#446">??</span>'
    ink = "#b00" if card[1] in "dh" else "#111"
    back = "#fff" if face == UP else "#ddd"
    return f'<span style="{CARD}background:{back};color:{ink}">{card[0].replace("T", "10")}{SUITS[card[1]]}</span>'


def layout_html(layout: Layout) -> str:
    """A table with a row for each hand: place, player, cards, wagers."""
    rows = "".join(_row(layout, place, number, hand) for (place, number), hand in layout.hands.items())
    return f"<table><tr><th>place</th><th>player</th><th>cards</th><th>wagers</th></tr>{rows}</table>"


def _row(layout: Layout, place: str, number: int, hand: Hand) -> str:
    from html import escape  # only for a notebook

    if not hand.cards and not hand.actions:
        return ""
    seat = seat_of(place)
    where = place if number == 1 else f"{place}, hand {number}"
    cards = "".join(map(card_html, hand.cards, hand.faces)) or ("folded" if hand.folded else "")
    stakes = [f"{wager} {dollars(amount)}" for (_, _, on, wager), amount in layout.stakes_of(seat) if on == number]
    cells = (escape(where), escape(layout.called(layout.seats.get(seat, ""))), cards, escape(", ".join(stakes)))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def settlements_html(layout: Layout) -> str:
    """A table with a row for each settlement."""
    from html import escape

    rows = "".join(
        "<tr>"
        + "".join(
            f"<td>{escape(cell)}</td>"
            for cell in (
                layout.called(end.player),
                end.wager,
                dollars(end.stake),
                end.result,
                dollars(end.returned),
                end.line,
                end.clause,
            )
        )
        + "</tr>"
        for end in layout.settled
    )
    heads = "".join(f"<th>{head}</th>" for head in ("player", "wager", "stake", "result", "back", "why", "clause"))
    return f"<table><tr>{heads}</tr>{rows}</table>" if rows else ""
