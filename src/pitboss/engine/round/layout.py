"""The layout: what lies on the table, built from events.

A round applies every event to its layout. A viewer's layout uses the same code but applies only the events that the
viewer has seen, so it cannot hold a card that the viewer never saw.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pitboss.basics.cards import NUMBER
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import DOWN, RACK, UP, Event

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
