"""What must hold of the clock (ruling time-out): every question to a player has a default, and it does nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import msgspec

from pitboss.engine.auto.policy import Turn, random_legal, staff
from pitboss.engine.game import Game
from pitboss.engine.round.asks import Party
from pitboss.engine.round.inputs import PLAYER, Input
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table
from pitboss.testing.random_tables import snapshot

Defaults = Mapping[str, Sequence[str]]
"""The default of each question to a player, by what it is about: the first of these acts that is open."""
THE_CUT: Defaults = {"the cut": ("refuse",)}
MOST = 400
"""How many acts of staff and clock a round may take."""


def declared_defaults(game: Game) -> Defaults:
    """The defaults that a declaration names. Empty for a game without one."""
    declared = game.declared
    return {**THE_CUT, **{ask.about: (ask.default,) for ask in declared.asks}} if declared else {}


def players(round: Round) -> list[Party]:
    return [party for party in round.waiting if party.by == PLAYER]


def chosen(round: Round, party: Party) -> str:
    """What the clock does for a party now. Empty for nothing."""
    default = round.default(party)
    return default.do if default else ""


def expected(round: Round, party: Party, defaults: Defaults) -> Sequence[str]:
    """What the clock may do for a party now: nothing at all, the default of the question, or any free choice."""
    assert round.asking is not None
    open_offers = [offer for offer in round.offers(party) if not offer.why_not and not offer.optional]
    if round.asking.about == "wagers":
        return ("withdraw",) if lacks_a_wager(round, party) else ("",)
    if not open_offers:
        return ("",)
    if not defaults:
        return [offer.do for offer in open_offers if not offer.cost(offer.least)]
    assert round.asking.about in defaults, f"defaults name no act for the question '{round.asking.about}'"
    is_open = {offer.do for offer in open_offers}
    return [do for do in defaults[round.asking.about] if do in is_open][:1]


def lacks_a_wager(round: Round, party: Party) -> bool:
    """Whether a player has staked something and must stake more before the dealer can close bets."""
    due = [one for one in round.offers(party) if one.do == "wager" and not one.why_not and not one.optional]
    return bool(due) and bool([*round.layout.stakes_of(party.seat, party.player)])


# --- rounds played by the clock


def wagered(table: Table, random: Random) -> Round:
    """A round in which everyone who wants to has wagered."""
    round = table.open_round()
    for _ in range(20):
        for party in players(round):
            if round.asking is not None and round.asking.about != "wagers":
                default = round.default(party)
                assert default is not None, f"no default at: {round.asking.about}"
                round.do(default)
            elif (given := random_legal(Turn(round, party, round.offers(party), random))) is not None:
                round.do(given)
    return round


def by_the_clock(round: Round) -> Round:
    """From now on players do nothing. The clock and the staff play the round to its end."""
    for _ in range(MOST):
        if round.over:
            return round
        given = next(filter(None, (moved(round, party) for party in round.waiting)), None)
        assert given is not None, f"nobody acts while the round waits for: {round.asking}"
        round.do(given)
    raise AssertionError(f"the round does not come to its end: {round}")


def moved(round: Round, party: Party) -> Input | None:
    """The act of the staff, or of the clock for a player."""
    if party.by == PLAYER:
        return round.default(party)
    return staff(Turn(round, party, round.offers(party), Random(1)))


def others_are_refused(round: Round, party: Party) -> int:
    """Let the clock try every offer to a party, and variants of the default. Returns the number of tries."""
    default, before = round.default(party), snapshot(round)
    tried: list[Input] = [
        msgspec.structs.replace(given, by="clock", ruling=ruling)
        for offer in round.offers(party)
        if party.by == PLAYER
        for given in (offer.taken(party, offer.least), offer.taken(party, offer.most))
        for ruling in ("time-out", "", "min-chip")
    ]
    if default is not None:
        tried += [
            msgspec.structs.replace(default, **other) for other in ({"amount": 1}, {"player": "Zoe"}, {"hand": 9})
        ]
    wrong = [given for given in tried if default is None or given != msgspec.structs.replace(default, turn=0)]
    assert [given for given in wrong if round.allows(given)] == []
    assert default is None or round.allows(default)
    assert snapshot(round) == before
    return len(wrong)
