"""Questions that a round puts to people and devices, and what they may answer.

``Question``, ``Party`` and ``Offer`` are plain data: a server can send them to a client as they are. ``Ask`` is the
question as a script puts it, with the functions that answer for it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

import msgspec

from pitboss.money import dollars
from pitboss.table import inputs
from pitboss.table.events import seat_of
from pitboss.table.inputs import CLOCK, PLAYER, TIME_OUT, Input, Subject


class Party(msgspec.Struct, frozen=True):
    """Who can act: a player at a seat, or one of dealer, supervisor, shuffler, meter."""

    by: str
    seat: int = 0
    player: str = ""
    """The player's id."""

    def __str__(self) -> str:
        return f"{self.player} at seat {self.seat}" if self.by == PLAYER and self.seat else self.player or self.by


THE_DEALER = Party("dealer")
SUPERVISOR = Party("supervisor")
SHUFFLER = Party("shuffler")
METER = Party("meter")


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What the round waits for."""

    turn: int
    """The number of the question. It stays the same while a window is open, whoever acts in it."""
    about: str
    clause: str
    waiting: tuple[Party, ...]
    """Those who may act, in the order they are asked."""


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something a party may do now, or may not, with the reason.

    If ``most`` is above zero, an amount is needed: from ``least`` to ``most`` in steps of ``step``. If both are equal,
    the amount is fixed, and whoever takes the offer need not say it.
    """

    do: str
    clause: str
    wager: str = ""
    hand: int = 1
    """The hand that it is about; 0 for any."""
    least: int = 0
    most: int = 0
    step: int = 1
    least_is: str = "the least allowed"
    most_is: str = "the most allowed"
    unit: str = "cents"
    what: tuple[str, ...] | None = None
    """What may be named with it: a meter, a device, a kind of irregularity. None: nothing is named."""
    places: tuple[str, ...] | None = None
    """Where it may be, if the input must say that."""
    least_clause: str = ""
    """The clause on the least amount, if it is another."""
    why_not: str = ""
    """The reason why it may not be done; empty if it may."""
    share: tuple[int, int] = (0, 1)
    """Of a reading: the share of the meter that is won, so many of so many."""
    optional: bool = False
    """The round goes on if nobody takes it."""
    fixed_cost: int | None = None
    """Cents of chips that it costs, if that is not the amount: a split, a raise, a coupon that costs none."""
    default: bool = False
    """The house does this for a player who does not act in time (ruling time-out)."""

    def cost(self, amount: int = 0) -> int:
        """Cents that a player puts on the table by taking it with this amount.

        >>> Offer(do="split", clause="10(a)", fixed_cost=500).cost()
        500
        """
        if self.fixed_cost is not None:
            return self.fixed_cost
        return (amount or self.least) if self.most and self.unit == "cents" else 0

    def answers(self, do: str, about: Subject) -> bool:
        """Whether an input that does this, about this, is about the offer."""
        wager, hand, what, place = about
        return (
            self.do == do
            and (not self.wager or self.wager == wager)
            and (not self.hand or self.hand == hand)
            and (self.what is None or what in self.what)
            and (self.places is None or place in self.places)
        )

    def taken(
        self, party: Party, amount: int = 0, *, coupon: int = 0, what: str | None = None, place: str | None = None
    ) -> Input:
        """The input by which a party takes this offer. It names the first thing and place unless others are given."""
        kind = inputs.kind_of(party.by, self.do)
        said = {
            "player": party.player,
            "seat": party.seat,
            "wager": self.wager,
            "hand": self.hand or 1,
            "amount": amount,
            "coupon": coupon,
            "what": what if what is not None else self.what[0] if self.what else "",
            "place": place if place is not None else self.places[0] if self.places else "",
        }
        if kind is inputs.MeterInput and said["place"]:
            said["seat"] = seat_of(str(said["place"]))
        if party.by != PLAYER and kind is not inputs.MeterInput:
            del said["seat"], said["player"]
        return inputs.make(by=party.by, do=self.do, **{k: v for k, v in said.items() if k in kind.__struct_fields__})

    def by_the_clock(self, party: Party, turn: int) -> Input:
        """The input by which the house takes this offer for a player who has not acted in time, for this question."""
        given = self.taken(party, self.least)
        return msgspec.structs.replace(given, by=CLOCK, ruling=TIME_OUT, turn=turn)

    def wrong_amount(self, amount: int) -> str:
        """Why this amount is rejected; empty if it is not."""
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
    """A question as a script puts it."""

    turn: int
    about: str
    clause: str
    waiting: tuple[Party, ...]
    offers: Callable[[Party], Iterable[Offer]]
    """What a party may do, offer by offer as they are asked for."""
    check: Callable[[Input], str] | None = None
    """Why an answer that fits an offer is rejected all the same; empty if it is not."""

    @property
    def question(self) -> Question:
        return Question(turn=self.turn, about=self.about, clause=self.clause, waiting=self.waiting)


Script = Generator[Ask, Any, Any]
"""A round's procedure: it makes events as it goes, and yields where it needs an answer."""
