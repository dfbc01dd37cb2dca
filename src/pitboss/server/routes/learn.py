"""HTTP routes for learners: one hand of a game, dealt and played by the engine."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from random import Random
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query

from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import Input
from pitboss.engine.table import Table
from pitboss.log.narration import sentence
from pitboss.protocol.games import Example
from pitboss.server.http.access import GameName, known_game, problems
from pitboss.server.http.struct_route import StructRoute

router = APIRouter(route_class=StructRoute, prefix="/api", tags=["learning"])
TRIED = 60
"""How many seeds are tried for a hand that wins."""


@router.get("/games/{name}/example", responses=problems(404, 422))
async def example(
    name: GameName,
    seed: Annotated[
        int, Query(ge=0, lt=2**31, description="Default, and 0: the first seed at which the player wins.")
    ] = 0,
) -> Example:
    """One hand, dealt and played by the engine under the document's rules, as the player saw it."""
    return await asyncio.to_thread(found, known_game(name), seed)


@lru_cache(maxsize=200)
def found(name: str, seed: int) -> Example:
    if seed:
        return played(name, seed)
    every = (played(name, seed) for seed in range(1, TRIED))
    return next((one for one in every if one.net > 0), played(name, 1))


def played(name: str, seed: int) -> Example:
    """A round of one player at a new table, by the game's simple sound way to play."""
    game = registry.game(name)
    table = Table(name, seed=seed)
    seat = table.sit("You")
    round = drive(table.open_round(), game.basic, Random(seed))
    seen = [event for record in round.records if (event := record.seen_by(ev.seat_place(seat))) is not None]
    events = [event for event in seen if not isinstance(event, Input)]
    names = next((event.names for event in events if isinstance(event, ev.Began)), {})
    settled = [event for event in events if isinstance(event, ev.Settled)]
    return Example(
        game=name,
        seed=seed,
        seat=seat,
        player=next(player for at, player in table.seats if at == seat),
        net=sum(one.returned - one.money for one in settled),
        how=game.basic_is,
        events=tuple(msgspec.to_builtins(event) for event in events),
        sentences=tuple(sentence(event, names) for event in events),
    )
