"""Exercises on irregularities: is anything wrong here, what is it, and what does the document do?

A fault is reported to the engine, which carries out the remedy. What the engine did is the right answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from pitboss.basics.errors import RulesError
from pitboss.coach.dealers.rounds import (
    Choice,
    Exercise,
    PracticeQuestion,
    PracticeRound,
    Report,
    played,
    sentence,
    shown,
)
from pitboss.engine import registry
from pitboss.engine.game import Game, Irregularity
from pitboss.engine.procedures.dealing import AUTOMATED_SHOE
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import THE_DEALER
from pitboss.engine.round.dealer import MISDEAL, SHOE_JAM, UNNOTICED
from pitboss.engine.round.events import Event, seat_place
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round

TRIES = 12
"""Rounds in which a fault is tried before another fault is taken."""
NOTHING = "Nothing is wrong"
SOUND = 0.2
"""How often nothing is wrong."""
KINDS, EFFECTS = 6, 4
"""How many kinds of fault and how many effects there are to choose from."""
NOW = 0.6
"""How often a fault comes at the first question at which it can."""
SOON = 9
"""The card at which a fault shows is among the next few."""
SAME = (UNNOTICED, "noticed misdeal")
"""Kinds that look like a misdeal: a wrong number of cards is one thing, whoever notices it."""
COUNTS = re.compile(r"(\d+) cards instead of (\d+)")
LAPSE = "none:"
ALL_VOID = "Every hand is void, and the wagers go back."
RESHUFFLED = "Every hand is void, the wagers go back, and the cards are reshuffled."


class Fault(NamedTuple):
    """A fault in a round: where it shows among the records, and what the engine did."""

    kind: Irregularity
    found: PracticeRound
    at: int
    effect: str

    @property
    def event(self) -> ev.Irregular:
        return self.found.irregular(self.at)

    @property
    def sight(self) -> int:
        """The records that the dealer has seen when it is found: a card that was exposed lies open."""
        after = self.found.records[self.at + 1]
        return self.at + (2 if isinstance(after, ev.Exposed) else 0)

    @property
    def visible(self) -> bool:
        """Whether it can be seen on the table: a wrong number of cards, or a card that lies open."""
        return self.kind.what == MISDEAL or self.sight > self.at or self._short

    @property
    def _short(self) -> bool:
        """Whether only the seat of the fault has another number of cards than the others."""
        dealt = Counter(one.to for one in self.found.records[: self.at] if isinstance(one, ev.Dealt))
        counts = {seat_place(seat): dealt[seat_place(seat)] for seat, _ in self.found.round.seats}
        others = {count for place, count in counts.items() if place != self.event.place}
        return len(others) == 1 and counts.get(self.event.place, min(others)) not in others


def misdeal(game: Game, seed: int) -> Exercise:
    """Is anything wrong here?

    >>> found = misdeal(registry.game("caribbean_stud"), 4)
    >>> [one.name for one in found.asks], found == misdeal(registry.game("caribbean_stud"), 4)
    (['what', 'place', 'effect'], True)
    """
    random = Random(f"misdeal {seed}")
    if random.random() < SOUND:
        return _sound(game, seed, random)
    fault = _fault(game, seed, random)
    asks = [_which(game, fault.kind.what, random, nothing=fault.visible)]
    if fault.visible:
        asks.append(_where(fault.found, fault.event.place))
    asks.append(_what_follows(game, fault.effect, fault.event.place, random))
    return Exercise(
        question="Is anything wrong here?" if fault.visible else "Which irregularity is this?",
        told="Look at the cards of every place." if fault.visible else sentence(fault.kind.means),
        events=[
            one
            for one in shown([*fault.found.records[: fault.at], *fault.found.records[fault.at + 1 : fault.sight]])
            if one["type"] != "irregular"
        ],
        asks=asks,
        clause=fault.event.clause,
        why=registry.words(game, fault.event.clause),
    )


def _sound(game: Game, seed: int, random: Random) -> Exercise:
    """A round in which nothing is wrong, just before a player decides."""
    found = played(game, seed)
    at = next(at for at, about in found.abouts.items() if about != "wagers" and _cards(found.records[:at]))
    place = seat_place(1)
    open_asks = (_where(found, place), _what_follows(game, ALL_VOID, place, random))
    return Exercise(
        question="Is anything wrong here?",
        told="Look at the cards of every place.",
        events=shown(found.records[:at]),
        asks=[
            _which(game, "", random, nothing=True),
            *(PracticeQuestion(one.name, one.title, one.choices, -1) for one in open_asks),
        ],
        why="Every place has the right number of cards, and no card is seen too early.",
    )


def _cards(records: Sequence[Event]) -> bool:
    return any(isinstance(one, ev.Dealt) and one.to.startswith("seat ") for one in records)


# --- planting


def _fault(game: Game, seed: int, random: Random) -> Fault:
    kinds = _kinds(game)
    for kind in random.sample(kinds, len(kinds)):
        for attempt in range(TRIES):
            if (fault := _planted(game, kind, seed + attempt)) is not None:
                return fault
    raise RuntimeError(f"no irregularity of {game.name} can be planted")


def _kinds(game: Game) -> list[Irregularity]:
    """The kinds of fault that can be told apart at the table, in the document's order."""
    return [one for one in game.irregularities if one.what not in SAME]


def _planted(game: Game, kind: Irregularity, seed: int) -> Fault | None:
    """A round in which the engine carries out the remedy of this kind; None if it does not come to that."""
    rules = {"dealing": AUTOMATED_SHOE} if kind.what == SHOE_JAM else None
    try:
        found = played(game, seed, rules=rules, report=_reports(kind.what))
    except RulesError:
        return None
    if not found.reported:
        return None
    for at, record in enumerate(found.records):
        if at > found.reported and isinstance(record, ev.Irregular):
            counts = COUNTS.match(record.what)
            if lapsed(record) or (counts and abs(int(counts[1]) - int(counts[2])) > 1):
                return None
            return Fault(kind, found, at, effect_of(game, found.records[at:], record))
    return None


def lapsed(event: ev.Irregular) -> bool:
    """Whether a fault that was reported did not come."""
    return event.remedy.startswith(LAPSE)


def _reports(what: str) -> Report:
    """Report this once."""
    done = False

    def report(round: Round, random: Random) -> Input | None:
        nonlocal done
        if done:
            return None
        offers = [one for one in round.reports() if one.what == (what,) and not one.why_not and one.places != ()]
        for offer in offers if random.random() < NOW else ():
            amount = random.randint(offer.least, min(offer.most, SOON))
            given = offer.taken(THE_DEALER, amount, place=random.choice(offer.places) if offer.places else "")
            if round.allows(given):
                done = True
                return given
        return None

    return report


def effect_of(game: Game, records: Sequence[Event], event: ev.Irregular) -> str:
    """What the engine did, in words."""
    for record in records:
        match record:
            case ev.Voided(place="round", reshuffle=reshuffle):
                return RESHUFFLED if reshuffle else ALL_VOID
            case ev.Voided(place=place):
                return void_hand(place)
            case ev.Chose() | ev.Dealt() | ev.Wagered():
                break
    if event.card and event.card in event.remedy:
        return f"The round goes on. {registry.words(game, event.clause)}"
    goes = "it goes " if event.remedy.startswith("to ") else ""
    return f"The round goes on: {goes}{event.remedy.removesuffix('.')}."


def void_hand(place: str) -> str:
    return f"The hand of {place} is void, and its wagers go back. The others play on."


# --- asking


def _which(game: Game, what: str, random: Random, *, nothing: bool) -> PracticeQuestion:
    """The kinds of fault in the document's order, with their clauses."""
    kinds = _kinds(game)
    others = [one.what for one in kinds if one.what != what]
    kept = {what, *random.sample(others, min(len(others), KINDS - 1))}
    choices = [Choice(sentence(one.what).removesuffix("."), one.clause) for one in kinds if one.what in kept]
    names = [one.what for one in kinds if one.what in kept]
    if nothing:
        choices, names = [Choice(NOTHING), *choices], ["", *names]
    return PracticeQuestion("what", "What happened?", choices, names.index(what))


def _where(found: PracticeRound, place: str) -> PracticeQuestion:
    """The places that have cards or should have."""
    seats = [seat_place(seat) for seat, _ in found.round.seats]
    places = [*seats, *found.round.game.places]
    return PracticeQuestion(
        "place", "Where?", [Choice(sentence(one).removesuffix(".")) for one in places], places.index(place)
    )


def _what_follows(game: Game, effect: str, place: str, random: Random) -> PracticeQuestion:
    """What the engine did among what it does elsewhere."""
    seat = place if place.startswith("seat ") else seat_place(random.randint(1, 3))
    void = {ALL_VOID, RESHUFFLED}
    wrong = [effect] if effect in void else [random.choice(sorted(void))]
    wrong += [void_hand(seat), *random.sample(list(goes_on(game)), len(goes_on(game)))]
    said = list(dict.fromkeys([effect, *wrong]))[:EFFECTS]
    random.shuffle(said)
    return PracticeQuestion("effect", "What does the document do?", [Choice(one) for one in said], said.index(effect))


@cache
def goes_on(game: Game) -> tuple[str, ...]:
    """The remedies with which a round of this game goes on, as the engine carries them out."""
    found = {}
    for kind in game.irregularities:
        for seed in range(3):
            fault = _planted(game, kind, seed)
            if fault is not None and fault.effect.startswith("The round goes on"):
                found[fault.effect] = True
    return tuple(found)


# --- when a fault comes to light


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

    If no fault of the game can come to light at two moments, the exercise is about a fault and its one remedy.

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
    return misdeal(game, seed)


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
            PracticeQuestion(
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
        found = played(game, seed, rules=moment.rules or None, report=_reports_at(moment, place, wrong))
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


def _reports_at(moment: Moment, place: str, wrong: int) -> Report:
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
