"""What the games ship is what is counted, and is used for the document's own rules alone."""

from __future__ import annotations

from math import isclose
from pathlib import Path
from typing import Any

import msgspec
import pytest

from coached import questions
from long import only
from pitboss.engine import registry
from pitboss.engine.rules import load
from pitboss.mathematics import answers
from pitboss.mathematics.counting.store import SHIPPED, shipped

MOST_BYTES = 3_000_000


def differences(one: Any, other: Any, at: str = "") -> list[str]:
    """Where two answers differ. Floating-point numbers may differ in their last digits."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [where for key in one for where in differences(one[key], other[key], f"{at}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [where for key, pair in pairs for where in differences(*pair, f"{at}.{key}")]
    if isinstance(one, float) and isinstance(other, float):
        return [] if isclose(one, other, rel_tol=1e-9, abs_tol=1e-12) else [at]
    return [] if one == other else [at]


@pytest.mark.parametrize("game", only("boston_5_stud double_down_stud", registry.games()))
def test_what_a_game_ships_is_what_is_counted(game: str) -> None:
    counted = msgspec.json.decode(msgspec.json.encode(answers.made(registry.game(game))))
    assert differences(shipped(registry.package(game)), counted) == [], "make answers"


def test_all_that_the_games_ship_is_small() -> None:
    assert 0 < sum(len(registry.file(game, SHIPPED).read_bytes()) for game in registry.games()) <= MOST_BYTES


@pytest.mark.parametrize("what", answers.FIGURES)
@pytest.mark.parametrize("game", registry.games())
def test_the_first_answers_are_not_counted(game: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(answers.FIGURES, what, nothing_is_counted)
    assert answers.kept(what, registry.game(game), registry.game(game).rules()) == shipped(registry.package(game))[what]


def test_other_rules_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setitem(answers.FIGURES, "odds", lambda game, rules: {"minimum": rules.table_minimum})
    game = registry.game("caribbean_stud")
    assert answers.kept("odds", game, load(game.name, game.rules, {"table_minimum": 3100})) == {"minimum": 3100}


def test_the_first_decision_of_a_shoe_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    spots = registry.part("double_attack_blackjack", "decision_values")
    monkeypatch.setattr(spots, "_counted", nothing_is_counted)
    spots._on_attack.cache_clear()
    priced = (
        spots.SPOTS.price(one.round.rules, one.view, one.asked)
        for one in questions("double_attack_blackjack", 40, rounds=1)
        if one.asked.about == "double attack"
    )
    spot = next(filter(None, priced))
    for do in ("pass", "attack"):
        assert sum(end.share * end.cents for end in spot.ends if end.do == do) == spot.find(do).value


def nothing_is_counted(*of: Any) -> Any:
    raise AssertionError(f"counted: {of}")
