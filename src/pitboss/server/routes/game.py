"""HTTP routes about games: what their documents say, what a table pays, one hand as an example, and exact figures.


Figures are those of any rules: odds, what changes with the rules, their par sheet and chart.
"""

from __future__ import annotations

import asyncio
import math
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from random import Random
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response
from msgspec.structs import asdict
from starlette.exceptions import HTTPException

from pitboss.basics.clauses import EVERY_GAME, rulings
from pitboss.basics.errors import Defect, RulesError
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.game import in_words
from pitboss.engine.round import events as ev
from pitboss.engine.round.inputs import Input
from pitboss.engine.rules import (
    TableRules,
    describe,
    lines_of_options,
    options_of,
    parse_toml,
    take_game,
    takes,
    to_builtins,
    values,
)
from pitboss.engine.study import pay_tables
from pitboss.engine.table import Table
from pitboss.engine.table import rules as lawful
from pitboss.house.process.house import House
from pitboss.house.process.prices import WRONG, Terms
from pitboss.house.process.worker import Busy, NotDone
from pitboss.log.narration import sentence
from pitboss.mathematics import any_game
from pitboss.protocol import games as wire
from pitboss.protocol.games import Example
from pitboss.server.http.access import GameName, SignedIn, TheHouse, known_game, needs_odds, problems
from pitboss.server.http.struct_route import StructRoute, answer
from pitboss.server.routes.coach import meters_of
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
        side=tuple(side_costs(game.base, odds["wagers"], meters_of(house, table))),
    )


def side_costs(base: str, wagers: Mapping[str, Mapping[str, Any]], showing: Mapping[str, int]) -> Iterator[wire.Cost]:
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
            beside=base if any("joint" in one for one in by_table.values()) else "",
            meters={meter: showing[meter] for meter in meters if meter in showing},
        )


def edge_of(odds: Mapping[str, Any], showing: Mapping[str, int]) -> float:
    """The house edge of a wager, if the player counts it in every choice. A meter that is not shown is at its seed."""
    if "progressive" not in odds:
        return float(odds.get("joint_edge", odds["house_edge"]))
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


# --- figures

figure_routes = APIRouter(route_class=StructRoute, prefix="/api", tags=["figures"])
CLAUSE = re.compile(r"\b\d+(?:\([0-9a-z]+\))+")
PICTURES = {"svg": "image/svg+xml", "png": "image/png"}
FORMS = {"csv": "text/csv", "html": "text/html"}
WRONG_RULES: dict[int | str, dict[str, Any]] = {422: {"model": wire.RulesProblem}}


@figure_routes.get("/games/{name}/options", responses=problems(404, 422))
async def options(name: GameName) -> wire.Options:
    """What may be chosen in a game's rules, with the document's defaults."""
    game = registry.game(known_game(name))
    kind = game.rules
    means, real, tables = describe(kind), registry.clauses(name), pay_tables(kind)
    found = [
        wire.Option(
            option=option,
            means=means[option],
            clauses=tuple(clause for clause in CLAUSE.findall(means[option]) if clause in real),
            default=default,
            values=tuple(values(kind, option)),
            takes=takes(kind, option),
            lines=tuple(tables.get(option, ())),
            fixed=False,
        )
        for option, default in to_builtins(kind()).items()
    ]
    fixed: Mapping[str, Any] = {**kind.fixed, **kind.fixed_amounts}
    for option, table in fixed.items():
        default, is_odds = getattr(kind(), option), option in kind.fixed
        found.append(
            wire.Option(
                option=option,
                means=table.means,
                clauses=(table.clause,),
                default=in_words(default) if is_odds else default,
                values=(),
                takes="odds" if is_odds else "cents by name",
                lines=tuple(table.lines) if is_odds else (),
                fixed=True,
            )
        )
    return wire.Options(game=name, title=game.title, base=game.base, options=tuple(found))


@figure_routes.post("/games/{name}/defects", responses=problems(401, 404))
async def defects(person: SignedIn, name: GameName, body: wire.PricedBody) -> wire.Defects:
    """What the document does not permit in these rules, all at once. Nothing is priced."""
    try:
        lawful(known_game(name), body.rules)
    except RulesError as error:
        rules = registry.game(name).rules()
        return wire.Defects(defects=tuple(defect_answer(one, rules) for one in error.defects))
    return wire.Defects(defects=())


@figure_routes.post("/rules-file", responses=problems(401, 404, 422))
async def rules_file(person: SignedIn, body: wire.RulesFileBody) -> wire.RulesFile:
    """Read a rules file (TOML), and say what the document does not permit in it. Nothing is priced or opened."""
    wrong = "the rules file is not TOML:"
    try:
        given = parse_toml(body.text)
        wrong = "in the rules file,"
        named = take_game(given, body.game)
    except ValueError as error:
        raise HTTPException(422, f"{wrong} {error}") from None
    if not named:
        raise HTTPException(422, "the rules file does not name its game: choose one")
    name = known_game(named)
    try:
        lawful(name, given)
    except RulesError as error:
        lines, rules = lines_of_options(body.text), registry.game(name).rules()
        found = [
            wire.FileDefect(**asdict(defect_answer(one, rules)), at=lines.get(one.option, 0)) for one in error.defects
        ]
        return wire.RulesFile(game=name, rules={}, defects=tuple(sorted(found, key=lambda one: one.at or math.inf)))
    return wire.RulesFile(game=name, rules=given, defects=())


@figure_routes.get("/games/{name}/odds", responses=problems(404, 422, 501, 503))
async def document_odds(house: TheHouse, name: GameName) -> wire.Odds:
    """The exact odds of every wager under the document's defaults."""
    return await priced(house, known_game(name), registry.game(name).rules())


@figure_routes.get("/games/{name}/keeps", responses=problems(404, 422, 501, 503))
async def keeps(house: TheHouse, name: GameName) -> wire.Keeps:
    """What the house keeps of all bets on average, under the document's defaults and with best play."""
    odds = await asked(house, "odds", known_game(name), registry.game(name).rules())
    return wire.Keeps(game=name, keeps=odds["element_of_risk"], edge=odds["house_edge"])


@figure_routes.post("/games/{name}/odds", responses=problems(401, 404, 501, 503) | WRONG_RULES)
async def odds(house: TheHouse, person: SignedIn, name: GameName, body: wire.PricedBody) -> wire.Odds:
    """The exact odds of every wager under these rules."""
    return await priced(house, name, rules_of(name, body), person.id)


@figure_routes.post("/games/{name}/changes", responses=problems(401, 404, 501, 503) | WRONG_RULES)
async def changes(house: TheHouse, person: SignedIn, name: GameName, body: wire.PricedBody) -> wire.Changes:
    """The decisions that change under these rules."""
    return msgspec.convert(await asked(house, "changes", name, rules_of(name, body), person.id), wire.Changes)


@figure_routes.post("/games/{name}/strategy", responses=problems(401, 404, 501, 503) | WRONG_RULES)
async def strategy(house: TheHouse, person: SignedIn, name: GameName, body: wire.PricedBody) -> wire.Strategy:
    """A few rules in order that a player can remember, and what they cost."""
    return msgspec.convert(await asked(house, "strategy", name, rules_of(name, body), person.id), wire.Strategy)


@figure_routes.post("/games/{name}/evening", responses=problems(401, 404, 422, 501, 503))
async def evening(house: TheHouse, person: SignedIn, name: GameName, body: wire.EveningBody) -> wire.Evening:
    """How an evening ends with this bankroll, this base wager and best play: the chances, and the fan of outcomes."""
    terms = Terms(body.bet, body.bankroll, body.rounds)
    found = await asked(house, "evening", name, rules_of(name, body), person.id, terms.form)
    if WRONG in found:
        raise HTTPException(422, found[WRONG])
    return msgspec.convert(found, wire.Evening)


@figure_routes.post(
    "/games/{name}/par-sheet",
    response_class=Response,
    responses=problems(401, 404, 501, 503) | WRONG_RULES | {200: {"content": {form: {} for form in FORMS.values()}}},
)
async def par_sheet(house: TheHouse, person: SignedIn, name: GameName, body: wire.SheetBody) -> Response:
    """The par sheet of these rules."""
    text = await asked(house, "sheet", name, rules_of(name, body), person.id, body.form)
    return file_of(text, f"{name}.{body.form}", FORMS[body.form])


@figure_routes.post(
    "/games/{name}/chart",
    response_class=Response,
    responses=problems(401, 404, 501, 503) | WRONG_RULES | {200: {"content": {form: {} for form in PICTURES.values()}}},
)
async def chart(house: TheHouse, person: SignedIn, name: GameName, body: wire.ChartBody) -> Response:
    """The strategy to print and carry: the short rules with the chart below them."""
    text = await asked(house, "chart", name, rules_of(name, body), person.id, body.form)
    return file_of(text, f"{name}.{body.form}", PICTURES[body.form])


def file_of(text: str, name: str, kind: str) -> Response:
    """A file that the browser saves, from its content in base64."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(b64decode(text), media_type=kind, headers=headers)


class NotPriced(RulesError):
    """Rules that can't be priced."""


def rules_of(name: str, body: wire.PricedBody) -> TableRules:
    """The rules that are priced, perhaps as a study. Rules that can't be read raise ``NotPriced``."""
    try:
        return any_game.study(known_game(name), rules=body.rules)
    except RulesError as error:
        raise NotPriced(error.game, error.defects) from None


async def priced(house: House, name: str, rules: TableRules, person: str = "") -> wire.Odds:
    game = registry.game(name)
    plain, defaults = to_builtins(rules), to_builtins(type(rules)())
    stated = game.rules(**{option: getattr(rules, option) for option in options_of(game.rules)})
    return wire.Odds(
        game=name,
        title=game.title,
        base=game.base,
        rules=plain,
        study=bool(rules.study),
        changed=tuple(option for option, value in plain.items() if value != defaults.get(option)),
        defects=tuple(defect_answer(one, rules) for one in rules.defects()),
        pays={table: dict(lines) for table, lines in game.pays(rules).items()},
        stated={option: in_words(getattr(stated, option)) for option in game.rules.fixed}
        | {option: getattr(stated, option) for option in game.rules.fixed_amounts},
        odds=await asked(house, "odds", name, rules, person),
    )


async def asked(house: House, what: str, name: str, rules: TableRules, person: str = "", form: str = "") -> Any:
    needs_odds()
    try:
        return await house.prices.ask(what, name, rules, form, person)
    except Busy:
        raise
    except NotDone as no:
        raise HTTPException(503, str(no)) from None


def refused(error: RulesError) -> Response:
    """The answer to rules that can't be priced: every defect beside its option and line."""
    defects = tuple(defect_answer(one, registry.game(error.game).rules()) for one in error.defects)
    return answer(wire.RulesProblem(code="rules", why=str(error), defects=defects), 422)


def defect_answer(defect: Defect, rules: TableRules) -> wire.Defect:
    lines = pay_tables(type(rules)).get(defect.option, ())
    line = next((line for line in lines if re.match(rf"'{re.escape(line)}'[: ]", defect.wrong)), "")
    return wire.Defect(option=defect.option, line=line, wrong=defect.wrong, clause=defect.clause)
