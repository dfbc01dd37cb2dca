"""Double Cross Poker, at a table and in fast rounds."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from pitboss.games.double_cross_poker.choices import ACTIONS, choices
from pitboss.games.double_cross_poker.counting import starts
from pitboss.games.double_cross_poker.kernel import BOTTOM, CENTER, CROSS, OWN, TOP
from pitboss.games.double_cross_poker.rules import DoubleCrossPokerRules
from pitboss.poker import HIGH_3, category3
from pitboss.simulate import setup
from pitboss.table.events import Input, seat_place
from pitboss.table.round import Round
from pitboss.twins.drawn import chips, drawn, seats_at
from pitboss.twins.stud import StudTwins

GAME = "double_cross_poker"
EACH = 2_000
"""Rounds under one draw of the rules."""
OPTIONS = {
    "payout_cap": (0, 60_000_00, 61_234_56),
    "dealing": ("manual shoe", "hand", "automated shoe"),
    "count_every": (1, 3, 5),
}
BONUS = "three-card"
RENAMED = dict.fromkeys(((BONUS, "high card"), (BONUS, "not exposed")), "below a pair")


def by_ranks(known: Mapping[str, tuple[int, ...]]) -> str:
    """A strategy without sense, that takes every action about as often."""
    hand, (top,), (right,) = known["hand"], known["vertical"], known["horizontal"]
    suited = sum(card & 3 == top & 3 for card in hand) + 2 * (top & 3 == right & 3)
    return ACTIONS[(sum(card >> 2 for card in hand) + (top >> 2) + 2 * (right >> 2) + suited) % 3]


def twins(random: Random, seats: int = 0) -> StudTwins:
    """Both tables under rules drawn at random, with so many seats or any number of them."""
    rules = drawn(GAME, DoubleCrossPokerRules, random, seats, ("raise_pays", "three_card_pays"), OPTIONS)
    seats = seats or seats_at(random, rules)
    stakes = {"ante": chips(random, rules, rules.table_minimum, rules.table_maximum)}
    if random.random() < 0.7:
        stakes[BONUS] = chips(random, rules, *rules.three_card_range)
    optimal = random.random() < 0.8
    best = choices(rules) if optimal else None

    def choose(own: list[int], top: int, right: int) -> str:
        if best is not None:
            return best.actions[int(best.best[starts().index(own, top, right)])]
        return by_ranks({"hand": tuple(own), "vertical": (top,), "horizontal": (right,)})

    def decide(both: StudTwins, round: Round) -> None:
        (top,), (right,) = round.dealer.cards("vertical top"), round.dealer.cards("horizontal right")
        held = [(*who, round.dealer.cards(seat_place(who[0]))) for who in both.players]
        if BONUS in stakes:
            for seat, player, own in held:
                shows = category3([*own, top]) != HIGH_3 or random.random() < 0.5
                round.do(Input(by="player", seat=seat, player=player, do="expose" if shows else "conceal"))
        for seat, player, own in held:
            action = choose(own, top, right)
            round.do(Input(by="player", seat=seat, player=player, do=action))

    cross = OWN * (seats + 1)
    return StudTwins(
        setup(GAME, rules, wagers=stakes, seats=seats, strategy="optimal" if optimal else by_ranks),
        random,
        decide,
        wagers=stakes,
        cards=cross + CROSS,
        hand=(0, 1, cross + CENTER, cross + TOP, cross + BOTTOM),
        renamed=RENAMED,
    )
