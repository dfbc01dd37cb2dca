"""Comparison of simulated rounds with exact odds."""

from __future__ import annotations

import json
from math import comb

import msgspec
import pytest

from long import only
from pitboss.cli import main
from pitboss.engine.registry import games
from pitboss.mathematics.any_game import odds
from pitboss.verification import Case, agreement, verification
from pitboss.verification.agreement import Comparison, binomial, comparisons, failures, played

from shell import Captured, run


@pytest.mark.parametrize(("trials", "chance"), [(10, 0.5), (50, 0.02), (400, 0.3)])
def test_the_binomial_chance_is_exact(trials: int, chance: float) -> None:
    ways = [comb(trials, at) * chance**at * (1 - chance) ** (trials - at) for at in range(trials + 1)]
    for count in range(trials + 1):
        side = sum(ways[count:]) if count >= trials * chance else sum(ways[: count + 1])
        assert binomial(count, trials, chance) == pytest.approx(min(1, 2 * side), rel=1e-8, abs=1e-13)


def test_large_counts_go_over_to_the_normal_distribution_without_a_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    normal = binomial(20_150, 200_000, 0.1)
    monkeypatch.setattr(agreement, "MANY", 10**9)
    assert normal == pytest.approx(binomial(20_150, 200_000, 0.1), rel=0.01)
    assert 0.2 < normal < 0.4


def test_what_can_not_be_is_a_failure_and_what_must_be_none() -> None:
    assert binomial(1, 10, 0.0) == 0.0
    assert binomial(10, 10, 1.0) == 1.0


def test_every_wager_and_outcome_is_compared() -> None:
    case = Case(game="double_down_stud")
    made = list(comparisons(case, played(case, 100_000)))
    assert {one.wager for one in made} == {"round", "original", "double"}
    assert sum(one.wager == "original" for one in made) == 12
    assert failures(made) == []


@pytest.mark.parametrize("game", only("double_down_stud", games()))
def test_every_wager_with_exact_odds_is_at_some_table(game: str) -> None:
    """Compares wager names: those in the odds of every pay table, and those of short runs at the tables."""
    missing = set(odds(game).wagers)
    for case in verification(game).cases:
        if missing:
            found = played(case, 2_000).results
            missing -= {one.name for one in found if one.exact or any(end.exact is not None for end in one.outcomes)}
    assert not missing


def test_a_wrong_share_fails() -> None:
    case = Case(game="double_down_stud")
    made = list(comparisons(case, played(case, 100_000)))
    shifted = [
        msgspec.structs.replace(one, chance=binomial(round(one.found * 100_000), 100_000, min(1.0, one.exact * 1.1)))
        for one in made
        if one.outcome
    ]
    assert "pair of jacks or better" in {one.outcome for one in failures(shifted)}


def test_the_level_is_shared_out_among_all_comparisons() -> None:
    one = Comparison(game="g", case="c", wager="w", outcome="", found=0, exact=0, chance=0.0005)
    assert failures([one]) == [one]
    assert failures([one] * 10) == []


def test_verify_simulate_from_the_shell(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("verify", "boston_5_stud", "--simulate", "--rounds", "2e5", "--table-rounds", "0")
    found = json.loads(run(capsys, *asked, "--json"))
    assert (found["rounds"], found["failures"]) == (200_000, [])
    assert len(found["comparisons"]) > 20
    assert "All agree" in run(capsys, *asked)
    monkeypatch.setattr(agreement, "failures", lambda made: made[:1])
    assert main(list(asked)) == 1
    assert "1 fail" in capsys.readouterr().out
