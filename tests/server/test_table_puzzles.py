"""A decision at a table as a puzzle: asked as it was then, with nothing that came later and no hidden card."""

from __future__ import annotations

from random import Random

import pytest

from pitboss import Table
from pitboss.coach.answering import NOT_NEEDED
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import Turn, random_legal
from pitboss.engine.round.events import Chose, Shuffled
from pitboss.engine.round.inputs import Input
from pitboss.house.people.drill import NoSuchDecision, asked_again, id_of, is_from_table
from pitboss.testing.knowledge import Knowledge, mentioned


@pytest.mark.parametrize("game", registry.games())
def test_every_choice_of_every_game_is_asked_as_it_was(game: str) -> None:
    table, random, found = Table(game, seed=5), Random(5), 0
    for player in ("Ann", "Bob"):
        table.sit(player)
    for _ in range(6):
        round = drive(table.open_round(), random_legal, random)
        for player in ("Ann", "Bob"):
            seen = [one for one in round.view(round.viewer(player)).events if not isinstance(one, NOT_NEEDED)]
            chosen = [at for at, one in enumerate(seen) if isinstance(one, Chose) and one.player == player]
            for number, at in enumerate(chosen):
                met = asked_again(round, player, number, "x")
                assert met.events == seen[: len(met.events)], "the puzzle is the beginning of what the seat saw"
                assert len(met.events) <= at
                assert not any(isinstance(one, Chose) and one.player == player for one in seen[len(met.events) : at])
                assert met.chosen in [one.do for one in met.offers if not one.why_not]
                known = Knowledge(round.viewer(player))
                made = [at for at, one in enumerate(round.records) if isinstance(one, Chose) and one.player == player]
                for record in round.records[: made[number]]:
                    known.learn(record)
                said = [one for one in met.events if not isinstance(one, Shuffled)]
                assert {card for one in said for card in mentioned(one)} <= known.cards
                found += 1
            with pytest.raises(NoSuchDecision):
                asked_again(round, player, len(chosen), "x")
    assert found > 5


def test_a_choice_of_the_clock_is_no_puzzle() -> None:
    def play(turn: Turn) -> Input | None:
        bets = turn.about == "wagers" and turn.offer("wager", "ante")
        return turn.take(bets) if bets else turn.round.default(turn.party)

    table = Table("caribbean_stud", seed=5)
    table.sit("Ann")
    round = drive(table.open_round(), play, Random(5))
    assert any(isinstance(one, Chose) for one in round.records)
    with pytest.raises(NoSuchDecision, match="your time was over"):
        asked_again(round, "Ann", 0, "x")


def test_ids_of_tables_are_told_from_those_of_the_drill() -> None:
    assert is_from_table(id_of("80ee0ee8f8c0", 4, 0))
    assert not any(map(is_from_table, ("123-4", "x:1", "X:1:2", "a:1:2:3", "")))
