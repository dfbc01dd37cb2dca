"""The questions that a round asks people and devices, and the answers that it offers them.

``Question``, ``Party`` and ``Offer`` are plain data, so a server can send them to a client as they are. ``Ask`` is a
question as a script asks it, with the functions that make and check its answers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

import msgspec

from pitboss.basics.money import dollars
from pitboss.engine.round import inputs
from pitboss.engine.round.events import seat_of
from pitboss.engine.round.inputs import CLOCK, PLAYER, TIME_OUT, AnyInput, Input, SeatInput


class Party(msgspec.Struct, frozen=True, gc=False):
    """Somebody who can act: a player at a seat, the dealer, a supervisor, the shuffler or a meter.

    >>> str(Party("player", 2, "Ann")), str(THE_DEALER)
    ('Ann at seat 2', 'dealer')
    """

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


class Question(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The question that the round is waiting on.

    >>> Question(turn=2, about="wagers", clause="6(b)", waiting=(THE_DEALER,)).about
    'wagers'
    """

    turn: int
    """The number of the question. It stays the same as long as a window is open."""
    about: str
    clause: str
    waiting: tuple[Party, ...]
    """Those who are asked, in this order."""
    also: tuple[Party, ...] = ()
    """Those who may act too, though nobody waits for them."""


class Offer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Something that a party may do now, or may not do, with the reason.

    If ``most`` is above zero, the offer needs an amount from ``least`` to ``most`` in steps of ``step``. If both are
    equal, the amount is fixed, and the party may leave it out.

    >>> bet = Offer(do="bet", clause="10(b)", least=1000, most=1000, most_is="twice the ante wager")
    >>> bet.cost(), bet.wrong_amount(500)
    (1000, 'bet $5 is not twice the ante wager, which is $10')
    """

    do: str
    clause: str
    wager: str = ""
    hand: int = 1
    """The number of the hand. 0 means any hand."""
    least: int = 0
    most: int = 0
    step: int = 1
    least_is: str = "the least allowed"
    most_is: str = "the most allowed"
    unit: str = "cents"
    what: tuple[str, ...] | None = None
    """The things that the input may name: meters, devices, kinds of irregularity. None if it names nothing."""
    places: tuple[str, ...] | None = None
    """The places that the input may name. None if it names no place."""
    least_clause: str = ""
    """The clause on the least amount, if it is not ``clause``."""
    why_not: str = ""
    """Why this may not be done. Empty if it may."""
    share: tuple[int, int] = (0, 1)
    """For a reading: the share of the meter that is won, as numerator and denominator."""
    optional: bool = False
    """Whether the round can go on if nobody takes the offer."""
    fixed_cost: int | None = None
    """The cost in cents, if it is not the amount: of a split, of a raise, or of a coupon, which costs nothing."""
    default: bool = False
    """The house does this for a player who does not act in time (ruling time-out)."""
    adds: tuple[tuple[str, int], ...] = ()
    """The wagers that it puts on the table, with their cents, if they are several."""
    on: str = ""
    """The wager on whose area its chips will lie, if it is one and ``wager`` does not name it."""
    gives_up: int = 0
    """The cents on the table that the player gives up by it: by a fold or a surrender."""
    coupon: int = 0
    """For a wager that lies already: the largest match play coupon that may lie beside it, in cents."""

    def cost(self, amount: int = 0) -> int:
        """The cents that a player puts on the table by taking this offer with this amount.

        >>> Offer(do="split", clause="10(a)", fixed_cost=500).cost()
        500
        """
        if self.fixed_cost is not None:
            return self.fixed_cost
        return (amount or self.least) if self.most and self.unit == "cents" else 0

    def matches(self, given: Input) -> bool:
        """Whether an input takes this offer, perhaps with a wrong amount."""
        return (
            self.do == given.do
            and (not self.wager or self.wager == given.wager)
            and (not self.hand or self.hand == given.hand)
            and (given.what in self.what if self.what is not None else not given.what)
            and (self.places is None or given.place in self.places)
        )

    def taken(
        self, party: Party, amount: int = 0, *, coupon: int = 0, what: str | None = None, place: str | None = None
    ) -> AnyInput:
        """The input with which a party takes this offer. By default it names the first thing and the first place."""
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
        return inputs.make(by=party.by, do=self.do, **{k: v for k, v in said.items() if k in kind.__struct_fields__})

    def by_the_clock(self, party: Party, turn: int) -> AnyInput:
        """The input with which the house answers question ``turn`` for a player who has not acted in time."""
        given = self.taken(party, self.least)
        return msgspec.structs.replace(given, by=CLOCK, ruling=TIME_OUT, turn=turn)

    def wrong_amount(self, amount: int) -> str:
        """Why this amount is rejected. Empty if it is valid."""
        if self.least <= amount <= self.most and (amount == self.most or not amount % self.step):
            return ""
        say = dollars if self.unit == "cents" else lambda n: f"{n} {self.unit}"
        thing = f"{'an' if self.wager[:1] in 'aeiou' else 'a'} {self.wager} wager of" if self.wager else self.do
        if self.most < self.least:
            return f"no {self} is possible: {self.most_is} is less than {self.least_is}, which is {say(self.least)}"
        if not self.most:
            return f"{self.do} takes no amount, but {say(amount)} was given"
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
    """A question as a script asks it."""

    turn: int
    about: str
    clause: str
    waiting: tuple[Party, ...]
    also: tuple[Party, ...] = ()
    offers: Callable[[Party], Iterable[Offer]]
    """Makes the offers to a party, one by one and only as many as are read."""
    check: Callable[[Input], str] | None = None
    """Says why an answer that matches an offer is still rejected. Empty if it is accepted."""
    keeps: str = ""
    """A player who is not asked but can't leave before the answer, since it decides on their wager."""
    no_seat: Callable[[SeatInput], tuple[str, str]] | None = None
    """Says why somebody may not take a seat and join the round: the clause and the reason, which is empty if they may.
    None if nobody may before the next round."""

    @property
    def question(self) -> Question:
        return Question(turn=self.turn, about=self.about, clause=self.clause, waiting=self.waiting, also=self.also)


Script = Generator[Ask, Any, Any]
"""A round's procedure. It makes events as it goes, and yields when it needs an answer."""
