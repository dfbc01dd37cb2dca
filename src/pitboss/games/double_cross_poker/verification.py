"""How Double Cross Poker is verified: played twice, at a table and in fast rounds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from pitboss.basics.poker import HIGH_3, category3
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import make
from pitboss.engine.round.round import Round
from pitboss.games.double_cross_poker.game import GAME
from pitboss.games.double_cross_poker.kernel import BOTTOM, CENTER, CROSS, OWN, TOP
from pitboss.games.double_cross_poker.mathematics.choices import ACTIONS, choices
from pitboss.games.double_cross_poker.mathematics.counting import starts
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.mathematics.choices import Known
from pitboss.verification import Case, Verification
from pitboss.verification.engine_against_kernel import Drawn, StudTwins

OPTIONS = {
    "payout_cap": (0, 60_000_00, 61_234_56),
    "dealing": ("manual shoe", "hand", "automated shoe"),
    "count_every": (1, 3, 5),
}
BONUS = "three-card"
RENAMED = dict.fromkeys(((BONUS, "high card"), (BONUS, "not exposed")), "below a pair")


def by_ranks(known: Known) -> str:
    """An arbitrary strategy that takes every action about equally often."""
    hand, (top,), (right,) = known["hand"], known["vertical"], known["horizontal"]
    suited = sum(card & 3 == top & 3 for card in hand) + 2 * (top & 3 == right & 3)
    return ACTIONS[(sum(card >> 2 for card in hand) + (top >> 2) + 2 * (right >> 2) + suited) % 3]


@cache
def _classes() -> dict[int, int]:
    """The state of each class of starts, by class number."""
    return {number: state for state, number in enumerate(map(_number, starts().cards.tolist()))}


def _number(cards: Sequence[int]) -> int:
    """One number for four cards, with suits renamed in order of appearance."""
    names: dict[int, int] = {}
    number = 0
    for card in cards:
        number = 52 * number + (card & ~3 | names.setdefault(card & 3, len(names)))
    return number


def state_of(known: Known) -> int:
    """The class of a start, found without numpy and without the tables of fast rounds."""
    (one, other), (top,), (right,) = known["hand"], known["vertical"], known["horizontal"]
    return _classes()[min(_number((top, right, one, other)), _number((top, right, other, one)))]


DRAWN = Drawn(
    game=GAME.name,
    rules=DoubleCrossPokerRules,
    tables=("raise_pays", "three_card_pays"),
    options=OPTIONS,
    limit="payout_cap",
    base="ante",
    choices=choices,
    state=state_of,
    by_ranks=by_ranks,
    optimal=0.8,
    bonus=BONUS,
    range_of=lambda rules: rules.three_card_range,
)


def twins(random: Random, seats: int = 0) -> StudTwins:
    """Both tables under random rules, with a given or a random number of seats."""
    made, choose = DRAWN.seated(random, seats)

    def decide(both: StudTwins, round: Round) -> None:
        top, right = (tuple(round.layout.numbers(place)) for place in ("vertical top", "horizontal right"))
        held = [(*who, round.layout.numbers(seat_place(who[0]))) for who in both.players]
        if BONUS in made.stakes:
            for seat, player, own in held:
                shows = category3([*own, *top]) != HIGH_3 or random.random() < 0.5
                round.do(make(by="player", seat=seat, player=player, do="expose" if shows else "conceal"))
        for seat, player, own in held:
            action = choose({"hand": tuple(own), "vertical": top, "horizontal": right})
            round.do(make(by="player", seat=seat, player=player, do=action))

    cross = OWN * (made.seats + 1)
    return StudTwins(
        made,
        random,
        decide,
        wagers=made.stakes,
        cards=cross + CROSS,
        hand=(0, 1, cross + CENTER, cross + TOP, cross + BOTTOM),
        renamed=RENAMED,
    )


VERIFICATION = Verification(
    game=GAME.name,
    cases=tuple(Case(game=GAME.name, strategy=strategy) for strategy in ("optimal", "always", "never")),
    twins=twins,
    each=2_000,
)
