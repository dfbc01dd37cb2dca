"""HTTP routes of the operator's page and the dealer's desk: the floor, the hold, the audit, rules and reports."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request
from sqlalchemy import Connection, func, select
from starlette.exceptions import HTTPException

from pitboss.basics.errors import InputError
from pitboss.basics.money import UNITS
from pitboss.coach.dealers.practice import round_steps
from pitboss.engine import registry
from pitboss.engine.round import events as ev
from pitboss.engine.round import inputs
from pitboss.engine.round.asks import SUPERVISOR, THE_DEALER
from pitboss.engine.round.inputs import STAFF
from pitboss.engine.round.round import Round
from pitboss.house.authorize import check_answer, check_preview
from pitboss.house.money import books, ledger
from pitboss.house.people.house_players import is_house_player
from pitboss.house.people.people import Person
from pitboss.house.process import logs
from pitboss.house.process.house import House
from pitboss.house.process.worker import NotDone
from pitboss.house.storage import schema
from pitboss.house.tables.command_inputs import DEAL
from pitboss.house.tables.running_table import RunningTable
from pitboss.protocol import tables as wire
from pitboss.protocol.bodies import LOWER_CASE, Nothing
from pitboss.protocol.games import Irregularity, RoundStep
from pitboss.server.http.access import GameName, SignedIn, TheHouse, known_game, may, problems
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.other_processes import answers_of_others
from pitboss.server.routes.table import TableId, described, table_of

router = APIRouter(route_class=StructRoute, prefix="/api", tags=["floor"])


# --- the floor


@router.get("/floor", responses=problems(401, 403))
async def floor(house: TheHouse, request: Request, person: Annotated[Person, may("read inventory")]) -> wire.Floor:
    """All tables with who sits where, what needs somebody, the meters, and the last audit."""
    head = schema.signed_head.c

    def find(connection: Connection) -> tuple[int | None, int, int, set[str]]:
        row = connection.execute(select(func.max(head.at), func.count())).one()
        account = ledger.balance(connection, books.PLAYERS) // UNITS
        return row[0], row[1], account, ledger.tables_of_house_players(connection)

    others = msgspec.convert(await answers_of_others(house, request), list[wire.Floor])
    signed_at, signed, account, chips_at = await house.read(find)
    own = msgspec.convert(house.last_audit, wire.Audit) if house.last_audit else None
    tables = [at_floor(table, house) for table in house.tables.values()]
    return wire.Floor(
        now=house.now(),
        tables=tuple(sorted([*tables, *(table for one in others for table in one.tables)], key=place)),
        alarms=(*alarms(house), *(alarm for one in others for alarm in one.alarms)),
        meters=meters(house, others),
        audit=max(filter(None, (own, *(one.audit for one in others))), key=lambda one: one.at, default=None),
        signed_at=signed_at,
        signed=signed,
        players=house_players(house, others, account, chips_at),
    )


def house_players(
    house: House, others: list[wire.Floor], account: int, chips_at: set[str]
) -> wire.HousePlayersInfo | None:
    """The players of the house at all tables, apart from people. None if the house never had any.

    ``chips_at`` are the tables where they have chips, whether these answer or not.
    """
    at_table = house.settings.players.at_table
    known = [one.players for one in others if one.players is not None]
    seats = [player for table in house.tables.values() for _, player in table.live.table.seats]
    seated = sum(map(is_house_player, seats)) + sum(one.seated for one in known)
    chips = sum(map(house.players.money_at, house.tables.values())) + sum(one.chips for one in known)
    if not (at_table or seated or account):
        return None
    whole = chips_at <= {*house.tables, *(table.id for one in others for table in one.tables)}
    result = account + chips if whole else None
    return wire.HousePlayersInfo(at_table=at_table, seated=seated, account=account, chips=chips, result=result)


def place(table: wire.FloorTable) -> tuple[bool, int, str, str]:
    """Where a table stands on the floor, whoever runs it and however often it was restarted: public ones first."""
    return table.private, registry.games().index(table.game), table.name, table.id


def at_floor(table: RunningTable, house: House) -> wire.FloorTable:
    at = table.live.table
    round, asking = at.round, at.round.asking if at.round is not None else None
    waiting = [at.names.get(one.player, one.player) or one.by for one in asking.waiting] if asking else []
    if table.live.held:
        asking, waiting = None, [THE_DEALER.by]
    return wire.FloorTable(
        **described(house, table),
        about=DEAL if table.live.held else asking.about if asking and round and not round.over else "",
        clause=asking.clause if asking else "",
        waiting=tuple(waiting),
        inventory=table.live.till.held.get(books.inventory(table.id), 0) // UNITS,
    )


def alarms(house: House) -> list[wire.Alarm]:
    """Tables that have stopped, payouts that wait for a person, and players who call the floor."""
    found = [
        alarm(table, "stopped", table.why, round=table.live.table.state.round)
        for table in house.tables.values()
        if table.state == "stopped"
    ]
    found += [wire.Alarm(kind="stopped", table=id, name=id, words=why) for id, why in house.damaged.items()]
    for table in house.tables.values():
        for one in table.live.orders.calls.values():
            who = {"seat": one.seat, "person": one.player, "called": one.name}
            found.append(alarm(table, "call", one.why, round=table.live.round_number, since=one.at, **who))
        round = table.live.table.round
        asking = round.asking if round is not None and not round.over else None
        if table.state == "stopped" or table.live.held:
            continue
        if round is None or asking is None or SUPERVISOR not in asking.waiting:
            continue
        timers = table.conductor.timers
        cents = timers.validating[2] if timers.validating[:2] == (round.number, asking.turn) else 0
        waits = {"clause": asking.clause, "round": round.number, "cents": cents, "since": timers.changed}
        found.append(alarm(table, "jackpot", asking.about, **waits))
    return found


def alarm(table: RunningTable, kind: str, words: str, **more: Any) -> wire.Alarm:
    private = table.live.settings.private
    return wire.Alarm(kind=kind, table=table.id, name=table.name, words=words, private=private, **more)


@router.post("/tables/{id}/calls/{player}", responses=problems(401, 403, 404, 409, 422))
async def answer_call(
    house: TheHouse,
    request: Request,
    id: TableId,
    player: Annotated[str, Path(max_length=64, pattern=LOWER_CASE)],
    person: Annotated[Person, may("answer call")],
) -> Nothing:
    """You have seen a player's call of the floor. The player hears it."""
    table = await table_of(house, request, id)
    check_answer(person, player, table.conductor.dealer)
    table.check_runs()
    table.live.answer_call(player, person.id)
    await house.settled()
    return Nothing()


def meters(house: House, others: list[wire.Floor]) -> tuple[wire.FloorMeter, ...]:
    """The meters with the tables that share them."""
    tables: dict[str, list[str]] = {}
    private = {table.id for table in house.tables.values() if table.live.settings.private}
    for table in house.tables.values():
        for of in house.meter_groups(table):
            tables.setdefault(of, []).append(table.name)
    shown = {
        (of, name): wire.FloorMeter(
            of=of, name=name, cents=cents, tables=tuple(sorted(tables.get(of, []))), private=of in private
        )
        for of, group in sorted(house.meters.items())
        for name, cents in group.items()
    }
    for one in (meter for other in others for meter in other.meters):
        known = shown.get((one.of, one.name), one)
        names = tuple(sorted({*known.tables, *one.tables}))
        shown[one.of, one.name] = msgspec.structs.replace(known, tables=names)
    return tuple(shown.values())


# --- long work


@router.get("/floor/hold", responses=problems(401, 403))
async def hold(house: TheHouse, person: Annotated[Person, may("read inventory")]) -> wire.Hold:
    """What each wager held against its exact edge, from all stored rounds. The first answer takes a while."""
    return msgspec.convert(await ask_office(house, "hold"), wire.Hold)


@router.post("/floor/audit", responses=problems(401, 403))
async def audit(house: TheHouse, person: Annotated[Person, may("read audit")]) -> wire.Audit:
    """Prove the whole house from its database, beside its tables. This may take minutes."""
    house.last_audit = await ask_office(house, "audit")
    return msgspec.convert(house.last_audit, wire.Audit)


async def ask_office(house: House, what: str) -> Any:
    try:
        return await house.office.ask(what)
    except NotDone as error:
        logs.error("the back office failed", error, work=what)
        raise HTTPException(503, f"the house could not do this: {error}") from None


# --- games


@router.get("/games/{game}/irregularities", responses=problems(404))
async def irregularities(game: GameName) -> list[Irregularity]:
    """What can go wrong in a game, and what its document does then."""
    return [
        Irregularity(
            what=one.what,
            clause=one.clause,
            means=one.means,
            amount_is=one.amount_is,
            remedy=registry.words(game, one.clause),
        )
        for one in registry.game(known_game(game)).irregularities
    ]


@router.get("/games/{game}/round", responses=problems(404))
async def steps(game: GameName) -> list[RoundStep]:
    """The six steps of a round as the dealer's desk shows them, with their clauses."""
    found = await asyncio.to_thread(round_steps, registry.game(known_game(game)))
    return [RoundStep(name=one.name, clause=one.clause, call=one.call) for one in found]


@router.post("/tables/{id}/preview", responses=problems(401, 403, 404, 409))
async def preview(
    house: TheHouse, request: Request, id: TableId, body: wire.ReportBody, person: SignedIn
) -> wire.Preview:
    """What the document would do if this were reported now. Nothing happens at the table.

    Only who deals here or supervises may ask. The answer depends on no card that lies face down.
    """
    table = await table_of(house, request, id)
    check_preview(person, table.live.table, table.conductor.dealer)
    round = table.live.table.round
    if round is None or round.over:
        raise HTTPException(409, "no round is in progress")
    if table.live.held:
        raise HTTPException(409, "deal the cards first: the document's remedies apply to cards that are out")
    return previewed(round, body)


def previewed(round: Round, body: wire.ReportBody) -> wire.Preview:
    """The effect of a report, tried on a copy of the round."""
    declared = {one.what: one for one in round.game.irregularities}
    if body.what not in declared:
        raise HTTPException(422, f"{round.game.title} has no irregularity {body.what!a}")
    clause = declared[body.what].clause
    words = registry.words(round.game.name, clause)
    try:
        by = body.by if body.by in STAFF else STAFF[0]
        given = inputs.make(by=by, do="report", what=body.what, place=body.place, amount=body.amount)
    except InputError as error:
        return wire.Preview(why_not=str(error), clause=clause, words=words)
    copy = round.copy()
    if (refusal := copy.check(given)) is not None:
        why_not = refusal.wrong + (f"; {refusal.allowed}" if refusal.allowed else "")
        return wire.Preview(why_not=why_not, clause=clause, words=words)
    staked = dict(copy.layout.stakes)
    now, void = [], []
    for event in copy.do(given):
        match event:
            case ev.Irregular():
                named = event.card is not None and event.card in event.remedy  # nobody has seen it yet
                remedy = words if named else event.remedy
                now.append(wire.Remedy(what=event.what, remedy=remedy, clause=event.clause, place=event.place))
            case ev.Voided():
                void.append(event.place)
    back = tuple(
        wire.Back(seat=seat, name=copy.called(player), wager=wager, cents=0 if key in copy.layout.redeemed else cents)
        for key, cents in staked.items()
        for seat, player, _, wager in [key]
        if "round" in void or ev.seat_place(seat) in void
    )
    return wire.Preview(why_not="", clause=clause, words=words, now=tuple(now), void=tuple(void), back=back)
