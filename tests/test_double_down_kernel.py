"""The fast rounds of Double Down Stud, held against the engine and against exact values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from kernels import ROUNDS, Twins, agrees, chips, drawn, rounds
from pitboss.exact.hands import suit_classes
from pitboss.games.double_down_stud.choices import DOUBLE, PASS, choices
from pitboss.simulate import simulate
from pitboss.table.events import seat_place
from pitboss.table.round import Round

GAME = "double_down_stud"
DRAWS = 16
OPTIONS = {
    "payout_cap": (0, 100_000_00, 123_456_78),
    "dealing": ("manual shoe", "automated shuffler"),
    "two_areas": (False, True),
}


def by_ranks(known: Mapping[str, tuple[int, ...]]) -> str:
    """A strategy without sense, that doubles about half of all hands."""
    cards = (*known["hand"], *known["board"])
    return DOUBLE if (sum(card >> 2 for card in cards) + len({card & 3 for card in cards})) % 2 else PASS


def twins(random: Random, seats: int, strategy: object, *, high: bool = False) -> Twins:
    rules = drawn(GAME, random, ("pays",), OPTIONS, high=high)
    made = choices(rules)

    def choose(cards: list[int]) -> str:
        if strategy == "optimal":
            return made.actions[made.best[suit_classes(4).index(cards)]]
        return by_ranks({"hand": tuple(cards[:1]), "board": tuple(cards[1:])})

    def conduct(round: Round, stakes: Mapping[str, int], players: Sequence[str]) -> None:
        for player in players:
            round.do(player, "wager", "original", stakes["original"])
        round.do("dealer", "no more bets")
        _, *board = round.dealer.cards("community")
        for seat, player in enumerate(players, 1):
            action = choose([*round.dealer.cards(seat_place(seat)), *board])
            round.do(player, action, amount=stakes["original"] if action == DOUBLE else 0)
        round.do("dealer", "no more bets")

    stakes = {"original": chips(random, rules, rules.table_minimum, rules.table_maximum)}
    return Twins(GAME, rules, stakes, seats=seats, strategy=strategy, cards=seats + 4, conduct=conduct)


@pytest.mark.parametrize("seats", [1, 2])
def test_engine_and_kernel_agree_to_the_cent(seats: int) -> None:
    random, capped, played = Random(f"{GAME} {seats}"), 0, 0
    for draw in range(DRAWS // 2):
        pair = twins(random, seats, "optimal" if draw % 2 else by_ranks, high=draw % 4 == 0)
        hand = (0, seats, seats + 1, seats + 2, seats + 3)
        for state in rounds(random, ROUNDS // DRAWS, seats + 4, hand):
            pair.play(state)
        pair.finish()
        capped, played = capped + pair.capped, played + pair.rounds
    assert played == ROUNDS // 2
    assert capped > 100


@pytest.mark.parametrize("strategy", ["optimal", "always", "never"])
def test_every_outcome_beside_its_exact_share(strategy: str) -> None:
    agrees(simulate(GAME, rounds=2_000_000, seed=11, strategy=strategy), 1e-3)


def test_seats_that_share_the_cards_win_the_same_on_average() -> None:
    agrees(simulate(GAME, rounds=400_000, seed=12, seats=6), 1e-3, outcomes=False)
