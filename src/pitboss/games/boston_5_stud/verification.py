"""How Boston 5 Stud Poker is verified: played twice, at a table and in fast rounds."""

from __future__ import annotations

from random import Random

from pitboss.basics.poker import HIGH_3, category3
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import make
from pitboss.engine.round.round import Round
from pitboss.games.boston_5_stud.game import GAME
from pitboss.games.boston_5_stud.mathematics.choices import choices
from pitboss.games.boston_5_stud.mathematics.one_hand import FOLD, SECOND
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.games.boston_5_stud.settle import FIRST
from pitboss.mathematics.choices import Known
from pitboss.mathematics.counting.hands import suit_classes
from pitboss.verification import Case, Verification
from pitboss.verification.engine_against_kernel import Drawn, StudTwins

OPTIONS = {
    "payout_cap": (0, 50_000_00, 51_234_56),
    "dealing": ("manual shoe", "hand", "automated shoe"),
    "count_every": (1, 3, 5),
    "optional_minimum": (1_00, 2_50, 7_00),
    "optional_maximum": (10_00, 100_00, 1_000_00),
}
BONUS = "optional bonus"
RENAMED = dict.fromkeys(((BONUS, "exposed, below a pair"), (BONUS, "not exposed")), "below a pair")
FOLDS = {("ante", "folded"): ("ante bonus", "folded")}
"""No event says that a folded hand has no ante bonus, so the loss of its ante says so."""


def by_ranks(known: Known) -> str:
    """An arbitrary strategy that folds about a third of all hands."""
    cards = known["hand"]
    return SECOND if (sum(card >> 2 for card in cards) + len({card & 3 for card in cards})) % 3 else FOLD


def state_of(known: Known) -> int:
    return suit_classes(3).index(known["hand"])


DRAWN = Drawn(
    game=GAME.name,
    rules=Boston5StudRules,
    tables=("ante_bonus", "optional_bonus"),
    options=OPTIONS,
    limit="payout_cap",
    base="ante",
    choices=choices,
    state=state_of,
    by_ranks=by_ranks,
    optimal=0.25,
    bonus=BONUS,
    range_of=lambda rules: (rules.least_optional, rules.most_optional),
)


def twins(random: Random, seats: int = 0) -> StudTwins:
    """Both tables under random rules, with a given or a random number of seats."""
    made, choose = DRAWN.seated(random, seats)
    stakes, seats = made.stakes, made.seats
    first = FIRST * stakes["ante"]

    def decide(both: StudTwins, round: Round) -> None:
        held = [(*who, round.layout.numbers(seat_place(who[0]))) for who in both.players]
        if BONUS in stakes:
            for seat, player, cards in held:
                shows = category3(cards) != HIGH_3 or random.random() < 0.5
                round.do(make(by="player", seat=seat, player=player, do="expose" if shows else "conceal"))
        for seat, player, cards in held:
            action = choose({"hand": tuple(cards)})
            amount = first if action == SECOND else 0
            round.do(make(by="player", seat=seat, player=player, do=action, amount=amount))
        if not round.over:
            round.do(make(by="dealer", do="deal"))

    return StudTwins(
        made,
        random,
        decide,
        wagers={"ante": stakes["ante"], "first": first, **stakes},
        cards=5 * (seats + 1),
        hand=(0, 1, 2, 3 * (seats + 1), 3 * (seats + 1) + 1),
        renamed=RENAMED,
        with_it=FOLDS,
        rest={"ante bonus": "below two pair"},
    )


VERIFICATION = Verification(
    game=GAME.name,
    cases=tuple(Case(game=GAME.name, strategy=strategy) for strategy in ("optimal", "always", "never")),
    twins=twins,
    each=500,
)
