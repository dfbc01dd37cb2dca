"""Ways to ask the coach: in this process, in a process beside it, or at a house."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import msgspec

from pitboss.coach.answering import NOT_NEEDED, Advice, AnyRequest, Past, answer
from pitboss.engine.round.events import Event
from pitboss.engine.rules import to_builtins
from pitboss.protocol.coaching import CounselInfo, ReviewInfo
from pitboss.terminal.seat.hints import Coach, Finished, Hint, NoHint, Position, hint_of

if TYPE_CHECKING:
    from pitboss.client.synchronous import Client
    from pitboss.protocol.tables import TableInfo

P = ParamSpec("P")
T = TypeVar("T")
SHARED = "The coach is off at this table. Your mistakes are told after the round."
TRIES, PAUSE_S = 6, 3.0
"""How often a review is asked for, and the pause before the next time."""
PATIENCE_S = 180.0
"""Seconds that the coach may take. The first time on a machine it compiles the mathematics."""
_ONE_AT_A_TIME = Lock()
Ask = Callable[[AnyRequest], Any]
"""Answers a request to the coach with plain data."""


def short(events: tuple[Event, ...] | list[Event]) -> list[Any]:
    return [event for event in events if not isinstance(event, NOT_NEEDED)]


def advice_on(position: Position) -> Advice:
    """A position as a request."""
    return Advice(
        game=position.game.name,
        rules=to_builtins(position.rules),
        viewer=position.view.viewer,
        player=position.player,
        events=short(position.view.events),
        about=position.about,
        seats=((position.seat, position.offers),),
        chips=position.chips,
        meters=dict(position.meters),
    )


def past_of(finished: Finished) -> Past:
    """A finished round as a request."""
    return Past(
        game=finished.game.name,
        rules=to_builtins(finished.rules),
        viewer=finished.viewer,
        player=finished.player,
        events=short(finished.events),
    )


def coach_by(ask: Ask, *, reviews: bool = True) -> Coach:
    """A coach who asks like this."""

    def advise(position: Position) -> Hint | None:
        [found] = ask(advice_on(position))
        return hint_of(msgspec.convert(found, CounselInfo), position.game.words)

    def review(finished: Finished) -> ReviewInfo:
        return msgspec.convert(ask(past_of(finished)), ReviewInfo)

    return Coach(advise, review if reviews else None)


def ask_here(request: AnyRequest) -> Any:
    """Ask in this process, one request at a time, since modules are loaded for the first."""
    with _ONE_AT_A_TIME:
        return answer(request)


def coach_here(*, reviews: bool = True) -> Coach:
    """A coach in this process."""
    return coach_by(ask_here, reviews=reviews)


# --- at a house


def house_coach(client: Client, table: TableInfo) -> Coach:
    """The coach of a house. It reviews rounds at every table, and advises where the house allows it."""

    def advise(position: Position) -> Hint | None:
        for one in asked(client.advice, table.id).advice:
            if one.seat == position.seat and one.about == position.about:
                return hint_of(one, position.game.words)
        return None

    def review(finished: Finished) -> ReviewInfo:
        for _ in range(TRIES - 1):  # the coach of a house may be busy, and nobody waits for a review
            with suppress(NoHint):
                return asked(client.review, table.id, finished.round)
            time.sleep(PAUSE_S)
        return asked(client.review, table.id, finished.round)

    return Coach(advise if table.coach else None, review, "" if table.coach else SHARED)


def asked(call: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """The answer of a house to a call of its client. Raises ``NoHint`` with a sentence if there is none."""
    from pitboss.client.errors import ConnectionLost, Refused

    try:
        return call(*given, **named)
    except (Refused, ConnectionLost) as no:
        raise NoHint(str(no)) from None
