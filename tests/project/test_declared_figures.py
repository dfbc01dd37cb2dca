"""The figures that follow from the declarations of ``more_games``: beside those of others, and reached in two ways."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from installed import Installed
from pitboss.verification.trace import SOURCE

FOLDER = SOURCE.parent.parent / "more_games"
WORTH = {
    "three_card_poker": Fraction(-13_733_780, 407_170_400),
    "let_it_ride": Fraction(-37_963, 1_082_900),
    "mississippi_stud": Fraction(-53_223, 1_082_900),
}
"""The value of a round by the best strategy in units of the base wager, as others publish it."""
SHORT = {
    "three_card_poker": "Queen-six-four or better: play. Otherwise fold.",
    "let_it_ride": "1. A pair of tens or better: let it ride.",
    "mississippi_stud": "1. A pair or better: bet 3x.",
}
"""A line of the short strategy. The first is all that players of Three Card Poker are told."""
every_game = pytest.mark.parametrize("game", WORTH)

FIGURES = """
import json, sys
from pitboss.mathematics.any_game import odds, short_strategy

short = short_strategy(sys.argv[1])
print(json.dumps([str(odds(sys.argv[1]).expected_value), short.lines, str(short.optimal), str(short.cost)]))
"""
ENVIRONMENT = """
import json, sys
import numpy as np
from pitboss.simulation.gym import Seats

seats = Seats(sys.argv[1], 5_000)
seats.reset(seed=7)
first = np.nanmax(seats.action_values(), axis=1)
rewards, done = np.zeros(5_000), np.zeros(5_000, bool)
while not done.all():
    values = np.where(np.isnan(seats.action_values()), -np.inf, seats.action_values())
    _, won, over, *_ = seats.step(values.argmax(axis=1))
    rewards[over & ~done] = won[over & ~done]
    done |= over
print(json.dumps([rewards.mean() - first.mean(), (rewards - first).std() / 5_000 ** 0.5, first.mean()]))
"""
PLANTED = """
import sys
from pitboss.engine import registry
from pitboss.mathematics.declared import odds
from pitboss.verification.declared_proof import DeclaredProof

game = registry.game(sys.argv[1])
odds.counted(game).ends[3, 0, 0] += 1
print(sorted({part.what.split(" at ")[0] for part in DeclaredProof(game).prove().parts if part.differ}))
"""


def said(game: str, site: Path, program: str) -> str:
    ended = Installed(FOLDER / game, site).python("-c", program, game)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@every_game
def test_the_value_of_a_round_is_what_others_publish(game: str, tmp_path: Path) -> None:
    value, lines, optimal, cost = json.loads(said(game, tmp_path, FIGURES))
    assert Fraction(value) == Fraction(optimal) == WORTH[game]
    assert SHORT[game] in lines
    assert 0 <= Fraction(cost) < Fraction(1, 200)


@pytest.mark.long
@pytest.mark.parametrize("game", WORTH)
def test_an_environment_rewards_what_its_values_say(game: str, tmp_path: Path) -> None:
    """The best actions win what their values promise before the first of them, by the cards that were seen then."""
    difference, error, value = json.loads(said(game, tmp_path, ENVIRONMENT))
    assert abs(difference) < 4 * error  # the cards are always the same
    assert abs(value - float(WORTH[game])) < 0.2


@pytest.mark.long
@every_game
def test_every_deal_is_dealt_out_and_agrees(game: str, tmp_path: Path) -> None:
    ((status, out, _),) = Installed(FOLDER / game, tmp_path / "site").commands(
        ("verify", game, "--brute-force", "--json"), folder=tmp_path
    )
    (found,) = json.loads(out)
    assert status == 0
    assert found["holds"]
    parts: list[dict[str, Any]] = found["proof"]["parts"]
    assert sum(part["numbers"] for part in parts) > 40_000
    assert {"deals", "results of a round", "choices made", "ends of each decision"} <= {part["what"] for part in parts}


def test_a_proof_finds_one_deal_that_is_counted_twice(tmp_path: Path) -> None:
    found = said("three_card_poker", tmp_path, PLANTED)
    assert "'ends of each decision'" in found
    assert "'value of each choice'" in found
    assert "'results of a round'" in found
