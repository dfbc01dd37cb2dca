"""Automatic play of a round to its end: by policies, or by trying everything that anyone may do at each question.

In the second way players change their minds, withdraw wagers and lay coupons. People sit down while bets are open.
Dealers close bets early or let the table go idle. Supervisors require a recut or remove a device. Both ways can report
irregularities at random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from pitboss.engine.auto.policy import Policy, Turn, any_amount, staff, with_a_coupon, with_any_name
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Offer, Party
from pitboss.engine.round.inputs import PLAYER, Input, SeatInput
from pitboss.engine.round.round import Round

SOON = 12
"""An amount low enough for a fault to show in this round. A third of the reports have at most this amount, a third
have the least amount, and a third have any amount."""
TRIES = 5
"""How many variants of an act to try before giving up."""


def report_something(round: Round, random: Random) -> bool:
    """Let the dealer or a supervisor report a random irregularity, with a random amount and place."""
    given = any_report(round, random)
    if given is not None:
        round.do(given)
    return given is not None


def any_report(round: Round, random: Random, what: str = "") -> Input | None:
    """A random report of this irregularity. By default each that may be reported now is equally likely."""
    offers = [offer for offer in round.reports() if not offer.why_not and offer.places != ()]
    offers = [offer for offer in offers if not what or offer.what == (what,)]
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
    report: Callable[[Round, Random], Input | None] | None = None,
) -> Round:
    """Play with these policies, one for each player or one for all, until the round is over or ``stop`` says so.

    ``irregularities`` is the probability of a random report at each question. ``report`` says at each question what
    staff report, if anything.
    """
    passed: set[Party] = set()
    about, turn = "", 0
    while round.asking is not None:
        if irregularities and random.random() < irregularities and report_something(round, random) and round.over:
            break
        if report is not None and (given := report(round, random)) is not None:
            round.do(given)
            continue
        if round.asking.turn != turn:
            about, turn = round.asking.about, round.asking.turn
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


# --- everything that anyone may do


UNASKED = 0.25
"""How often somebody acts out of turn: a supervisor, or a player the round does not wait for."""
LEFT, WAITS = 0.4, 0.6
"""How often a party ignores optional offers, and how often a dealer keeps bets open."""
COUPON = 0.2
ARRIVES = 0.04
"""How often somebody sits down at a question of the betting window."""
SELDOM = {"spread": 0.15, "remove": 0.01, "withdraw": 0.4, "reshuffle": 0.1, "cash": 0.3, "redeem": 0.3}
"""The weights of acts that cut rounds short or change the table for good. Other acts weigh 1."""
PATIENCE = 200
"""How many questions in a row may pass without an act."""


def try_everything(round: Round, random: Random, *, irregularities: float = 0.0) -> Round:
    """Play a round to its end, and do anything allowed at each question."""
    idle = 0
    while round.asking is not None:
        about = round.asking.about
        idle = 0 if step(round, random, irregularities=irregularities) else idle + 1
        if idle > PATIENCE:
            raise Stuck(f"nobody acts while the round waits for: {about}")
    return round


def step(round: Round, random: Random, *, irregularities: float = 0.0) -> bool:
    """One question: perhaps staff report an irregularity, and perhaps somebody acts. Returns whether anybody did."""
    reported = random.random() < irregularities and report_something(round, random)
    if round.over:
        return reported
    given = sits_down(round, random) if round.phase == "wagers" and random.random() < ARRIVES else None
    given = given or _someone(round, random, _unasked(round, random) if random.random() < UNASKED else round.waiting)
    if given is not None:
        round.do(given)
    return reported or given is not None


def sits_down(round: Round, random: Random) -> Input | None:
    """Somebody who is not in the round takes a free seat. None if nobody may."""
    taken = {seat for seat, _ in round.seats} | {seat for seat, *_ in round.layout.stakes}
    free = [seat for seat in range(1, round.rules.positions + 1) if seat not in taken]
    if not free:
        return None
    player = f"late {len(round.seats)}"
    given = SeatInput(by=PLAYER, player=player, seat=random.choice(free), name=random.choice(("", "Lee")))
    return given if round.allows(given) else None


def _unasked(round: Round, random: Random) -> list[Party]:
    """The parties that act out of turn: a supervisor alone, or everyone else at the table."""
    people = [Party("player", seat, player) for seat, player in round.seats if seat]
    return [SUPERVISOR] if random.random() < 0.5 else [*people, THE_DEALER]


def _someone(round: Round, random: Random, parties: Sequence[Party]) -> Input | None:
    """The act of the first party, in random order, that does something."""
    for party in random.sample(parties, len(parties)):
        given = everything(Turn(round, party, round.offers(party), random))
        if given is not None:
            return given
    return None


def everything(turn: Turn) -> Input | None:
    """Any legal choice of any party; None to ignore optional offers."""
    random = turn.random
    options = [offer for offer in turn.offers if not offer.why_not and offer.do != "report"]
    if not options:
        return None
    closes = any(offer.do == "no more bets" for offer in options)
    if (closes or all(offer.optional for offer in options)) and random.random() < (WAITS if closes else LEFT):
        return None
    weights = [SELDOM.get(offer.do, 1.0) for offer in options]
    if random.random() >= sum(weights):  # only rare acts are possible
        return None
    for _ in range(TRIES):
        given = _taken(turn, random.choices(options, weights)[0])
        if turn.round.allows(given):
            return given
    return None


def _taken(turn: Turn, offer: Offer) -> Input:
    """Take an offer with any amount, name, place and coupon. The least and the most amount are more likely."""
    random = turn.random
    amount = random.choice((offer.least, offer.most, *(any_amount(offer, random),) * 3)) if offer.most else 0
    return with_a_coupon(turn, with_any_name(turn, offer, turn.take(offer, amount)), COUPON)
