"""The six steps of a round at the dealer's desk with their clauses, read from a round that the engine plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from pitboss.coach.dealers.rounds import PracticeRound, played
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event

TRIES = 50
"""Rounds that are played to find one with all steps."""

NAMES = ("Place your bets", "No more bets", "Deal", "Ask each seat", "Turn your hand", "Pay and collect")


class RoundStep(NamedTuple):
    """A step of the round."""

    name: str
    clause: str
    call: str = ""
    """What the dealer asks or says in it, if it is always the same."""


@cache
def round_steps(game: Game) -> tuple[RoundStep, ...]:
    """The steps of a round of this game.

    >>> [(step.name, step.clause) for step in round_steps(registry.game("caribbean_stud"))][1:4]
    [('No more bets', '7(c)'), ('Deal', '7(e)(1)'), ('Ask each seat', '10(b)')]
    """
    tried = (_steps(played(game, seed)) for seed in range(TRIES))
    whole = next((steps for steps in tried if all(step.clause for step in steps)), None)
    return whole or _steps(played(game, 0))  # a game may do without some of the steps


def _steps(found: PracticeRound) -> tuple[RoundStep, ...]:
    records = found.records
    bets = _first(records, 0, lambda one: isinstance(one, ev.Wagered))
    said = _first(records, bets, lambda one: isinstance(one, ev.Announced))
    dealt = _first(records, said, lambda one: isinstance(one, ev.Dealt))
    asked = _first(records, dealt, lambda one: isinstance(one, ev.Chose))
    decided = max((at for at, one in enumerate(records) if isinstance(one, ev.Chose)), default=len(records))
    turned = _first(records, decided, _shows)
    paid = _first(records, turned, lambda one: isinstance(one, ev.Settled))
    about = next((about for about in found.abouts.values() if about != "wagers"), "")
    calls = ("", _said(records[said:]), "", f"{about[:1].upper()}{about[1:]}?" if about else "", "", "")
    found_at = (bets, said, dealt, asked, turned, paid)
    clauses = (records[at].clause if at < len(records) else "" for at in found_at)
    return tuple(RoundStep(*step) for step in zip(NAMES, clauses, calls, strict=True))


def _said(records: Sequence[Event]) -> str:
    return next((one.words for one in records if isinstance(one, ev.Announced)), "")


def _shows(record: Event) -> bool:
    """Whether the dealer's cards or the common ones are turned up, or drawn face up."""
    match record:
        case ev.Exposed(place=place) | ev.Dealt(to=place, face=ev.UP):
            return not place.startswith("seat ")
    return False


def _first(records: Sequence[Event], after: int, found: Callable[[Event], bool]) -> int:
    """The first such record from ``after`` on; their number if there is none."""
    return next((at for at in range(after, len(records)) if found(records[at])), len(records))
