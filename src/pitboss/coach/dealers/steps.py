"""Exercises on the order of the round: what comes next? The next event of the round is the right answer."""

from __future__ import annotations

from random import Random

from pitboss.coach.dealers.rounds import Asked, Choice, Exercise, PracticeRound, is_event, played, sentence, shown
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
        asks=[Asked("next", "What do you do now?", [Choice(one) for one in said], said.index(words))],
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
