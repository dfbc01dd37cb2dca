"""HTTP routes about figures: the exact odds of any rules, what changes with them, their par sheet and chart."""

from __future__ import annotations

import math
import re
from base64 import b64decode
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

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
from pitboss.server.http.access import GameName, SignedIn, TheHouse, known_game, needs_odds, problems
from pitboss.server.http.bodies import Body, Options, Problem

router = APIRouter(prefix="/api", tags=["figures"])
CLAUSE = re.compile(r"\b\d+(?:\([0-9a-z]+\))+")
PICTURES = {"svg": "image/svg+xml", "png": "image/png"}
LONGEST_FILE = 20_000
"""The most characters of a rules file."""
FORMS = {"csv": "text/csv", "html": "text/html"}


class PricedBody(Body):
    rules: Options = Field(
        default={}, description="Options of the game, as in a rules file: what is left out has the document's default."
    )


class SheetBody(PricedBody):
    form: Literal["csv", "html"] = "html"


class ChartBody(PricedBody):
    form: Literal["svg", "png"] = "svg"


class DefectAnswer(BaseModel):
    option: str
    line: str = Field(description="The line of a pay table. Empty if the defect is of the whole option.")
    wrong: str
    clause: str


class FileDefectAnswer(DefectAnswer):
    at: int = Field(description="The line of the file on which the option begins. 0 if the file does not have it.")


class RulesFileBody(Body):
    text: Annotated[str, Field(max_length=LONGEST_FILE)] = Field(description="A rules file, as `pitboss rules` writes.")
    game: Annotated[str, Field(max_length=64)] = Field(default="", description="If the file does not name its game.")


class RulesFileAnswer(BaseModel):
    game: str
    rules: dict[str, Any] = Field(description="The options in the file. Empty if it has defects.")
    defects: list[FileDefectAnswer] = Field(description="In the order of the file.")


class DefectsAnswer(BaseModel):
    defects: list[DefectAnswer]


class RulesProblem(Problem):
    defects: list[DefectAnswer] = Field(default=[], description="Everything that is wrong with the rules, at once.")


class OptionAnswer(BaseModel):
    option: str
    means: str
    clauses: list[str]
    default: Any
    values: list[Any] = Field(description="What it may be. Empty if any value of its type is allowed.")
    takes: str
    lines: list[str] = Field(default=[], description="Every line of a pay table, also those that pay nothing.")
    fixed: bool = Field(description="Whether the document fixes it, so that only a study may change it.")


class OptionsAnswer(BaseModel):
    game: str
    title: str
    base: str = Field(description="The wager in whose units odds are.")
    options: list[OptionAnswer]


class OddsAnswer(BaseModel):
    game: str
    title: str
    base: str
    rules: dict[str, Any] = Field(description="All options.")
    changed: list[str] = Field(description="The options that differ from the document's defaults.")
    study: bool = Field(description="Whether the document forbids these rules, so that no table opens with them.")
    defects: list[DefectAnswer] = Field(description="What the document forbids, if this is a study.")
    pays: dict[str, dict[str, str]] = Field(description="By pay table: each line and its odds.")
    stated: dict[str, dict[str, Any]] = Field(
        description="The pay tables and amounts that the document fixes, as it states them under these options."
    )
    odds: dict[str, Any] = Field(description="As `pitboss odds GAME --json` has them.")


class KeepsAnswer(BaseModel):
    game: str
    keeps: float = Field(description="Of all that is staked.")
    edge: float = Field(description="Of the base wager.")


class Changed(BaseModel):
    state: str = Field(description="The decision in words.")
    cards: dict[str, list[str]] = Field(description="By place. Empty if the decision is no matter of single cards.")
    before: str
    after: str
    gained: float | None = Field(description="What the new choice is worth over the old one, in base wagers.")
    gained_before: float | None = Field(description="The same under the document's rules.")
    up: str = Field(default="", description="The rank of the dealer's up card. Empty if the game has none.")


class ChangedByUp(BaseModel):
    up: str = Field(description="The rank of the dealer's up card.")
    count: int = Field(description="How many decisions against it change.")
    of: int = Field(description="How many decisions against it there are.")


class ChangesAnswer(BaseModel):
    count: int = Field(default=0, description="How many decisions change.")
    of: int = Field(default=0, description="How many decisions there are. 0 if they are too many to list.")
    examples: list[Changed] = Field(default=[], description="Those that matter most.")
    by_up: list[ChangedByUp] = Field(default=[], description="By up card. Empty if the game has none.")


class CellAnswer(BaseModel):
    text: str
    kind: str


class ChartAnswer(BaseModel):
    title: str
    row_title: str
    column_title: str
    rows: list[str]
    columns: list[str]
    cells: list[list[CellAnswer]]
    legend: dict[str, str] = Field(description="What each kind of cell means.")
    note: str
    breaks: list[int] = Field(description="The rows before which another kind of hand begins.")


class StrategyAnswer(BaseModel):
    lines: list[str] = Field(default=[], description="Rules in order. Empty if the game has no short strategy.")
    note: str = ""
    price: str = Field(default="", description="What it costs, in a sentence.")
    cost: float = Field(default=0, description="Against optimal play, in base wagers a round.")
    charts: list[ChartAnswer] = Field(default=[], description="The whole strategy.")


WRONG_RULES: dict[int | str, dict[str, Any]] = {422: {"model": RulesProblem}}


@router.get("/games/{name}/options", responses=problems(404, 422))
async def options(name: GameName) -> OptionsAnswer:
    """What may be chosen in a game's rules, with the document's defaults."""
    game = registry.game(known_game(name))
    kind = game.rules
    means, real, tables = describe(kind), registry.clauses(name), pay_tables(kind)
    found = [
        OptionAnswer(
            option=option,
            means=means[option],
            clauses=[clause for clause in CLAUSE.findall(means[option]) if clause in real],
            default=default,
            values=list(values(kind, option)),
            takes=takes(kind, option),
            lines=list(tables.get(option, ())),
            fixed=False,
        )
        for option, default in to_builtins(kind()).items()
    ]
    for option, table in kind.fixed.items():
        found.append(
            OptionAnswer(
                option=option,
                means=table.means,
                clauses=[table.clause],
                default=in_words(getattr(kind(), option)),
                values=[],
                takes="odds",
                lines=list(table.lines),
                fixed=True,
            )
        )
    for option, amounts in kind.fixed_amounts.items():
        found.append(
            OptionAnswer(
                option=option,
                means=amounts.means,
                clauses=[amounts.clause],
                default=getattr(kind(), option),
                values=[],
                takes="cents by name",
                fixed=True,
            )
        )
    return OptionsAnswer(game=name, title=game.title, base=game.base, options=found)


@router.post("/games/{name}/defects", responses=problems(401, 404))
async def defects(person: SignedIn, name: GameName, body: PricedBody) -> DefectsAnswer:
    """What the document does not permit in these rules, all at once. Nothing is priced."""
    try:
        lawful(known_game(name), body.rules)
    except RulesError as error:
        rules = registry.game(name).rules()
        return DefectsAnswer(defects=[defect_answer(one, rules) for one in error.defects])
    return DefectsAnswer(defects=[])


@router.post("/rules-file", responses=problems(401, 404, 422))
async def rules_file(person: SignedIn, body: RulesFileBody) -> RulesFileAnswer:
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
            FileDefectAnswer(**defect_answer(one, rules).model_dump(), at=lines.get(one.option, 0))
            for one in error.defects
        ]
        return RulesFileAnswer(game=name, rules={}, defects=sorted(found, key=lambda one: one.at or math.inf))
    return RulesFileAnswer(game=name, rules=given, defects=[])


@router.get("/games/{name}/odds", responses=problems(404, 422, 501, 503))
async def document_odds(house: TheHouse, name: GameName) -> OddsAnswer:
    """The exact odds of every wager under the document's defaults."""
    return await priced(house, known_game(name), registry.game(name).rules())


@router.get("/games/{name}/keeps", responses=problems(404, 422, 501, 503))
async def keeps(house: TheHouse, name: GameName) -> KeepsAnswer:
    """What the house keeps of all bets on average, under the document's defaults and with best play."""
    odds = await asked(house, "odds", known_game(name), registry.game(name).rules())
    return KeepsAnswer(game=name, keeps=odds["element_of_risk"], edge=odds["house_edge"])


@router.post("/games/{name}/odds", responses=problems(401, 404, 501, 503) | WRONG_RULES, response_model=OddsAnswer)
async def odds(house: TheHouse, person: SignedIn, name: GameName, body: PricedBody) -> Any:
    """The exact odds of every wager under these rules."""
    try:
        return await priced(house, known_game(name), settled(name, body.rules), person.id)
    except RulesError as error:
        return refused(error)


@router.post(
    "/games/{name}/changes", responses=problems(401, 404, 501, 503) | WRONG_RULES, response_model=ChangesAnswer
)
async def changes(house: TheHouse, person: SignedIn, name: GameName, body: PricedBody) -> Any:
    """The decisions that change under these rules."""
    try:
        return ChangesAnswer(**await asked(house, "changes", known_game(name), settled(name, body.rules), person.id))
    except RulesError as error:
        return refused(error)


@router.post(
    "/games/{name}/strategy", responses=problems(401, 404, 501, 503) | WRONG_RULES, response_model=StrategyAnswer
)
async def strategy(house: TheHouse, person: SignedIn, name: GameName, body: PricedBody) -> Any:
    """A few rules in order that a player can remember, and what they cost."""
    try:
        return StrategyAnswer(**await asked(house, "strategy", known_game(name), settled(name, body.rules), person.id))
    except RulesError as error:
        return refused(error)


@router.post(
    "/games/{name}/par-sheet",
    response_class=Response,
    responses=problems(401, 404, 501, 503) | WRONG_RULES | {200: {"content": {form: {} for form in FORMS.values()}}},
)
async def par_sheet(house: TheHouse, person: SignedIn, name: GameName, body: SheetBody) -> Response:
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
async def chart(house: TheHouse, person: SignedIn, name: GameName, body: ChartBody) -> Response:
    """The strategy to print and carry: the short rules with the chart below them."""
    try:
        text = await asked(house, "chart", known_game(name), settled(name, body.rules), person.id, body.form)
    except RulesError as error:
        return refused(error)
    file = {"content-disposition": f'attachment; filename="{name}.{body.form}"'}
    return Response(b64decode(text), media_type=PICTURES[body.form], headers=file)


async def priced(house: House, name: str, rules: TableRules, person: str = "") -> OddsAnswer:
    game = registry.game(name)
    plain, defaults = described(rules), to_builtins(type(rules)())
    stated = game.rules(**{option: getattr(rules, option) for option in options_of(game.rules)})
    return OddsAnswer(
        game=name,
        title=game.title,
        base=game.base,
        **plain,
        changed=[option for option, value in plain["rules"].items() if value != defaults.get(option)],
        defects=[defect_answer(one, rules) for one in rules.defects()],
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


def refused(error: RulesError) -> JSONResponse:
    """The answer to rules that can't be priced: every defect beside its option and line."""
    defects = [defect_answer(one, registry.game(error.game).rules()) for one in error.defects]
    return JSONResponse(RulesProblem(code="rules", why=str(error), defects=defects).model_dump(), 422)


def defect_answer(defect: Defect, rules: TableRules) -> DefectAnswer:
    lines = pay_tables(type(rules)).get(defect.option, ())
    line = next((line for line in lines if re.match(rf"'{re.escape(line)}'[: ]", defect.wrong)), "")
    return DefectAnswer(option=defect.option, line=line, wrong=defect.wrong, clause=defect.clause)
