"""HTTP routes about games: what the clauses of their documents say, what a table pays, and one hand as an example."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from random import Random
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request

from pitboss.basics.clauses import EVERY_GAME, rulings
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import Input
from pitboss.engine.table import Table
from pitboss.log.narration import sentence
from pitboss.protocol import games as wire
from pitboss.protocol.games import Example
from pitboss.server.http.access import GameName, SignedIn, TheHouse, known_game, problems
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.routes.coach import meters_of
from pitboss.server.routes.lab import asked
from pitboss.server.routes.table import TableId, table_of

router = APIRouter(route_class=StructRoute, prefix="/api", tags=["games"])


@router.get("/games/{name}/clauses", responses=problems(404, 422))
async def clauses(name: GameName) -> wire.Words:
    """What the clauses of a game's document say, in our own words, and how we read the unclear ones."""
    return words_of(known_game(name))


@cache
def words_of(name: str) -> wire.Words:
    game = registry.game(name)
    return wire.Words(
        clauses={id: one.words for id, one in registry.clauses(name).items()},
        rulings={one.name: one.words for (part, _), one in rulings().items() if part in (EVERY_GAME, game.title)},
        wagers={
            one.name: wire.WagerMeaning(
                clause=one.clause, means=one.means, coupon=one.coupon, side=one.side, earned=one.earned
            )
            for one in game.wagers
        },
        decisions={one.action: wire.Meaning(clause=one.clause, means=one.means) for one in game.decisions},
    )


@router.get("/tables/{id}/pays", responses=problems(401, 404, 422))
async def pays(house: TheHouse, request: Request, person: SignedIn, id: TableId) -> wire.Pays:
    """What a table pays under its rules."""
    at = (await table_of(house, request, id)).live.table
    return wire.Pays(
        pays={name: dict(lines) for name, lines in at.game.pays(at.rules).items()},
        wagers=tuple(one.name for one in at.game.wagers_at(at.rules)),
    )


@router.get("/tables/{id}/costs", responses=problems(401, 404, 422, 501, 503))
async def costs(house: TheHouse, request: Request, person: SignedIn, id: TableId) -> wire.Costs:
    """What each wager of a table costs on average, with its meters as they stand. It may have to be counted first."""
    table = await table_of(house, request, id)
    game, rules = table.live.table.game, table.live.table.rules
    usual = rules == game.rules()
    odds = await asked(house, "odds", game.name, rules, "" if usual else person.id)
    return wire.Costs(
        main=tuple(one.name for one in game.wagers_at(rules) if not one.side and not one.earned),
        keeps=odds["element_of_risk"],
        side=tuple(side_costs(odds["wagers"], meters_of(house, table))),
    )


def side_costs(wagers: Mapping[str, Mapping[str, Any]], showing: Mapping[str, int]) -> Iterator[wire.Cost]:
    """What each side wager with a stake costs. ``showing`` is what the meters show."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for name, one in wagers.items():
        if one["side"] and not one["earned"]:
            table = one.get("table", "")
            found.setdefault(name.removesuffix(f" {table}"), {})[table] = one
    for wager, by_table in found.items():
        meters = [meter for one in by_table.values() for meter in one.get("progressive", {}).get("meters", {})]
        edges = [edge_of(one, showing) for one in by_table.values()]
        yield wire.Cost(
            wager=wager,
            tables=tuple(table for table in by_table if table),
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


# --- an example of a hand

example_routes = APIRouter(route_class=StructRoute, prefix="/api", tags=["learning"])
TRIED = 60
"""How many seeds are tried for a hand that wins."""


@example_routes.get("/games/{name}/example", responses=problems(404, 422))
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
