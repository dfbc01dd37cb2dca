"""Requests to the coach as plain data, and their answers. This is all that crosses between processes."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from pitboss.basics.errors import GameError, RulesError
from pitboss.coach import drill
from pitboss.coach.counsel import counsel, edges_of, no_pause, question_at
from pitboss.coach.drill import NOT_NEEDED as NOT_NEEDED
from pitboss.coach.drill import played_out
from pitboss.coach.reviewing import review
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.asks import Offer
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.layout import View
from pitboss.engine.round.records import AnyRecord
from pitboss.engine.rules import load
from pitboss.engine.table import Table
from pitboss.mathematics.decision_values import SeatQuestion


class Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """What the coach is asked. ``rules`` are options, as in a rules file."""

    game: str
    rules: dict[str, Any]


class Seen(Request, frozen=True, kw_only=True):
    """A round as a viewer has seen it."""

    viewer: str
    player: str
    events: list[AnyRecord]


class Advice(Seen, frozen=True, kw_only=True):
    """The present question to a player, with the offers at each seat."""

    about: str
    seats: tuple[tuple[int, tuple[Offer, ...]], ...]
    chips: int | None
    """The cents that the player can stake, with chips that can be bought. None if there is no limit."""
    meters: dict[str, int] = {}


class Past(Seen, frozen=True, kw_only=True):
    """A finished round, for a review."""


class Met(Seen, frozen=True, kw_only=True):
    """A decision that a player made at a table, as a puzzle. With ``do``, an answer to it is graded."""

    puzzle: str
    about: str
    seat: int
    hand: int
    offers: tuple[Offer, ...]
    chosen: str
    """What the player chose at the table."""
    do: str = ""


class Draw(Request, frozen=True, kw_only=True):
    """A new puzzle, drawn from a seed."""

    seed: int


class Show(Request, frozen=True, kw_only=True):
    """A puzzle again."""

    puzzle: str


class PlayOut(Request, frozen=True, kw_only=True):
    """How the round of a puzzle ends after each choice."""

    puzzle: str


class Solve(Request, frozen=True, kw_only=True):
    """An answer to a puzzle, to be graded."""

    puzzle: str
    do: str


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a request, or why there is none."""

    body: Any = None
    why: str = ""
    asked_wrongly: bool = False
    """Whether the request itself is wrong, so that it is no use to ask again."""


AnyRequest = Advice | Past | Met | Draw | Show | Solve | PlayOut


def answer(request: AnyRequest, pause: Callable[[], None] = no_pause) -> Any:
    """The answer as plain data. Long work calls ``pause`` now and then."""
    game = registry.game(request.game)
    rules = load(game.name, game.rules, request.rules)
    match request:
        case Draw():
            return drill.draw(game, rules, request.seed, pause).as_dict()
        case Show():
            return drill.at(game, rules, request.puzzle, pause).as_dict()
        case PlayOut():
            return [one.as_dict() for one in played_out(game, rules, request.puzzle, pause)]
        case Solve():
            return drill.grade(drill.at(game, rules, request.puzzle, pause), request.do).as_dict()
    view = View(request.viewer, request.events)
    if isinstance(request, Past):
        return review(game, rules, view, request.player, pause).as_dict()
    if isinstance(request, Met):
        asked = SeatQuestion(about=request.about, seat=request.seat, player=request.player, hand=request.hand)
        puzzle = drill.met(game, rules, request.puzzle, view, asked, request.offers, request.chosen)
        if puzzle is None:
            raise drill.UnknownPuzzle("this decision has no exact price, so it makes no puzzle")
        return drill.grade(puzzle, request.do).as_dict() if request.do else puzzle.as_dict()
    found = []
    for seat, offers in request.seats:
        asked = question_at(request.about, seat, request.player, offers)
        known = counsel(game, rules, view, asked, offers, chips=request.chips, meters=request.meters)
        found.append(known.as_dict())
    return found


def answered(request: AnyRequest, pause: Callable[[], None] = no_pause) -> Answer:
    """The same, or why there is no answer. An error of the coach itself goes to the log."""
    try:
        return Answer(body=answer(request, pause))
    except (GameError, RulesError) as error:
        return Answer(why=str(error), asked_wrongly=True)
    except ModuleNotFoundError as error:
        return Answer(why=str(error))
    except Exception:
        traceback.print_exc()
        return Answer(why="the coach made an error, which the log explains")


def price_wagers(name: str) -> None:
    """Load what each wager of a game is worth, which is asked first."""
    game = registry.game(name)
    edges_of(game, game.rules())


def warm(name: str) -> None:
    """Load what the decisions of a game need: price each one of a round."""
    game = registry.game(name)
    table = Table(game, seed=1)
    table.sit("Ann")

    def priced(turn: Turn) -> Input | None:
        asked = SeatQuestion(about=turn.about, seat=turn.party.seat, player=turn.party.player)
        counsel(game, table.rules, turn.view, asked, turn.offers)
        return game.basic(turn)

    drive(table.open_round(), priced, Random(1))
