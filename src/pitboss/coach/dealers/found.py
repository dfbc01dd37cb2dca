"""Exercises on when a fault comes to light: noticed at once, or only later. The document may do something else then.

The same round is played once for each moment, with the same fault. What the engine did is the right answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from pitboss.basics.errors import RulesError
from pitboss.coach.dealers.faults import ALL_VOID, RESHUFFLED, effect_of, goes_on, lapsed, void_hand
from pitboss.coach.dealers.rounds import Asked, Choice, Exercise, PracticeRound, Report, played, sentence, shown
from pitboss.engine import registry
from pitboss.engine.game import Game
from pitboss.engine.procedures.faults import MISDEAL, UNNOTICED
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import THE_DEALER
from pitboss.engine.round.events import seat_place
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round

TRIES = 12
"""Rounds in which a fault is tried."""
CHOICES = 4
COMPLETED = "The round goes on: one more card completes the dealer's hand."
AS_IT_LIES = "The round goes on with the cards as they lie."
OTHERWISE = 0.7
"""How often the later moment is one at which the document does something else, if there is one."""


class Moment(NamedTuple):
    """How a fault comes to light."""

    name: str
    told: str
    what: str
    """What staff report before it shows."""
    then: str = ""
    """What they report when it is seen on the layout."""
    rules: Mapping[str, Any] = {}


WRONG_NUMBER = (
    Moment("noticed", "You notice it while you deal", MISDEAL),
    Moment("seen", "You notice it while the players decide", UNNOTICED, "noticed misdeal"),
    Moment("counted", "Nobody notices it, and the count of the stub finds it", UNNOTICED, rules={"count_every": 1}),
    Moment("turned", "Nobody notices it before the cards are turned over", UNNOTICED),
)
"""A place has a wrong number of cards."""
DRAWN_EARLY = (
    Moment("unseen", "Nobody sees its face", "card drawn in error"),
    Moment("seen", "The players see its face", "card exposed in error"),
)
TOO_EARLY = "a card leaves the shoe too early"


class Course(NamedTuple):
    """What followed from a fault that came to light at a moment."""

    moment: Moment
    found: PracticeRound
    at: int
    """Where it came to light among the records."""
    effect: str

    @property
    def event(self) -> ev.Irregular:
        return self.found.irregular(self.at)


def when_found(game: Game, seed: int) -> Exercise:
    """What follows if a fault is noticed at once, and what if it is not?

    >>> found = when_found(registry.game("caribbean_stud"), 200)
    >>> print(found.told, *[f"{ask.clause}: {ask.choices[ask.right].words}" for ask in found.asks], sep="\\n")
    Seat 2 has 4 cards instead of 5.
    13(d): The hand of seat 2 is void, and its wagers go back. The others play on.
    7(g)(2): Every hand is void, and the wagers go back.
    """
    random = Random(f"found {seed}")
    known = {one.what for one in game.irregularities}
    moments = WRONG_NUMBER if UNNOTICED in known else DRAWN_EARLY
    for attempt in range(TRIES):
        courses = _courses(game, seed + attempt, moments, random)
        if len(courses) > 1:
            return _asked(game, courses, random)
    raise RuntimeError(f"no fault of {game.name} can come to light at two moments")


def _asked(game: Game, courses: Sequence[Course], random: Random) -> Exercise:
    """Ask about the first moment and a later one."""
    first, *later = courses
    other = [one for one in later if one.effect != first.effect]
    asked = first, random.choice(other if other and random.random() < OTHERWISE else later)
    choices = _choices(game, [one.effect for one in asked], first.event.place, random)
    return Exercise(
        question="Does it matter when it is noticed?" if first.event.place else "Does it matter who sees it?",
        told=sentence(f"{first.event.place} has {first.event.what}" if first.event.place else TOO_EARLY),
        events=[one for one in shown(first.found.records[: first.at]) if one["type"] != "irregular"],
        asks=[
            Asked(
                one.moment.name,
                f"{one.moment.told}: what follows?",
                [Choice(words) for words in choices],
                choices.index(one.effect),
                one.event.clause,
                registry.words(game, one.event.clause),
            )
            for one in asked
        ],
    )


def _choices(game: Game, right: Sequence[str], place: str, random: Random) -> list[str]:
    """What the engine did, among what it does elsewhere, in any order."""
    seat = place if place.startswith("seat ") else seat_place(random.randint(1, 3))
    wrong = [ALL_VOID, void_hand(seat), *((COMPLETED, AS_IT_LIES) if place else goes_on(game))]
    said = list(dict.fromkeys([*right, *wrong]))[:CHOICES]
    random.shuffle(said)
    return said


# --- planting


def _courses(game: Game, seed: int, moments: Sequence[Moment], random: Random) -> list[Course]:
    """The same fault in the same round, at each moment at which it can come to light. Empty without the first."""
    place = random.choice([*(seat_place(seat) for seat in (1, 2, 3)), *game.places])
    wrong = random.choice((-1, 1))
    found: list[Course] = []
    for moment in moments:
        course = _course(game, seed, moment, place, wrong)
        if course is not None:
            found.append(course)
        elif not found:
            return []
    return found


def _course(game: Game, seed: int, moment: Moment, place: str, wrong: int) -> Course | None:
    """A round in which a place gets ``wrong`` cards too many or too few; None if it does not come to that."""
    try:
        found = played(game, seed, rules=moment.rules or None, report=_reports(moment, place, wrong))
    except RulesError:  # the game does not have the option that this moment needs
        return None
    events = [at for at, one in enumerate(found.records) if isinstance(one, ev.Irregular)]
    if not found.reported or not events:
        return None
    course = Course(moment, found, events[0], "")
    counted = course.event.what.startswith("misdealt:")
    if lapsed(course.event) or counted != (moment.name == "counted"):
        return None
    effect = effect_of(game, found.records[course.at :], course.event)
    return course._replace(effect=ALL_VOID if effect == RESHUFFLED else effect)


def _reports(moment: Moment, place: str, wrong: int) -> Report:
    waiting = [moment.what, *filter(None, (moment.then,))]

    def report(round: Round, random: Random) -> Input | None:
        given = _given(round, waiting[0], place, wrong) if waiting else None
        if given is not None:
            del waiting[0]
        return given

    return report


def _given(round: Round, what: str, place: str, wrong: int) -> Input | None:
    """The report of a fault, if it can be made now."""
    for offer in round.reports():
        if offer.what != (what,) or offer.why_not:
            continue
        if not offer.places:
            return offer.taken(THE_DEALER) if _deciding(round) else None
        if place not in offer.places:
            return None
        amounts = [offer.taken(THE_DEALER, amount, place=place) for amount in range(offer.least, offer.most + 1)]
        if len(amounts) == 1:
            return amounts[0] if round.allows(amounts[0]) else None
        due = next(at for at, given in enumerate(amounts) if not round.allows(given))  # the right number is no fault
        return amounts[due + wrong] if 0 <= due + wrong < len(amounts) else None
    return None


def _deciding(round: Round) -> bool:
    return round.asking is not None and round.asking.about == "decision"
