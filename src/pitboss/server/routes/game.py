"""HTTP routes about the documents: what their clauses say, and what a table pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.basics.rulings import EVERY_GAME, rulings
from pitboss.engine import registry
from pitboss.server.http.access import GameName, SignedIn, TheHouse, known_game, problems
from pitboss.server.routes.coach import meters_of
from pitboss.server.routes.lab import asked
from pitboss.server.routes.table import TableId, table_of

router = APIRouter(prefix="/api", tags=["games"])


class MeaningAnswer(BaseModel):
    clause: str
    means: str


class WagerMeaningAnswer(MeaningAnswer):
    coupon: bool = Field(description="Whether a match play coupon may lie beside it, where the table takes coupons.")
    side: bool
    earned: bool = Field(description="Whether it is won without a stake.")


class WordsAnswer(BaseModel):
    clauses: dict[str, str] = Field(description="What each clause says, in our own words, by its id.")
    rulings: dict[str, str] = Field(description="How we read what is unclear, by the name of the ruling.")
    wagers: dict[str, WagerMeaningAnswer]
    decisions: dict[str, MeaningAnswer]


class PaysAnswer(BaseModel):
    pays: dict[str, dict[str, str]] = Field(description="By pay table: each line and its odds.")
    wagers: list[str] = Field(description="The wagers that this table has.")


class CostAnswer(BaseModel):
    wager: str
    tables: list[str] = Field(description="Its pay tables. Several: which one pays depends on the number of hands.")
    low: float = Field(description="What the house keeps of each unit on average. Below zero: what the player gains.")
    high: float = Field(description="The same with the pay table that is worst for the player.")
    meters: dict[str, int] = Field(description="The meters that it can win, and what they show now, in cents.")


class CostsAnswer(BaseModel):
    main: list[str] = Field(description="The wagers of the game itself, without side wagers.")
    keeps: float = Field(description="What the house keeps of all that is staked on them, with the best play.")
    side: list[CostAnswer]


@router.get("/games/{name}/clauses", responses=problems(404, 422))
async def clauses(name: GameName) -> WordsAnswer:
    """What the clauses of a game's document say, in our own words, and how we read the unclear ones."""
    return words_of(known_game(name))


@cache
def words_of(name: str) -> WordsAnswer:
    game = registry.game(name)
    return WordsAnswer(
        clauses={id: one.words for id, one in registry.clauses(name).items()},
        rulings={one.name: one.words for (part, _), one in rulings().items() if part in (EVERY_GAME, game.title)},
        wagers={
            one.name: WagerMeaningAnswer(
                clause=one.clause, means=one.means, coupon=one.coupon, side=one.side, earned=one.earned
            )
            for one in game.wagers
        },
        decisions={one.action: MeaningAnswer(clause=one.clause, means=one.means) for one in game.decisions},
    )


@router.get("/tables/{id}/pays", responses=problems(401, 404, 422))
async def pays(house: TheHouse, request: Request, person: SignedIn, id: TableId) -> PaysAnswer:
    """What a table pays under its rules."""
    at = (await table_of(house, request, id)).live.table
    return PaysAnswer(
        pays={name: dict(lines) for name, lines in at.game.pays(at.rules).items()},
        wagers=[one.name for one in at.game.wagers_at(at.rules)],
    )


@router.get("/tables/{id}/costs", responses=problems(401, 404, 422, 501, 503))
async def costs(house: TheHouse, request: Request, person: SignedIn, id: TableId) -> CostsAnswer:
    """What each wager of a table costs on average, with its meters as they stand. It may have to be counted first."""
    table = await table_of(house, request, id)
    game, rules = table.live.table.game, table.live.table.rules
    usual = rules == game.rules()
    odds = await asked(house, "odds", game.name, rules, "" if usual else person.id)
    return CostsAnswer(
        main=[one.name for one in game.wagers_at(rules) if not one.side and not one.earned],
        keeps=odds["element_of_risk"],
        side=list(side_costs(odds["wagers"], meters_of(house, table))),
    )


def side_costs(wagers: Mapping[str, Mapping[str, Any]], showing: Mapping[str, int]) -> Iterator[CostAnswer]:
    """What each side wager with a stake costs. ``showing`` is what the meters show."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for name, one in wagers.items():
        if one["side"] and not one["earned"]:
            table = one.get("table", "")
            found.setdefault(name.removesuffix(f" {table}"), {})[table] = one
    for wager, by_table in found.items():
        meters = [meter for one in by_table.values() for meter in one.get("progressive", {}).get("meters", {})]
        edges = [edge_of(one, showing) for one in by_table.values()]
        yield CostAnswer(
            wager=wager,
            tables=[table for table in by_table if table],
            low=min(edges),
            high=max(edges),
            meters={meter: showing[meter] for meter in meters if meter in showing},
        )


def edge_of(odds: Mapping[str, Any], showing: Mapping[str, int]) -> float:
    """The house edge of a wager. A meter that is not shown is at its seed."""
    if "progressive" not in odds:
        return float(odds["house_edge"])
    value = odds["progressive"]
    won = sum(Fraction(one["share"]) * showing.get(name, one["at"]) for name, one in value["meters"].items())
    return float(1 - Fraction(value["fixed_return"]) - won / value["stake"])
