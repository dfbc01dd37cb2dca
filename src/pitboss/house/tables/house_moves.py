"""What a player of the house does at a turn, and how long that takes. It sees what any player in the seat would see.

Nothing here acts at a table, and nothing has a clock.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import msgspec

from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.asks import Offer, Party
from pitboss.engine.round.inputs import PLAYER, Input, WagerInput
from pitboss.engine.round.round import Round
from pitboss.house.people.house_players import HousePlayer, Skill
from pitboss.house.settings import Pace, milliseconds

MISTAKES = 0.2
"""How often a novice takes any choice that is offered."""
STAKES = (1, 1, 1, 2, 2, 3, 5)
"""How many times the least wager a player stakes: each as likely as the others."""
ENOUGH = 20
"""How many of the least wagers a player has in chips at least when a round begins: no decision costs more."""
BUYS = 60
"""How many of the least wagers a player buys chips for."""


def turn_of(round: Round, player: str, chips: int, random: Random) -> Turn | None:
    """The turn of a player in their own seat, with the offers that their chips pay for. None if nothing is asked.

    ``chips`` are cents.
    """
    own = next((seat for seat, one in round.seats if one == player), 0)
    if round.asking is None or not own:
        return None
    party = Party(PLAYER, own, player)
    if party not in round.asking.waiting:
        return None
    return Turn(round, party, [_within(one, chips) for one in round.offers(party) if one.cost() <= chips], random)


def _within(offer: Offer, chips: int) -> Offer:
    """An offer that stakes no more than these cents."""
    if offer.unit != "cents" or offer.cost(offer.most) <= chips:
        return offer
    return msgspec.structs.replace(offer, most=chips - (chips - offer.least) % offer.step)


def bet(turn: Turn) -> Input | None:
    """The next wager that the game needs, and no side wager. None if everything lies."""
    given: Input | None = turn.round.game.basic(turn)
    if isinstance(given, WagerInput) and given.wager == turn.round.game.base:
        offer = turn.offer(given.do, given.wager)
        if offer is not None:
            amount = min(offer.least * turn.random.choice(STAKES), offer.most)
            more = msgspec.structs.replace(given, amount=amount - (amount - offer.least) % offer.step)
            return more if turn.round.allows(more) else given
    return given


def take_back(turn: Turn) -> Input | None:
    """Take a wager back, for a player who leaves. None if none can be taken back now."""
    back = (turn.take(one) for one in turn.offers if one.do == "withdraw" and not one.why_not)
    return next((one for one in back if turn.round.allows(one)), None)


def decision(turn: Turn, who: HousePlayer, advice: str = "") -> Input | None:
    """The answer to a question. ``advice`` is the choice that the coach calls best, if it was asked.

    None only if nothing has to be answered.
    """
    must = [one for one in turn.offers if not one.why_not and not one.optional and one.do != "report"]
    if not must:
        return None
    best = next((one for one in must if one.do == advice), None)
    if who.skill is Skill.NOVICE and turn.random.random() < MISTAKES:
        given = turn.take(turn.random.choice(must))
    else:  # what is worth doing is worth doing with the most that may be staked
        given = turn.take(best, best.most) if best is not None else turn.round.game.basic(turn)
    if given is not None and turn.round.allows(given):
        return given
    return next((one for one in map(turn.take, must) if turn.round.allows(one)), None)


# --- how long it takes


class Share(NamedTuple):
    """A pause, as shares of one of the times of a table: between these two, before the player's tempo counts."""

    of: str
    least: float
    most: float

    def ms(self, pace: Pace, tempo: float, random: Random) -> int:
        """A pause in milliseconds, so that no two are alike.

        >>> Share("betting", 0.1, 0.1).ms(Pace(betting=20), 1.5, Random(1))
        3000
        """
        whole: float = getattr(pace, self.of)
        return milliseconds(whole * tempo * random.uniform(self.least, self.most))


COMES = Share("betting", 0.05, 0.3)
"""Before a player comes to a table."""
BUYS_IN = Share("betting", 0.03, 0.08)
FIRST_BET = Share("betting", 0.06, 0.25)
NEXT_BET = Share("betting", 0.03, 0.08)
"""Before another wager, and before a player with all wagers down is ready."""
DECIDES = Share("decision", 0.06, 0.2)
LOOKS_ON = Share("between", 0.2, 0.5)
"""Before a player is ready for the next round."""
