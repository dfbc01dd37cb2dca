"""HTTP routes about rounds that are over: those that you played, and what happened in one, in words."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query
from sqlalchemy import Connection
from starlette.exceptions import HTTPException

from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import Input
from pitboss.house.tables import history
from pitboss.house.tables.history import acts_of_round, table_row
from pitboss.log.narration import YOU, sentence
from pitboss.protocol.coaching import PlayedInfo, PlayedPage
from pitboss.protocol.tables import Story
from pitboss.server.http.access import SignedIn, TheHouse, problems
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.routes.table import TableId

router = APIRouter(route_class=StructRoute, prefix="/api", tags=["rounds"])
DEFAULT = 50
"""The rounds of a page if the client does not say how many."""


@router.get("/rounds", responses=problems(401, 404, 422))
async def rounds(
    house: TheHouse,
    person: SignedIn,
    after: Annotated[str, Query(max_length=100, description="`next` of the page before.")] = "",
    most: Annotated[int, Query(ge=1, le=history.MOST_ROUNDS)] = DEFAULT,
    game: Annotated[str, Query(max_length=64, description="Only rounds of this game.")] = "",
) -> PlayedPage:
    """The rounds that you played, page by page."""

    def find(connection: Connection) -> PlayedPage:
        try:
            found = history.rounds_of(connection, person.id, after=after, most=most, game=game)
        except history.UnknownRound as no:
            raise HTTPException(404, str(no)) from None
        held = history.undealt_of(connection, person.id)
        rounds = [as_told(one, person.id, held.get(one.table)) for one in found.rounds]
        return PlayedPage(rounds=msgspec.convert(rounds, tuple[PlayedInfo, ...], from_attributes=True), next=found.next)

    return await house.read(find)


def as_told(one: history.PlayedRound, person: str, held: history.Undealt | None) -> history.PlayedRound:
    """A round without what it paid by cards that its dealer has not dealt yet."""
    if held is None or held.round != one.round:
        return one
    return msgspec.structs.replace(one, net=one.net - held.cents_of(person), over=False)


@router.get("/tables/{id}/rounds/{number}/story", responses=problems(401, 404, 422))
async def story(house: TheHouse, person: SignedIn, id: TableId, number: Annotated[int, Path(ge=1, le=10**15)]) -> Story:
    """What happened in a round as you may know it, in words."""

    def find(connection: Connection) -> Story:
        row = table_row(connection, id)
        found = acts_of_round(connection, row, number) if row is not None else []
        if not found:
            raise HTTPException(404, "there is no such round")
        live = house.tables.get(id)
        names: dict[str, str] = {}
        sentences: list[tuple[str, ...]] = []
        for one in found:
            if live is not None and one.seq > live.live.committed:
                break
            said = []
            for record in one.told:
                event = record.seen_by(one.viewer(person.id))
                if event is None:
                    continue
                if isinstance(event, ev.Began):
                    names = {**event.names, **({person.id: YOU} if person.id in event.names else {})}
                    event = msgspec.structs.replace(event, names=names)
                said.append("" if isinstance(event, Input) else sentence(event, names))
            sentences.append(tuple(said))
        return Story(sentences=tuple(sentences))

    return await house.read(find)
