"""The layout: what lies on the table, built from events.

A round applies every event to its layout. A viewer's layout uses the same code but applies only the events that the
viewer has seen, so it cannot hold a card that the viewer never saw.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pitboss.basics.cards import NUMBER
from pitboss.basics.money import dollars
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import DOWN, RACK, UP, Event, seat_of

Stake = tuple[int, str, int, str]
"""The key of a wager: seat, player, hand, name."""


class Hand:
    """Cards at a place, in the order they came, and how each lies."""

    __slots__ = ("actions", "cards", "faces", "folded", "live", "void")

    def __init__(self) -> None:
        self.cards: list[str | None] = []
        self.faces: list[str] = []
        self.actions: list[str] = []
        self.folded = False
        self.void = False
        self.live = True
        """Whether the hand is neither folded nor void."""


class Layout:
    """What lies on the table, according to the events applied so far.

    >>> layout = Layout([ev.Dealt(round=1, clause="", to="dealer", hand=1, card="As", face="up")])
    >>> layout.cards("dealer")
    ['As']
    """

    round = 0
    staked = 0
    returned = 0
    void = False

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.seats: dict[int, str] = {}
        """Players' ids by seat."""
        self.names: dict[str, str] = {}
        """Players' names by id, if they differ from the ids."""
        self.hands: defaultdict[tuple[str, int], Hand] = defaultdict(Hand)
        """Hands by place and number. Reading a missing hand creates it."""
        self.stakes: dict[Stake, int] = {}
        self.coupons: dict[Stake, int] = {}
        self.redeemed: set[Stake] = set()
        """Wagers placed with a coupon instead of chips."""
        self.settled: list[ev.Settled] = []
        self.rack: list[str | None] = []
        for event in events:
            self.apply(event)

    def apply(self, event: Event) -> None:
        fold = FOLDS.get(type(event))
        if fold is not None:
            fold(self, event)

    def called(self, player: str) -> str:
        """The name of the player with this id."""
        return self.names.get(player, player)

    def hand(self, place: str, hand: int = 1) -> Hand:
        return self.hands[place, hand]

    def cards(self, place: str, hand: int = 1) -> list[str | None]:
        found = self.hands.get((place, hand))
        return list(found.cards) if found else []

    def numbers(self, place: str, hand: int = 1) -> list[int]:
        """The known cards at a place, as numbers."""
        return [NUMBER[card] for card in self.cards(place, hand) if card]

    def stakes_of(self, seat: int, player: str = "", hand: int = 0) -> Iterator[tuple[Stake, int]]:
        """Live wagers at a seat. Default: of all players and on all hands."""
        for stake, amount in self.stakes.items():
            if stake[0] == seat and (not player or stake[1] == player) and (not hand or stake[2] == hand):
                yield stake, amount

    # --- how each event changes the layout

    def _began(self, e: ev.Began) -> None:
        self.round, self.seats = e.round, {seat: player for seat, player in e.seats if seat}
        self.names = e.names

    def _seated(self, e: ev.Seated) -> None:
        self.seats[e.seat] = e.player
        if e.name:
            self.names = {**self.names, e.player: e.name}

    def _shuffled(self, e: ev.Shuffled) -> None:
        self.rack = []  # a mid-round shuffle takes the cards of the rack

    def _wagered(self, e: ev.Wagered) -> None:
        stake = (e.seat, e.player, e.hand, e.wager)
        self.stakes[stake] = self.stakes.get(stake, 0) + e.amount
        if e.coupon:
            self.coupons[stake] = e.coupon
        if e.redeemed:
            self.redeemed.add(stake)
        else:
            self.staked += e.amount

    def _withdrawn(self, e: ev.Withdrawn) -> None:
        stake = (e.seat, e.player, e.hand, e.wager)
        del self.stakes[stake]
        self.coupons.pop(stake, None)
        if e.redeemed:
            self.redeemed.discard(stake)
        else:
            self.staked -= e.amount

    def _dealt(self, e: ev.Dealt) -> None:
        hand = self.hands[e.to, e.hand]
        hand.cards.append(e.card)
        hand.faces.append(e.face)

    def _chose(self, e: ev.Chose) -> None:
        hand = self.hands[ev.seat_place(e.seat), e.hand]
        hand.actions.append(e.action)
        if e.action == "fold":
            hand.folded, hand.live = True, False

    def _moved(self, e: ev.Moved) -> None:
        if e.place == RACK:
            lies = e.card if e.card in self.rack else None  # None for a viewer who has not seen it go there
            if lies in self.rack:
                self.rack.remove(lies)
            return
        giving = self.hand(e.place, e.hand)
        at = len(giving.cards) - 1 - giving.cards[::-1].index(e.card)
        card, face = giving.cards.pop(at), giving.faces.pop(at)
        if e.to_hand:
            taking = self.hand(e.place, e.to_hand)
            taking.cards.append(card)
            taking.faces.append(face)

    def _exposed(self, e: ev.Exposed) -> None:
        hand = self.hands[e.place, e.hand]
        for at, card in zip(e.only or range(len(e.cards)), e.cards, strict=True):
            hand.cards[at], hand.faces[at] = card, UP

    def _concealed(self, e: ev.Concealed) -> None:
        hand = self.hands[e.place, e.hand]
        hand.faces = [DOWN] * len(hand.faces)

    def _settled(self, e: ev.Settled) -> None:
        stake = (e.seat, e.player, e.hand, e.wager)
        left = self.stakes.get(stake, 0) - e.stake
        if left > 0 and stake not in self.redeemed:
            self.stakes[stake] = left
        else:
            self.stakes.pop(stake, None)
            self.coupons.pop(stake, None)
            self.redeemed.discard(stake)
        self.returned += e.returned
        self.settled.append(e)

    def _collected(self, e: ev.Collected) -> None:
        hand = self.hands[e.place, e.hand]
        hand.cards, hand.faces = [], []
        self.rack.extend(e.cards)

    def _burned(self, e: ev.Burned) -> None:
        self.rack.append(e.card)

    def _voided(self, e: ev.Voided) -> None:
        if e.place == "round":
            self.void = True
        elif not e.player:  # otherwise the hand stays in play for others
            hand = self.hands[e.place, e.hand]
            hand.void, hand.live = True, False


FOLDS: dict[type[Event], Callable[[Layout, Any], None]] = {
    ev.Began: Layout._began,
    ev.Seated: Layout._seated,
    ev.Shuffled: Layout._shuffled,
    ev.Wagered: Layout._wagered,
    ev.Withdrawn: Layout._withdrawn,
    ev.Dealt: Layout._dealt,
    ev.Chose: Layout._chose,
    ev.Moved: Layout._moved,
    ev.Exposed: Layout._exposed,
    ev.Concealed: Layout._concealed,
    ev.Settled: Layout._settled,
    ev.Collected: Layout._collected,
    ev.Burned: Layout._burned,
    ev.Voided: Layout._voided,
}


# --- what a viewer may know: a seat, the public, the dealer, or surveillance


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
