"""The fast rounds of Double Down Stud against the table and exact values."""

from __future__ import annotations

import pytest

from kernels import PARTS, agrees, settled_alike
from long import first_of
from pitboss.simulation.any_game import simulate
from pitboss.verification.engine_against_kernel import CAPPED

NAME = "double_down_stud"


@pytest.mark.parametrize("part", first_of(range(len(PARTS))))
def test_table_and_kernel_agree_to_the_cent(part: int) -> None:
    seen = settled_alike(NAME, PARTS[part], f"part {part}", each=100).seen
    assert seen.keys() > {"1 seat", "2 seats", "original", "double"}
    assert seen[CAPPED] > 0


@pytest.mark.parametrize("strategy", ["optimal", "always", "never"])
def test_every_outcome_beside_its_exact_share(strategy: str) -> None:
    agrees(simulate(NAME, rounds=2_000_000, seed=11, strategy=strategy), 1e-3)


def test_seats_that_share_the_cards_win_the_same_on_average() -> None:
    agrees(simulate(NAME, rounds=400_000, seed=12, seats=6), 1e-3, outcomes=False)
