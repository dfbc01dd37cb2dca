"""What counts as shown by a test: what play and refusals cite, and of an opening only what was looked at."""

from __future__ import annotations

import pytest

from looks import shown
from pitboss import RulesError, Table
from pitboss.games import games
from pitboss.table import events as ev

from scene import Scene

GAME = "double_down_stud"


@pytest.mark.parametrize("game", games())
def test_opening_a_round_shows_nothing_by_itself(game: str) -> None:
    with shown() as found:
        scene = Scene(game)
        scene.clauses()
    assert {"3(a)", "3(b)", "3(c)", "4(a)"} <= scene.clauses()
    assert found == set()


def test_what_is_looked_at_is_shown_and_the_rest_is_not() -> None:
    with shown() as found:
        assert [e.step for e in Scene(GAME).citing("3(a)")] == ["receive the cards"]
    assert found == {(GAME, "3(a)", "")}
    with shown() as found:
        Scene(GAME).events(ev.Shuffled)
    assert found == {(GAME, "4(a)", "")}


def test_play_and_refusals_show_what_they_cite() -> None:
    with shown() as found:
        Scene(GAME).wager("Ann", original=1000)
        with pytest.raises(RulesError):
            Table(GAME, {"pays": {"flush": "1 to 1"}})
    assert found == {(GAME, "6(a)", ""), (GAME, "10(b)", "")}
