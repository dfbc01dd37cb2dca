"""Double Down Stud, at a table and in fast rounds."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from pitboss.exact.hands import suit_classes
from pitboss.games.double_down_stud.choices import DOUBLE, PASS, choices
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.simulate import setup
from pitboss.table.events import Input, seat_place
from pitboss.table.round import Round
from pitboss.twins.drawn import chips, drawn, seats_at
from pitboss.twins.stud import StudTwins
from pitboss.twins.tables import NO_MORE_BETS

GAME = "double_down_stud"
EACH = 2_000
"""Rounds under one draw of the rules."""
OPTIONS = {
    "payout_cap": (0, 100_000_00, 123_456_78),
    "dealing": ("manual shoe", "automated shuffler"),
    "two_areas": (False, True),
}


def by_ranks(known: Mapping[str, tuple[int, ...]]) -> str:
    """A strategy without sense, that doubles about half of all hands."""
    cards = (*known["hand"], *known["board"])
    return DOUBLE if (sum(card >> 2 for card in cards) + len({card & 3 for card in cards})) % 2 else PASS


def twins(random: Random, seats: int = 0) -> StudTwins:
    """Both tables under rules drawn at random, with so many seats or any number of them."""
    rules = drawn(GAME, DoubleDownStudRules, random, seats, ("pays",), OPTIONS)
    seats = seats or seats_at(random, rules)
    stakes = {"original": chips(random, rules, rules.table_minimum, rules.table_maximum)}
    optimal = random.random() < 0.5
    best = choices(rules) if optimal else None

    def choose(own: list[int], board: list[int]) -> str:
        if best is not None:
            return best.actions[int(best.best[suit_classes(4).index([*own, *board])])]
        return by_ranks({"hand": tuple(own), "board": tuple(board)})

    def decide(both: StudTwins, round: Round) -> None:
        _, *board = round.dealer.cards("community")
        for seat, player in both.players:
            action = choose(round.dealer.cards(seat_place(seat)), board)
            amount = stakes["original"] if action == DOUBLE else 0
            round.do(Input(by="player", seat=seat, player=player, do=action, amount=amount))
        round.do(NO_MORE_BETS)

    return StudTwins(
        setup(GAME, rules, wagers=stakes, seats=seats, strategy="optimal" if optimal else by_ranks),
        random,
        decide,
        wagers=stakes,
        cards=seats + 4,
        hand=(0, *range(seats, seats + 4)),
    )
