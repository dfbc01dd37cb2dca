"""What the terminal asks a real house: the coach, the drill, and the rounds that a person played."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from pitboss.client import Client
from pitboss.coach.drill import FIRST_RATING
from pitboss.engine.registry import game
from pitboss.engine.round.events import Began, Dealt
from pitboss.protocol import messages as msg
from pitboss.terminal.seat.drilling import HouseDrill
from pitboss.terminal.seat.hints import SHARED, NoHint, house_coach, mistakes
from pitboss.terminal.seat.past_rounds import HouseRounds
from served import Server
from waiting import HANG_S

T = TypeVar("T")
NAME = "double_down_stud"
ORIGINAL = 500
"""The least wager, which is placed here."""


def patient(ask: Callable[[], T]) -> T:
    """Ask the coach. Its process may take a while to start on a busy machine."""
    while True:
        try:
            return ask()
        except NoHint as no:
            if not str(no).endswith("ask again"):
                raise


def test_a_terminal_is_advised_reviewed_and_drilled_by_a_house(server: Server) -> None:
    ann = server.guest("Ann")
    table = ann.post("/api/tables", {"game": NAME, "pace": 0}).json()["id"]
    ann.sit_down(table)
    with Client(server.url, token=ann.token, timeout=HANG_S) as client:
        coach = house_coach(client, client.table(table))
        turn = ann._my_turn(table)
        while turn.about == "wagers":
            [(seat, offers)] = turn.offers
            due = next((one for one in offers if one.do == "wager" and not one.optional and not one.why_not), None)
            if due is not None:
                ann._take(table, turn, seat, due)
            else:
                ann.must(msg.Ready, table, round=turn.round)
                ann.turn = None
            turn = ann._my_turn(table)
        position: Any = SimpleNamespace(seats=turn.offers, about=turn.about)
        assert coach.adviser is not None
        advise = coach.adviser
        hint = patient(lambda: advise(position))
        assert hint is not None
        assert hint.values.keys() == {"double", "pass"}
        assert hint.rests_on.startswith("Exact: ")

        ann.play_round(table, Random(3))
        number = turn.round
        assert coach.reviewer is not None
        finished: Any = SimpleNamespace(
            events=[Began(round=number, clause="", game=NAME, rules="", seats=(), state=None)]
        )
        review = coach.reviewer(finished)
        [decision] = review.decisions
        single, most = hint.values["pass"], hint.values["double"]
        part = Fraction(decision.amount, ORIGINAL)  # a double for less wins and loses its part
        cost = max(single, most) - (single + part * (most - single))
        assert decision.cost == pytest.approx(float(cost), abs=0.001)
        assert bool(mistakes(review, game(NAME).words)) == (decision.cost >= 1)

        history = HouseRounds(client, ann.person)
        lines = history.lines()
        at = next(at for at, line in enumerate(lines) if line.title.endswith(f"round {number}"))
        assert lines[at].net == review.net
        past = history.open(at)
        assert (past.seat, past.net) == (1, review.net)
        assert any(isinstance(step, Dealt) for step in past.steps)

        drill = HouseDrill(client, game(NAME))
        puzzle = patient(drill.next)
        assert (puzzle.number, puzzle.rating) == (1, FIRST_RATING)
        grade = patient(lambda: drill.solve(puzzle, puzzle.choices[0].do))
        assert drill.past().rating == grade.rating

        shared = next(one for one in client.tables() if not one.private)
        off = house_coach(client, client.table(shared.id))
        assert (off.adviser, off.why_off) == (None, SHARED)
