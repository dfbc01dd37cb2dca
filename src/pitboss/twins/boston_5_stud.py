"""Boston 5 Stud Poker, at a table and in fast rounds."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from pitboss.exact.hands import suit_classes
from pitboss.games.boston_5_stud.choices import FIRST, FOLD, SECOND, choices
from pitboss.games.boston_5_stud.rules import Boston5StudRules
from pitboss.poker import HIGH_3, category3
from pitboss.simulate import setup
from pitboss.table.events import Input, seat_place
from pitboss.table.round import Round
from pitboss.twins.drawn import chips, drawn, seats_at
from pitboss.twins.stud import StudTwins

GAME = "boston_5_stud"
EACH = 500
"""Rounds under one draw of the rules."""
OPTIONS = {
    "payout_cap": (0, 50_000_00, 51_234_56),
    "dealing": ("manual shoe", "hand", "automated shoe"),
    "count_every": (1, 3, 5),
    "optional_minimum": (1_00, 2_50, 7_00),
    "optional_maximum": (10_00, 100_00, 1_000_00),
}
BONUS = "optional bonus"
RENAMED = dict.fromkeys(((BONUS, "exposed, below a pair"), (BONUS, "not exposed")), "below a pair")
SILENT = (("ante bonus", "below two pair"), ("ante bonus", "folded"))


def by_ranks(known: Mapping[str, tuple[int, ...]]) -> str:
    """A strategy without sense, that folds about a third of all hands."""
    cards = known["hand"]
    return SECOND if (sum(card >> 2 for card in cards) + len({card & 3 for card in cards})) % 3 else FOLD


def twins(random: Random, seats: int = 0) -> StudTwins:
    """Both tables under rules drawn at random, with so many seats or any number of them."""
    rules = drawn(GAME, Boston5StudRules, random, seats, ("ante_bonus", "optional_bonus"), OPTIONS)
    seats = seats or seats_at(random, rules)
    stakes = {"ante": chips(random, rules, rules.table_minimum, rules.table_maximum)}
    if random.random() < 0.7:
        stakes[BONUS] = chips(random, rules, rules.least_optional, rules.most_optional)
    optimal = random.random() < 0.25
    best = choices(rules) if optimal else None

    def choose(cards: list[int]) -> str:
        if best is not None:
            return best.actions[int(best.best[suit_classes(3).index(cards)])]
        return by_ranks({"hand": tuple(cards)})

    def decide(both: StudTwins, round: Round) -> None:
        held = [(*who, round.dealer.cards(seat_place(who[0]))) for who in both.players]
        if BONUS in stakes:
            for seat, player, cards in held:
                shows = category3(cards) != HIGH_3 or random.random() < 0.5
                round.do(Input(by="player", seat=seat, player=player, do="expose" if shows else "conceal"))
        for seat, player, cards in held:
            action = choose(cards)
            amount = FIRST * stakes["ante"] if action == SECOND else 0
            round.do(Input(by="player", seat=seat, player=player, do=action, amount=amount))
        if not round.over:
            round.do(Input(by="dealer", do="deal"))

    return StudTwins(
        setup(GAME, rules, wagers=stakes, seats=seats, strategy="optimal" if optimal else by_ranks),
        random,
        decide,
        wagers={"ante": stakes["ante"], "first": FIRST * stakes["ante"], **stakes},
        cards=5 * (seats + 1),
        hand=(0, 1, 2, 3 * (seats + 1), 3 * (seats + 1) + 1),
        renamed=RENAMED,
        silent=SILENT,
    )
