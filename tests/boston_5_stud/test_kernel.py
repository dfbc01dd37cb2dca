"""The fast rounds of Boston 5 Stud Poker against the table and exact values."""

from __future__ import annotations

from random import Random

import pytest

from kernels import PARTS, agrees, settled_alike
from long import first_of
from pitboss.games.boston_5_stud.verification import twins
from pitboss.simulation.any_game import simulate
from pitboss.verification.engine_against_kernel import CAPPED

NAME = "boston_5_stud"

WAGERS = {"ante", "first", "second", "ante bonus", "optional bonus"}


@pytest.mark.parametrize("part", first_of(range(len(PARTS))))
def test_table_and_kernel_agree_to_the_cent(part: int) -> None:
    seen = settled_alike(NAME, PARTS[part], f"part {part}", each=250).seen
    assert seen.keys() > {"1 seat", "2 seats"} | WAGERS
    assert seen[CAPPED] > 0


def test_a_full_table_deals_two_more_cards_to_those_alone_who_play_on() -> None:
    both = twins(Random("full table"), seats=6)
    both.play(300)
    assert both.seen["full table"] == 300


@pytest.mark.parametrize("strategy", ["optimal", "never"])
def test_every_outcome_beside_its_exact_share(strategy: str) -> None:
    stakes = {"ante": 10_00, "optional bonus": 5_00}
    agrees(simulate(NAME, rounds=2_000_000, seed=21, strategy=strategy, wagers=stakes), 1e-3)


def test_a_round_without_side_wagers_beside_its_exact_value() -> None:
    found = simulate(NAME, rounds=2_000_000, seed=22)
    assert found.results[0].exact is not None
    agrees(found, 1e-3)


def test_seats_that_share_the_dealer_win_the_same_on_average() -> None:
    agrees(simulate(NAME, rounds=400_000, seed=23, seats=6), 1e-3, outcomes=False)
