"""The fast rounds of Double Cross Poker, held against the engine and against exact values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
import pytest

from kernels import ROUNDS, Twins, agrees, chips, drawn, rounds
from pitboss.games.double_cross_poker.choices import ACTIONS, choices
from pitboss.games.double_cross_poker.counting import starts
from pitboss.games.double_cross_poker.kernel import by_number, start_number
from pitboss.poker import HIGH_3, category3
from pitboss.simulate import simulate
from pitboss.table.events import seat_place
from pitboss.table.round import Round

GAME = "double_cross_poker"
DRAWS = 16
OPTIONS = {
    "payout_cap": (0, 60_000_00, 61_234_56),
    "dealing": ("manual shoe", "hand", "automated shoe"),
    "count_every": (1, 3, 5),
}
LEFT, CENTER, RIGHT, TOP, BOTTOM = range(5)
RENAMED = dict.fromkeys((("three-card", "high card"), ("three-card", "not exposed")), "below a pair")


def by_ranks(known: Mapping[str, tuple[int, ...]]) -> str:
    """A strategy without sense, that takes every action about as often."""
    hand, (top,), (right,) = known["hand"], known["vertical"], known["horizontal"]
    suited = sum(card & 3 == top & 3 for card in hand) + 2 * (top & 3 == right & 3)
    return ACTIONS[(sum(card >> 2 for card in hand) + (top >> 2) + 2 * (right >> 2) + suited) % 3]


def twins(random: Random, seats: int, strategy: object, *, high: bool = False) -> Twins:
    rules = drawn(GAME, random, ("raise_pays", "three_card_pays"), OPTIONS, high=high)
    made = choices(rules)

    def choose(own: list[int], top: int, right: int) -> str:
        if strategy == "optimal":
            return made.actions[made.best[starts().index(own, top, right)]]
        return by_ranks({"hand": tuple(own), "vertical": (top,), "horizontal": (right,)})

    def conduct(round: Round, stakes: Mapping[str, int], players: Sequence[str]) -> None:
        for player in players:
            round.do(player, "wager", "ante", stakes["ante"])
            if "three-card" in stakes:
                round.do(player, "wager", "three-card", stakes["three-card"])
        round.do("dealer", "no more bets")
        (top,), (right,) = round.dealer.cards("vertical top"), round.dealer.cards("horizontal right")
        held = {player: round.dealer.cards(seat_place(seat)) for seat, player in enumerate(players, 1)}
        if "three-card" in stakes:
            for player, own in held.items():
                shows = category3([*own, top]) != HIGH_3 or random.random() < 0.5
                round.do(player, "expose" if shows else "conceal")
        for player, own in held.items():
            round.do(player, choose(own, top, right))

    stakes = {"ante": chips(random, rules, rules.table_minimum, rules.table_maximum)}
    if random.random() < 0.7:
        stakes["three-card"] = chips(random, rules, *rules.three_card_range)
    return Twins(
        GAME, rules, stakes, seats=seats, strategy=strategy, cards=cards_of(seats), conduct=conduct, renamed=RENAMED
    )


def cards_of(seats: int) -> int:
    return 2 * (seats + 1) + 5


def vertical_hand(seats: int) -> tuple[int, ...]:
    """Where the first seat's cards lie, and those of the vertical array."""
    cross = 2 * (seats + 1)
    return 0, 1, cross + CENTER, cross + TOP, cross + BOTTOM


@pytest.mark.parametrize("seats", [1, 2])
def test_engine_and_kernel_agree_to_the_cent(seats: int) -> None:
    random, capped, played = Random(f"{GAME} {seats}"), 0, 0
    for draw in range(DRAWS // 2):
        pair = twins(random, seats, by_ranks if draw == 0 else "optimal", high=draw % 4 == 1)
        for state in rounds(random, ROUNDS // DRAWS, cards_of(seats), vertical_hand(seats)):
            pair.play(state)
        pair.finish()
        capped, played = capped + pair.capped, played + pair.rounds
    assert played == ROUNDS // 2
    assert capped > 100


def test_a_number_of_starts_is_of_one_class() -> None:
    """Starts of the same number are in one class, whatever the suits and the order of the player's cards."""
    every = starts()
    random = np.random.default_rng(5)
    numbers = by_number(every.cards, np.arange(len(every.weights)))
    for _ in range(2_000):
        a, b, top, right = random.permutation(52)[:4].tolist()
        assert numbers[start_number(a, b, top, right)] == every.index((a, b), top, right)


@pytest.mark.parametrize("strategy", ["optimal", "always", "never"])
def test_every_outcome_beside_its_exact_share(strategy: str) -> None:
    stakes = {"ante": 10_00, "three-card": 5_00}
    agrees(simulate(GAME, rounds=2_000_000, seed=31, strategy=strategy, wagers=stakes), 1e-3)


def test_a_round_without_side_wagers_beside_its_exact_value() -> None:
    found = simulate(GAME, rounds=2_000_000, seed=32)
    assert found.results[0].exact is not None
    agrees(found, 1e-3)


def test_seats_that_share_the_cross_win_the_same_on_average() -> None:
    agrees(simulate(GAME, rounds=400_000, seed=33, seats=6), 1e-3, outcomes=False)
