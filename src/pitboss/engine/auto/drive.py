"""The driver: it plays a round with policies to the end, and reports irregularities at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from pitboss.engine.auto.policy import Policy, Turn, staff
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER, Party
from pitboss.engine.round.inputs import Input
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
