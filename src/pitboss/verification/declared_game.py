"""How a declared game is verified: played twice, at a table and in fast rounds.

Both follow from the same declaration, so an error in it shows in neither. Amounts worked out by hand and a count from
first principles stay necessary.
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from pitboss.basics.money import ceil_div
from pitboss.engine.declared.words import COMMUNITY, DEALER, PLAYER, Declaration, Place
from pitboss.engine.game import Game
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import make
from pitboss.engine.round.round import Round
from pitboss.engine.rules import load, permits, to_builtins
from pitboss.mathematics.choices import OPTIMAL, UP, Known
from pitboss.mathematics.declared.odds import counted, rated, strategies
from pitboss.mathematics.declared.ways import Way
from pitboss.simulation.any_game import setup
from pitboss.simulation.declared import follows
from pitboss.simulation.kernel import MOST_NET
from pitboss.verification import Case, Verification
from pitboss.verification.engine_against_kernel import StudTwins, chips, drawn_rules, seats_at

MOST_ASKED = 1_000_000
"""The most states about which an arbitrary strategy is asked, one by one."""


class Player:
    """Decides alike at the table and in fast rounds: by the best strategy, or by an arbitrary one."""

    def __init__(self, game: Game, rules: Any, optimal: bool) -> None:
        self.declared: Declaration = game.declared
        self._rated = rated(game, rules) if optimal else None

    @property
    def strategy(self) -> Any:
        return OPTIMAL if self._rated else self.by_ranks

    def by_ranks(self, known: Known) -> str:
        """An arbitrary choice, by the cards and what was chosen before."""
        cards, up = [card for place in ("hand", "board") for card in known.get(place, ())], known.get(UP, ())
        at = next(point for point in self.declared.points if (point.own, point.up) == (len(cards), len(up)))
        number = sum(card >> 2 for card in cards) + len({card & 3 for card in cards}) + sum(known.get("before", ()))
        number += sum((card >> 2) // 2 + (card & 3 in {one & 3 for one in cards}) for card in up)
        return at.ask.choices[number % len(at.ask.choices)].do

    def choose(self, at: int, way: Way, hand: tuple[int, ...], board: tuple[int, ...], up: tuple[int, ...] = ()) -> int:
        """The number of the choice."""
        choices = [choice.do for choice in self.declared.asks[at].choices]
        if self._rated is None:
            return choices.index(self.by_ranks({"hand": hand, "board": board, UP: up, "before": way}))
        stage = self._rated.counted.ways.points[at].stage
        state = stage.indices(np.array([(*hand, *board)]), np.array([up], np.int64))
        return int(self._rated.priced.best(at, way)[state[0]])


def twins(game: Game, random: Random, seats: int = 0) -> StudTwins:
    """Both tables under random rules, with a given or a random number of seats."""
    declared: Declaration = game.declared
    tables = sorted({bet.pays for bet in declared.wagers if bet.pays})
    default = game.rules()
    positions = [number for number in range(max(3, seats), 7) if permits(default, "positions", number)]
    options = {"packs": (1,), "positions": positions or (default.positions,)}
    rules = drawn_rules(game.name, game.rules, random, seats, tables, options)
    if declared.limit:
        least = declared.least_cap(rules) or 5_000_00
        amounts = [cap for cap in (0, least, least + 7_345_67) if permits(rules, declared.limit, cap)]
        rules = load(game.name, game.rules, to_builtins(rules) | {declared.limit: random.choice(amounts)})
    taken = seats or seats_at(random, rules)
    most = min(rules.table_maximum, highest(declared, rules, taken))
    base = chips(random, rules, rules.table_minimum, most)
    sides = [bet.name for bet in declared.wagers if bet.side and random.random() < 0.7]
    stakes = {declared.base.name: base}
    stakes |= {name: chips(random, rules, rules.table_minimum, most) for name in sides}
    player = Player(game, rules, random.random() < 0.3 or counted(game).last.size > MOST_ASKED)
    made = setup(game, rules, wagers=stakes, seats=taken, strategy=player.strategy)
    placed = {
        bet.name: stakes.get(bet.name) or base * bet.times
        for bet in declared.wagers
        if bet.base or bet.equals or bet.name in sides
    }
    dealt = declared.dealt

    def decide(both: StudTwins, round: Round) -> None:
        ways: dict[int, Way] = {seat: () for seat, _ in both.players}
        abouts = [ask.about for ask in declared.asks]
        while round.asking is not None and round.asking.about in abouts:
            party, at = round.waiting[0], abouts.index(round.asking.about)
            hand, board, up = (
                round.layout.numbers(seat_place(party.seat)),
                _shown(round, COMMUNITY),
                _shown(round, DEALER),
            )
            number = player.choose(at, ways[party.seat], tuple(hand), tuple(board), tuple(up))
            choice = declared.asks[at].choices[number]
            amount = choice.times * base if isinstance(choice, Place) else 0
            round.do(make(by="player", seat=party.seat, player=party.player, do=choice.do, amount=amount))
            ways[party.seat] = (*ways[party.seat], number)

    earned = [bet for bet in declared.wagers if bet.earned]
    return StudTwins(
        made,
        random,
        decide,
        wagers=placed,
        cards=made.seats * dealt[PLAYER] + dealt[DEALER] + dealt[COMMUNITY],
        with_it={(bet.earned, "folded"): (bet.name, "folded") for bet in earned},
        rest={bet.name: "nothing" for bet in earned},
    )


def highest(declared: Declaration, rules: Any, seats: int) -> int:
    """The highest wager with which a round at this table can't win more than fast rounds can add up."""
    tables = [declared.table(bet, rules) for bet in declared.wagers]
    times = max((ceil_div(*odds.back) for table in tables for odds in table.values()), default=2)
    units = 1 + follows(declared) + sum(bet.side or bool(bet.earned) for bet in declared.wagers)
    return (MOST_NET - 1) // (max(times, 2) * units * seats)


def _shown(round: Round, place: str) -> list[int]:
    """The cards of the dealer or the community that lie face up."""
    held = round.layout.hands.get((place, 1))
    cards = round.layout.numbers(place)
    return [card for card, face in zip(cards, held.faces, strict=True) if face == "up"] if held else []


def part(game: Game) -> Any:
    """What the module ``verification`` of a game's package exports."""
    declared: Declaration = game.declared
    return SimpleNamespace(
        VERIFICATION=Verification(
            game=game.name,
            cases=tuple(Case(game=game.name, strategy=strategy) for strategy in strategies(declared)),
            twins=lambda random: twins(game, random),
            each=200,
        )
    )
