"""HTTP routes of the dealers' practice. Nothing here touches a table or money."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException

from pitboss.coach.dealers.practice import exercise, graded
from pitboss.coach.dealers.rounds import Exercise
from pitboss.engine import registry
from pitboss.protocol import coaching as wire
from pitboss.server.http.access import GameName, SignedIn, known_game, problems
from pitboss.server.http.struct_route import StructRoute

router = APIRouter(route_class=StructRoute, prefix="/api/practice", tags=["practice"])
ONE_AT_A_TIME = ThreadPoolExecutor(1, "practice")
"""The thread that makes exercises. With more threads, one person with many requests would slow all tables."""


async def made(game: str, kind: str, seed: int) -> Exercise:
    return await asyncio.get_running_loop().run_in_executor(ONE_AT_A_TIME, exercise, known_game(game), kind, seed)


@router.get("/{game}", responses=problems(401, 404))
async def ask(
    person: SignedIn, game: GameName, seed: Annotated[int, Query(ge=0, lt=2**31)], kind: wire.PracticeKind = "settle"
) -> wire.ExerciseInfo:
    """A round up to a question. The same seed makes the same one."""
    found = await made(game, kind, seed)
    done = [wire.Deed(fate=one.fate, pays=one.pays) for one in found.made]
    return wire.ExerciseInfo(
        game=game,
        title=registry.game(game).title,
        kind=kind,
        seed=seed,
        question=found.question,
        told=found.told,
        seat=found.seat,
        events=tuple(found.events),
        wagers=tuple(
            wire.WagerAsked(wager=one.wager, hand=one.hand, stake=one.stake, made=done[at] if done else None)
            for at, one in enumerate(found.lines)
        ),
        asks=tuple(
            wire.ChoicesAsked(
                name=one.name,
                title=one.title,
                choices=tuple(wire.ChoiceAsked(words=c.words, clause=c.clause) for c in one.choices),
            )
            for one in found.asks
        ),
    )


@router.post("/{game}", responses=problems(401, 404))
async def grade(person: SignedIn, game: GameName, body: wire.ExerciseBody) -> wire.GradedExercise:
    """What the document does, and which of the answers were right."""
    found = await made(game, body.kind, body.seed)
    if len(body.said) != len(found.lines):
        raise HTTPException(422, f"say what happens to each of the {len(found.lines)} wagers")
    verdict = graded(found, [(one.fate, one.pays) for one in body.said], body.chosen)
    return wire.GradedExercise(
        right=verdict.right,
        of=verdict.of,
        lines=tuple(wire.GradedWager(**msgspec.structs.asdict(one.line), right=one.right) for one in verdict.lines),
        asks=tuple(wire.GradedChoice(**msgspec.structs.asdict(one)) for one in verdict.asks),
        planted=verdict.planted,
        clause=found.clause,
        why=found.why,
    )
