"""Exercises for dealers: what does this seat get? A seed makes a round, and its settlement is the right answer."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from pitboss import games
from pitboss.pit import Table
from pitboss.table import events as ev
from pitboss.table.drive import drive
from pitboss.table.events import Event, Settled
from pitboss.table.inputs import Input
from pitboss.table.policy import Policy, Turn
from pitboss.table.round import Round

NAMES = ("Ines", "Marcus", "Dee")
SIDE = 0.6
"""How often a player makes a side wager that is offered."""
LARGEST = 10
"""The most that a wager is, in units of the least one."""
TRIES = 50
"""Rounds that are dealt to find one in which somebody wins."""
PAY, TAKE, LEAVE = "pay", "take", "leave"
FATES = {"win": PAY, "lose": TAKE, "push": LEAVE}


class Line(msgspec.Struct, frozen=True):
    """A wager, and what the dealer does with it."""

    wager: str
    hand: int
    stake: int
    fate: str
    pays: int
    """The cents that the dealer pays beside the stake."""
    why: str
    clause: str


class Exercise(msgspec.Struct, frozen=True):
    """A round up to the moment in which a seat is settled."""

    game: str
    seed: int
    seat: int
    events: list[dict[str, Any]]
    """What everybody sees, without the name of the hand: the dealer must read it."""
    lines: list[Line]


def exercise(game: str, seed: int) -> Exercise:
    """An exercise of a game. The same seed makes the same one.

    >>> found = exercise("double_down_stud", 1)
    >>> found == exercise("double_down_stud", 1), any(line.fate == PAY for line in found.lines)
    (True, True)
    """
    for attempt in range(TRIES):
        round = _played(game, seed + attempt)
        for seat in (3, 2, 1):
            ends = [one for one in round.settlements if one.seat == seat and not one.source]
            if any(one.result == "win" and one.stake for one in ends) and all(one.result in FATES for one in ends):
                lines = [_line(one) for one in ends if one.stake]
                return Exercise(game, seed, seat, _shown(round, seat), lines)
    raise RuntimeError(f"nobody wins in {TRIES} rounds of {game}")


def _line(end: Settled) -> Line:
    why = ", ".join(filter(None, (end.line, end.pays)))
    fate = FATES[end.result]
    return Line(end.wager, end.hand, end.stake, fate, end.returned - end.stake if fate == PAY else 0, why, end.clause)


def _played(game: str, seed: int) -> Round:
    """A round in which people also make side wagers, and decide by the basic policy."""
    table = Table(game, seed=seed)
    for name in NAMES:
        table.sit(name)
    return drive(table.open_round(), _people(games.game(game).basic), Random(seed))


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


def _shown(round: Round, seat: int) -> list[dict[str, Any]]:
    """The public events until the seat is settled, without its settlements and without the name of its hand."""
    shown: list[dict[str, Any]] = []
    place, left = ev.seat_place(seat), sum(one.seat == seat for one in round.settlements)
    for record in round.records:
        if not isinstance(record, Event):
            continue
        if isinstance(record, Settled):
            left -= record.seat == seat
            if not left:
                break
            if record.seat == seat:
                continue
        if isinstance(record, ev.Ranked | ev.Announced | ev.Collected) and record.place == place:
            continue
        seen = record.seen_by(ev.PUBLIC)
        if seen is not None and not isinstance(seen, ev.Committed):
            shown.append(msgspec.to_builtins(seen))
    return shown
