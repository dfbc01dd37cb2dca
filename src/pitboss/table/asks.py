"""Questions that a round puts to people and devices, and what they may answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

import msgspec

from pitboss.money import dollars
from pitboss.table.events import Input


class Party(msgspec.Struct, frozen=True):
    """Who can act: a player at a seat, or one of dealer, supervisor, shuffler, meter."""

    by: str
    seat: int = 0
    player: str = ""

    def __str__(self) -> str:
        return f"{self.player} at seat {self.seat}" if self.by == "player" and self.seat else self.player or self.by


THE_DEALER = Party("dealer")
SUPERVISOR = Party("supervisor")
SHUFFLER = Party("shuffler")
METER = Party("meter")


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Something a party may do now, or may not, with the reason.

    Where ``most`` is above zero an amount is needed: from ``least`` to ``most`` in steps of ``step``.
    """

    do: str
    clause: str
    wager: str = ""
    hand: int = 1
    least: int = 0
    most: int = 0
    step: int = 1
    least_is: str = "the least allowed"
    most_is: str = "the most allowed"
    unit: str = "cents"
    what: tuple[str, ...] | None = None
    """What may be named with it: places, meters, kinds of irregularity."""
    places: tuple[str, ...] | None = None
    """Where it may be, if that must be said."""
    check: Callable[[Input], str] | None = None
    """Why an answer that fits otherwise will not do; empty where it will."""
    least_clause: str = ""
    """The clause on the least amount, where it is another."""
    why_not: str = ""
    """The reason why it may not be done, where it may not."""
    share: tuple[int, int] = (0, 1)
    """Of a reading: the share of the meter that is won, so many of so many."""
    optional: bool = False
    """A wager or deed that a party may leave undone without holding up the round."""

    def answers(self, given: Input) -> bool:
        """Whether an input is about this offer."""
        return (
            self.do == given.do
            and (not self.wager or self.wager == given.wager)
            and (not self.hand or self.hand == given.hand)
            and (self.what is None or given.what in self.what)
            and (self.places is None or given.place in self.places)
        )

    def taken(
        self, party: Party, amount: int = 0, *, coupon: int = 0, what: str | None = None, place: str | None = None
    ) -> Input:
        """The input by which a party takes this offer, naming the first thing and place unless others are said."""
        return Input(
            by=party.by,
            seat=party.seat,
            player=party.player,
            do=self.do,
            wager=self.wager,
            hand=self.hand or 1,
            amount=amount,
            coupon=coupon,
            what=what if what is not None else self.what[0] if self.what else "",
            place=place if place is not None else self.places[0] if self.places else "",
        )

    def wrong_amount(self, amount: int) -> str:
        """Why this amount will not do; empty where it will."""
        if self.least <= amount <= self.most and (amount == self.most or not amount % self.step):
            return ""
        say = dollars if self.unit == "cents" else lambda n: f"{n} {self.unit}"
        thing = f"{'an' if self.wager[:1] in 'aeiou' else 'a'} {self.wager} wager of" if self.wager else self.do
        if self.most < self.least:
            return f"no {self} is possible: {self.most_is} is less than {self.least_is}, which is {say(self.least)}"
        if not self.most:
            return f"{self.do} takes no amount, and {say(amount)} was given"
        if self.least == self.most:
            return f"{thing} {say(amount)} is not {self.most_is}, which is {say(self.most)}"
        if amount < self.least:
            return f"{thing} {say(amount)} is below {self.least_is}, which is {say(self.least)}"
        if amount > self.most:
            return f"{thing} {say(amount)} is above {self.most_is}, which is {say(self.most)}"
        return f"{thing} {say(amount)} is not a multiple of the smallest chip, which is {say(self.step)}"

    def __str__(self) -> str:
        return " ".join(filter(None, (self.do, self.wager)))


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """The round waits for an input. ``waiting`` are those who may act, in the order they are asked."""

    about: str
    clause: str
    waiting: tuple[Party, ...]
    offers: Callable[[Party], Iterable[Offer]]
    """What a party may do, offer by offer as they are asked for."""


Script = Generator[Ask, Input, Any]
"""A round's procedure: it makes events as it goes, and yields where it needs an answer."""
