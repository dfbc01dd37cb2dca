"""Rounds for dealers to practise on: three people play them, and a fault may be planted. A seed makes a round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import Policy, Turn
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import Input
from pitboss.engine.round.round import Round
from pitboss.engine.table import Table

NAMES = ("Ines", "Marcus", "Dee")
SIDE = 0.6
"""How often a player makes a side wager that is offered."""
LARGEST = 10
"""The most that a wager is, in units of the least one."""

Report = Callable[[Round, Random], Input | None]
"""Says what staff report at a question, if anything."""


class Choice(msgspec.Struct, frozen=True):
    """An answer that the dealer may give."""

    words: str
    clause: str = ""


class PracticeQuestion(msgspec.Struct, frozen=True):
    """A question with choices. ``right`` is the number of the right one, or -1 if it must stay open."""

    name: str
    title: str
    choices: list[Choice]
    right: int
    clause: str = ""
    """The clause that decides this question, if it has one of its own."""
    why: str = ""
    """What the clause says, in our words."""


class PracticePayment(msgspec.Struct, frozen=True):
    """A wager, and what the dealer does with it."""

    wager: str
    hand: int
    stake: int
    fate: str
    pays: int
    """The cents that the dealer pays beside the stake."""
    why: str
    clause: str


class Exercise(msgspec.Struct, frozen=True, kw_only=True):
    """A round up to a moment, and what the dealer is asked there."""

    question: str
    told: str
    """What the dealer is told besides what lies on the table."""
    events: list[dict[str, Any]]
    """What everybody sees."""
    seat: int = 0
    """The seat that the question is about."""
    lines: list[PracticePayment] = []
    """What the document does with each wager of the seat."""
    made: list[PracticePayment] = []
    """What was done with each wager, if the dealer is asked to check it."""
    asks: list[PracticeQuestion] = []
    clause: str = ""
    why: str = ""
    """What the document says, in our words."""


class PracticeRound(msgspec.Struct, frozen=True):
    """A round that was played to its end."""

    round: Round
    abouts: Mapping[int, str]
    """What was asked, by the number of records before the answer."""
    reported: int
    """The number of records when staff first reported something; 0 if they did not."""

    @property
    def records(self) -> list[Event]:
        return self.round.records

    def irregular(self, at: int) -> ev.Irregular:
        """The irregularity that is the record of this number."""
        event = self.records[at]
        assert isinstance(event, ev.Irregular)
        return event


def played(
    game: Game, seed: int, *, rules: Mapping[str, Any] | None = None, report: Report | None = None
) -> PracticeRound:
    """A round in which people also make side wagers, and decide by the basic policy. ``report`` plants a fault."""
    table = Table(game, dict(rules) if rules else None, seed=seed)
    for name in NAMES:
        table.sit(name)
    abouts, reported = dict[int, str](), 0

    def watched(round: Round, random: Random) -> Input | None:
        """Let staff report, and note what is asked."""
        nonlocal reported
        given = report(round, random) if report is not None else None
        if given is not None:
            reported = reported or len(round.records)
        elif round.asking is not None:
            abouts[len(round.records)] = round.asking.about
        return given

    round = drive(table.open_round(), _people(table.game.basic), Random(seed), report=watched)
    return PracticeRound(round, abouts, reported)


def _people(basic: Policy) -> Policy:
    asked: set[tuple[int, str]] = set()

    def play(turn: Turn) -> Input | None:
        if turn.about != "wagers":
            return basic(turn)
        for offer in turn.offers:
            place = turn.party.seat, offer.wager
            if offer.do != "wager" or offer.why_not or offer.hand > 1 or place in asked:
                continue
            asked.add(place)
            if offer.optional and turn.random.random() > SIDE:
                continue
            most = min(offer.most, LARGEST * offer.least)
            amount = offer.least + offer.step * turn.random.randint(0, max(0, most - offer.least) // offer.step)
            return turn.take(offer, amount)
        return None

    return play


def shown(events: Iterable[Event]) -> list[dict[str, Any]]:
    """What everybody sees of these records, without inputs and commitments."""
    seen = (one.seen_by(ev.PUBLIC) for one in events if is_event(one))
    return [msgspec.to_builtins(one) for one in seen if one is not None and not isinstance(one, ev.Committed)]


def is_event(record: Event) -> bool:
    """Whether a record tells what happened, and not what somebody asked for."""
    return type(record).__module__ == ev.__name__


def sentence(words: str) -> str:
    """Words with a large letter in front and a full stop behind.

    >>> sentence("it is used as the next card")
    'It is used as the next card.'
    """
    return words[:1].upper() + words[1:].removesuffix(".") + "."
