"""Automatic play: a turn, as a policy sees it, and policies for any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any, Protocol

import msgspec

from pitboss.basics.money import ceil_div
from pitboss.engine.round.asks import Offer, Party, Question
from pitboss.engine.round.inputs import Input, WagerInput
from pitboss.engine.round.layout import View


class Playable(Protocol):
    """The parts of a round that automatic play needs."""

    @property
    def game(self) -> Any: ...
    @property
    def rules(self) -> Any: ...
    @property
    def asking(self) -> Question | None: ...
    def viewer(self, party: Party) -> str: ...
    def view(self, viewer: str) -> View: ...
    def allows(self, who: Input, /) -> bool: ...


class Turn:
    """The turn of a party: what it may do, what it may see, and a source of random choices."""

    def __init__(self, round: Playable, party: Party, offers: Sequence[Offer], random: Random) -> None:
        self.round, self.party, self.offers, self.random = round, party, offers, random

    @property
    def about(self) -> str:
        """The subject of the question: ``wagers``, ``bet or fold``."""
        return self.round.asking.about if self.round.asking else ""

    @cached_property
    def view(self) -> View:
        """What this party may know of the round."""
        return self.round.view(self.round.viewer(self.party))

    def cards(self, place: str, hand: int = 1) -> list[str | None]:
        """The cards at a place. None stands for a card that this party has not seen."""
        return self.view.cards(place, hand)

    def offer(self, do: str, wager: str = "") -> Offer | None:
        """The allowed offer of this name, if there is one."""
        return next((o for o in self.offers if o.do == do and o.wager == wager and not o.why_not), None)

    def take(self, offer: Offer, amount: int | None = None) -> Input:
        """Take an offer. Default: with the least amount."""
        return offer.taken(self.party, offer.least if amount is None else amount)


Policy = Callable[[Turn], Input | None]
"""Chooses an act for a party, or None to let others act."""


RARELY = 0.05
"""How often a wager is withdrawn, is placed without chips, or has a match play coupon beside it."""
NO_CHIPS = ("cash", "redeem")
"""Ways to place a wager without chips."""


def random_legal(turn: Turn) -> Input | None:
    """Any legal choice, with any legal amount. Each offer is equally likely.

    Optional offers are sometimes ignored. Wagers are rarely withdrawn, so that the wagering ends. Coupons and wagers
    without chips are rare too.
    """
    random = turn.random
    options = [o for o in turn.offers if not o.why_not and o.do != "report"]
    back = [o for o in options if o.do == "withdraw"]
    if back:
        if random.random() < RARELY:
            return turn.take(random.choice(back))
        options = [o for o in options if o.do != "withdraw"]
    if any(o.do in NO_CHIPS for o in options) and random.random() >= RARELY:
        options = [o for o in options if o.do not in NO_CHIPS]
    if not options or (all(o.optional for o in options) and random.random() < 0.5):
        return None
    offer = random.choice(options)
    given = turn.take(offer, any_amount(offer, random))
    return with_any_name(turn, offer, with_a_coupon(turn, given, RARELY))


def any_amount(offer: Offer, random: Random) -> int:
    """Any legal amount of an offer. This includes the most, even if it is not a whole number of steps."""
    if not offer.most:
        return 0
    steps = ceil_div(offer.most - offer.least, offer.step)
    return min(offer.most, offer.least + offer.step * random.randint(0, steps))


def with_a_coupon(turn: Turn, given: Input, chance: float) -> Input:
    """Add a match play coupon with this probability, if the wager allows one."""
    round, chip = turn.round, turn.round.rules.chip
    if not isinstance(given, WagerInput) or given.do != "wager" or given.amount < chip:
        return given
    if not round.rules.match_play or not round.game.wager(given.wager).coupon or turn.random.random() >= chance:
        return given
    laid = msgspec.structs.replace(given, coupon=chip * turn.random.randint(1, given.amount // chip))
    return laid if turn.round.allows(laid) else given


def with_any_name(turn: Turn, offer: Offer, given: Input) -> Input:
    """Name any of the things and places that the offer allows."""
    if not offer.what or len(offer.what) == 1:
        return given
    named = msgspec.structs.replace(given, what=turn.random.choice(offer.what))
    return named if turn.round.allows(named) else given


def staff(turn: Turn) -> Input | None:
    """The policy of dealer and supervisor: go on with the round whenever possible."""
    offer = next((o for o in turn.offers if not o.why_not and not o.optional), None)
    if offer is None:
        return None
    return turn.take(offer, turn.random.randint(offer.least, offer.most) if offer.most else 0)
