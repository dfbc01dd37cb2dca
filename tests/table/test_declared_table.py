"""A table that follows from a declaration. Its small game has one card of the player's and two of the board."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss import IllegalAction, Table
from pitboss.cli.new_game import write
from pitboss.engine import registry
from pitboss.engine.declared import (
    COMMUNITY,
    PLAYER,
    UP,
    Ask,
    Bet,
    Clauses,
    Deal,
    Fold,
    Hand,
    Place,
    Stay,
    TakeBack,
    Turn,
    declare,
)
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.round import Round

NAME = "board_game"
HAND = Hand(of=(PLAYER, COMMUNITY), clauses=("7(c)", *("7(b)",) * 5))
CLAUSES = Clauses(
    round="1:round",
    pack="2(a)",
    receive="3(a)",
    spread="3(b)",
    wash="3(c)",
    idle="3(d)",
    shuffle="4(a)",
    jam="9(c)",
    close="5(b)",
    settle="6(d)",
    rack="6(e)",
    boxed="9(a)",
    misdeal="9(b)",
    seen="9(e)",
)


def paid(rules: Any, stake: int, line: int) -> int:
    """A pair or better wins even money."""
    return 2 * stake if line else 0


def bet(name: str, **more: Any) -> Bet:
    return Bet(name=name, clause="5(a)", means="", by=(HAND,), settle=paid, wins="8(a)", loses="8(c)", **more)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    write(NAME, "Board Game", tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "src")
    monkeypatch.setattr(registry, "packages", lambda: {NAME: NAME})
    yield declare(
        name=NAME,
        title="Board Game",
        rules=registry.game(NAME).rules,
        wagers=(bet("ante", base=True), bet("twin", equals="ante", times=2), bet("bonus", side=True), bet("raise")),
        round=(
            Deal(1, PLAYER, "6(a)"),
            Deal(1, COMMUNITY, "6(a)", UP),
            Deal(1, COMMUNITY, "6(a)"),
            Ask(
                about="the twin",
                clause="6(b)",
                choices=(
                    TakeBack(wager="twin", means="take the twin back"),
                    Stay(do="stay"),
                    Place(do="raise", wager="raise", times=3, up_to=True, means="wager up to three antes"),
                    Fold(),
                ),
                default="take back",
            ),
            Turn(1, COMMUNITY, "6(d)"),
        ),
        clauses=CLAUSES,
    )
    registry._loaded.cache_clear()
    for module in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[module]


def opened(game: Game, cards: str = "Kd Ks 9c") -> Round:
    table = Table(game)
    table.sit("Ann")
    table.stack(cards)
    round = table.open_round()
    round.do("Ann", "wager", "ante", 1000)
    return round


def dealt(game: Game, cards: str = "Kd Ks 9c") -> Round:
    round = opened(game, cards)
    round.do("Ann", "wager", "twin", 2000)
    round.do("dealer", "no more bets")
    return round


def back(round: Round) -> dict[str, tuple[str, int]]:
    return {one.wager: (one.result, one.returned) for one in round.settlements}


def test_only_what_lies_face_down_is_turned(game: Game) -> None:
    round = dealt(game)
    assert round.view("seat 1").cards(COMMUNITY) == ["Ks", None]
    round.do("Ann", "stay")
    turned = [event for event in round.events if isinstance(event, ev.Exposed) and event.place == COMMUNITY]
    assert [event.cards for event in turned] == [("9c",)]


def test_a_wager_that_equals_another_is_so_many_times_as_high_and_must_lie(game: Game) -> None:
    round = opened(game)
    with pytest.raises(IllegalAction, match="twice the ante wager"):
        round.do("Ann", "wager", "twin", 1000)
    with pytest.raises(IllegalAction, match="Ann has no twin wager, which must lie beside the ante"):
        round.do("dealer", "no more bets")


def test_a_side_wager_is_within_the_limits_and_optional(game: Game) -> None:
    round = opened(game)
    round.do("Ann", "wager", "twin", 2000)
    with pytest.raises(IllegalAction, match="the table maximum"):
        round.do("Ann", "wager", "bonus", 50_100)
    round.do("Ann", "wager", "bonus", 700)
    round.do("dealer", "no more bets")
    round.do("Ann", "stay")
    assert back(round) == {"ante": ("win", 2000), "twin": ("win", 4000), "bonus": ("win", 1400)}


def test_a_side_wager_needs_the_base_wager(game: Game) -> None:
    table = Table(game)
    table.sit("Ann")
    with pytest.raises(IllegalAction, match="the bonus wager needs an ante wager beside it"):
        table.open_round().do("Ann", "wager", "bonus", 500)


def test_a_wager_that_was_taken_back_is_not_settled(game: Game) -> None:
    round = dealt(game, "Kd Qs 9c")
    round.do("Ann", "take back")
    assert back(round) == {"ante": ("lose", 0)}
    assert round.events[-1].clause == "1:round"


def test_a_raise_is_at_most_so_many_times_the_base_wager(game: Game) -> None:
    round = dealt(game)
    for wrong in (50, 3100):
        with pytest.raises(IllegalAction, match=r"6\(b\)"):
            round.do("Ann", "raise", "", wrong)
    round.do("Ann", "raise", "", 2500)
    assert back(round) == {"ante": ("win", 2000), "twin": ("win", 4000), "raise": ("win", 5000)}


def test_a_fold_loses_all_wagers(game: Game) -> None:
    round = dealt(game)
    round.do("Ann", "fold")
    assert back(round) == {"ante": ("lose", 0), "twin": ("lose", 0)}


def test_the_clock_takes_the_default(game: Game) -> None:
    round = dealt(game)
    given = round.default(round.waiting[0])
    assert given is not None
    assert given.do == "take back"


def test_a_card_of_the_board_that_is_seen_too_early_voids_every_hand(game: Game) -> None:
    round = dealt(game)
    round.do("dealer", "report", what="community card exposed")
    assert back(round) == {"ante": ("void", 1000), "twin": ("void", 2000)}


@pytest.mark.parametrize(("place", "cards"), [("seat 1", 2), (COMMUNITY, 2)])
def test_a_wrong_number_of_cards_voids_every_hand(game: Game, place: str, cards: int) -> None:
    round = opened(game)
    round.do("Ann", "wager", "twin", 2000)
    round.do("dealer", "report", what="misdeal", place=place, amount=cards)
    round.do("dealer", "no more bets")
    assert back(round) == {"ante": ("void", 1000), "twin": ("void", 2000)}


def test_a_document_that_does_not_speak_of_a_card_drawn_in_error_has_no_such_irregularity(game: Game) -> None:
    known = [one.what for one in game.irregularities]
    assert "card drawn in error" not in known
    assert "community card exposed" in known
