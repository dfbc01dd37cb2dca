"""HTTP routes of the dealers' practice. Nothing here touches a table or money."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pitboss import games
from pitboss.server.access import SignedIn, problems
from pitboss.server.bodies import Body, Text
from pitboss.server.practice import Exercise, exercise

router = APIRouter(prefix="/api/practice", tags=["practice"])
Seed = Annotated[int, Field(ge=0, lt=2**31)]


class WagerAsked(BaseModel):
    wager: str
    hand: int
    stake: int


class ExerciseAnswer(BaseModel):
    game: str
    title: str
    seed: int
    seat: int
    events: list[dict[str, Any]] = Field(description="The round as everybody saw it, up to the settlement of the seat.")
    wagers: list[WagerAsked]


class Said(Body):
    fate: Text = Field(description="pay, take or leave")
    pays: Annotated[int, Field(ge=0, le=10**12)] = Field(default=0, description="Cents beside the stake.")


class SaidBody(Body):
    seed: Seed
    said: Annotated[list[Said], Field(max_length=50)] = Field(description="In the order of the wagers.")


class Graded(BaseModel):
    wager: str
    hand: int
    fate: str
    pays: int
    right: bool
    why: str
    clause: str


class GradedAnswer(BaseModel):
    right: int
    of: int
    lines: list[Graded]


async def made(game: str, seed: int) -> Exercise:
    if game not in games.games():
        raise HTTPException(404, f"there is no game {game!a}; the games are {', '.join(games.games())}")
    return await asyncio.to_thread(exercise, game, seed)


@router.get("/{game}", responses=problems(401, 404))
async def ask(person: SignedIn, game: str, seed: Annotated[int, Query(ge=0, lt=2**31)]) -> ExerciseAnswer:
    """A round in which a seat waits to be settled. The same seed makes the same one."""
    found = await made(game, seed)
    wagers = [WagerAsked(wager=one.wager, hand=one.hand, stake=one.stake) for one in found.lines]
    return ExerciseAnswer(
        game=game, title=games.game(game).title, seed=seed, seat=found.seat, events=found.events, wagers=wagers
    )


@router.post("/{game}", responses=problems(401, 404))
async def grade(person: SignedIn, game: str, body: SaidBody) -> GradedAnswer:
    """What the document gives to the seat, and which of the answers were right."""
    found = await made(game, body.seed)
    if len(body.said) != len(found.lines):
        raise HTTPException(422, f"say what happens to each of the {len(found.lines)} wagers")
    lines = [
        Graded(**{**msgspec.structs.asdict(line), "right": (said.fate, said.pays) == (line.fate, line.pays)})
        for line, said in zip(found.lines, body.said, strict=True)
    ]
    return GradedAnswer(right=sum(one.right for one in lines), of=len(lines), lines=lines)
