"""The HTTP route of a person's own statistics."""

from __future__ import annotations

from time import monotonic
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from msgspec.structs import replace
from starlette.exceptions import HTTPException

from pitboss.basics.errors import GameError
from pitboss.engine import registry
from pitboss.house.people import statistics
from pitboss.house.people.evenings import LastEvening, last_evening
from pitboss.house.process import logs
from pitboss.house.process.coach import CoachBusy, CoachError
from pitboss.house.process.house import House
from pitboss.house.process.prices import ENDLESS, UNKNOWN, WRONG, Terms, is_priced
from pitboss.house.tables.history import ReplayError
from pitboss.mathematics import any_game
from pitboss.protocol import statistics as wire
from pitboss.protocol.coaching import ReviewInfo
from pitboss.protocol.games import Fan
from pitboss.protocol.statistics import AT_ONCE, StatisticsInfo
from pitboss.server.http.access import SignedIn, TheHouse, needs_odds, problems
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.routes.coach import review_of
from pitboss.server.routes.game import asked

router = APIRouter(
    route_class=StructRoute,
    prefix="/api",
    tags=["statistics"],
    dependencies=[Depends(needs_odds)],
    responses=problems(501),
)
ENOUGH_S = 20.0
"""Seconds after which no further review is begun. A request should end within a minute, and a review can be slow."""
FAR = 14 * 60
"""The minutes that no clock is farther from UTC."""


@router.get("/statistics", responses=problems(401))
async def own_statistics(
    house: TheHouse,
    person: SignedIn,
    game: Annotated[str, Query(max_length=64, description="Only rounds of this game.")] = "",
    ahead: Annotated[int, Query(ge=-FAR, le=FAR, description="The minutes that your clock is ahead of UTC.")] = 0,
    review: Annotated[
        int, Query(ge=0, le=AT_ONCE, description="The most missing rounds to review first, the newest ones.")
    ] = 0,
) -> StatisticsInfo:
    """Your rounds, added up by game, by day and by kind of mistake, with skill and luck apart; your ratings."""
    priced = {name for name in registry.games() if is_priced(name)}
    if review:
        missing = await house.read(lambda connection: statistics.unreviewed(connection, person.id, priced, game))
        found = await reviews_of(house, person.id, missing, review)
        await house.write(lambda connection: statistics.keep(connection, person.id, found))
    return await house.read(lambda connection: statistics.statistics_of(connection, person.id, priced, game, ahead))


@router.get("/statistics/evening", responses=problems(401, 422, 503))
async def own_evening(
    house: TheHouse,
    person: SignedIn,
    game: Annotated[str, Query(max_length=64, description="The last one at this game.")] = "",
) -> wire.LastEvening:
    """Your last evening, and how lucky it was among all evenings of as many rounds with the same wager."""
    found = await house.read(lambda connection: last_evening(connection, person.id, game))
    if found is None:
        return wire.LastEvening(evening=None)
    told = wire.EveningPlayed(
        table=found.table, game=found.game, at=found.began_at, line=found.line, bet=found.bet, why=found.why_not
    )
    if not found.why_not:
        told = await beside_all(house, person.id, found, told)
    return wire.LastEvening(evening=told)


async def beside_all(house: House, person: str, played: LastEvening, told: wire.EveningPlayed) -> wire.EveningPlayed:
    """Put all evenings like one that was played beside it, if they can be counted."""
    if not is_priced(played.game):
        return replace(told, why="this house has no exact odds of the game")
    terms = Terms(played.bet, ENDLESS, len(played.nets), played.line[-1])
    rules = any_game.study(played.game, rules=played.rules)
    found = await asked(house, "evening", played.game, rules, person, terms.form)
    if "end" not in found:
        return replace(told, why=found.get(UNKNOWN) or found[WRONG])
    end = found["end"]
    bands = {share: tuple(one - ENDLESS for one in amounts) for share, amounts in end["fan"]["bands"].items()}
    return replace(told, **found["own"], mean=end["mean"], fan=Fan(rounds=tuple(end["fan"]["rounds"]), bands=bands))


async def reviews_of(house: House, person: str, rounds: list[tuple[str, int]], most: int) -> list[ReviewInfo]:
    """The reviews of the first of these rounds that can be reviewed. A busy or a slow coach reviews fewer."""
    found: list[ReviewInfo] = []
    ends = monotonic() + ENOUGH_S
    for table, number in rounds[: 2 * AT_ONCE]:
        if len(found) == most or monotonic() > ends:
            break
        try:
            found.append(await review_of(house, person, table, number))
        except CoachBusy:
            break
        except (CoachError, GameError, HTTPException, ReplayError) as error:  # perhaps its last cards are not dealt yet
            logs.warning("round not reviewed", table=table, round=number, why=str(error))
    return found
