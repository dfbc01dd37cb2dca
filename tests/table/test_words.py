"""How people speak of choices: declared once, complete for every client, with defaults where a game has none."""

from __future__ import annotations

from string import Formatter

import msgspec
import pytest

from pitboss.engine import registry
from pitboss.engine.game import COMMON, GameWords

FIGURES = {"cost", "gives_up", "plays_on", "adds", "each", "back", "holds"}
SHARED = {one.action for one in COMMON}


@pytest.mark.parametrize("name", registry.games())
def test_words_belong_to_decisions_and_stand_once(name: str) -> None:
    game = registry.game(name)
    decisions = {one.action for one in game.decisions}
    assert {one.action for one in game.words.choices} <= decisions | SHARED
    keys = [(one.action, one.about, one.clause) for one in game.words.choices]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("name", registry.games())
def test_every_choice_is_complete_for_clients(name: str) -> None:
    game = registry.game(name)
    assert {one.action for one in game.decisions} <= {one.action for one in game.spoken}
    for one in game.spoken:
        assert all((one.name, one.shown, one.button, one.doing, one.late)), one
        assert not one.button[0].islower()
        assert {figure for phrase in one.then for _, figure, _, _ in Formatter().parse(phrase) if figure} <= FIGURES
        if one.action in {decision.action for decision in game.decisions}:
            assert one.means
            assert one.phrases(dict.fromkeys(FIGURES, "$5")), one


@pytest.mark.parametrize("name", registry.games())
def test_something_that_needs_no_figure_always_follows(name: str) -> None:
    for one in registry.game(name).spoken:
        assert not one.then or one.phrases({}), one


def test_a_game_that_declares_no_words_goes_by_its_names() -> None:
    game = msgspec.structs.replace(registry.game("double_attack_blackjack"), words=GameWords())
    said = {one.action: one for one in game.spoken}
    hit, fold = said["hit"], said["fold"]
    assert (hit.name, hit.button, hit.doing, hit.does, hit.key) == ("hit", "Hit", "hit", "", "")
    assert hit.then == (hit.means,) == ("draw a card",)
    assert (fold.doing, fold.key) == ("folding", "F")


def test_a_pass_is_told_apart_by_its_question_and_in_the_log_by_its_clause() -> None:
    words = registry.game("double_attack_blackjack").words
    assert [words.of("pass", about).name for about in ("double attack", "insurance", "double with the caller")] == [
        "no attack",
        "no insurance",
        "pass",
    ]
    assert [words.of("pass", clause=clause).does for clause in ("7(d)", "11(b)", "13(d)")] == [
        "makes no attack",
        "takes no insurance",
        "passes",
    ]
