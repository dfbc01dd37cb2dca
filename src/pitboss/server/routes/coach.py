"""HTTP routes of the coach, the drill and the dealers' practice: advice, reviews of rounds, puzzles, exercises.

The coach uses only what was sent to the person who asks.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request
from sqlalchemy import Connection
from starlette.exceptions import HTTPException

from pitboss.basics.money import UNITS
from pitboss.coach.answering import NOT_NEEDED, Advice, Draw, Met, Past, PlayOut, Show, Solve
from pitboss.coach.dealers import practice
from pitboss.coach.dealers.rounds import Exercise
from pitboss.coach.drill import SEEDS
from pitboss.engine import registry
from pitboss.engine.round.events import PUBLIC, Ended
from pitboss.engine.rules import to_builtins
from pitboss.engine.table import rules as checked_rules
from pitboss.house.authorize import Forbidden
from pitboss.house.money import books, ledger
from pitboss.house.people import drill, statistics
from pitboss.house.process.house import House
from pitboss.house.storage.committer import CommitterStopped
from pitboss.house.storage.database import DatabaseError
from pitboss.house.tables.history import PlayedAct, rules_at
from pitboss.protocol import coaching as wire
from pitboss.protocol.bodies import MOST_OPTIONS
from pitboss.server.http.access import GameName, SignedIn, TheHouse, known_game, needs_odds, problems
from pitboss.server.http.struct_route import StructRoute
from pitboss.server.routes.table import TableId, past_round, table_of

router = APIRouter(
    route_class=StructRoute,
    prefix="/api/tables/{id}",
    tags=["coach"],
    dependencies=[Depends(needs_odds)],
    responses=problems(501),
)
NO_COACH = "the coach is off at this table: your mistakes are told after the round"
UNWRITTEN = (DatabaseError, CommitterStopped, TimeoutError)
"""Errors of a database that does not take a review."""


def seen(acts: Sequence[PlayedAct], person: str) -> tuple[str, list[Any]]:
    """The viewer that a person is in a round, and what was sent to them of it."""
    viewer = acts[-1].viewer(person) if acts else PUBLIC
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
    turn, at = live.turn_of(person.id), live.table
    if live.seq != live.committed:
        raise HTTPException(409, "the table is going on: ask again")
    if not turn.offers:
        raise HTTPException(409, "nothing is asked of you now")
    viewer, events = seen([one for one in live.viewers.published if one.round == turn.round], person.id)
    chips = None
    if not live.settings.practice:  # who has money may buy chips while a choice waits for them
        wallet = await house.read(lambda connection: ledger.balance(connection, books.wallet(person.id)))
        chips = turn.chips + wallet // UNITS
    asked = Advice(
        game=at.game.name,
        rules=to_builtins(at.rules),
        viewer=viewer,
        player=person.id,
        events=events,
        about=turn.about,
        seats=turn.offers,
        chips=chips,
        meters=meters_of(house, table),
    )
    found = await house.coach.ask(asked, person.id)
    return wire.AdviceInfo(
        table=id, round=turn.round, turn=turn.turn, advice=msgspec.convert(found, tuple[wire.CounselInfo, ...])
    )


def meters_of(house: House, table: Any) -> dict[str, int]:
    """What the table's meters show, in cents."""
    return {name: cents for of in house.meter_groups(table) for name, cents in house.meters.get(of, {}).items()}


@router.get("/rounds/{number}/review", responses=problems(401, 404, 409, 422))
async def review(
    house: TheHouse, person: SignedIn, id: TableId, number: Annotated[int, Path(ge=1, le=10**15)]
) -> wire.ReviewInfo:
    """Your decisions in a finished round, against the best ones, and what was skill and what was luck."""

    found = await review_of(house, person.id, id, number)
    if not await house.read(lambda connection: statistics.is_kept(connection, person.id, id, number)):
        with suppress(*UNWRITTEN):  # whoever asks for statistics asks for this review again
            await house.write(lambda connection: statistics.keep(connection, person.id, [found]))
    return found


async def review_of(house: House, person: str, table: str, number: int) -> wire.ReviewInfo:
    """The review of a person's round. It is not stored."""

    def find(connection: Connection) -> Past:
        row, told, _ = past_round(house, connection, table, number)
        viewer, events = seen(told, person)
        if viewer == PUBLIC:
            raise HTTPException(404, "you did not play in this round")
        if not any(isinstance(event, Ended) for event in events):
            raise HTTPException(409, "this round is not over")
        rules = rules_at(connection, table, told[0].seq)
        return Past(game=row.game, rules=rules, viewer=viewer, player=person, events=events)

    found = await house.coach.ask(await house.read(find), person)
    return msgspec.convert({**found, "table": table}, wire.ReviewInfo)


# --- the drill

drill_routes = APIRouter(
    route_class=StructRoute,
    prefix="/api/drill/{game}",
    tags=["drill"],
    dependencies=[Depends(needs_odds)],
    responses=problems(501),
)
RulesText = Annotated[str, Query(max_length=20_000, description="Options of the game as JSON, as in a rules file.")]
Missed = Annotated[bool, Query(description="Only puzzles whose last answer was a mistake, in place of an open one.")]
At = Annotated[
    str, Query(max_length=64, description="With 'missed': only mistakes at this table, or in a round of it, 'ID:N'.")
]
Kind = Annotated[str, Query(max_length=200, description="With 'missed': only puzzles of this kind. Default: all.")]


def options_of(game: str, text: str) -> str:
    """The options that differ from the document's defaults, as JSON in one form. Defective ones raise an error."""
    try:
        given = msgspec.json.decode(text or "{}", type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        raise HTTPException(422, "'rules' must be a JSON object of options") from None
    if len(given) > MOST_OPTIONS:
        raise HTTPException(422, f"'rules' may name at most {MOST_OPTIONS} options")
    return msgspec.json.encode(unlike_document(game, to_builtins(checked_rules(game, given)))).decode()


def unlike_document(game: str, rules: dict[str, Any]) -> dict[str, Any]:
    """The options of whole rules that differ from the document's defaults."""
    plain = to_builtins(checked_rules(game, {}))
    return {name: rules[name] for name in sorted(rules) if rules[name] != plain[name]}


@drill_routes.get("", responses=problems(401, 404))
async def next_puzzle(
    house: TheHouse,
    person: SignedIn,
    game: GameName,
    rules: RulesText = "",
    missed: Missed = False,
    kind: Kind = "",
    at: At = "",
) -> wire.PuzzleInfo:
    """The puzzle that waits for your answer, or the next one: a missed one that is due, or a new one."""
    known_game(game)
    options, now = options_of(game, rules), house.now()

    def waiting(connection: Connection) -> tuple[drill.AskedPuzzle | None, str]:
        """The open puzzle, if there is one under these rules, and the puzzle to show. Empty if a new one is drawn."""
        found = drill.open_puzzle(connection, person.id, game)
        if missed:
            left = drill.missed_puzzles(connection, person.id, game, options, kind, at)
            if not left:
                raise HTTPException(404, "no puzzle is left that you missed last time")
            if found is None or found.rules != options or found.puzzle not in left:
                return None, left[0]
        if found is not None and found.rules == options:
            return found, found.puzzle
        return None, drill.due_puzzle(connection, person.id, game, options, now)

    given = msgspec.json.decode(options)

    async def show(puzzle: str) -> dict[str, Any]:
        """A puzzle and its rules: those of the table where the decision was made, or those that were asked for."""
        if not drill.is_from_table(puzzle):
            shown = await house.coach.ask(Show(game=game, rules=given, puzzle=puzzle), person.id)
            return {"rules": given, **shown}
        at_table = await table_puzzle(house, person.id, game, puzzle)
        return {"rules": unlike_document(game, at_table.rules), **await house.coach.ask(at_table, person.id)}

    asked, puzzle = await house.read(waiting)
    if puzzle:
        shown = await show(puzzle)
    else:
        draw = Draw(game=game, rules=given, seed=secrets.randbelow(SEEDS))
        shown = {"rules": given, **await house.coach.ask(draw, person.id)}
    if asked is None:
        drawn = shown["puzzle"]

        def ask(connection: Connection) -> drill.AskedPuzzle:
            return drill.ask(connection, person.id, game, drawn, options, now, instead=missed)

        asked = await house.write(ask)
        if asked.puzzle != drawn:  # another tab asked at the same time
            shown = await show(asked.puzzle)
    number, id = asked.number, asked.puzzle

    def known(connection: Connection) -> tuple[bool, int]:
        again = drill.was_answered(connection, person.id, game, id)
        return again, drill.rating_of(connection, person.id, game)

    again, rating = await house.read(known)
    about_you = {"game": game, "number": number, "again": again, "rating": rating}
    return msgspec.convert(shown | about_you, wire.PuzzleInfo)


@drill_routes.post("", responses=problems(401, 404, 409))
async def solve(house: TheHouse, person: SignedIn, game: GameName, body: wire.SolutionBody) -> wire.GradeInfo:
    """Grade your answer to the puzzle that waits for it."""
    known_game(game)
    asked = await house.read(lambda connection: drill.open_puzzle(connection, person.id, game))
    if asked is None or asked.puzzle != body.puzzle:
        raise HTTPException(409, "this puzzle does not wait for your answer: ask for the next one")
    if drill.is_from_table(asked.puzzle):
        grade = await graded(house, person.id, game, asked.puzzle, body.do)
    else:
        rules = msgspec.json.decode(asked.rules)
        grade = await house.coach.ask(Solve(game=game, rules=rules, puzzle=body.puzzle, do=body.do), person.id)
    now = house.now()
    stored = await house.write(lambda connection: drill.answer(connection, person.id, game, asked, body.do, grade, now))
    if stored is None:
        raise HTTPException(409, "this puzzle was answered already: ask for the next one")
    kept = {"number": stored.number, "before": stored.before, "rating": stored.rating, "due_at": stored.due_at}
    return msgspec.convert({"game": game, **grade, **kept}, wire.GradeInfo)


@drill_routes.post("/mistakes", responses=problems(401, 404))
async def file_mistakes(
    house: TheHouse, person: SignedIn, game: GameName, body: wire.MistakesBody
) -> wire.MistakesInfo:
    """Put mistakes that you made at tables among the puzzles that you missed. Ask for them with `missed`."""
    known_game(game)
    options, now = options_of(game, ""), house.now()
    filed = []
    for one in body.mistakes:
        id = drill.id_of(one.table, one.round, one.number)
        played = await table_puzzle(house, person.id, game, id)
        grade = await graded(house, person.id, game, id, played.chosen)
        if not grade["right"]:
            filed.append((drill.AskedPuzzle(0, id, options), played.chosen, grade))

    def write(connection: Connection) -> int:
        for asked, chosen, grade in filed:
            drill.file(connection, person.id, game, asked, chosen, grade, now)
        return len(drill.missed_puzzles(connection, person.id, game, options))

    return wire.MistakesInfo(game=game, left=await house.write(write))


async def table_puzzle(house: House, person: str, game: str, puzzle: str) -> Met:
    """A decision at a table as it was asked."""
    try:
        return await house.read(lambda connection: drill.met(connection, person, game, puzzle, house.told))
    except drill.NoSuchDecision as no:
        raise HTTPException(404, str(no)) from None


async def graded(house: House, person: str, game: str, puzzle: str, do: str) -> dict[str, Any]:
    """The grade of an answer to a decision at a table."""
    asked = msgspec.structs.replace(await table_puzzle(house, person, game, puzzle), do=do)
    grade: dict[str, Any] = await house.coach.ask(asked, person)
    return grade


@drill_routes.post("/play-out", responses=problems(401, 404, 409))
async def play_out(house: TheHouse, person: SignedIn, game: GameName, body: wire.PuzzleBody) -> wire.PlayedOutInfo:
    """How the round of a puzzle that you have answered ends after each choice, with the cards that were dealt."""
    known_game(game)
    if drill.is_from_table(body.puzzle):
        raise HTTPException(409, "you played this round at a table: History shows how it ended")

    def find(connection: Connection) -> str | None:
        waiting = drill.open_puzzle(connection, person.id, game)
        asked_again = waiting is not None and waiting.puzzle == body.puzzle
        return None if asked_again else drill.rules_answered(connection, person.id, game, body.puzzle)

    options = await house.read(find)
    if options is None:
        raise HTTPException(409, "answer this puzzle first")
    rules = msgspec.json.decode(options)
    endings = await house.coach.ask(PlayOut(game=game, rules=rules, puzzle=body.puzzle), person.id)
    return msgspec.convert({"game": game, "puzzle": body.puzzle, "endings": endings}, wire.PlayedOutInfo)


@drill_routes.get("/history", responses=problems(401, 404))
async def history(house: TheHouse, person: SignedIn, game: GameName) -> wire.DrillInfo:
    """Your last answers, with your rating after each."""
    known_game(game)

    def find(connection: Connection) -> wire.DrillInfo:
        rows = drill.history(connection, person.id, game)
        return wire.DrillInfo(
            game=game,
            rating=drill.rating_of(connection, person.id, game),
            answers=tuple(
                wire.DrillLine(
                    number=row.number,
                    at=row.answered_at,
                    puzzle=row.puzzle,
                    kind=row.kind,
                    chosen=row.chosen,
                    cost=row.cost / 1_000_000,
                    rating=row.rating,
                    due_at=row.due_at,
                )
                for row in rows
            ),
        )

    return await house.read(find)


# --- the dealers' practice, which touches no table and no money

practice_routes = APIRouter(route_class=StructRoute, prefix="/api/practice", tags=["practice"])
ONE_AT_A_TIME = ThreadPoolExecutor(1, "practice")
"""The thread that makes exercises. With more threads, one person with many requests would slow all tables."""


async def made(game: str, kind: str, seed: int) -> Exercise:
    return await asyncio.get_running_loop().run_in_executor(
        ONE_AT_A_TIME, practice.exercise, known_game(game), kind, seed
    )


@practice_routes.get("/{game}", responses=problems(401, 404))
async def ask(
    person: SignedIn, game: GameName, seed: Annotated[int, Query(ge=0, lt=2**31)], kind: wire.PracticeKind = "settle"
) -> wire.ExerciseInfo:
    """A round up to a question. The same seed makes the same one."""
    found = await made(game, kind, seed)
    done = [wire.Deed(fate=one.fate, pays=one.pays) for one in found.made]
    return wire.ExerciseInfo(
        game=game,
        title=registry.game(game).title,
        kind=kind,
        seed=seed,
        question=found.question,
        told=found.told,
        seat=found.seat,
        events=tuple(found.events),
        wagers=tuple(
            wire.WagerAsked(wager=one.wager, hand=one.hand, stake=one.stake, made=done[at] if done else None)
            for at, one in enumerate(found.lines)
        ),
        asks=msgspec.convert(found.asks, tuple[wire.ChoicesAsked, ...], from_attributes=True),
    )


@practice_routes.post("/{game}", responses=problems(401, 404))
async def grade(person: SignedIn, game: GameName, body: wire.ExerciseBody) -> wire.GradedExercise:
    """What the document does, and which of the answers were right."""
    found = await made(game, body.kind, body.seed)
    if len(body.said) != len(found.lines):
        raise HTTPException(422, f"say what happens to each of the {len(found.lines)} wagers")
    verdict = practice.graded(found, [(one.fate, one.pays) for one in body.said], body.chosen)
    return wire.GradedExercise(
        right=verdict.right,
        of=verdict.of,
        lines=tuple(wire.GradedWager(**msgspec.structs.asdict(one.line), right=one.right) for one in verdict.lines),
        asks=msgspec.convert(verdict.asks, tuple[wire.GradedChoice, ...], from_attributes=True),
        planted=verdict.planted,
        clause=found.clause,
        why=found.why,
    )
