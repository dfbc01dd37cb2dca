"""Automatic play: random choices are legal, reach the end of a round, and are repeatable by seed."""

from __future__ import annotations

from random import Random

import pytest

from pitboss import Table
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event


def records(game: str, seed: int, rounds: int) -> list[Event]:
    table, random = Table(game, seed=seed), Random(seed)
    table.sit("Ann")
    table.sit("Bob")
    return [record for _ in range(rounds) for record in drive(table.open_round(), random_legal, random).records]


@pytest.mark.parametrize("game", registry.games())
def test_random_play_withdraws_lays_coupons_and_wagers_over_the_whole_range(game: str) -> None:
    rules, base = registry.game(game).rules(), registry.game(game).base
    made = records(game, seed=5, rounds=120)
    amounts = [event.amount for event in made if isinstance(event, ev.Wagered) and event.wager == base]
    low, high = rules.table_minimum, rules.table_maximum
    assert min(amounts) < low + (high - low) // 10
    assert max(amounts) > high - (high - low) // 10
    assert any(isinstance(event, ev.Withdrawn) for event in made)
    assert any(event.coupon for event in made if isinstance(event, ev.Wagered))


@pytest.mark.parametrize("game", registry.games())
def test_random_play_is_repeated_by_its_seed(game: str) -> None:
    assert records(game, seed=3, rounds=5) == records(game, seed=3, rounds=5) != records(game, seed=4, rounds=5)
