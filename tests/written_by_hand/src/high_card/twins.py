"""High Card played twice, at a table and in fast rounds."""

from __future__ import annotations

from random import Random

from high_card.choices import FOLD, RAISE, choices
from high_card.game import GAME
from high_card.rules import HighCardRules
from pitboss.basics.cards import NUMBER
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.round import Round
from pitboss.mathematics.choices import Known
from pitboss.verification.engine_against_kernel import Drawn, StudTwins


def by_ranks(known: Known) -> str:
    """An arbitrary strategy that raises every other rank."""
    return RAISE if known["hand"][0] >> 2 & 1 else FOLD


DRAWN = Drawn(
    game=GAME.name,
    rules=HighCardRules,
    tables=("ante_pays", "raise_pays"),
    options={"packs": (1,)},
    base="ante",
    choices=choices,
    state=lambda known: known["hand"][0] >> 2,
    by_ranks=by_ranks,
    optimal=0.5,
)


def twins(random: Random, seats: int = 0) -> StudTwins:
    """Both tables under random rules, with a given or a random number of seats."""
    made, choose = DRAWN.seated(random, seats)

    def decide(both: StudTwins, round: Round) -> None:
        for seat, player in both.players:
            (card,) = round.view(seat_place(seat)).cards(seat_place(seat))
            action = choose({"hand": (NUMBER[str(card)],)})
            amount = made.stakes["ante"] if action == RAISE else 0
            round.do(player, action, "", amount)

    return StudTwins(made, random, decide, wagers=made.stakes, cards=made.seats + 1)
