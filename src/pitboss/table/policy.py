"""Automatic play: random legal choices, or a game's basic rule; and the driver that plays a round with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

import msgspec

from pitboss.money import ceil_div
from pitboss.table.asks import SUPERVISOR, THE_DEALER, Offer, Party
from pitboss.table.events import Input, seat_place

if TYPE_CHECKING:
    from pitboss.table.round import Round
    from pitboss.table.view import View


class Turn:
    """A party that may act: what it may do, what it may see, and a source of whims."""

    def __init__(self, round: Round, party: Party, offers: Sequence[Offer], random: Random) -> None:
        self.round, self.party, self.offers, self.random = round, party, offers, random

    @property
    def about(self) -> str:
        """What the round is waiting for: ``wagers``, ``bet or fold``."""
        return self.round.asking.about if self.round.asking else ""

    @cached_property
    def view(self) -> View:
        """What this party may know of the round."""
        return self.round.view(seat_place(self.party.seat) if self.party.by == "player" else self.party.by)

    def cards(self, place: str, hand: int = 1) -> list[str | None]:
        """The cards at a place as this party sees them; None for each that it has not seen."""
        return self.view.cards(place, hand)

    def offer(self, do: str, wager: str = "") -> Offer | None:
        """The open offer of this name, if there is one."""
        return next((o for o in self.offers if o.do == do and o.wager == wager and not o.why_not), None)

    def take(self, offer: Offer, amount: int | None = None) -> Input:
        """Accept an offer, with the least amount unless another is said."""
        return offer.taken(self.party, offer.least if amount is None else amount)


Policy = Callable[[Turn], Input | None]
"""Chooses what a party does; None to do nothing (and let others act)."""


RARELY = 0.05
"""How often a wager is taken back, placed in anything but chips, or has a match play coupon beside it."""
NO_CHIPS = ("cash", "redeem")
"""Ways to place a wager that are not chips."""


def random_legal(turn: Turn) -> Input | None:
    """Any legal choice, each offer as likely as the others, with any amount that it takes.

    Optional ones are sometimes left. Wagers are rarely taken back, so that placing them comes to an end, and rarely
    placed in anything but chips; a coupon is rarely laid.
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
    """Any amount that an offer takes, its most included where that is no whole number of steps."""
    if not offer.most:
        return 0
    steps = ceil_div(offer.most - offer.least, offer.step)
    return min(offer.most, offer.least + offer.step * random.randint(0, steps))


def with_a_coupon(turn: Turn, given: Input, chance: float) -> Input:
    """With this chance, and where it may: a match play coupon of at most the chips beside it."""
    round, chip = turn.round, turn.round.rules.chip
    if given.do != "wager" or given.amount < chip:
        return given
    if not round.rules.match_play or not round.game.wager(given.wager).coupon or turn.random.random() >= chance:
        return given
    laid = msgspec.structs.replace(given, coupon=chip * turn.random.randint(1, given.amount // chip))
    return laid if turn.round.allows(laid) else given


def with_any_name(turn: Turn, offer: Offer, given: Input) -> Input:
    """Whatever may be named with an offer, and wherever it may be."""
    named = given
    if offer.what and len(offer.what) > 1:
        named = msgspec.structs.replace(named, what=turn.random.choice(offer.what))
    if offer.places and len(offer.places) > 1:
        named = msgspec.structs.replace(named, place=turn.random.choice(offer.places))
    return named if named is given or turn.round.allows(named) else given


def staff(turn: Turn) -> Input | None:
    """Dealer and supervisor: go on with the round whenever it can go on."""
    offer = next((o for o in turn.offers if not o.why_not and not o.optional), None)
    if offer is None:
        return None
    return turn.take(offer, turn.random.randint(offer.least, offer.most) if offer.most else 0)


SOON = 12
"""An amount so low that what it plants comes in this round. One report of three is of at most so much, one is of the
least amount, and one is of any."""
TRIES = 5
"""Ways in which something is tried before it is given up."""


def report_something(round: Round, random: Random) -> bool:
    """Dealer or supervisor report any irregularity that can be reported now, of any amount and at any place."""
    given = any_report(round, random)
    if given is not None:
        round.do(given)
    return given is not None


def any_report(round: Round, random: Random) -> Input | None:
    """A report of any irregularity, each kind that can be reported now as likely as the others."""
    offers = [offer for offer in round.reports() if not offer.why_not and offer.places != ()]
    for offer in random.sample(offers, len(offers)):
        for _ in range(TRIES):
            given = offer.taken(
                random.choice((THE_DEALER, SUPERVISOR)),
                random.randint(offer.least, min(offer.most, random.choice((offer.least, SOON, offer.most)))),
                place=random.choice(offer.places) if offer.places else "",
            )
            if round.allows(given):
                return given
    return None


class Stuck(RuntimeError):
    """Everyone has passed, and the round can't go on."""


def drive(
    round: Round,
    policies: Mapping[str, Policy] | Policy,
    random: Random,
    *,
    stop: Callable[[Party], bool] = lambda party: False,
    irregularities: float = 0.0,
) -> Round:
    """Play on with these policies, by player name or one for all, until the round is over or ``stop`` says so.

    ``irregularities`` is the chance that one is reported at a question.
    """
    passed: set[Party] = set()
    about = ""
    while round.asking is not None:
        if irregularities and random.random() < irregularities and report_something(round, random) and round.over:
            break
        if round.asking.about != about:
            about = round.asking.about
            passed.clear()
        acted = False
        for party in round.asking.waiting:
            if party in passed:
                continue
            if stop(party):
                return round
            if party.by != "player":
                policy: Policy = staff
            else:
                policy = policies if callable(policies) else policies[party.player]
            given = policy(Turn(round, party, round.offers(party), random))
            if given is None:
                passed.add(party)
                continue
            round.do(given)
            acted = True
            break
        if not acted:
            raise Stuck(f"nobody acts while the round waits for: {about}")
    return round
