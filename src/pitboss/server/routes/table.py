"""HTTP routes about tables: the lobby, opening and closing, staff, and rounds that are over."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import Connection
from starlette.exceptions import HTTPException

from pitboss.engine import registry
from pitboss.engine.declared import lesson
from pitboss.engine.declared.words import WholeDeclaration
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Ended
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round
from pitboss.engine.rules import to_builtins
from pitboss.engine.table import rules
from pitboss.house.audit import heads
from pitboss.house.authorize import Refusal, allow, allow_closing, check_coming_to_deal, check_sending_away, is_listed
from pitboss.house.people import staff
from pitboss.house.people.house_players import is_house_player
from pitboss.house.people.people import Person
from pitboss.house.process.house import COMING_BACK, House
from pitboss.house.process.prices import is_priced
from pitboss.house.settings import Pace, Staffing, TableSettings
from pitboss.house.tables import history
from pitboss.house.tables.history import PlayedAct, played_round, table_row
from pitboss.house.tables.running_table import RunningTable
from pitboss.house.tables.viewers import Onlookers
from pitboss.log.narration import YOU, sentence
from pitboss.protocol import declarations
from pitboss.protocol import tables as wire
from pitboss.protocol.bodies import LOWER_CASE, Nothing
from pitboss.protocol.coaching import PlayedInfo, PlayedPage
from pitboss.protocol.games import Game as GameInfo
from pitboss.protocol.games import Speech
from pitboss.protocol.tables import Story
from pitboss.server.http.access import SignedIn, TheHouse, Visitor, known_game, may, problems
from pitboss.server.http.pages import address_of_game
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.other_processes import answers_of_others, find_elsewhere
from pitboss.server.routes.felt import felt_of

router = APIRouter(route_class=StructRoute, prefix="/api", tags=["tables"])
TableId = Annotated[str, Path(max_length=64, pattern=LOWER_CASE)]


async def table_of(house: House, request: Request, id: str) -> RunningTable:
    """A table that this process runs. If another one runs it, the request is passed on."""
    if (table := house.tables.get(id)) is None:
        await find_elsewhere(house, request, id)
        if house.failed:
            raise HTTPException(503, house.failed)
        why = house.damaged.get(id)
        if not why and await house.is_coming_back(id):
            raise HTTPException(503, COMING_BACK)
        raise HTTPException(
            404, f"this table is not open: {why}" if why else "there is no such table, or it has closed"
        )
    return table


def described(house: House, table: RunningTable) -> dict[str, Any]:
    live, at = table.live, table.live.table
    round = at.round
    return {
        "id": table.id,
        "name": table.name,
        "game": at.game.name,
        "title": at.game.title,
        "state": table.state,
        "why": table.why,
        "private": live.settings.private,
        "asks_dealer": live.settings.private and live.settings.asks_dealer,
        "practice": live.settings.practice,
        "coach": live.settings.coached,
        "link": next(iter(sorted(house.meter_groups(table) - {table.id})), ""),
        "seats": tuple(
            wire.Seated(
                seat=seat,
                person=player,
                name=at.names[player],
                sits_out=player in live.out,
                house=is_house_player(player),
            )
            for seat, player in at.seats
        ),
        "positions": at.rules.positions,
        "minimum": at.rules.table_minimum,
        "maximum": at.rules.table_maximum,
        "round": round.number if round is not None else at.state.round,
        "playing": round is not None and (not round.over or bool(live.held)),
        "dealer": table.conductor.dealer,
        "dealer_name": table.conductor.dealer_name,
        "watchers": len(live.viewers.people),
        "meters": {
            name: shown for of in sorted(house.meter_groups(table)) for name, shown in house.meters.get(of, {}).items()
        },
    }


# --- the lobby


@router.get("/games")
async def all_games(house: TheHouse) -> list[GameInfo]:
    """The games, their wagers and their limits."""
    return [described_game(house, registry.game(name)) for name in registry.games()]


def described_game(house: House, game: Game) -> GameInfo:
    usual = rules(game.name)
    whole = game.declared if isinstance(game.declared, WholeDeclaration) else None
    return GameInfo(
        name=game.name,
        title=game.title,
        wagers=tuple(wager.name for wager in game.wagers if not wager.earned),
        minimum=usual.table_minimum,
        opening=registry.opening(game),
        comes_with=dict(registry.at_seat(game).comes_with),
        maximum=usual.table_maximum,
        docs=address_of_game(house, game.name),
        priced=is_priced(game.name),
        words=spoken(game),
        felt=felt_of(game),
        brief=lesson.brief(whole) if whole else "",
        sentences=lesson.sentences(whole) if whole else (),
    )


def spoken(game: Game) -> Speech:
    """How people speak of a game."""
    shown = {one.name: one.shown for one in game.wagers if one.shown}
    return Speech(choices=game.spoken, questions=game.words.questions, wagers=shown)


@router.get("/tables", responses=problems(401))
async def lobby(house: TheHouse, request: Request, person: Visitor) -> list[wire.LobbyTable]:
    """The public tables, which anybody may see, and the private ones that you opened or sit at.

    A dealer also sees the private ones that ask for a dealer.
    """
    house.players.note_lobby()
    others = [
        one for some in await answers_of_others(house, request) for one in msgspec.convert(some, list[wire.LobbyTable])
    ]
    return others + [
        wire.LobbyTable(**described(house, table))
        for table in house.tables.values()
        if is_listed(person, table.live.table, table.live.settings, opened_by=table.opened_by)
    ]


@router.post("/tables", responses=problems(401, 403, 404, 409, 422))
async def open_table(house: TheHouse, person: SignedIn, body: wire.TableBody) -> wire.TableInfo:
    """Open a table. Players open private ones, supervisors and administrators also public ones.

    If you have as many private tables as you may, one of them at which nobody is connected closes after its round.
    """
    allow(person, "open private table" if body.private else "open public table")
    known_game(body.game)
    if not body.name.isprintable():
        raise HTTPException(422, "the name of a table must have printable characters only")
    if body.link and body.private:
        raise HTTPException(422, "a private table can't choose a link")
    if body.link and body.practice:
        raise HTTPException(422, "a table for practice can't join a link")
    if body.link and not any(one.linked for one in registry.game(body.game).meters(rules(body.game, body.rules))):
        raise HTTPException(
            422, "only a table with a linked meter can join a link: give rules with progressive_linked true"
        )
    if body.seed is not None and not body.practice:
        raise HTTPException(422, "only a table for practice may have a seed")
    settings = TableSettings(
        private=body.private,
        asks_dealer=body.private and body.asks_dealer,
        practice=body.practice,
        coach=body.coach,
        seed=body.seed,
        pace=None if body.pace is None else Pace().times(body.pace),
        staffing=Staffing(validate_above=house.settings.validate_above),
    )
    async with house.opening:
        check_limits(house, person, body.private)
        table = await house.open_table(
            body.game, body.rules, name=body.name, by=person.id, link=body.link, settings=settings
        )
    if not body.private:
        await record(house, person, "open table", {"table": table.id, "game": body.game})
    return whole(house, table)


def check_limits(house: House, person: Person, private: bool) -> None:
    """Raise an error if a person, or the house, has too many tables open.

    A player who has left one private table after another is not sent back to close them: one of them closes itself.
    """
    limits = house.settings.limits
    own = [table for table in house.tables.values() if table.opened_by == person.id and table.state != "closing"]
    if private and len(own) >= limits.tables_of_person:
        empty_first = sorted(own, key=lambda table: bool(table.live.table.seats))
        left = next((table for table in empty_first if table.left_alone), None)
        if left is None:
            raise HTTPException(
                409, f"you have {len(own)} tables open, and may have {limits.tables_of_person}: close one first"
            )
        left.order_close(person.id)
    if len(house.tables) >= limits.tables:
        raise HTTPException(409, f"the house has {len(house.tables)} tables open, and may have {limits.tables}")


async def record(house: House, person: Person, what: str, body: dict[str, Any]) -> None:
    """Record an act of staff."""
    now = house.now()
    await house.write(lambda connection: staff.record(connection, now, person.id, what, body))


def whole(house: House, table: RunningTable) -> wire.TableInfo:
    changes = tuple(wire.RulesChange(**msgspec.to_builtins(one)) for one in table.live.desk.changes)
    return wire.TableInfo(**described(house, table), rules=to_builtins(table.live.table.rules), changes=changes)


@router.get("/tables/{id}", responses=problems(401, 404, 422))
async def one_table(house: TheHouse, request: Request, person: SignedIn, id: TableId) -> wire.TableInfo:
    """A table, its rules, seats and meters."""
    return whole(house, await table_of(house, request, id))


@router.post("/tables/{id}/close", responses=problems(401, 403, 404, 409, 422))
async def close_table(house: TheHouse, request: Request, person: SignedIn, id: TableId) -> Nothing:
    """Close a table after the round. This is announced at the table now."""
    table = await table_of(house, request, id)
    if allow_closing(person, table.live.settings, opened_by=table.opened_by):
        await record(house, person, "close table", {"table": id})
    table.order_close(person.id)
    await house.settled()
    return Nothing()


@router.post("/tables/{id}/restart", responses=problems(401, 403, 404, 409, 422))
async def restart_table(
    house: TheHouse, request: Request, id: TableId, person: Annotated[Person, may("restart table")]
) -> Nothing:
    """Bring back a table that has stopped by an error, as its last stored act left it."""
    if id not in house.damaged and (await table_of(house, request, id)).state != "stopped":
        raise Refusal("late", "this table has not stopped")
    await record(house, person, "restart table", {"table": id})
    house.forget_faults(id)
    if not await house.restart_table(id):
        raise HTTPException(409, house.damaged.get(id) or "this table is being recovered already")
    return Nothing()


@router.post("/tables/{id}/rules", responses=problems(401, 403, 404, 409))
async def change_rules(
    house: TheHouse, request: Request, id: TableId, body: wire.RulesBody, person: Annotated[Person, may("change rules")]
) -> Nothing:
    """Change the rules before the next round, or before the next shoe. This is announced at the table now."""
    table = await table_of(house, request, id)
    table.check_runs()
    table.live.desk.check_rules(body.rules)
    await record(house, person, "change rules", {"table": id, "rules": body.rules})
    table.order_rules(body.rules, person.id)  # the round went on meanwhile, so they are checked again
    await house.settled()
    return Nothing()


# --- staff


@router.post("/tables/{id}/dealer", responses=problems(401, 403, 404, 409, 422))
async def come_to_deal(
    house: TheHouse, request: Request, id: TableId, person: Annotated[Person, may("deal")]
) -> Nothing:
    """Deal at a table yourself. You deal from the next question on."""
    table = await table_of(house, request, id)
    async with house.assigning:
        staffing, at, settings = table.conductor.staffing, table.live.table, table.live.settings
        check_coming_to_deal(person, at, settings, assigned=staffing.dealer, opened_by=table.opened_by)
        changed = msgspec.structs.replace(staffing, dealer=person.id, dealer_name=person.name)
        await house.assign(table, changed, person.id, "dealer came")
    return Nothing()


@router.delete("/tables/{id}/dealer", responses=problems(401, 403, 404, 422))
async def stop_dealing(house: TheHouse, request: Request, id: TableId, person: SignedIn) -> Nothing:
    """Deal no more. Supervisors may send a dealer away. The automatic dealer goes on."""
    table = await table_of(house, request, id)
    async with house.assigning:
        staffing = table.conductor.staffing
        check_sending_away(person, staffing.dealer)
        changed = msgspec.structs.replace(staffing, dealer="", dealer_name="")
        await house.assign(table, changed, person.id, "dealer left", {"dealer": staffing.dealer})
    return Nothing()


@router.post("/tables/{id}/staffing", responses=problems(401, 403, 404, 422))
async def set_staffing(
    house: TheHouse, request: Request, id: TableId, body: wire.StaffingBody, person: Annotated[Person, may("validate")]
) -> Nothing:
    """Say above which amount a person must validate a payout."""
    table = await table_of(house, request, id)
    async with house.assigning:
        changed = msgspec.structs.replace(table.conductor.staffing, validate_above=body.validate_above)
        await house.assign(table, changed, person.id, "staffing", {"validate_above": body.validate_above})
    return Nothing()


# --- afterwards


def past_round(house: House, connection: Connection, id: str, number: int) -> tuple[Any, list[PlayedAct], Round]:
    """The row of a table, the acts of a round that people were told of, and the round."""
    row = table_row(connection, id)
    acts, round = played_round(connection, row, number) if row is not None else ([], None)
    if round is None:
        raise HTTPException(404, "there is no such round")
    return row, house.told(id, acts), round


@router.get("/tables/{id}/rounds/{number}", responses=problems(401, 404, 422))
async def one_round(
    house: TheHouse, person: SignedIn, id: TableId, number: Annotated[int, Path(ge=1, le=10**15)]
) -> wire.RoundInfo:
    """A round as you may know it, with a signed head of the table's chain that covers it."""
    await house.signer.sign_heads()

    def find(connection: Connection) -> wire.RoundInfo:
        row, told, round = past_round(house, connection, id, number)
        ends = [one.seq for one in told if any(isinstance(event, Ended) for event in one.told)]
        head = heads.head_covering(connection, id, ends[0]) if ends else None
        seen = Onlookers(row.game)
        own = round.opened_to(told[-1].viewer(person.id)) if ends else None
        return wire.RoundInfo(
            table=id,
            game=row.game,
            round=number,
            over=bool(ends),
            updates=tuple(msgspec.json.decode(seen.update(one, id, one.viewer(person.id), person.id)) for one in told),
            own=wire.OwnOpenings(pack=own.pack, cards=tuple(own.cards)) if own else None,
            signed=head,
        )

    return await house.read(find)


@router.get("/key")
async def public_key(house: TheHouse) -> wire.HouseKey:
    """The public key that signs chain heads."""
    return wire.HouseKey(key=house.signer.public_key)


@router.get("/messages.schema.json")
async def messages_schema() -> dict[str, Any]:
    """The JSON Schema of the WebSocket's messages."""
    return declarations.messages_schema()


# --- rounds that are over

round_routes = APIRouter(route_class=StructRoute, prefix="/api", tags=["rounds"])
DEFAULT = 50
"""The rounds of a page if the client does not say how many."""


@round_routes.get("/rounds", responses=problems(401, 404, 422))
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
        rounds = tuple(as_told(one, person.id, held.get(one.table)) for one in found.rounds)
        return PlayedPage(rounds=rounds, next=found.next)

    return await house.read(find)


def as_told(one: PlayedInfo, person: str, held: history.Undealt | None) -> PlayedInfo:
    """A round without what it paid by cards that its dealer has not dealt yet."""
    if held is None or held.round != one.round:
        return one
    return msgspec.structs.replace(one, net=one.net - held.cents_of(person), over=False)


@round_routes.get("/tables/{id}/rounds/{number}/story", responses=problems(401, 404, 422))
async def story(house: TheHouse, person: SignedIn, id: TableId, number: Annotated[int, Path(ge=1, le=10**15)]) -> Story:
    """What happened in a round as you may know it, in words."""

    def find(connection: Connection) -> Story:
        _, told, _ = past_round(house, connection, id, number)
        names: dict[str, str] = {}
        sentences: list[tuple[str, ...]] = []
        for one in told:
            said = []
            for record in one.told:
                event = record.seen_by(one.viewer(person.id))
                if event is None:
                    continue
                if isinstance(event, ev.Began):
                    names = {**event.names, **({person.id: YOU} if person.id in event.names else {})}
                    event = msgspec.structs.replace(event, names=names)
                if isinstance(event, ev.Seated) and event.name:
                    names = {**names, event.player: YOU if event.player == person.id else event.name}
                said.append("" if isinstance(event, Input) else sentence(event, names))
            sentences.append(tuple(said))
        return Story(sentences=tuple(sentences))

    return await house.read(find)
