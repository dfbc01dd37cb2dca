"""Options that games declare for commands."""

from __future__ import annotations

import json

import msgspec
import pytest
import typer

from pitboss.basics.errors import GameError
from pitboss.cli.parsing import advice_cards, taking
from pitboss.engine import registry
from pitboss.engine.game import AdviceCards
from pitboss.games.boston_5_stud.mathematics.counting import TO_COME as BOSTON_TO_COME
from pitboss.games.double_attack_blackjack.mathematics.odds import FEWEST
from pitboss.games.double_cross_poker.mathematics.counting import TO_COME as CROSS_TO_COME

from shell import Captured, refused, run


@pytest.mark.parametrize("game", registry.games())
def test_advise_takes_the_cards_that_a_game_declares(capsys: Captured, game: str) -> None:
    shown = run(capsys, "advise", "--help")
    for cards in registry.game(game).advice_takes:
        assert f"--{cards.name} " in shown


def test_sessions_take_the_base_wager_by_its_own_name(capsys: Captured) -> None:
    asked = ("sessions", "caribbean_stud", "--players", "200", "--rounds", "20", "--json")
    assert json.loads(run(capsys, *asked, "--ante", "10"))["stakes"] == {"ante": 1000}
    assert "give the ante wager only once" in refused(capsys, *asked, "--ante", "10", "--base", "10")
    assert refused(capsys, *asked, "--original", "5").startswith("--original is for other games: the base wager of")
    assert refused(capsys, *asked, "--ante", "x").startswith("--ante: 'x' is not an amount in dollars")


def test_an_option_of_one_game_is_read_and_checked_by_what_it_declares(capsys: Captured) -> None:
    asked = ("simulate", "double_attack_blackjack", "--strategy", "never", "--rounds", "1000", "--json")
    assert json.loads(run(capsys, *asked, "--penetration", "0.5"))["options"] == {"penetration": 0.5}
    assert (
        refused(capsys, *asked, "--penetration", "deep")
        == "penetration, a part of the shoe, must be a number from 0 to 1, not 'deep'."
    )
    assert "must be from 0 to 1, not 1.5" in refused(capsys, *asked, "--penetration", "1.5")


def test_another_game_rejects_an_option_that_it_does_not_declare(capsys: Captured) -> None:
    assert refused(capsys, "advise", "double_down_stud", "--up", "Kd").startswith(
        "Double Down Stud does not take up cards; it takes hand, board, seen"
    )


def test_an_option_that_the_command_has_itself_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = AdviceCards(name="rules", least=1, most=1, means="a card with the rules")
    clashing = msgspec.structs.replace(registry.game("double_down_stud"), advice_takes=(rules,))
    monkeypatch.setattr(registry, "game", lambda name: clashing)
    app = typer.Typer(add_completion=False)

    @app.command(cls=taking(advice_cards))
    def advise(context: typer.Context, rules: str = "") -> None: ...

    with pytest.raises(GameError, match="Double Down Stud declares the option --rules, which the command already has"):
        typer.main.get_command(app).main(args=[], standalone_mode=False)


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("boston_5_stud", 52 - 3 - sum(BOSTON_TO_COME)),
        ("double_attack_blackjack", 8 * 48 - FEWEST),
        ("double_cross_poker", 52 - 4 - CROSS_TO_COME),
    ],
)
def test_as_many_cards_may_be_seen_as_counting_leaves_to_come(game: str, most: int) -> None:
    assert registry.game(game).advice_takes[-1].most == most
