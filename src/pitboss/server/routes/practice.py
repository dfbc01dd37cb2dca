"""HTTP routes of the dealers' practice. Nothing here touches a table or money."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pitboss.coach.dealers.practice import exercise, graded
from pitboss.coach.dealers.rounds import Exercise
from pitboss.engine import registry
from pitboss.server.http.access import GameName, SignedIn, known_game, problems
from pitboss.server.http.bodies import Body, Text

router = APIRouter(prefix="/api/practice", tags=["practice"])
Seed = Annotated[int, Field(ge=0, lt=2**31)]
Kind = Literal["settle", "check", "misdeal", "found", "next"]
ONE_AT_A_TIME = ThreadPoolExecutor(1, "practice")
"""The thread that makes exercises. With more threads, one person with many requests would slow all tables."""


class Deed(BaseModel):
    """What is done with a wager."""

    fate: str = Field(description="pay, take or leave")
    pays: int = Field(description="Cents beside the stake.")


class WagerAsked(BaseModel):
    wager: str
    hand: int
    stake: int
    made: Deed | None = Field(description="What a colleague did with it, which may be wrong. Null if you settle it.")


class ChoiceAsked(BaseModel):
    words: str
    clause: str


class ChoicesAsked(BaseModel):
    name: str
    title: str
    choices: list[ChoiceAsked]


class ExerciseAnswer(BaseModel):
    game: str
    title: str
    kind: Kind
    seed: int
    question: str
    told: str
    seat: int = Field(description="The seat that the question is about, or 0.")
    events: list[dict[str, Any]] = Field(description="The round as everybody saw it, up to the question.")
    wagers: list[WagerAsked]
    asks: list[ChoicesAsked]


class Said(Body):
    fate: Text = Field(description="pay, take or leave")
    pays: Annotated[int, Field(ge=0, le=10**12)] = Field(default=0, description="Cents beside the stake.")


class SaidBody(Body):
    kind: Kind = "settle"
    seed: Seed
    said: Annotated[list[Said], Field(max_length=50)] = Field(default=[], description="In the order of the wagers.")
    chosen: Annotated[dict[str, Annotated[int, Field(ge=-1, le=50)]], Field(max_length=5)] = Field(
        default={}, description="The number of the choice for each question by its name, from 0."
    )


class Graded(BaseModel):
    wager: str
    hand: int
    stake: int
    fate: str
    pays: int
    right: bool
    why: str
    clause: str


class GradedChoice(BaseModel):
    name: str
    right: bool
    answer: int = Field(description="The number of the right choice, or -1 if there is nothing to choose.")
    clause: str = Field(description="The clause that decides this question, if it has one of its own.")
    why: str = Field(description="What that clause says, in our words.")


class GradedAnswer(BaseModel):
    right: int
    of: int
    lines: list[Graded]
    asks: list[GradedChoice]
    planted: int = Field(description="The wager that the colleague settled wrongly, or -1.")
    clause: str
    why: str = Field(description="What the clause says, in our words.")


async def made(game: str, kind: str, seed: int) -> Exercise:
    return await asyncio.get_running_loop().run_in_executor(ONE_AT_A_TIME, exercise, known_game(game), kind, seed)


@router.get("/{game}", responses=problems(401, 404))
async def ask(
    person: SignedIn, game: GameName, seed: Annotated[int, Query(ge=0, lt=2**31)], kind: Kind = "settle"
) -> ExerciseAnswer:
    """A round up to a question. The same seed makes the same one."""
    found = await made(game, kind, seed)
    done = [Deed(fate=one.fate, pays=one.pays) for one in found.made]
    return ExerciseAnswer(
        game=game,
        title=registry.game(game).title,
        kind=kind,
        seed=seed,
        question=found.question,
        told=found.told,
        seat=found.seat,
        events=found.events,
        wagers=[
            WagerAsked(wager=one.wager, hand=one.hand, stake=one.stake, made=done[at] if done else None)
            for at, one in enumerate(found.lines)
        ],
        asks=[
            ChoicesAsked(
                name=one.name,
                title=one.title,
                choices=[ChoiceAsked(words=c.words, clause=c.clause) for c in one.choices],
            )
            for one in found.asks
        ],
    )


@router.post("/{game}", responses=problems(401, 404))
async def grade(person: SignedIn, game: GameName, body: SaidBody) -> GradedAnswer:
    """What the document does, and which of the answers were right."""
    found = await made(game, body.kind, body.seed)
    if len(body.said) != len(found.lines):
        raise HTTPException(422, f"say what happens to each of the {len(found.lines)} wagers")
    verdict = graded(found, [(one.fate, one.pays) for one in body.said], body.chosen)
    return GradedAnswer(
        right=verdict.right,
        of=verdict.of,
        lines=[Graded(**msgspec.structs.asdict(one.line), right=one.right) for one in verdict.lines],
        asks=[GradedChoice(**msgspec.structs.asdict(one)) for one in verdict.asks],
        planted=verdict.planted,
        clause=found.clause,
        why=found.why,
    )
