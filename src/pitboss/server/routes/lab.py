"""HTTP routes about figures: the exact odds of any rules, what changes with them, their par sheet and chart."""

from __future__ import annotations

import math
import re
from base64 import b64decode
from typing import Any

import msgspec
from fastapi import APIRouter, Response
from msgspec.structs import asdict
from starlette.exceptions import HTTPException

from pitboss.basics.errors import Defect, RulesError
from pitboss.engine import registry
from pitboss.engine.game import in_words
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
from pitboss.engine.table import rules as lawful
from pitboss.house.process.house import House
from pitboss.house.process.prices import described, settled
from pitboss.house.process.worker import Busy, NotDone
from pitboss.protocol import games as wire
from pitboss.server.http.access import GameName, SignedIn, TheHouse, known_game, needs_odds, problems
from pitboss.server.http.struct_route import StructRoute, answer

router = APIRouter(route_class=StructRoute, prefix="/api", tags=["figures"])
CLAUSE = re.compile(r"\b\d+(?:\([0-9a-z]+\))+")
PICTURES = {"svg": "image/svg+xml", "png": "image/png"}
FORMS = {"csv": "text/csv", "html": "text/html"}


WRONG_RULES: dict[int | str, dict[str, Any]] = {422: {"model": wire.RulesProblem}}


@router.get("/games/{name}/options", responses=problems(404, 422))
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
    for option, table in kind.fixed.items():
        found.append(
            wire.Option(
                option=option,
                means=table.means,
                clauses=(table.clause,),
                default=in_words(getattr(kind(), option)),
                values=(),
                takes="odds",
                lines=tuple(table.lines),
                fixed=True,
            )
        )
    for option, amounts in kind.fixed_amounts.items():
        found.append(
            wire.Option(
                option=option,
                means=amounts.means,
                clauses=(amounts.clause,),
                default=getattr(kind(), option),
                values=(),
                takes="cents by name",
                fixed=True,
            )
        )
    return wire.Options(game=name, title=game.title, base=game.base, options=tuple(found))


@router.post("/games/{name}/defects", responses=problems(401, 404))
async def defects(person: SignedIn, name: GameName, body: wire.PricedBody) -> wire.Defects:
    """What the document does not permit in these rules, all at once. Nothing is priced."""
    try:
        lawful(known_game(name), body.rules)
    except RulesError as error:
        rules = registry.game(name).rules()
        return wire.Defects(defects=tuple(defect_answer(one, rules) for one in error.defects))
    return wire.Defects(defects=())


@router.post("/rules-file", responses=problems(401, 404, 422))
async def rules_file(person: SignedIn, body: wire.RulesFileBody) -> wire.RulesFile:
    """Read a rules file (TOML), and say what the document does not permit in it. Nothing is priced or opened."""
    try:
        given = parse_toml(body.text)
    except ValueError as error:
        raise HTTPException(422, f"the rules file is not TOML: {error}") from None
    try:
        named = take_game(given, body.game)
    except ValueError as error:
        raise HTTPException(422, f"in the rules file, {error}") from None
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


@router.get("/games/{name}/odds", responses=problems(404, 422, 501, 503))
async def document_odds(house: TheHouse, name: GameName) -> wire.Odds:
    """The exact odds of every wager under the document's defaults."""
    return await priced(house, known_game(name), registry.game(name).rules())


@router.get("/games/{name}/keeps", responses=problems(404, 422, 501, 503))
async def keeps(house: TheHouse, name: GameName) -> wire.Keeps:
    """What the house keeps of all bets on average, under the document's defaults and with best play."""
    odds = await asked(house, "odds", known_game(name), registry.game(name).rules())
    return wire.Keeps(game=name, keeps=odds["element_of_risk"], edge=odds["house_edge"])


@router.post("/games/{name}/odds", responses=problems(401, 404, 501, 503) | WRONG_RULES)
async def odds(house: TheHouse, person: SignedIn, name: GameName, body: wire.PricedBody) -> wire.Odds | Response:
    """The exact odds of every wager under these rules."""
    try:
        return await priced(house, known_game(name), settled(name, body.rules), person.id)
    except RulesError as error:
        return refused(error)


@router.post("/games/{name}/changes", responses=problems(401, 404, 501, 503) | WRONG_RULES)
async def changes(house: TheHouse, person: SignedIn, name: GameName, body: wire.PricedBody) -> wire.Changes | Response:
    """The decisions that change under these rules."""
    try:
        found = await asked(house, "changes", known_game(name), settled(name, body.rules), person.id)
    except RulesError as error:
        return refused(error)
    return msgspec.convert(found, wire.Changes)


@router.post("/games/{name}/strategy", responses=problems(401, 404, 501, 503) | WRONG_RULES)
async def strategy(
    house: TheHouse, person: SignedIn, name: GameName, body: wire.PricedBody
) -> wire.Strategy | Response:
    """A few rules in order that a player can remember, and what they cost."""
    try:
        found = await asked(house, "strategy", known_game(name), settled(name, body.rules), person.id)
    except RulesError as error:
        return refused(error)
    return msgspec.convert(found, wire.Strategy)


@router.post(
    "/games/{name}/par-sheet",
    response_class=Response,
    responses=problems(401, 404, 501, 503) | WRONG_RULES | {200: {"content": {form: {} for form in FORMS.values()}}},
)
async def par_sheet(house: TheHouse, person: SignedIn, name: GameName, body: wire.SheetBody) -> Response:
    """The par sheet of these rules."""
    try:
        text = await asked(house, "sheet", known_game(name), settled(name, body.rules), person.id, body.form)
    except RulesError as error:
        return refused(error)
    file = {"content-disposition": f'attachment; filename="{name}.{body.form}"'}
    return Response(b64decode(text), media_type=FORMS[body.form], headers=file)


@router.post(
    "/games/{name}/chart",
    response_class=Response,
    responses=problems(401, 404, 501, 503) | WRONG_RULES | {200: {"content": {form: {} for form in PICTURES.values()}}},
)
async def chart(house: TheHouse, person: SignedIn, name: GameName, body: wire.ChartBody) -> Response:
    """The strategy to print and carry: the short rules with the chart below them."""
    try:
        text = await asked(house, "chart", known_game(name), settled(name, body.rules), person.id, body.form)
    except RulesError as error:
        return refused(error)
    file = {"content-disposition": f'attachment; filename="{name}.{body.form}"'}
    return Response(b64decode(text), media_type=PICTURES[body.form], headers=file)


async def priced(house: House, name: str, rules: TableRules, person: str = "") -> wire.Odds:
    game = registry.game(name)
    plain, defaults = described(rules), to_builtins(type(rules)())
    stated = game.rules(**{option: getattr(rules, option) for option in options_of(game.rules)})
    return wire.Odds(
        game=name,
        title=game.title,
        base=game.base,
        **plain,
        changed=tuple(option for option, value in plain["rules"].items() if value != defaults.get(option)),
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
