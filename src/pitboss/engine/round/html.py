"""The layout as HTML, for rounds and views in a notebook."""

from __future__ import annotations

from html import escape

from pitboss.basics.money import dollars
from pitboss.engine.round.events import UP, seat_of
from pitboss.engine.round.layout import Hand, Layout

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
