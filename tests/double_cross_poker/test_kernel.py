"""The fast rounds of Double Cross Poker against the table and exact values."""

from __future__ import annotations

import numpy as np
import pytest

from kernels import PARTS, agrees, settled_alike
from long import first_of
from pitboss.games.double_cross_poker.kernel import NEAR, by_number, start_number
from pitboss.games.double_cross_poker.mathematics.counting import starts
from pitboss.games.double_cross_poker.verification import state_of
from pitboss.simulation.any_game import simulate
from pitboss.verification.engine_against_kernel import CAPPED

NAME = "double_cross_poker"


@pytest.mark.parametrize("part", first_of(range(len(PARTS))))
def test_table_and_kernel_agree_to_the_cent(part: int) -> None:
    seen = settled_alike(NAME, PARTS[part], f"part {part}", each=300).seen
    assert seen.keys() > {"1 seat", "2 seats", "ante", "raise 1", "raise 2", "three-card"}
    assert seen[CAPPED] > 0


def test_a_number_of_starts_is_of_one_class() -> None:
    """Starts with the same number are in one class, for any suits and any order of the player's cards."""
    every = starts()
    random = np.random.default_rng(5)
    numbers = by_number(NEAR, every.cards, np.arange(len(every.weights)))
    for _ in range(2_000):
        a, b, top, right = random.permutation(52)[:4].tolist()
        assert numbers[start_number(NEAR, a, b, top, right)] == every.index((a, b), top, right)


def test_the_twins_find_the_class_of_a_start() -> None:
    random = np.random.default_rng(6)
    for _ in range(1_000):
        a, b, top, right = random.permutation(52)[:4].tolist()
        known = {"hand": (a, b), "vertical": (top,), "horizontal": (right,)}
        assert state_of(known) == starts().index((a, b), top, right)


@pytest.mark.parametrize("strategy", ["optimal", "always", "never"])
def test_every_outcome_beside_its_exact_share(strategy: str) -> None:
    stakes = {"ante": 10_00, "three-card": 5_00}
    agrees(simulate(NAME, rounds=2_000_000, seed=31, strategy=strategy, wagers=stakes), 1e-3)


def test_a_round_without_side_wagers_beside_its_exact_value() -> None:
    found = simulate(NAME, rounds=2_000_000, seed=32)
    assert found.results[0].exact is not None
    agrees(found, 1e-3)


def test_seats_that_share_the_cross_win_the_same_on_average() -> None:
    agrees(simulate(NAME, rounds=400_000, seed=33, seats=6), 1e-3, outcomes=False)
