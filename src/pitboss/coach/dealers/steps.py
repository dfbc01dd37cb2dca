"""The order of the round: exercises on what comes next, and the six steps at the dealer's desk with their clauses.

Both are read from rounds that the engine plays. The next event of such a round is the right answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from pitboss.coach.dealers.rounds import (
    Choice,
    Exercise,
    PracticeQuestion,
    PracticeRound,
    is_event,
    played,
    sentence,
    shown,
)
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import PlayerInput

CHOICES = 4
BETTING = "wagers"
NEAR = 8
"""Wrong answers are steps at most this far from the right one, if there are enough."""


def next_step(game: Game, seed: int) -> Exercise:
    """What does the dealer do next?

    >>> found = next_step(registry.game("caribbean_stud"), 1)
    >>> len(found.asks[0].choices), found == next_step(registry.game("caribbean_stud"), 1)
    (4, True)
    """
    random, found = Random(f"next {seed}"), played(game, seed)
    steps = _steps(found)
    at = random.randrange(len(steps))
    before, words = steps[at]
    event = next(one for one in found.records[before:] if is_event(one))
    apart = sorted(range(len(steps)), key=lambda one: (abs(one - at) > NEAR, random.random()))
    wrong = list(dict.fromkeys(steps[one][1] for one in apart if steps[one][1] != words))[: CHOICES - 1]
    said = random.sample([words, *wrong], len(wrong) + 1)
    return Exercise(
        question="What comes next?",
        told=_so_far(steps, at),
        events=shown(found.records[:before]),
        asks=[PracticeQuestion("next", "What do you do now?", [Choice(one) for one in said], said.index(words))],
        clause=event.clause,
        why=registry.words(game, event.clause),
    )


def _so_far(steps: list[tuple[int, str]], at: int) -> str:
    return f"Done last: {steps[at - 1][1][:1].lower()}{steps[at - 1][1][1:]}" if at else "The players have wagered."


def _steps(found: PracticeRound) -> list[tuple[int, str]]:
    """What the dealer does from the first call on: the number of records before it, and words. Equal ones are one."""
    steps: list[tuple[int, str]] = []
    records, began = found.records, False
    for at, record in enumerate(records):
        began = began or isinstance(record, ev.Announced)
        words = (_asked(record, found.abouts.get(at, "")) or _words(record)) if began else ""
        if words and (not steps or steps[-1][1] != words):
            steps.append((at, words))
    return steps


def _asked(record: Event, about: str) -> str:
    """The question that a player answers with this record."""
    if not isinstance(record, PlayerInput) or about in ("", BETTING):
        return ""
    return f"Ask seat {record.seat}: {about}."


def _words(record: Event) -> str:
    """What the dealer does, in words. Empty for what the dealer does not do, or what belongs to another step."""
    match record:
        case ev.Announced(words=words, place=""):
            return f"Say: “{words}”."
        case ev.Announced(place=place, hand=hand):
            return f"Say the total of {_hand(place, hand)}."
        case ev.Dealt(to=to, hand=hand, face=face):
            return f"Deal a card face {face} to {_hand(to, hand)}."
        case ev.Burned():
            return "Burn a card."
        case ev.Exposed(place=place):
            held = place.startswith("seat ") or place == ev.DEALER
            return f"Turn up {'the cards of' if held else 'what lies face down at'} {_hand(place, 1)}."
        case ev.Settled(seat=seat):
            return f"Settle the wagers of seat {seat}."
        case ev.Collected(place=place, hand=hand):
            return f"Collect the cards of {_hand(place, hand)}."
        case ev.Stub():
            return "Put the stub in the discard rack."
        case ev.Procedure(step=step):
            return sentence(step)
    return ""


def _hand(place: str, hand: int) -> str:
    named = "the dealer" if place == ev.DEALER else place
    return named if hand <= 1 else f"{named}, hand {hand}"


# --- the steps of a round


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
    tried = (_steps_of_round(played(game, seed)) for seed in range(TRIES))
    whole = next((steps for steps in tried if all(step.clause for step in steps)), None)
    return whole or _steps_of_round(played(game, 0))  # a game may do without some of the steps


def _steps_of_round(found: PracticeRound) -> tuple[RoundStep, ...]:
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
