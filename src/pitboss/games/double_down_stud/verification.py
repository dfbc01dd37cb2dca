"""How Double Down Stud is verified: played twice, at a table and in fast rounds."""

from __future__ import annotations

from functools import partial
from random import Random

from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import make
from pitboss.engine.round.round import Round
from pitboss.games.double_down_stud.game import GAME
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.mathematics.choices import Known
from pitboss.mathematics.counting.hands import suit_classes
from pitboss.mathematics.declared.odds import only_choices
from pitboss.verification import Case, Verification
from pitboss.verification.engine_against_kernel import NO_MORE_BETS, Drawn, StudTwins

OPTIONS = {
    "payout_cap": (0, 100_000_00, 123_456_78),
    "dealing": ("manual shoe", "automated shuffler"),
    "two_areas": (False, True),
}


def by_ranks(known: Known) -> str:
    """An arbitrary strategy that doubles about half of all hands."""
    cards = (*known["hand"], *known["board"])
    return "double" if (sum(card >> 2 for card in cards) + len({card & 3 for card in cards})) % 2 else "pass"


def state_of(known: Known) -> int:
    return suit_classes(4).index([*known["hand"], *known["board"]])


DRAWN = Drawn(
    game=GAME.name,
    rules=DoubleDownStudRules,
    tables=("pays",),
    options=OPTIONS,
    limit="payout_cap",
    base="original",
    choices=partial(only_choices, GAME),
    state=state_of,
    by_ranks=by_ranks,
    optimal=0.5,
)


def twins(random: Random, seats: int = 0) -> StudTwins:
    """Both tables under random rules, with a given or a random number of seats."""
    made, choose = DRAWN.seated(random, seats)
    seats = made.seats

    def decide(both: StudTwins, round: Round) -> None:
        _, *board = round.layout.numbers("community")
        for seat, player in both.players:
            action = choose({"hand": tuple(round.layout.numbers(seat_place(seat))), "board": tuple(board)})
            amount = made.stakes["original"] if action == "double" else 0
            round.do(make(by="player", seat=seat, player=player, do=action, amount=amount))
        round.do(NO_MORE_BETS)

    return StudTwins(made, random, decide, wagers=made.stakes, cards=seats + 4, hand=(0, *range(seats, seats + 4)))


VERIFICATION = Verification(
    game=GAME.name,
    cases=tuple(Case(game=GAME.name, strategy=strategy) for strategy in ("optimal", "always", "never")),
    twins=twins,
    each=2_000,
)
