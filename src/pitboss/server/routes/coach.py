"""HTTP routes of the coach: advice on the present question, and the review of a finished round.

Both use only what was sent to the person who asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Request
from sqlalchemy import Connection
from starlette.exceptions import HTTPException

from pitboss.basics.money import UNITS
from pitboss.coach.answering import NOT_NEEDED, Advice, Past
from pitboss.engine.round.events import PUBLIC, Ended
from pitboss.engine.rules import to_builtins
from pitboss.house.authorize import Forbidden
from pitboss.house.money import books, ledger
from pitboss.house.process.house import House
from pitboss.house.tables.floor import rules_at
from pitboss.house.tables.history import acts_of_round, table_row
from pitboss.house.tables.replay import PlayedAct
from pitboss.protocol import coaching as wire
from pitboss.server.http.access import SignedIn, TheHouse, needs_odds, problems
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.routes.table import TableId, table_of

router = APIRouter(
    route_class=StructRoute,
    prefix="/api/tables/{id}",
    tags=["coach"],
    dependencies=[Depends(needs_odds)],
    responses=problems(501),
)
NO_COACH = "the coach is off at this table: your mistakes are told after the round"


def seen(acts: Sequence[PlayedAct], person: str) -> tuple[str, list[Any]]:
    """The viewer that a person is in a round, and what was sent to them of it."""
    viewer = acts[0].viewer(person) if acts else PUBLIC
    events = [record.seen_by(viewer) for one in acts for record in one.told]
    return viewer, [event for event in events if event is not None and not isinstance(event, NOT_NEEDED)]


@router.get("/advice", responses=problems(401, 403, 404, 409))
async def advice(house: TheHouse, request: Request, person: SignedIn, id: TableId) -> wire.AdviceInfo:
    """The value of each choice at the question that you are asked now, from what you have been sent."""
    table = await table_of(house, request, id)
    live = table.live
    if not live.settings.coached:
        raise Forbidden("coach", NO_COACH)
    if live.seq != live.committed:  # the question may rest on what nobody has been sent yet
        await house.settled()
    turn = live.turn_of(person.id)
    if live.seq != live.committed:
        raise HTTPException(409, "the table is going on: ask again")
    if not turn.offers:
        raise HTTPException(409, "nothing is asked of you now")
    viewer, events = seen([one for one in live.viewers.published if one.round == turn.round], person.id)
    asked = Advice(
        game=live.table.game.name,
        rules=to_builtins(live.table.rules),
        viewer=viewer,
        player=person.id,
        events=events,
        about=turn.about,
        seats=turn.offers,
        chips=None if live.settings.practice else turn.chips + await wallet_of(house, person.id),
        meters=meters_of(house, table),
    )
    found = await house.coach.ask(asked, person.id)
    return wire.AdviceInfo(
        table=id, round=turn.round, turn=turn.turn, advice=msgspec.convert(found, tuple[wire.CounselInfo, ...])
    )


async def wallet_of(house: House, person: str) -> int:
    """The cents for which a player may buy chips, also while a choice waits for them."""
    return await house.read(lambda connection: ledger.balance(connection, books.wallet(person))) // UNITS


def meters_of(house: House, table: Any) -> dict[str, int]:
    """What the table's meters show, in cents."""
    return {name: cents for of in house.meter_groups(table) for name, cents in house.meters.get(of, {}).items()}


@router.get("/rounds/{number}/review", responses=problems(401, 404, 409, 422))
async def review(
    house: TheHouse, person: SignedIn, id: TableId, number: Annotated[int, Path(ge=1, le=10**15)]
) -> wire.ReviewInfo:
    """Your decisions in a finished round, against the best ones, and what was skill and what was luck."""

    def find(connection: Connection) -> Past:
        row = table_row(connection, id)
        acts = acts_of_round(connection, row, number) if row is not None else []
        if row is None or not acts:
            raise HTTPException(404, "there is no such round")
        live = house.tables.get(id)
        told = [one for one in acts if live is None or one.seq <= live.live.committed]
        viewer, events = seen(told, person.id)
        if viewer == PUBLIC:
            raise HTTPException(404, "you did not play in this round")
        if not any(isinstance(event, Ended) for event in events):
            raise HTTPException(409, "this round is not over")
        rules = rules_at(connection, id, acts[0].seq)
        return Past(game=row.game, rules=rules, viewer=viewer, player=person.id, events=events)

    found = await house.coach.ask(await house.read(find), person.id)
    return msgspec.convert({**found, "table": id}, wire.ReviewInfo)
