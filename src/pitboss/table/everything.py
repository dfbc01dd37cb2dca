"""Automatic play that tries everything: whatever anyone may do at a question, asked or not, in any order.

Players change their minds, take wagers back and lay coupons; dealers close bets early or let the table go idle;
supervisors call for a recut or have a device removed. With a rate of irregularities, staff report those too.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pitboss.table.asks import SUPERVISOR, THE_DEALER, Offer, Party
from pitboss.table.drive import TRIES, Stuck, report_something
from pitboss.table.inputs import Input
from pitboss.table.policy import Turn, any_amount, with_a_coupon, with_any_name
from pitboss.table.round import Round

UNASKED = 0.25
"""How often someone acts whom the round does not wait for: a supervisor, or a player out of turn."""
LEFT, WAITS = 0.4, 0.6
"""How often a party leaves what is optional, and a dealer does not close bets yet."""
COUPON = 0.2
SELDOM = {"spread": 0.15, "remove": 0.01, "withdraw": 0.4, "reshuffle": 0.1, "cash": 0.3, "redeem": 0.3}
"""What would cut rounds short or change the table for good is chosen less often than other deeds."""
PATIENCE = 200
"""Questions in a row at which nobody acts."""


def try_everything(round: Round, random: Random, *, irregularities: float = 0.0) -> Round:
    """Play a round to its end, with anything that may be done at each question."""
    idle = 0
    while round.asking is not None:
        about = round.asking.about
        idle = 0 if step(round, random, irregularities=irregularities) else idle + 1
        if idle > PATIENCE:
            raise Stuck(f"nobody acts while the round waits for: {about}")
    return round


def step(round: Round, random: Random, *, irregularities: float = 0.0) -> bool:
    """One question: staff report an irregularity, or not, and someone acts, or nobody. Whether anything was done."""
    reported = random.random() < irregularities and report_something(round, random)
    if round.over:
        return reported
    given = _someone(round, random, _unasked(round, random) if random.random() < UNASKED else round.waiting)
    if given is not None:
        round.do(given)
    return reported or given is not None


def _unasked(round: Round, random: Random) -> list[Party]:
    """A supervisor, who is asked last of all, or everyone else at the table."""
    people = [Party("player", seat, player) for seat, player in round.seats if seat]
    return [SUPERVISOR] if random.random() < 0.5 else [*people, THE_DEALER]


def _someone(round: Round, random: Random, parties: Sequence[Party]) -> Input | None:
    """The first, in any order, who does something."""
    for party in random.sample(parties, len(parties)):
        given = everything(Turn(round, party, round.offers(party), random))
        if given is not None:
            return given
    return None


def everything(turn: Turn) -> Input | None:
    """Any legal choice of any party; None to leave what is optional."""
    random = turn.random
    options = [offer for offer in turn.offers if not offer.why_not and offer.do != "report"]
    if not options:
        return None
    closes = any(offer.do == "no more bets" for offer in options)
    if (closes or all(offer.optional for offer in options)) and random.random() < (WAITS if closes else LEFT):
        return None
    weights = [SELDOM.get(offer.do, 1.0) for offer in options]
    if random.random() >= sum(weights):  # nothing but what is seldom done
        return None
    for _ in range(TRIES):
        given = _taken(turn, random.choices(options, weights)[0])
        if turn.round.allows(given):
            return given
    return None


def _taken(turn: Turn, offer: Offer) -> Input:
    """An offer taken with any amount, the least and the most more often, and any name, place and coupon."""
    random = turn.random
    amount = random.choice((offer.least, offer.most, *(any_amount(offer, random),) * 3)) if offer.most else 0
    return with_a_coupon(turn, with_any_name(turn, offer, turn.take(offer, amount)), COUPON)
