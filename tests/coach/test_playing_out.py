"""The round of a puzzle is played to its end: the same cards for every choice, and the best play after it."""

from __future__ import annotations

import pytest

from pitboss.coach.answering import PlayOut, answer
from pitboss.coach.drill import SEAT, draw, played_out
from pitboss.engine import registry
from pitboss.engine.round import events as ev


@pytest.mark.parametrize("name", registry.games())
def test_every_choice_ends_the_round_that_the_puzzle_began(name: str) -> None:
    game = registry.game(name)
    puzzle = draw(game, game.rules(), 3)
    endings = played_out(game, game.rules(), puzzle.id)
    assert [one.do for one in endings] == [choice.do for choice in puzzle.counsel.choices]
    for one in endings:
        assert one.events[: len(puzzle.events)] == puzzle.events
        first = next(event for event in one.events[len(puzzle.events) :] if isinstance(event, ev.Chose))
        assert (first.action, first.seat) == (one.do, SEAT)
        ends = [event for event in one.events if isinstance(event, ev.Settled)]
        assert one.net == sum(event.returned - event.stake for event in ends)
        assert isinstance(one.events[-1], ev.Ended)
    said = answer(PlayOut(game=name, rules={}, puzzle=puzzle.id))
    assert said == [one.as_dict() for one in endings]


def test_a_fold_loses_what_the_puzzle_says() -> None:
    game = registry.game("boston_5_stud")
    puzzle = draw(game, game.rules(), 3)
    nets = {one.do: one.net for one in played_out(game, game.rules(), puzzle.id)}
    (fold,) = [one for one in puzzle.offers if one.do == "fold"]
    assert nets["fold"] == -fold.gives_up
