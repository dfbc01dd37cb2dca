"""The six steps of a round at the dealer's desk with their clauses, read from a round that the engine plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from pitboss.server.practice_rounds import PracticeRound, played
from pitboss.table import events as ev
from pitboss.table.events import Event

TRIES = 50
"""Rounds that are played to find one with all steps."""


class RoundStep(NamedTuple):
    """A step of the round."""

    name: str
    clause: str
    call: str = ""
    """What the dealer asks or says in it, if it is always the same."""


@cache
def round_steps(game: str) -> tuple[RoundStep, ...]:
    """The steps of a round of this game.

    >>> [(step.name, step.clause) for step in round_steps("caribbean_stud")][1:4]
    [('No more bets', '7(c)'), ('Deal', '7(e)(1)'), ('Ask each seat', '10(b)')]
    """
    for seed in range(TRIES):
        if (steps := _steps(played(game, seed))) is not None:
            return steps
    raise RuntimeError(f"no round of {game} in {TRIES} has all six steps")


def _steps(found: PracticeRound) -> tuple[RoundStep, ...] | None:
    records = found.records
    bets = _first(records, 0, lambda one: isinstance(one, ev.Wagered))
    said = _first(records, bets, lambda one: isinstance(one, ev.Announced))
    dealt = _first(records, said, lambda one: isinstance(one, ev.Dealt))
    asked = _first(records, dealt, lambda one: isinstance(one, ev.Chose))
    decided = max((at for at, one in enumerate(records) if isinstance(one, ev.Chose)), default=len(records))
    turned = _first(records, decided, _shows)
    paid = _first(records, turned, lambda one: isinstance(one, ev.Settled))
    if paid >= len(records):
        return None
    about = next((about for about in found.abouts.values() if about != "wagers"), "")
    call = records[said]
    return (
        RoundStep("Place your bets", records[bets].clause),
        RoundStep("No more bets", call.clause, call.words if isinstance(call, ev.Announced) else ""),
        RoundStep("Deal", records[dealt].clause),
        RoundStep("Ask each seat", records[asked].clause, f"{about[:1].upper()}{about[1:]}?"),
        RoundStep("Turn your hand", records[turned].clause),
        RoundStep("Pay and collect", records[paid].clause),
    )


def _shows(record: Event) -> bool:
    """Whether the dealer's cards or the common ones are turned up, or drawn face up."""
    match record:
        case ev.Exposed(place=place) | ev.Dealt(to=place, face=ev.UP):
            return not place.startswith("seat ")
    return False


def _first(records: Sequence[Event], after: int, found: Callable[[Event], bool]) -> int:
    """The first such record from ``after`` on; their number if there is none."""
    return next((at for at in range(after, len(records)) if found(records[at])), len(records))
