"""Exercises for dealers, of five kinds, and how answers to them are graded. The engine makes every right answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from pitboss.basics.money import Odds, ceil_div
from pitboss.coach.dealers.faults import misdeal, when_found
from pitboss.coach.dealers.rounds import (
    Choice,
    Exercise,
    PracticePayment,
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
from pitboss.engine.round.events import Event, Settled, seat_place
from pitboss.engine.round.inputs import PlayerInput
from pitboss.engine.round.round import Round

# --- what does this seat get, and did the dealer beside you pay it rightly?


TRIES = 50
"""Rounds that are played to find one in which somebody wins, or one with all steps."""
PAY, TAKE, LEAVE = "pay", "take", "leave"
FATES = {"win": PAY, "lose": TAKE, "push": LEAVE}
ALL_RIGHT = 0.3
"""How often the dealer beside you has made no mistake."""

replace = msgspec.structs.replace


def settle(game: Game, seed: int) -> Exercise:
    """What does this seat get? The settlement of the round is the right answer.

    >>> from pitboss import game
    >>> found = settle(game("double_down_stud"), 1)
    >>> found == settle(game("double_down_stud"), 1), any(line.fate == PAY for line in found.lines)
    (True, True)
    """
    round, seat, ends = _won(game, seed)
    return Exercise(
        question=f"What does seat {seat} get?",
        told="Read the hands yourself.",
        events=_until_settled(round, seat),
        seat=seat,
        lines=[_line(one) for one in ends],
    )


def check(game: Game, seed: int) -> Exercise:
    """Another dealer has paid a seat, perhaps with one mistake.

    >>> from pitboss import game
    >>> found = check(game("double_down_stud"), 1)
    >>> sum(line != made for line, made in zip(found.lines, found.made, strict=True)) <= 1
    True
    """
    exercise, random = settle(game, seed), Random(f"check {seed}")
    made = list(exercise.lines)
    if random.random() >= ALL_RIGHT:
        at = random.randrange(len(made))
        made[at] = _mistaken(game, made[at], random)
    return replace(
        exercise,
        question=f"Is seat {exercise.seat} paid rightly?",
        told="A colleague settled this seat. Correct what is wrong; perhaps nothing is.",
        made=made,
    )


def _won(game: Game, seed: int) -> tuple[Round, int, list[Settled]]:
    for attempt in range(TRIES):
        round = played(game, seed + attempt).round
        for seat in (3, 2, 1):
            ends = [one for one in round.settlements if one.seat == seat and not one.source]
            if any(one.result == "win" and one.stake for one in ends) and all(one.result in FATES for one in ends):
                return round, seat, [one for one in ends if one.stake]
    raise RuntimeError(f"nobody wins in {TRIES} rounds of {game.name}")


def _line(end: Settled) -> PracticePayment:
    why = ", ".join(filter(None, (end.line, end.pays)))
    fate = FATES[end.result]
    return PracticePayment(
        end.wager, end.hand, end.stake, fate, end.returned - end.stake if fate == PAY else 0, why, end.clause
    )


def _mistaken(game: Game, line: PracticePayment, random: Random) -> PracticePayment:
    """The line with a mistake that dealers make: the odds of another line, even money, a wager left or taken."""
    fates = [one for one in (PAY, TAKE, LEAVE) if one != line.fate]
    wrong = [replace(line, fate=fate, pays=line.stake if fate == PAY else 0) for fate in fates]
    if line.fate == PAY:
        wrong += [replace(line, pays=pays) for pays in {line.stake, *_printed(game, line)} if pays != line.pays] * 2
    return random.choice(wrong)


def _printed(game: Game, line: PracticePayment) -> list[int]:
    """What this stake would be paid by the other lines of the pay table that has the line."""
    for table in game.pays(game.rules()).values():
        if any(line.why.endswith(odds) and name in line.why for name, odds in table.items()):
            odds = [Odds.parse(one) for one in table.values() if " to " in one]
            near = sorted(ceil_div(line.stake * one.pays, one.per) for one in odds)
            return [one for one in near if one != line.pays and one <= 4 * line.pays]
    return []


def _until_settled(round: Round, seat: int) -> list[dict[str, object]]:
    """The public events until the seat is settled, without its settlements and without the name of its hand."""
    kept: list[Event] = []
    place, left = seat_place(seat), sum(one.seat == seat for one in round.settlements)
    for record in round.records:
        if isinstance(record, Settled):
            left -= record.seat == seat
            if not left:
                break
            if record.seat == seat:
                continue
        if isinstance(record, ev.Ranked | ev.Announced | ev.Collected) and record.place == place:
            continue
        kept.append(record)
    return shown(kept)


# --- what comes next?


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
        words = (_asked(record, found.abouts.get(at, "")) or _done(record)) if began else ""
        if words and (not steps or steps[-1][1] != words):
            steps.append((at, words))
    return steps


def _asked(record: Event, about: str) -> str:
    """The question that a player answers with this record."""
    if not isinstance(record, PlayerInput) or about in ("", BETTING):
        return ""
    return f"Ask seat {record.seat}: {about}."


def _done(record: Event) -> str:
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


# --- the six steps at the dealer's desk, with their clauses


STEPS = ("Place your bets", "No more bets", "Deal", "Ask each seat", "Turn your hand", "Pay and collect")


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
    return tuple(RoundStep(*step) for step in zip(STEPS, clauses, calls, strict=True))


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


# --- exercises of all kinds


KINDS: Mapping[str, Callable[[Game, int], Exercise]] = {
    "settle": settle,
    "check": check,
    "misdeal": misdeal,
    "found": when_found,
    "next": next_step,
}
"""What does this seat get; is it paid rightly; is anything wrong here; when is it noticed; what comes next."""


class GradedLine(msgspec.Struct, frozen=True):
    line: PracticePayment
    right: bool


class GradedAsk(msgspec.Struct, frozen=True):
    name: str
    right: bool
    answer: int
    """The number of the right choice, or -1 if the question had to stay open."""
    clause: str
    why: str


class Verdict(msgspec.Struct, frozen=True):
    """How many answers are right, and which."""

    right: int
    of: int
    lines: list[GradedLine]
    asks: list[GradedAsk]
    planted: int
    """The line of the mistake that was planted, or -1."""


def exercise(game: str | Game, kind: str, seed: int) -> Exercise:
    """An exercise of a game. The same seed makes the same one.

    >>> exercise("double_down_stud", "next", 3).question
    'What comes next?'
    """
    return KINDS[kind](registry.game(game), seed)


def graded(asked: Exercise, said: Sequence[tuple[str, int]], chosen: Mapping[str, int]) -> Verdict:
    """Grade what the dealer does with each wager, and the choices.

    A seat that was paid by another counts as one answer: the mistake is found and nothing else is changed.
    """
    lines = [
        GradedLine(line, (line.fate, line.pays) == one)
        for line, one in zip(asked.lines, said, strict=bool(asked.lines))
    ]
    asks = [
        GradedAsk(one.name, chosen.get(one.name, -1) == one.right, one.right, one.clause, one.why) for one in asked.asks
    ]
    planted = next((at for at, line in enumerate(asked.lines) if asked.made and asked.made[at] != line), -1)
    if asked.made:
        right, of = int(all(one.right for one in lines)), 1
    else:
        counted = [*(one.right for one in lines), *(one.right for one in asks if one.answer >= 0)]
        right, of = sum(counted), len(counted)
    return Verdict(right, of, lines, asks, planted)
