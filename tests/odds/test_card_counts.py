"""Balanced counts: tags, correlations, and the line by true count."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import sqrt
from random import Random
from statistics import pstdev

import numpy as np
import pytest

from pitboss.mathematics.card_counts import Decision, Removal, best_counts, best_tags, correlation, playing_gain
from pitboss.mathematics.half_shoe import half_way, mean_gain

RANKS = "A23456789JQK"


def effects_of(seed: int, size: int = 12) -> dict[str, Fraction]:
    random = Random(seed)
    found = {one: Fraction(random.randint(-300, 300), 1000) for one in RANKS[:size]}
    found[RANKS[size - 1]] = found[RANKS[size - 2]]  # as queen and king
    return found


def closest(effects: dict[str, Fraction], most: int) -> float:
    """The highest correlation of all balanced tags, tried one by one."""
    values = np.array([float(effect) for effect in effects.values()])
    tags = np.array(list(product(range(-most, most + 1), repeat=len(values))))
    tags = tags[(tags.sum(axis=1) == 0) & tags.any(axis=1)]
    around = values - values.mean()
    return float((tags @ around / np.sqrt((tags**2).sum(axis=1) * (around @ around))).max())


@pytest.mark.parametrize(("seed", "size", "most"), [(1, 8, 1), (2, 7, 2), (3, 6, 2), (4, 6, 3), (5, 9, 1)])
def test_no_balanced_tags_follow_the_effects_closer(seed: int, size: int, most: int) -> None:
    effects = effects_of(seed, size)
    tags = best_tags(effects, most)
    assert list(tags) == list(effects)
    assert sum(tags.values()) == 0
    found = correlation(list(tags.values()), list(effects.values()))
    assert found == pytest.approx(closest(effects, most), abs=1e-12)


@pytest.mark.long
def test_no_tags_of_twelve_ranks_from_minus_one_to_one_follow_closer() -> None:
    effects = effects_of(6)
    tags = best_tags(effects, 1)
    found = correlation(list(tags.values()), list(effects.values()))
    assert found == pytest.approx(closest(effects, 1), abs=1e-12)


def test_of_tags_that_are_as_good_the_smaller_are_taken() -> None:
    effects = {"2": Fraction(3), "8": Fraction(0), "K": Fraction(-3)}
    assert best_tags(effects, 2) == {"2": 1, "8": 0, "K": -1}


def test_the_correlation_is_that_of_numpy() -> None:
    effects = list(effects_of(7).values())
    random = Random(8)
    tags = [random.randint(-2, 2) for _ in effects]
    assert correlation(tags, effects) == pytest.approx(float(np.corrcoef(tags, list(map(float, effects)))[0, 1]))
    assert correlation(tags, [Fraction(1)] * 12) == 0.0


def test_effects_that_are_tags_are_followed_in_full_and_come_to_the_line() -> None:
    """A shoe in which a card less of the two adds 1% and a king takes 1%, at four cards of each of three ranks."""
    without = {"2": Fraction(-1, 100), "8": Fraction(-2, 100), "K": Fraction(-3, 100)}
    game = Removal(wager="game", means="", value=Fraction(-2, 100), without=without)
    other = Removal(
        wager="other", means="", value=Fraction(0), without={"2": Fraction(1), "8": Fraction(0), "K": Fraction(0)}
    )
    (count,) = best_counts([game, other], cards=24, pack=12, largest=(1,))
    assert count.tags == {"2": 1, "8": 0, "K": -1}
    assert count.correlations == pytest.approx({"game": 1.0, "other": sqrt(3) / 2})
    # one two out leaves 23 cards and a running count of 1: a true count of 12/23, worth 1%
    assert count.gain * Fraction(12, 23) == Fraction(1, 100)
    assert count.even * count.gain == Fraction(2, 100)
    assert game.as_dict()["effects"] == {"2": 0.01, "8": 0.0, "K": -0.01}
    assert count.as_dict()["gain_per_true_count"] == float(count.gain)


# --- playing efficiency


@pytest.mark.parametrize(("gap", "spread"), [(-0.3, 0.5), (0.0, 0.02), (-1.5, 1.0), (-0.01, 0.0)])
def test_the_mean_gain_is_the_area_above_zero(gap: float, spread: float) -> None:
    steps = np.linspace(-12, 12, 400_001)
    curve = np.exp(-(steps**2) / 2) / sqrt(2 * np.pi)
    area = float((np.maximum(gap + spread * steps, 0) * curve).sum() * (steps[1] - steps[0]))
    assert mean_gain(gap, spread) == pytest.approx(area, abs=1e-9)


def test_half_of_a_shoe_spreads_as_all_its_halves_do() -> None:
    """A gap that is linear in the shares of the ranks, in each half of a shoe of twelve cards."""
    shoe = [0] * 4 + [1] * 4 + [2] * 4
    by_rank = [0.3, -0.1, 0.9]
    full = sum(by_rank[card] for card in shoe) / 12
    less = [(12 * full - worth) / 11 - full for worth in by_rank]
    halves = [sum(by_rank[shoe[at]] for at in half) / 6 - full for half in combinations(range(12), 6)]
    assert half_way(pstdev(less), 12) == pytest.approx(pstdev(halves))


def test_a_count_gains_what_it_knows_of_each_decision() -> None:
    follows = Decision(0.5, -0.001, [0.002, 0.0, -0.002])
    blind = Decision(0.25, -0.001, [0.001, -0.002, 0.001])
    both = playing_gain([follows, blind], 288)
    assert both == pytest.approx(playing_gain([follows], 288) + playing_gain([blind], 288))
    assert playing_gain([follows, blind], 288, [1, 0, -1]) == pytest.approx(playing_gain([follows], 288))
    assert playing_gain([follows], 288, [-1, 0, 1]) == pytest.approx(playing_gain([follows], 288))
    without = {"2": Fraction(1), "8": Fraction(0), "K": Fraction(-1)}
    game = Removal(wager="game", means="", value=Fraction(-1), without={one: n - 1 for one, n in without.items()})
    (count,) = best_counts([game], 288, 48, [follows, blind], largest=(1,))
    assert count.playing == pytest.approx(playing_gain([follows], 288) / both)
    assert best_counts([game], 288, 48, largest=(1,))[0].playing is None
