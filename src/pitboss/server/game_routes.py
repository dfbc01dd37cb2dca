"""HTTP routes about the documents: what their clauses say, and what a table pays."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from pitboss import games
from pitboss.rulings import EVERY_GAME, rulings
from pitboss.server.access import SignedIn, TheHouse, problems
from pitboss.server.table_routes import TableId, table_of

router = APIRouter(prefix="/api", tags=["games"])
GameName = Annotated[str, Path(max_length=64, pattern="^[a-z0-9_]+$")]


class MeaningAnswer(BaseModel):
    clause: str
    means: str


class WagerMeaningAnswer(MeaningAnswer):
    coupon: bool = Field(description="Whether a match play coupon may lie beside it, where the table takes coupons.")


class DecisionMeaningAnswer(MeaningAnswer):
    forfeits: list[str] = Field(description="The wagers that it loses at once.")


class WordsAnswer(BaseModel):
    clauses: dict[str, str] = Field(description="What each clause says, in our own words, by its id.")
    rulings: dict[str, str] = Field(description="How we read what is unclear, by the name of the ruling.")
    wagers: dict[str, WagerMeaningAnswer]
    decisions: dict[str, DecisionMeaningAnswer]


class PaysAnswer(BaseModel):
    pays: dict[str, dict[str, str]] = Field(description="By pay table: each line and its odds.")


@router.get("/games/{name}/clauses", responses=problems(404, 422))
async def clauses(name: GameName) -> WordsAnswer:
    """What the clauses of a game's document say, in our own words, and how we read the unclear ones."""
    if name not in games.games():
        raise HTTPException(404, f"there is no game {name!a}; the games are {', '.join(games.games())}")
    return words_of(name)


@cache
def words_of(name: str) -> WordsAnswer:
    game = games.game(name)
    return WordsAnswer(
        clauses={id: one.words for id, one in games.clauses(name).items()},
        rulings={one.name: one.words for (part, _), one in rulings().items() if part in (EVERY_GAME, game.title)},
        wagers={
            one.name: WagerMeaningAnswer(clause=one.clause, means=one.means, coupon=one.coupon) for one in game.wagers
        },
        decisions={
            one.action: DecisionMeaningAnswer(clause=one.clause, means=one.means, forfeits=list(one.forfeits))
            for one in game.decisions
        },
    )


@router.get("/tables/{id}/pays", responses=problems(401, 404, 422))
async def pays(house: TheHouse, request: Request, person: SignedIn, id: TableId) -> PaysAnswer:
    """What a table pays under its rules."""
    at = (await table_of(house, request, id)).live.table
    return PaysAnswer(pays={name: dict(lines) for name, lines in at.game.pays(at.rules).items()})
