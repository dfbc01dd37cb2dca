"""Rounds as a seat sees them, as a page gets them. A new process runs this file for games that only it finds."""

from __future__ import annotations

import json
import sys
from functools import cache
from random import Random
from typing import Any

import msgspec

from pitboss import Table
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.hand_labels import Holdings
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round


@cache
def events_of(game: str, seats: int, seed: int = 0) -> list[dict[str, Any]]:
    """A round as seat 1 sees it: every player places the least of every wager, and plays by the basic policy."""
    basic = registry.game(game).basic

    def play(turn: Turn) -> Input | None:
        if turn.about != "wagers":
            given: Input | None = basic(turn)
            return given
        offers = [one for one in turn.offers if one.do == "wager" and not one.why_not]
        return turn.take(offers[0]) if offers else None

    table = Table(game, {"positions": seats}, seed=seed)
    for seat in range(1, seats + 1):
        table.sit(f"Player {seat}", seat)
    round = drive(table.open_round(), play, Random(seed))
    return seen_by(round, 1)


def seen_by(round: Round, seat: int) -> list[dict[str, Any]]:
    """The events of a round that a seat has seen, as a page gets them."""
    seen = [one for one in (record.seen_by(f"seat {seat}") for record in round.records) if one is not None]
    events: list[dict[str, Any]] = json.loads(msgspec.json.encode(seen))
    for one in Holdings(registry.at_seat(round.game.name)).all(seen):
        events[one.at].setdefault("hands", []).append(json.loads(msgspec.json.encode(one)))
    return events


if __name__ == "__main__":
    print(json.dumps([events_of(*asked) for asked in json.load(sys.stdin)]))
