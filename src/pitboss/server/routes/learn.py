"""HTTP routes for learners: one hand of a game, dealt and played by the engine."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from random import Random
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import Input
from pitboss.engine.table import Table
from pitboss.log.narration import sentence
from pitboss.server.http.access import GameName, known_game, problems

router = APIRouter(prefix="/api", tags=["learning"])
TRIED = 60
"""How many seeds are tried for a hand that wins."""


class ExampleAnswer(BaseModel):
    game: str
    seed: int = Field(description="The seed of the table. The same seed deals the same cards.")
    seat: int
    player: str
    net: int = Field(description="What the player won, in cents.")
    how: str = Field(description="How the player decided, in a sentence.")
    events: list[dict[str, Any]] = Field(description="The round as the seat may know it.")
    sentences: list[str] = Field(description="A sentence for each event.")


@router.get("/games/{name}/example", responses=problems(404, 422))
async def example(
    name: GameName,
    seed: Annotated[
        int, Query(ge=0, lt=2**31, description="Default, and 0: the first seed at which the player wins.")
    ] = 0,
) -> ExampleAnswer:
    """One hand, dealt and played by the engine under the document's rules, as the player saw it."""
    return await asyncio.to_thread(found, known_game(name), seed)


@lru_cache(maxsize=200)
def found(name: str, seed: int) -> ExampleAnswer:
    if seed:
        return played(name, seed)
    every = (played(name, seed) for seed in range(1, TRIED))
    return next((one for one in every if one.net > 0), played(name, 1))


def played(name: str, seed: int) -> ExampleAnswer:
    """A round of one player at a new table, by the game's simple sound way to play."""
    game = registry.game(name)
    table = Table(name, seed=seed)
    seat = table.sit("You")
    round = drive(table.open_round(), game.basic, Random(seed))
    seen = [event for record in round.records if (event := record.seen_by(ev.seat_place(seat))) is not None]
    events = [event for event in seen if not isinstance(event, Input)]
    names = next((event.names for event in events if isinstance(event, ev.Began)), {})
    settled = [event for event in events if isinstance(event, ev.Settled)]
    return ExampleAnswer(
        game=name,
        seed=seed,
        seat=seat,
        player=next(player for at, player in table.seats if at == seat),
        net=sum(one.returned - one.money for one in settled),
        how=game.basic_is,
        events=[msgspec.to_builtins(event) for event in events],
        sentences=[sentence(event, names) for event in events],
    )
